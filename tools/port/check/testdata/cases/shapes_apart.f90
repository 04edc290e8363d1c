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
