! Constructs that were refused with a wrong reason, or not read: norm2, types in array constructors, max and min of several kinds, the
! guard of a first call behind its block, bits of integers, and names of BLOCK and ASSOCIATE.
module n
contains
function f(x) result(r)
 real(8), intent(in) :: x(3)
 real(8) :: r
 r = norm2(x)
end function
function f4(x) result(r)
 real(4), intent(in) :: x(3)
 real(4) :: r
 r = norm2(x) + norm2([x(1), 2.0*x(2)])
end function
subroutine tc(x, y)
 real(8), intent(in) :: x
 real(8), intent(out) :: y(4)
 y = [real(8) :: x, 1, 2.5, 3]
 y(1:2) = [integer :: x, 3.7d0]
end subroutine
subroutine mx(x, s, i, r)
 real(8), intent(in) :: x
 real(4), intent(in) :: s
 integer, intent(in) :: i
 real(8), intent(out) :: r(4)
 r(1) = max(0., x)
 r(2) = max(x, s)
 r(3) = min(s, x, 1.0)
 r(4) = max(i, 2_8)
end subroutine
subroutine endif1(x)
 real(8), intent(inout) :: x
 logical, save :: first = .true.
 real(8), save :: c
 if (first) then
  c = sqrt(2d0)
 endif
 first = .false.
 x = x*c
end subroutine
subroutine cs(i, j)
 integer, intent(in) :: i
 integer, intent(out) :: j
 select case (i)
 case (int(z'0a'))
  j = 1
 case (-3:-1)
  j = 2
 case (2*3, 7+1)
  j = 3
 case (kind(1d0)+100)
  j = 4
 case default
  j = 5
 end select
end subroutine
end module
module acc_m
 integer, parameter :: wp = kind(1d0)
 type t
  real(8) :: x, y(3)
 end type
contains
subroutine a1(p, x, k, r)
 type(t), intent(in) :: p
 real(8), intent(in) :: x
 integer, intent(in) :: k
 real(8), intent(out) :: r(6)
 character(3) :: w
 associate (y => p%x, x => p%y(2), k => x)
  r(1) = p%x + p%y(1) + x + y + k
  w = 'x y'
  if (w == 'x y') r(2) = x
  r(3) = real(k, kind=8) + merge(x,y,.true.)
 end associate
 x1: do
  block
   integer :: x1, n
   real(8) :: q(3)
   n = 3
   x1 = 2
   q = [real(8) :: x1, n, 0.1]
   r(4) = q(1) + q(2)*q(3)
  end block
  exit x1
 end do x1
 block
  integer, parameter :: kk = 4
  real(kk) :: z
  z = 0.1
  r(5) = z
 end block
 associate (s => p%y, half => x/2, kind => r(3))
  r(6) = half*s(2) + real(x, kind=4) + kind+ sum(s) + norm2(s)
 end associate
end subroutine
subroutine nest(p, r)
 type(t), intent(in) :: p
 real(8), intent(out) :: r
 associate (a => p)
  associate (b => a%x, c => a%y)
   block
    real(8) :: p
    p = b + c(1)
    r = p*2
   end block
  end associate
 end associate
end subroutine
subroutine savedinblock(x)
 real(8), intent(inout) :: x
 block
  real(8) :: z
  save :: z
  z = z + x
  x = z
 end block
end subroutine
subroutine loops(x, n)
 real(8), intent(inout) :: x
 integer, intent(in) :: n
 integer :: m
 associate (i => m, j => n)
  do i = 1, j
   x = x + i
  end do
 end associate
end subroutine
subroutine tc2(x, y, i)
 real(8), intent(in) :: x
 integer, intent(in) :: i
 real(8), intent(out) :: y(7)
 real(8), parameter :: tab(3) = [real(4) :: 0.1d0, 3, 1d0/3]
 integer, parameter :: it(2) = [integer :: 3.7d0, -3.7]
 y(1:3) = tab
 y(4:5) = it
 y(6:7) = [real(wp) :: i, x] + [double precision :: 1, 0.3]
end subroutine
subroutine boz(i, j)
 integer, intent(in) :: i
 integer(8), intent(out) :: j
 integer :: k
 data k /z'ffffffff'/
 select case (i)
 case (int(z'ffffffff'):int(b'1'))
  j = 1
 case (int(o"17", kind=8))
  j = 2
 case (int(z'0A'))
  j = k
 case default
  j = int(z'ffffffffff', 8)
 end select
end subroutine
end module
subroutine kinds(x, s, i, j, r)
 real(8), intent(in) :: x
 real(4), intent(in) :: s
 integer, intent(in) :: i
 integer(8), intent(in) :: j
 real(8), intent(out) :: r(7)
 r(1) = mod(x, s)
 r(2) = modulo(s, x)
 r(3) = dim(s, x) + dim(x, 0.1)
 r(4) = sign(1.5d0, x)
 r(5) = mod(s, 0.3d0)
 r(6) = mod(i, j)
 r(7) = max(i, j) + dim(j, i)
end subroutine
subroutine k0(x, y, r)
 real(8), intent(in) :: x(5), y(2, 2)
 real(8), intent(out) :: r(3)
 real(4) :: s(3)
 s = real(x(1:3), 4)
 r(1) = norm2(x(1:5:2)) + norm2(s)
 r(2) = norm2(y) - norm2([0d0, 0d0])
 r(3) = norm2(1d200*y)*1d-200 + min(s(1), x(2), 0.3) + max(s(2), s(3), 0.25d0)
end subroutine
subroutine k1(x, r, w)
 real(8), parameter :: a = 1.5d0
 real(8), intent(in) :: x
 real(8), intent(out) :: r
 character(4), intent(in) :: w
 associate (then => x, if => a, kind => x, while => 3)
  if (then > 0) then
   r = if*then
  else if (w == 'then') then
   r = real(x + while, kind=8)
  else
   r = kind
  end if
  do while (r < while)
   r = r*2 + 1
  end do
 end associate
end subroutine
subroutine k2(x, r)
 real(8), intent(in) :: x(0:3)
 real(8), intent(out) :: r
 integer :: i
 r = 0
 associate (i => x(1), y => x, z => x(1:3))
  r = i + y(0) + y(ubound(y, 1)) + sum(z)
 end associate
end subroutine
subroutine k3(x, r)
 real(8), intent(in) :: x(0:3)
 real(8), intent(out) :: r
 associate (y => x, z => x(1:3))
  r = y(0) + y(ubound(y, 1)) + sum(z) + size(z)
 end associate
end subroutine
subroutine k4(x, r, n)
 real(8), intent(in) :: x(4)
 integer, intent(in) :: n
 real(8), intent(out) :: r
 r = 0
 outer: do i = 1, 4
  associate (outer2 => x(i), q => n + 1)
   block
    integer :: i
    do i = 1, q
     if (outer2 > i) exit outer
     if (outer2 < -i) cycle outer
     r = r*0.5d0 + outer2
    end do
   end block
  end associate
 end do outer
end subroutine
! Text of a module, logical numbers of one byte, and names of operators that begin like an array constructor.
module choices
 use iso_c_binding, only: wl => c_bool
 implicit none
 character(10), public :: scheme = 'maykut71'
 character(4), private :: short
 logical(wl) :: on = .true._wl
 type :: pair
  real(8) :: a
 end type
 interface operator(/)
  module procedure ratio
 end interface
 public :: operator(/), operator(==)
contains
real(8) function ratio(x, y)
 type(pair), intent(in) :: x, y
 ratio = x%a/y%a
end function
subroutine chooses(x, y, n)
 real(8), intent(in) :: x
 real(8), intent(out) :: y
 integer, intent(out) :: n
 character(6) :: own
 own = scheme
 y = x
 if (scheme == 'maykut71') y = 2*x
 if (scheme(1:1) == 'b' .or. own /= short) y = y + 1
 select case (trim(scheme))
 case ('bubbly')
  y = y - x*x
 case ('maykut71', 'A')
  y = -y
 end select
 n = measures(scheme) + 100*measures(short//'x')
end subroutine
integer function measures(t)
 character(*), intent(in) :: t
 measures = len_trim(t) + ichar(t(1:1))
end function
subroutine changes(x)
 real(8), intent(in) :: x
 if (x > 0) scheme = 'bubbly'
end subroutine
subroutine small(l, m, a, b, n, r)
 logical(wl), intent(in) :: l, a(5)
 logical, intent(in) :: m
 logical(wl), intent(out) :: b(5)
 integer, intent(out) :: n(3)
 real(8), intent(inout) :: r(5)
 logical(wl) :: t(5), one
 logical(wl), parameter :: fixed(2) = [.true._wl, .false._wl]
 logical :: wide
 one = m
 wide = l
 t = .not. a
 b = a .and. (one .or. on)
 b(2:3) = a(1:2)
 b(4) = fixed(1) .neqv. l
 where (t) r = -r
 n = [count(t), count(b), merge(1, 2, wide .eqv. l)]
 if (any(a) .and. all(b(1:2))) r(1) = r(1) + 1
 r(2) = merge(r(3), r(4), t(5))
 if (said(a(2:4), one)) r(5) = 0
end subroutine
logical(wl) function said(a, b)
 logical(wl), intent(in) :: a(:), b
 said = a(2) .or. (b .and. size(a) > 2)
end function
end module
subroutine divides(y)
 use choices, only: operator(/), pair
 real(8), intent(out) :: y
 y = 1
end subroutine
