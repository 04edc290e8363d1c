!> A dimensionless solver of one dense fluid, and its port to Drawbridge in 11 lines (adopted_gas.f90).
!>
!>     dense_gas                             48^3 cells, 100 steps by both stages, dense_gas.h5
!>     mpirun -n 2 dense_gas rounds=5        --help lists the keys
!>
!> Both stages run in turn. Printed are their times of a step, the speed-up, and Amdahl's bound: the speed-up if the equation of
!> state took no time, by its share of stage 0.
program dense_gas
  use mpi
  use drawbridge, only: snapshot_t
  use example_support
  use gas_state
  use own_gas
  use adopted_gas
  use flow
  implicit none
  integer :: cells = 48, steps = 100, rounds = 1
  character(256) :: output = 'dense_gas.h5'
  namelist /dense_gas_inputs/ cells, steps, rounds, output
  character(90), parameter :: usage(6) = [character(90) :: 'usage: dense_gas [KEY=VALUE ...]', &
    '  cells   cells in x, y and z, 8 to 512; each rank takes a slab of at least 4 layers (48)', &
    '  steps   time steps, 1 to 100000 (100)', &
    '  rounds  runs of each stage, in turn; the fastest step counts, 1 to 100 (1)', &
    '  output  snapshot of the last state, or none (dense_gas.h5)', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']
  character(3), parameter :: names(5) = [character(3) :: 'rho', 'u', 'e', 'T', 'P']
  integer, parameter :: judged(5) = [iRho, iU, iE, iT, iP]

  real(wp), allocatable :: own(:, :, :, :)                    ! the last state of stage 0
  real(wp) :: sums(2, 2), seconds(2), in_gas(2), difference(5)
  integer  :: rank, ranks, ierr, round, v

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call read_inputs()
  call allocate_flow(cells, MPI_COMM_WORLD)
  call adopt(MPI_COMM_WORLD)
  allocate (own(n(1), n(2), n(3), variables))
  seconds = huge(1.0_wp)
  do round = 1, rounds
    call run(own_properties, seconds(1), in_gas(1))
    own = q(1:n(1), 1:n(2), 1:n(3), :)
    sums(:, 1) = conserved_sums()
    call run(adopted_properties, seconds(2), in_gas(2))
  end do
  sums(:, 2) = conserved_sums()
  do v = 1, size(judged)
    difference(v) = largest(maxval(abs(q(1:n(1), 1:n(2), 1:n(3), judged(v)) - own(:, :, :, judged(v))))) &
      /largest(maxval(abs(own(:, :, :, judged(v)))))
  end do
  if (output /= 'none') call write_snapshot()
  call leave()
  call MPI_Finalize(ierr)
  if (rank > 0) stop
  call print_times()
  do v = 1, size(judged)
    call check(trim(names(v))//' of stage 1, against stage 0', difference(v), 1e-12_wp)
  end do
  call check('mass and energy of stage 1, against stage 0', maxval(abs(sums(:, 2)/sums(:, 1) - 1)), 1e-13_wp)
  call verdict('dense_gas')

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'dense_gas_inputs', usage, 'output')
      read (text, nml=dense_gas_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 8 .or. cells > 512) call refuse('cells: a number from 8 to 512 is expected')
    if (mod(cells, ranks) /= 0 .or. cells/ranks < 4) &
      call refuse('cells: a multiple of the number of ranks, with at least 4 layers each')
    if (steps < 1 .or. steps > 100000) call refuse('steps: a number from 1 to 100000 is expected')
    if (rounds < 1 .or. rounds > 100) call refuse('rounds: a number from 1 to 100 is expected')
  end subroutine

  !> All steps. The fastest step of the slowest rank counts, and the time in the equation of state within it, s.
  subroutine run(properties, fastest, in_gas)
    procedure() :: properties
    real(wp), intent(inout) :: fastest, in_gas
    real(wp) :: began, seconds
    integer  :: i
    call start_flow(rank*n(3), properties)
    call step(0.05_wp*dx, properties)                         ! what the first call alone does is not timed
    call start_flow(rank*n(3), properties)
    do i = 1, steps
      spent = 0
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      began = MPI_Wtime()
      call step(0.05_wp*dx, properties)
      seconds = largest(MPI_Wtime() - began)
      spent = largest(spent)
      if (seconds >= fastest) cycle
      fastest = seconds
      in_gas = spent
    end do
  end subroutine

  real(wp) function largest(mine)
    real(wp), intent(in) :: mine
    call MPI_Allreduce(mine, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function

  subroutine print_times()
    real(wp) :: bound, reached, points
    points = 3.0_wp*product(n)                                ! a step has three stages
    bound = seconds(1)/(seconds(1) - in_gas(1))
    reached = seconds(1)/seconds(2)
    print '(2x, i0, a, i0, a, i0, a)', cells, '^3 cells, ', ranks, ' ranks, ', steps, ' steps by each stage'
    print '(2x, a, t34, a, t48, a)', 'ns per cell and evaluation', 'stage 0', 'stage 1'
    print '(2x, a, t30, f11.1, t44, f11.1)', 'a step', 1e9_wp*seconds/points
    print '(2x, a, t30, f11.1, t44, f11.1)', 'of it equation of state', 1e9_wp*in_gas/points
    print '(2x, a, f6.2, a, f6.2, a, f6.1, a)', 'speed-up ', reached, ', Amdahl''s bound ', bound, ', reached ', &
      100*reached/bound, ' %'
  end subroutine

  subroutine write_snapshot()
    type(snapshot_t) :: snapshot
    call snapshot%create(trim(output), [cells, cells, cells], [0.0_wp, 0.0_wp, 0.0_wp], [dx, dx, dx], steps*0.05_wp*dx, steps, &
      case_name='dense_gas', comm=MPI_COMM_WORLD, box=[1, cells, 1, cells, rank*n(3) + 1, (rank + 1)*n(3)])
    call snapshot%write('T', q, var=iT, interior=[1+halo, n(1)+halo, 1+halo, n(2)+halo, 1+halo, n(3)+halo])
    call snapshot%write('rho', q, var=iRho, interior=[1+halo, n(1)+halo, 1+halo, n(2)+halo, 1+halo, n(3)+halo])
    call snapshot%close()
  end subroutine
end program
