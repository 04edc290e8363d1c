module parts
  implicit none
  type cell_t
    real(8) :: w
    real(8), allocatable :: c(:)
  end type
  type base_t
    integer :: id
  end type
  type grid_t
    integer :: n
    class(base_t), pointer :: any_one
    class(*), allocatable :: what
    class(base_t), allocatable :: several(:)
    character(len=8), allocatable :: names(:)
    real(8), allocatable :: z(:), k(:, :)
    real(8), pointer :: p(:) => null()
    type(cell_t), allocatable :: cells(:)
    type(cell_t), pointer :: one
    type(grid_t), pointer :: next
    real(8) :: dx
  end type
  type(grid_t) :: own
contains
  subroutine reads(g, x, y)
    type(grid_t), intent(in) :: g
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = g%dx*x
    do i = 1, g%n
      y = y + g%z(i)*g%p(i) + g%k(i, 2)
    end do
    y = y + sum(g%p) + sum(g%k(:, 3)*g%z) + g%cells(2)%w + g%cells(3)%c(2) + g%one%w + own%z(2)*own%dx + g%any_one%id
    if (allocated(g%z) .and. associated(g%p)) y = y + size(g%z) + lbound(g%k, 2) + total(g%p) + total(g%z)
    y = y + fixed(g%k(:, 1), 4) + fixed(g%z, 3)
  end subroutine
  subroutine writes(g, x)
    type(grid_t), intent(inout) :: g
    real(8), intent(in) :: x
    g%z(1) = x
  end subroutine
  subroutine calls(g)
    type(grid_t), intent(inout) :: g
    call sets(g%z)
  end subroutine
  subroutine sets(a)
    real(8), intent(out) :: a(:)
    a = 0
  end subroutine
  function total(a)
    real(8), intent(in) :: a(:)
    real(8) :: total
    total = sum(a)
  end function
  function fixed(a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: fixed
    fixed = sum(a)
  end function
  subroutine plain(g, y)
    type(grid_t), intent(inout) :: g
    real(8), intent(out) :: y
    g%dx = g%dx + 1
    y = g%dx*g%n
  end subroutine
end module
