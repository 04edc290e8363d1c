! A small solver for tests/mpi/faults.sh: faults CASE SECONDS, or as many steps where SECONDS is negative. Each step makes every collective call of the library. Each
! rank writes its process number to pid.RANK, which the script stops, kills or lets go on. A failed call is printed, and
! the ranks leave the loop together; the script judges what was printed, and how long it took.
program faults
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: output_unit
  use mpi
  use drawbridge
  implicit none
  interface
    integer(c_int) function process_number() bind(c, name='getpid')
      import :: c_int
    end function
  end interface
  integer, parameter :: edge = 24
  character(32) :: which, argument
  character(600) :: why
  integer :: rank, size, ierr, stat, errors = 0, steps = 0
  real(8) :: seconds
  type(frame_t) :: frame
  type(snapshot_t) :: snap
  real(8), allocatable, target :: q(:, :, :, :), rho(:, :, :), big(:, :, :)

  call get_command_argument(1, which)
  call get_command_argument(2, argument)
  read (argument, *) seconds
  why = ''
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  allocate (q(edge, edge, edge, 4), rho(edge, edge, edge), big(128, 128, 128))
  q(:, :, :, 1) = 10.0d6
  q(:, :, :, 2) = 200
  q(:, :, :, 3) = 0.25d0
  q(:, :, :, 4) = 0.75d0
  big = rank
  call write_number()
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  select case (which)
  case ('steps', 'create', 'fields'); call loop()
  case ('never'); call never()
  case ('late');  call late()
  case default;   stop 'no such case'
  end select
  print '(a,i0,a,i0,a,i0,a)', 'rank ', rank, ' ends after ', steps, ' steps, ', errors, ' errors'
  flush (output_unit)
  call MPI_Finalize(ierr)

contains

  ! The file appears when it is complete.
  subroutine write_number()
    character(32) :: name
    integer :: unit
    write (name, '(a,i0)') 'pid.', rank
    open (newunit=unit, file=trim(name)//'.new', status='replace')
    write (unit, '(i0)') process_number()
    close (unit)
    call rename(trim(name)//'.new', trim(name))
  end subroutine

  ! What a host does with a failed call: it says so and goes on to the end of its step.
  logical function good(what)
    character(*), intent(in) :: what
    good = stat == 0
    if (good) return
    errors = errors + 1
    print '(a,i0,5a)', 'rank ', rank, ': ', what, ': ', trim(why)
    flush (output_unit)
  end function

  ! Rank 0 has the clock; a failure of one rank ends the loop of all.
  subroutine loop()
    real(8) :: begin, now
    integer :: mine(2), all(2)
    begin = MPI_Wtime()
    do
      select case (which)
      case ('steps');  call whole_step()
      case ('create'); call create_step()
      case ('fields'); call snapshot(big, 128)
      end select
      steps = steps + 1
      mine = [errors, 0]
      now = MPI_Wtime()
      if (rank == 0 .and. merge(now - begin > seconds, steps >= -seconds, seconds > 0)) mine(2) = 1
      call MPI_Allreduce(mine, all, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
      if (any(all > 0)) exit
    end do
  end subroutine

  subroutine whole_step()
    call frame%initialize(species=['CH4', 'O2 '], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    if (.not. good('initialize')) return
    call compute()
    call snapshot(rho, edge)
    call frame%report(unit=scratch(), stat=stat, errmsg=why)
    if (good('report')) continue
    call frame%finalize(stat=stat, errmsg=why)
    if (good('finalize')) continue
  end subroutine

  subroutine create_step()
    call frame%initialize(species=['CH4', 'O2 '], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    if (.not. good('initialize')) return
    call frame%finalize(stat=stat, errmsg=why)
    if (good('finalize')) continue
  end subroutine

  subroutine compute()
    type(plan_t) :: plan
    call plan%create(frame, 'preosRhoHFromTPProp', [edge, edge, edge], [1, edge, 1, edge, 1, edge], stat=stat, errmsg=why)
    if (.not. good('plan')) return
    call plan%read('P', q, var=1)
    call plan%read('T', q, var=2)
    call plan%read('Yi', q, var=3)
    call plan%write('rho', rho)
    call plan%run(stat=stat, errmsg=why)
    if (good('run')) continue
    call plan%destroy()
  end subroutine

  subroutine snapshot(field, n)
    real(8), intent(in), target :: field(:, :, :)
    integer, intent(in) :: n
    call snap%create('faults.h5', [n, n, n*size], [0.0d0, 0.0d0, 0.0d0], [1.0d0, 1.0d0, 1.0d0], 0.0d0, steps, &
        comm=MPI_COMM_WORLD, box=[1, n, 1, n, 1 + n*rank, n*(rank + 1)], stat=stat, errmsg=why)
    if (.not. good('create')) return
    call snap%write('rho', field, unit='kg/m3', stat=stat, errmsg=why)
    if (good('write')) continue
    call snap%close(stat=stat, errmsg=why)
    if (good('close')) continue
  end subroutine

  integer function scratch()
    integer, save :: unit = 0
    if (unit == 0) open (newunit=unit, status='scratch')
    scratch = unit
  end function

  ! The last rank makes none of the calls; it waits for the others in MPI_Finalize.
  subroutine never()
    if (rank < size - 1) call whole_step()
  end subroutine

  ! The last rank comes when the others have lost patience.
  subroutine late()
    if (rank == size - 1) call execute_command_line('sleep '//argument)
    call whole_step()
  end subroutine

end program
