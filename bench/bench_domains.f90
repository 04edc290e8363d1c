! Fields over ranks. `drawbridge bench domains` starts this program under mpirun; rank 0 prints a JSON line for each case.
!
!   bench_domains [n=256] [case=wave|exchange|poisson] [weak=1] [fields=1] [layers=4] [periodic=1] [steps=20] [rounds=9] [parts=0]
!                 [transports=auto,nccl,staging]
!
! transports: one after the other in the same run, each as DRAWBRIDGE_TRANSPORT takes it. One that is refused gets a line with the reason.
! wave: the wave equation of radius 4 in double precision. weak=1: n^3 points for each rank; weak=0: n^3 points in all.
! exchange: only the halos of some fields of n^3 points for each rank.
! poisson: a random right-hand side between walls, to 1e-8: ms of a V-cycle, of one on the box of each rank alone, and of the whole solution.
! parts=1: rank 0 prints the report too, which then has the time of each part of the cycles, level by level. Each part ends with a wait.
! Printed are ms of a step, ms of the same step on the box of one rank alone whose halo is filled there, and ms of the exchange alone: the
! slowest rank's, medians of the rounds.
program bench_domains
  use mpi
  use bench_support
  use drawbridge
  implicit none
  type(frame_t) :: frame
  type(domain_t) :: domain
  character(20) :: which, number, seen, transport
  character(200) :: transports
  integer :: n, weak, fields, layers, periodic, steps, rounds, parts, rank, ranks, ierr, global(3), shape(3)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  which = 'wave'
  n = 256; weak = 1; fields = 1; layers = 4; periodic = 1; steps = 20; rounds = 9; parts = 0
  call arguments_are('bench_domains', 'n=256 case=wave|exchange|poisson weak=1 fields=1 layers=4 periodic=1 steps=20 '// &
                     'rounds=9 parts=0 transports=auto,nccl,staging')
  call given('case', which)
  call given('n', n, least=16, greatest=2048)
  call given('weak', weak, least=0, greatest=1)
  call given('fields', fields, least=1, greatest=32)
  call given('layers', layers, least=1, greatest=16)
  call given('periodic', periodic, least=0, greatest=1)
  call given('steps', steps, least=1)
  call given('rounds', rounds, least=1)
  call given('parts', parts, least=0, greatest=1)
  call get_environment_variable('DRAWBRIDGE_TRANSPORT', transport)
  if (transport == '') transport = 'auto'
  transports = transport
  call given('transports', transports)
  if (all(which /= [character(8) :: 'wave', 'exchange', 'poisson'])) call misfit('case='//which)
  call no_others()
  shape = 0
  call MPI_Dims_create(ranks, 3, shape, ierr) ! the largest first: along z
  shape = shape(3:1:-1)
  global = n*merge(shape, 1, weak == 1 .or. which == 'exchange')
  do while (transports /= '')
    call take_transport()
    if (parts == 1) then
      call frame%initialize(comm=MPI_COMM_WORLD, stencils='measure,parts')
    else
      call frame%initialize(comm=MPI_COMM_WORLD)
    end if
    if (usable()) then
      if (which == 'wave') call wave()
      if (which == 'exchange') call exchange()
      if (which == 'poisson') call poisson()
    end if
    if (parts == 1) call frame%report()
    call frame%finalize()
  end do
  call MPI_Finalize(ierr)

contains

  ! The next transport of the list becomes the one that the environment names.
  subroutine take_transport()
    integer :: comma
    comma = index(transports, ',')
    if (comma == 0) comma = len_trim(transports) + 1
    transport = transports(:comma - 1)
    transports = transports(comma + 1:)
    call set_environment('DRAWBRIDGE_TRANSPORT', transport)
  end subroutine

  ! Makes the domain and exchanges once: a transport that is refused is told.
  logical function usable()
    type(sequence_t) :: swap
    character(500) :: why
    integer :: stat, k
    call domain%create(frame, global, [periodic == 1, periodic == 1, periodic == 1], first=1 + box(0), extents=box(1) - box(0), &
                       stat=stat, errmsg=why)
    if (stat == 0) then
      call domain%create_field('probe', halo=1)
      call swap%create(frame, 'probe')
      call swap%exchange(domain, 'probe')
      call swap%run(stat=stat, errmsg=why)
      call swap%destroy()
      call frame%destroy_field('probe')
    end if
    usable = stat == 0
    if (usable .or. rank > 0) return
    do k = 1, len_trim(why)
      if (why(k:k) == '"' .or. why(k:k) == achar(92)) why(k:k) = "'"
    end do
    print '(5a, i0, 3a)', '{"bench":"domains","case":"', trim(which), '","transport":"', trim(transport), '","ranks":', ranks, &
        ',"refused":"', trim(why), '"}'
  end function

  ! Where this rank's box begins (side 0), or the one behind it (1), along each axis.
  function box(side)
    integer, intent(in) :: side
    integer :: box(3), at(3)
    at = [mod(rank, shape(1)), mod(rank/shape(1), shape(2)), rank/(shape(1)*shape(2))]
    box = int((at + side)*int(global, int64)/shape)
  end function

  subroutine wave()
    type(sequence_t) :: lists(3)
    integer :: h
    character(3), parameter :: names(3) = ['p  ', 'q  ', 'l  ']
    integer :: i
    do i = 1, 3
      h = merge(4, 0, i < 3)
      call frame%create_field(trim(names(i)), domain%extents, halo=h, first=domain%first, temporary=i == 3)
    end do
    call start('p')
    call lists(1)%create(frame, 'wave over ranks')
    call lists(1)%exchange(domain, 'p', layers=4)
    if (domain%edges /= '') call lists(1)%fill('p', faces=trim(domain%edges), kind='constant', value=0.0_wp)
    call leap(lists(1))
    call lists(2)%create(frame, 'wave of one rank')
    call lists(2)%fill('p', 'all', 'periodic', layers=4)
    call leap(lists(2))
    call lists(3)%create(frame, 'exchange')
    call lists(3)%exchange(domain, 'p', layers=4)
    call measure(lists, 8_int64*moved(4))
  end subroutine

  subroutine leap(list)
    type(sequence_t), intent(inout) :: list
    real(wp), parameter :: w(5) = [-205.0_wp/72, 8.0_wp/5, -1.0_wp/5, 8.0_wp/315, -1.0_wp/560]
    call list%apply('laplacian_high', 'p', 'l', [w, w, w])
    call list%pointwise('q', '2*p - q + k*l', 'k', [0.1_wp])
    call list%swap('p', 'q')
  end subroutine

  subroutine exchange()
    type(sequence_t) :: lists(3)
    character(200) :: names
    integer :: i
    names = ''
    do i = 1, fields
      write (number, '(a, i0)') 'u', i
      names = trim(names)//' '//number
      call frame%create_field(trim(number), domain%extents, halo=layers, first=domain%first)
      call start(trim(number))
    end do
    call lists(1)%create(frame, 'exchange')
    call lists(1)%exchange(domain, trim(names))
    call lists(2)%create(frame, 'twice')
    call lists(2)%exchange(domain, trim(names))
    call lists(2)%exchange(domain, trim(names))
    call lists(3)%create(frame, 'exchange of one layer')
    call lists(3)%exchange(domain, 'u1', layers=1)
    call measure(lists, 8_int64*fields*moved(layers))
  end subroutine

  subroutine poisson()
    real(wp) :: times(rounds, 3)
    integer :: r
    call domain%create_field('u', halo=1)
    call domain%create_field('f')
    call frame%create_field('own', domain%extents, halo=1)
    call frame%create_field('g', domain%extents)
    call start('f')
    call start('g')
    times(1, :) = [solution('u', 'f'), solution('own', 'g'), 0.0_wp] ! kernels are compiled and chosen here
    do r = 1, rounds
      times(r, 1) = solution('u', 'f', times(r, 3))
      times(r, 2) = solution('own', 'g')
    end do
    call tell(1e3_wp*[median(times(:, 1)), median(times(:, 2)), median(times(:, 3))], 8_int64*moved(1))
  end subroutine

  ! Seconds of a V-cycle, the slowest rank's; all: of all of them.
  real(wp) function solution(u, f, all) result(cycle)
    character(*), intent(in) :: u, f
    real(wp), intent(out), optional :: all
    type(sequence_t) :: zero
    integer(int64) :: begin
    integer :: cycles
    real(wp) :: mine
    call zero%create(frame, 'zero')
    call zero%apply('constant', '', u, numbers=[0.0_wp])
    call zero%run()
    call zero%destroy()
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    begin = now()
    call frame%poisson(u, f, [1.0_wp, 1.0_wp, 1.0_wp]/n, 'dirichlet', tolerance=1e-8_wp, cycles=cycles)
    mine = since(begin)
    call MPI_Allreduce(mine, cycle, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    if (present(all)) all = cycle
    cycle = cycle/cycles
  end function

  subroutine start(name)
    character(*), intent(in) :: name
    real(wp), allocatable, target :: a(:, :, :)
    allocate (a(domain%extents(1), domain%extents(2), domain%extents(3)))
    call random_number(a)
    call frame%upload(name, a)
    seen = name
  end subroutine

  ! Values that this rank sends to other ranks in an exchange.
  integer(int64) function moved(reach)
    integer, intent(in) :: reach
    integer :: axis, side
    moved = 0
    do axis = 1, 3
      do side = 2*axis - 1, 2*axis
        if (domain%neighbours(side) < 0 .or. domain%neighbours(side) == rank) cycle
        moved = moved + reach*product(int(domain%extents, int64))/domain%extents(axis)
      end do
    end do
  end function

  ! Prints ms of a run of each list, in turns, and destroys them.
  subroutine measure(lists, bytes)
    type(sequence_t), intent(inout) :: lists(3)
    integer(int64), intent(in) :: bytes
    real(wp) :: times(rounds, 3)
    integer :: r, k
    do k = 1, 3
      call lists(k)%run(times=4)
    end do
    do r = 1, rounds
      do k = 1, 3
        times(r, k) = seconds(lists(k))
      end do
    end do
    call tell([(1e3_wp*median(times(:, k))/steps, k=1, 3)], bytes)
    do k = 1, 3
      call lists(k)%destroy()
    end do
  end subroutine

  real(wp) function seconds(list)
    type(sequence_t), intent(inout) :: list
    real(wp) :: mine
    integer(int64) :: begin
    real(wp) :: last(1)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    begin = now()
    call list%run(times=steps)
    call frame%sample(seen, reshape([1, 1, 1], [3, 1]), last) ! waits
    mine = since(begin)
    call MPI_Allreduce(mine, seconds, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function

  subroutine tell(ms, bytes)
    real(wp), intent(in) :: ms(3)
    integer(int64), intent(in) :: bytes
    if (rank > 0) return
    print '(5a, 9(i0, a), 3(f12.5, a))', '{"bench":"domains","case":"', trim(which), '","transport":"', trim(transport), &
        '","ranks":', ranks, ',"weak":', weak, &
        ',"n":', n, ',"fields":', fields, ',"layers":', layers, ',"periodic":', periodic, ',"steps":', steps, ',"bytes":', bytes, &
        ',"points":', product(int(domain%extents, int64)), ',"first_ms":', ms(1), ',"second_ms":', ms(2), ',"third_ms":', ms(3), '}'
  end subroutine
end program
