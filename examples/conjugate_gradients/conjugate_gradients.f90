!> Conjugate gradients with an operator whose coefficients vary from face to face, on any number of MPI ranks: an implicit step
!> of heat conduction, x - div(k grad x) = b.
!>
!>     conjugate_gradients                     64 x 64 x 64 points to a residual of 1e-13
!>     mpirun -n 4 conjugate_gradients cells=128
!>
!> Stage 0 is the solver's own plain loops (own_loops.f90). Stage 1 is one list of Drawbridge for each pass of the method. Both
!> must take the same number of passes, give or take one, and give the same answer. The sums of stage 1 are the same bits for any number of ranks.
program conjugate_gradients
  use mpi
  use drawbridge
  use example_support
  use own_loops
  implicit none
  integer  :: cells = 64, rounds = 1
  real(wp) :: tolerance = 1e-13_wp
  character(256) :: output = 'none' ! no snapshot is written; other examples have this key
  namelist /conjugate_gradients_inputs/ cells, tolerance, rounds, output
  character(90), parameter :: usage(6) = [character(90) :: 'usage: conjugate_gradients [KEY=VALUE ...]', &
    '  cells      points along each axis, 8 to 1024 (64)', &
    '  tolerance  residual that is reached, relative to b, 1e-14 to 1e-3 (1e-13)', &
    '  rounds     how often both stages are timed in turn, 1 to 1000 (1)', &
    '  output     none', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']
  integer, parameter :: most_passes = 500
  character(*), parameter :: operator = 'p + kx*(p - p[-1,0,0]) - kx[+1,0,0]*(p[+1,0,0] - p)' // &
                             ' + ky*(p - p[0,-1,0]) - ky[0,+1,0]*(p[0,+1,0] - p)' // &
                             ' + kz*(p - p[0,0,-1]) - kz[0,0,+1]*(p[0,0,+1] - p)'
  type(frame_t) :: frame
  type(domain_t) :: domain
  type(sequence_t) :: pass
  real(wp), allocatable, target :: k(:, :, :, :)
  real(wp), allocatable :: b(:, :, :), x(:, :, :), own(:, :, :)
  real(wp), target :: kept(1, 1, 1)
  real(wp) :: seconds(0:1), begin, start
  integer :: rank, ranks, first, planes, passes(0:1), round, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call read_inputs()
  first = rank*cells/ranks + 1
  planes = (rank + 1)*cells/ranks - first + 1
  allocate (k(0:cells + 1, 0:cells + 1, 0:planes + 1, 3))
  allocate (b(cells, cells, planes), x(cells, cells, planes), own(cells, cells, planes))
  call pose()
  call frame%initialize(comm=MPI_COMM_WORLD)
  call make_list()
  call upload_start()
  call pass%run(times=3) ! kernels are compiled and chosen here, and not in what is timed
  seconds = huge(seconds)
  do round = 1, rounds
    call start_clock()
    call solve_by_loops(cells, planes, beside(-1), beside(1), k, b, tolerance, most_passes, own, passes(0))
    seconds(0) = min(seconds(0), stopped_clock()/passes(0))
    call upload_start()
    call start_clock()
    call solve_by_list(passes(1))
    seconds(1) = min(seconds(1), stopped_clock()/passes(1))
  end do
  call frame%download('x', x)
  call compare()
  call frame%finalize()
  if (rank == 0) call verdict('conjugate_gradients')
  call MPI_Finalize(ierr)

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'conjugate_gradients_inputs', usage, 'output')
      read (text, nml=conjugate_gradients_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 8 .or. cells > 1024) call refuse('cells: 8 to 1024 is expected')
    if (.not. (tolerance >= 1e-14_wp .and. tolerance <= 1e-3_wp)) call refuse('tolerance: 1e-14 to 1e-3 is expected')
    if (rounds < 1 .or. rounds > 1000) call refuse('rounds: 1 to 1000 is expected')
    if (output /= 'none') call refuse('output: none is expected')
    if (ranks > cells) call refuse('cells: at least as many as MPI ranks are expected')
  end subroutine

  !> The rank with the next planes, or none.
  integer function beside(by)
    integer, intent(in) :: by
    beside = rank + by
    if (beside < 0 .or. beside >= ranks) beside = MPI_PROC_NULL
  end function

  !> Conductivities of all faces, which differ by a factor of 50, and the right-hand side.
  subroutine pose()
    integer :: i, j, l, axis
    real(wp) :: at(3)
    do axis = 1, 3
      do l = 0, planes + 1
        do j = 0, cells + 1
          do i = 0, cells + 1
            at = [i, j, first + l - 1]/real(cells + 1, wp)
            k(i, j, l, axis) = exp(2*sin(9*at(1) + axis)*cos(7*at(2))*sin(8*at(3) - 1))
          end do
        end do
      end do
    end do
    do l = 1, planes
      do j = 1, cells
        do i = 1, cells
          at = [i, j, first + l - 1]/real(cells + 1, wp)
          b(i, j, l) = sin(31*at(1))*at(2) + cos(17*at(3))
        end do
      end do
    end do
  end subroutine

  !> Fields on a domain with this rank's planes, and the list of one pass. All have the same halo, so that their rows lie alike: an expression
  !> finds the points of all of them at once. Beyond the walls p is 0: they are filled once, and no pass writes there.
  !> r.r of the last pass is kept in a field of one point, and not summed again.
  subroutine make_list()
    type(sequence_t) :: walls
    integer :: axis
    call domain%create(frame, [cells, cells, cells], first=[1, 1, first], extents=[cells, cells, planes])
    do axis = 1, 3
      call domain%create_field('k'//char(iachar('w') + axis))
      call frame%upload('k'//char(iachar('w') + axis), k(:, :, :, axis), &
                        interior=[2, cells + 1, 2, cells + 1, 2, planes + 1], layers=1)
    end do
    call frame%create_field('kept', [1, 1, 1])
    call domain%create_field('p', halo=1)
    call domain%create_field('x', halo=1)
    call domain%create_field('r', halo=1)
    call domain%create_field('q', halo=1)
    call walls%create(frame, 'walls')
    call walls%fill('p', faces='edges', kind='constant', value=0.0_wp)
    call walls%run()
    call walls%destroy()
    call pass%create(frame, 'conjugate gradients')
    call pass%exchange(domain, 'p')
    call pass%pointwise('q', operator)
    call pass%reduce('dot', 'p q', 'pq')
    call pass%reduce('max', 'kept', 'rr')
    call pass%compute('alpha', 'rr/pq')
    call pass%pointwise('r', 'r - alpha*q')
    call pass%reduce('dot', 'r r', 'rr_new')
    call pass%compute('beta', 'rr_new/rr')
    call pass%pointwise('kept', 'rr_new')
    call pass%pointwise('x p', 'x + alpha*p; r + beta*p')
  end subroutine

  subroutine upload_start()
    x = 0
    call frame%upload('x', x)
    call frame%upload('r', b)
    call frame%upload('p', b)
    call frame%reduce('dot', 'r', start, 'r')
    kept = start
    call frame%upload('kept', kept)
  end subroutine

  subroutine solve_by_list(count)
    integer, intent(out) :: count
    real(wp) :: rr
    do count = 1, most_passes
      call pass%run()
      call pass%get('rr_new', rr)
      if (rr <= tolerance**2*start) return
    end do
    count = most_passes
  end subroutine

  subroutine start_clock()
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    begin = MPI_Wtime()
  end subroutine

  !> The time of the slowest rank.
  real(wp) function stopped_clock()
    stopped_clock = MPI_Wtime() - begin
    call MPI_Allreduce(MPI_IN_PLACE, stopped_clock, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function

  !> The largest value over all ranks.
  real(wp) function most(value)
    real(wp), intent(in) :: value
    call MPI_Allreduce(value, most, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function

  !> The sum of a number over all ranks.
  real(wp) function over_ranks(value)
    real(wp), intent(in) :: value
    call MPI_Allreduce(value, over_ranks, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end function

  subroutine compare()
    real(wp), allocatable :: p(:, :, :), q(:, :, :)
    real(wp) :: apart, largest, left
    apart = most(maxval(abs(x - own)))
    largest = most(maxval(abs(own)))
    allocate (p(0:cells + 1, 0:cells + 1, 0:planes + 1), source=0.0_wp)
    allocate (q(cells, cells, planes))
    p(1:cells, 1:cells, 1:planes) = x
    call exchange_planes(cells, planes, beside(-1), beside(1), p)
    call apply_operator(cells, planes, k, p, q)
    left = sqrt(over_ranks(sum((b - q)**2))/over_ranks(sum(b**2)))
    if (rank > 0) return
    ! Sums are rounded otherwise: where a residual lies on the tolerance, one of the two needs a pass more.
    call check('passes of the list less those of the plain loops', real(abs(passes(1) - passes(0)), wp), 1.0_wp)
    call check('largest difference from the plain loops, of the largest value', apart/largest, 1e-12_wp)
    call check('residual of the answer, by plain loops, relative to b', left, 2*tolerance + 1e-12_wp)
    print '(a, i0, a, 2(f0.3, a), f0.2, a)', '  ', passes(0), ' passes; ms a pass: plain loops ', 1e3_wp*seconds(0), ', list ', &
      1e3_wp*seconds(1), ', ', seconds(0)/seconds(1), ' times as fast'
  end subroutine
end program
