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
module conform
  implicit none
contains
  pure function pair(list, two)
    logical :: pair
    integer, intent(in) :: list(:, :), two(2)
    integer :: i
    do i = 1, size(list, 2)
      if (all(list(:, i) == two(:))) then
        pair = .true.
        return
      end if
    end do
    pair = .false.
  end function
  subroutine sums(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(3)
    real(8), intent(out) :: z(3)
    z = x + max(y, x)
  end subroutine
end module
module shapes
  implicit none
  type, abstract :: root_t
    real(8) :: scale
    integer :: n
  contains
    procedure(face), deferred :: area
  end type
  type, extends(root_t) :: box_t
    integer :: m
    real(8) :: a(3)
    real(8), allocatable :: c(:)
  contains
    procedure :: area => box_area
    procedure :: grow
  end type
  type, extends(box_t) :: tall_t
    real(8) :: h
  end type
  abstract interface
    function face(this) result(r)
      import :: root_t
      class(root_t), intent(in) :: this
      real(8) :: r
    end function
  end interface
contains
  function box_area(this) result(r)
    class(box_t), intent(in) :: this
    real(8) :: r
    r = this%scale*this%a(1)*this%n + this%root_t%scale*this%m
    if (allocated(this%c)) r = r + this%c(2)
  end function
  subroutine grow(this, by)
    class(box_t), intent(inout) :: this
    real(8), intent(in) :: by
    this%scale = this%scale*by
    this%a = this%a + by
    this%m = this%m + this%n
  end subroutine
  function tall(t) result(r)
    type(tall_t), intent(in) :: t
    real(8) :: r
    r = t%h*t%scale + t%a(2) + t%box_t%a(1) + t%m + t%c(1)
  end function
  subroutine twice(this, r)
    class(box_t), intent(inout) :: this
    real(8), intent(out) :: r
    call grow(this, 2d0)
    r = box_area(this)
  end subroutine
  subroutine sets(this, other)
    class(tall_t), intent(inout) :: this
    type(tall_t), intent(in) :: other
    this%h = other%h + other%n
  end subroutine
  subroutine whole(this, other)
    class(root_t), intent(inout) :: this
    class(root_t), intent(in) :: other
    select type (this)
    type is (box_t)
      this%m = other%n
    end select
  end subroutine
  subroutine bound_type(this, r)
    class(box_t), intent(in) :: this
    real(8), intent(out) :: r
    r = this%area()
  end subroutine
  subroutine made(this)
    class(box_t), intent(out) :: this
    this%m = 1
  end subroutine
end module
module empties
  implicit none
  type, abstract :: nothing_t
  end type
  type, extends(nothing_t) :: something_t
    real(8) :: x
    integer :: n
  end type
contains
  function of_something(this) result(r)
    class(something_t), intent(in) :: this
    real(8) :: r
    r = this%x*this%n
  end function
end module
module m1
  implicit none
  real(8) :: a(2), b(2), c(3), d(3), e(4), f(4), g(5)
  equivalence (a, b), (c, d)
  equivalence (e(2), f(1))
  equivalence (f(2), g(1))
  real(4) :: p, q(2)
  common /shared_one/ p, q
  enum, bind(c)
    enumerator :: red = 3, green
    enumerator blue
  end enum
  abstract interface
    function face(x)
      real(8), intent(in) :: x
      real(8) :: face
    end function
  end interface
  procedure(face), pointer :: chosen => null()
  procedure(face) :: doubled
  type, bind(c) :: pair
    real(8) :: one
    integer :: two
  end type
  type holder
    integer :: n
    real(8), allocatable :: unseen(:, :)
    real(8), pointer :: also(:)
    type(holder), pointer :: next
    procedure(face), pointer, nopass :: call_me
    real(8) :: x
  end type
contains
  function h(i)
    integer, intent(in) :: i
    real(8) :: h
    if (i < 1 .or. i > 2) then
      h = blue + 10*green + 100*red
      return
    end if
    h = a(i) + 10*d(i) + 100*e(i) + 1000*f(i) + 1e4*g(i) + p + q(i)
  end function
  function holds(t) result(r)
    type(holder), intent(in) :: t
    real(8) :: r
    r = t%n*t%x + doubled(t%x)
  end function
  subroutine copies(t, u)
    type(holder), intent(in) :: t
    type(holder), intent(inout) :: u
    u = t
  end subroutine
  subroutine bound(x, y) bind(c, name='other_Name')
    real(8), intent(in) :: x
    type(pair), intent(inout) :: y
    y%one = x*y%two
  end subroutine
  function pointed(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = chosen(x)
  end function
  subroutine calls(x, y, word)
    real(8), intent(in) :: x
    type(pair), intent(inout) :: y
    character(*), intent(in) :: word
    call bound(x, y)
    select case (trim(word))
    case ('aa', 'b')
      y%one = 1
    case ('c')
      y%one = 2
    case default
      y%one = y%one + len_trim(word)
    end select
    if (trim(word) == 'u') y%two = len(trim(word))
  end subroutine
end module
function doubled(x)
  real(8), intent(in) :: x
  real(8) :: doubled
  doubled = 2*x
end function
function text_bound(word) bind(c) result(n)
  character(1), intent(in) :: word
  integer :: n
  n = ichar(word)
end function
