!> Gray-Scott reaction and diffusion of two substances on fields that live on the device: spots grow into a pattern.
!>
!>     gray_scott                       256 x 256 points, 8000 steps, gray_scott.h5
!>     mpirun -n 4 gray_scott cells=128  --help lists the keys
!>
!> J. Pearson, Science 261 (1993) 189: u' = Du lap u - u v v + F (1 - u), v' = Dv lap v + u v v - (F + k) v; spacing 1,
!> dt 1, periodic. Start: u = 1, v = 0, and one square of 6 x 6 points with u = 0.5, v = 0.25 for every 32 x 32 points,
!> anywhere. Several steps are made in one launch.
program gray_scott
  use drawbridge
  use example_ranks
  use example_support
  implicit none
  integer  :: cells = 256, steps = 8000, at_once = 4, seed = 1
  character(256) :: output = 'gray_scott.h5'           ! snapshot, or none
  namelist /gray_scott_inputs/ cells, steps, at_once, seed, output
  character(96), parameter :: usage(7) = [character(96) :: 'usage: gray_scott [KEY=VALUE ...]', &
    '  cells    points in x and y; a multiple of 32, 64 to 16384 (256)', &
    '  steps    steps, 1 to 10000000 (8000)', &
    '  at_once  steps in one launch, 1 to 8 (4)', &
    '  seed     of the random start, 1 to 1000000 (1)', &
    '  output   snapshot of v after an eighth of the steps and at the end (gray_scott.h5), or none', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']

  real(wp), parameter :: Du = 0.16_wp, Dv = 0.08_wp, F = 0.0545_wp, k = 0.062_wp
  !> What a pattern of so many points and steps is like: mean and standard deviation over random starts.
  type :: statistics_t
    integer  :: cells, steps
    real(wp) :: middle(5), scatter(5)
  end type
  character(20), parameter :: statistic(5) = [character(20) :: 'mean of u', 'mean of v', 'fluctuation of v', 'cover by v > 0.2', &
    'length of pattern']
  include 'reference.inc'
  type(frame_t) :: frame
  real(wp), allocatable :: u(:, :), v(:, :), early(:, :)

  call read_inputs()
  call begin_ranks(frame)
  speaks = rank == 0
  call compare_with_key()
  call start(cells, u, v)
  call run_on_device(u, v, steps/8)
  early = v
  call run_on_device(u, v, steps - steps/8)
  call frame%finalize()
  call end_ranks()
  call tell_bits('v', [v])
  call compare_statistics()
  if (output /= 'none' .and. rank == 0) call write_snapshot()
  call verdict('gray_scott')

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'gray_scott_inputs', usage, 'output')
      read (text, nml=gray_scott_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 64 .or. cells > 16384 .or. mod(cells, 32) /= 0) call refuse('cells: a multiple of 32 from 64 to 16384 is expected')
    if (steps < 1 .or. steps > 10000000) call refuse('steps: 1 to 10000000 is expected')
    if (at_once < 1 .or. at_once > 8) call refuse('at_once: 1 to 8 is expected')
    if (seed < 1 .or. seed > 1000000) call refuse('seed: 1 to 1000000 is expected')
  end subroutine

  !> One square for every 32 x 32 points, anywhere.
  subroutine start(n, u, v)
    integer, intent(in) :: n
    real(wp), allocatable, intent(out) :: u(:, :), v(:, :)
    real(wp) :: dice(2)
    integer  :: spot, i, j, seeds, corner(2)
    allocate (u(n, n), source=1.0_wp)
    allocate (v(n, n), source=0.0_wp)
    call random_seed(size=seeds)
    call random_seed(put=[(seed + 37*i, i=1, seeds)])
    do spot = 1, (n/32)**2
      call random_number(dice)
      corner = int(n*dice)
      do j = 0, 5
        do i = 0, 5
          u(1 + modulo(corner(1) + i, n), 1 + modulo(corner(2) + j, n)) = 0.5_wp
          v(1 + modulo(corner(1) + i, n), 1 + modulo(corner(2) + j, n)) = 0.25_wp
        end do
      end do
    end do
  end subroutine

  !> From u and v to u and v: launches of at_once steps, and one by one what is left.
  subroutine run_on_device(u, v, steps)
    real(wp), intent(inout) :: u(:, :), v(:, :)
    integer, intent(in) :: steps
    character(2), parameter :: names(4) = ['u ', 'v ', 'u2', 'v2']
    real(wp), allocatable, target :: part(:, :)
    type(domain_t) :: domain
    type(sequence_t) :: several, one
    integer :: i, left
    call domain%create(frame, shape(u), periodic=[.true., .true.])
    do i = 1, 4
      call domain%create_field(trim(names(i)), halo=at_once)
    end do
    part = part_of(domain, u)
    call frame%upload('u', part)
    part = part_of(domain, v)
    call frame%upload('v', part)
    call list(several, domain, at_once)
    call list(one, domain, 1)
    left = steps/at_once
    do i = 1, left, 100
      call several%run(min(100, left - i + 1))
      call progress('gray_scott', i*at_once, steps)
    end do
    call one%run(mod(steps, at_once))
    call frame%download('u', part)
    call collect(domain, part, u)
    call frame%download('v', part)
    call collect(domain, part, v)
    call several%destroy()
    call one%destroy()
    do i = 1, 4
      call frame%destroy_field(trim(names(i)))
    end do
  end subroutine

  subroutine list(step, domain, count)
    type(sequence_t), intent(inout) :: step
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: count
    call step%create(frame, 'gray_scott')
    call step%exchange(domain, 'u v', layers=count)
    call step%apply('gray_scott', 'u v', 'u2 v2', numbers=[Du, Dv, F, k, 1.0_wp], options='steps='//achar(iachar('0') + count))
    call step%swap('u', 'u2')
    call step%swap('v', 'v2')
  end subroutine

  !> The answer key: 203 steps of a small field in plain loops, without Drawbridge. Later the two may part by
  !> round-off, because the growth of the spots multiplies it: then the statistics judge.
  subroutine compare_with_key()
    integer, parameter :: small = 96, few = 203
    real(wp), allocatable :: u(:, :), v(:, :), key_u(:, :), key_v(:, :)
    call start(small, u, v)
    key_u = u
    key_v = v
    call run_on_device(u, v, few)
    call plain_fortran(key_u, key_v, few)
    call check('plain Fortran loops, u after 203 steps', maxval(abs(u - key_u)) + 0*sum(u), 1e-12_wp)
    call check('plain Fortran loops, v after 203 steps', maxval(abs(v - key_v)) + 0*sum(v), 1e-12_wp)
  end subroutine

  subroutine plain_fortran(u, v, steps)
    real(wp), intent(inout) :: u(:, :), v(:, :)
    integer, intent(in) :: steps
    real(wp), dimension(size(u, 1), size(u, 2)) :: around_u, around_v, uvv
    integer :: i
    do i = 1, steps
      around_u = cshift(u, 1, 1) + cshift(u, -1, 1) + cshift(u, 1, 2) + cshift(u, -1, 2)
      around_v = cshift(v, 1, 1) + cshift(v, -1, 1) + cshift(v, 1, 2) + cshift(v, -1, 2)
      uvv = u*v*v
      u = u + Du*(around_u - 4*u) - uvv + F*(1 - u)
      v = v + Dv*(around_v - 4*v) + uvv - (F + k)*v
    end do
  end subroutine

  !> Each statistic may be five standard deviations from the reference's mean.
  subroutine compare_statistics()
    type(statistics_t) :: known(2)
    real(wp) :: found(5)
    integer  :: i, which
    known = [of_128, of_256]
    found(1) = sum(u)/size(u)
    found(2) = sum(v)/size(v)
    found(3) = sqrt(sum((v - found(2))**2)/size(v))
    found(4) = real(count(v > 0.2_wp), wp)/size(v)
    found(5) = 2*acos(-1.0_wp)*found(3)/sqrt(sum((cshift(v, 1, 1) - v)**2 + (cshift(v, 1, 2) - v)**2)/size(v))
    which = findloc(known%cells == cells .and. known%steps == steps, .true., 1)
    do i = 1, 5
      if (which == 0) then
        print '(2x, 2a, es13.5)', statistic(i), ' ', found(i)
      else
        call check_between(statistic(i), found(i), known(which)%middle(i) - 5*known(which)%scatter(i), &
          known(which)%middle(i) + 5*known(which)%scatter(i))
      end if
    end do
    if (which == 0) print '(a)', '  no reference statistics of so many points and steps: not judged'
    call check('u and v stay between 0 and 1: how far beyond', max(maxval(u) - 1, maxval(v) - 1, -minval(u), -minval(v)) &
      + 0*sum(u + v), 0.0_wp)
  end subroutine

  subroutine write_snapshot()
    type(snapshot_t) :: snap
    integer :: extents(3)
    extents = [cells, cells, 1]
    call snap%create(trim(output), extents, [0.0_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], real(steps, wp), steps, &
      case_name='Gray-Scott: v after an eighth of the steps and at the end')
    call snap%note('axis_x', 'x')
    call snap%note('axis_y', 'y')
    call snap%write('v_early', reshape(early, extents))
    call snap%write('v', reshape(v, extents))
    call snap%close()
    print '(2a)', '  wrote ', trim(output)
  end subroutine
end program
