! Transport on one core: the kernels, through plans, against the textbook reference routines; the same outputs on
! both sides, the same states. One JSON line per collection, count of species and kind of states:
!   reference_ns  the textbook routine, ns per point, median of the runs
!   kernel_ns     the kernel, as the library's own report gives it: median over Frames of four runs each
!   plan_ns       the plan with its copies: array -> views -> kernel -> array, median
!   worst         largest relative difference of an output between the two
!   copy_share    on a GPU that measures its variants: the bytes that a launch must move (each input and output once, the flag
!                 too) over the best variant's time at all points, as a share of what the device's own copy moves. It wants
!                 DRAWBRIDGE_CACHE=off, so that variants are measured, and DRAWBRIDGE_OVERLAP=off: one launch takes all points
! The collections are eosthermalandviscousproperties without Di, and chungcalctransprop with Di.
!
!   bench_transport [species=5,10,20,50] [points=12288] [checked=POINTS] [repeat=15] [states=random|smooth] [only=COLLECTION]
!
! checked: the textbook routine takes as many; the other points have the same states again.
program bench_transport
  use bench_support
  use bench_report
  use reference_peng_robinson
  use reference_chung
  use drawbridge
  implicit none
  character(6), parameter :: thermal(15) = [character(6) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W', 'mu', 'lambda']
  character(40), parameter :: collections(2) = [character(40) :: 'eosthermalandviscousproperties', 'chungcalctransprop']
  integer :: counts(most), cases, points, checked, repeat, i
  character(6) :: states
  character(40) :: only
  real(wp), allocatable :: w(:), tc(:), pc(:), omega(:), tmid(:), low(:, :), high(:, :), chung(:, :) ! of the mixture in use

  points = 12288
  checked = huge(checked)
  repeat = 15
  counts(1:4) = [5, 10, 20, 50]
  cases = 4
  states = 'random'
  only = ''
  call arguments()
  do i = 1, cases
    call measure(counts(i))
  end do

contains

  subroutine arguments()
    call arguments_are('bench_transport', 'species=5,10 points=12288 checked=12288 repeat=15 states=random|smooth only=COLLECTION')
    call given('species', counts, cases, least=1)
    call given('points', points, least=1)
    call given('checked', checked, least=1)
    call given('repeat', repeat, least=2)
    call given('states', states)
    if (all(states /= ['random', 'smooth'])) call misfit('states='//states)
    call given('only', only)
    if (only /= '' .and. all(only /= collections)) call misfit('only='//trim(only))
    call no_others()
    checked = min(checked, points)
  end subroutine

  ! The transport data of the first ns species, in the order of the species table.
  subroutine read_transport(ns, data)
    integer, intent(in) :: ns
    real(wp), intent(out) :: data(5, ns)                 ! Vc m3/mol, dipole debye, kappa, sigma m, eps K
    character(200) :: line
    character(20) :: name
    integer :: unit, status, k
    open (newunit=unit, file=beside_program('transport.dat'), status='old', action='read', iostat=status)
    k = 0
    do while (k < ns .and. status == 0)
      read (unit, '(a)', iostat=status) line
      if (status /= 0 .and. k > 0) then                   ! more species than the table has: its first ones again
        rewind (unit, iostat=status)
        cycle
      end if
      if (status /= 0 .or. line(1:1) == '!') cycle
      k = k + 1
      read (line, *, iostat=status) name, data(:, k)
    end do
    if (status /= 0) call refuse('cannot read '//trim(beside_program('transport.dat')), 'bench_transport')
    close (unit)
  end subroutine

  subroutine measure(ns)
    integer, intent(in) :: ns
    real(wp) :: kij(ns, ns)
    character(20) :: names(ns)
    if (allocated(w)) deallocate (w, tc, pc, omega, tmid, low, high, chung)
    allocate (w(ns), tc(ns), pc(ns), omega(ns), tmid(ns), low(7, ns), high(7, ns), chung(5, ns))
    call read_species(beside_program('species.dat'), ns, names, w, tc, pc, omega, tmid, low, high)
    call read_transport(ns, chung)
    kij = 0
    call reference_initialize(ns, w, tc, pc, omega, kij, tmid, low, high)
    call reference_chung_initialize(chung(1, :), chung(2, :), chung(3, :), chung(4, :), chung(5, :))
    if (only == '' .or. only == collections(1)) call compare(ns, names, trim(collections(1)), 15)
    if (only == '' .or. only == collections(2)) call compare(ns, names, trim(collections(2)), 2 + ns)
  end subroutine

  subroutine compare(ns, names, collection, width)
    integer, intent(in) :: ns, width
    character(*), intent(in) :: names(ns), collection
    real(wp), allocatable, target :: q(:, :, :, :), ours(:, :, :, :)
    real(wp), allocatable :: textbook(:, :), y(:, :)
    real(wp) :: times(repeat, 3), median_of(3), shares(repeat)
    integer :: r, t
    integer(int64) :: begin
    allocate (q(points, 1, 1, ns + 3), ours(points, 1, 1, width), textbook(width, checked))
    call fill_again(states, checked, q(:, 1, 1, :ns + 2))
    y = transpose(q(:checked, 1, 1, 3:ns + 2))
    do t = 1, checked
      call reference_preosrhohfromtpprop(q(t, 1, 1, 1), q(t, 1, 1, 2), y(:, t), q(t, 1, 1, ns + 3), textbook(1, t))
    end do
    do t = checked + 1, points
      q(t, 1, 1, ns + 3) = q(t - checked, 1, 1, ns + 3)
    end do
    do r = 1, repeat
      begin = now()
      call textbook_run(collection, q(:, 1, 1, :), y, textbook)
      times(r, 1) = since(begin)
      call our_runs(names, collection, q, ours, times(r, 2), times(r, 3), shares(r))
    end do
    do r = 1, 3
      median_of(r) = median(times(:, r))*1e9_wp/merge(checked, points, r == 1)
    end do
    print '(3a,i0,5a,i0,a,3(a,f14.4),a,es8.1,2a)', '{"bench":"properties","collection":"', collection, '","species":', ns, &
        ',"states":"', trim(states), '","isa":"', isa(), '","points":', points, ',', '"reference_ns":', &
        median_of(1), ',"kernel_ns":', median_of(2), ',"plan_ns":', median_of(3), ',"worst":', &
        worst(transpose(textbook), ours(:checked, 1, 1, :), q(:checked, 1, 1, 1)), share_word(maxval(shares)), '}'
  end subroutine

  ! Seconds per run of the kernel and of the whole plan, in a Frame of their own.
  subroutine our_runs(names, collection, q, ours, kernel_seconds, plan_seconds, copy_share)
    character(*), intent(in) :: names(:), collection
    real(wp), intent(in), target :: q(:, :, :, :)
    real(wp), intent(inout), target :: ours(:, :, :, :)
    real(wp), intent(out) :: kernel_seconds, plan_seconds, copy_share
    character(*), parameter :: report = 'bench_transport_report.json'
    integer, parameter :: runs = 4
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer(int64) :: begin
    integer :: k
    call frame%initialize(ns=size(names), max_block=points, threads=1, report=report)
    call frame%species_data(w, tc, pc, omega, tmid, low, high)
    call frame%transport_data(chung(1, :), chung(4, :), chung(5, :), dipole=chung(2, :), kappa=chung(3, :))
    call make(frame, plan, collection, q, ours, size(names))
    call plan%run()                                      ! touches every page
    begin = now()
    do k = 2, runs
      call plan%run()
    end do
    plan_seconds = since(begin)/(runs - 1)
    call frame%finalize()
    call read_report(report, collection, points, 8*real(points, wp)*(size(q, 4) + size(ours, 4) - merge(0, 1, collection == &
        'chungcalctransprop') + 1), kernel_seconds, copy_share)
    if (.not. kernel_seconds > 0) call refuse('the library wrote no report', 'bench_transport')
    kernel_seconds = kernel_seconds/runs
  end subroutine

  subroutine make(frame, plan, collection, q, ours, ns)
    type(frame_t), intent(in) :: frame
    type(plan_t), intent(inout) :: plan
    character(*), intent(in) :: collection
    real(wp), intent(in), target :: q(:, :, :, :)
    real(wp), intent(inout), target :: ours(:, :, :, :)
    integer, intent(in) :: ns
    integer :: k
    call plan%create(frame, collection, shape(q), [1, points, 1, 1, 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    if (collection == 'chungcalctransprop') then
      call plan%read('rho', q, ns + 3)
      call plan%write('mu', ours, 1)
      call plan%write('lambda', ours, 2)
      call plan%write('Di', ours, 3)
    else
      do k = 1, size(thermal)
        call plan%write(trim(thermal(k)), ours, k)
      end do
    end if
  end subroutine

  subroutine textbook_run(collection, q, y, textbook)
    character(*), intent(in) :: collection
    real(wp), intent(in) :: q(:, :), y(:, :)
    real(wp), intent(out) :: textbook(:, :)
    integer :: t
    do t = 1, checked
      if (collection == 'chungcalctransprop') then
        call reference_chungcalctransprop(q(t, 1), q(t, 2), q(t, size(q, 2)), y(:, t), textbook(1, t), textbook(2, t), &
            textbook(3:, t))
      else
        call reference_eosthermalandviscousproperties(q(t, 1), q(t, 2), y(:, t), textbook(1, t), textbook(2, t), &
            textbook(3, t), textbook(4, t), textbook(5, t), textbook(6, t), textbook(7, t), textbook(8, t), textbook(9, t), &
            textbook(10, t), textbook(11, t), textbook(12, t), textbook(13, t), textbook(14, t), textbook(15, t))
      end if
    end do
  end subroutine

  ! h and e are judged on the scale |h| + 1000 T: they pass through zero.
  real(wp) function worst(a, b, temperature)
    real(wp), intent(in) :: a(:, :), b(:, :), temperature(:)
    real(wp) :: scale(size(a, 1), size(a, 2))
    scale = abs(a)
    if (size(a, 2) == size(thermal)) scale(:, 2:3) = scale(:, 2:3) + spread(1000*temperature, 2, 2)
    worst = maxval(abs(a - b)/scale)
  end function
end program
