! Ranks: what initialize(comm=), report and finalize do under mpirun. The first argument names the case,
! each rank checks, and one that fails says so and aborts with code 3.
program ranks
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi
  use drawbridge
  implicit none
  character(32) :: which
  integer :: rank = 0, size = 1, ierr
  type(frame_t) :: frame
  real(8), target :: q(12, 12, 12, 7), rho(12, 12, 12)

  call get_command_argument(1, which)
  if (which /= 'before_init') then
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  end if
  select case (which)
  case ('report');       call report()
  case ('gpus');         call gpus()
  case ('subset');       call subset()
  case ('one_fails');    call one_fails()
  case ('before_init');  call before_init()
  case ('early_end');    call early_end()
  case ('garbage');      call garbage()
  case ('missing');      call missing()
  case ('lonely');       call lonely()
  case ('legacy');       call legacy()
  case ('thread');       call thread()
  case ('compared');     call compared()
  case ('other_mpi');    call other_mpi()
  case default;          call check(.false., 'no such case')
  end select
  call MPI_Finalized_or_not()

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    write (error_unit, '(a,i0,2a)') 'ranks '//trim(which)//': rank ', rank, ': ', what
    call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  end subroutine

  subroutine MPI_Finalized_or_not()
    logical :: is_down, is_up
    call MPI_Initialized(is_up, ierr)
    call MPI_Finalized(is_down, ierr)
    if (is_up .and. .not. is_down) call MPI_Finalize(ierr)
  end subroutine

  ! A Frame of two species and a plan that ran once: cold dense oxygen and methane.
  subroutine work(comm)
    integer, intent(in), optional :: comm
    type(plan_t) :: plan
    q = 0
    rho = -1
    q(:, :, :, 1) = 10.0d6
    q(:, :, :, 2) = 200 + 10*rank
    q(:, :, :, 3) = 0.25d0
    q(:, :, :, 4) = 0.75d0
    call frame%initialize(species=['CH4', 'O2 '], comm=comm)
    call plan%create(frame, 'preosRhoHFromTPProp', [12, 12, 12], [2, 11, 2, 11, 2, 11])
    call plan%read('P', q, var=1)
    call plan%read('T', q, var=2)
    call plan%read('Yi', q, var=3)
    call plan%write('rho', rho)
    call plan%run()
    call check(minval(rho(2:11, 2:11, 2:11)) > 10, 'the plan wrote no density')
    call plan%destroy()
  end subroutine

  ! Rank 0 alone prints, for all; twice, and again through DRAWBRIDGE_REPORT at finalize.
  subroutine report()
    character(200) :: line
    integer :: unit, lines, i, status
    call work(MPI_COMM_WORLD)
    open (newunit=unit, status='scratch')
    call frame%report(unit)
    call frame%report(unit)
    rewind (unit)
    lines = 0
    do i = 1, 1000
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      lines = lines + 1
    end do
    call check((lines > 0) .eqv. (rank == 0), 'the report is of rank 0 alone')
    close (unit)
    call frame%finalize()
  end subroutine

  ! Ranks take the GPUs of their node in turn, and the report says who shares one.
  subroutine gpus()
    call work(MPI_COMM_WORLD)
    call frame%report()
    call frame%finalize()
  end subroutine

  ! Even ranks make a communicator; the others have MPI_COMM_NULL, are refused, and work alone.
  subroutine subset()
    integer :: comm, stat
    character(300) :: why
    call MPI_Comm_split(MPI_COMM_WORLD, merge(0, MPI_UNDEFINED, mod(rank, 2) == 0), rank, comm, ierr)
    if (comm == MPI_COMM_NULL) then
      call frame%initialize(species=['CH4'], comm=comm, stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'MPI_COMM_NULL') > 0, 'MPI_COMM_NULL: '//trim(why))
      call work()
      call frame%report()
    else
      call work(comm)
      call MPI_Comm_free(comm, ierr)
      call frame%report()
    end if
    call frame%finalize()
  end subroutine

  ! The last rank has a wrong argument: all fail, and say who and why; then all succeed.
  subroutine one_fails()
    integer :: stat, block
    character(300) :: why
    character(8) :: culprit
    block = merge(0, 4096, rank == size - 1)
    call frame%initialize(species=['CH4'], max_block=block, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ARGUMENT, 'one rank fails, and another succeeds')
    write (culprit, '(a,i0)') 'rank ', size - 1
    if (rank < size - 1) call check(index(why, trim(culprit)) > 0, 'who failed: '//trim(why))
    call check(index(why, 'max_block') > 0, 'why it failed: '//trim(why))
    if (rank == size - 1) then
      call frame%initialize(species=['CH4', 'O2 '], ns=3, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    else
      call frame%initialize(species=['CH4', 'O2 '], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    end if
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, '2 species names for ns = 3') > 0, 'names: '//trim(why))
    call work(MPI_COMM_WORLD)
    call frame%initialize(species=['CH4'], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER, 'a second Frame: '//trim(why))
    call frame%report() ! the first Frame lives
    call frame%finalize()
  end subroutine

  ! Without MPI_Init comm is refused, and a process without it is one rank.
  subroutine before_init()
    integer :: stat
    character(300) :: why
    call frame%initialize(species=['CH4'], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER .and. index(why, 'MPI_Init') > 0, 'before MPI_Init: '//trim(why))
    call work()
    call frame%report()
    call frame%finalize()
  end subroutine

  ! MPI_Finalize came first: finalize goes through, and says so on standard error.
  subroutine early_end()
    integer :: stat
    call work(MPI_COMM_WORLD)
    call MPI_Finalize(ierr)
    call frame%report(stat=stat)
    call check(stat == DRAWBRIDGE_OK, 'report after MPI_Finalize')
    call frame%finalize(stat=stat)
    call check(stat == DRAWBRIDGE_OK, 'finalize after MPI_Finalize')
    call frame%initialize(species=['CH4'], comm=MPI_COMM_WORLD, stat=stat)
    call check(stat == DRAWBRIDGE_ORDER, 'initialize after MPI_Finalize')
    call work()
    call frame%finalize()
  end subroutine

  ! Every rank but the first compares its plan with a routine that has another gas constant. ranks.sh reads the one file.
  subroutine compared()
    type(plan_t) :: plan
    character(7) :: how
    how = 'compare'
    if (rank == 0) how = 'flag'
    q(:, :, :, 1) = 1.0d5
    q(:, :, :, 2) = 300 + 10*rank
    q(:, :, :, 3) = 1
    call frame%initialize(species=['N2'], options='equation_of_state=ideal', comm=MPI_COMM_WORLD, check=trim(how))
    call plan%create(frame, 'preosRhoHFromTPProp', [12, 12, 12], [2, 11, 2, 11, 2, 11])
    call plan%read('P', q, var=1)
    call plan%read('T', q, var=2)
    call plan%read('Yi', q, var=3)
    call plan%write('rho', rho)
    call plan%reference(own_density)
    call plan%run()
    call frame%finalize()
  end subroutine

  subroutine own_density(points, x, y)
    integer, intent(in) :: points
    real(8), intent(in) :: x(points, *)
    real(8), intent(inout) :: y(points, *)
    y(:, 1) = x(:, 1)*28.014d-3/(8.314d0*x(:, 2))
  end subroutine

  ! Handles of nothing are refused, and the host's error handlers are its own again.
  subroutine garbage()
    integer :: stat, i, before, after, between
    integer, parameter :: handles(5) = [-7, 77777, huge(1), -huge(1), 12]
    character(300) :: why
    call MPI_Comm_get_errhandler(MPI_COMM_WORLD, before, ierr)
    do i = 1, 5
      call frame%initialize(species=['CH4'], comm=handles(i), stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT, 'garbage is taken: '//trim(why))
    end do
    if (size == 2) then
      call MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, merge(1, 0, rank == 0), 5, between, ierr)
      call frame%initialize(species=['CH4'], comm=between, stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'inter') > 0, 'an intercommunicator: '//trim(why))
    end if
    call work(MPI_COMM_WORLD)
    call frame%finalize()
    call MPI_Comm_get_errhandler(MPI_COMM_WORLD, after, ierr)
    call check(before == after .and. after == MPI_ERRORS_ARE_FATAL, 'the error handler of the host is another')
  end subroutine

  ! The last rank comes to report and finalize when the others have lost patience: each goes on alone.
  subroutine missing()
    call work(MPI_COMM_WORLD)
    if (rank == size - 1) call execute_command_line('sleep 3')
    call frame%report()
    call frame%finalize()
    print '(a,i0)', 'went on: rank ', rank
  end subroutine

  ! Rank 0 alone reports while the others finalize: all are told, and go on.
  subroutine lonely()
    call work(MPI_COMM_WORLD)
    if (rank == 0) call frame%report()
    call frame%finalize()
    print '(a,i0)', 'went on: rank ', rank
  end subroutine

  ! The legacy face makes no collective call: rank 0 may use it alone.
  subroutine legacy()
    integer :: code
    interface
      subroutine frame_initialize(device_id, points, ns, nq, turbulence) bind(c, name='frame_initialize_')
        use iso_c_binding, only: c_int
        integer(c_int), value :: device_id, points, ns, nq, turbulence
      end subroutine
      subroutine frame_finalize() bind(c, name='frame_finalize_')
      end subroutine
      subroutine frame_status(code) bind(c, name='frame_status_')
        use iso_c_binding, only: c_int
        integer(c_int), intent(out) :: code
      end subroutine
    end interface
    if (rank /= 0) return
    call frame_initialize(-1, 100, 2, 0, 0)
    call frame_status(code)
    call check(code == DRAWBRIDGE_OK, 'frame_initialize on rank 0 alone')
    call frame_finalize()
  end subroutine

  ! MPI_Init promises calls of one thread only: comm is refused on another.
  subroutine thread()
    use omp_lib, only: omp_get_thread_num
    integer :: stat
    character(300) :: why
    stat = -1
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) call frame%initialize(species=['CH4'], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    !$omp end parallel
    call check(stat == DRAWBRIDGE_ORDER .and. index(why, 'thread') > 0, 'another thread: '//trim(why))
  end subroutine

  ! Linked against another MPI than the library: comm is refused, the rest works.
  subroutine other_mpi()
    integer :: stat
    character(300) :: why
    call frame%initialize(species=['CH4'], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER .or. stat == DRAWBRIDGE_NOT_AVAILABLE, 'another MPI: '//trim(why))
    print '(a)', trim(why)
    call work()
    call frame%finalize()
  end subroutine

end program
