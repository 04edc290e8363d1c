! The steps of bench_lists as plain fused loops, in a file of their own so that nothing is inlined: the yardstick.
module plain_lists
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: plain_heat, plain_wave, plain_flux, periodic

contains

  ! v = u + dt laplacian(u)
  subroutine plain_heat(n, u, v, c, dt)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(0:n + 1, 0:n + 1, 0:n + 1), c, dt
    real(wp), intent(inout) :: v(0:n + 1, 0:n + 1, 0:n + 1)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          v(i, j, k) = u(i, j, k) + dt*(c*(u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + &
                                           u(i, j, k + 1) - 6*u(i, j, k)))
        end do
      end do
    end do
  end subroutine

  ! v = u + dt (the fluxes into a cell), d: conductivity of the faces towards i-1, j-1 and k-1
  subroutine plain_flux(n, u, v, d, dt)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(0:n + 1, 0:n + 1, 0:n + 1), d(0:n + 1, 0:n + 1, 0:n + 1), dt
    real(wp), intent(inout) :: v(0:n + 1, 0:n + 1, 0:n + 1)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          v(i, j, k) = u(i, j, k) + dt*(d(i + 1, j, k)*(u(i + 1, j, k) - u(i, j, k)) - d(i, j, k)*(u(i, j, k) - u(i - 1, j, k)) &
                                        + d(i, j + 1, k)*(u(i, j + 1, k) - u(i, j, k)) - d(i, j, k)*(u(i, j, k) - u(i, j - 1, k)) &
                                        + d(i, j, k + 1)*(u(i, j, k + 1) - u(i, j, k)) - d(i, j, k)*(u(i, j, k) - u(i, j, k - 1)))
        end do
      end do
    end do
  end subroutine

  ! q = d (2 p - q + c laplacian(p)), of radius 4
  subroutine plain_wave(n, p, q, d, w, c)
    integer, intent(in) :: n
    real(wp), intent(in) :: p(-3:n + 4, -3:n + 4, -3:n + 4), d(-3:n + 4, -3:n + 4, -3:n + 4), w(0:4), c
    real(wp), intent(inout) :: q(-3:n + 4, -3:n + 4, -3:n + 4)
    real(wp) :: sum
    integer :: i, j, k, m
    do k = 1, n
      do j = 1, n
        do i = 1, n
          sum = 3*w(0)*p(i, j, k)
          do m = 1, 4
            sum = sum + w(m)*(p(i - m, j, k) + p(i + m, j, k) + p(i, j - m, k) + p(i, j + m, k) + p(i, j, k - m) + p(i, j, k + m))
          end do
          q(i, j, k) = d(i, j, k)*(2*p(i, j, k) - q(i, j, k) + c*sum)
        end do
      end do
    end do
  end subroutine

  ! h layers of periodic halo
  subroutine periodic(n, h, u)
    integer, intent(in) :: n, h
    real(wp), intent(inout) :: u(1 - h:n + h, 1 - h:n + h, 1 - h:n + h)
    u(1 - h:0, 1:n, 1:n) = u(n + 1 - h:n, 1:n, 1:n)
    u(n + 1:n + h, 1:n, 1:n) = u(1:h, 1:n, 1:n)
    u(:, 1 - h:0, 1:n) = u(:, n + 1 - h:n, 1:n)
    u(:, n + 1:n + h, 1:n) = u(:, 1:h, 1:n)
    u(:, :, 1 - h:0) = u(:, :, n + 1 - h:n)
    u(:, :, n + 1:n + h) = u(:, :, 1:h)
  end subroutine
end module
