!> A seismic shot: the acoustic wave equation u_tt = c(x,z)**2 laplacian(u) + s(t) delta, on fields that live on the device.
!>
!>     seismic_wave               320 x 160 cells of 10 m, 1.4 s, seismogram.h5 and wave.h5
!>     mpirun -n 4 seismic_wave cells=640     --help lists the keys
!>
!> x to the right, z down. Central differences of radius 4 (order 8) in space, leapfrog in time; the surface is free
!> (u = 0), the other three sides absorb (C. Cerjan et al., Geophysics 50 (1985) 705). Ricker wavelet as source.
program seismic_wave
  use drawbridge
  use example_ranks
  use example_support
  use seismic_answers
  implicit none
  integer  :: cells = 320                              ! in x; z has half
  real(wp) :: seconds = 1.4_wp, frequency = 12         ! of the record, s; of the wavelet's peak, Hz
  character(256) :: seismogram = 'seismogram.h5', output = 'wave.h5'   ! none: not written
  namelist /seismic_wave_inputs/ cells, seconds, frequency, seismogram, output
  character(90), parameter :: usage(7) = [character(90) :: 'usage: seismic_wave [KEY=VALUE ...]', &
    '  cells       cells in x, z has half; even, 64 to 8192 (320; the model is 3200 m wide)', &
    '  seconds     length of the record, s, at most 10 (1.4)', &
    '  frequency   peak of the Ricker wavelet, Hz, 1 to 100 (12)', &
    '  seismogram  snapshot of what the receivers saw, or none (seismogram.h5)', &
    '  output      snapshot of speed and wave at half of the time, or none (wave.h5)', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']

  real(wp), parameter :: width = 3200, courant = 0.25_wp                        ! m; fastest c dt/spacing
  type(frame_t) :: frame
  type(shot_t)  :: shot

  call read_inputs()
  call begin_ranks(frame)
  speaks = rank == 0
  call compare_with_key()
  call orders_of_convergence()
  call compare_with_point_source()
  shot = model(cells, seconds)
  call run_on_device(shot, 'shot', halfway=output)
  call frame%finalize()
  call end_ranks()
  call tell_bits('the traces', [shot%traces])
  call check('the shot stays finite: largest trace', maxval(abs(shot%traces)) + 0*sum(shot%traces), 1e6_wp)
  if (seismogram /= 'none' .and. rank == 0) call write_seismogram()
  call verdict('seismic_wave')

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'seismic_wave_inputs', usage, 'seismogram output')
      read (text, nml=seismic_wave_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 64 .or. cells > 8192 .or. mod(cells, 2) /= 0) call refuse('cells: an even number from 64 to 8192 is expected')
    if (.not. (seconds >= 0.1_wp .and. seconds <= 10)) call refuse('seconds: 0.1 to 10 is expected')
    if (.not. (frequency >= 1 .and. frequency <= 100)) call refuse('frequency: 1 to 100 Hz is expected')
  end subroutine

  !> The steps on the device. halfway: a snapshot of the wave there, unless absent or none.
  subroutine run_on_device(s, what, halfway)
    type(shot_t), intent(inout) :: s
    character(*), intent(in) :: what
    character(*), intent(in), optional :: halfway
    character(8), parameter :: names(5) = [character(8) :: 'u', 'before', 'l', 'c2dt2', 'damping']
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: part(:, :)
    real(wp) :: second(-radius:radius)
    integer  :: i, n, steps, deep(3, size(s%receivers, 2))
    steps = size(s%wavelet)
    n = size(s%receivers, 2)
    deep(1:2, :) = s%receivers
    deep(3, :) = 1
    second = drawbridge_central(2, radius, s%spacing)
    call domain%create(frame, shape(s%u))
    do i = 1, size(names)
      call domain%create_field(trim(names(i)), halo=radius)
    end do
    part = part_of(domain, s%u)
    call frame%upload('u', part)
    part = part_of(domain, s%before)
    call frame%upload('before', part)
    part = part_of(domain, (s%speed*s%dt)**2)
    call frame%upload('c2dt2', part)
    part = part_of(domain, s%damping)
    call frame%upload('damping', part)
    call step%create(frame, what)
    call step%exchange(domain, 'u')
    if (domain%edges /= '') call step%fill('u', trim(domain%edges), 'dirichlet', value=0.0_wp)
    call step%apply('laplacian_high', 'u', 'l', numbers=[second(0:), second(0:)])
    call step%apply('combine_product', 'u before c2dt2 l', 'before', numbers=[2.0_wp, -1.0_wp, 1.0_wp])
    call step%apply('multiply', 'before damping', 'before', numbers=[1.0_wp])
    call step%apply('multiply', 'u damping', 'u', numbers=[1.0_wp])
    call step%swap('u', 'before')
    do i = 1, steps
      call step%run()
      call frame%add_at('u', reshape([s%source, 1], [3, 1]), [s%wavelet(i)*(s%dt/s%spacing)**2])
      call frame%sample('u', deep, s%traces(:, i))
      if (present(halfway) .and. i == steps/2) then
        call frame%download('u', part)
        call collect(domain, part, s%u)
        if (halfway /= 'none' .and. rank == 0) call write_wave(s, i)
      end if
      call progress(what, i, steps)
    end do
    call frame%download('u', part)
    call collect(domain, part, s%u)
    call step%destroy()
    do i = 1, size(names)
      call frame%destroy_field(trim(names(i)))
    end do
    call domain%destroy()
  end subroutine

  !> The shot over a model of the ground: water, two beds of sediment over an anticline, a basement with a fault.
  function model(n, seconds) result(s)
    integer, intent(in) :: n
    real(wp), intent(in) :: seconds
    type(shot_t) :: s
    real(wp) :: x, z, border
    integer  :: i, j, steps
    s = still(n, n/2, width/n)
    do j = 1, n/2
      do i = 1, n
        x = (i - 0.5_wp)*s%spacing
        z = (j - 0.5_wp)*s%spacing
        s%speed(i, j) = 1500
        if (z > 220) s%speed(i, j) = 1900
        if (z > 560 - 160*exp(-((x - 2100)/450)**2)) s%speed(i, j) = 2500
        if (z > 1050 + merge(0, 150, x < 1400)) s%speed(i, j) = 3500
        border = max(0.0_wp, 300 - min(x, width - x, width/2 - z))/300       ! 0 within, 1 at the sides and the bottom
        s%damping(i, j) = border**2
      end do
    end do
    s%dt = courant*s%spacing/maxval(s%speed)
    s%damping = exp(-100*s%dt*s%damping)                                      ! 100 per second at the side
    steps = ceiling(seconds/s%dt)
    s%source = [nint(0.4_wp*n), max(1, nint(40/s%spacing))]
    j = max(1, n/160)                                                         ! one in j cells is a receiver
    s%receivers = reshape([(i, max(1, nint(20/s%spacing)), i=1, n, j)], [2, (n + j - 1)/j])
    call listen(s, steps, frequency)
  end function

  !> Nothing moves yet: unit speed, no damping.
  function still(nx, nz, spacing) result(s)
    integer, intent(in) :: nx, nz
    real(wp), intent(in) :: spacing
    type(shot_t) :: s
    allocate (s%speed(nx, nz), s%damping(nx, nz), source=1.0_wp)
    allocate (s%u(nx, nz), s%before(nx, nz), source=0.0_wp)
    s%spacing = spacing
    s%dt = 0
    s%receivers = reshape([1, 1], [2, 1])
  end function

  !> The wavelet of every step, and room for the traces.
  subroutine listen(s, steps, frequency)
    type(shot_t), intent(inout) :: s
    integer, intent(in) :: steps
    real(wp), intent(in) :: frequency
    integer :: i
    s%wavelet = [(1e9_wp*ricker((i - 1)*s%dt, frequency), i=1, steps)]
    allocate (s%traces(size(s%receivers, 2), steps), source=0.0_wp)
  end subroutine

  subroutine compare_with_key()
    type(shot_t) :: s, key
    s = model(64, 0.5_wp)
    key = s
    call run_on_device(s, 'small shot')
    call plain_fortran(key)
    call check('plain Fortran loops, traces of 64 x 32 cells', difference(s%traces, key%traces), 1e-12_wp)
    call check('plain Fortran loops, wave at the end', difference(s%u, key%u), 1e-12_wp)
  end subroutine

  !> Largest difference over the largest value; NaN where anything is no number.
  pure real(wp) function difference(a, b)
    real(wp), intent(in) :: a(:, :), b(:, :)
    difference = maxval(abs(a - b))/maxval(abs(b)) + 0*sum(a)
  end function

  !> A standing wave of a closed box, cos(w t) sin(3 pi x) sin(2 pi z), w = pi sqrt(13). The leapfrog alone turns w into
  !> the frequency of sin(w' dt/2) = w dt/2: against that what is left is the error in space, against w that in time.
  subroutine orders_of_convergence()
    real(wp) :: space(2), time(2)
    space = [standing(16, 40, pretend=.true.), standing(32, 80, pretend=.true.)]
    time = [standing(48, 120, pretend=.false.), standing(48, 240, pretend=.false.)]
    call check_between('order of convergence in space, standing wave', log(space(1)/space(2))/log(2.0_wp), 7.7_wp, 8.3_wp)
    call check_between('order of convergence in time, standing wave', log(time(1)/time(2))/log(2.0_wp), 1.9_wp, 2.1_wp)
  end subroutine

  real(wp) function standing(n, steps, pretend) result(error)
    integer, intent(in) :: n, steps
    logical, intent(in) :: pretend
    type(shot_t) :: s
    real(wp) :: shape_of(n, n), w
    integer  :: i, j
    s = still(n, n, 1.0_wp/n)
    s%dt = 0.6_wp/steps
    w = pi*sqrt(13.0_wp)
    if (pretend) w = 2/s%dt*asin(w*s%dt/2)
    shape_of = reshape([((sin(3*pi*(i - 0.5_wp)/n)*sin(2*pi*(j - 0.5_wp)/n), i=1, n), j=1, n)], [n, n])
    s%u = shape_of
    s%before = shape_of*cos(w*s%dt)
    call listen(s, steps, 1.0_wp)
    s%wavelet = 0
    call run_on_device(s, 'standing wave')
    error = difference(s%u, shape_of*cos(w*0.6_wp))
  end function

  !> A shot in ground of one speed against the exact wave of a point source, while nothing has come back from the sides.
  subroutine compare_with_point_source()
    real(wp) :: error(2)
    error = [point_source(96), point_source(192)]
    call check('traces of a point source, exact wave', error(2), 2e-3_wp)
    call check_between('order of convergence, point source', log(error(1)/error(2))/log(2.0_wp), 1.8_wp, 2.4_wp)
  end subroutine

  real(wp) function point_source(n) result(error)
    integer, intent(in) :: n
    real(wp), parameter :: c = 2000, side = 1600, f = 8                       ! m/s, m, Hz
    type(shot_t) :: s
    real(wp), allocatable :: exact(:, :)
    integer :: i, j, steps
    s = still(n, n, side/n)
    s%speed = c
    steps = 5*n
    s%dt = 0.6_wp/steps
    s%source = n/2
    s%receivers = reshape([(n/2 + j*n/12, n/2, j=1, 3)], [2, 3])              ! 133, 267 and 400 m away
    call listen(s, steps, f)
    call run_on_device(s, 'point source')
    allocate (exact, mold=s%traces)
    do i = 1, steps
      exact(:, i) = [(1e9_wp*point_wave(j*side/12, i*s%dt, c, f), j=1, 3)]
    end do
    error = norm2(s%traces - exact)/norm2(exact)
  end function

  !> Receivers across, time downwards; pressure, and pressure times t**2 and cut off so that weak echoes show.
  subroutine write_seismogram()
    type(snapshot_t) :: snap
    integer  :: every, n, i
    real(wp), allocatable :: p(:, :, :), gained(:, :, :)
    every = max(1, size(shot%wavelet)/200)
    n = size(shot%wavelet)/every
    allocate (p(size(shot%traces, 1), n, 1))
    gained = p
    do i = 1, n
      p(:, n + 1 - i, 1) = shot%traces(:, i*every)
      gained(:, n + 1 - i, 1) = p(:, n + 1 - i, 1)*(i*every*shot%dt)**2
    end do
    gained = gained/maxval(abs(gained))
    gained = max(-0.1_wp, min(0.1_wp, gained))
    call snap%create(trim(seismogram), shape(p), [0.0_wp, -n*every*shot%dt, 0.0_wp], [width/size(p, 1), every*shot%dt, 1.0_wp], &
      seconds, size(shot%wavelet), case_name='seismogram: pressure times t**2, cut off')
    call snap%note('axis_x', 'receiver [m]')
    call snap%note('axis_y', '-time [s]')
    call snap%write('pressure', p, unit='Pa')
    call snap%write('gained_pressure', gained)
    call snap%close()
    print '(2a)', '  wrote ', trim(seismogram)
  end subroutine

  subroutine write_wave(s, step)
    type(shot_t), intent(in) :: s
    integer, intent(in) :: step
    type(snapshot_t) :: snap
    integer :: nx, nz
    nx = size(s%u, 1); nz = size(s%u, 2)
    call snap%create(trim(output), [nx, nz, 1], [0.0_wp, -width/2, 0.0_wp], spread(s%spacing, 1, 3), &
      step*s%dt, step, case_name='shot')
    call snap%write('speed', reshape(s%speed(:, nz:1:-1), [nx, nz, 1]), unit='m/s')
    call snap%write('pressure', reshape(s%u(:, nz:1:-1), [nx, nz, 1]), unit='Pa')
    call snap%close()
    print '(2a)', '  wrote ', trim(output)
  end subroutine
end program
