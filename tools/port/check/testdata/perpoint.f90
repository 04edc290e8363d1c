! Variables that each point has for itself: --per-point.
module counted
  implicit none
  integer :: calls = 3
  real(8) :: last(4) = [1d0, 2d0, 3d0, 4d0]
contains
  subroutine note(x, i)
    real(8), intent(in) :: x
    integer, intent(in) :: i
    calls = calls + 1
    last(1 + modulo(i, 4)) = x
  end subroutine
  function noted(i) result(x)
    integer, intent(in) :: i
    real(8) :: x
    x = last(1 + modulo(i, 4)) + calls
    calls = calls + 10
  end function
end module

! A generator that goes on from call to call.
function step() result(x)
  implicit none
  integer, save :: state = 12345
  integer, save :: history(3) = [7, 0, 1]
  real, save :: half
  real(8) :: x
  state = modulo(state*1103 + 12345, 65536)
  history = [state, history(1), history(2)]
  half = half + 0.5
  x = state/65536d0 + history(3) + half
end function

subroutine gauge(x, n)
  implicit none
  real(8) :: x, total, most
  integer :: n, k, hits
  common /gauges/ total, hits, k, most
  total = total + x
  hits = hits + n
  if (x > most) most = x
end subroutine

subroutine walk(x, n, y, z)
  use counted
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: n
  real(8), intent(out) :: y, z
  integer :: i, counts(2)
  real(8) :: sum, top, part, step
  common /gauges/ sum, counts, top
  external :: step
  y = 0
  do i = 1, modulo(n, 7)
    part = step()
    call gauge(x*part, i)
    call note(part, i)
    y = y + part*tail(i)
    if (n > 4 .and. i == 3) then
      part = noted(i)
      y = y + part
    end if
  end do
  z = sum + counts(1) + counts(2) + top + last(2) + calls
contains
  function tail(k) result(t)
    integer, intent(in) :: k
    real(8) :: t
    t = 1 + last(k - k/4*4 + 1)/16
  end function
end subroutine
