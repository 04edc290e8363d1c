! Transport, Jacobian and pseudo-critical collections through plans of the modern face: every golden state,
! in both printings of Chung, both forms of diffusion, liquid and vapour of states that have both; and
! the options that golden has no states of, against the reference routines. Device, layout, threads and ISA
! come from the environment.
!   golden_transport golden.txt
program golden_transport
  use testing
  use golden_states
  use drawbridge
  use reference_peng_robinson
  use reference_chung
  implicit none
  integer, parameter :: nx = 8, ny = 6, nz = 5, first(3) = [2, 3, 2], last(3) = [7, 5, 4]
  integer, parameter :: interior(6) = [first(1), last(1), first(2), last(2), first(3), last(3)]
  integer, parameter :: places(3, 3) = reshape([4, 4, 3, 7, 5, 4, 2, 3, 2], [3, 3]) ! middle, last, first
  character(*), parameter :: thermal = 'rho h e cp cv gamma c rhoP rhoT hP hT Z W'
  character(*), parameter :: mixing = 'sigmaMix epsMix omegaMix MMix VcMix TcMix mur4Mix kappaMix'
  real(wp), parameter :: ke = 4.5e4_wp ! J/kg, |u| = 300 m/s
  character(8), parameter :: input_names(4) = [character(8) :: 'T', 'P', 'rho', 'ke'] ! variables 1 to 4 of q, then Yi
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  integer :: k, sizes(4)

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [5, 16, 23, 900]
  do k = 1, size(states)
    call judge_defaults(states(k), sizes(1 + mod(k, 4)))
    call judge_profile(states(k), sizes(1 + mod(k + 1, 4)))
    if (states(k)%has_branches) call judge_branches(states(k))
    if (states(k)%mechanism == 'LOXCH4_5' .and. .not. states(k)%has_kij .and. states(k)%class == 'regular') &
      call judge_options(states(k))
  end do
  call golden_report(tally, 'bridge, transport')
  if (tally%failures > 0) stop 1
  call finish('golden_transport')

contains

  ! A frame with the data of the state and golden's floor of Takahashi's f.
  subroutine start(frame, s, max_block)
    type(frame_t), intent(inout) :: frame
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    call frame%initialize(species=s%species, max_block=max_block)
    if (s%has_kij) call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    if (s%alpha_signed) call frame%set_option('alpha_sign', 'signed')
    if (s%nasa_clip) call frame%set_option('nasa_extension', 'clip')
    call frame%set_option('diffusion_floor', '1e-20')
  end subroutine

  subroutine judge_defaults(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call judge(frame, s, 'eosThermalAndViscousProperties', 'T P Yi', thermal//' mu lambda Di flag')
    call judge(frame, s, 'eosthermalandviscousproperties', 'T P Yi', 'lambda mu c')
    call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'rho mu lambda Di flag')
    call judge(frame, s, 'preosviscousfluxproperties', 'T P Yi', 'rho mu lambda Di hi flag')
    call judge(frame, s, 'chungcalctransprop', 'T P rho Yi', 'mu lambda Di flag')
    call judge(frame, s, 'eosgammajacobianproperties', 'T P Yi', thermal//' eP eT rhoYi hYi')
    call judge(frame, s, 'eoscalcrhoh0fromtp', 'T P Yi ke', 'rho h0')
    call judge(frame, s, 'preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge(frame, s, 'chungmixing', 'Yi', mixing, 'sigma eps omega M Vc Tc mur4 kappa')
    call judge(frame, s, 'chungdilutetransport', 'T Yi', 'mu0 lambda0')
    call judge(frame, s, 'chungviscosity', 'T rho Yi', 'mu')
    call judge(frame, s, 'chungconductivity', 'T rho Yi', 'lambda')
    call judge(frame, s, 'dilutediffusion', 'T P Yi', 'DiLow', 'D_low')
    call judge(frame, s, 'mixturediffusion', 'T P Yi', 'Di')
    call judge_binary(frame, s)
    call frame%finalize()
  end subroutine

  ! The printing of RPP5, the mass form of diffusion, and dilute values where a dense one is negative.
  subroutine judge_profile(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call frame%set_option('diffusion_form', 'mass')
    call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'mu lambda Di', 'mu lambda Di_mass')
    call frame%set_option('chung_profile', 'rpp5')
    call judge(frame, s, 'chungcalctransprop', 'T P rho Yi', 'mu lambda', 'mu_rpp5 lambda_rpp5')
    call judge(frame, s, 'chungmixing', 'Yi', mixing, 'sigma_rpp5 eps_rpp5 omega_rpp5 M_rpp5 Vc_rpp5 Tc_rpp5 mur4_rpp5 kappa_rpp5')
    call judge(frame, s, 'chungdilutetransport', 'T Yi', 'mu0 lambda0', 'mu0_rpp5 lambda0_rpp5')
    call frame%set_option('chung_profile', '1988')
    call frame%set_option('negative', 'floor')
    if (s%class == 'unphysical') call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'mu lambda flag', 'mu0 lambda flag')
    call frame%finalize()
  end subroutine

  ! D_ij of dilute gases, which golden has only as averages: of every species in the last one.
  subroutine judge_binary(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: expected(s%ns)
    integer :: i
    call run(frame, s, 'binarydiffusion', 'T P Yi', 'DiLast', props)
    call reference_with(s, 'none')
    expected = [(reference_chapmanenskog(s%T, s%P, i, s%ns), i=1, s%ns)]
    call check('binary diffusion', all(abs(props(places(1, 1), places(2, 1), places(3, 1), :)/expected - 1) < 1e-11_wp))
  end subroutine

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

  ! ---------------------------------------------------------------- one collection on one state

  ! Run a collection with the state at three places of a halo-padded block and judge what it wrote there,
  ! under the names of the views or under those of `as`.
  subroutine judge(frame, s, collection, reads, writes, as)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    character(*), intent(in), optional :: as
    character(12), allocatable :: names(:)
    real(wp), allocatable :: props(:, :, :, :)
    integer :: i, p, at
    call run(frame, s, collection, reads, writes, props)
    names = words(writes)
    if (present(as)) names = words(as)
    do p = 1, size(places, 2)
      at = 1
      do i = 1, size(names)
        call judge_one(s, trim(names(i)), props(places(1, p), places(2, p), places(3, p), at:at + width(s, names(i)) - 1))
        at = at + width(s, names(i))
      end do
    end do
    call check(collection//': fringes stay as they were', count(.not. is_nan(props(:, :, :, 1))) == product(last - first + 1))
  end subroutine

  subroutine judge_one(s, name, values)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: values(:)
    select case (name)
    case ('flag')
      call check('flag tells of a viscosity that is negative', &
                 btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_VISCOSITY) .eqv. s%class == 'unphysical')
      call check('flag tells of no conductivity that is negative', &
                 .not. btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_CONDUCTIVITY))
    case ('h0')
      call golden_judge(tally, s, 'h', values(1) - ke)
    case default
      if (size(values) == 1 .and. width(s, name) == 1 .and. .not. per_species(name)) then
        call golden_judge(tally, s, name, values(1))
      else
        call golden_judge(tally, s, name, values)
      end if
    end select
  end subroutine

  ! Results lie in props one after another in the order of `writes`, NaN at first.
  subroutine run(frame, s, collection, reads, writes, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    real(wp), allocatable, intent(out), target :: props(:, :, :, :)
    real(wp), target :: q(nx, ny, nz, 4 + s%ns)
    character(12), allocatable :: names(:)
    type(plan_t) :: plan
    integer :: i, at
    call fill(s, q)
    call plan%create(frame, collection, shape(q), interior)
    names = words(reads)
    do i = 1, size(names)
      at = findloc(input_names, names(i), 1)
      call plan%read(trim(names(i)), q, merge(5, at, at == 0))
    end do
    names = words(writes)
    at = 1
    do i = 1, size(names)
      at = at + width(s, names(i))
    end do
    allocate (props(nx, ny, nz, at - 1), source=nan(1.0_wp))
    at = 1
    do i = 1, size(names)
      call plan%write(trim(names(i)), props, at)
      at = at + width(s, names(i))
    end do
    call plan%run()
    call plan%destroy()
  end subroutine

  ! Fringes NaN; the golden state at three places, pure species at other temperatures around.
  subroutine fill(s, q)
    type(golden_state), intent(in) :: s
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k
    q = nan(1.0_wp)
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          q(i, j, k, 1:4) = [200.0_wp + 83*i + 31*j + 17*k, 1e6_wp*(1 + i + 2*j + k), 5.0_wp + i, ke]
          q(i, j, k, 5:) = 0
          q(i, j, k, 5 + mod(i + j + k, s%ns)) = 1
        end do
      end do
    end do
    do i = 1, size(places, 2)
      q(places(1, i), places(2, i), places(3, i), :) = [s%T, s%P, s%value('rho'), ke, s%Y]
    end do
  end subroutine

  pure logical function per_species(name)
    character(*), intent(in) :: name
    per_species = any(name == [character(12) :: 'Xi', 'lnphi', 'vi', 'hi', 'rhoYi', 'hYi', 'Di', 'Di_mass', &
      'D_low', 'DiLow', 'DiLast'])
  end function

  pure integer function width(s, name)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    width = merge(s%ns, 1, per_species(name))
  end function

  ! The words of a line.
  function words(line) result(list)
    character(*), intent(in) :: line
    character(12), allocatable :: list(:)
    integer :: i, n
    n = count([(line(i:i) /= ' ' .and. (i == 1 .or. line(max(i - 1, 1):max(i - 1, 1)) == ' '), i=1, len(line))])
    allocate (list(n))
    read (line, *) list
  end function

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
    call frame%set_option(option, value)
    call run(frame, s, 'preosviscousproperties', 'T P Yi', 'rho mu lambda Di', props)
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
    real(wp), parameter :: volumes(5) = [25.14_wp, 16.3_wp, 26.9_wp, 13.1_wp, 18.5_wp] ! CH4 O2 CO2 H2O N2, cm3/mol
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
