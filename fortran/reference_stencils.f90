! What the operators on fields mean, as plain loops in double precision. Shares nothing with the kernels.
! u(lo(1):, lo(2):, lo(3):) are fields with halo: the interior is 1..n along each axis; in 2-D n(3) = 1 and
! there is no halo along z. Results are interior only.
module reference_stencils
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: field_t, derivative, laplacian, laplacian_high, stencil7, stencil27, relax, residual, gray_scott, &
      constant, combine, combine_product, multiply, divide, reaction, copy, swap, fill

  ! One field: a(1-h(1):n(1)+h(1), ...)
  type :: field_t
    integer :: n(3), h(3)
    real(wp), allocatable :: a(:, :, :)
  end type

contains

  ! d = sum over m = -r..r of c(m) u(i + m along the axis)
  ! Operators: derivative_x derivative_y derivative_z.
  subroutine derivative(axis, r, c, u, d)
    integer, intent(in) :: axis, r
    real(wp), intent(in) :: c(-r:r)
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: d(:, :, :)
    integer :: i, j, k, m, e(3)
    e = 0
    e(axis) = 1
    d = 0
    do k = 1, u%n(3)
      do j = 1, u%n(2)
        do m = -r, r
          do i = 1, u%n(1)
            d(i, j, k) = d(i, j, k) + c(m)*u%a(i + m*e(1), j + m*e(2), k + m*e(3))
          end do
        end do
      end do
    end do
  end subroutine

  ! l = sum over the axes of c (u(-1) - 2 u + u(+1))
  subroutine laplacian(c, u, l)
    real(wp), intent(in) :: c(:) ! one per axis: 2 or 3
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: l(:, :, :)
    integer :: i, j, k
    do k = 1, u%n(3)
      do j = 1, u%n(2)
        do i = 1, u%n(1)
          l(i, j, k) = c(1)*(u%a(i - 1, j, k) - 2*u%a(i, j, k) + u%a(i + 1, j, k)) &
                     + c(2)*(u%a(i, j - 1, k) - 2*u%a(i, j, k) + u%a(i, j + 1, k))
          if (size(c) == 3) l(i, j, k) = l(i, j, k) + c(3)*(u%a(i, j, k - 1) - 2*u%a(i, j, k) + u%a(i, j, k + 1))
        end do
      end do
    end do
  end subroutine

  ! l = sum over the axes of c(0) u + sum over m = 1..r of c(m) (u(-m) + u(+m))
  subroutine laplacian_high(r, c, u, l)
    integer, intent(in) :: r
    real(wp), intent(in) :: c(0:, :) ! (0:r, axes)
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: l(:, :, :)
    real(wp) :: full(-r:r), part(size(l, 1), size(l, 2), size(l, 3))
    integer :: axis, m
    l = 0
    do axis = 1, size(c, 2)
      full = [(c(abs(m), axis), m = -r, r)]
      call derivative(axis, r, full, u, part)
      l = l + part
    end do
  end subroutine

  ! d = c(0) u + c(1) (sum of the neighbours that share a face)
  subroutine stencil7(dims, c, u, d)
    integer, intent(in) :: dims
    real(wp), intent(in) :: c(0:1)
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: d(:, :, :)
    call by_class(dims, [c, 0.0_wp, 0.0_wp], u, d)
  end subroutine

  ! d = sum over the classes centre, faces, edges, corners of c (sum of the class)
  subroutine stencil27(dims, c, u, d)
    integer, intent(in) :: dims
    real(wp), intent(in) :: c(0:)
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: d(:, :, :)
    call by_class(dims, [c, 0.0_wp], u, d)
  end subroutine

  subroutine by_class(dims, c, u, d)
    integer, intent(in) :: dims
    real(wp), intent(in) :: c(0:)
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: d(:, :, :)
    integer :: i, j, k, x, y, z, deep
    deep = merge(1, 0, dims == 3)
    d = 0
    do k = 1, u%n(3)
      do j = 1, u%n(2)
        do i = 1, u%n(1)
          do z = -deep, deep
            do y = -1, 1
              do x = -1, 1
                d(i, j, k) = d(i, j, k) + c(abs(x) + abs(y) + abs(z))*u%a(i + x, j + y, k + z)
              end do
            end do
          end do
        end do
      end do
    end do
  end subroutine

  ! The points of one colour (0 red: i+j+k even, 1 black) take the value that makes laplacian(u) = f hold there.
  ! Operators: gauss_seidel gauss_seidel_red gauss_seidel_black.
  subroutine relax(colour, c, f, u)
    integer, intent(in) :: colour
    real(wp), intent(in) :: c(:)
    type(field_t), intent(in) :: f
    type(field_t), intent(inout) :: u
    integer :: i, j, k
    real(wp) :: around
    do k = 1, u%n(3)
      do j = 1, u%n(2)
        do i = 1, u%n(1)
          if (mod(i + j + k, 2) /= colour) cycle
          around = c(1)*(u%a(i - 1, j, k) + u%a(i + 1, j, k)) + c(2)*(u%a(i, j - 1, k) + u%a(i, j + 1, k))
          if (size(c) == 3) around = around + c(3)*(u%a(i, j, k - 1) + u%a(i, j, k + 1))
          u%a(i, j, k) = (around - f%a(i, j, k))/(2*sum(c))
        end do
      end do
    end do
  end subroutine

  ! r = f - laplacian(u)
  subroutine residual(c, u, f, r)
    real(wp), intent(in) :: c(:)
    type(field_t), intent(in) :: u, f
    real(wp), intent(out) :: r(:, :, :)
    call laplacian(c, u, r)
    r = f%a(1:u%n(1), 1:u%n(2), 1:u%n(3)) - r
  end subroutine

  ! `steps` steps of Gray-Scott on two 2-D fields whose halo is at least `steps` wide; p = Du Dv F k dt. Step s
  ! is made on the interior and the steps - s rings around it that the next ones need.
  subroutine gray_scott(steps, p, u, v)
    integer, intent(in) :: steps
    real(wp), intent(in) :: p(5)
    type(field_t), intent(inout) :: u, v
    real(wp), allocatable :: a(:, :), b(:, :)
    real(wp) :: reaction
    integer :: s, i, j, w
    do s = 1, steps
      w = steps - s
      a = u%a(:, :, 1)
      b = v%a(:, :, 1)
      do j = 1 - w, u%n(2) + w
        do i = 1 - w, u%n(1) + w
          associate (x => i + u%h(1), y => j + u%h(2), x2 => i + v%h(1), y2 => j + v%h(2))
            reaction = a(x, y)*b(x2, y2)**2
            u%a(i, j, 1) = a(x, y) + p(5)*(p(1)*(a(x - 1, y) + a(x + 1, y) + a(x, y - 1) + a(x, y + 1) - 4*a(x, y)) &
                - reaction + p(3)*(1 - a(x, y)))
            v%a(i, j, 1) = b(x2, y2) + p(5)*(p(2)*(b(x2 - 1, y2) + b(x2 + 1, y2) + b(x2, y2 - 1) + b(x2, y2 + 1) - 4*b(x2, y2)) &
                + reaction - (p(3) + p(4))*b(x2, y2))
          end associate
        end do
      end do
    end do
  end subroutine

  ! z = a
  subroutine constant(a, z)
    real(wp), intent(in) :: a
    real(wp), intent(out) :: z(:, :, :)
    z = a
  end subroutine

  ! z = sum over i of a(i) x(i)
  subroutine combine(a, x, z)
    real(wp), intent(in) :: a(:)
    type(field_t), intent(in) :: x(:)
    real(wp), intent(out) :: z(:, :, :)
    integer :: i
    z = 0
    do i = 1, size(a)
      z = z + a(i)*x(i)%a(1:x(i)%n(1), 1:x(i)%n(2), 1:x(i)%n(3))
    end do
  end subroutine

  ! z = a x + b y + c v w; a is a, b, c and x the fields x, y, v, w
  subroutine combine_product(a, x, z)
    real(wp), intent(in) :: a(3)
    type(field_t), intent(in) :: x(4)
    real(wp), intent(out) :: z(:, :, :)
    real(wp) :: w(size(z, 1), size(z, 2), size(z, 3))
    call combine(a(:2), x(:2), z)
    call multiply(a(3), x(3), x(4), w)
    z = z + w
  end subroutine

  ! z = a x y
  subroutine multiply(a, x, y, z)
    real(wp), intent(in) :: a
    type(field_t), intent(in) :: x, y
    real(wp), intent(out) :: z(:, :, :)
    integer :: i, j, k
    do k = 1, x%n(3)
      do j = 1, x%n(2)
        do i = 1, x%n(1)
          z(i, j, k) = a*x%a(i, j, k)*y%a(i, j, k)
        end do
      end do
    end do
  end subroutine

  ! z = a x / y
  subroutine divide(a, x, y, z)
    real(wp), intent(in) :: a
    type(field_t), intent(in) :: x, y
    real(wp), intent(out) :: z(:, :, :)
    integer :: i, j, k
    do k = 1, x%n(3)
      do j = 1, x%n(2)
        do i = 1, x%n(1)
          z(i, j, k) = a*x%a(i, j, k)/y%a(i, j, k)
        end do
      end do
    end do
  end subroutine

  ! z = x + a*(b*v - x*y*y), as an example of what users write
  ! Operators: pointwise.
  subroutine reaction(a, b, x, y, v, z)
    real(wp), intent(in) :: a, b
    type(field_t), intent(in) :: x, y, v
    real(wp), intent(out) :: z(:, :, :)
    integer :: i, j, k
    do k = 1, x%n(3)
      do j = 1, x%n(2)
        do i = 1, x%n(1)
          z(i, j, k) = x%a(i, j, k) + a*(b*v%a(i, j, k) - x%a(i, j, k)*y%a(i, j, k)**2)
        end do
      end do
    end do
  end subroutine

  ! z = x, with as much of its halo as both have
  subroutine copy(x, z)
    type(field_t), intent(in) :: x
    type(field_t), intent(inout) :: z
    integer :: lo(3), hi(3)
    lo = 1 - min(x%h, z%h)
    hi = x%n + min(x%h, z%h)
    z%a(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)) = x%a(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
  end subroutine

  ! x and y exchange what they hold
  subroutine swap(x, y)
    type(field_t), intent(inout) :: x, y
    type(field_t) :: held
    held = x
    x = y
    y = held
  end subroutine

  ! Halo layers beyond both faces of an axis; along earlier axes the halo is filled too, along later ones not.
  subroutine fill(axis, kind, layers, value, given, u)
    integer, intent(in) :: axis, layers
    character(*), intent(in) :: kind
    real(wp), intent(in) :: value
    type(field_t), intent(in) :: given
    type(field_t), intent(inout) :: u
    integer :: i(3), lo(3), hi(3), k, n, a, x, y, z
    do a = 1, 3
      lo(a) = 1
      hi(a) = u%n(a)
      if (a < axis) lo(a) = 1 - min(layers, u%h(a))
      if (a < axis) hi(a) = u%n(a) + min(layers, u%h(a))
    end do
    lo(axis) = 1
    hi(axis) = 1
    n = u%n(axis)
    do k = 1, layers
      do z = lo(3), hi(3)
        do y = lo(2), hi(2)
          do x = lo(1), hi(1)
            i = [x, y, z]
            call one(1 - k, k, n + 1 - k, 1 + k)
            call one(n + k, n + 1 - k, k, n - k)
          end do
        end do
      end do
    end do

  contains

    subroutine one(ghost, mirror, other_end, beyond)
      integer, intent(in) :: ghost, mirror, other_end, beyond
      real(wp) :: r
      select case (kind)
      case ('periodic')
        r = at(other_end)
      case ('mirror')
        r = at(mirror)
      case ('mirror_point')
        r = at(beyond)
      case ('dirichlet')
        r = 2*value - at(mirror)
      case ('neumann')
        r = at(mirror) + (2*k - 1)*value
      case ('given')
        i(axis) = ghost
        r = given%a(i(1), i(2), i(3))
      case default
        r = value
      end select
      i(axis) = ghost
      u%a(i(1), i(2), i(3)) = r
    end subroutine

    real(wp) function at(n)
      integer, intent(in) :: n
      i(axis) = n
      at = u%a(i(1), i(2), i(3))
    end function
  end subroutine
end module
