!> The golden states in Fortran: what to compute, what must come out, and how near.
!>
!>     call golden_read('golden.txt', states)              ! made by totext from golden.json
!>     call golden_judge(tally, states(k), 'rho', rho)     ! names are those of the views
!>     call golden_report(tally, 'reference'); if (tally%failures > 0) stop 1
!>
!> A value must lie within the state's own tolerance (meta.tolerance of golden.json); NaN and unknown
!> names fail, and so do values that golden_cubic lacks. States of class "critical" must only be finite, with rho to 1e-4. Quantities of the RPP5
!> tables end in _rpp5; Di_mass is the mass form of Di, D_low that of the dilute gas; golden's floor of
!> Takahashi's f is 1e-20. sIdeal, hDep, sDep, gDep, PT and Pv follow from golden's figures by their definitions. Where a state
!> has_branches, golden_branch gives its liquid or vapour to judge.
module golden_states
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none
  private
  public :: golden_state, golden_tally, golden_read, golden_judge, golden_report, golden_branch
  real(wp), parameter :: ke = 4.5e4_wp ! J/kg, |u| = 300 m/s: golden's states are at rest

  integer, parameter :: n_scalars = 58, n_rows = 9, n_rtol = 12, n_branch = 5
  integer, parameter :: by_rho = 1, by_h = 2, by_s = 3, by_cp = 4, by_cv = 5, by_c = 6, by_rhoP = 7, &
                        by_rhoT = 8, by_hP = 9, by_lnphi = 10, by_mu = 11, by_lambda = 12    ! order of the field rtol
  character(12), parameter :: scalar_names(n_scalars) = [character(12) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', &
    'c', 'rhoP', 'rhoT', 'hP', 'hT', 'eP', 'eT', 'Z', 'W', 's', 'g', 'Tcrit', 'Pcrit', 'Vcrit', 'Tkay', 'Pkay', &
    'mu', 'lambda', 'mu0', 'lambda0', 'y', 'sigma', 'eps', 'omega', 'M', 'Vc', 'Tc', 'mur4', 'kappa', &
    'mu_rpp5', 'lambda_rpp5', 'mu0_rpp5', 'lambda0_rpp5', 'y_rpp5', 'sigma_rpp5', 'eps_rpp5', 'omega_rpp5', &
    'M_rpp5', 'Vc_rpp5', 'Tc_rpp5', 'mur4_rpp5', 'kappa_rpp5', 'a', 'aT', 'aTT', 'b', 'cpIdeal', 'hIdeal', 'roots', &
    'Zleast', 'Zmost', 'gres']
  character(7), parameter :: row_names(n_rows) = [character(7) :: 'Xi', 'lnphi', 'vi', 'hi', 'rhoYi', 'hYi', &
    'D_low', 'Di', 'Di_mass']
  character(3), parameter :: branch_names(n_branch) = [character(3) :: 'rho', 'h', 's', 'cp', 'c']

  type golden_state
    integer       :: id = 0, ns = 0
    character(12) :: class = '', mechanism = ''              ! class: regular, critical, unphysical
    character(12) :: equation = 'pr', translation = 'none'   ! as the options equation_of_state and volume_translation
    logical       :: has_kij = .false., alpha_signed = .false., nasa_clip = .false., has_branches = .false.
    character(12), allocatable :: species(:)
    real(wp), allocatable :: W(:), Tc(:), Pc(:), omega(:), Tmid(:)      ! SI, per species
    real(wp), allocatable :: low(:, :), high(:, :)                      ! (7,ns) NASA-7
    real(wp), allocatable :: T_clip(:, :), kij(:, :)                    ! (2,ns); (ns,ns), zero when not given
    real(wp), allocatable :: Vc(:), dipole(:), kappa(:), sigma(:), eps(:) ! m3/mol, debye, -, m, K
    real(wp)              :: T = 0, P = 0
    real(wp), allocatable :: Y(:)
    real(wp)              :: scalars(n_scalars) = 0, T_from_hP(2) = 0, rtol(n_rtol) = 0
    real(wp), allocatable :: rows(:, :)                                 ! (ns,n_rows)
    real(wp)              :: branches(n_branch, 2) = 0                  ! liquid, vapour
  contains
    procedure :: value => expected_scalar, row => expected_row
  end type

  type golden_tally
    integer        :: values = 0, failures = 0, shown = 10              ! print at most `shown` failures
    real(wp)       :: worst = 0                                         ! largest error over tolerance
    character(100) :: worst_text = ''
  end type

  interface golden_judge
    module procedure judge_scalar, judge_row
  end interface

contains

  !> Read every state. Stops with the file's name when it cannot be read.
  subroutine golden_read(path, states)
    character(*), intent(in) :: path
    type(golden_state), allocatable, intent(out) :: states(:)
    character(200) :: message
    integer :: unit, n, k, status
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=message)
    if (status == 0) read(unit, *, iostat=status, iomsg=message) n
    if (status == 0) then
      allocate(states(n))
      do k = 1, n
        call read_state(unit, states(k), status, message)
        if (status /= 0) exit
      end do
    end if
    if (status /= 0) then
      print '(4a)', 'golden states: ', path, ': ', trim(message)
      error stop 1
    end if
    close(unit)
  end subroutine

  subroutine read_state(unit, s, status, message)
    integer, intent(in) :: unit
    type(golden_state), intent(inout) :: s
    integer, intent(out) :: status
    character(*), intent(inout) :: message
    integer :: i
    read(unit, *, iostat=status, iomsg=message) s%id, s%ns, s%class, s%mechanism, s%equation, &
      s%translation, s%has_kij, s%alpha_signed, s%nasa_clip, s%has_branches
    if (status /= 0) return
    allocate(s%species(s%ns), s%W(s%ns), s%Tc(s%ns), s%Pc(s%ns), s%omega(s%ns), s%Tmid(s%ns), s%low(7, s%ns), &
             s%high(7, s%ns), s%T_clip(2, s%ns), s%kij(s%ns, s%ns), s%Y(s%ns), s%rows(s%ns, n_rows), &
             s%Vc(s%ns), s%dipole(s%ns), s%kappa(s%ns), s%sigma(s%ns), s%eps(s%ns))
    s%kij = 0
    do i = 1, s%ns
      read(unit, *, iostat=status, iomsg=message) s%species(i), s%W(i), s%Tc(i), s%Pc(i), s%omega(i), s%Tmid(i), &
        s%low(:, i), s%high(:, i), s%T_clip(:, i), s%Vc(i), s%dipole(i), s%kappa(i), s%sigma(i), s%eps(i)
      if (status /= 0) return
    end do
    if (s%has_kij) read(unit, *, iostat=status, iomsg=message) s%kij
    if (status == 0) read(unit, *, iostat=status, iomsg=message) s%T, s%P, s%Y, s%scalars, s%T_from_hP, s%rows, s%rtol
    if (status == 0 .and. s%has_branches) read(unit, *, iostat=status, iomsg=message) s%branches
  end subroutine

  !> The state with what is known of its liquid or vapour in the place of the stable root's; only rho, h,
  !> s, cp and c may then be judged.
  type(golden_state) function golden_branch(s, branch)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: branch                                  ! liquid or vapour
    integer :: k
    golden_branch = s
    golden_branch%scalars = huge(1.0_wp)
    do k = 1, n_branch
      where (scalar_names == branch_names(k)) golden_branch%scalars = s%branches(k, findloc(['liquid', 'vapour'], branch, 1))
    end do
  end function

  !> The expected value of a scalar by its view's name, for instance to start T from (h,P).
  pure recursive real(wp) function expected_scalar(s, name) result(expected)
    class(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    integer :: k
    expected = huge(1.0_wp)
    do k = 1, n_scalars
      if (scalar_names(k) == name) expected = s%scalars(k)
    end do
    if (name == 'T') expected = s%T
    if (name == 'P') expected = s%P
    if (expected >= huge(1.0_wp)) expected = derived(s, name)
  end function

  !> The expected values of a view with one value per species; a name that golden does not have gives none.
  pure function expected_row(s, name) result(expected)
    class(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), allocatable :: expected(:)
    integer :: k
    k = findloc(row_names, name, 1)
    allocate (expected(0))
    if (k > 0) expected = s%rows(:, k)
  end function

  !> What golden has no field for, by definition: a departure is a figure less that of the ideal gas, gres is
  !> gDep over RT; PT = dP/dT|v = -rhoT/rhoP, Pv = dP/dv|T = -rho^2/rhoP (per unit mass).
  pure recursive real(wp) function derived(s, name) result(value)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    value = huge(1.0_wp)
    select case (name)
    case ('hDep')
      value = s%value('h') - s%value('hIdeal')
    case ('gDep')
      value = s%value('gres')*8.31446261815324_wp*s%T/s%value('W')
    case ('sDep')
      value = (derived(s, 'hDep') - derived(s, 'gDep'))/s%T
    case ('ke')
      value = ke
    case ('h0')
      value = s%value('h') + ke
    case ('epsMix')
      value = s%value('eps')
    case ('sIdeal')
      value = s%value('s') - derived(s, 'sDep')
    case ('PT')
      value = -s%value('rhoT')/s%value('rhoP')
    case ('Pv')
      value = -s%value('rho')**2/s%value('rhoP')
    end select
  end function

  !> a_c of the mixture, J m3/mol2, on which a cancels where roots of alpha change sign: Tcrit b R Omega_a/Omega_b.
  pure real(wp) function attraction_scale(s)
    type(golden_state), intent(in) :: s
    attraction_scale = s%value('Tcrit')*s%value('b')*8.31446261815324_wp*0.45723552892138219_wp/0.077796073903888456_wp
  end function

  !> Judge one value. T and P are those found from (h,P) or (rho,e).
  subroutine judge_scalar(tally, s, name, value)
    type(golden_tally), intent(inout) :: tally
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: value
    real(wp) :: expected, cpT
    expected = s%value(name)
    cpT = s%value('cp')*s%T
    select case (name)
    case ('rho', 'Z', 'W')
      call count_value(tally, s, name, value, expected, s%rtol(by_rho)*abs(expected))
    case ('h', 'e', 'g', 'h0')
      call count_value(tally, s, name, value, expected, s%rtol(by_h)*(abs(s%value('h')) + cpT))
    case ('s')
      call count_value(tally, s, name, value, expected, s%rtol(by_s)*abs(expected))
    case ('cp', 'hT', 'eT')
      call count_value(tally, s, name, value, expected, s%rtol(by_cp)*abs(expected))
    case ('cv')
      call count_value(tally, s, name, value, expected, s%rtol(by_cv)*abs(expected))
    case ('gamma')
      call count_value(tally, s, name, value, expected, (s%rtol(by_cp) + s%rtol(by_cv))*abs(expected))
    case ('c')
      call count_value(tally, s, name, value, expected, s%rtol(by_c)*abs(expected))
    case ('rhoP')
      call count_value(tally, s, name, value, expected, s%rtol(by_rhoP)*abs(expected))
    case ('rhoT')
      call count_value(tally, s, name, value, expected, s%rtol(by_rhoT)*abs(expected))
    case ('hP', 'eP')
      call count_value(tally, s, name, value, expected, s%rtol(by_hP)*abs(expected))
    case ('P')                                              ! rho c^2 is what an error of rho makes of P
      call count_value(tally, s, name, value, expected, temperature_tolerance(s)/s%T*(s%value('rho')*s%value('c')**2 + s%P))
    case ('T')
      call count_value(tally, s, name, value, closest(s%T_from_hP, value), temperature_tolerance(s))
    case ('mu', 'mu0', 'y', 'sigma', 'eps', 'omega', 'M', 'Vc', 'Tc', 'mur4', 'kappa', 'mu_rpp5', 'mu0_rpp5', &
          'y_rpp5', 'sigma_rpp5', 'eps_rpp5', 'omega_rpp5', 'M_rpp5', 'Vc_rpp5', 'Tc_rpp5', 'mur4_rpp5', 'kappa_rpp5')
      call count_value(tally, s, name, value, expected, s%rtol(by_mu)*abs(expected))
    case ('lambda', 'lambda0', 'lambda_rpp5', 'lambda0_rpp5')
      call count_value(tally, s, name, value, expected, s%rtol(by_lambda)*abs(expected))
    case ('Zleast', 'Zmost')
      call count_value(tally, s, name, value, expected, s%rtol(by_rho)*abs(expected))
    case ('hIdeal', 'hDep', 'gDep')
      call count_value(tally, s, name, value, expected, s%rtol(by_h)*(abs(s%value('h')) + cpT))
    case ('sIdeal', 'sDep')
      call count_value(tally, s, name, value, expected, (s%rtol(by_h) + s%rtol(by_s))*(abs(s%value('h')) + cpT)/s%T)
    case ('a', 'aT', 'aTT')
      call count_value(tally, s, name, value, expected, 1e-11_wp*(abs(expected) + attraction_scale(s)/s%T**(len_trim(name) - 1)))
    case ('PT')
      call count_value(tally, s, name, value, expected, (s%rtol(by_rhoT) + s%rtol(by_rhoP))*abs(expected))
    case ('Pv')
      call count_value(tally, s, name, value, expected, (s%rtol(by_rho) + s%rtol(by_rhoP))*abs(expected))
    case ('Tcrit', 'Pcrit', 'Vcrit', 'Tkay', 'Pkay', 'b', 'cpIdeal', 'roots')
      call count_value(tally, s, name, value, expected, 1e-11_wp*expected)
    case default
      call fail(tally, s, name, value, 'no such quantity')
    end select
  end subroutine

  !> Judge one value per species.
  subroutine judge_row(tally, s, name, values)
    type(golden_tally), intent(inout) :: tally
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: values(:)
    real(wp) :: expected(s%ns), tolerance(s%ns)
    integer :: i, k
    k = findloc(row_names, name, 1)
    if (k == 0 .or. size(values) /= s%ns) then
      call fail(tally, s, name, 0.0_wp, 'no such quantity, or not one value per species')
      return
    end if
    expected = s%rows(:, k)
    select case (name)
    case ('lnphi')
      tolerance = s%rtol(by_lnphi)
    case ('vi')
      tolerance = s%rtol(by_rhoP)*(abs(expected) + 1/s%value('rho'))
    case ('hi', 'hYi')
      tolerance = s%rtol(by_rhoP)*(abs(expected) + s%value('cp')*s%T)
    case ('rhoYi')
      tolerance = s%rtol(by_rhoP)*(abs(expected) + s%value('rho'))
    case ('D_low', 'Di', 'Di_mass')
      tolerance = 1e-10_wp*abs(expected)
    case default
      tolerance = 1e-11_wp
    end select
    do i = 1, s%ns
      call count_value(tally, s, name//'('//trim(s%species(i))//')', values(i), expected(i), tolerance(i))
    end do
  end subroutine

  !> 1e-11 T; at Tmid, where the NASA ranges do not meet, h jumps by up to 1e-6 cp T, and T with it.
  pure real(wp) function temperature_tolerance(s)
    type(golden_state), intent(in) :: s
    temperature_tolerance = 1e-11_wp*s%T
    if (any(abs(s%Tmid - s%T) <= 2e-6_wp*s%T)) temperature_tolerance = 4e-6_wp*s%T
  end function

  pure real(wp) function closest(candidates, value)
    real(wp), intent(in) :: candidates(2), value
    closest = candidates(1)
    if (abs(candidates(2) - value) < abs(candidates(1) - value)) closest = candidates(2)
  end function

  !> Compare, count, remember the worst, print the first failures.
  subroutine count_value(tally, s, name, value, expected, tolerance)
    type(golden_tally), intent(inout) :: tally
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: value, expected, tolerance
    character(100) :: text
    real(wp) :: ratio
    if (.not. ieee_is_finite(value)) then
      call fail(tally, s, name, value, 'not finite')
      return
    end if
    tally%values = tally%values + 1
    if (s%class == 'critical' .and. name /= 'rho') return
    ratio = abs(value - expected)/max(tolerance, tiny(tolerance))
    if (s%class == 'critical') ratio = abs(value - expected)/(1e-4_wp*expected)
    write(text, '(a, es10.2, a, es23.15)') 'error/tolerance', ratio, ', expected', expected
    if (.not. ieee_is_finite(expected)) then
      tally%values = tally%values - 1
      call fail(tally, s, name, value, 'golden has no value of it')
      return
    end if
    if (ratio > tally%worst) then
      tally%worst = ratio
      write(tally%worst_text, '(2a, i0, 3a, f0.1, a, es8.1)') name, ' of state ', s%id, ' ', trim(s%mechanism), &
        ' T', s%T, ' P', s%P
    end if
    if (ratio > 1) then
      tally%values = tally%values - 1
      call fail(tally, s, name, value, text)
    end if
  end subroutine

  subroutine fail(tally, s, name, value, why)
    type(golden_tally), intent(inout) :: tally
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name, why
    real(wp), intent(in) :: value
    tally%values = tally%values + 1
    tally%failures = tally%failures + 1
    if (tally%failures > tally%shown) return
    print '(a, i0, 3a, f0.2, a, es10.3, 3a, es23.15, 2a)', 'golden state ', s%id, ' (', trim(s%mechanism), ', T ', s%T, &
      ', P', s%P, '): ', name, ' =', value, ': ', trim(why)
  end subroutine

  !> One line: what was judged, how many failed, the worst value.
  subroutine golden_report(tally, title)
    type(golden_tally), intent(in) :: tally
    character(*), intent(in) :: title
    print '(2a, i0, a, i0, a, es8.1, 2a)', title, ': ', tally%values, ' values judged, ', tally%failures, &
      ' failed; worst error/tolerance', tally%worst, ', ', trim(tally%worst_text)
  end subroutine
end module
