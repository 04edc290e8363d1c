! Ranks that were told other physics than the rest: each call where all ranks meet says which rank has what, on every rank.
! One that fails to says so and aborts with code 3.
program physics
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi
  use drawbridge
  implicit none
  character(2), parameter :: burnt(3) = ['H2', 'O2', 'N2'], cold(2) = ['H2', 'O2']
  character(600) :: why
  integer :: rank, size, ierr, stat, unit
  logical :: odd ! this rank is the one that differs
  type(frame_t) :: frame
  real(8), target :: field(4, 4, 4) = 1

  why = ''
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  odd = rank == size - 1
  open (newunit=unit, status='scratch')
  call early()
  call data_of_a_species()
  call options()
  call legal()
  call at_the_end()
  if (rank == 0) print '(a)', 'physics: ok'
  call MPI_Finalize(ierr)

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    write (error_unit, '(a,i0,2a)') 'physics: rank ', rank, ': ', what//': '//trim(why)
    call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  end subroutine

  ! The last call failed, and said that rank 0 has one value and the last rank another.
  subroutine told(call, thing, here, there)
    character(*), intent(in) :: call, thing, here, there
    character(200) :: words
    write (words, '(4a,i0)') thing//' is ', here//' on rank 0 and ', there, ' on rank ', size - 1
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, call) == 1 .and. index(why, trim(words)) > 0, &
      call//' should say: '//trim(words))
  end subroutine

  ! What initialize knows it compares itself, and no Frame is left.
  subroutine early()
    if (odd) call frame%initialize(species=burnt, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    if (.not. odd) call frame%initialize(species=cold, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call told('initialize', 'the number of species', '2', '3')
    if (odd) call frame%initialize(species=['H2', 'N2'], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    if (.not. odd) call frame%initialize(species=cold, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call told('initialize', 'the list of species', 'H2 O2', 'H2 N2')
    if (odd) call frame%initialize(species=cold, options='omega_b=0.078', comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    if (.not. odd) call frame%initialize(species=cold, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call told('initialize', 'option omega_b', 'its default', '0.078')
  end subroutine

  ! Data that come later are compared by report and by snapshots; the same data heal it.
  subroutine data_of_a_species()
    call frame%initialize(ns=2, comm=MPI_COMM_WORLD)
    if (.not. odd) call give(0.022d0)
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call told('report', 'W', 'given', 'not given')
    if (odd) call give(0.03d0)
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call told('report', 'omega of species 2', '0.022', '0.03')
    call write_snapshot()
    call told('snapshot', 'omega of species 2', '0.022', '0.03')
    if (odd) call give(0.022d0)
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call check(stat == 0, 'report of ranks that are the same again')
    call write_snapshot()
    call check(stat == 0, 'snapshot of ranks that are the same again')
    call frame%finalize()
  end subroutine

  subroutine give(omega)
    real(8), intent(in) :: omega
    real(8) :: low(7, 2), high(7, 2)
    low = 0
    low(1, :) = 3.5d0
    high = low
    call frame%species_data([0.016d0, 0.032d0], [190.6d0, 154.6d0], [4.6d6, 5.0d6], [0.011d0, omega], [1000.0d0, 1000.0d0], &
      low, high, stat=stat, errmsg=why)
    call check(stat == 0, 'species_data')
  end subroutine

  subroutine write_snapshot()
    type(snapshot_t) :: snap
    call snap%create('physics.h5', [4, 4, 4*size], [0.0d0, 0.0d0, 0.0d0], [1.0d0, 1.0d0, 1.0d0], 0.0d0, 1, comm=MPI_COMM_WORLD, &
      box=[1, 4, 1, 4, 1 + 4*rank, 4 + 4*rank], stat=stat, errmsg=why)
    if (stat /= 0) return
    call snap%write('one', field)
    call snap%close()
  end subroutine

  subroutine options()
    call frame%initialize(species=cold, comm=MPI_COMM_WORLD)
    if (odd) call frame%set_option('root', 'liquid')
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call told('report', 'option root', 'its default', 'liquid')
    if (odd) call frame%set_option('root', 'stable')
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call check(stat == 0, 'the default, set on one rank')
    call frame%finalize()
  end subroutine

  ! Devices, threads, max_block and the order of calls may differ, and ranks without a Frame may write snapshots.
  subroutine legal()
    call frame%initialize(species=cold, comm=MPI_COMM_WORLD, threads=merge(1, 2, odd), max_block=merge(100, 200, odd), &
      device=merge('host    ', 'memcheck', odd), stat=stat, errmsg=why)
    call check(stat == 0, 'devices, threads and blocks that differ')
    if (odd) call frame%set_option('calorie', '4.1868')
    call frame%set_option('alpha_sign', 'signed')
    if (.not. odd) call frame%set_option('calorie', '4.18680')
    call frame%report(unit=unit, stat=stat, errmsg=why)
    call check(stat == 0, 'the same options in another order')
    call frame%finalize()
    if (odd) call frame%initialize(species=cold)
    call write_snapshot()
    call check(stat == 0, 'a snapshot where one rank alone has a Frame')
    if (odd) call frame%finalize()
  end subroutine

  ! Finalize fails nothing: every rank has it in its log.
  subroutine at_the_end()
    call frame%initialize(species=cold, comm=MPI_COMM_WORLD)
    if (odd) call frame%set_option('pr78_above', '0.3')
    call frame%finalize(stat=stat, errmsg=why)
    call check(stat == 0, 'finalize')
  end subroutine

end program
