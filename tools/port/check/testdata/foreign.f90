! Modules whose files are not given: mpi, and one of the owner's that is missing here.
module gas_data
  use mpi
  use, intrinsic :: iso_c_binding, only: c_double, c_ptr
  use missing_tools, only: operator(==), thing, &
    wp, reads => reads_input
  implicit none
  private
  public :: gas, ns, &
    mixture, both, handle, setup, wp
  public :: assign_things
  integer, parameter :: ns = 3
  integer :: handle = mpi_comm_null, counter, &
    status(mpi_status_size)
  save status
  real(8), parameter :: not_read(2) = [real(8) :: 1, 2], half = 0.5d0*not_read(1)
  real(c_double), target :: weight(ns) = [2d0, 28d0, 16d0]
  namelist /gas_input/ weight, handle
  namelist /more/ weight
  type(c_ptr) :: memory
  type gas
    real(8) :: t, p
  contains
    procedure :: show => shows
    procedure, nopass :: other => speaks
  end type
  type :: holder
    type(thing) :: inner(2)
    real(8) :: more
  end type
  type(holder) :: held
  interface both
    module procedure mixture, speaks
    module procedure shows
  end interface
  interface
    subroutine c_side(x) bind(c)
      use missing_tools, only: wp
      real(wp), value :: x
    end subroutine
  end interface
  interface operators
    procedure shows
  end interface
contains
  subroutine mixture(y, total)
    use missing_tools, only: more_of_it
    real(8), intent(in), target :: y(ns)
    real(8), intent(out) :: total
    target :: total
    type(thing) :: unused
    integer :: k
    total = 0
    do k = 1, ns
      total = total + y(k)/weight(k)
    end do
  end subroutine
  subroutine shows(self)
    class(gas), intent(in) :: self
    print *, self%t, wp, handle
  end subroutine
  subroutine speaks(k)
    integer, intent(inout) :: k
    call mpi_bcast(k, 1, mpi_integer, 0, mpi_comm_world, counter)
    if (k == 0) call reads(held%inner(1))
  end subroutine speaks
  subroutine assign_things(a)
    real(wp), intent(out) :: a
    a = 1.0_wp
  end subroutine
end module

module uses_gas
  use gas_data, only: gas, ns, mixture, wp, shown => both, handle
  use mpi, only: mpi_comm_world
  implicit none
contains
  subroutine density(g, y, rho)
    type(gas), intent(in) :: g
    real(8), intent(in) :: y(ns)
    real(8), intent(out) :: rho
    call shown(y, rho)
    rho = g%p/(8.3d0*g%t*rho)
  end subroutine
  real(8) function twice(x)
    real(8), intent(in) :: x
    twice = 2*sin(x)
  end function
  integer function rank()
    integer :: ierror
    call mpi_comm_rank(mpi_comm_world, rank, ierror)
  end function
end module

subroutine relax(n, u, r)
  use gas_data, only: handle
  use mpi
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n, n)
  real(8), intent(out) :: r(n, n)
  integer :: i, j
  do j = 2, n - 1
    do i = 2, n - 1
      r(i, j) = u(i-1, j) + u(i+1, j) + sqrt(abs(u(i, j)))
    end do
  end do
end subroutine

program main
  use mpi
  use uses_gas
  integer :: ierror
  call mpi_init(ierror)
end program
