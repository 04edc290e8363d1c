!> Judge the options of the reference routines: check_options golden.txt
!> golden.json has none of them, so each is held to what is known of it: an exact consequence, the size of
!> its effect on oxygen at 150 K and 10 MPa in percent, or a measured value.
program check_options
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use golden_states
  use reference_peng_robinson
  use reference_chung
  implicit none
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: checks = 0, failures = 0
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  call judge_equation_of_state(states(findloc(states%mechanism, 'C12H26', 1)))
  call judge_transport(states(findloc(states%mechanism, 'O2', 1)))
  call judge_diffusion(states(findloc(states%mechanism, 'LOXCH4_5', 1)))
  call judge_association(states(findloc(states%mechanism, 'H2O', 1)))
  print '(a, i0, a, i0, a)', 'options of the reference routines: ', checks, ' checks, ', failures, ' failed'
  if (failures > 0) stop 1

contains

  subroutine check(what, value, expected, tolerance)
    character(*), intent(in) :: what
    real(wp), intent(in) :: value, expected, tolerance
    checks = checks + 1
    if (abs(value - expected) <= tolerance) return
    failures = failures + 1
    print '(2a, es23.15, a, es23.15)', what, ': ', value, ', expected', expected
  end subroutine

  !> R scales the volume at given Z; P_ref moves s by R/W ln; rounded Omegas and PR76 for heavy species
  !> move the density by what physics texts report.
  subroutine judge_equation_of_state(s)
    type(golden_state), intent(in) :: s
    real(wp), parameter :: R = 8.31446261815324_wp, T = 900, P = 5e6_wp
    real(wp) :: rho(5), h, entropy(2), g
    call initialize(s)
    call reference_preosrhohfromtpprop(T, P, s%Y, rho(1), h)
    call reference_entropy(T, P, s%Y, entropy(1), g)
    call initialize(s, gas_constant=8.314_wp)
    call reference_preosrhohfromtpprop(T, P, s%Y, rho(2), h)
    call check('rho with R 8.314', rho(2)*8.314_wp, rho(1)*R, 1e-12_wp*rho(1))
    call initialize(s, pressure_reference=1e5_wp)
    call reference_entropy(T, P, s%Y, entropy(2), g)
    call check('s with P_ref 1 bar', entropy(2) - entropy(1), R/s%W(1)*log(1e5_wp/101325), 1e-9_wp)
    call initialize(s, omegas=[0.45724_wp, 0.0778_wp])
    call reference_preosrhohfromtpprop(T, P, s%Y, rho(3), h)
    call check('rho with rounded Omegas', abs(rho(3)/rho(1) - 1), 5e-5_wp, 4.9e-5_wp)
    call initialize(s, pr78_above=1e30_wp)
    call reference_preosrhohfromtpprop(T, P, s%Y, rho(4), h)
    call check('rho of C12H26 with the polynomial of 1976', abs(rho(4)/rho(1) - 1), 5e-3_wp, 4.9e-3_wp)
    call initialize(s, pr78_above=0.491_wp)
    call reference_preosrhohfromtpprop(T, P, s%Y, rho(5), h)
    call check('rho with the threshold given', rho(5), rho(1), 0.0_wp)
  end subroutine

  subroutine initialize(s, gas_constant, omegas, pr78_above, pressure_reference)
    type(golden_state), intent(in) :: s
    real(wp), intent(in), optional :: gas_constant, omegas(2), pr78_above, pressure_reference
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, gas_constant=gas_constant, &
                              omegas=omegas, pr78_above=pr78_above, pressure_reference=pressure_reference)
  end subroutine

  !> Percent of mu and lambda that each choice moves.
  subroutine judge_transport(s)
    type(golden_state), intent(in) :: s
    real(wp) :: base(2), effect(2)
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    base = 0
    call transport(s, base)
    effect = base
    call transport(s, effect, tables='rpp5')
    call expect(base, effect, 'rpp5', [0.0_wp, 0.1_wp])
    call transport(s, effect, Vc_from_PR=.true.)
    call expect(base, effect, 'Vc from PR', [11.9_wp, 10.9_wp])
    call transport(s, effect, density_by_M_m=.true.)
    call expect(base, effect, 'rho/M_m', [0.0_wp, 0.0_wp])
    call transport(s, effect, with_real_cv=.true.)
    call expect(base, effect, 'real cv', [0.0_wp, -0.3_wp])
    call transport(s, effect, joule_per_calorie=4.1868_wp)
    call expect(base, effect, 'calorie', [0.0_wp, 0.07_wp])
    call transport(s, effect, root_of_Tstar=.true.)                      ! sqrt(1.2593) = 1.1222 on the dense part
    call expect(base, effect, 'root of T*', [0.0_wp, 12.4_wp])
    call transport(s, effect, no_association=.true.)
    call expect(base, effect, 'no association', [0.0_wp, 0.0_wp])
  end subroutine

  subroutine transport(s, values, tables, Vc_from_PR, density_by_M_m, with_real_cv, joule_per_calorie, root_of_Tstar, &
                       no_association)
    type(golden_state), intent(in) :: s
    real(wp), intent(inout) :: values(2)
    character(*), intent(in), optional :: tables
    logical,  intent(in), optional :: Vc_from_PR, density_by_M_m, with_real_cv, root_of_Tstar, no_association
    real(wp), intent(in), optional :: joule_per_calorie
    real(wp) :: rho, mu, lambda
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, tables, Vc_from_PR, density_by_M_m, &
                                    root_of_Tstar, with_real_cv, joule_per_calorie, no_association)
    call reference_preosviscousproperties(150.0_wp, 10e6_wp, [1.0_wp], rho, mu, lambda)
    values = [mu, lambda]
  end subroutine

  subroutine expect(base, effect, what, percent)
    real(wp), intent(in) :: base(2), effect(2), percent(2)
    character(*), intent(in) :: what
    call check('mu, '//what, 100*(effect(1)/base(1) - 1), percent(1), 0.06_wp)
    call check('lambda, '//what, 100*(effect(2)/base(2) - 1), percent(2), 0.06_wp)
  end subroutine

  !> Dilute binary diffusion against measurements (N2-CO2 298 K, N2-H2O 308 K: 0.169 and 0.259 cm2 bar/s,
  !> [RPP5] table 11-2), Fuller in the place of Chapman and Enskog, and Takahashi's f off its rows.
  subroutine judge_diffusion(s)
    type(golden_state), intent(in) :: s
    real(wp) :: volumes(5), X(5), low(5), high(5), by_low, by_high
    integer  :: n2, co2, h2o
    volumes = [reference_fullervolume('CH4', 1, 4, 0, 0, 0), reference_fullervolume('O2', 0, 0, 2, 0, 0), &
               reference_fullervolume('CO2', 1, 0, 2, 0, 0), reference_fullervolume('H2O', 0, 2, 1, 0, 0), &
               reference_fullervolume('N2', 0, 0, 0, 2, 0)]
    call check('volume of CH4', volumes(1), 25.14_wp, 1e-12_wp)
    call check('volume of benzene', reference_fullervolume('C6H6', 6, 6, 0, 0, 1), 90.96_wp, 1e-12_wp)
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, least_f=0.5_wp, fuller_volumes=volumes)
    n2 = findloc(s%species, 'N2', 1);  co2 = findloc(s%species, 'CO2', 1);  h2o = findloc(s%species, 'H2O', 1)
    call check('D of N2-CO2, Fuller', 1e4_wp*reference_fuller(298.0_wp, 1e5_wp, n2, co2), 0.169_wp, 0.012_wp)
    call check('D of N2-H2O, Fuller', 1e4_wp*reference_fuller(308.0_wp, 1e5_wp, n2, h2o), 0.259_wp, 0.020_wp)
    call check('D of N2-CO2, Chapman-Enskog', 1e4_wp*reference_chapmanenskog(298.0_wp, 1e5_wp, n2, co2), 0.169_wp, 0.025_wp)
    X = 0
    X(n2) = 0.5_wp
    X(co2) = 0.5_wp
    call reference_mixturediffusion(298.0_wp, 1e5_wp, X, X*s%W/sum(X*s%W), high, low)
    call check('the mixture takes Fuller''s', low(n2), reference_fuller(298.0_wp, 1e5_wp, n2, co2), 1e-20_wp)
    call reference_binarydiffusion(300.0_wp, 2e7_wp, X, co2, h2o, by_low, by_high)
    call check('the floor of f in a cold liquid', by_high/by_low, 0.5_wp, 1e-12_wp)
    call check('f below Pr 0.1', reference_takahashi(1.2_wp, 0.09_wp), 1.0_wp, 0.0_wp)
    call check('f beyond Pr 5', reference_takahashi(1.2_wp, 30.0_wp), reference_takahashi(1.2_wp, 5.0_wp), 0.0_wp)
    call check('f between rows', reference_takahashi(1.5_wp, 2.25_wp), &
               (reference_takahashi(1.5_wp, 2.0_wp) + reference_takahashi(1.5_wp, 2.5_wp))/2, 1e-15_wp)
  end subroutine

  !> Water without association: Fc and the coefficients lose their kappa.
  subroutine judge_association(s)
    type(golden_state), intent(in) :: s
    type(chung_mixture) :: with, without
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps)
    call reference_chungmixing([1.0_wp], with)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, no_association=.true.)
    call reference_chungmixing([1.0_wp], without)
    call check('kappa of water', with%kappa - without%kappa, 0.075908_wp, 1e-15_wp)
    call check('Fc of water', with%Fc - without%Fc, 0.075908_wp, 1e-14_wp)
  end subroutine
end program
