module shared_numbers
  implicit none
  integer :: limit
contains
  pure integer function beyond_limit(i)
    integer, intent(in) :: i
    beyond_limit = 0
    if (limit == 7) beyond_limit = i
  end function
end module
