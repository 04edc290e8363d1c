module grids
  implicit none
  type g_t
    integer :: n
    real(8) :: dx
    real(8), allocatable :: z(:)
  end type
  integer, pointer :: nk
  real(8), allocatable :: dt
  type(g_t), pointer :: g
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(nk)
    real(8), intent(out) :: y
    integer :: k
    y = dt*g%dx
    do k = 1, nk
      y = y + x(k)*g%n
    end do
    if (associated(nk)) y = y + half(nk) + twice(dt)
  end subroutine
  function half(n)
    integer, intent(in) :: n
    real(8) :: half
    half = 0.5d0*n
  end function
  function twice(x)
    real(8), intent(in) :: x
    real(8) :: twice
    twice = 2*x
  end function
end module
