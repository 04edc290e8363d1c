module ops
  implicit none
  integer, parameter :: wp = kind(1d0)
  real(wp) :: scale = 2.5_wp
contains
  subroutine operator7(nx, ny, nz, c, cx, cy, cz, p, q)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in) :: c
    real(wp), intent(in), dimension(0:nx+1, 0:ny+1, 0:nz+1) :: cx, cy, cz, p
    real(wp), intent(inout) :: q(0:nx+1, 0:ny+1, 0:nz+1)
    integer :: i, j, k
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          q(i, j, k) = c*p(i, j, k) - (cx(i + 1, j, k)*(p(i + 1, j, k) - p(i, j, k)) - cx(i, j, k)*(p(i, j, k) - p(i - 1, j, k)) &
                     + cy(i, j + 1, k)*(p(i, j + 1, k) - p(i, j, k)) - cy(i, j, k)*(p(i, j, k) - p(i, j - 1, k)) &
                     + cz(i, j, k + 1)*(p(i, j, k + 1) - p(i, j, k)) - cz(i, j, k)*(p(i, j, k) - p(i, j, k - 1)))
        end do
      end do
    end do
  end subroutine
  subroutine limited(n, m, dx, u, f, r)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: dx, u(-1:, -1:)
    real(wp), intent(out) :: f(0:n, m), r(n, m)
    integer :: i, j, ip
    real(wp) :: a, b, h
    h = 1/dx
    do j = 1, m
      do i = 0, n
        ip = i + 1
        a = u(ip, j) - u(i, j)
        b = u(i, j) - u(i - 1, j)
        if (a*b <= 0) then
          f(i, j) = u(i, j)
          cycle
        end if
        f(i, j) = u(i, j) + 0.5_wp*min(a, b)*scale
      end do
    end do
    do j = 1, m
      do i = 1, n
        r(i, j) = -h*(f(i, j) - f(i - 1, j))
      end do
    end do
  end subroutine
end module
