! What goes wrong with fields over ranks: failures CASE. Every rank must be told, by name and in time. One that is not says so and aborts with
! code 3.
program failures
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64
  use rank_testing
  implicit none
  integer :: ierr

  call begin()
  select case (which)
  case ('refusals')
    call refusals()
  case ('leaves', 'late', 'killed', 'well')
    call failing()
  case ('faulty')
    call faulty()
  case ('outgrown')
    call outgrown()
  case ('sizes')
    call sizes()
  case ('alone')
    call alone()
  case ('names')
    call names()
  case default
    if (which(:8) == 'missing_') then
      call missing(which(9:len_trim(which) - 2), iachar(which(len_trim(which):)) - iachar('0'))
    else
      call check(.false., 'no such case')
    end if
  end select
  call finish('failures')

contains

  ! The last rank's list fails (leaves), or the rank stays away (late) or dies (killed) in the middle of a run: all others get an error.
  ! Nothing goes wrong: well.
  subroutine failing()
    type(domain_t) :: domain
    type(sequence_t) :: step
    integer :: i
    interface
      integer(c_int) function kill(process, signal) bind(c)
        import c_int
        integer(c_int), value :: process, signal
      end function
      integer(c_int) function getpid() bind(c)
        import c_int
      end function
      integer(c_int) function sleep(seconds) bind(c)
        import c_int
        integer(c_int), value :: seconds
      end function
    end interface
    call domain%create(frame, [8, 8, 4*ranks], [.true., .true., .true.])
    call frame%create_field('u', domain%extents, halo=1, first=domain%first)
    call frame%create_field('v', domain%extents, halo=1, first=domain%first)
    call step%create(frame, 'failing')
    call step%exchange(domain, 'u')
    call step%apply('laplacian', 'u', 'v', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%run(times=3)
    call MPI_Barrier(MPI_COMM_WORLD, ierr) ! a rank that fails ends the runs of all, also one that is nearly done
    if (rank == ranks - 1) then
      if (which == 'leaves') call frame%destroy_field('v')
      if (which == 'late') i = sleep(int(3*patience(), c_int))
      if (which == 'killed') i = kill(getpid(), 9)
    end if
    why = ''
    stat = 0
    do i = 1, 4
      if (stat == 0) call step%run(times=3, stat=stat, errmsg=why)
    end do
    call check((stat == 0) .eqv. which == 'well', 'the list fails on all ranks', why)
    if (which == 'well') return
    if (rank == ranks - 1 .and. which == 'leaves') call refused('a field that is gone', 'was destroyed')
    if (which == 'leaves') call at_once()
    if (which /= 'leaves') call refused('a rank that does not come', merge('DRAWBRIDGE_PATIENCE', 'has failed         ', &
        index(why, 'has failed') == 0)) ! a neighbour may have given up first
    if (which == 'killed') then
      print '(a, i0, 2a)', 'rank ', rank, ' lives: ', trim(why)
      stop
    end if
  end subroutine

  ! No rank has waited for its patience.
  subroutine at_once()
    call check(index(why, 'did not come within') == 0, 'no rank waits for one that failed', why)
  end subroutine

  ! Says what each rank is told where the way between the ranks fails, and after how many seconds.
  subroutine faulty()
    type(domain_t) :: domain
    type(sequence_t) :: step
    integer(int64) :: begin, end, rate
    call domain%create(frame, [8, 8, 4*ranks], [.true., .true., .true.])
    call frame%create_field('u', domain%extents, halo=1, first=domain%first)
    call step%create(frame, 'faulty')
    call step%exchange(domain, 'u')
    call system_clock(begin, rate)
    why = 'went well'
    call step%run(times=8, stat=stat, errmsg=why)
    call system_clock(end)
    print '(a, i0, a, i0, 2a)', 'rank ', rank, ' after ', nint(real(end - begin, wp)/real(rate, wp)), ' s: ', trim(why)
    call check(real(end - begin, wp)/real(rate, wp) < 100*patience(), 'no rank waits much longer than its patience')
  end subroutine

  ! A list that ran, another one whose larger messages the ranks do not agree on, and the first one again: an error on all ranks.
  subroutine outgrown()
    type(domain_t) :: domain
    type(sequence_t) :: small, large
    call domain%create(frame, [6*ranks, 5, 4], [.true., .false., .false.], first=[1 + 6*rank, 1, 1], extents=[6, 5, 4])
    call domain%create_field('u', halo=1)
    call domain%create_field('w', halo=1, components=merge(24, 12, rank == 0))
    call small%create(frame, 'small')
    call small%exchange(domain, 'u')
    call small%run(times=3)
    call large%create(frame, 'large')
    call large%exchange(domain, 'w')
    call large%run(stat=stat, errmsg=why)
    call refused('messages of other sizes', 'the lists of all ranks must be the same')
    call small%run(stat=stat, errmsg=why)
    call refused('a list whose mailboxes are gone', 'failed on this rank before')
  end subroutine

  subroutine refusals()
    type(domain_t) :: domain
    type(sequence_t) :: step
    type(frame_t) :: another
    integer :: n(3), comm, freed
    logical :: told
    n = [8, 8, 4*ranks]
    why = ''
    call domain%create(frame, [8], stat=stat, errmsg=why)
    call refused('one axis', '1 axes given, 2 or 3 expected')
    call domain%create(frame, [8, 0, 8], stat=stat, errmsg=why)
    call refused('an empty axis', 'extent 2 of the global grid is 0')
    call domain%create(frame, n, [.true.], stat=stat, errmsg=why)
    call refused('too few periodic', 'periodic must have as many values as global')
    call domain%create(frame, n, first=[1, 1, 1], stat=stat, errmsg=why)
    call refused('first alone', 'first and extents are expected together')
    call domain%create(frame, n, first=[1, 1, 4*rank + 1], extents=[8, 8, 5], stat=stat, errmsg=why)
    call refused('boxes that are too long', 'is not within')
    call domain%create(frame, n, first=[1, 1, 4*rank + 1], extents=[8, 8, 3], stat=stat, errmsg=why)
    call refused('gaps', 'there are gaps')
    if (ranks > 1) then
      call domain%create(frame, n, first=[1, 1, 1], extents=[8, 8, 4], stat=stat, errmsg=why)
      call refused('boxes that overlap', 'the box of rank 0 and the box of rank 1 overlap')
    end if
    call MPI_Cart_create(MPI_COMM_WORLD, 3, [1, 1, ranks], [.false., .false., .false.], .false., comm, ierr)
    freed = comm
    call MPI_Comm_free(comm, ierr)
    call domain%create(frame, n, comm=freed, stat=stat, errmsg=why)
    call refused('a communicator that was freed', 'comm')
    call another%initialize(comm=freed, stat=stat, errmsg=why)
    call refused('initialize with a communicator that was freed', 'comm')
    call domain%create(frame, n, [.false., .false., .true.], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
    call step%create(frame, 'refusals')
    call step%exchange(domain, 'u', stat=stat, errmsg=why)
    call refused('no field', 'field ''u'' is not known')
    call frame%create_field('u', [8, 8, 4], halo=6)
    if (ranks > 1) then
      call step%exchange(domain, 'u', stat=stat, errmsg=why)
      if (rank > 0) call refused('another place', 'this rank''s box of the domain')
    end if
    call frame%destroy_field('u')
    call frame%create_field('u', [8, 8, 4], halo=6, first=domain%first)
    call step%exchange(domain, 'u', stat=stat, errmsg=why)
    call refused('boxes thinner than the halo', 'has 4 points along z')
    call step%exchange(domain, 'u', layers=7, stat=stat, errmsg=why)
    call refused('too many layers', 'exchange writes 7 layers beyond the interior, field u')
    call step%exchange(domain, 'u', layers=0, stat=stat, errmsg=why)
    call refused('no layers', 'layers of field u')
    call step%exchange(domain, ' ', stat=stat, errmsg=why)
    call refused('no name', 'no field is named')
    if (ranks > 1) then
      call domain%create(frame, [8, 8, 8 + rank], stat=stat, errmsg=why)
      call refused('ranks of different grids', 'the ranks differ in the extents of the global grid')
      call domain%create(frame, n, [.false., rank == 1, .false.], stat=stat, errmsg=why)
      call refused('ranks of different periods', 'the ranks differ in the periodic axes')
      call step%exchange(domain, 'u', layers=merge(1, 2, rank == 0))
      call step%run(stat=stat, errmsg=why)
      ! a rank may hear first that its neighbour has failed
      if (rank < 2 .or. rank == ranks - 1) call refused('other layers on other ranks', '')
      told = index(why, 'the lists of all ranks must be the same') > 0
      call MPI_Allreduce(MPI_IN_PLACE, told, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
      call check(told, 'one rank says that the lists must be the same')
    end if
    call domain%destroy()
    call step%exchange(domain, 'u', stat=stat, errmsg=why)
    call refused('a domain that was destroyed', 'this domain does not exist')
  end subroutine

  ! The last rank sends larger messages than its neighbours in a chain expect: no rank waits for those that noticed, however far away it is.
  subroutine sizes()
    type(domain_t) :: domain
    type(sequence_t) :: step
    logical :: told
    call domain%create(frame, [8, 8, 4*ranks], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
    call domain%create_field('u', halo=2)
    call step%create(frame, 'sizes')
    call step%exchange(domain, 'u', layers=merge(2, 1, rank == ranks - 1))
    call step%run(times=3, stat=stat, errmsg=why)
    call refused('messages of other sizes', '')
    call at_once()
    told = index(why, 'the lists of all ranks must be the same') > 0
    call MPI_Allreduce(MPI_IN_PLACE, told, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
    call check(told, 'one rank says that the lists must be the same')
  end subroutine

  ! A call that is wrong on one rank alone is refused on all, at once, and the others hear which rank it was. The library finds some of these,
  ! the Fortran module others.
  subroutine alone()
    type(domain_t) :: domain
    type(frame_t) :: unborn
    real(wp) :: values(2)
    integer :: n(3), some(3, 2)
    logical :: here
    n = [8, 8, 4*ranks]
    some = 1
    values = 0
    here = rank == ranks - 1
    if (here) call domain%create(frame, [8], stat=stat, errmsg=why)
    call others('one axis', '1 axes given, 2 or 3 expected')
    if (here) call domain%create(frame, n, first=[1, 1, 1], stat=stat, errmsg=why)
    call others('first alone', 'first and extents are expected together')
    if (here) call domain%create(unborn, n, stat=stat, errmsg=why)
    call others('a frame that was not initialized', 'this frame was not initialized')
    if (here) call domain%create(frame, n, [.true.], stat=stat, errmsg=why)
    call others('too few periodic', 'periodic must have as many values as global')
    if (here) call domain%create(frame, n, [.true., .false., .true.], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call others('comm beside periodic', 'leave periodic, first and extents out')
    if (here) call domain%create(frame, n, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call others('comm without a topology', 'comm has no Cartesian topology')
    if (here) call domain%create(frame, n, first=[1, 1], extents=[8, 8, 4], stat=stat, errmsg=why)
    call others('first of two values', 'first must have as many values as global')
    if (here) call domain%create(frame, n, first=[1, 1, 1], extents=[8, 8, 4, 1], stat=stat, errmsg=why)
    call others('extents of four values', 'extents must have as many values as global')
    if (here) call domain%create(frame, n, first=some, extents=some(:2, :), stat=stat, errmsg=why)
    call others('blocks of other shapes', 'first and extents must have as many rows as global')
    call domain%create(frame, n)
    call check(all(domain%extents >= 1), 'the next call goes well')
    call domain%create_field('u', halo=1)
    if (here) call frame%sample('u', some(:, :1), values, stat=stat, errmsg=why)
    if (.not. here) call frame%sample('u', some, values, stat=stat, errmsg=why)
    call named('points of another number than values', 'points must have the shape (3, n), values n')
    if (here) call frame%add_at('u', some(:2, :), values, stat=stat, errmsg=why)
    if (.not. here) call frame%add_at('u', some, values, stat=stat, errmsg=why)
    call named('points of two coordinates', 'points must have the shape (3, n), values n')
    call frame%sample('u', some, values)
    call check(all(values == 0), 'nothing was added')
  end subroutine

  ! Fields of the user's whose names Drawbridge takes for fields of its own: the call is refused by that name on all ranks, the user's field
  ! stays as it is, and without it the call goes well.
  subroutine names()
    type(domain_t) :: domain, blocks
    integer :: i, first(3, 2), extents(3, 2)
    character(9), parameter :: of_blocks(2) = ['blocks:u ', 'blocks:f ']
    real(wp), parameter :: one(3) = 1
    call domain%create(frame, [64, 48, 40])
    first = reshape([1, 1, 8*rank + 1, 1, 1, 8*rank + 5], [3, 2])
    extents = reshape([8, 8, 4, 8, 8, 4], [3, 2])
    call blocks%create(frame, [8, 8, 8*ranks], first=first, extents=extents)
    call blocks%create_field('u', halo=1)
    call blocks%create_field('f')
    do i = 1, 2
      call own(trim(of_blocks(i)), [8, 8, 8])
      call frame%poisson('u', 'f', one, 'dirichlet', stat=stat, errmsg=why)
      call refused('a field of the moved cells'' name', trim(of_blocks(i)))
      call untouched(trim(of_blocks(i)), [8, 8, 8])
    end do
    call frame%poisson('u', 'f', one, 'dirichlet')
    call domain%create_field('v', halo=1)
    call domain%create_field('g')
    call own('poisson:r0', [64, 48, 40])
    call frame%poisson('v', 'g', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('a field of a level''s name', 'poisson:r0')
    call untouched('poisson:r0', [64, 48, 40])
    call frame%poisson('v', 'g', one, 'dirichlet')
  end subroutine

  subroutine own(name, n)
    character(*), intent(in) :: name
    integer, intent(in) :: n(3)
    call frame%create_field(name, n)
    call put(name, 3, values_of(n))
  end subroutine

  ! The field has its values, and goes.
  subroutine untouched(name, n)
    character(*), intent(in) :: name
    integer, intent(in) :: n(3)
    real(wp), allocatable, target :: a(:, :, :)
    allocate (a(n(1), n(2), n(3)))
    call get(name, 3, a)
    call check(all(a == values_of(n)), 'field '//name//' is as it was')
    call frame%destroy_field(name)
  end subroutine

  function values_of(n) result(a)
    integer, intent(in) :: n(3)
    real(wp), allocatable :: a(:, :, :)
    integer :: i
    a = reshape([(sin(real(i, wp)), i=1, product(n))], n)
  end function

  ! A rank does not make a call of all ranks: the others give up in time, and each of them names it. missing_CALL_RANK.
  subroutine missing(call_name, absent)
    character(*), intent(in) :: call_name
    integer, intent(in) :: absent
    type(domain_t) :: domain, second
    real(wp) :: value, values(1)
    character(40) :: words
    call domain%create(frame, [8, 8, 4*ranks], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
    call domain%create_field('u', halo=1)
    call domain%create_field('f')
    values = 1
    call frame%add_at('f', reshape([1, 1, 1], [3, 1]), values)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    stat = 0
    if (rank /= absent) then
      select case (call_name)
      case ('reduce')
        call frame%reduce('sum', 'u', value, stat=stat, errmsg=why)
      case ('sample')
        call frame%sample('f', reshape([1, 1, 1], [3, 1]), values, stat=stat, errmsg=why)
      case ('add_at')
        call frame%add_at('f', reshape([1, 1, 1], [3, 1]), values, stat=stat, errmsg=why)
      case ('poisson')
        call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp], 'dirichlet', stat=stat, errmsg=why)
      case ('create')
        call second%create(frame, [8, 8, 4*ranks], stat=stat, errmsg=why)
      case default
        call check(.false., 'no such call')
      end select
      write (words, '(2(a, i0), a)') 'rank ', absent, ' did not come within ', patience(), ' s'
      call refused('a call that one rank does not make', trim(words))
    else
      call check(.true., 'stays away')
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  ! The other ranks' call that goes with a wrong domain%create of the last one.
  subroutine others(what, words)
    character(*), intent(in) :: what, words
    type(domain_t) :: domain
    if (rank < ranks - 1) call domain%create(frame, [8, 8, 4*ranks], stat=stat, errmsg=why)
    call named(what//' on one rank', words)
  end subroutine

  ! The latest call was refused on the last rank, and the others hear its name.
  subroutine named(what, words)
    character(*), intent(in) :: what, words
    character(9) :: culprit
    write (culprit, '(a, i0, a)') 'rank ', ranks - 1, ':'
    call refused(what, words)
    if (rank < ranks - 1) call refused(what//', with the name of the rank', trim(culprit))
  end subroutine
end program
