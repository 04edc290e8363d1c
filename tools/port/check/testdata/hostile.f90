subroutine endless(x)
  real(8), intent(inout) :: x
  do
    x = x*0.5d0
  end do
end subroutine
subroutine unset(x)
  real(8), intent(out) :: x
  real(8) :: nothing
  x = nothing
end subroutine
subroutine beyond(i, x)
  integer, intent(in) :: i
  real(8), intent(out) :: x
  real(8) :: a(2)
  a = 1
  x = a(abs(i) + 3)
end subroutine
