! Transport, Jacobian and pseudo-critical collections through plans of the modern face: every golden state,
! in both printings of Chung, both forms of diffusion, liquid and vapour of states that have both; and
! the options that golden has no states of, against the reference routines. Device, layout, threads and ISA
! come from the environment.
!   golden_transport golden.txt
program golden_transport
  use testing
  use golden_states
  use golden_runs
  use drawbridge
  use reference_peng_robinson
  use reference_chung
  implicit none
  character(*), parameter :: thermal = 'rho h e cp cv gamma c rhoP rhoT hP hT Z W'
  character(*), parameter :: mixing = 'sigmaMix epsMix omegaMix MMix VcMix TcMix mur4Mix kappaMix'
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  real(wp), parameter :: volumes(5) = [25.14_wp, 16.3_wp, 26.9_wp, 13.1_wp, 18.5_wp] ! CH4 O2 CO2 H2O N2, cm3/mol
  integer :: k, sizes(4), acted(2) = 0 ! states in which the floor of diffusion acted and did not

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [5, 16, 23, 900]
  do k = 1, size(states)
    call judge_defaults(states(k), sizes(1 + mod(k, 3))) ! in stripes
    call judge_defaults(states(k), sizes(4))             ! whole
    call judge_profile(states(k), sizes(1 + mod(k + 1, 4)))
    if (states(k)%has_branches) call judge_branches(states(k))
    if (.not. states(k)%nasa_clip) call judge_arrays(states(k), sizes(1 + mod(k, 4)))
    if (states(k)%mechanism == 'LOXCH4_5' .and. .not. states(k)%has_kij .and. states(k)%class == 'regular') &
      call judge_options(states(k))
  end do
  call check('the floor of diffusion acts in some states and not in others', minval(acted) > 20)
  call golden_report(tally, 'bridge, transport')
  if (tally%failures > 0) stop 1
  call finish('golden_transport')


contains

  subroutine judge_defaults(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call judge(frame, s, 'eosThermalAndViscousProperties', 'T P Yi', thermal//' mu lambda Di[ns] flag')
    call judge(frame, s, 'eosthermalandviscousproperties', 'T P Yi', 'lambda mu c')
    call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'rho mu lambda Di[ns] flag')
    call judge(frame, s, 'preosviscousfluxproperties', 'T P Yi', 'rho mu lambda Di[ns] hi[ns] flag')
    call judge(frame, s, 'chungcalctransprop', 'T P rho Yi', 'mu lambda Di[ns] flag')
    call judge(frame, s, 'eosgammajacobianproperties', 'T P Yi', thermal//' eP eT rhoYi[ns] hYi[ns]')
    call judge(frame, s, 'eoscalcrhoh0fromtp', 'T P Yi ke', 'rho h0')
    call judge(frame, s, 'preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge(frame, s, 'chungmixing', 'Yi', mixing, 'sigma eps omega M Vc Tc mur4 kappa')
    call judge(frame, s, 'chungdilutetransport', 'T Yi', 'mu0 lambda0')
    call judge(frame, s, 'chungviscosity', 'T rho Yi', 'mu')
    call judge(frame, s, 'chungconductivity', 'T rho Yi', 'lambda')
    call judge(frame, s, 'dilutediffusion', 'T P Yi', 'DiLow[ns]', 'D_low')
    call judge(frame, s, 'mixturediffusion', 'T P Yi', 'Di[ns]')
    call judge_binary(frame, s)
    call judge_integrals(frame, s)
    call judge_floor(frame, s, 1e-20_wp)
    call frame%set_option('diffusion_floor', '1e-3')
    call judge_floor(frame, s, 1e-3_wp)
    call frame%finalize()
  end subroutine

  ! The printing of RPP5, the mass form of diffusion, and dilute values where a dense one is negative.
  subroutine judge_profile(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call judge_normalised(frame, s)
    call frame%set_option('diffusion_form', 'mass')
    call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'mu lambda Di[ns]', 'mu lambda Di_mass')
    call frame%set_option('chung_profile', 'rpp5')
    call judge(frame, s, 'chungcalctransprop', 'T P rho Yi', 'mu lambda', 'mu_rpp5 lambda_rpp5')
    call judge(frame, s, 'chungmixing', 'Yi', mixing, 'sigma_rpp5 eps_rpp5 omega_rpp5 M_rpp5 Vc_rpp5 Tc_rpp5 mur4_rpp5 kappa_rpp5')
    call judge(frame, s, 'chungdilutetransport', 'T Yi', 'mu0 lambda0', 'mu0_rpp5 lambda0_rpp5')
    call frame%set_option('chung_profile', '1988')
    call frame%set_option('negative', 'floor')
    if (s%class == 'unphysical') call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'mu lambda flag', 'mu0 lambda flag')
    call frame%finalize()
  end subroutine

  ! Mass fractions that do not sum to one, made to by option.
  subroutine judge_normalised(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    type(golden_state) :: scaled
    scaled = s
    scaled%Y = 1.7_wp*s%Y
    call frame%set_option('normalise', 'on')
    call judge(frame, scaled, 'eosthermalandviscousproperties', 'T P Yi', thermal//' lambda')
    call judge(frame, scaled, 'molefractions', 'Yi', 'W Xi[ns]')
    call frame%set_option('normalise', 'off')
  end subroutine

  ! The report says how good the fits of diffusion are.
  subroutine judge_report(frame)
    type(frame_t), intent(in) :: frame
    character(200) :: line
    integer :: unit, status, at
    real(wp) :: error
    open (newunit=unit, status='scratch')
    call frame%report(unit)
    rewind (unit)
    error = 1
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      at = index(line, 'largest relative error')
      if (at > 0) read (line(at + 22:), *, iostat=status) error
    end do
    close (unit)
    call check('the report tells the error of the fits', error > 0 .and. error <= 1e-5_wp)
  end subroutine

  ! Species data given as arrays in the place of names.
  subroutine judge_arrays(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: expected
    call frame%initialize(ns=s%ns, max_block=max_block, options='diffusion_floor=1e-20')
    if (s%alpha_signed) call frame%set_option('alpha_sign', 'signed')
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa, diffusion_volume=20 + 0*s%W)
    call judge(frame, s, 'eosthermalandviscousproperties', 'T P Yi', thermal//' mu lambda Di[ns]')
    call frame%set_option('binary_diffusion', 'fuller')
    call run(frame, s, 'binarydiffusion', 'T P Yi', 'DiLast[ns]', props)
    expected = 1.43e-7_wp*s%T**1.75_wp/(1e-5_wp*s%P*sqrt(1e3_wp*s%W(s%ns))*4*20.0_wp**(2.0_wp/3))
    call check('Fuller''s D_ii of volumes given as an array', abs(props(places(1, 1), places(2, 1), places(3, 1), s%ns)/expected &
      - 1) < 1e-12_wp)
    call frame%finalize()
  end subroutine

  ! D_ij of dilute gases, which golden has only as averages: of every species in the last one.
  subroutine judge_binary(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: expected(s%ns)
    integer :: i
    call run(frame, s, 'binarydiffusion', 'T P Yi', 'DiLast[ns]', props)
    call reference_with(s, 'none')
    expected = [(reference_chapmanenskog(s%T, s%P, i, s%ns), i=1, s%ns)]
    call check('binary diffusion', all(abs(props(places(1, 1), places(2, 1), places(3, 1), :)/expected - 1) < 1e-11_wp))
  end subroutine

  ! The collision integrals at T/eps of the mixture, and Takahashi's factor at its pseudo-critical point.
  subroutine judge_integrals(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: Ts, f, flag
    Ts = s%T/s%value('epsMix')
    call judge(frame, s, 'collisionintegrals', 'T epsMix', 'OmegaV OmegaD', &
               expected=[reference_collisionviscosity(Ts, .true.), reference_collisiondiffusion(Ts)], tolerance=1e-12_wp)
    call run(frame, s, 'takahashifactor', 'T P Tcrit Pcrit', 'fDense flag', props)
    f = reference_takahashi(s%T/s%value('Tcrit'), s%P/s%value('Pcrit'))
    flag = merge(2.0_wp**DRAWBRIDGE_FLAG_DIFFUSION_FLOORED, 0.0_wp, f < 1e-20_wp)
    call check('Takahashi''s factor', all(abs(at_a_place(props) - [max(f, 1e-20_wp), flag]) <= 1e-11_wp*max(f, 1.0_wp)))
  end subroutine

  pure function at_a_place(props) result(values)
    real(wp), intent(in) :: props(:, :, :, :)
    real(wp) :: values(size(props, 4))
    values = props(places(1, 1), places(2, 1), places(3, 1), :)
  end function

  ! flag says exactly where the floor acts: at a pair of which one species is present, or the only one's own D_ii.
  subroutine judge_floor(frame, s, floor)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: floor
    character(*), parameter :: kernels(5) = [character(30) :: 'mixturediffusion', 'preosviscousproperties', &
      'preosviscousfluxproperties', 'eosthermalandviscousproperties', 'chungcalctransprop']
    real(wp), allocatable :: props(:, :, :, :)
    character(80) :: text
    real(wp) :: values(s%ns + 1)
    integer :: i
    acted = acted + merge([1, 0], [0, 1], floored(s, floor))
    do i = 1, size(kernels)
      call run(frame, s, trim(kernels(i)), 'T P '//merge('rho', '   ', i == 5)//' Yi', 'Di[ns] flag', props)
      values = at_a_place(props)
      write (text, '(a,i0,a,es8.1)') 'state ', s%id, ', floor ', floor
      call check(trim(kernels(i))//': diffusion_floored is said where it is true', &
                 btest(int(values(s%ns + 1)), DRAWBRIDGE_FLAG_DIFFUSION_FLOORED) .eqv. floored(s, floor), text)
    end do
  end subroutine

  ! Does Takahashi's factor of some pair fall below the floor?
  logical function floored(s, floor)
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: floor
    real(wp) :: X(s%ns), W, w1
    integer :: i, j
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_molefractions(s%Y, X, W)
    floored = .false.
    do i = 1, s%ns
      do j = i, s%ns
        if (X(i) + X(j) <= 0 .or. (i == j .and. X(i) < 1)) cycle
        w1 = X(i)/(X(i) + X(j))
        floored = floored .or. reference_takahashi(s%T/(w1*s%Tc(i) + (1 - w1)*s%Tc(j)), &
                                                   s%P/(w1*s%Pc(i) + (1 - w1)*s%Pc(j))) < floor
      end do
    end do
  end function

  subroutine judge_branches(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    call start(frame, s, 20)
    call frame%set_option('root', 'liquid')
    call judge(frame, golden_branch(s, 'liquid'), 'preosthermalproperties', 'T P Yi', 'rho h cp c')
    call frame%set_option('root', 'vapour')
    call judge(frame, golden_branch(s, 'vapour'), 'preosthermalproperties', 'T P Yi', 'rho h cp c')
    call frame%set_option('root', 'stable')
    call judge(frame, s, 'preosthermalproperties', 'T P Yi', 'rho h cp c')
    call frame%finalize()
  end subroutine

  ! ---------------------------------------------------------------- options without golden states

  ! Bridge and reference under the same option, for the five species of LOX/methane.
  subroutine judge_options(s)
    type(golden_state), intent(in) :: s
    character(24), parameter :: options(2, 14) = reshape([character(24) :: 'critical_volume', 'pr', 'chung_density', 'mass', &
      'conductivity_temperature', 'tstar', 'chung_heat_capacity', 'real', 'calorie', '4.1868', 'association', 'off', &
      'binary_diffusion', 'fuller', 'diffusion_floor', '0.25', 'diffusion', 'fit', 'gas_constant', '8.314', &
      'omega_a', '0.45724', 'omega_b', '0.0778', 'pr78_above', '0.1', 'root', 'liquid'], [2, 14])
    integer :: i
    do i = 1, size(options, 2)
      call judge_option(s, trim(options(1, i)), trim(options(2, i)))
    end do
  end subroutine

  subroutine judge_option(s, option, value)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: option, value
    type(frame_t) :: frame
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: expected(8), got(8), tolerance
    character(80) :: text
    call start(frame, s, 16)
    if (option == 'binary_diffusion') call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa, diffusion_volume=volumes)
    call frame%set_option(option, value)
    call run(frame, s, 'preosviscousproperties', 'T P Yi', 'rho mu lambda Di[ns]', props)
    if (option == 'diffusion') call judge_report(frame)
    call frame%finalize()
    call reference_with(s, option)
    expected = nan(1.0_wp)
    call reference_preosviscousproperties(s%T, s%P, s%Y, expected(1), expected(2), expected(3), expected(4:8))
    got = props(places(1, 2), places(2, 2), places(3, 2), :)
    tolerance = merge(1e-5_wp, 1e-9_wp, option == 'diffusion')
    write (text, '(a,i0,a,es9.2)') 'state ', s%id, ', worst relative difference', maxval(abs(got/expected - 1))
    call check('option '//option//' '//value, all(abs(got/expected - 1) <= tolerance), text)
  end subroutine

  subroutine reference_with(s, option)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: option
    real(wp) :: R, omegas(2), above, floor, calorie
    character(6) :: branch
    R = 8.31446261815324_wp
    if (option == 'gas_constant') R = 8.314_wp
    omegas = [0.45723552892138218938_wp, 0.07779607390388845597_wp]
    if (option == 'omega_a') omegas(1) = 0.45724_wp
    if (option == 'omega_b') omegas(2) = 0.0778_wp
    above = merge(0.1_wp, 0.491_wp, option == 'pr78_above')
    branch = merge('liquid', 'stable', option == 'root')
    floor = merge(0.25_wp, 1e-20_wp, option == 'diffusion_floor')
    calorie = merge(4.1868_wp, 4.184_wp, option == 'calorie')
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, gas_constant=R, &
      alpha_signed=s%alpha_signed, branch=branch, omegas=omegas, pr78_above=above)
    if (option == 'binary_diffusion') then
      call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, least_f=floor, fuller_volumes=volumes)
    else
      call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, Vc_from_PR=option == 'critical_volume', &
        density_by_M_m=option == 'chung_density', root_of_Tstar=option == 'conductivity_temperature', &
        with_real_cv=option == 'chung_heat_capacity', joule_per_calorie=calorie, no_association=option == 'association', &
        least_f=floor)
    end if
  end subroutine
end program
