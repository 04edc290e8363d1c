! Collections whose names say what they are given in the place of T, P and mass fractions, through plans and on fields: they give
! golden states back, the same bits in other index orders and in units of powers of two. Hostile values are flagged.
!   input_pairs golden.txt
program input_pairs
  use testing
  use golden_states
  use drawbridge
  implicit none
  integer, parameter :: nx = 7, ny = 4, nz = 3, interior(6) = [2, 6, 2, 3, 2, 2], at(3) = [4, 3, 2], outs = 9
  character(6), parameter :: outputs(outs) = [character(6) :: 'h', 'e', 's', 'cp', 'cv', 'c', 'rhoP', 'mu', 'lambda']
  character(6), parameter :: known(6) = [character(6) :: 'T', 'P', 'rho', 'h', 'e', 's']
  character(4), parameter :: pairs(2, 6) = reshape( &
      [character(4) :: 'T', 'P', 'rho', 'e', 'rho', 'T', 'rho', 'P', 'h', 'P', 's', 'P'], [2, 6])
  character(*), parameter :: set = 'eosThermalAndViscousProperties'
  real(wp), parameter :: twos(5) = [2.0_wp**22, 2.0_wp**8, 2.0_wp**4, 2.0_wp**(-7), 2.0_wp**(-5)], si(5) = 1
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  character(600) :: errmsg
  real(wp), allocatable, target :: given(:, :, :, :), Y(:, :, :, :), X(:, :, :, :), partial(:, :, :, :), truth(:, :, :, &
      :), out(:, :, :, :)
  real(wp), allocatable :: first(:, :, :, :)
  integer :: k, i, ns, stat

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  do k = 1, size(states), 6
    if (states(k)%alpha_signed .or. states(k)%nasa_clip .or. states(k)%class /= 'regular' .or. states(k)%T == 1000) cycle
    ns = states(k)%ns
    call known_states(states(k))
    do i = 1, 6
      call solve(states(k), trim(pairs(1, i))//', '//trim(pairs(2, i)), pairs(:, i), si, 'i,j,k,var')
      call judge(states(k), 1e-9_wp)
      first = out
      call solve(states(k), trim(pairs(2, i))//' '//trim(pairs(1, i)), pairs(:, i), si, 'var,i,j,k')
      call check('the same bits in another order', same(first))
      call solve(states(k), trim(pairs(1, i))//', '//trim(pairs(2, i)), pairs(:, i), twos, 'i,j,k,var')
      call check('the same bits in units of powers of two', same(first))
    end do
    call solve(states(k), 'rho, e, Xi', [character(4) :: 'rho', 'e'], si, 'i,j,k,var', X=X)
    call judge(states(k), 1e-8_wp)
    call solve(states(k), 'rhoi, e', [character(4) :: 'e', ''], twos, 'i,j,k,var', X=partial)
    call judge(states(k), 1e-8_wp)
    if (ns == 1) then
      call solve(states(k), 'rho, e', [character(4) :: 'rho', 'e'], si, 'i,j,k,var', X=Y(:, :, :, :0))
      call judge(states(k), 1e-9_wp)
      cycle
    end if
    call solve(states(k), 'rho, e, closing=last', [character(4) :: 'rho', 'e'], si, 'i,j,k,var', X=Y(:, :, :, :ns - 1))
    call judge(states(k), 1e-8_wp)
    call solve(states(k), 'rho, e, rhoi, closing=last', [character(4) :: 'rho', 'e'], si, 'i,j,k,var', X=partial(:, :, :, :ns - 1))
    call judge(states(k), 1e-8_wp)
    if (k < 30) call on_fields(states(k))
  end do
  call hostile()
  call refusals()
  call finish('input_pairs')

contains

  subroutine start(frame, s)
    type(frame_t), intent(inout) :: frame
    type(golden_state), intent(in) :: s
    call frame%initialize(species=s%species, max_block=6)
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij, tlow=s%T_clip(1, :), thigh=s%T_clip(2, :))
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
  end subroutine

  ! What the pairs are made of: T, P, rho, h, e, s around a golden state, golden's own in the middle.
  subroutine known_states(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: v, x1, y1
    if (allocated(given)) deallocate (given, Y, X, partial, truth)
    allocate (given(nx, ny, nz, 6), truth(nx, ny, nz, outs), source=nan(1.0_wp))
    allocate (Y(nx, ny, nz, ns), X(nx, ny, nz, ns), partial(nx, ny, nz, ns))
    do x1 = 2, 6
      do y1 = 2, 3
        given(x1, y1, 2, 1:2) = [s%T*(1 + 0.003_wp*(x1 - at(1))), s%P*(1 + 0.02_wp*(y1 - at(2)))]
      end do
    end do
    do v = 1, ns
      Y(:, :, :, v) = s%Y(v)
      X(:, :, :, v) = s%Y(v)/s%W(v)/sum(s%Y/s%W)
    end do
    call start(frame, s)
    call plan%create(frame, set, shape(given), interior)
    call plan%read('T', given, 1)
    call plan%read('P', given, 2)
    call plan%read('Yi', Y, 1)
    do v = 3, 6
      call plan%write(trim(known(v)), given, v)
    end do
    do v = 4, outs
      call plan%write(trim(outputs(v)), truth, v)
    end do
    call plan%run(stat, errmsg)
    call check('what the pairs are made of', stat == 0, errmsg)
    call frame%finalize()
    truth(:, :, :, 1:3) = given(:, :, :, 4:6)
    do v = 3, 6
      given(at(1), at(2), at(3), v) = s%value(trim(known(v)))
    end do
    do v = 1, ns
      partial(:, :, :, v) = Y(:, :, :, v)*given(:, :, :, 3)
    end do
  end subroutine

  ! Twice the powers of pressure, temperature, density, length and molar mass in the unit of a view.
  real(wp) function unit_of(view, u)
    character(*), intent(in) :: view
    real(wp), intent(in) :: u(5)
    select case (view)
    case ('T'); unit_of = u(2)
    case ('P'); unit_of = u(1)
    case ('rho', 'rhoi'); unit_of = u(3)
    case ('h', 'e'); unit_of = u(1)/u(3)
    case ('s', 'cp', 'cv'); unit_of = u(1)/u(3)/u(2)
    case ('c'); unit_of = sqrt(u(1)/u(3))
    case ('rhoP'); unit_of = u(3)/u(1)
    case ('mu'); unit_of = sqrt(u(1)*u(3))*u(4)
    case ('lambda'); unit_of = u(4)*sqrt(u(1)**3/u(3))/u(2)
    case default; unit_of = 1
    end select
  end function

  ! The set from inputs that its name says; X: what it is given of the species, Y where it is absent, nothing where it is empty.
  subroutine solve(s, inputs, views, u, order, X)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: inputs, views(:), order
    real(wp), intent(in) :: u(5)
    real(wp), intent(in), optional :: X(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: q(:, :, :, :), fractions(:, :, :, :), b(:, :, :, :), mine(:, :, :, :)
    character(4) :: composition
    integer :: v
    composition = 'Yi'
    if (index(inputs, 'Xi') > 0) composition = 'Xi'
    if (index(inputs, 'rhoi') > 0) composition = 'rhoi'
    fractions = Y
    if (present(X)) fractions = X/unit_of(trim(composition), u)
    allocate (mine(nx, ny, nz, 2), source=nan(1.0_wp))
    do v = 1, 2
      if (views(v) /= '') mine(:, :, :, v) = given(:, :, :, findloc(known, views(v), 1))/unit_of(trim(views(v)), u)
    end do
    call start(frame, s)
    if (any(u /= 1)) call frame%units(pressure=u(1), temperature=u(2), density=u(3), length=u(4), molar_mass=u(5))
    if (order == 'var,i,j,k') then
      q = reshape(mine, [2, nx, ny, nz], order=[2, 3, 4, 1])
      allocate (b(outs + 2, nx, ny, nz), source=nan(1.0_wp))
    else
      q = mine
      allocate (b(nx, ny, nz, outs + 2), source=nan(1.0_wp))
    end if
    call plan%create(frame, set//'('//inputs//')', shape(q), interior, order=order)
    do v = 1, 2
      if (views(v) /= '') call plan%read(trim(views(v)), q, v)
    end do
    if (size(fractions) > 0) call plan%read(trim(composition), fractions, 1, order='i,j,k,var')
    do v = 1, outs
      if (.not. any(views == outputs(v))) call plan%write(trim(outputs(v)), b, v)
    end do
    if (.not. any(views == 'T')) call plan%write('T', b, outs + 1)
    if (.not. any(views == 'P')) call plan%write('P', b, outs + 2)
    call plan%run(stat, errmsg)
    call check('run of '//inputs, stat == 0, errmsg)
    call frame%finalize()
    if (allocated(out)) deallocate (out)
    allocate (out(nx, ny, nz, outs + 2))
    if (order == 'var,i,j,k') then
      out(:, :, :, :) = reshape(b, shape(out), order=[4, 1, 2, 3])
    else
      out(:, :, :, :) = b
    end if
    do v = 1, outs
      out(:, :, :, v) = out(:, :, :, v)*unit_of(trim(outputs(v)), u)
      if (any(views == outputs(v))) out(:, :, :, v) = truth(:, :, :, v)
    end do
    out(:, :, :, outs + 1) = out(:, :, :, outs + 1)*u(2)
    out(:, :, :, outs + 2) = out(:, :, :, outs + 2)*u(1)
    if (any(views == 'T')) out(:, :, :, outs + 1) = given(:, :, :, 1)
    if (any(views == 'P')) out(:, :, :, outs + 2) = given(:, :, :, 2)
  end subroutine

  ! The points are those that the inputs were made of, the middle one is golden's.
  subroutine judge(s, tolerance)
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: tolerance
    real(wp) :: scale, stiff
    integer :: v
    stiff = s%value('rho')*s%value('c')**2
    do v = 1, outs
      scale = maxval(abs(truth(:, :, :, v)), mask=.not. is_nan(truth(:, :, :, v)))
      if (v <= 2) scale = scale + s%value('cp')*s%T
      call check('every point: '//outputs(v), all(abs(out(2:6, 2:3, 2, v) - truth(2:6, 2:3, 2, v)) <= tolerance*scale), &
          s%species(1))
      call check('golden: '//outputs(v), abs(out(at(1), at(2), at(3), v) - s%value(trim(outputs(v)))) <= tolerance*scale, &
          s%species(1))
    end do
    write (errmsg, '(2es24.16)') out(at(1), at(2), at(3), outs + 1), s%T
    call check('golden: T', abs(out(at(1), at(2), at(3), outs + 1) - s%T) <= tolerance*s%T, errmsg)
    write (errmsg, '(3es24.16)') out(at(1), at(2), at(3), outs + 2), s%P, stiff
    call check('golden: P', abs(out(at(1), at(2), at(3), outs + 2) - s%P) <= tolerance*(s%P + stiff), errmsg)
    call check('the halo', count(.not. is_nan(out(:, :, :, 4))) == 10)
  end subroutine

  logical function same(first)
    real(wp), intent(in) :: first(:, :, :, :)
    same = all(out == first .or. is_nan(out) .and. is_nan(first))
  end function

  ! The same on fields, with one species less stored.
  subroutine on_fields(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    real(wp), allocatable, target :: c(:, :, :)
    character(*), parameter :: name = set//'(rho, e, closing=last)'
    allocate (c(nx, ny, nz), source=nan(1.0_wp))
    call start(frame, s)
    call frame%create_field('density', shape(c))
    call frame%create_field('e', shape(c))
    call frame%create_field('T', shape(c))
    call frame%create_field('c', shape(c))
    call frame%create_field('Y', shape(c), components=ns)
    call frame%create_field('Y_but_one', shape(c), components=ns - 1)
    call frame%upload('density', given(:, :, :, 3))
    call frame%upload('e', given(:, :, :, 5))
    call frame%upload('Y_but_one', Y, 1)
    call frame%properties(name, 'rho=density e Yi=Y', 'T c', stat=stat, errmsg=errmsg)
    call expect_error('too many components', stat, errmsg, DRAWBRIDGE_SHAPE, 'view Yi has')
    call frame%properties(name, 'rho=density e Yi=Y_but_one', 'T c', stat=stat, errmsg=errmsg)
    call check('on fields', stat == 0, errmsg)
    call frame%download('c', c)
    call check('on fields', all(abs(c(2:6, 2:3, 2) - truth(2:6, 2:3, 2, 6)) <= 1e-8_wp*truth(2:6, 2:3, 2, 6)))
    call frame%finalize()
  end subroutine

  ! Values that are none, and states without a solution: flagged, NaN, and never a hang.
  subroutine hostile()
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer, parameter :: n = 12
    real(wp), target :: q(n, 1, 1, 2), o(n, 1, 1, 2), flag(n, 1, 1)
    real(wp) :: bad(n)
    integer :: i
    bad = [nan(1.0_wp), 0.0_wp, -1.0_wp, -1e300_wp, 1e300_wp, 1e308_wp*10, -1e308_wp*10, 1e-300_wp, 5000.0_wp, 1e9_wp, &
        -1e9_wp, 1e-20_wp]
    call frame%initialize(species=['O2'], max_block=64, log='off')
    do i = 1, 6
      call plan%create(frame, set//'('//trim(pairs(1, i))//', '//trim(pairs(2, i))//')', [n, 1, 1], [1, n, 1, 1, 1, 1])
      call plan%read(trim(pairs(1, i)), q, 1)
      call plan%read(trim(pairs(2, i)), q, 2)
      call plan%write('c', o, 1)
      call plan%write('mu', o, 2)
      call plan%write('flag', flag)
      q(:, 1, 1, 1) = bad
      q(:, 1, 1, 2) = cshift(bad, i)
      call plan%run(stat, errmsg)
      call check('hostile values of '//pairs(1, i)//pairs(2, i), stat == 0, errmsg)
      call check('a failed point has NaN', all((mod(flag(:, 1, 1), 65536.0_wp) == 0) .or. is_nan(o(:, 1, 1, &
          1)) .and. is_nan(o(:, 1, 1, 2))))
      call check('not a number is flagged', mod(flag(1, 1, 1), 65536.0_wp) > 0)
    end do
    ! a two-phase mean density of oxygen: the pressure is below zero, and the point is noted as unstable
    call plan%create(frame, set//'(rho, T)', [n, 1, 1], [1, n, 1, 1, 1, 1])
    call plan%read('rho', q, 1)
    call plan%read('T', q, 2)
    call plan%write('P', o, 1)
    call plan%write('flag', flag)
    q(:, 1, 1, 1) = 600
    q(:, 1, 1, 2) = 90
    call plan%run(stat, errmsg)
    call check('an unstable state', stat == 0 .and. all(o(:, 1, 1, 1) < 0) .and. all(mod(int(flag)/65536, 2) == 1))
    call frame%finalize()
  end subroutine

  subroutine refused(frame, name, part, code)
    type(frame_t), intent(inout) :: frame
    character(*), intent(in) :: name, part
    integer, intent(in) :: code
    type(plan_t) :: plan
    call plan%create(frame, name, [4, 4, 4], [1, 4, 1, 4, 1, 4], stat=stat, errmsg=errmsg)
    call expect_error(name, stat, errmsg, code, part)
  end subroutine

  subroutine refusals()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(4, 4, 4, 3)
    q = 1
    call frame%initialize(species=['O2', 'N2'], max_block=64, log='off')
    call refused(frame, 'preosThermalProperties(e, P)', 'e P is not a pair of inputs', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(rho)', 'rho is not a pair of inputs', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties()', 'nothing of the state is not a pair', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(T, P, rho)', 'T P rho is not a pair', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(rho, rho)', 'rho is given twice', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(rho, u)', '''u'' is not an input', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(rho, e, Yi, Xi)', 'Yi and Xi are both given', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(rho, e, rhoi)', 'rho is the sum of rhoi', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(h, P, rhoi, closing=last)', 'needs rho in addition', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(h, P, closing=first)', 'closing=last says', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalProperties(h, P', 'one pair of parentheses', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosCalcTPFromRhoE(rho, e)', 'takes no inputs in parentheses', DRAWBRIDGE_ARGUMENT)
    call refused(frame, 'preosThermalPropertys(h, P)', 'is not known', DRAWBRIDGE_UNKNOWN_NAME)
    call plan%create(frame, 'preosThermalProperties(rho, e)', [4, 4, 4], [1, 4, 1, 4, 1, 4])
    call plan%read('P', q, 1, stat=stat, errmsg=errmsg)
    call expect_error('both pairs', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, '''P'' is not an input; inputs are rho e Yi T')
    call plan%write('rho', q, 1, stat=stat, errmsg=errmsg)
    call expect_error('an input as output', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, '''rho'' is not an output')
    call plan%create(frame, 'preosThermalProperties(rho, e, rhoi, closing=last)', [4, 4, 4], [1, 4, 1, 4, 1, 4])
    call plan%read('rhoi', q, 4, stat=stat, errmsg=errmsg)
    call expect_error('partial densities that the array has not', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'variable 4 is asked, the array has 3')
    call plan%create(frame, 'preosThermalProperties(rhoi, e)', [4, 4, 4], [1, 4, 1, 4, 1, 4])
    call plan%read('rhoi', q, 3, stat=stat, errmsg=errmsg)
    call expect_error('one partial density of two', stat, errmsg, DRAWBRIDGE_SHAPE, 'variables 3 to 4 are asked')
    call plan%read('rhoi', q, 1)
    call plan%write('c', q, 3)
    call plan%run(stat, errmsg)
    call expect_error('half a pair', stat, errmsg, DRAWBRIDGE_ORDER, 'no array was given for input e')
    call frame%set_option('normalise', 'on')
    call refused(frame, 'preosThermalProperties(T, P, Xi)', 'the option normalise works on mass fractions', DRAWBRIDGE_ARGUMENT)
    call frame%finalize()
    call frame%initialize(species=['O2'], max_block=64, log='off')
    call refused(frame, 'preosThermalProperties(h, P, closing=last)', 'leaves nothing of one species', DRAWBRIDGE_ARGUMENT)
    call frame%finalize()
  end subroutine
end program
