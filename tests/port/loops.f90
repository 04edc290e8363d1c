! Loops over a grid as an owner has them: tests/port/load.sh loads them as kernels that read neighbours.
module loops
  implicit none
  integer, parameter :: wp = kind(1d0)
  real(wp) :: scale = 2.5_wp
  integer :: mx, my, mz
  real(wp), allocatable :: held(:, :, :)
  real(wp), pointer :: made(:, :, :)
contains
  ! Arrays of the module itself, which fields of their names stand for.
  subroutine of_module()
    integer :: i, j, k
    do k = 1, mz
      do j = 1, my
        do i = 1, mx
          made(i, j, k) = scale*held(i, j, k)
          if (held(i + 1, j, k) > held(i, j - 1, k)) made(i, j, k) = made(i, j, k) + held(i, j, k + 1)
        end do
      end do
    end do
  end subroutine
  ! Arithmetic: a variable-coefficient operator of 7 points.
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
  ! A limiter: branches, a number that is computed before the loops, and a variable of the module.
  subroutine limited(nx, ny, nz, dx, u, f)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in) :: dx, u(0:nx+1, 0:ny+1, 0:nz+1)
    real(wp), intent(inout) :: f(0:nx+1, 0:ny+1, 0:nz+1)
    integer :: i, j, k, ip
    real(wp) :: a, b, h
    h = 1/dx
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          ip = i + 1
          a = (u(ip, j, k) - u(i, j, k))*h
          b = (u(i, j, k) - u(i - 1, j, k))*h
          if (a*b <= 0) then
            f(i, j, k) = u(i, j, k)
            cycle
          end if
          f(i, j, k) = u(i, j, k) + 0.5_wp*dx*min(a, b)*scale
        end do
      end do
    end do
  end subroutine
  ! Two results; arithmetic that reads what it writes.
  subroutine both(nx, ny, nz, c, p, f, g)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in) :: c, p(0:nx+1, 0:ny+1, 0:nz+1)
    real(wp), intent(inout), dimension(0:nx+1, 0:ny+1, 0:nz+1) :: f, g
    integer :: i, j, k
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          f(i, j, k) = f(i, j, k) + c*(p(i, j + 1, k) - p(i, j - 1, k))
          g(i, j, k) = c*f(i, j, k)
        end do
      end do
    end do
  end subroutine
  ! Several components, the place of the point, and a profile along one axis.
  subroutine moved(nx, ny, nz, nvar, dt, s, q, r)
    integer, intent(in) :: nx, ny, nz, nvar
    real(wp), intent(in) :: dt, s(ny), q(0:nx+1, 0:ny+1, 0:nz+1, nvar)
    real(wp), intent(inout) :: r(0:nx+1, 0:ny+1, 0:nz+1, nvar)
    integer :: i, j, k, m
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          do m = 1, nvar
            if (q(i, j, k, m) > 0.5_wp) r(i, j, k, m) = r(i, j, k, m) + dt*s(j)*(q(i, j + 1, k, m) - q(i, j - 1, k, 1)) &
                                                                      + (i - 1)*1e-3_wp + k
          end do
        end do
      end do
    end do
  end subroutine
end module
