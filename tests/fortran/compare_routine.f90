! DRAWBRIDGE_CHECK=compare: plans beside a solver's own routine, which is the reference routine with planted conventions. The log,
! a file of DRAWBRIDGE_LOG, has to name each. No array of the host may change by it.
! The file that a run writes goes to drawbridge explain, whose words follow those of the log.
!   compare_routine golden.txt COMMAND
module compare_host
  use testing
  use golden_states
  use reference_peng_robinson
  use reference_chung
  use drawbridge
  implicit none
  integer, parameter :: n = 12, h = 1, ns = 5
  type(golden_state) :: s
  character(20) :: planted = ''
  integer :: calls = 0
contains

  ! The solver's own conventions, before the routine is called.
  subroutine plant(convention)
    character(*), intent(in) :: convention
    real(wp) :: R, omegas(2)
    planted = convention
    R = 8.31446261815324_wp
    omegas = [0.45723552892138218938_wp, 0.07779607390388845597_wp]
    if (planted == 'gas_constant' .or. planted == 'three') R = 8.314_wp
    if (planted == 'omega_b') omegas(2) = 0.0778_wp
    if (planted == 'three') omegas = [0.45724_wp, 0.0778_wp]
    if (planted == 'printing' .or. planted == 'printing, calorie') then ! none of them brings the difference down alone
      R = 8.3143_wp
      omegas = [0.45724_wp, 0.0778_wp]
    end if
    call reference_initialize(ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high, gas_constant=R, omegas=omegas, &
      alpha_signed=planted == 'alpha_sign')
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, tables=merge('rpp5', '1988', planted == 'profile'), &
      joule_per_calorie=merge(4.1868_wp, 4.184_wp, index(planted, 'calorie') > 0), diffusion_by_mass=planted == 'diffusion_form')
  end subroutine

  ! T P Yi -> rho h c mu lambda Di, as the solver computes them.
  subroutine own(points, x, y)
    integer, intent(in) :: points
    real(wp), intent(in) :: x(points, *)
    real(wp), intent(inout) :: y(points, *)
    real(wp) :: T, P, Y_(ns), a(13), Di(ns), mu, lambda
    integer :: i
    calls = calls + 1
    do i = 1, points
      T = x(i, 1)
      P = x(i, 2)
      Y_ = x(i, 3:2 + ns)
      if (planted == 'celsius') T = T + 273.15_wp
      if (planted == 'bar') P = P*1e5_wp
      if (planted == 'moles') Y_ = Y_*s%W(:ns)/sum(Y_*s%W(:ns))
      call reference_preosthermalproperties(T, P, Y_, a(1), a(2), a(3), a(4), a(5), a(6), a(7), a(8), a(9), a(10), a(11), a(12), &
        a(13))
      call reference_chungcalctransprop(T, P, a(1), Y_, mu, lambda, Di)
      if (planted == 'gram') a(1) = 1e-3_wp*a(1)
      if (planted == 'molar') a(2) = a(2)*a(13)
      if (planted == 'zero') a(2) = a(2) + 1.25e5_wp
      if (planted == 'factor') mu = 1.7_wp*mu
      if (planted == 'strange') lambda = lambda*(1 + 1e-4_wp*T)
      y(i, 1:5) = [a(1), a(2), a(7), mu, lambda]
      y(i, 6:5 + ns) = Di
      if (planted == 'nothing') y(i, 3) = nan(1.0_wp)
    end do
  end subroutine

  ! Does the log have a line with these two parts? Then it begins anew.
  subroutine expect(first, second, there)
    character(*), intent(in) :: first, second
    logical, intent(in), optional :: there
    character(300) :: path
    character(4000) :: line, all
    integer :: unit, ios
    logical :: found, wanted
    found = .false.
    wanted = .true.
    if (present(there)) wanted = there
    all = ''
    call get_environment_variable('DRAWBRIDGE_LOG', path)
    open (newunit=unit, file=trim(path), action='read', status='old', iostat=ios)
    do while (ios == 0)
      read (unit, '(a)', iostat=ios) line
      if (ios /= 0) exit
      found = found .or. (index(line, first) > 0 .and. index(line, second) > 0)
      all = trim(all)//new_line('a')//trim(line)
    end do
    close (unit)
    call check(trim(planted)//': '//first//' ... '//second, found .eqv. wanted, 'the log:'//trim(all))
  end subroutine

  ! What drawbridge explain says of the run follows in the log.
  subroutine explain()
    character(300) :: path, command
    integer :: code
    logical :: there
    inquire (file='drawbridge_compare.json', exist=there)
    if (.not. there) return
    call get_environment_variable('DRAWBRIDGE_LOG', path)
    call get_command_argument(2, command)
    call execute_command_line('DRAWBRIDGE_LOG= '//trim(command)//' explain drawbridge_compare.json >>'//trim(path), exitstat=code)
    call check(trim(planted)//': drawbridge explain ends well', code == 0)
    call expect('to look for the reasons, type: drawbridge explain drawbridge_compare.json', ' ')
  end subroutine

  subroutine forget()
    character(300) :: path
    integer :: unit, ios
    open (newunit=unit, file='drawbridge_compare.json', status='old', iostat=ios)
    if (ios == 0) close (unit, status='delete')
    call get_environment_variable('DRAWBRIDGE_LOG', path)
    open (newunit=unit, file=trim(path), status='old', iostat=ios)
    if (ios == 0) close (unit, status='delete')
  end subroutine
end module

program compare_routine
  use compare_host
  implicit none
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  real(wp), target :: q(1 - h:n + h, 1 - h:n + h, n, 2 + ns), a(1 - h:n + h, 1 - h:n + h, n, 5 + ns)
  real(wp) :: before(1 - h:n + h, 1 - h:n + h, n, 2 + ns), unchecked(1 - h:n + h, 1 - h:n + h, n, 5 + ns)
  type(frame_t) :: frame
  integer :: k

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  do k = 1, size(states)
    if (states(k)%ns == ns .and. .not. (states(k)%has_kij .or. states(k)%nasa_clip .or. states(k)%alpha_signed)) exit
  end do
  s = states(k)
  call set_environment('DRAWBRIDGE_CHECK', 'flag')
  call run('')
  call check('without the check the routine is never called', calls == 0)
  unchecked = a
  call set_environment('DRAWBRIDGE_CHECK', 'compare')
  call run('')
  call check('three runs are compared, not the fourth', calls == 3)
  call check('outputs are those of a run without the check', all(transfer(a, [0_8]) == transfer(unchecked, [0_8])))
  call expect('rho: agrees to', 'e-1')
  call expect('Di(5): agrees to', 'e-1')
  call expect('explained', ' ', .false.)
  call explained('gas_constant', "set_option('gas_constant', '8.314')", 'rho h c')
  call explained('omega_b', "set_option('omega_b', '0.0778')", 'rho h c')
  call explained('three', "set_option('gas_constant', '8.314')", "set_option('omega_b', '0.0778')")
  call explained('three', "set_option('omega_a', '0.45724')", 'explained')
  call explained('printing', "set_option('gas_constant', '8.3143')", "set_option('omega_b', '0.0778')")
  call expect("set_option('omega_a', '0.45724')", 'explained: rho h c mu lambda')
  call expect('not explained', ' ', .false.)
  call explained('printing, calorie', "set_option('gas_constant', '8.3143')", "set_option('calorie', '4.1868')")
  call explained('alpha_sign', "set_option('alpha_sign', 'signed')", 'rho h c')
  call explained('profile', "set_option('chung_profile', 'rpp5')", 'mu lambda')
  call explained('calorie', "set_option('calorie', '4.1868')", 'explained: lambda:')
  call explained('diffusion_form', "set_option('diffusion_form', 'mass')", 'Di(1)')
  call explained('bar', 'P in bar: give plan%read(''P'', ...) scale=100000', 'falls from')
  call explained('celsius', 'T in degrees Celsius', 'scale=1, offset=273.15')
  call explained('moles', 'mole fractions in Yi', 'falls from')
  call explained('gram', 'rho: yours is in g/cm3', "plan%write('rho', ...) scale=1000")
  call explained('molar', 'h: yours is in J/mol', 'convert it by the molar mass')
  call explained('zero', "h: yours is Drawbridge's plus 125000 at every point", 'offset=-125000')
  call explained('factor', "mu: yours is 1.7 times Drawbridge's at every point", 'scale=0.588235')
  call explained('strange', 'lambda: no option, no unit and no set', 'compare_routine.md')
  call explained('nothing', 'c: your routine gives no numbers', ' ')
  call never()
  call energies('cv T')
  call energies('shift')
  call energies('strange')
  call doubts()
  call finish('compare_routine')

contains

  subroutine explained(convention, first, second)
    character(*), intent(in) :: convention, first, second
    call run(convention)
    call expect(first, second)
  end subroutine

  ! Four runs of one plan, and a new log.
  subroutine run(convention)
    character(*), intent(in) :: convention
    type(plan_t) :: plan
    integer :: i, j, l, step
    call forget()
    calls = 0
    call plant(convention)
    q = nan(1.0_wp)
    a = nan(1.0_wp)
    do l = 1, n
      do j = 1, n
        do i = 1, n
          q(i, j, l, 1) = 200 + 15*i + 100*j + 30*l
          q(i, j, l, 2) = 2e5_wp*1.4_wp**l
          q(i, j, l, 3:) = [1.0_wp, 2.0_wp + i, 3.0_wp + j, 4.0_wp, 5.0_wp + l]
          q(i, j, l, 3:) = q(i, j, l, 3:)/sum(q(i, j, l, 3:))
        end do
      end do
    end do
    if (planted == 'celsius') q(:, :, :, 1) = q(:, :, :, 1) - 273.15_wp
    if (planted == 'bar') q(:, :, :, 2) = q(:, :, :, 2)*1e-5_wp
    before = q
    call frame%initialize(ns=ns)
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    call plan%create(frame, 'eosThermalAndViscousProperties', shape(q), [1, n, 1, n, 1, n], lbound=lbound(q))
    call plan%read('T', q, var=1)
    call plan%read('P', q, var=2)
    call plan%read('Yi', q, var=3)
    call plan%write('rho', a, var=1)
    call plan%write('h', a, var=2)
    call plan%write('c', a, var=3)
    call plan%write('mu', a, var=4)
    call plan%write('lambda', a, var=5)
    call plan%write('Di', a, var=6)
    call plan%reference(own)
    do step = 1, 4
      call plan%run()
    end do
    call frame%finalize()
    call explain()
    call check(trim(planted)//': inputs are as before', all(transfer(q, [0_8]) == transfer(before, [0_8])))
  end subroutine

  ! A solver whose energy counts from another zero. Its plan variable is used again, without its routine.
  subroutine energies(convention)
    character(*), intent(in) :: convention
    real(wp), target :: w(n, n, n, 4)
    type(plan_t) :: plan
    integer :: i
    planted = convention
    call forget()
    calls = 0
    w(:, :, :, 1) = 1.2_wp
    do i = 1, n
      w(i, :, :, 3) = 290 + 10*i
    end do
    w(:, :, :, 2) = 743*w(:, :, :, 3)
    call frame%initialize(species=['N2'], options='equation_of_state=ideal')
    if (planted /= 'cv T') then
      call plan%create(frame, 'preosThermalProperties(rho, T)', shape(w), [1, n, 1, n, 1, n])
      call plan%read('rho', w, var=1)
      call plan%read('T', w, var=3)
      call plan%write('e', w, var=2)
      call plan%run()
      w(:, :, :, 2) = w(:, :, :, 2) + 3e5_wp
      if (planted == 'strange') w(:, :, :, 2) = w(:, :, :, 2) + w(:, :, :, 3)**2
    end if
    call plan%create(frame, 'preosThermalProperties(rho, e)', shape(w), [1, n, 1, n, 1, n])
    call plan%read('rho', w, var=1)
    call plan%read('e', w, var=2)
    call plan%write('T', w, var=4)
    call plan%reference(temperatures)
    call plan%run()
    call check('the routine is called', calls == 1)
    call plan%create(frame, 'preosThermalProperties(rho, e)', shape(w), [1, n, 1, n, 1, n])
    call plan%read('rho', w, var=1)
    call plan%read('e', w, var=2)
    call plan%write('T', w, var=4)
    call plan%run()
    call check('a plan that is created again has no routine', calls == 1)
    call frame%finalize()
    call explain()
    if (planted == 'cv T') call expect("set_option('ideal_heat', 'constant')", "set_option('ideal_zero', 'absolute')")
    if (planted == 'shift') call expect('your e counts from another zero', "Give plan%read('e', ...) offset=-300000")
    if (planted == 'strange') call expect('T: it is found from e, so no scale of T explains it', 'input_pairs.md')
  end subroutine

  subroutine temperatures(points, x, y)
    integer, intent(in) :: points
    real(wp), intent(in) :: x(points, *)
    real(wp), intent(inout) :: y(points, *)
    integer :: i
    calls = calls + 1
    do i = 1, points ! all of them, x fastest
      y(i, 1) = 300 + 10*modulo(i - 1, n)
      if (planted == 'cv T') y(i, 1) = x(i, 2)/743
    end do
  end subroutine

  ! The first run of a plan: values without units, and states that no solver means.
  subroutine doubts()
    planted = 'doubts'
    call forget()
    call frame%initialize(species=['N2'])
    call first_run('preosThermalProperties', 'P', 1e5_wp, 80.0_wp)
    call first_run('preosThermalProperties(rho, T)', 'rho', 100.0_wp, 300.0_wp)
    call check('what is meant', .not. exists())
    call first_run('preosThermalProperties', 'P', 1e5_wp, 27.0_wp)
    call expect('all temperatures are below 60 K (such as 27)', 'own_units.md')
    call first_run('preosThermalProperties', 'P', 100.0_wp, 300.0_wp)
    call expect('all pressures are below 1000 Pa (such as 100)', 'own_units.md')
    call first_run('preosThermalProperties(rho, T)', 'rho', 100.0_wp, 27.0_wp)
    call expect('points computed here are flagged unstable', 'Check the units')
    call frame%finalize()
    call forget()
    call frame%initialize(species=['N2', 'O2'])
    call species_run(0.5_wp, .false., [300.0_wp, 300.0_wp])
    call check('an array for each species', .not. exists())
    call species_run(0.5_wp, .true., [27.5_wp, 0.0_wp])
    call expect('all temperatures are below 60 K (such as 27.5)', 'own_units.md')
    call species_run(0.6_wp, .false., [300.0_wp, 0.0_wp])
    call expect('the sums of the mass fractions Yi miss 1 by 0.1', 'normalise')
    call frame%finalize()
  end subroutine

  ! Half of N2, in arrays of their own; T and P may stay on the device; T in a plane of solid cells is the second one.
  subroutine species_run(other, stays, T)
    real(wp), intent(in) :: other, T(2)
    logical, intent(in) :: stays
    real(wp), target :: w(n, n, n, 5)
    type(plan_t) :: plan
    w(:, :, :, 1) = 1e5_wp
    w(:, :, :, 2) = T(1)
    w(:, 1, :, 2) = T(2)
    w(:, :, :, 3) = 0.5_wp
    w(:, :, :, 4) = other
    if (T(2) <= 0) w(:, 1, :, 3:4) = 0
    call plan%create(frame, 'preosThermalProperties', shape(w), [1, n, 1, n, 1, n])
    call plan%read('P', w, var=1, resident=stays)
    call plan%read('T', w, var=2, resident=stays)
    call plan%read('Yi(N2)', w, var=3)
    call plan%read('Yi(O2)', w, var=4)
    call plan%write('h', w, var=5)
    call plan%run()
    call plan%destroy()
  end subroutine

  subroutine first_run(collection, other, value, T)
    character(*), intent(in) :: collection, other
    real(wp), intent(in) :: value, T
    real(wp), target :: w(n, n, n, 3)
    type(plan_t) :: plan
    w(:, :, :, 1) = value
    w(:, :, :, 2) = T
    call plan%create(frame, collection, shape(w), [1, n, 1, n, 1, n])
    call plan%read(other, w, var=1)
    call plan%read('T', w, var=2)
    call plan%write('h', w, var=3)
    call plan%run()
    call plan%destroy()
  end subroutine

  ! Was anything written to the log?
  logical function exists()
    character(300) :: path
    call get_environment_variable('DRAWBRIDGE_LOG', path)
    inquire (file=trim(path), exist=exists)
  end function

  subroutine never()
    planted = 'no routine'
    call forget()
    call frame%initialize(species=['O2'])
    call frame%finalize()
    call expect('no plan was given your routine by plan%reference', 'nothing was compared')
  end subroutine
end program
