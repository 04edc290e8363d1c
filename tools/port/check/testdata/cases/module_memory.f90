module tab
  implicit none
  integer :: n
  real(8), allocatable :: v(:), a(:,:)
  real(8), dimension(:), pointer :: w => null()
  real(4), pointer :: q(:,:)
  type s_t
    real(8) :: mw
    integer :: k
  end type
  type(s_t), allocatable :: sp(:)
contains
  subroutine mix(x, m)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: m
    integer :: k
    m = 0
    do k = 1, n
      m = m + x(k)*w(k)
    end do
  end subroutine
  subroutine mixv(x, m)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: m
    integer :: k
    m = 0
    do k = 1, n
      m = m + x(k)*v(k) + a(k,2) + q(k,k)
    end do
    m = m + sum(v) + sum(q(:,2)) + sum(a*2) + size(w)
  end subroutine
  subroutine calls(x, m)
    real(8), intent(in) :: x
    real(8), intent(out) :: m
    m = x*total(w, size(w)) + total(v, size(v)) + shaped(w) + shaped(a(:,1)) + shaped(a(2,:)) + lbound(v,1) + ubound(w,1)
    m = m + sp(2)%mw*sp(lbound(sp,1))%k
  end subroutine
  function total(z, n)
    integer, intent(in) :: n
    real(8), intent(in) :: z(n)
    real(8) :: total
    total = sum(z)
  end function
  function shaped(z)
    real(8), intent(in) :: z(:)
    real(8) :: shaped
    shaped = sum(z) + size(z)
  end function
  subroutine refuses(x)
    real(8), intent(inout) :: x
    v(1) = x
  end subroutine
  subroutine gives(x)
    real(8), intent(inout) :: x
    call sets(w)
  end subroutine
  subroutine target_of_pointer(x)
    real(8), intent(inout), target :: x(4)
    x(2:4) = w(lbound(w, 1):lbound(w, 1) + 2)*x(1:3)
  end subroutine
  subroutine sets(z)
    real(8), intent(out) :: z(:)
    z = 1
  end subroutine
end module
module grids
  implicit none
  type g_t
    integer :: n
    real(8) :: dx
    real(8), allocatable :: z(:)
  end type
  integer, pointer :: nk
  real(8), allocatable :: dt
  type(g_t), pointer :: g
contains
  subroutine run(x, y)
    real(8), intent(in) :: x(nk)
    real(8), intent(out) :: y
    integer :: k
    y = dt*g%dx
    do k = 1, nk
      y = y + x(k)*g%n
    end do
    if (associated(nk)) y = y + half(nk) + twice(dt)
  end subroutine
  function half(n)
    integer, intent(in) :: n
    real(8) :: half
    half = 0.5d0*n
  end function
  function twice(x)
    real(8), intent(in) :: x
    real(8) :: twice
    twice = 2*x
  end function
end module
module species
  implicit none
  type range_t
    real(8) :: low, a(3)
  end type
  type species_t
    real(8) :: w
    integer :: n
    type(range_t) :: r(2)
    real(8), allocatable :: c(:)
  end type
  type(species_t), target :: spec(5)
  type(species_t), allocatable, target :: more(:)
  real(8), target :: numbers(4)
contains
  subroutine mix(x, m)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: m
    type(species_t), pointer :: sp
    type(range_t), pointer :: r
    real(8), pointer :: one
    integer :: k
    m = 0
    do k = 1, 5
      sp => spec(k)
      if (x(k) > 0.5d0) then
        r => sp%r(2)
      else
        r => spec(k)%r(1)
      end if
      m = m + x(k)*sp%w + r%low + sum(r%a) + sp%n + part(r) + r%a(2)
    end do
    one => numbers(2)
    sp => more(2)
    m = m + one*sp%w + sp%c(2) + half(one)
  end subroutine
  function part(r)
    type(range_t), intent(in) :: r
    real(8) :: part
    part = r%a(1)*r%low
  end function
  function half(x)
    real(8), intent(in) :: x
    real(8) :: half
    half = x/2
  end function
  subroutine changes(x)
    real(8), intent(in) :: x
    type(species_t), pointer :: sp
    sp => spec(2)
    sp%w = x
  end subroutine
  subroutine local(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), target :: z
    real(8), pointer :: p
    p => z
    z = x
    y = p
  end subroutine
  subroutine hidden(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(species_t), pointer :: sp
    sp => spec(1)
    associate (w => sp%w)
      sp => spec(2)
      y = w*x
    end associate
  end subroutine
  subroutine outer_one(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(species_t), pointer :: sp
    sp => spec(1)
    y = x
    associate (w => sp%w)
      call moves()
      y = y + w
    end associate
  contains
    subroutine moves()
      sp => spec(3)
    end subroutine
  end subroutine
end module
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
  subroutine lends(g)
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
