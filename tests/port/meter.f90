! What each point has for itself: a variable that stays from call to call, and one of COMMON (--per-point tick,/meter/).
subroutine tick(x)
  implicit none
  real(8), intent(in) :: x
  integer, save :: n = 0
  real(8) :: total
  common /meter/ total
  n = n + 1
  total = total + n*x
end subroutine

subroutine metered(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: total
  common /meter/ total
  integer :: i
  do i = 1, 3
    call tick(x)
  end do
  y = total
end subroutine
