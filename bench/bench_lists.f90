! Time steps as lists of operators that run together, beside the same lists one operator after the other, and beside plain fused
! Fortran loops (gfortran -O3 -march=native -fopenmp) on as many threads. One JSON line for each list. The three take turns; times are
! medians of rounds, in ms for each step.
!
!   bench_lists [n=256] [rounds=9] [steps=2] [threads=1] [only=heat|wave|flux|grad] [plain=1]
!
! heat: fill, Laplacian, update; wave: fill, Laplacian of radius 4, update, damping, swap; flux: fill, an expression with neighbours (fluxes
! through six faces, with a conductivity of each face), update; grad: fill, three derivatives of radius 4, three expressions, seven fields
! that all are kept, beside plain loops that are not fused. apart: the greatest difference of the
! list that runs together from the plain loops. same: whether both lists have the same bits. plain=0 leaves the loops out.
! copy: a kernel that copies one field to another. of_copy: the time of reading and writing each field of the list once at the speed of
! that copy, as a part of the time that the list takes together. DRAWBRIDGE_DEVICE=cuda: on a GPU.
! start_us: on a GPU, the least time of the host in run(wait=.false.), with an empty queue, for one run of the list that runs together;
! starts_us: for 2*steps runs by one call. launches: kernels and copies of one run. All are 0 where nothing is replayed.
program bench_lists
  use bench_support
  use plain_lists
  use drawbridge
  implicit none
  real(wp), parameter :: dt = 0.1_wp, c = 0.7_wp, k = 0.05_wp
  real(wp), parameter :: slope(-4:4) = [1.0_wp/280, -4.0_wp/105, 0.2_wp, -0.8_wp, 0.0_wp, 0.8_wp, -0.2_wp, 4.0_wp/105, -1.0_wp/280]
  character(2), parameter :: names(8) = ['p_', 'q_', 'd_', 'l_', 'x_', 'y_', 'z_', 'g_'] ! the last four: of grad
  real(wp), parameter :: w(0:4) = [-205.0_wp/72, 1.6_wp, -0.2_wp, 8.0_wp/315, -1.0_wp/560]
  type(frame_t) :: frame
  real(wp), allocatable :: gradient(:, :, :, :)
  integer :: n = 256, rounds = 9, steps = 2, threads = 1, loops = 1
  character(4) :: only = ' '

  call arguments_are('bench_lists', 'n=256 rounds=9 steps=2 threads=1 only=heat|wave|flux|grad plain=1')
  call given('n', n, least=8, greatest=2048)
  call given('rounds', rounds, least=3)
  call given('steps', steps, least=1)
  call given('threads', threads, least=1)
  call given('plain', loops, least=0, greatest=1)
  call given('only', only)
  if (all(only /= [character(4) :: ' ', 'heat', 'wave', 'flux', 'grad'])) call misfit('only='//only)
  call no_others()
  call frame%initialize(threads=threads, log='off')
  if (any(only == [character(4) :: ' ', 'heat'])) call list('heat', 1)
  if (any(only == [character(4) :: ' ', 'wave'])) call list('wave', 4)
  if (any(only == [character(4) :: ' ', 'flux'])) call list('flux', 1)
  if (any(only == [character(4) :: ' ', 'grad'])) call list('grad', 4)
  call frame%finalize()

contains

  subroutine list(name, h)
    character(*), intent(in) :: name
    integer, intent(in) :: h
    type(sequence_t) :: together, apart, copy
    real(wp), allocatable :: p(:, :, :), q(:, :, :), d(:, :, :), ours(:, :, :), theirs(:, :, :)
    real(wp) :: times(rounds, 4), difference, start, starts
    integer :: moved, launches
    integer :: r
    allocate (p(n + 2*h, n + 2*h, n + 2*h), q(n + 2*h, n + 2*h, n + 2*h), d(n + 2*h, n + 2*h, n + 2*h))
    call random_number(p)
    call random_number(q)
    call random_number(d)
    if (name == 'grad') then
      allocate (gradient(n + 2*h, n + 2*h, n + 2*h, 5))
      gradient = 0
    end if
    call build(together, name, 'a', '', h, p, q, d)
    call build(apart, name, 'b', 'fuse=no', h, p, q, d)
    call frame%create_field('copy', [n, n, n], halo=h)
    call copy%create(frame, 'copy')
    call copy%apply('combine', 'd_a', 'copy', [1.0_wp])
    call copy%run()
    moved = merge(2, 4, name == 'heat') ! fields that are read or written
    if (name == 'flux') moved = 3
    if (name == 'grad') moved = 8
    times = 0
    if (loops == 1) call advance(name, h, p, q, d) ! as the lists when they were built
    do r = 1, rounds
      times(r, 1) = timed(together)
      times(r, 2) = timed(apart)
      if (loops == 1) times(r, 3) = plain(name, h, p, q, d)
      times(r, 4) = timed(copy)
    end do
    allocate (ours(n, n, n), theirs(n, n, n))
    call frame%download(merge('q_a', 'p_a', name == 'grad'), ours)
    call frame%download(merge('q_b', 'p_b', name == 'grad'), theirs)
    difference = 0
    if (loops == 1 .and. name /= 'grad') difference = maxval(abs(ours - p(h + 1:n + h, h + 1:n + h, h + 1:n + h)))
    if (loops == 1 .and. name == 'grad') difference = maxval(abs(ours - q(h + 1:n + h, h + 1:n + h, h + 1:n + h)))
    launches = launches_of(name//' a')
    start = 0
    starts = 0
    if (launches > 0) start = started(together, 1)
    if (launches > 0) starts = started(together, 2*steps)
    print '(3a,2(i0,a),4(f10.4,a),f6.3,a,es9.2,a,l1,a,i0,2(a,f8.2),a)', &
        '{"bench":"lists","list":"', name, '","n":', n, ',"threads":', threads, &
        ',"together_ms":', median(times(:, 1)), ',"apart_ms":', median(times(:, 2)), ',"plain_ms":', median(times(:, 3)), &
        ',"copy_ms":', median(times(:, 4)), ',"of_copy":', 0.5_wp*moved*median(times(:, 4))/median(times(:, 1)), &
        ',"difference":', difference, ',"same":"', all(abs(ours - theirs) <= 0), &
        '","launches":', launches, ',"start_us":', start, ',"starts_us":', starts, '}'
    call copy%destroy()
    call frame%destroy_field('copy')
    call together%destroy()
    call apart%destroy()
    call destroy(name, 'a')
    call destroy(name, 'b')
  end subroutine

  subroutine build(step, name, id, options, h, p, q, d)
    type(sequence_t), intent(inout) :: step
    character(*), intent(in) :: name, id, options
    integer, intent(in) :: h
    real(wp), intent(in) :: p(:, :, :), q(:, :, :), d(:, :, :)
    integer :: interior(6), i
    interior = [h + 1, h + n, h + 1, h + n, h + 1, h + n]
    do i = 1, merge(8, 4, name == 'grad')
      call frame%create_field(names(i)//id, [n, n, n], halo=h, temporary=i == 4 .and. name /= 'grad')
    end do
    call frame%upload('p_'//id, p, interior)
    call frame%upload('q_'//id, q, interior)
    call frame%upload('d_'//id, d, interior, layers=h)
    call step%create(frame, name//' '//id)
    call step%fill('p_'//id, 'all', 'periodic')
    if (name == 'heat') then
      call step%apply('laplacian', 'p_'//id, 'l_'//id, [c, c, c], options=options)
      call step%apply('combine', 'p_'//id//' l_'//id, 'p_'//id, [1.0_wp, dt], options=options)
    else if (name == 'grad') then
      call step%apply('derivative_x', 'p_'//id, 'x_'//id, slope, options=options)
      call step%apply('derivative_y', 'p_'//id, 'y_'//id, slope, options=options)
      call step%apply('derivative_z', 'p_'//id, 'z_'//id, slope, options=options)
      call step%apply('pointwise', 'x_'//id//'*x_'//id//' + y_'//id//'*y_'//id//' + z_'//id//'*z_'//id, 'g_'//id, options=options)
      call step%apply('pointwise', 'p_'//id//'*(k - g_'//id//')', 'l_'//id, [k], 'names=k '//options)
      call step%apply('pointwise', 'q_'//id//' + dt*(l_'//id//' - k*q_'//id//')', 'q_'//id, [dt, k], 'names=dt/k '//options)
    else if (name == 'flux') then
      call step%apply('pointwise', fluxes('p_'//id, 'd_'//id), 'l_'//id, options=options)
      call step%apply('combine', 'p_'//id//' l_'//id, 'p_'//id, [1.0_wp, dt], options=options)
    else
      call step%apply('laplacian_high', 'p_'//id, 'l_'//id, [w, w, w], options=options)
      call step%apply('pointwise', '2*p_'//id//' - q_'//id//' + k*l_'//id, 'q_'//id, [k], 'names=k '//options)
      call step%apply('multiply', 'd_'//id//' q_'//id, 'q_'//id, [1.0_wp], options=options)
      call step%swap('p_'//id, 'q_'//id)
    end if
    call step%run(times=2*steps) ! measured, and an even number of swaps
  end subroutine

  ! The fluxes into a cell: d is the conductivity of the faces towards i-1, j-1 and k-1.
  function fluxes(p, d) result(text)
    character(*), intent(in) :: p, d
    character(:), allocatable :: text
    text = d//'[+1,0,0]*('//p//'[+1,0,0] - '//p//') - '//d//'*('//p//' - '//p//'[-1,0,0])'// &
           ' + '//d//'[0,+1,0]*('//p//'[0,+1,0] - '//p//') - '//d//'*('//p//' - '//p//'[0,-1,0])'// &
           ' + '//d//'[0,0,+1]*('//p//'[0,0,+1] - '//p//') - '//d//'*('//p//' - '//p//'[0,0,-1])'
  end function

  subroutine destroy(name, id)
    character(*), intent(in) :: name, id
    integer :: i
    do i = 1, merge(8, 4, name == 'grad')
      call frame%destroy_field(names(i)//id)
    end do
  end subroutine

  real(wp) function timed(step)
    type(sequence_t), intent(in) :: step
    integer(int64) :: begin
    begin = now()
    call step%run(times=2*steps)
    timed = 1e3_wp*since(begin)/(2*steps)
  end function

  ! us of the host to start so many runs. A run before, and a wait, leave the queue empty.
  real(wp) function started(step, times)
    type(sequence_t), intent(in) :: step
    integer, intent(in) :: times
    integer(int64) :: begin
    integer :: r
    started = huge(started)
    do r = 1, 200
      begin = now()
      call step%run(times, wait=.false.)
      if (r > 4) started = min(started, 1e6_wp*since(begin))
      call frame%wait()
    end do
  end function

  ! Kernels and copies of one run of a list that is replayed, as the report has them; 0: none is.
  integer function launches_of(name)
    character(*), intent(in) :: name
    character(400) :: line
    integer :: unit, stat, at
    launches_of = 0
    open (newunit=unit, status='scratch', action='readwrite')
    call frame%report(unit)
    rewind (unit)
    do
      read (unit, '(a)', iostat=stat) line
      if (stat /= 0) exit
      at = index(line, 'sequence '//name//': replayed, ')
      if (at > 0) read (line(at + len('sequence '//name//': replayed, '):), *) launches_of
    end do
    close (unit)
  end function

  real(wp) function plain(name, h, p, q, d)
    character(*), intent(in) :: name
    integer, intent(in) :: h
    real(wp), intent(inout) :: p(:, :, :), q(:, :, :)
    real(wp), intent(in) :: d(:, :, :)
    integer(int64) :: begin
    begin = now()
    call advance(name, h, p, q, d)
    plain = 1e3_wp*since(begin)/(2*steps)
  end function

  subroutine advance(name, h, p, q, d)
    character(*), intent(in) :: name
    integer, intent(in) :: h
    real(wp), intent(inout) :: p(:, :, :), q(:, :, :)
    real(wp), intent(in) :: d(:, :, :)
    integer :: s
    do s = 1, steps
      call one(name, h, p, q, d)
      if (name == 'grad') then
        call one(name, h, p, q, d)
      else
        call one(name, h, q, p, d)
      end if
    end do
  end subroutine

  subroutine one(name, h, p, q, d)
    character(*), intent(in) :: name
    integer, intent(in) :: h
    real(wp), intent(inout) :: p(:, :, :), q(:, :, :)
    real(wp), intent(in) :: d(:, :, :)
    call periodic(n, h, threads, p)
    if (name == 'heat') call plain_heat(n, threads, p, q, c, dt)
    if (name == 'wave') call plain_wave(n, threads, p, q, d, w, k)
    if (name == 'flux') call plain_flux(n, threads, p, q, d, dt)
    if (name == 'grad') call plain_gradient(n, threads, p, q, gradient(:, :, :, 1), gradient(:, :, :, 2), gradient(:, :, :, 3), &
                                            gradient(:, :, :, 4), gradient(:, :, :, 5), slope, dt, k)
  end subroutine
end program
