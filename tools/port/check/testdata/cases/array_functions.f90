module fills
  implicit none
  integer, parameter :: three = 3
contains
  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(three)
    c(1) = a(2)*b(3) - a(3)*b(2)
    c(2) = a(3)*b(1) - a(1)*b(3)
    c(3) = a(1)*b(2) - a(2)*b(1)
  end function
  function scaled(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), s
    real(8) :: scaled(n)
    scaled = x*s
  end function
  function outer(x, y) result(r)
    real(8), intent(in) :: x(:)
    real(4), intent(in) :: y(:)
    real(8) :: r(size(x), 0:size(y) - 1)
    integer :: j
    do j = 0, size(y) - 1
      r(:, j) = x*y(j + 1)
    end do
  end function
  function signs(x)
    real(8), intent(in) :: x(:)
    logical :: signs(size(x))
    signs = x > 0
  end function
  subroutine uses(n, x, y, m, t, k)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n), m(3), t
    integer, intent(out) :: k
    real(8) :: square(n, 2)
    integer :: i
    y = scaled(n, x, 2d0) + x
    y = scaled(n, y, x(1))
    m = cross(cross([1d0, 2d0, 3d0], [x(1), 1d0, 0d0]), [0d0, 1d0, x(1)])
    square = outer(x, [1.0, x4(x(1))])
    t = sum(outer(x, [1.0, 2.0])) + dot_product(m, cross(m, [1d0, 0d0, 0d0]))
    k = count(signs(x))
    if (any(signs(y))) k = k + 10
    do i = 1, n
      if (t > 0) y(i) = y(i) + sum(scaled(i, x, t))
    end do
    y = y + merge(square(:, 2), 0d0, signs(x))
  end subroutine
  function x4(x)
    real(8), intent(in) :: x
    real(4) :: x4
    x4 = real(x, 4)
  end function
end module
