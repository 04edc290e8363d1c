!> What is known about a shot without Drawbridge: its steps in plain loops, and the exact wave of a point source.
module seismic_answers
  use example_support, only: wp
  implicit none
  private
  public :: radius, pi, shot_t, plain_fortran, ricker, point_wave

  integer, parameter  :: radius = 4                                           ! of the differences in space
  real(wp), parameter :: pi = acos(-1.0_wp)
  !> What is shot: a source cell, receiver cells, the wavelet at each step.
  type :: shot_t
    real(wp) :: spacing, dt                                                   ! m, s
    integer  :: source(2) = 1                                                 ! cell in x and z
    real(wp), allocatable :: speed(:, :), damping(:, :), wavelet(:)           ! m/s; factor of a step; m/s2 per m2
    integer, allocatable  :: receivers(:, :)                                  ! cells (2,n)
    real(wp), allocatable :: before(:, :), u(:, :), traces(:, :)              ! two time levels; (n,steps)
  end type

contains

  !> The answer key: the same steps in plain loops.
  subroutine plain_fortran(s)
    type(shot_t), intent(inout) :: s
    ! B. Fornberg, Math. Comp. 51 (1988) 699, table 1: second derivative, order 8
    real(wp), parameter :: c(0:4) = [-205.0_wp/72, 8.0_wp/5, -1.0_wp/5, 8.0_wp/315, -1.0_wp/560]
    real(wp) :: w(1 - radius:size(s%u, 1) + radius, 1 - radius:size(s%u, 2) + radius), next(size(s%u, 1), size(s%u, 2)), l
    integer  :: nx, nz, step, i, j, k
    nx = size(s%u, 1); nz = size(s%u, 2)
    w = 0
    do step = 1, size(s%wavelet)
      w(1:nx, 1:nz) = s%u
      do k = 1, radius                                       ! u = 0 on the faces
        w(1 - k, :) = -w(k, :);  w(nx + k, :) = -w(nx + 1 - k, :)
        w(:, 1 - k) = -w(:, k);  w(:, nz + k) = -w(:, nz + 1 - k)
      end do
      do j = 1, nz
        do i = 1, nx
          l = 2*c(0)*w(i, j)
          do k = 1, radius
            l = l + c(k)*(w(i - k, j) + w(i + k, j) + w(i, j - k) + w(i, j + k))
          end do
          next(i, j) = 2*w(i, j) - s%before(i, j) + (s%speed(i, j)*s%dt/s%spacing)**2*l
        end do
      end do
      s%before = s%damping*s%u
      s%u = s%damping*next
      i = s%source(1); j = s%source(2)
      s%u(i, j) = s%u(i, j) + s%wavelet(step)*(s%dt/s%spacing)**2
      do i = 1, size(s%receivers, 2)
        s%traces(i, step) = s%u(s%receivers(1, i), s%receivers(2, i))
      end do
    end do
  end subroutine

  !> N. Ricker, Geophysics 18 (1953) 10; its peak is at 1.5/f.
  elemental real(wp) function ricker(t, f)
    real(wp), intent(in) :: t, f
    real(wp) :: a
    a = (pi*f*(t - 1.5_wp/f))**2
    ricker = (1 - 2*a)*exp(-a)
  end function

  !> u(r,t) = 1/(2 pi c**2) integral over a of s(t - r/c cosh(a)), the wave of a line source (P. Morse, H. Feshbach,
  !> Methods of Theoretical Physics, 1953, section 7.3), by the trapezoidal rule; s is 0 before the time 0.
  pure real(wp) function point_wave(r, t, c, f)
    real(wp), intent(in) :: r, t, c, f
    integer, parameter :: parts = 2000
    real(wp) :: top
    integer  :: i
    point_wave = 0
    if (c*t <= r) return
    top = acosh(c*t/r)/parts
    point_wave = (ricker(t - r/c, f) + ricker(0.0_wp, f))/2
    do i = 1, parts - 1
      point_wave = point_wave + ricker(t - r/c*cosh(i*top), f)
    end do
    point_wave = point_wave*top/(2*pi*c**2)
  end function
end module
