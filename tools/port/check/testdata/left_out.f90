module lib
  use absent, only: pi2 => con_2pi
  implicit none
  real(8), parameter :: third = 1d0/3
contains
  subroutine s(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*third
  end subroutine
  subroutine uses_it(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call hidden(x, y)
    y = y + 1
  end subroutine
  subroutine hidden(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = 2*x + third
  end subroutine
end module
module bad_spec
  implicit none
  real(8) :: table(3) = [1d0, 2d0, 3d0]
  real(8), volatile, protected, bind(c, name='q q') :: odd
contains
  elemental real(8) function plain(x)
    real(8), intent(in) :: x
    plain = 2*x
  end function
end module
subroutine outer(x, y)
  use bad_spec, only: plain
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = plain(x)
end subroutine
subroutine alone(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x - 1
end subroutine
module kind_of
  implicit none
  type, abstract :: base
  contains
    procedure(f_i), deferred :: f
  end type
  abstract interface
    real(8) function f_i(this, x)
      import :: base
      class(base), intent(in) :: this
      real(8), intent(in) :: x
    end function
  end interface
contains
  elemental real(8) function simple(x)
    real(8), intent(in) :: x
    simple = 3*x
  end function
end module
