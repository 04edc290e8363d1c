! Property kernels on one core, called from Fortran, against the textbook reference routines: the same outputs on both sides, the same
! states, in turn. One JSON line for each collection, count of species and kind of states:
!   reference_ns  the textbook routine, ns per point, median
!   kernel_ns     the kernel on views that are filled, median; of the transport set as the library's own report gives it: median
!                 over Frames of four runs each
!   bridge_ns     the thermal set by the legacy calls with their copies: array -> views -> kernel -> array, median
!   plan_ns       a plan, from the same arrays to arrays, median
!   worst         largest relative difference of an output between the two
!   copy_share    on a GPU that measures its variants: the bytes that a launch must move (each input and output once, the flag
!                 too) over the best variant's time at all points, as a share of what the device's own copy moves. It wants
!                 DRAWBRIDGE_CACHE=off, so that variants are measured, and DRAWBRIDGE_OVERLAP=off: one launch takes all points
!
!   bench_properties [set=thermal|transport] [species=5,10,..] [points=12288] [checked=POINTS] [repeat=31] [states=random|smooth]
!                    [only=COLLECTION] [table=FILE]
!
! set=thermal: preosthermalproperties, 13 outputs. set=transport: eosthermalandviscousproperties without Di, and chungcalctransprop with
! Di; repeat=15, random states. checked: the textbook routine takes as many; the other points have the same states again.
! random: T 300 to 2500 K and P 1 to 20 MPa at random in every point, the worst case for batches of
! points; smooth: neighbours are alike, as in a solver's field.
program bench_properties
  use bench_support
  use reference_peng_robinson
  use reference_chung
  use drawbridge
  implicit none
  character(30), parameter :: collections(3) = [character(30) :: 'preosthermalproperties', 'eosthermalandviscousproperties', &
      'chungcalctransprop']
  character(6), parameter :: outputs(15) = [thermal, 'mu    ', 'lambda']
  character(*), parameter :: report = 'bench_properties_report.json'
  external :: frame_castles_populateoutputstripe, frame_tvproperties_preosthermalproperties
  integer :: counts(most), cases, points = 12288, checked, repeat, i, c, first = 1, last = 1
  character(500) :: table
  character(30) :: only = ''
  character(6) :: states = '', kinds(2) = ['random', 'smooth']
  character(9) :: set = 'thermal'
  logical :: reports ! of the library are read
  type(mixture_t) :: m ! in use
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), allocatable, target :: q(:, :, :, :), ours(:, :, :, :), planned(:, :, :, :) ! (points, 1, 1, T P Yi rho); outputs
  real(wp), allocatable :: y(:, :), textbook(:, :)

  call arguments()
  do i = 1, cases
    m = mixture(counts(i), table, set == 'transport')
    call reference_initialize(counts(i), m%w, m%tc, m%pc, m%omega, m%kij, m%tmid, m%low, m%high)
    if (set == 'transport') call reference_chung_initialize(m%transport(1, :), m%transport(2, :), m%transport(3, :), &
        m%transport(4, :), m%transport(5, :))
    do c = first, last
      if (only == '' .or. only == collections(c)) call compare(counts(i), kinds(1))
      if (states == '' .and. c == 1) call compare(counts(i), kinds(2))
    end do
  end do

contains

  subroutine arguments()
    checked = huge(checked)
    repeat = 31
    counts(1:7) = [5, 10, 15, 20, 30, 40, 50]
    cases = 7
    table = beside_program('species.dat')
    call arguments_are('bench_properties', 'set=thermal|transport species=5,10 points=12288 checked=12288 repeat=31 '// &
        'states=random|smooth only=COLLECTION table=FILE')
    call given('set', set)
    if (set == 'transport') then
      first = 2
      last = 3
      counts(1:4) = [5, 10, 20, 50]
      cases = 4
      repeat = 15
    else if (set /= 'thermal') then
      call misfit('set='//set)
    end if
    call given('species', counts, cases, least=1)
    call given('points', points, least=1)
    call given('checked', checked, least=1)
    call given('repeat', repeat, least=first)
    call given('table', table)
    call given('states', states)
    if (all(states /= [character(6) :: '', kinds])) call misfit('states='//states)
    if (states /= '') kinds(1) = states
    call given('only', only)
    if (only /= '' .and. all(only /= collections(first:last))) call misfit('only='//trim(only))
    call no_others()
    checked = min(checked, points)
    reports = set == 'transport'
    if (.not. on_host()) reports = .true.
  end subroutine

  subroutine compare(ns, of)
    integer, intent(in) :: ns
    character(*), intent(in) :: of
    real(wp) :: times(repeat, 4), shares(repeat), medians(4)
    character(200) :: more
    integer :: r, t
    integer :: width
    width = merge(2 + ns, size(outputs), c == 3)
    if (c == 1) width = size(thermal)
    if (allocated(q)) deallocate (q, ours, planned, textbook)
    allocate (q(points, 1, 1, ns + 3), ours(points, 1, 1, width), planned(points, 1, 1, width), textbook(width, checked))
    call fill_again(of, checked, q(:, 1, 1, :ns + 2))
    y = transpose(q(:checked, 1, 1, 3:ns + 2))
    do t = 1, checked
      call reference_preosrhohfromtpprop(q(t, 1, 1, 1), q(t, 1, 1, 2), y(:, t), q(t, 1, 1, ns + 3), textbook(1, t))
    end do
    do t = checked + 1, points
      q(t, 1, 1, ns + 3) = q(t - checked, 1, 1, ns + 3)
    end do
    times = 0
    shares = 0
    if (c == 1) call begin_frame(ns)
    do r = 1, repeat
      times(r, 1) = timed_reference(q(:, 1, 1, :), textbook)
      if (c == 1) then
        times(r, 2) = timed_bridge(ns, q(:, 1, 1, :), ours(:, 1, 1, :))
        times(r, 3) = timed_kernel()
        times(r, 4) = timed_plan(1)
      else
        call begin_frame(ns)
        call plan%run()                                    ! touches every page
        times(r, 4) = timed_plan(3)
        call frame%finalize()
        call the_report(times(r, 3), shares(r))
        if (.not. times(r, 3) > 0) call refuse('the library wrote no report', 'bench_properties')
        times(r, 3) = times(r, 3)/4
        ours = planned
      end if
    end do
    more = ''
    do r = 1, 4
      medians(r) = median(times(:, r))*1e9_wp/merge(checked, points, r == 1)
    end do
    if (c == 1) call frame%finalize()
    if (c == 1 .and. reports) call the_report(times(1, 3), shares(1))
    if (c == 1) write (more, '(a,f14.4)') ',"bridge_ns":', medians(2)
    if (maxval(shares) > 0) write (more(30:), '(a,f6.4)') ',"copy_share":', maxval(shares)
    print '(3a,i0,5a,i0,3(a,f14.4),a,es8.1,2a)', '{"bench":"properties","collection":"', trim(collections(c)), '","species":', ns, &
        ',"states":"', trim(of), '","isa":"', isa(), '","points":', points, ',"reference_ns":', medians(1), ',"kernel_ns":', &
        medians(3), ',"plan_ns":', medians(4), ',"worst":', &
        max(worst(ours(:checked, 1, 1, :)), worst(planned(:checked, 1, 1, :))), trim(more), '}'
  end subroutine

  ! A Frame of the mixture, and the plan of the collection.
  subroutine begin_frame(ns)
    integer, intent(in) :: ns
    integer :: k
    if (reports) call frame%initialize(ns=ns, max_block=points, threads=1, report=report)
    if (.not. reports) call frame%initialize(ns=ns, max_block=points, threads=1)
    call frame%species_data(m%w, m%tc, m%pc, m%omega, m%tmid, m%low, m%high)
    if (c > 1) call frame%transport_data(m%transport(1, :), m%transport(4, :), m%transport(5, :), dipole=m%transport(2, :), &
        kappa=m%transport(3, :))
    call plan%create(frame, trim(collections(c)), shape(q), [1, points, 1, 1, 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    if (c == 3) then
      call plan%read('rho', q, ns + 3)
      call plan%write('mu', planned, 1)
      call plan%write('lambda', planned, 2)
      call plan%write('Di', planned, 3)
    else
      do k = 1, size(planned, 4)
        call plan%write(trim(outputs(k)), planned, k)
      end do
    end if
  end subroutine

  ! What the library's report says of the kernel: the density is read by the third collection alone, and each launch writes the flag.
  subroutine the_report(seconds, share)
    real(wp), intent(out) :: seconds, share
    call read_report(report, trim(collections(c)), points, &
        8*real(points, wp)*(size(q, 4) + size(planned, 4) + merge(1, 0, c == 3)), seconds, share)
  end subroutine

  real(wp) function timed_reference(q, b) result(seconds)
    real(wp), intent(in) :: q(:, :)
    real(wp), intent(out) :: b(:, :)
    integer(int64) :: begin
    integer :: t
    begin = now()
    select case (c)
    case (1)
      do t = 1, checked
        call reference_preosthermalproperties(q(t, 1), q(t, 2), y(:, t), b(1, t), b(2, t), b(3, t), b(4, t), b(5, t), b(6, t), &
            b(7, t), b(8, t), b(9, t), b(10, t), b(11, t), b(12, t), b(13, t))
      end do
    case (2)
      do t = 1, checked
        call reference_eosthermalandviscousproperties(q(t, 1), q(t, 2), y(:, t), b(1, t), b(2, t), b(3, t), b(4, t), b(5, t), &
            b(6, t), b(7, t), b(8, t), b(9, t), b(10, t), b(11, t), b(12, t), b(13, t), b(14, t), b(15, t))
      end do
    case (3)
      do t = 1, checked
        call reference_chungcalctransprop(q(t, 1), q(t, 2), q(t, size(q, 2)), y(:, t), b(1, t), b(2, t), b(3:, t))
      end do
    end select
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
    do i = 1, size(thermal)
      call frame_castles_populateoutputstripe(trim(thermal(i))//char(0), ours, %VAL(points), %VAL(1), %VAL(1), %VAL(1), &
          %VAL(points), %VAL(1), %VAL(1), %VAL(1), %VAL(1), %VAL(i), %VAL(i), %VAL(1), %VAL(points))
    end do
    seconds = since(begin)
  end function

  real(wp) function timed_plan(runs) result(seconds)
    integer, intent(in) :: runs
    integer(int64) :: begin
    integer :: k
    begin = now()
    do k = 1, runs
      call plan%run()
    end do
    seconds = since(begin)/runs
  end function

  real(wp) function timed_kernel() result(seconds)
    integer(int64) :: begin
    begin = now()
    call frame_tvproperties_preosthermalproperties(%VAL(points))
    seconds = since(begin)
  end function

  ! h and e are judged on the scale |h| + 1000 T, hP on |hP| + 1/rho: they pass through zero.
  real(wp) function worst(b)
    real(wp), intent(in) :: b(:, :)
    real(wp) :: a(checked, size(b, 2)), scale(checked, size(b, 2))
    a = transpose(textbook)
    scale = abs(a)
    if (c < 3) scale(:, 2:3) = scale(:, 2:3) + spread(1000*q(:checked, 1, 1, 1), 2, 2)
    if (c < 3) scale(:, 10) = scale(:, 10) + 1/a(:, 1)
    worst = maxval(abs(a - b)/scale)
  end function
end program
