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
