! Property collections on fields against the same collection on stripe views, in the same run: one line of JSON for each number of
! species and length of a row, ns per point. Both data are on the device already, so that the kernels alone are compared.
program bench_fields
  use bench_support
  use drawbridge
  implicit none
  character(5), parameter :: views(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', &
      'hT', 'Z', 'W']
  external :: frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosthermalproperties, frame_castles_populatepreosshareddata
  integer :: species(8) = [5, 20, 50, 0, 0, 0, 0, 0], rows(8) = [16, 64, 128, 500, 0, 0, 0, 0]
  integer :: species_count = 3, row_count = 4, points = 65536, repeat = 15, threads = 1, layers = 4, i, k
  call arguments_are('bench_fields', 'species=N,.. rows=N,.. points=N halo=N threads=N repeat=N')
  call given('species', species, species_count, 1)
  call given('rows', rows, row_count, 1)
  call given('points', points, 1)
  call given('halo', layers, 0, 64)
  call given('threads', threads, 1)
  call given('repeat', repeat, 3)
  call no_others()
  do k = 1, species_count
    do i = 1, row_count
      call compare(species(k), rows(i))
    end do
  end do

contains

  subroutine compare(ns, nx)
    integer, intent(in) :: ns, nx
    type(frame_t) :: frame
    type(sequence_t) :: step
    real(wp), allocatable, target :: q(:, :), on_fields(:), on_views(:)
    real(wp), pointer, contiguous :: box(:, :, :, :)
    real(wp) :: times(repeat, 2)
    character(:), allocatable :: writes
    integer :: n(3), r, v
    n = [nx, max(1, nint(sqrt(real(points, wp)/nx))), 0]
    n(3) = max(1, points/(n(1)*n(2)))
    allocate (q(product(n), ns + 2), on_fields(product(n)), on_views(product(n)))
    call fill('random', q)
    call initialize(frame, ns, product(n))
    box(1:n(1), 1:n(2), 1:n(3), 1:ns + 2) => q
    call frame%create_field('T', n, halo=layers)
    call frame%create_field('P', n, halo=layers)
    call frame%create_field('Yi', n, halo=layers, components=ns)
    call frame%upload('T', box, 1)
    call frame%upload('P', box, 2)
    call frame%upload('Yi', box, 3)
    writes = ''
    do v = 1, size(views)
      call frame%create_field(trim(views(v)), n, halo=layers)
      writes = writes//' '//trim(views(v))
    end do
    call step%create(frame, 'properties')
    call step%properties('preosThermalProperties', 'T P Yi', writes)
    call populate_view('T', q, 1, 1)
    call populate_view('P', q, 2, 2)
    call populate_view('Yi', q, 3, ns + 2)
    call frame_tvproperties_preosthermalproperties(%VAL(product(n))) ! variants are measured
    call step%run()
    do r = 1, repeat
      times(r, 1) = timed_views(product(n))
      times(r, 2) = timed_fields(step)
    end do
    box(1:n(1), 1:n(2), 1:n(3), 1:1) => on_fields
    call frame%download('rho', box, 1)
    call frame_castles_populateoutputstripe('rho'//char(0), on_views, %VAL(product(n)), %VAL(1), %VAL(1), %VAL(1), &
        %VAL(product(n)), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(product(n)))
    print '(5(a,i0),3(a,f10.4),a,es8.1,a)', '{"bench":"fields","species":', ns, ',"row":', nx, ',"points":', product(n), &
        ',"halo":', layers, ',"threads":', threads, ',"views_ns":', median(times(:, 1))*1e9_wp/product(n), ',"fields_ns":', &
        median(times(:, 2))*1e9_wp/product(n), ',"speed":', median(times(:, 1))/median(times(:, 2)), ',"worst":', &
        maxval(abs(on_fields/on_views - 1)), '}'
    call step%destroy()
    call frame%finalize()
  end subroutine

  subroutine initialize(frame, ns, n)
    type(frame_t), intent(inout) :: frame
    integer, intent(in) :: ns, n
    real(wp) :: w(ns), tc(ns), pc(ns), omega(ns), tmid(ns), low(7, ns), high(7, ns), kij(ns, ns)
    character(20) :: names(ns)
    call read_species(beside_program('species.dat'), ns, names, w, tc, pc, omega, tmid, low, high)
    kij = 0
    call frame%initialize(ns=ns, max_block=n, threads=threads)
    call frame_castles_populatepreosshareddata(w, tc, pc, omega, kij, tmid, low, high)
  end subroutine

  real(wp) function timed_views(n) result(seconds)
    integer, intent(in) :: n
    integer(int64) :: begin
    begin = now()
    call frame_tvproperties_preosthermalproperties(%VAL(n))
    seconds = since(begin)
  end function

  real(wp) function timed_fields(step) result(seconds)
    type(sequence_t), intent(in) :: step
    integer(int64) :: begin
    begin = now()
    call step%run()
    seconds = since(begin)
  end function
end program
