!> Judge the reference routines on every golden state: check_reference golden.txt
!> First the judge itself is judged: a planted error of 1e-9, a NaN and an unknown name must fail.
program check_reference
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_is_nan
  use golden_states
  use reference_peng_robinson
  use reference_chung
  implicit none
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  integer :: k
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  if (.not. judge_can_fail(states(1))) then
    print '(a)', 'the judge accepts wrong values'
    stop 1
  end if
  do k = 1, size(states)
    call set_species(states(k))
    call judge_collections(states(k))
    call judge_blocks(states(k))
    call judge_transport(states(k), '1988', '')
    call judge_transport(states(k), 'rpp5', '_rpp5')
    call judge_transport_collections(states(k))
    if (states(k)%has_branches) call judge_branch(states(k), 'liquid')
    if (states(k)%has_branches) call judge_branch(states(k), 'vapour')
  end do
  call golden_report(tally, 'reference routines')
  call judge_searches()
  if (tally%failures > 0) stop 1

contains

  logical function judge_can_fail(s)
    type(golden_state), intent(in) :: s
    type(golden_tally) :: trial
    trial%shown = 0
    call golden_judge(trial, s, 'rho', s%value('rho')*(1 + 1e-9_wp))
    call golden_judge(trial, s, 'h', ieee_value(s%T, ieee_quiet_nan))
    call golden_judge(trial, s, 'nonsense', 1.0_wp)
    call golden_judge(trial, s, 'lnphi', s%rows(:, 2) + 1e-9_wp)
    call golden_judge(trial, s, 'lambda_rpp5', s%value('lambda_rpp5')*(1 + 1e-9_wp))
    call golden_judge(trial, s, 'Di', s%rows(:, 8)*(1 + 1e-9_wp))
    call golden_judge(trial, golden_branch(s, 'vapour'), 'cv', s%value('cv'))
    judge_can_fail = trial%failures == 7 .and. trial%values == 7
    call golden_judge(trial, s, 'rho', s%value('rho'))
    judge_can_fail = judge_can_fail .and. trial%failures == 7 .and. trial%values == 8
  end function

  subroutine set_species(s, branch)
    type(golden_state), intent(in) :: s
    character(*), intent(in), optional :: branch
    if (s%nasa_clip) then
      call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, T_clip=s%T_clip, &
                                alpha_signed=s%alpha_signed, branch=branch)
    else
      call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, &
                                alpha_signed=s%alpha_signed, branch=branch)
    end if
  end subroutine

  subroutine judge_collections(s)
    type(golden_state), intent(in) :: s
    character(5), parameter :: names(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', &
                                            'rhoP', 'rhoT', 'hP', 'hT', 'Z', 'W']
    real(wp) :: q(13), T, P, rho, h, c, guesses(4)
    integer  :: i
    q = ieee_value(q, ieee_quiet_nan)
    rho = q(1);  h = q(1);  P = q(1);  c = q(1)
    call reference_preosthermalproperties(s%T, s%P, s%Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), &
                                          q(10), q(11), q(12), q(13))
    do i = 1, size(q)
      call golden_judge(tally, s, trim(names(i)), q(i))
    end do
    call reference_preosrhohfromtpprop(s%T, s%P, s%Y, rho, h)
    call golden_judge(tally, s, 'rho', rho)
    call golden_judge(tally, s, 'h', h)
    call reference_preoscalcsoundspeed(s%value('rho'), s%value('rhoP'), s%value('rhoT'), s%value('hP'), s%value('hT'), c)
    call golden_judge(tally, s, 'c', c)
    guesses = [0.0_wp, 1500.0_wp, 1.02_wp*s%T, 60.0_wp]    ! none, far above, near, far below
    do i = 1, size(guesses)
      T = guesses(i)
      call reference_preoscalctfromhp(s%value('h'), s%P, s%Y, T, rho)
      call golden_judge(tally, s, 'T', T)
      if (s%class /= 'critical' .and. all(abs(s%Tmid - s%T) > 2e-6_wp*s%T)) call golden_judge(tally, s, 'rho', rho)
      T = guesses(i)
      call reference_preoscalctpfromrhoe(s%value('rho'), s%value('e'), s%Y, T, P)
      call golden_judge(tally, s, 'T', T)
      call golden_judge(tally, s, 'P', P)
    end do
  end subroutine

  !> Searches for T that plain Newton loses, in pure oxygen: a 2-cycle across the pseudo-boiling peak
  !> (5.2 MPa, 156 K, from 300 K), an enthalpy between the two phases, and values that no T has.
  subroutine judge_searches()
    real(wp) :: T, P, rho, h, below, above
    call expect(states(1)%mechanism == 'O2', 'the first golden state is pure oxygen')
    call set_species(states(1))
    call reference_preosrhohfromtpprop(156.0_wp, 5.2e6_wp, [1.0_wp], rho, h)
    T = 300
    call reference_preoscalctfromhp(h, 5.2e6_wp, [1.0_wp], T, rho)
    call expect(abs(T - 156) < 1e-9_wp, 'the 2-cycle at 156 K')
    call reference_preosrhohfromtpprop(119.0_wp, 1.0e6_wp, [1.0_wp], rho, below)
    call reference_preosrhohfromtpprop(121.0_wp, 1.0e6_wp, [1.0_wp], rho, above)
    T = 300
    call reference_preoscalctfromhp(0.5_wp*(below + above), 1.0e6_wp, [1.0_wp], T, rho)
    call reference_preosrhohfromtpprop(T*(1 - 1e-9_wp), 1.0e6_wp, [1.0_wp], rho, below)
    call reference_preosrhohfromtpprop(T*(1 + 1e-9_wp), 1.0e6_wp, [1.0_wp], rho, above)
    call expect(abs(T - 120) < 1 .and. above - below > 1e5_wp, 'the saturation temperature')
    T = 300
    call reference_preoscalctfromhp(1e9_wp, 1e7_wp, [1.0_wp], T, rho)
    call expect(ieee_is_nan(T) .and. ieee_is_nan(rho), 'an enthalpy that no T has')
    T = 300
    call reference_preoscalctpfromrhoe(100.0_wp, 1e9_wp, [1.0_wp], T, P)
    call expect(ieee_is_nan(T) .and. ieee_is_nan(P), 'an energy that no T has')
    call reference_preoscalctpfromrhoe(5000.0_wp, 0.0_wp, [1.0_wp], T, P)
    call expect(ieee_is_nan(P), 'a density above 1/b')
  end subroutine

  subroutine expect(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    print '(2a)', 'search failed: ', what
    tally%failures = tally%failures + 1
  end subroutine

  subroutine judge_blocks(s)
    type(golden_state), intent(in) :: s
    real(wp), dimension(s%ns) :: X, Y, lnphi, vi, hi, rhoYi, hYi
    real(wp) :: W, entropy, g, eP, eT, Tcrit, Pcrit, Vcrit, rho, h0, q(13)
    call reference_normalise(1.7_wp*s%Y, Y)
    call reference_molefractions(Y, X, W)
    call golden_judge(tally, s, 'Xi', X)
    call reference_molefractions(s%Y, X, W)
    call golden_judge(tally, s, 'Xi', X)
    call judge_mixture(s, X, W)
    call reference_entropy(s%T, s%P, s%Y, entropy, g)
    call golden_judge(tally, s, 's', entropy)
    call golden_judge(tally, s, 'g', g)
    call reference_partials(s%T, s%P, s%Y, lnphi, vi, hi)
    call golden_judge(tally, s, 'lnphi', lnphi)
    call golden_judge(tally, s, 'vi', vi)
    call golden_judge(tally, s, 'hi', hi)
    call reference_jacobian(s%T, s%P, s%Y, rhoYi, hYi, eP, eT)
    call golden_judge(tally, s, 'rhoYi', rhoYi)
    call golden_judge(tally, s, 'hYi', hYi)
    call golden_judge(tally, s, 'eP', eP)
    call golden_judge(tally, s, 'eT', eT)
    q = ieee_value(q, ieee_quiet_nan)
    eP = q(1);  eT = q(1);  rhoYi = q(1);  hYi = q(1);  rho = q(1);  h0 = q(1)
    call reference_eosgammajacobianproperties(s%T, s%P, s%Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), &
                                              q(10), q(11), q(12), q(13), eP, eT, rhoYi, hYi)
    call golden_judge(tally, s, 'W', q(13))
    call golden_judge(tally, s, 'rhoYi', rhoYi)
    call golden_judge(tally, s, 'hYi', hYi)
    call golden_judge(tally, s, 'eP', eP)
    call golden_judge(tally, s, 'eT', eT)
    call reference_eoscalcrhoh0fromtp(s%T, s%P, s%Y, 5e4_wp, rho, h0)
    call golden_judge(tally, s, 'rho', rho)
    call golden_judge(tally, s, 'h', h0 - 5e4_wp)
    call reference_preoscriticalstate(s%Y, Tcrit, Pcrit, Vcrit)
    call golden_judge(tally, s, 'Tcrit', Tcrit)
    call golden_judge(tally, s, 'Pcrit', Pcrit)
    call golden_judge(tally, s, 'Vcrit', Vcrit)
    call reference_kaycritical(s%Y, Tcrit, Pcrit)
    call golden_judge(tally, s, 'Tkay', Tcrit)
    call golden_judge(tally, s, 'Pkay', Pcrit)
  end subroutine

  !> Attraction, covolume, ideal gas, the roots of the cubic and which is taken, the derivatives of P.
  subroutine judge_mixture(s, X, W)
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: X(s%ns), W
    real(wp) :: cp0, h0, a, da, d2a, b, Z(3), v, P_T, P_v, F, RT
    integer  :: n
    call reference_idealgas(s%T, X, cp0, h0)
    call golden_judge(tally, s, 'cpIdeal', cp0/W)
    call golden_judge(tally, s, 'hIdeal', h0/W)
    call reference_attraction(s%T, X, a, da, d2a)
    call golden_judge(tally, s, 'a', a)
    call golden_judge(tally, s, 'aT', da)
    call golden_judge(tally, s, 'aTT', d2a)
    call reference_covolume(X, b)
    call golden_judge(tally, s, 'b', b)
    RT = 8.31446261815324_wp*s%T
    call reference_cubicroots(a*s%P/RT**2, b*s%P/RT, Z, n)
    if (s%class /= 'critical') call golden_judge(tally, s, 'roots', real(n, wp))
    call golden_judge(tally, s, 'Zleast', minval(Z(:n)))
    call golden_judge(tally, s, 'Zmost', maxval(Z(:n)))
    call reference_molarvolume(s%T, s%P, a, b, v)
    call golden_judge(tally, s, 'Z', s%P*v/RT)
    call reference_departure(s%T, v, a, da, b, P_T, P_v, F)
    call golden_judge(tally, s, 'PT', P_T)
    call golden_judge(tally, s, 'Pv', P_v*W)
  end subroutine

  !> Of one profile: mu, lambda, their dilute values, the reduced density and the parameters of the mixture.
  subroutine judge_transport(s, profile, suffix)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: profile, suffix
    type(chung_mixture) :: m
    real(wp) :: X(s%ns), W, rho, h, mu, lambda, dilute(2)
    logical  :: negative
    mu = ieee_value(mu, ieee_quiet_nan);  lambda = mu;  dilute = mu
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, tables=profile)
    call reference_preosrhohfromtpprop(s%T, s%P, s%Y, rho, h)
    call reference_chungcalctransprop(s%T, s%P, rho, s%Y, mu, lambda, dilute=dilute, negative=negative)
    call golden_judge(tally, s, 'mu'//suffix, mu)
    call golden_judge(tally, s, 'lambda'//suffix, lambda)
    call golden_judge(tally, s, 'mu0'//suffix, dilute(1))
    call golden_judge(tally, s, 'lambda0'//suffix, dilute(2))
    call expect(negative .eqv. (s%value('mu'//suffix) <= 0 .or. s%value('lambda'//suffix) <= 0), &
                'the word on a negative correlation')
    call reference_molefractions(s%Y, X, W)
    call reference_chungmixing(X, m)
    call golden_judge(tally, s, 'sigma'//suffix, m%sigma)
    call golden_judge(tally, s, 'eps'//suffix, m%eps)
    call golden_judge(tally, s, 'omega'//suffix, m%omega)
    call golden_judge(tally, s, 'M'//suffix, m%M)
    call golden_judge(tally, s, 'Vc'//suffix, m%Vc)
    call golden_judge(tally, s, 'Tc'//suffix, m%Tc)
    call golden_judge(tally, s, 'mur4'//suffix, m%mur4)
    call golden_judge(tally, s, 'kappa'//suffix, m%kappa)
    call golden_judge(tally, s, 'y'//suffix, 1e-6_wp*rho/W*m%Vc/6)
    if (.not. negative) return
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, tables=profile, floor_at_dilute=.true.)
    call reference_chungcalctransprop(s%T, s%P, rho, s%Y, mu, lambda)
    call golden_judge(tally, s, 'mu0'//suffix, mu)
  end subroutine

  !> Diffusion in both forms with golden's floor, and the collections that give transport.
  subroutine judge_transport_collections(s)
    type(golden_state), intent(in) :: s
    real(wp), dimension(s%ns) :: X, Di, D_low, hi
    real(wp) :: W, rho, mu, lambda, q(13)
    q = ieee_value(q, ieee_quiet_nan)
    Di = q(1);  D_low = q(1);  hi = q(1);  rho = q(1);  mu = q(1);  lambda = q(1)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, least_f=1e-20_wp, diffusion_by_mass=.true.)
    call reference_preosviscousproperties(s%T, s%P, s%Y, rho, mu, lambda, Di)
    call golden_judge(tally, s, 'Di_mass', Di)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, least_f=1e-20_wp)
    call reference_molefractions(s%Y, X, W)
    call reference_mixturediffusion(s%T, s%P, X, s%Y, Di, D_low)
    call golden_judge(tally, s, 'D_low', D_low)
    Di = q(1);  rho = q(1);  mu = q(1);  lambda = q(1)
    call reference_preosviscousfluxproperties(s%T, s%P, s%Y, rho, mu, lambda, Di, hi)
    call golden_judge(tally, s, 'rho', rho)
    call golden_judge(tally, s, 'mu', mu)
    call golden_judge(tally, s, 'lambda', lambda)
    call golden_judge(tally, s, 'Di', Di)
    call golden_judge(tally, s, 'hi', hi)
    Di = q(1);  mu = q(1);  lambda = q(1)
    call reference_eosthermalandviscousproperties(s%T, s%P, s%Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), &
                                                  q(10), q(11), q(12), q(13), mu, lambda, Di)
    call golden_judge(tally, s, 'W', q(13))
    call golden_judge(tally, s, 'mu', mu)
    call golden_judge(tally, s, 'lambda', lambda)
    call golden_judge(tally, s, 'Di', Di)
  end subroutine

  !> Where three volumes exist: the liquid or the vapour, as the option wants.
  subroutine judge_branch(stable, branch)
    type(golden_state), intent(in) :: stable
    character(*), intent(in) :: branch
    type(golden_state) :: s
    real(wp) :: q(13), entropy, g
    s = golden_branch(stable, branch)
    q = ieee_value(q, ieee_quiet_nan)
    call set_species(s, branch)
    call reference_preosthermalproperties(s%T, s%P, s%Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), &
                                          q(10), q(11), q(12), q(13))
    call reference_entropy(s%T, s%P, s%Y, entropy, g)
    call golden_judge(tally, s, 'rho', q(1))
    call golden_judge(tally, s, 'h', q(2))
    call golden_judge(tally, s, 'cp', q(4))
    call golden_judge(tally, s, 'c', q(7))
    call golden_judge(tally, s, 's', entropy)
  end subroutine
end program
