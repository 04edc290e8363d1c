! What is not read refuses what uses it, and nothing else: operators and assignments of one's own, enumerators, NAMELIST, an array
! whose declaration is not read, a component that is complex.
module contained
  implicit none
  type money
    real(8) :: units
    complex(8) :: unread
    integer :: count
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(.over.)
    module procedure over
  end interface
  interface assignment(=)
    module procedure from_real
  end interface
  enum, bind(c)
    enumerator :: red = 1, green
  end enum
  class(*), allocatable :: anything
  real(8) :: level = 2.5d0, depth = 0.5d0
  namelist /numbers/ level, depth
  type(money) :: purse
contains
  type(money) function add(a, b)
    type(money), intent(in) :: a, b
    add%units = a%units + b%units
  end function
  real(8) function over(a, b)
    type(money), intent(in) :: a, b
    over = a%units/b%units
  end function
  subroutine from_real(a, x)
    type(money), intent(out) :: a
    real(8), intent(in) :: x
    a%units = x
  end subroutine
  subroutine plain(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*level + depth
  end subroutine
  subroutine components(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*purse%units + purse%count
  end subroutine
  subroutine assigned(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(money) :: a
    a = x
    y = a%units
  end subroutine
  subroutine colour(x, y)
    integer, intent(in) :: x
    integer, intent(out) :: y
    y = x + green
  end subroutine
  subroutine complicated(x)
    real(8), intent(out) :: x
    x = real(purse%unread)
  end subroutine
end module
