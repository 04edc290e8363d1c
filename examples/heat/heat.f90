!> Heat conduction in a block of metal, du/dt = kappa laplacian(u), on fields that live on the device.
!>
!>     heat                      64 x 64 x 32 cells, 10 s, heat.h5
!>     mpirun -n 4 heat cells=128 seconds=5     --help lists the keys
!>
!> Cells of a block 0.2 x 0.2 x 0.1 m: the faces x are held at 300 K, the faces y are insulated, z is periodic.
!> Explicit Euler steps of the 7-point Laplacian. The temperature is a sum of modes, so that both the equation
!> and the scheme have exact answers: each mode decays with its own factor.
program heat
  use drawbridge
  use example_ranks
  use example_support
  implicit none
  integer  :: cells = 64                               ! in x and y; z has half
  real(wp) :: seconds = 10, kappa = 9.7e-5_wp          ! s; m2/s, aluminium
  character(256) :: output = 'heat.h5'                 ! snapshot of before and after; none: nothing is written
  namelist /heat_inputs/ cells, seconds, kappa, output
  character(80), parameter :: usage(6) = [character(80) :: 'usage: heat [KEY=VALUE ...]', &
    '  cells    cells in x and y, z has half; a multiple of 16, 16 to 1024 (64)', &
    '  seconds  time that is computed, s (10)', &
    '  kappa    thermal diffusivity, m2/s (9.7e-5)', &
    '  output   snapshot with the temperature before and after, or none (heat.h5)', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']

  real(wp), parameter :: pi = acos(-1.0_wp), lengths(3) = [0.2_wp, 0.2_wp, 0.1_wp], wall = 300   ! m, K
  ! mode m: amplitude(m) sin(pi i x/Lx) cos(pi j y/Ly) cos(2 pi k z/Lz + 1)
  real(wp), parameter :: amplitude(4) = [60.0_wp, 40.0_wp, 40.0_wp, 25.0_wp]                     ! K
  integer, parameter  :: modes(3, 4) = reshape([1, 0, 0,  2, 3, 0,  5, 1, 1,  3, 6, 2], [3, 4])
  type(frame_t) :: frame
  real(wp), allocatable :: before(:, :, :), after(:, :, :)
  real(wp) :: error(3)
  integer  :: grid, n

  call read_inputs()
  call begin_ranks(frame)
  speaks = rank == 0
  do grid = 1, 3
    n = cells/2**(3 - grid)
    call solve(n, error(grid), grid == 1, before, after)
    if (speaks) print '(2x, i0, a, i0, a, f9.6, a)', n, ' cells across: after ', step_count(n), ' steps at most', &
      error(grid), ' K from the equation''s answer'
  end do
  call frame%finalize()
  call end_ranks()
  call check_between('order of convergence, the finer two of three grids', log(error(2)/error(3))/log(2.0_wp), 1.9_wp, 2.1_wp)
  call tell_bits('the temperature', [after])
  if (output /= 'none' .and. rank == 0) call write_snapshot()
  call verdict('heat')

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'heat_inputs', usage, 'output')
      read (text, nml=heat_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 16 .or. cells > 1024 .or. mod(cells, 16) /= 0) call refuse('cells: a multiple of 16 from 16 to 1024 is expected')
    if (.not. (kappa > 0 .and. kappa < 1)) call refuse('kappa: more than 0 and less than 1 m2/s is expected')
    if (.not. (seconds > 0 .and. seconds*kappa < 0.01_wp)) call refuse('seconds: more than 0 and less than 0.01/kappa is expected')
  end subroutine

  !> Steps of half the stable length, so that `seconds` are met exactly.
  integer function step_count(n)
    integer, intent(in) :: n
    step_count = ceiling(4*kappa*seconds*sum((extents(n)/lengths)**2))
  end function

  function extents(n)
    integer, intent(in) :: n
    integer :: extents(3)
    extents = [n, n, n/2]
  end function

  !> The run on the device with n cells across. error: largest difference from the equation's answer, K.
  subroutine solve(n, error, with_key, u0, u)
    integer, intent(in) :: n
    logical, intent(in) :: with_key
    real(wp), intent(out) :: error
    real(wp), allocatable, intent(out) :: u0(:, :, :), u(:, :, :)
    real(wp), allocatable, target :: part(:, :, :)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp) :: dt, scale(3)
    integer  :: i, steps
    steps = step_count(n)
    dt = seconds/steps
    scale = (extents(n)/lengths)**2                                 ! 1/spacing**2
    allocate (u0(n, n, n/2), u(n, n, n/2), source=wall)
    call add_modes(u0, decay=[(1.0_wp, i=1, size(amplitude))])
    call domain%create(frame, extents(n), periodic=[.false., .false., .true.])
    call domain%create_field('u', halo=1)
    call domain%create_field('l', halo=1)
    part = part_of(domain, u0)
    call frame%upload('u', part)
    call step%create(frame, 'heat')
    call step%exchange(domain, 'u')
    if (faces(domain, 'x') /= '') call step%fill('u', faces(domain, 'x'), 'dirichlet', value=wall)
    if (faces(domain, 'y') /= '') call step%fill('u', faces(domain, 'y'), 'mirror')
    call step%apply('laplacian', 'u', 'l', numbers=scale)
    call step%apply('combine', 'u l', 'u', numbers=[1.0_wp, kappa*dt])
    do i = 1, steps, 50
      call step%run(min(50, steps - i + 1))
      call progress('heat', i, steps)
    end do
    call frame%download('u', part)
    call collect(domain, part, u)
    call step%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('l')
    call domain%destroy()
    call judge(n, dt, scale, steps, u0, u, with_key, error)
  end subroutine

  subroutine judge(n, dt, scale, steps, u0, u, with_key, error)
    integer, intent(in) :: n, steps
    real(wp), intent(in) :: dt, scale(3), u0(:, :, :), u(:, :, :)
    logical, intent(in) :: with_key
    real(wp), intent(out) :: error
    real(wp) :: answer(n, n, n/2), rate(size(amplitude)), discrete(size(amplitude))
    character(30) :: on
    integer :: m
    write (on, '(a, i0, a)') ', ', n, ' cells across, K'
    do m = 1, size(amplitude)
      associate (k => modes(:, m)*[1, 1, 2]*pi/lengths)
        rate(m) = -kappa*sum(k**2)
        discrete(m) = 1 - kappa*dt*sum(4*scale*sin(k/(2*sqrt(scale)))**2)  ! what one step does to the mode
      end associate
    end do
    answer = wall
    call add_modes(answer, discrete**steps)
    call check('the scheme''s exact decay'//on, difference(u, answer), 1e-9_wp)
    if (with_key) then
      answer = u0
      call plain_fortran(answer, scale*kappa*dt, steps)
      call check('plain Fortran loops'//on, difference(u, answer), 1e-9_wp)
    end if
    answer = wall
    call add_modes(answer, exp(rate*seconds))
    error = difference(u, answer)
  end subroutine

  !> The largest difference; NaN where anything is no number.
  pure real(wp) function difference(a, b)
    real(wp), intent(in) :: a(:, :, :), b(:, :, :)
    difference = maxval(abs(a - b)) + 0*sum(a)
  end function

  !> Adds the modes at the cells' centres, each times its decay.
  subroutine add_modes(u, decay)
    real(wp), intent(inout) :: u(:, :, :)
    real(wp), intent(in) :: decay(:)
    real(wp) :: x(3)
    integer  :: i, j, k
    do k = 1, size(u, 3)
      do j = 1, size(u, 2)
        do i = 1, size(u, 1)
          x = pi*([i, j, k] - 0.5_wp)/shape(u)
          u(i, j, k) = u(i, j, k) + sum(amplitude*decay*sin(modes(1, :)*x(1))*cos(modes(2, :)*x(2))*cos(2*modes(3, :)*x(3) + 1))
        end do
      end do
    end do
  end subroutine

  !> The answer key: the same steps without Drawbridge. c = kappa dt/spacing**2.
  subroutine plain_fortran(u, c, steps)
    real(wp), intent(inout) :: u(:, :, :)
    real(wp), intent(in) :: c(3)
    integer, intent(in) :: steps
    real(wp) :: w(0:size(u, 1) + 1, 0:size(u, 2) + 1, 0:size(u, 3) + 1), flow
    integer  :: nx, ny, nz, step, i, j, k
    nx = size(u, 1); ny = size(u, 2); nz = size(u, 3)
    do step = 1, steps
      w(1:nx, 1:ny, 1:nz) = u
      w(0, :, :) = 2*wall - w(1, :, :);  w(nx + 1, :, :) = 2*wall - w(nx, :, :)
      w(:, 0, :) = w(:, 1, :);           w(:, ny + 1, :) = w(:, ny, :)
      w(:, :, 0) = w(:, :, nz);          w(:, :, nz + 1) = w(:, :, 1)
      do k = 1, nz
        do j = 1, ny
          do i = 1, nx
            flow = c(1)*(w(i + 1, j, k) - 2*w(i, j, k) + w(i - 1, j, k)) &
                 + c(2)*(w(i, j + 1, k) - 2*w(i, j, k) + w(i, j - 1, k)) &
                 + c(3)*(w(i, j, k + 1) - 2*w(i, j, k) + w(i, j, k - 1))
            u(i, j, k) = w(i, j, k) + flow
          end do
        end do
      end do
    end do
  end subroutine

  subroutine write_snapshot()
    type(snapshot_t) :: snap
    call snap%create(trim(output), extents(cells), [0.0_wp, 0.0_wp, 0.0_wp], lengths/extents(cells), seconds, step_count(cells), &
      case_name='heat in a block')
    call snap%write('before', before, unit='K')
    call snap%write('after', after, unit='K')
    call snap%close()
    print '(2a)', '  wrote ', trim(output)
  end subroutine
end program
