module unused
  implicit none
  type inner_t
    real(8) :: w
  end type
  type outer_t
    real(8) :: x
    type(inner_t), allocatable :: never(:)
    type(outer_t), pointer :: next
  end type
  type holds_t
    type(outer_t) :: o
    integer :: n
  end type
contains
  function f(t) result(r)
    type(holds_t), intent(in) :: t
    real(8) :: r
    r = t%n*t%o%x
    if (associated(t%o%next)) r = r + t%o%next%x
  end function
end module
