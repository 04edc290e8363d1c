! Ranks in different calls: calls FIRST SECOND. Rank 0 makes the first call and the others the second: each rank gets ORDER, and a message that
! names both, whatever the patience. A rank that waits for it says so and aborts with code 3.
program calls
  use rank_testing
  implicit none
  character(20) :: first, second
  type(domain_t) :: domain
  type(sequence_t) :: step
  integer :: ierr
  character(1000) :: line

  call begin()
  first = which(:20)
  call get_command_argument(2, second)
  call domain%create(frame, [8, 8, 4*ranks], [.true., .true., .true.], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
  call domain%create_field('u', halo=1)
  call domain%create_field('f')
  call step%create(frame, 'halos')
  call step%exchange(domain, 'u')
  call step%run(times=3)
  if (first == 'refused') then
    call alone()
  else
    call make(merge(first, second, rank == 0))
    if (merge(first, second, rank == 0) == 'report') then ! this rank gets its own report, which says why
      stat = DRAWBRIDGE_ORDER
      do
        read (10, '(a)', iostat=ierr) line
        if (ierr /= 0) exit
        if (index(line, 'different calls') > 0) why = line
      end do
    end if
    if (merge(first, second, rank == 0) /= 'finalize') then ! that ends the run, and warns on standard error
      call check(stat == DRAWBRIDGE_ORDER, trim(first)//' and '//trim(second)//' end with ORDER', why)
      call refused('ranks in different calls', 'the ranks make different calls')
      call refused('ranks in different calls', words(first))
      call refused('ranks in different calls', words(second))
    end if
  end if
  if (rank == 0) print '(5a)', trim(first), ' and ', trim(second), ': ', trim(why)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call frame%finalize(stat=stat)
  call MPI_Finalize(ierr)

contains

  subroutine make(name)
    character(*), intent(in) :: name
    type(domain_t) :: other
    type(snapshot_t) :: snapshot
    type(sequence_t) :: fresh
    real(wp) :: value, values(2)
    integer, parameter :: points(3, 2) = 1
    values = 1
    why = ''
    select case (name)
    case ('add_at')
      call frame%add_at('f', points, values, stat=stat, errmsg=why)
    case ('sample')
      call frame%sample('f', points, values, stat=stat, errmsg=why)
    case ('reduce')
      call frame%reduce('sum', 'u', value, stat=stat, errmsg=why)
    case ('max')
      call frame%reduce('max', 'u', value, stat=stat, errmsg=why)
    case ('poisson')
      call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp], 'periodic', stat=stat, errmsg=why)
    case ('create')
      call other%create(frame, [8, 8, 4*ranks], stat=stat, errmsg=why)
    case ('exchange')
      call step%run(times=2, stat=stat, errmsg=why)
    case ('list')
      call fresh%create(frame, 'fresh')
      call fresh%exchange(domain, 'u')
      call fresh%run(stat=stat, errmsg=why)
    case ('snapshot')
      call snapshot%create('calls.vtkhdf', [8, 8, 4*ranks], [0.0_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], 0.0_wp, 0, &
        stat=stat, errmsg=why, comm=MPI_COMM_WORLD, box=[1, 8, 1, 8, 4*rank + 1, 4*rank + 4])
    case ('report')
      open (10, status='scratch', action='readwrite')
      call frame%report(unit=10, stat=stat, errmsg=why)
      rewind (10)
    case ('finalize')
      call frame%finalize(stat=stat, errmsg=why)
    case default
      call check(.false., 'no such call')
    end select
  end subroutine

  ! What messages name a call.
  character(20) function words(name)
    character(*), intent(in) :: name
    words = name
    if (name == 'create' .or. name == 'snapshot') words = merge('domain%create  ', 'snapshot%create', name == 'create')
    if (name == 'list') words = 'run of a list'
    if (name == 'max') words = 'reduce max'
  end function

  ! An entry that one rank refuses: no rank runs the list, and the next list goes well.
  subroutine alone()
    type(sequence_t) :: list
    call list%create(frame, 'partly')
    call list%exchange(domain, 'u')
    call frame%create_field('own', [merge(8, 7, rank == ranks - 1), 1, 1])
    call list%pointwise('f', 'u + own', stat=stat, errmsg=why)
    call check((stat /= 0) .neqv. rank == ranks - 1, 'some ranks refuse the entry', why)
    call list%run(stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER, 'no rank runs the list', why)
    call refused('an entry that some ranks refuse', 'of which 1 entries were refused')
    call list%destroy()
    call step%run()
  end subroutine
end program
