!> What translators get wrong: each routine holds one trap of Fortran's arithmetic or of its control flow.
module traps
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: powers
  integer, parameter :: n = 4
  real(wp), parameter :: table(2, 3) = reshape([1.1_wp, 2.2_wp, 3.3_wp, -4.4_wp, 5.5_wp, 6.6_wp], [2, 3])
  real(wp), parameter :: third = 1.0_wp/3, big = 131.3_wp**4, root = exp(1.0_wp)
  real, parameter :: single = 1.1
  real(wp) :: shared(n) = [1.0_wp, 2.0_wp, 3.0_wp, 4.0_wp]
  integer :: mode = 1
  type inner
    real(wp) :: a
    integer :: k
  end type
  type pair
    real(wp) :: x, y(3)
    type(inner) :: in
    logical :: yes
  end type
  interface picked
    module procedure picked_real, picked_single
    module procedure picked_whole
    procedure picked_list
  end interface
  interface put
    module procedure :: put_real, put_table
  end interface
contains
  subroutine powers(x, y, i, j, r)
    real(wp), intent(in) :: x, y
    integer, intent(in) :: i, j
    real(wp), intent(out) :: r(12)
    r(1) = x**3
    r(2) = x**(-3)
    r(3) = -x**2
    r(4) = x**0.5_wp
    r(5) = abs(x)**y
    r(6) = 2**i
    r(7) = (-1)**i
    r(8) = real(x)**5
    r(9) = x**i**2
    r(10) = x**2**2
    r(11) = big*x + third
    r(12) = x**int(j, 8)
  end subroutine
  subroutine kinds(x, i, a, b, c, k)
    real, intent(in) :: x
    integer, intent(in) :: i
    real(wp), intent(out) :: a, b
    real, intent(out) :: c
    integer(8), intent(out) :: k
    a = 1.1*x + 0.1
    b = x*0.1_wp + single
    c = x/3 + i/2
    a = a + i/3*1.5
    k = int(i, 8)*100000*100000
    b = b + 1/3 + 7/2 + (-7)/2
  end subroutine
  elemental real(wp) function square(x)
    real(wp), intent(in) :: x
    square = x*x
  end function
  subroutine integers(i, j, x, k)
    integer, intent(in) :: i, j
    real(wp), intent(in) :: x
    integer, intent(out) :: k(12)
    k = 0
    k(1) = mod(i, 3) + modulo(i, 3)
    k(2) = mod(i, -3) - modulo(i, -3)
    if (j /= 0) k(3) = i/j
    k(4) = nint(x)
    k(5) = floor(x) + ceiling(x)
    k(6) = int(x)
    k(7) = sign(i, j)
    k(8) = dim(i, j)
    k(9) = iand(i, 5) + ior(i, 9) + ieor(i, 3) + not(i) + ishft(i, 2)
    k(10) = merge(i, j, i > j)
    k(11) = abs(i)
    if (btest(i, 1)) k(12) = max(i, j, 3) + min(i, j)
  end subroutine
  subroutine places(x, i, n, k)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    integer, intent(in) :: i(5)
    integer, intent(out) :: k(9)
    k(1) = maxloc(x, 1)
    k(2) = minloc(x, dim=1)
    k(3) = maxloc(x, 1, mask=x > 0.5_wp)
    k(4) = minloc(abs(x - 1), 1, x < 1)
    k(5) = maxloc(i, 1) + 10*minloc(i, 1)
    k(6) = maxloc(x(2:), 1)
    k(7) = minloc(x(n:1:-1), 1)
    k(8) = maxloc(-x, 1, x < -1e4_wp)
    k(9) = minloc(sqrt(x), 1)
  end subroutine
  subroutine reals(x, y, r)
    real(wp), intent(in) :: x, y
    real(wp), intent(out) :: r(16)
    r(1) = mod(x, y)
    r(2) = modulo(x, y)
    r(3) = sign(x, y)
    r(4) = aint(x) + anint(y)
    r(5) = atan2(x, y) + hypot(x, y)
    r(6) = dim(x, y)
    r(7) = exp(x) - log(abs(y)) + log10(abs(x))
    r(8) = sin(x)*cos(y)/tan(x)
    r(9) = sinh(x) + cosh(x)*tanh(y)
    r(10) = erf(x) + erfc(y) + gamma(abs(x) + 1) + log_gamma(abs(y) + 1)
    r(11) = root*x + sqrt(2.0_wp)*y
    r(12) = asin(min(1.0_wp, max(-1.0_wp, x)))
    r(13) = x - (y - x) - y*(x*y)
    r(14) = x/y/x*y
    r(15) = huge(x)*1e-300_wp + tiny(y) + epsilon(x)
    r(16) = x + y*square(x)
  end subroutine
  subroutine loops(i, j, a, k)
    integer, intent(in) :: i, j
    real(wp), intent(inout) :: a(n)
    integer, intent(out) :: k(6)
    integer :: l, m, last
    k = 0
    last = i
    do l = 1, last
      last = 100
      k(1) = k(1) + l
    end do
    k(2) = l
    do l = 10, i, -3
      k(3) = k(3)*3 + l
    end do
    k(4) = l
    outer: do l = 1, n
      do m = 1, n
        if (m == j) cycle outer
        if (l == i) exit outer
        a(l) = a(l) + table(1, 2)*m
      end do
    end do outer
    m = 0
    do while (m < 5 .and. a(1) < 100)
      m = m + 1
      a(1) = a(1)*1.5_wp
      if (m == i) exit
    end do
    k(5) = m
    do
      m = m + 1
      if (m > 8) exit
      if (mod(m, 2) == 0) cycle
      k(6) = k(6) + m
    end do
  end subroutine
  subroutine jumps(i, x, k)
    integer, intent(in) :: i
    real(wp), intent(in) :: x
    integer, intent(out) :: k
    k = 0
10  k = k + 1
    if (k < i) goto 10
    if (x > 0) go to 30
    goto (20, 30, 40), i
    k = k + 1000
20  k = k + 100
    return
30  k = k - 5
    if (x - 1) 40, 50, 60
40  k = k*2
50  k = k + 7
60  continue
  end subroutine
  subroutine cases(i, l, k)
    integer, intent(in) :: i
    logical, intent(in) :: l
    integer, intent(out) :: k
    select case (i)
    case default
      k = -1
    case (:-2)
      k = 1
    case (0, 3)
      k = 2
    case (4:5)
      k = 3
    end select
    select case (l)
    case (.true.)
      k = k + 10
    case (.false.)
      k = k + 20
    end select
    if (l .eqv. i > 2) k = k + 100
    if (l .neqv. .not. i < 1) k = -k
  end subroutine
  subroutine arrays(m, a, b, c, s)
    integer, intent(in) :: m
    real(wp), intent(inout) :: a(m), b(m, m), c(0:m)
    real(wp), intent(out) :: s(10)
    real(wp) :: work(m), small(2)
    work = a
    a(2:m) = a(1:m - 1)*2
    a = a(m:1:-1) + work
    b(:, 1) = a*b(:, m) - sum(a)
    b = 2*b + 1
    c(0) = c(m)
    c(1:m) = b(1, :)*square(a)
    where (a > 0.5_wp)
      a = 1/a
      b(:, m) = a
    elsewhere (a < -0.5_wp)
      a = -a*2
    elsewhere
      a = 0
    end where
    where (work > 0) work = sqrt(work)
    s(1) = sum(a) + sum(b) + sum(a*work, mask=work > 0.1_wp)
    s(2) = product(work + 2)
    s(3) = maxval(a) - minval(b)
    s(4) = count(a > 0.3_wp)
    s(5) = dot_product(a, work)
    if (any(a > 1) .or. all(work < 1)) s(5) = -s(5)
    small = [s(1), s(2)*2]
    s(6) = small(2) + size(b) + size(b, 2) + lbound(c, 1) + ubound(c, 1)
    s(7:8) = matmul(table(:, 2:3), small)
    s(9:10) = [1.0_wp, small(1)]
    s(9) = sum(shared(:mode)*third) + sum([a, 1.0_wp])
  contains
    real(wp) function hidden(x)
      real(wp), intent(in) :: x
      hidden = x + work(1)
    end function
  end subroutine
  subroutine derived(p, x, q)
    type(pair), intent(inout) :: p
    real(wp), intent(in) :: x
    type(pair), intent(out) :: q
    p%x = p%x + x
    p%y(2) = p%y(1)*p%in%a
    p%y = p%y + [x, p%x, 1.0_wp]
    p%in%k = p%in%k/2
    q = p
    q%yes = .not. p%yes .and. q%in%k > 1
    call bump(q%y(3), q%in)
  end subroutine
  subroutine bump(x, in)
    real(wp), intent(inout) :: x
    type(inner), intent(inout) :: in
    x = x + in%a
    in%k = in%k + 1
  end subroutine
  subroutine optional_ones(x, a, b, k)
    real(wp), intent(in) :: x
    real(wp), intent(in), optional :: a, b(2)
    integer, intent(out) :: k
    k = 0
    if (present(a)) then
      if (a > x) k = 1
    end if
    if (present(b)) k = k + 2
    call inner_one(x, k, b=b)
  end subroutine
  subroutine inner_one(x, k, c, b)
    real(wp), intent(in) :: x
    integer, intent(inout) :: k
    real(wp), intent(in), optional :: c, b(2)
    if (present(b)) then
      if (b(1) > x) k = k + 4
    end if
    if (present(c)) k = -1
  end subroutine
  subroutine shapes(a, b, s)
    real(wp), intent(inout) :: a(:), b(0:, :)
    real(wp), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, size(a)
      s = s*0.5_wp + a(i)*b(0, 1)
    end do
    call scale_all(a, 2.0_wp)
    call scale_all(b(:, 1), s)
    call scale_all(b(1, :), 3.0_wp)
  end subroutine
  subroutine scale_all(v, f)
    real(wp), intent(inout) :: v(:)
    real(wp), intent(in) :: f
    v = v*f
  end subroutine
  subroutine inside(x, k, r)
    real(wp), intent(in) :: x
    integer, intent(in) :: k
    real(wp), intent(out) :: r
    real(wp) :: local(3)
    integer :: i
    local = [x, 2*x, 3*x]
    r = 0
    do i = 1, 3
      r = r + weighted(i)
    end do
    call change(k)
    r = r + local(1)
  contains
    real(wp) function weighted(j)
      integer, intent(in) :: j
      weighted = local(j)*k + half(x)
    end function
    real(wp) function half(z)
      real(wp), intent(in) :: z
      half = z/2
    end function
    subroutine change(j)
      integer, intent(in) :: j
      integer :: i
      do i = 1, 2
        local(i) = local(i) + j
      end do
    end subroutine
  end subroutine
  ! A generic name means the procedure whose arguments have the types and ranks of the call.
  real(wp) function picked_real(a, k) result(r)
    real(wp), intent(in) :: a
    integer, intent(in), optional :: k
    r = a*2
    if (present(k)) r = r - k
  end function
  real(wp) function picked_single(a) result(r)
    real, intent(in) :: a
    r = a*3
  end function
  real(wp) function picked_whole(a) result(r)
    integer, intent(in) :: a
    r = a*5 + 0.25_wp
  end function
  real(wp) function picked_list(a) result(r)
    real(wp), intent(in) :: a(:)
    r = sum(a)*7
  end function
  subroutine put_real(a, r)
    real(wp), intent(in) :: a
    real(wp), intent(inout) :: r
    r = r + a
  end subroutine
  subroutine put_table(a, r)
    real(wp), intent(in) :: a(:, :)
    real(wp), intent(inout) :: r
    r = r*a(1, 1) + size(a)
  end subroutine
  subroutine generic_names(x, s, i, a, r)
    real(wp), intent(in) :: x, a(3)
    real, intent(in) :: s
    integer, intent(in) :: i
    real(wp), intent(out) :: r(9)
    real(wp) :: c(2, 2)
    c = x
    r(1) = picked(x)
    r(2) = picked(s)
    r(3) = picked(i)
    r(4) = picked(a)
    r(5) = picked(x + s, k=i)
    r(6) = picked(picked(i/2)*i) + picked(c(:, 1))
    r(7) = picked(abs(s)**i) - picked(-a(2:3) + x)
    r(8) = x
    call put(picked(a(1)), r(8))
    r(9) = s
    call put(c, r(9))
  end subroutine
  ! A function that changes an array, inside of arithmetic.
  real(wp) function norm_with(k, a, work) result(r)
    integer, intent(in) :: k
    real(wp), intent(in) :: a(3)
    real(wp), intent(inout) :: work(*)
    work(1) = a(1) + k
    r = abs(work(1)) + abs(a(2)) + a(3)
  end function
  subroutine with_work(a, work, i, r, t)
    real(wp), intent(in) :: a(3)
    real(wp), intent(inout) :: work(5)
    integer, intent(in) :: i
    real(wp), intent(out) :: r, t
    real(wp) :: d(3)
    r = max(0.5_wp*norm_with(i, a, work(2)), 1.0e-3_wp) + i
    t = r/abs(norm_with(i + 1, a, d)) - min(a(1), norm_with(2, a, work))
    t = t + d(1) + work(1)
  end subroutine
end module
