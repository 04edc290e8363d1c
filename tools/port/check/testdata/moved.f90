! Functions of bits, of the parts of a number, and those whose elements are their argument's at other places.
module moved
  implicit none
contains
  subroutine bits(i, j, k, r, l)
    integer, intent(in) :: i, j, k
    integer, intent(out) :: r(16)
    integer(8), intent(out) :: l(6)
    integer :: m, n
    integer(8) :: b
    m = modulo(j, 32)
    n = modulo(k, 31)
    b = ieor(int(i, 8)*2654435761_8, int(j, 8))
    r = 0
    r(1) = ibits(i, modulo(j, 20), modulo(k, 12))
    r(2) = ibset(i, m)
    r(3) = ibclr(i, m)
    r(4) = shiftl(i, n)
    r(5) = shiftr(i, m)
    r(6) = shifta(i, m)
    r(7) = ishftc(i, m)
    r(8) = ishftc(i, n - 31)
    r(9) = ishftc(i, modulo(j, 9), 8 + modulo(k, 20))
    r(10) = ishftc(i, -modulo(k, 8), 8)
    r(11) = merge_bits(i, j, k)
    r(12) = popcnt(i) + 100*leadz(j)
    r(13) = trailz(k) + 100*popcnt(b) + leadz(b)
    r(14) = shiftr(-5, 30) + shifta(-5, 31) + shiftl(3, 30)
    r(15) = shiftl(i, 32) + shiftr(i, 32) + shifta(i, 32)
    r(16) = ibits(-1, 3, 5)
    l(1) = ibits(b, m, n)
    l(2) = ishftc(b, n)
    l(3) = shiftl(b, m)
    l(4) = shiftr(b, m)
    l(5) = shifta(b, 2*m)
    l(6) = ibset(ibclr(b, n), 63)
  end subroutine

  subroutine parts(x, s, i, y, t, k)
    real(8), intent(in) :: x
    real(4), intent(in) :: s
    integer, intent(in) :: i
    real(8), intent(out) :: y(7)
    real(4), intent(out) :: t(5)
    integer, intent(out) :: k(3)
    integer :: n
    n = modulo(i, 60) - 30
    y(1) = scale(x, n)
    y(2) = fraction(x)
    y(3) = set_exponent(x, n)
    y(4) = spacing(x)
    y(5) = nearest(x, 1.0) - x
    y(6) = scale(x, 4000) + scale(x, -4000)
    y(7) = nearest(x, real(x*0, 4)) ! zeros of both signs
    t(1) = scale(s, n)
    t(2) = fraction(s)
    t(3) = set_exponent(s, n)
    t(4) = spacing(s)
    t(5) = nearest(s, -2d0)
    k(1) = exponent(x)
    k(2) = exponent(s)
    k(3) = exponent(x*0) + exponent(scale(x, n))
  end subroutine

  subroutine shapes(x, a, n, y, b, z, w)
    real(8), intent(inout) :: x(6), a(2, 3)
    integer, intent(in) :: n
    real(8), intent(out) :: y(6), b(3, 2), z, w(2, 3, 2)
    integer :: k(4)
    y = cshift(x, n) + 2*cshift(x, -1)
    x = cshift(x, 2)
    a = cshift(a, 1, dim=2)
    a(:, 2) = cshift(a(:, 2) + x(1:2), shift=n)
    b = transpose(a)
    b = b + reshape(x, [3, 2]) + reshape(cshift(a, -1), [3, 2])
    x(2:5) = reshape(b(2:3, :), [4])
    a = reshape(a, [2, 3])*2 + spread(x(1:3), 1, 2) + spread(x(5:6), dim=2, ncopies=3)
    w = reshape([x, y], [2, 3, 2])
    w(:, :, 1) = w(:, :, 1) + transpose(reshape(b, [3, 2]))
    where (cshift(x, 1) > x) x = cshift(y, 1)
    k = cshift([1, 2, 3, 4], n)
    z = sum(cshift(x, 1)*y) + maxval(transpose(b)) + dot_product(cshift(y, k(1)), x) + total(cshift(x, 3)) + total(reshape(b, [6]))
    x = sin(cshift(x, 1)) + total(spread(z, 1, 6))
  end subroutine

  real(8) function total(x)
    real(8), intent(in) :: x(6)
    total = x(1) - x(2)*x(6)
  end function
end module
