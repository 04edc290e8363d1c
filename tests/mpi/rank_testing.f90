! What programs of several ranks share: the Frame, checks that end all ranks, and the bits of a grid that ranks divide.
module rank_testing
  use, intrinsic :: iso_fortran_env, only: error_unit
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  use mpi
  use drawbridge
  implicit none
  integer, parameter :: wp = kind(1d0)
  type(frame_t) :: frame
  character(300) :: which, why
  integer :: rank, ranks, stat, judged = 0

contains

  ! The first argument of the program names the case.
  subroutine begin()
    integer :: ierr
    call get_command_argument(1, which)
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call frame%initialize(comm=MPI_COMM_WORLD, stencils='first')
  end subroutine

  subroutine finish(program)
    character(*), intent(in) :: program
    integer :: ierr
    call check(judged > 0, 'something was judged')
    call frame%finalize()
    if (rank == 0) print '(a, i0, a, i0, a)', program//' '//trim(which)//': ', judged, ' checks on rank 0 of ', ranks, ', 0 failed'
    call MPI_Finalize(ierr)
  end subroutine

  ! A check that fails aborts with code 3.
  subroutine check(good, what, detail)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    character(*), intent(in), optional :: detail
    integer :: ierr
    judged = judged + 1
    if (good) return
    write (error_unit, '(a, i0, 2a)') 'rank ', rank, ' FAILED: ', what
    if (present(detail)) write (error_unit, '(2a)') '  ', trim(detail)
    call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  end subroutine

  ! The latest call must have failed, with these words.
  subroutine refused(what, part)
    character(*), intent(in) :: what, part
    call check(stat /= 0 .and. index(why, trim(part)) > 0, what//' is refused: '//part, why)
  end subroutine

  ! s that this process waits for other ranks.
  integer function patience()
    character(20) :: text
    call get_environment_variable('DRAWBRIDGE_PATIENCE', text)
    read (text, *) patience
  end function

  ! This rank's box of an array of the whole grid.
  function part_of(whole, domain) result(a)
    real(wp), intent(in) :: whole(:, :, :)
    type(domain_t), intent(in) :: domain
    real(wp), allocatable :: a(:, :, :)
    integer :: first(3), last(3)
    first = 1
    last = 1
    first(:size(domain%first)) = domain%first
    last(:size(domain%first)) = domain%first + domain%extents - 1
    a = whole(first(1):last(1), first(2):last(2), first(3):last(3))
  end function

  ! The field on this rank's box, put into the whole array, whose other points are NaN.
  subroutine into_whole(name, domain, whole)
    character(*), intent(in) :: name
    type(domain_t), intent(in) :: domain
    real(wp), intent(out) :: whole(:, :, :)
    real(wp), allocatable, target :: a(:, :, :)
    integer :: first(3), n(3)
    first = 1
    n = 1
    first(:size(domain%first)) = domain%first
    n(:size(domain%first)) = domain%extents
    allocate (a(n(1), n(2), n(3)), source=ieee_value(1.0_wp, ieee_quiet_nan))
    call get(name, size(domain%first), a)
    whole = ieee_value(1.0_wp, ieee_quiet_nan)
    whole(first(1):first(1) + n(1) - 1, first(2):first(2) + n(2) - 1, first(3):first(3) + n(3) - 1) = a
  end subroutine

  subroutine put(name, dims, a)
    character(*), intent(in) :: name
    integer, intent(in) :: dims
    real(wp), intent(in), target, contiguous :: a(:, :, :)
    if (dims == 3) call frame%upload(name, a)
    if (dims == 2) call frame%upload(name, flat(a))
  end subroutine

  subroutine get(name, dims, a)
    character(*), intent(in) :: name
    integer, intent(in) :: dims
    real(wp), intent(inout), target, contiguous :: a(:, :, :)
    a = ieee_value(1.0_wp, ieee_quiet_nan)
    if (dims == 3) call frame%download(name, a)
    if (dims == 2) call frame%download(name, flat(a))
  end subroutine

  function flat(a)
    real(wp), intent(in), target, contiguous :: a(:, :, :)
    real(wp), pointer, contiguous :: flat(:, :)
    flat(1:size(a, 1), 1:size(a, 2)) => a(:, :, 1)
  end function
end module
