! Where the NASA polynomials of a species change, at T_mid, with clipped polynomials at their ends too, and where the root of alpha
! changes its sign: at each such temperature and one unit in the last place on both sides, every collection with every pair of inputs.
! The reference routines judge each output at the T and P that the point got: all must come from one choice of the coefficients.
!   polynomial_ends golden.txt [collection]: of one collection alone, where each kernel has to be compiled first
program polynomial_ends
  use testing
  use golden_states
  use reference_peng_robinson
  use reference_chung
  use drawbridge
  implicit none
  integer, parameter :: pressures = 12, n = 3*pressures
  character(4), parameter :: pairs(2, 6) = reshape( &
      [character(4) :: 'rho', 'P', 'h', 'P', 's', 'P', 'rho', 'e', 'rho', 'T', 'T', 'P'], [2, 6])
  character(12), parameter :: mixtures(9) = [character(12) :: 'O2', 'N2', 'CH4', 'CO2', 'H2O', 'C12H26', &
      'LOXCH4_5', 'CH4_20', 'GRI_53']
  character(60), parameter :: collections(23) = [character(60) :: 'preosrhohfromtpprop rho h', 'eoscalcrhoh0fromtp rho h0', &
      'preosenthalpy h', 'preosinternalenergy e', 'preosentropy s g', 'preosheatcapacities cp cv gamma', 'preossoundspeed c', &
      'preosdhdt hT', 'preosdedt eT', 'preosdhdp hP', 'preosdedp eP', 'preosdrhodp rhoP', 'preosdrhodt rhoT', 'preosdensity rho', &
      'preoscompressibility Z', 'nasamixture cpIdeal hIdeal sIdeal', 'preosdhdy hYi', 'preospartialenthalpies hi', &
      'preosviscousproperties rho mu lambda', 'preosviscousfluxproperties rho mu lambda hi', 'preosthermalproperties ' // &
      'rho h e cp cv gamma c rhoP hT Z W s', 'eosgammajacobianproperties rho h e cp cv gamma c eP eT s hYi', &
      'eosthermalandviscousproperties rho h e cp cv c s mu lambda']
  character(7), parameter :: names(23) = [character(7) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', 'hT', &
      'Z', 'W', 'eP', 'eT', 's', 'g', 'cpIdeal', 'hIdeal', 'sIdeal', 'mu', 'lambda', 'h0']
  type reference_t
    real(wp) :: T = 0, P = 0, q(size(names)) = 0 ! in the order of names
    real(wp), allocatable :: hi(:), hYi(:)
  end type
  type(golden_state), allocatable :: states(:)
  type(reference_t) :: at_point(n)
  character(500) :: path
  character(60) :: only
  integer :: i

  call get_command_argument(1, path)
  call get_command_argument(2, only)
  call golden_read(trim(path), states)
  do i = 1, size(mixtures)
    call judge_mixture(states(findloc(states%mechanism, mixtures(i), 1)), clip=.false.)
  end do
  call judge_mixture(states(findloc(states%mechanism, 'LOXCH4_5', 1)), clip=.true.)
  call finish('polynomial_ends')

contains

  subroutine judge_mixture(s, clip)
    type(golden_state), intent(in) :: s
    logical, intent(in) :: clip
    type(frame_t) :: frame
    real(wp) :: none(s%ns)
    integer :: k
    call frame%initialize(species=s%species, max_block=32, log='off')
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij, tlow=s%T_clip(1, :), thigh=s%T_clip(2, :))
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    if (clip) call frame%set_option('nasa_extension', 'clip')
    if (clip) call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, T_clip=s%T_clip)
    if (.not. clip) call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps)
    none = -1
    do k = 1, s%ns
      if (all(abs(s%Tmid(:k - 1) - s%Tmid(k)) > 0)) call judge_end(frame, s, s%Tmid(k), none)
      if (clip .and. k == 1) call judge_end(frame, s, s%T_clip(1, k), none)
      if (clip .and. k == 1) call judge_end(frame, s, s%T_clip(2, k), none)
      if (s%ns <= 5 .and. kinks(s, k) < 4500) call judge_end(frame, s, kinks(s, k), [(kinks(s, i), i=1, s%ns)])
    end do
    call frame%finalize()
  end subroutine

  ! Where 1 + m (1 - sqrt(T/Tc)) is zero, K.
  real(wp) function kinks(s, k)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: k
    real(wp) :: m
    m = 0.37464_wp + 1.54226_wp*s%omega(k) - 0.26992_wp*s%omega(k)**2
    kinks = 1e30_wp
    if (m > 0 .and. s%omega(k) < 0.491_wp) kinks = s%Tc(k)*(1 + 1/m)**2
  end function

  ! T_end: where coefficients change. kink: of each species, below zero where it does not matter; which side of it a point is on is
  ! known to 1e-12 only, since 1 + m (1 - sqrt(T/Tc)) rounds.
  subroutine judge_end(frame, s, T_end, kink)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: T_end, kink(:)
    real(wp) :: known(n, 6), step
    integer :: p, side, j, pair
    step = spacing(T_end)
    if (kink(1) > 0) step = 3e-12_wp*T_end
    j = 0
    do side = -1, 1
      do p = 1, pressures
        j = j + 1
        known(j, 1:2) = [T_end + side*step, 1e6_wp + 39e6_wp*(p - 1)/(pressures - 1)]
        at_point(j) = reference_t()
        call refer(s, known(j, 1), known(j, 2), at_point(j))
        known(j, 3:6) = at_point(j)%q([1, 2, 3, 16])
      end do
    end do
    do pair = 1, size(pairs, 2)
      do j = 1, size(collections)
        if (only /= '' .and. index(collections(j), trim(only)//' ') /= 1) cycle
        call judge_collection(frame, s, collections(j), pairs(:, pair), '', known, kink)
      end do
      j = findloc(index(collections, 'eosgamma'), 1, 1)
      if (only /= '') cycle
      call judge_collection(frame, s, collections(j), pairs(:, pair), ', Xi', known, kink)
      if (s%ns > 1) call judge_collection(frame, s, collections(j), pairs(:, pair), ', closing=last', known, kink)
    end do
    if (only == '') call judge_collection(frame, s, collections(j), [character(4) :: 'e', ''], ', rhoi', known, kink)
  end subroutine

  subroutine judge_collection(frame, s, collection, pair, composition, known, kink)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, pair(2), composition
    real(wp), intent(in) :: known(:, :), kink(:)
    character(4), parameter :: inputs_known(6) = [character(4) :: 'T', 'P', 'rho', 'h', 'e', 's']
    character(12) :: outputs(14)
    character(100) :: inputs
    real(wp), allocatable, target :: q(:, :, :, :), Y(:, :, :, :), T(:, :, :, :), out(:, :, :, :)
    type(plan_t) :: plan
    integer :: v, first, at, ns
    ns = s%ns
    first = index(collection, ' ')
    inputs = trim(pair(1))//', '//trim(pair(2))//composition
    if (pair(2) == '') inputs = trim(pair(1))//composition
    allocate (q(n, 1, 1, 7), Y(n, 1, 1, ns), T(n, 1, 1, 2), out(n, 1, 1, 14*ns), source=nan(1.0_wp))
    q(:, 1, 1, :6) = known
    q(:, 1, 1, 7) = 0 ! ke
    do v = 1, ns
      Y(:, 1, 1, v) = s%Y(v)
      if (composition == ', Xi') Y(:, 1, 1, v) = s%Y(v)/s%W(v)/sum(s%Y/s%W)
      if (composition == ', rhoi') Y(:, 1, 1, v) = s%Y(v)*known(:, 3)
    end do
    T(:, 1, 1, :) = known(:, 1:2)
    call plan%create(frame, collection(:first - 1)//'('//trim(inputs)//')', [n, 1, 1], [1, n, 1, 1, 1, 1])
    do v = 1, 2
      if (pair(v) /= '') call plan%read(trim(pair(v)), q, findloc(inputs_known, pair(v), 1))
      if (.not. any(pair == inputs_known(v))) call plan%write(trim(inputs_known(v)), T, v)
    end do
    if (index(collection, 'h0') > 0) call plan%read('ke', q, 7)
    if (composition == ', closing=last') call plan%read('Yi', Y(:, :, :, :ns - 1), 1)
    if (composition == '') call plan%read('Yi', Y, 1)
    if (composition == ', Xi' .or. composition == ', rhoi') call plan%read(composition(3:), Y, 1)
    call split(collection(first + 1:), outputs)
    at = 1
    do v = 1, size(outputs)
      if (any(pair == outputs(v)) .or. outputs(v) == '' .or. composition == ', rhoi' .and. outputs(v) == 'rho') outputs(v) = ''
      if (outputs(v) /= '') call plan%write(trim(outputs(v)), out, at)
      at = at + ns
    end do
    call plan%run()
    do v = 1, n
      call judge_point(s, collection(:first - 1)//'('//trim(inputs)//')', outputs, T(v, 1, 1, :), known(v, :), &
          out(v, 1, 1, :), kink, at_point(v))
    end do
  end subroutine

  subroutine split(text, words)
    character(*), intent(in) :: text
    character(*), intent(out) :: words(:)
    integer :: stat
    words = ''
    read (text, *, iostat=stat) words
  end subroutine

  subroutine judge_point(s, what, outputs, state, known, out, kink, reference)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: what, outputs(:)
    real(wp), intent(in) :: state(2), known(:), out(:), kink(:)
    type(reference_t), intent(inout) :: reference
    real(wp) :: want, got(s%ns), row(s%ns), scale
    character(300) :: text
    integer :: v
    write (text, '(a,2es24.16,a,2es24.16)') s%mechanism//' T, P', state, ' made of', known(1:2)
    call check(what//': T and P', all(abs(state - known(1:2)) <= [2e-5_wp, 1e-4_wp]*known(1:2)), text)
    if (any(abs(state(1) - kink) < 1e-12_wp*state(1))) return
    call refer(s, state(1), state(2), reference)
    do v = 1, size(outputs)
      if (outputs(v) == '') cycle
      got = out((v - 1)*s%ns + 1:v*s%ns)
      if (outputs(v) == 'hi' .or. outputs(v) == 'hYi') then
        row = reference%hi
        if (outputs(v) == 'hYi') row = reference%hYi
        call check(what//': '//outputs(v), maxval(abs(got - row)) <= 1e-10_wp*(maxval(abs(row)) + s%value('cp')*state(1)), text)
        cycle
      end if
      want = reference%q(findloc(names, outputs(v), 1))
      scale = abs(want)
      if (any(outputs(v) == [character(12) :: 'h', 'h0', 'e', 'g', 'hIdeal'])) scale = scale + s%value('cp')*state(1)
      if (any(outputs(v) == [character(12) :: 'hP', 'eP'])) scale = scale + 1/reference%q(1)
      write (text, '(a,3es24.16,a,2es24.16)') s%mechanism//' T, P', state, known(2), ' got, wanted', got(1), want
      call check(what//': '//outputs(v), abs(got(1) - want) <= 2e-10_wp*scale, text)
    end do
  end subroutine

  ! What the reference routines give at T, P. Most collections ask at the T and P of the last one.
  subroutine refer(s, T, P, known)
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: T, P
    type(reference_t), intent(inout) :: known
    real(wp) :: fractions(s%ns), other(s%ns), third(s%ns), W, cp0, h0
    if (same_bits(known%T, T) .and. same_bits(known%P, P)) return
    if (.not. allocated(known%hi)) allocate (known%hi(s%ns), known%hYi(s%ns))
    known%T = T
    known%P = P
    associate (q => known%q)
      call reference_eosgammajacobianproperties(T, P, s%Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), q(10), &
          q(11), q(12), q(13), q(14), q(15), other, known%hYi)
      call reference_entropy(T, P, s%Y, q(16), q(17))
      call reference_molefractions(s%Y, fractions, W)
      call reference_idealgas(T, fractions, cp0, h0)
      q(18:19) = [cp0, h0]/W
      q(20) = ideal_entropy(s, T, P, fractions, W)
      call reference_chungcalctransprop(T, P, q(1), s%Y, q(21), q(22))
      q(23) = q(2)
    end associate
    call reference_partials(T, P, s%Y, other, third, known%hi)
  end subroutine

  logical function same_bits(x, y)
    real(wp), intent(in) :: x, y
    same_bits = .not. (x < y .or. x > y .or. is_nan(x) .or. is_nan(y))
  end function

  real(wp) function ideal_entropy(s, T, P, fractions, W) result(x)
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: T, P, fractions(:), W
    real(wp), parameter :: R = 8.31446261815324_wp, reference = 101325
    real(wp) :: cp, h, si
    integer :: i
    x = -R*log(P/reference)
    do i = 1, s%ns
      call reference_nasa(i, T, cp, h, si)
      if (fractions(i) > 0) x = x + fractions(i)*R*(si - log(fractions(i)))
    end do
    x = x/W
  end function
end program
