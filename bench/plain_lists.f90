! The steps of bench_lists as plain fused loops, in a file of their own so that nothing is inlined: the yardstick.
module plain_lists
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: plain_heat, plain_wave, plain_flux, plain_gradient, periodic

contains

  ! v = u + dt laplacian(u)
  subroutine plain_heat(n, threads, u, v, c, dt)
    integer, intent(in) :: n, threads
    real(wp), intent(in) :: u(0:n + 1, 0:n + 1, 0:n + 1), c, dt
    real(wp), intent(inout) :: v(0:n + 1, 0:n + 1, 0:n + 1)
    integer :: i, j, k
    !$omp parallel do private(i, j) num_threads(threads) if(threads > 1)
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
  subroutine plain_flux(n, threads, u, v, d, dt)
    integer, intent(in) :: n, threads
    real(wp), intent(in) :: u(0:n + 1, 0:n + 1, 0:n + 1), d(0:n + 1, 0:n + 1, 0:n + 1), dt
    real(wp), intent(inout) :: v(0:n + 1, 0:n + 1, 0:n + 1)
    integer :: i, j, k
    !$omp parallel do private(i, j) num_threads(threads) if(threads > 1)
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
  subroutine plain_wave(n, threads, p, q, d, w, c)
    integer, intent(in) :: n, threads
    real(wp), intent(in) :: p(-3:n + 4, -3:n + 4, -3:n + 4), d(-3:n + 4, -3:n + 4, -3:n + 4), w(0:4), c
    real(wp), intent(inout) :: q(-3:n + 4, -3:n + 4, -3:n + 4)
    real(wp) :: sum
    integer :: i, j, k, m
    !$omp parallel do private(i, j, m, sum) num_threads(threads) if(threads > 1)
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

  ! The gradient of u, and three expressions of it, each in a loop of its own
  subroutine plain_gradient(n, threads, u, v, ux, uy, uz, g, r, c, dt, k)
    integer, intent(in) :: n, threads
    real(wp), intent(in) :: u(-3:n + 4, -3:n + 4, -3:n + 4), c(-4:4), dt, k
    real(wp), dimension(-3:n + 4, -3:n + 4, -3:n + 4), intent(inout) :: v, ux, uy, uz, g, r
    integer :: i, j, l, m
    real(wp) :: sum
    !$omp parallel do private(i, j, m, sum) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          sum = c(-4)*u(i - 4, j, l)
          do m = -3, 4
            sum = sum + c(m)*u(i + m, j, l)
          end do
          ux(i, j, l) = sum
        end do
      end do
    end do
    !$omp parallel do private(i, j, m, sum) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          sum = c(-4)*u(i, j - 4, l)
          do m = -3, 4
            sum = sum + c(m)*u(i, j + m, l)
          end do
          uy(i, j, l) = sum
        end do
      end do
    end do
    !$omp parallel do private(i, j, m, sum) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          sum = c(-4)*u(i, j, l - 4)
          do m = -3, 4
            sum = sum + c(m)*u(i, j, l + m)
          end do
          uz(i, j, l) = sum
        end do
      end do
    end do
    !$omp parallel do private(i, j) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          g(i, j, l) = ux(i, j, l)*ux(i, j, l) + uy(i, j, l)*uy(i, j, l) + uz(i, j, l)*uz(i, j, l)
        end do
      end do
    end do
    !$omp parallel do private(i, j) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          r(i, j, l) = u(i, j, l)*(k - g(i, j, l))
        end do
      end do
    end do
    !$omp parallel do private(i, j) num_threads(threads) if(threads > 1)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          v(i, j, l) = v(i, j, l) + dt*(r(i, j, l) - k*v(i, j, l))
        end do
      end do
    end do
  end subroutine

  ! h layers of periodic halo
  subroutine periodic(n, h, threads, u)
    integer, intent(in) :: n, h, threads
    real(wp), intent(inout) :: u(1 - h:n + h, 1 - h:n + h, 1 - h:n + h)
    integer :: l
    !$omp parallel do num_threads(threads) if(threads > 1)
    do l = 1, n
      u(1 - h:0, 1:n, l) = u(n + 1 - h:n, 1:n, l)
      u(n + 1:n + h, 1:n, l) = u(1:h, 1:n, l)
      u(:, 1 - h:0, l) = u(:, n + 1 - h:n, l)
      u(:, n + 1:n + h, l) = u(:, 1:h, l)
    end do
    !$omp parallel do num_threads(threads) if(threads > 1)
    do l = 1, h
      u(:, :, l - h) = u(:, :, n + l - h)
      u(:, :, n + l) = u(:, :, l)
    end do
  end subroutine
end module
