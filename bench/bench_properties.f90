! Thermal properties on one core: the kernels, called from Fortran, against the textbook reference
! routines; the same 13 outputs on both sides, the same states, medians of alternating runs. One JSON
! line per count of species and kind of states:
!   reference_ns  the textbook routine, ns per point
!   kernel_ns     the collection on views that are filled
!   bridge_ns     the legacy calls with their copies: array -> views -> kernel -> array
!   plan_ns       a plan, from the same arrays to arrays
!   worst         largest relative difference of an output between the two
!   copy_share    on a GPU that measures its variants (DRAWBRIDGE_CACHE=off): as bench_transport has it
!
!   bench_properties [species=5,10,15,20,30,40,50] [points=12288] [checked=POINTS] [repeat=31] [states=random|smooth] [table=FILE]
!
! checked: the textbook routine takes as many; the other points have the same states again.
! random: T 300 to 2500 K and P 1 to 20 MPa at random in every point, the worst case for batches of
! points; smooth: neighbours are alike, as in a solver's field.
program bench_properties
  use bench_support
  use bench_report
  use reference_peng_robinson
  use drawbridge
  implicit none
  character(5), parameter :: outputs(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W']
  external :: frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosthermalproperties, frame_castles_populatepreosshareddata
  integer :: counts(most), cases, points, checked, repeat, i
  character(500) :: table
  character(6) :: kinds(2)
  integer :: kind_count

  points = 12288
  checked = huge(checked)
  repeat = 31
  counts(1:7) = [5, 10, 15, 20, 30, 40, 50]
  cases = 7
  kinds = ['random', 'smooth']
  kind_count = 2
  table = beside_program('species.dat')
  call arguments()
  do i = 1, cases
    call measure(counts(i))
  end do

contains

  subroutine arguments()
    character(6) :: states
    call arguments_are('bench_properties', 'species=5,10 points=12288 checked=12288 repeat=31 states=random|smooth table=FILE')
    call given('species', counts, cases, least=1)
    call given('points', points, least=1)
    call given('checked', checked, least=1)
    call given('repeat', repeat, least=1)
    call given('table', table)
    states = ''
    call given('states', states)
    if (all(states /= [character(6) :: '', kinds])) call misfit('states='//states)
    if (states /= '') then
      kind_count = 1
      kinds(1) = states
    end if
    call no_others()
    checked = min(checked, points)
  end subroutine

  subroutine measure(ns)
    integer, intent(in) :: ns
    real(wp) :: w(ns), tc(ns), pc(ns), omega(ns), tmid(ns), low(7, ns), high(7, ns), kij(ns, ns)
    character(20) :: names(ns)
    type(frame_t) :: frame
    character(*), parameter :: report = 'bench_properties_report.json'
    character(500) :: results(2)
    real(wp) :: seconds, copy_share
    integer :: k
    call read_species(table, ns, names, w, tc, pc, omega, tmid, low, high)
    kij = 0
    call reference_initialize(ns, w, tc, pc, omega, kij, tmid, low, high)
    if (on_host()) then
      call frame%initialize(ns=ns, max_block=points, threads=1)
    else
      call frame%initialize(ns=ns, max_block=points, threads=1, report=report)
    end if
    call frame_castles_populatepreosshareddata(w, tc, pc, omega, kij, tmid, low, high)
    do k = 1, kind_count
      call compare(frame, ns, kinds(k), results(k))
    end do
    call frame%finalize()
    copy_share = 0
    if (.not. on_host()) call read_report(report, 'preosthermalproperties', points, &
        8*real(points, wp)*(ns + 2 + size(outputs) + 1), seconds, copy_share)
    do k = 1, kind_count
      print '(a)', trim(results(k))//share_word(merge(copy_share, 0.0_wp, k == 1))//'}' ! variants are measured with the first states
    end do
  end subroutine

  ! One JSON line, but for its last brace.
  subroutine compare(frame, ns, states, line)
    type(frame_t), intent(in) :: frame
    integer, intent(in) :: ns
    character(*), intent(in) :: states
    character(*), intent(out) :: line
    type(plan_t) :: plan
    real(wp), allocatable, target :: q(:, :), ours(:, :), planned(:, :)
    real(wp), allocatable :: y(:, :), textbook(:, :)
    real(wp) :: times(repeat, 4), median_of(4)
    integer :: r
    allocate (q(points, ns + 2), y(ns, checked), textbook(13, checked), ours(points, 13), planned(points, 13))
    call fill_again(states, checked, q)
    y = transpose(q(:checked, 3:))
    call make(frame, plan, q, planned)
    do r = 1, repeat
      times(r, 1) = timed_reference(q, y, textbook)
      times(r, 2) = timed_bridge(ns, q, ours)
      times(r, 3) = timed_kernel()
      times(r, 4) = timed_plan(plan)
    end do
    do r = 1, 4
      median_of(r) = median(times(:, r))*1e9_wp/merge(checked, points, r == 1)
    end do
    write (line, '(a,i0,5a,i0,a,4(a,f14.4),a,es8.1)') &
        '{"bench":"properties","collection":"preosthermalproperties","species":', ns, ',"states":"', states, '","isa":"', isa(), &
        '","points":', points, ',', '"reference_ns":', median_of(1), ',"kernel_ns":', median_of(3), ',"bridge_ns":', median_of(2), &
        ',"plan_ns":', median_of(4), ',"worst":', &
        max(worst(transpose(textbook), ours(:checked, :), q(:checked, 1)), &
        worst(transpose(textbook), planned(:checked, :), q(:checked, 1)))
    call plan%destroy()
  end subroutine

  subroutine make(frame, plan, q, planned)
    type(frame_t), intent(in) :: frame
    type(plan_t), intent(inout) :: plan
    real(wp), target, contiguous, intent(inout) :: q(:, :), planned(:, :)
    real(wp), pointer :: from(:, :, :, :), to(:, :, :, :)
    integer :: i
    from(1:points, 1:1, 1:1, 1:size(q, 2)) => q
    to(1:points, 1:1, 1:1, 1:13) => planned
    call plan%create(frame, 'preosthermalproperties', shape(from), [1, points, 1, 1, 1, 1])
    call plan%read('T', from, 1)
    call plan%read('P', from, 2)
    call plan%read('Yi', from, 3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), to, i)
    end do
  end subroutine

  real(wp) function timed_reference(q, y, textbook) result(seconds)
    real(wp), intent(in) :: q(:, :), y(:, :)
    real(wp), intent(out) :: textbook(:, :)
    integer(int64) :: begin
    integer :: t
    begin = now()
    do t = 1, checked
      call reference_preosthermalproperties(q(t, 1), q(t, 2), y(:, t), textbook(1, t), textbook(2, t), textbook(3, t), &
          textbook(4, t), textbook(5, t), textbook(6, t), textbook(7, t), textbook(8, t), textbook(9, t), textbook(10, t), &
          textbook(11, t), textbook(12, t), textbook(13, t))
    end do
    seconds = since(begin)
  end function

  real(wp) function timed_bridge(ns, q, ours) result(seconds)
    integer, intent(in) :: ns
    real(wp), intent(in), contiguous :: q(:, :) ! without it gfortran 12 hands populate_view a copy in each call
    real(wp), intent(inout), contiguous :: ours(:, :)
    integer(int64) :: begin
    integer :: i
    begin = now()
    call populate_view('T', q, 1, 1)
    call populate_view('P', q, 2, 2)
    call populate_view('Yi', q, 3, ns + 2)
    call frame_tvproperties_preosthermalproperties(%VAL(points))
    do i = 1, size(outputs)
      call frame_castles_populateoutputstripe(trim(outputs(i))//char(0), ours, %VAL(points), %VAL(1), %VAL(1), %VAL(1), &
          %VAL(points), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(i), %VAL(i), %VAL(1), %VAL(points))
    end do
    seconds = since(begin)
  end function

  real(wp) function timed_plan(plan) result(seconds)
    type(plan_t), intent(inout) :: plan
    integer(int64) :: begin
    begin = now()
    call plan%run()
    seconds = since(begin)
  end function

  real(wp) function timed_kernel() result(seconds)
    integer(int64) :: begin
    begin = now()
    call frame_tvproperties_preosthermalproperties(%VAL(points))
    seconds = since(begin)
  end function

  ! h and e are judged on the scale |h| + 1000 T, hP on |hP| + 1/rho: they pass through zero.
  real(wp) function worst(a, b, temperature)
    real(wp), intent(in) :: a(:, :), b(:, :), temperature(:)
    real(wp) :: scale(size(a, 1), size(a, 2))
    scale = abs(a)
    scale(:, 2) = scale(:, 2) + 1000*temperature
    scale(:, 3) = scale(:, 3) + 1000*temperature
    scale(:, 10) = scale(:, 10) + 1/a(:, 1)
    worst = maxval(abs(a - b)/scale)
  end function
end program
