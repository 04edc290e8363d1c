! Stencils on fields: every variant of every operator, beside a copy of the same run and, on the host, plain
! Fortran loops on all threads (OpenMP). One JSON line per variant; times are medians of single runs.
!
!   bench_stencils [n=256] [gray_scott=4096] [repeat=7] [only=NAME] [variant=PREFIX] [precision=float|double]
!
! bytes: what must move at least, each field read and written once. copy_gbs: the better of a copy of arrays
! by Fortran on all threads and a copy of a field by the library (which is the device's own on a GPU).
program bench_stencils
  use bench_support
  use plain_loops
  use drawbridge
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer, parameter :: radius = 4
  type(frame_t) :: frame
  integer :: n = 256, wide = 4096, repeat = 7
  character(20) :: only = ' ', kind = ' ', only_variant = ' '
  character(6) :: precision
  real(wp) :: copy = 0, w(-radius:radius)
  integer :: p

  call arguments()
  call frame%initialize(stencils='first', log='off')
  w = drawbridge_central(2, radius, 1.0_wp)
  call measure_copy()
  do p = 1, 2
    precision = merge('float ', 'double', p == 1)
    if (kind /= ' ' .and. kind /= precision) cycle
    call create(['u'], [n, n, n], radius)
    call create(['d', 'f'], [n, n, n], 0)
    call start('u', [n, n, n])
    call start('f', [n, n, n])
    call line('derivative_x', 'u', 'd', w, 2)
    call line('derivative_y', 'u', 'd', w, 2)
    call line('derivative_z', 'u', 'd', w, 2)
    call line('laplacian', 'u', 'd', [1.0_wp, 1.1_wp, 1.2_wp], 2)
    call line('laplacian_high', 'u', 'd', [w(0:), w(0:), w(0:)], 2)
    call line('stencil7', 'u', 'd', [0.4_wp, 0.1_wp], 2)
    call line('stencil27', 'u', 'd', [0.4_wp, 0.1_wp, 0.02_wp, 0.01_wp], 2)
    call line('gauss_seidel', 'f', 'u', [1.0_wp, 1.1_wp, 1.2_wp], 3)
    call line('combine', 'u d', 'd', [0.5_wp, 0.5_wp], 3)
    call drop(['u', 'd', 'f'])
    call create(['u', 'v', 'a', 'b'], [wide, wide], 8)
    call start('u', [wide, wide, 1])
    call start('v', [wide, wide, 1])
    call line('gray_scott', 'u v', 'a b', [0.16_wp, 0.08_wp, 0.03_wp, 0.06_wp, 1.0_wp], 4)
    call line('gray_scott', 'u v', 'a b', [0.16_wp, 0.08_wp, 0.03_wp, 0.06_wp, 1.0_wp], 4, steps=4)
    call line('gray_scott', 'u v', 'a b', [0.16_wp, 0.08_wp, 0.03_wp, 0.06_wp, 1.0_wp], 4, steps=8)
    call drop(['u', 'v', 'a', 'b'])
  end do
  if (only_variant == ' ') call poisson()
  call frame%finalize()

contains

  subroutine arguments()
    call arguments_are('bench_stencils', 'n=256 gray_scott=4096 repeat=7 only=NAME variant=PREFIX precision=float|double')
    call given('n', n, least=8, greatest=4096)            ! measure_copy has a row of n*n
    call given('gray_scott', wide, least=8, greatest=65536)
    call given('repeat', repeat, least=1)
    call given('only', only)
    call given('variant', only_variant)
    call given('precision', kind)
    if (all(kind /= [character(6) :: ' ', 'float', 'double'])) call misfit('precision='//kind)
    call no_others()
  end subroutine

  subroutine create(names, shape, halo)
    character(*), intent(in) :: names(:)
    integer, intent(in) :: shape(:), halo
    integer :: i
    do i = 1, size(names)
      call frame%create_field(names(i), shape, halo=halo, precision=precision)
    end do
  end subroutine

  ! Values between 0 and 1, so that no run meets denormals.
  subroutine start(name, shape)
    character(*), intent(in) :: name
    integer, intent(in) :: shape(3)
    real(wp), allocatable, target :: q(:, :, :)
    real(sp), allocatable, target :: r(:, :, :)
    allocate (r(shape(1), shape(2), shape(3)))
    call random_number(r)
    if (precision == 'float') then
      call frame%upload(name, r)
    else
      q = real(r, wp)
      call frame%upload(name, q)
    end if
  end subroutine

  subroutine drop(names)
    character(*), intent(in) :: names(:)
    integer :: i
    do i = 1, size(names)
      call frame%destroy_field(names(i))
    end do
  end subroutine

  ! GB/s of reading and writing: fields of one long row each, so that padding counts nothing.
  subroutine measure_copy()
    type(sequence_t) :: step
    integer :: shape(2)
    real(wp) :: seconds
    shape = [n*n, n]
    call frame%create_field('x', shape, halo=0)
    call frame%create_field('y', shape, halo=0)
    call step%create(frame, 'copy')
    call step%apply('copy', 'x', 'y')
    seconds = timed(step)
    call step%destroy()
    call frame%destroy_field('x')
    call frame%destroy_field('y')
    copy = 16e-9_wp*real(n, wp)**3/seconds
    print '(a,es12.5,a)', '{"bench":"stencils","operator":"copy of a field","copy_gbs":', copy, '}'
    if (.not. on_host()) return
    seconds = plain_copy(n, repeat)
    print '(a,es12.5,a)', '{"bench":"stencils","operator":"copy of arrays in Fortran","copy_gbs":', &
        16e-9_wp*real(n, wp)**3/seconds, '}'
    copy = max(copy, 16e-9_wp*real(n, wp)**3/seconds)
  end subroutine

  ! Median of one run; on a GPU fifty in a row, so that the wait at their end counts little.
  real(wp) function timed(step)
    type(sequence_t), intent(in) :: step
    real(wp) :: t(repeat)
    integer :: i, times
    integer(int64) :: begin
    times = merge(1, 50, on_host())
    call step%run(times=2)
    do i = 1, repeat
      begin = now()
      call step%run(times=times)
      t(i) = since(begin)/times
    end do
    timed = median(t)
  end function

  ! Every variant of one operator that moves so many fields.
  subroutine line(operator, reads, writes, numbers, moved, steps)
    character(*), intent(in) :: operator, reads, writes
    real(wp), intent(in) :: numbers(:)
    integer, intent(in) :: moved
    integer, intent(in), optional :: steps
    type(sequence_t) :: step
    character(60) :: options, title
    character(40), allocatable :: variants(:)
    real(wp) :: bytes, points, plain
    integer :: v
    title = operator
    options = ' '
    if (present(steps)) write (options, '(a,i0)') 'steps=', steps
    if (present(steps)) write (title, '(2a,i0,a)') operator, ', ', steps, ' steps'
    if (only /= ' ' .and. only /= operator) return
    points = merge(real(wide, wp)**2, real(n, wp)**3, operator == 'gray_scott')
    bytes = moved*points*merge(4, 8, precision == 'float')
    plain = -1
    if (on_host() .and. operator /= 'gray_scott') plain = plain_seconds(operator, precision, n, repeat)
    if (on_host() .and. operator == 'gray_scott') plain = plain_gray_scott(precision, wide, repeat)
    if (present(steps)) points = steps*points
    if (present(steps)) plain = steps*plain
    if (plain > 0) call result(title, 'plain Fortran', plain, bytes, points)
    variants = variants_of(operator, reads, writes, numbers, options)
    do v = 1, size(variants)
      if (only_variant /= ' ' .and. index(variants(v), trim(only_variant)) /= 1) cycle
      call step%create(frame, 'bench')
      call step%apply(operator, reads, writes, numbers, trim(options)//' variant='//variants(v))
      call result(title, variants(v), timed(step), bytes, points)
      call step%destroy()
    end do
  end subroutine

  ! The names of all variants, as the refusal of an unknown one lists them.
  function variants_of(operator, reads, writes, numbers, options) result(names)
    character(*), intent(in) :: operator, reads, writes, options
    real(wp), intent(in) :: numbers(:)
    character(40), allocatable :: names(:)
    type(sequence_t) :: step
    character(4000) :: message
    integer :: stat, a, b
    names = [character(40) ::]
    call step%create(frame, 'variants')
    call step%apply(operator, reads, writes, numbers, trim(options)//' variant=?', stat=stat, errmsg=message)
    a = index(message, 'variants are ') + 13
    do while (a <= len_trim(message))
      b = a + index(message(a:)//' ', ' ') - 2
      names = [character(40) :: names, message(a:b)]
      a = b + 2
    end do
    call step%destroy()
  end function

  subroutine result(title, variant, seconds, bytes, points)
    character(*), intent(in) :: title, variant
    real(wp), intent(in) :: seconds, bytes, points
    print '(7a,i0,4(a,es12.5),a)', '{"bench":"stencils","operator":"', trim(title), '","precision":"', trim(precision), &
        '","variant":"', trim(variant), '","n":', merge(wide, n, index(title, 'gray_scott') == 1), &
        ',"ms":', 1e3_wp*seconds, ',"gbs":', 1e-9_wp*bytes/seconds, ',"copy_gbs":', copy, &
        ',"points_per_second":', points/seconds, '}'
    flush (6)
  end subroutine

  ! Poisson's equation to 1e-10: time, and the work in sweeps of the fine grid.
  subroutine poisson()
    integer :: cycles
    integer(int64) :: begin
    real(wp) :: history(60), seconds
    real(wp), parameter :: sweeps = 4.0_wp*8/7 ! of a V-cycle with 2 + 2 sweeps on every level
    if (only /= ' ' .and. only /= 'poisson') return
    precision = 'double'
    call frame%create_field('u', [n, n, n], halo=1)
    call frame%create_field('f', [n, n, n], halo=0)
    call start('f', [n, n, n])
    call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp]/n, max_cycles=1, stat=cycles) ! warms up
    call start('u', [n, n, n])
    begin = now()
    call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp]/n, cycles=cycles, history=history)
    seconds = since(begin)
    print '(a,i0,a,es12.5,a,i0,a,f0.1,a)', '{"bench":"stencils","operator":"poisson","precision":"double","n":', n, ',"ms":', &
        1e3_wp*seconds, ',"cycles":', cycles, ',"sweeps":', cycles*sweeps, '}'
  end subroutine
end program
