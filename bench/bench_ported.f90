! The thermal set as drawbridge port makes it from two sources of an owner, against the kernel that was written by hand, on fields in
! the same run: one line of JSON for each source and number of species, ns per point. The textbook has pairs of species, the
! production source one square root for each. On a host the ported kernel is the compiled Fortran, and packs are its translation,
! points side by side. All data are on the device already, so that the kernels alone are compared.
program bench_ported
  use bench_support
  use drawbridge
  use ported_peng_robinson, only: reference_initialize
  use production_peng_robinson, only: production_initialize
  implicit none
  integer :: species(8) = [5, 20, 50, 0, 0, 0, 0, 0], species_count = 3, points = 65536, repeat = 15, threads = 1, k
  call arguments_are('bench_ported', 'species=N,.. points=N threads=N repeat=N')
  call given('species', species, species_count, 1)
  call given('points', points, 1)
  call given('threads', threads, 1)
  call given('repeat', repeat, 3)
  call no_others()
  do k = 1, species_count
    call compare('textbook', 'libported_reference.so', 'libported_packs.so', 'reference_preosthermalproperties', species(k))
    call compare('production', 'libported_production.so', 'libported_production_packs.so', 'production_thermal', species(k))
  end do

contains

  subroutine compare(source, library, library_of_packs, routine, ns)
    character(*), intent(in) :: source, library, library_of_packs, routine
    integer, intent(in) :: ns
    real(wp) :: by_hand, ported, packs, worst, worst_of_packs
    call timed_library(library, routine, ns, by_hand, ported, worst)
    call timed_library(library_of_packs, routine, ns, by_hand, packs, worst_of_packs)
    print '(3a,3(a,i0),5(a,f10.4),2(a,es8.1),a)', '{"bench":"ported","source":"', source, '"', ',"species":', ns, &
        ',"points":', points, ',"threads":', threads, &
        ',"by_hand_ns":', by_hand, ',"ported_ns":', ported, ',"speed":', by_hand/ported, ',"packs_ns":', packs, &
        ',"packs_speed":', ported/packs, ',"worst":', worst, ',"packs_worst":', worst_of_packs, '}'
  end subroutine

  ! ns per point of both kernels, and how far their densities are apart.
  subroutine timed_library(library, routine, ns, first_ns, second_ns, worst)
    character(*), intent(in) :: library, routine
    integer, intent(in) :: ns
    real(wp), intent(out) :: first_ns, second_ns, worst
    type(frame_t) :: frame
    type(sequence_t) :: by_hand, ported
    real(wp), allocatable, target :: q(:, :), first(:), second(:)
    real(wp), pointer, contiguous :: box(:, :, :, :)
    real(wp) :: times(repeat, 2)
    character(:), allocatable :: writes
    integer :: n(3), r, v
    n = [64, max(1, nint(sqrt(real(points, wp)/64))), 0]
    n(3) = max(1, points/(n(1)*n(2)))
    allocate (q(product(n), ns + 2), first(product(n)), second(product(n)))
    call fill('random', q)
    call initialize(frame, ns, product(n))
    box(1:n(1), 1:n(2), 1:n(3), 1:ns + 2) => q
    call frame%create_field('T', n)
    call frame%create_field('P', n)
    call frame%create_field('Yi', n, components=ns)
    call frame%upload('T', box, 1)
    call frame%upload('P', box, 2)
    call frame%upload('Yi', box, 3)
    writes = ''
    do v = 1, size(thermal)
      call frame%create_field(trim(thermal(v)), n)
      writes = writes//' '//trim(thermal(v))
    end do
    call frame%load_kernels(library)
    call by_hand%create(frame, 'by hand')
    call by_hand%properties('preosThermalProperties', 'T P Yi', writes)
    call ported%create(frame, 'ported')
    call ported%properties(routine, 'T P Y=Yi', writes)
    call by_hand%run() ! variants are measured
    call density(frame, n, first)
    call ported%run()
    call density(frame, n, second)
    do r = 1, repeat
      times(r, 1) = timed(frame, by_hand)
      times(r, 2) = timed(frame, ported)
    end do
    first_ns = median(times(:, 1))*1e9_wp/product(n)
    second_ns = median(times(:, 2))*1e9_wp/product(n)
    worst = maxval(abs(second/first - 1))
    call by_hand%destroy()
    call ported%destroy()
    call frame%finalize()
  end subroutine

  subroutine density(frame, n, rho)
    type(frame_t), intent(in) :: frame
    integer, intent(in) :: n(3)
    real(wp), intent(inout), target, contiguous :: rho(:)
    real(wp), pointer, contiguous :: box(:, :, :, :)
    box(1:n(1), 1:n(2), 1:n(3), 1:1) => rho
    call frame%download('rho', box, 1)
  end subroutine

  ! What was started is done when a value comes back.
  real(wp) function timed(frame, step) result(seconds)
    type(frame_t), intent(in) :: frame
    type(sequence_t), intent(in) :: step
    real(wp) :: value(1)
    integer(int64) :: begin
    begin = now()
    call step%run()
    call frame%sample('rho', reshape([1, 1, 1], [3, 1]), value)
    seconds = since(begin)
  end function

  subroutine initialize(frame, ns, n)
    type(frame_t), intent(inout) :: frame
    integer, intent(in) :: ns, n
    type(mixture_t) :: m
    m = mixture(ns, '', .false.)
    call frame%initialize(ns=ns, max_block=n, threads=threads)
    call frame%species_data(m%w, m%tc, m%pc, m%omega, m%tmid, m%low, m%high)
    call reference_initialize(ns, m%w, m%tc, m%pc, m%omega, m%kij, m%tmid, m%low, m%high)
    call production_initialize(ns, m%w, m%tc, m%pc, m%omega, m%tmid, m%low, m%high)
  end subroutine
end program
