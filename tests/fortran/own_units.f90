! A solver's own units, orders of arrays, lower bounds and precision: plans, legacy calls and fields give what they give in SI from
! q(i,j,k,var), the same bits where units are powers of two, and golden's figures where they are not.
!   own_units golden.txt
program own_units
  use testing
  use golden_states
  use drawbridge
  implicit none
  integer, parameter :: nx = 9, ny = 6, nz = 5, interior(6) = [2, 8, 2, 5, 3, 4], at(3) = [5, 3, 3], outs = 15
  integer, parameter :: sp = selected_real_kind(6)
  character(6), parameter :: outputs(outs) = [character(6) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W', 'mu', 'lambda']
  character(*), parameter :: collection = 'eosThermalAndViscousProperties'
  ! Units of T, P, then of the outputs and Di, as powers of pressure, temperature, density, length and molar mass
  real(wp), parameter :: powers(5, outs + 3) = reshape(real([0, 2, 0, 0, 0, 2, 0, 0, 0, 0, & ! T, P; twice the power
      0, 0, 2, 0, 0, 2, 0, -2, 0, 0, 2, 0, -2, 0, 0, 2, -2, -2, 0, 0, 2, -2, -2, 0, 0, 0, 0, 0, 0, 0, & ! rho to gamma
      1, 0, -1, 0, 0, -2, 0, 2, 0, 0, 0, -2, 2, 0, 0, 0, 0, -2, 0, 0, 2, -2, -2, 0, 0, & ! c to hT
      0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 1, 2, 0, 3, -2, -1, 2, 0, 1, 0, -1, 2, 0], wp)/2, [5, outs + 3])
  real(wp), parameter :: twos(5) = [2.0_wp**22, 2.0_wp**8, 2.0_wp**4, 2.0_wp**(-7), 2.0_wp**(-5)]
  real(wp), parameter :: critical(5) = [3.3958e6_wp, 126.192_wp, 313.3_wp, 0.0125_wp, 0.028013_wp]
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  real(wp), allocatable :: q(:, :, :, :), truth(:, :, :, :), q_out(:, :, :, :)
  integer :: k, ns, stat
  character(600) :: errmsg

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  do k = 1, size(states), 3
    if (states(k)%alpha_signed .or. states(k)%nasa_clip) cycle
    ns = states(k)%ns
    call fill(states(k))
    call solve(states(k), 'i,j,k,var', 0)
    truth = q_out
    call judge(states(k), 'SI', .true., twos**0)
    call solve(states(k), 'i,j,k,var', 1, twos)
    call judge(states(k), 'units of powers of two', .true., twos)
    call solve(states(k), 'var,i,j,k', 1, twos)
    call judge(states(k), 'units of powers of two, var,i,j,k', .true., twos)
    call solve(states(k), 'i,j,k,var', 1, critical)
    call judge(states(k), 'units of a critical point', .false., critical)
    call solve(states(k), 'k,var,j,i', 2, twos, max_block=7)
    call judge(states(k), 'scales of powers of two', .true., twos)
    call solve(states(k), 'i,j,var,k', 2, critical, overlap='off')
    call judge(states(k), 'scales of a critical point', .false., critical)
    call solve(states(k), 'var,k,j,i', 2, twos, resident=.true.)
    call judge(states(k), 'scales of arrays that stay on the device', .true., twos)
    if (k > 12) cycle
    call solve(states(k), 'k,j,i,var', 0, check_='strict')
    call judge(states(k), 'order k,j,i,var', .true., twos**0)
    call singles(states(k))
    call bounds_and_ranks(states(k))
    call by_stripes(states(k))
    call on_fields(states(k))
    call offset(states(k))
  end do
  call refusals(states(1))
  call golden_report(tally, 'own_units')
  if (tally%failures > 0) stop 1
  call finish('own_units')

contains

  subroutine start(frame, s, max_block, overlap, check_)
    type(frame_t), intent(inout) :: frame
    type(golden_state), intent(in) :: s
    integer, intent(in), optional :: max_block
    character(*), intent(in), optional :: overlap, check_
    integer :: points
    points = 1000
    if (present(max_block)) points = max_block
    if (present(overlap)) call set_environment('DRAWBRIDGE_OVERLAP', overlap)
    if (present(check_)) call set_environment('DRAWBRIDGE_CHECK', check_)
    call frame%initialize(species=s%species, max_block=points)
    call set_environment('DRAWBRIDGE_OVERLAP', 'on')
    call set_environment('DRAWBRIDGE_CHECK', 'flag')
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij, tlow=s%T_clip(1, :), thigh=s%T_clip(2, :))
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    call frame%set_option('diffusion_floor', '1e-20')
  end subroutine

  ! The data of the species in units u, over what they were in SI.
  subroutine data_in(frame, s, u)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(in) :: u(5)
    call frame%species_data(s%W/u(5), s%Tc/u(2), s%Pc/u(1), s%omega, s%Tmid/u(2), over(s%low, u(2)), over(s%high, u(2)), s%kij, &
      tlow=s%T_clip(1, :)/u(2), thigh=s%T_clip(2, :)/u(2), own_units=.true.)
    call frame%transport_data(s%Vc*u(3)/u(5), s%sigma/u(4), s%eps/u(2), s%dipole, s%kappa, own_units=.true.)
  end subroutine

  ! NASA-7 coefficients over a temperature in units of T0.
  function over(a, T0) result(c)
    real(wp), intent(in) :: a(:, :), T0
    real(wp) :: c(7, size(a, 2))
    integer :: n
    do n = 1, 5
      c(n, :) = a(n, :)*T0**(n - 1)
    end do
    c(6, :) = a(6, :)/T0
    c(7, :) = a(7, :) + a(1, :)*log(T0)
  end function

  ! NaN in the halo; the golden state in the middle and others around it.
  subroutine fill(s)
    type(golden_state), intent(in) :: s
    integer :: i, j, l
    if (allocated(q)) deallocate (q)
    allocate (q(nx, ny, nz, ns + 2), source=nan(1.0_wp))
    do l = interior(5), interior(6)
      do j = interior(3), interior(4)
        do i = interior(1), interior(2)
          q(i, j, l, 1:2) = [s%T + 3*i + j + 7*l, s%P*(1 + 0.01_wp*i + 0.03_wp*j)]
          q(i, j, l, 3:) = s%Y
        end do
      end do
    end do
    q(at(1), at(2), at(3), 1:2) = [s%T, s%P]
  end subroutine

  real(wp) function unit_of(units, n)
    real(wp), intent(in) :: units(5)
    integer, intent(in) :: n
    unit_of = product(units**powers(:, min(n, outs + 3)))
  end function

  ! Where dimension i, j, k and var stand in an order.
  function places(order) result(where)
    character(*), intent(in) :: order
    integer :: where(4), d, from, to
    from = 1
    do d = 1, 4
      to = from + index(order(from:)//',', ',') - 2
      where(index('i  j  k  var', order(from:to))/3 + 1) = d
      from = to + 2
    end do
  end function

  ! Copies SI values into an array of another order and unit, or back.
  subroutine arrange(a, order, mine, first, units, back)
    real(wp), intent(inout) :: a(:, :, :, :), mine(:, :, :, :)
    character(*), intent(in) :: order
    integer, intent(in) :: first ! unit of the first variable
    real(wp), intent(in) :: units(5)
    logical, intent(in) :: back
    integer :: i, j, l, v, place(4), e(4)
    real(wp) :: u
    place = places(order)
    do v = 1, size(mine, 4)
      u = unit_of(units, first + v - 1)
      if (first == 1 .and. v > 2) u = 1 ! mass fractions
      do l = 1, nz
        do j = 1, ny
          do i = 1, nx
            e(place) = [i, j, l, v]
            if (back) then
              mine(i, j, l, v) = a(e(1), e(2), e(3), e(4))*u
            else
              a(e(1), e(2), e(3), e(4)) = mine(i, j, l, v)/u
            end if
          end do
        end do
      end do
    end do
  end subroutine

  ! The collection on the state of q in an order and units: 0 none, 1 of the frame, 2 of each array. q_out becomes SI.
  subroutine solve(s, order, mode, units, max_block, overlap, resident, check_)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: order
    integer, intent(in) :: mode
    real(wp), intent(in), optional :: units(5)
    integer, intent(in), optional :: max_block
    character(*), intent(in), optional :: overlap, check_
    logical, intent(in), optional :: resident
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: a(:, :, :, :), b(:, :, :, :)
    real(wp) :: u(5)
    integer :: e(4), n, i
    logical :: stays
    u = 1
    if (present(units)) u = units
    stays = .false.
    if (present(resident)) stays = resident
    e(places(order)) = [nx, ny, nz, ns + 2]
    allocate (a(e(1), e(2), e(3), e(4)))
    e(places(order)) = [nx, ny, nz, outs + ns]
    allocate (b(e(1), e(2), e(3), e(4)), source=nan(1.0_wp))
    call arrange(a, order, q, 1, u, .false.)
    call start(frame, s, max_block, overlap, check_)
    if (mode == 1) call frame%units(pressure=u(1), temperature=u(2), density=u(3), length=u(4), molar_mass=u(5))
    if (mode == 1 .and. order == 'var,i,j,k') call data_in(frame, s, u)
    call plan%create(frame, collection, shape(a), interior, order=order)
    if (mode == 2) then
      call plan%read('T', a, 1, scale=u(2), resident=stays)
      call plan%read('P', a, 2, scale=u(1), resident=stays)
      do i = 1, outs
        call plan%write(trim(outputs(i)), b, i, scale=unit_of(u, i + 2), resident=stays)
      end do
      call plan%write('Di', b, outs + 1, scale=unit_of(u, outs + 3))
    else
      call plan%read('T', a, 1)
      call plan%read('P', a, 2)
      do i = 1, outs
        call plan%write(trim(outputs(i)), b, i)
      end do
      call plan%write('Di', b, outs + 1)
    end if
    call plan%read('Yi', a, 3)
    call plan%run(stat, errmsg)
    call check('run in '//order, stat == 0, errmsg)
    if (stays) then
      b = real(nan(1.0_wp), sp)
      call plan%run(stat, errmsg)
      do i = 1, outs
        call plan%fetch(trim(outputs(i)))
      end do
    end if
    call frame%finalize()
    if (allocated(q_out)) deallocate (q_out)
    allocate (q_out(nx, ny, nz, outs + ns))
    call arrange(b, order, q_out, 3, u, .true.)
    n = product([(interior(2*i) - interior(2*i - 1) + 1, i = 1, 3)])
    call check('the halo stays NaN in '//order, count(.not. is_nan(q_out)) == n*(outs + ns))
  end subroutine

  logical function same(a, b)
    real(wp), intent(in) :: a(:, :, :, :), b(:, :, :, :)
    same = all(a == b .or. is_nan(a) .and. is_nan(b))
  end function

  subroutine judge(s, what, exact, units)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: what
    logical, intent(in) :: exact
    real(wp), intent(in) :: units(5)
    integer :: i
    if (exact) call check('the same bits: '//what, same(q_out, truth))
    call check('units are positive', all(units > 0))
    do i = 1, outs
      call golden_judge(tally, s, trim(outputs(i)), q_out(at(1), at(2), at(3), i))
    end do
    call golden_judge(tally, s, 'Di', q_out(at(1), at(2), at(3), outs + 1:))
    do i = 1, outs + ns
      call check('every point: '//what, all(abs(q_out(:, :, :, i) - truth(:, :, :, i)) <= 1e-8_wp*maxval(abs(truth(:, :, :, i)), &
          mask=.not. is_nan(truth(:, :, :, i))) .or. is_nan(truth(:, :, :, i))), outputs(min(i, outs)))
    end do
  end subroutine

  ! real(4) arrays in double arithmetic: what a plan gives of their values as doubles, rounded at the end.
  subroutine singles(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(sp), allocatable, target :: a(:, :, :, :), b(:, :, :, :)
    real(wp), allocatable, target :: wide(:, :, :, :), c(:, :, :, :)
    character(5) :: orders(2) = ['on   ', 'off  ']
    integer :: i
    allocate (a(nx, ny, nz, ns + 2), b(nx, ny, nz, 2), wide(nx, ny, nz, ns + 2), c(nx, ny, nz, 2))
    a = real(q, sp)
    wide = a
    do i = 1, 2
      b = real(nan(1.0_wp), sp)
      c = nan(1.0_wp)
      call start(frame, s, 20, trim(orders(i)))
      call plan%create(frame, 'preosRhoHFromTPProp', shape(a), interior)
      call plan%read('T', a, 1)
      call plan%read('P', a, 2)
      call plan%read('Yi', a, 3)
      call plan%write('rho', b, 1)
      call plan%write('h', b, 2, scale=0.5_wp)
      call plan%run(stat, errmsg)
      call check('real(4)', stat == 0, errmsg)
      call plan%create(frame, 'preosRhoHFromTPProp', shape(a), interior)
      call plan%read('T', wide, 1)
      call plan%read('P', wide, 2)
      call plan%read('Yi', wide, 3)
      call plan%write('rho', c, 1)
      call plan%write('h', c, 2, scale=0.5_wp)
      call plan%run()
      call frame%finalize()
      call check('real(4) as doubles, rounded', all(b == real(c, sp) .or. is_nan(c)) .and. count(.not. is_nan(c)) == 112)
      call check('the halo of real(4)', all((b /= b) .eqv. is_nan(c)))
    end do
  end subroutine

  ! Lower bounds, rank 5, one array for each variable, and a slice that is contiguous.
  subroutine bounds_and_ranks(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: a(:, :, :, :), five(:, :, :, :, :), rho(:, :, :), first(:, :, :, :)
    integer :: declared(6)
    allocate (a(-1:nx - 2, 0:ny - 1, 3:nz + 2, ns + 2), five(nx, ny, nz, ns + 2, 2), rho(-1:nx - 2, 0:ny - 1, 3:nz + 2), &
        first(ns + 2, nx, ny, 0:nz - 1))
    a(:, :, :, :) = q
    five(:, :, :, :, 1) = q
    five(:, :, :, :, 2) = q
    first = reshape(q, shape(first), order=[2, 3, 4, 1])
    declared = interior - [2, 2, 1, 1, -2, -2]
    call start(frame, s)
    rho = nan(1.0_wp)
    call plan%create(frame, 'preosdensity', shape(a), declared, lbound=lbound(a))
    call plan%read('T', a, 1)
    call plan%read('P', a(:, :, :, 2)) ! a slice, contiguous
    call plan%read('Yi', a, 3)
    call plan%write('rho', rho)
    call plan%run(stat, errmsg)
    call check('lower bounds', stat == 0 .and. is_truth(rho), errmsg)
    rho = nan(1.0_wp)
    call plan%bind('rho', rho, declared)
    call plan%run(stat, errmsg)
    call check('lower bounds of bind', stat == 0 .and. is_truth(rho), errmsg)
    call plan%create(frame, 'preosdensity', shape(a), declared + 2, lbound=lbound(a), stat=stat, errmsg=errmsg)
    call expect_error('beyond declared bounds', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'interior x 2..8 is not within the declared bounds -1..7')
    call plan%create(frame, 'preosdensity', shape(a), declared, lbound=lbound(a))
    call plan%read('T', first, 1, order='var,i,j,k', stat=stat, errmsg=errmsg)
    call expect_error('two lower bounds', stat, errmsg, DRAWBRIDGE_SHAPE, 'those of lbound= of create')
    rho = nan(1.0_wp)
    call plan%create(frame, 'preosdensity', shape(five), interior)
    call plan%read('T', five, 1)
    call plan%read('P', five, ns + 4) ! of the second level
    call plan%read('Yi', five, 3)
    call plan%write('rho', rho)
    call plan%run(stat, errmsg)
    call check('rank 5', stat == 0 .and. is_truth(rho), errmsg)
    call plan%create(frame, 'preosdensity', shape(rho), interior)
    call plan%read('T', five, 1, order='var,i,j,k', stat=stat, errmsg=errmsg)
    call expect_error('rank 5 in another order', stat, errmsg, DRAWBRIDGE_SHAPE, 'rank 5 has its variables last')
    call frame%finalize()
  end subroutine

  ! How far the density of a block may lie from that of a collection: not at all on host cores; a GPU's compiler joins other
  ! products and sums in another kernel.
  real(wp) function rounding()
    character(10) :: device
    call get_environment_variable('DRAWBRIDGE_DEVICE', device)
    rounding = merge(1e-13_wp, 0.0_wp, device(:4) == 'cuda')
  end function

  logical function is_truth(rho)
    real(wp), intent(in) :: rho(:, :, :)
    is_truth = all(abs(rho - truth(:, :, :, 1)) <= rounding()*abs(rho) .or. is_nan(rho) .and. is_nan(truth(:, :, :, 1)))
  end function

  ! Legacy stripes in the Frame's units: views pass from one collection to the next.
  subroutine by_stripes(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
    external :: frame_tvproperties_preosthermalproperties, frame_tvproperties_preoscalcsoundspeed
    real(wp), allocatable :: a(:, :, :, :), b(:, :, :, :)
    real(wp), allocatable :: si(:, :, :, :)
    allocate (a(nx, ny, nz, ns + 2), b(nx, ny, nz, 2), si(nx, ny, nz, 2))
    b = nan(1.0_wp)
    call arrange(a, 'i,j,k,var', q, 1, twos, .false.)
    call start(frame, s)
    call frame%units(pressure=twos(1), temperature=twos(2), density=twos(3))
    call take(a, 'T'//char(0), 1, 1)
    call take(a, 'P'//char(0), 2, 2)
    call take(a, 'Yi'//char(0), 3, ns + 2)
    call frame_tvproperties_preosthermalproperties(%val(56))
    call give(b, 'rho'//char(0), 1)
    call frame_tvproperties_preoscalcsoundspeed(%val(56))
    call give(b, 'c'//char(0), 2)
    call frame%finalize()
    si(:, :, :, 1) = b(:, :, :, 1)*unit_of(twos, 3)
    si(:, :, :, 2) = b(:, :, :, 2)*unit_of(twos, 9)
    call check('legacy calls in units', same(si(:, :, :, 1:1), truth(:, :, :, 1:1)))
    call golden_judge(tally, s, 'c', si(at(1), at(2), at(3), 2))
  end subroutine

  subroutine take(a, name, v1, v2)
    real(wp), intent(in) :: a(:, :, :, :)
    character(*), intent(in) :: name
    integer, intent(in) :: v1, v2
    call frame_castles_populateinputstripe(name, a, %val(nx), %val(ny), %val(nz), %val(interior(1)), %val(interior(2)), &
        %val(interior(3)), %val(interior(4)), %val(interior(5)), %val(interior(6)), %val(v1), %val(v2), %val(1), %val(56))
  end subroutine

  subroutine give(b, name, v)
    real(wp), intent(inout) :: b(:, :, :, :)
    character(*), intent(in) :: name
    integer, intent(in) :: v
    call frame_castles_populateoutputstripe(name, b, %val(nx), %val(ny), %val(nz), %val(interior(1)), %val(interior(2)), &
        %val(interior(3)), %val(interior(4)), %val(interior(5)), %val(interior(6)), %val(v), %val(v), %val(1), %val(56))
  end subroutine

  ! Fields in the Frame's units.
  subroutine on_fields(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    real(wp), allocatable, target :: a(:, :, :, :), b(:, :, :)
    integer :: i
    character(8) :: name
    allocate (a(nx, ny, nz, ns + 2), b(nx, ny, nz))
    b = nan(1.0_wp)
    call arrange(a, 'i,j,k,var', q, 1, twos, .false.)
    call start(frame, s)
    call frame%units(pressure=twos(1), temperature=twos(2), density=twos(3))
    call frame%create_field('T', [7, 4, 2], halo=1)
    call frame%create_field('P', [7, 4, 2], halo=2)
    call frame%create_field('rho', [7, 4, 2], halo=1)
    call frame%create_field('Yi', [7, 4, 2], halo=0, components=ns)
    call frame%upload('T', a, 1, interior)
    call frame%upload('P', a, 2, interior)
    do i = 1, ns
      write (name, '(a,i0,a)') merge('Yi(', 'Yi ', ns > 1), i, merge(')', ' ', ns > 1)
      if (ns == 1) name = 'Yi'
      call frame%upload(trim(name), a, 2 + i, interior)
    end do
    call frame%properties('preosdensity', 'T P Yi', 'rho', stat=stat, errmsg=errmsg)
    call check('fields in units', stat == 0, errmsg)
    call frame%download('rho', b, interior)
    call frame%finalize()
    b = b*unit_of(twos, 3)
    call check('fields in units', is_truth(b))
  end subroutine

  ! Pressure held as the difference from a background.
  subroutine offset(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: a(:, :, :, :), b(:, :, :)
    allocate (a(nx, ny, nz, ns + 2), b(nx, ny, nz))
    a = q
    a(:, :, :, 2) = (q(:, :, :, 2) - 1e5_wp)/critical(1)
    b = nan(1.0_wp)
    call start(frame, s)
    call plan%create(frame, 'preosdensity', shape(a), interior)
    call plan%read('T', a, 1)
    call plan%read('P', a, 2, scale=critical(1), offset=1e5_wp)
    call plan%read('Yi', a, 3)
    call plan%write('rho', b, scale=2.0_wp, offset=1.0_wp)
    call plan%run(stat, errmsg)
    call check('an offset', stat == 0, errmsg)
    call frame%finalize()
    call golden_judge(tally, s, 'rho', 2*b(at(1), at(2), at(3)) + 1)
  end subroutine

  subroutine refusals(s)
    type(golden_state), intent(in) :: s
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: a(:, :, :, :), b(:, :, :, :)
    real(wp) :: zero
    ns = s%ns
    zero = 0
    allocate (a(nx, ny, nz, ns + 2), b(ns + 2, nx, ny, nz))
    call start(frame, s)
    call frame%units(pressure=-1.0_wp, stat=stat, errmsg=errmsg)
    call expect_error('a negative unit', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'units: pressure: scale = -1')
    call frame%units(pressure=1e5_wp, density=1.0_wp, velocity=300.0_wp, stat=stat, errmsg=errmsg)
    call expect_error('units that contradict', stat, errmsg, DRAWBRIDGE_ARGUMENT, &
        'velocity = 300 m/s contradicts pressure = 100000, density = 1')
    call frame%units(pressure=4e4_wp, density=1.0_wp, velocity=200.0_wp, stat=stat, errmsg=errmsg)
    call check('units of which one follows', stat == 0, errmsg)
    call plan%create(frame, 'preosviscousproperties', shape(a), interior)
    call plan%read('T', a, 1, stat=stat, errmsg=errmsg)
    call expect_error('no unit of temperature', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'T (K) does not follow')
    call plan%read('T', a, 1, scale=zero, stat=stat, errmsg=errmsg)
    call expect_error('a scale of zero', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'input T: scale = 0')
    call plan%read('T', a, 1, scale=nan(zero), stat=stat, errmsg=errmsg)
    call expect_error('a scale that is no number', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'scale = NaN')
    call plan%read('T', a, 1, scale=1/zero, stat=stat, errmsg=errmsg)
    call expect_error('an infinite scale', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'scale = +Inf')
    call plan%read('T', a, 1, offset=nan(zero), stat=stat, errmsg=errmsg)
    call expect_error('an offset that is no number', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'offset = NaN')
    call plan%read('Yi', a, 3, scale=0.01_wp, stat=stat, errmsg=errmsg)
    call expect_error('a scale of fractions', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'fractions have no unit')
    call plan%write('flag', a, 1, scale=0.01_wp, stat=stat, errmsg=errmsg)
    call expect_error('a scale of flags', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'flags are bits')
    call plan%read('T', b, 1, scale=2.0_wp, stat=stat, errmsg=errmsg)
    call expect_error('another order', stat, errmsg, DRAWBRIDGE_SHAPE, 'order=''var,i,j,k'' fits')
    call plan%read('T', a, 1, scale=2.0_wp, order='var,i,j', stat=stat, errmsg=errmsg)
    call expect_error('an order without k', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'each once')
    call plan%create(frame, 'preosdensity', shape(a), interior, order='i,i,j,k', stat=stat, errmsg=errmsg)
    call expect_error('an order with i twice', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'each once')
    call frame%units(stat=stat, errmsg=errmsg)
    call expect_error('units after a plan', stat, errmsg, DRAWBRIDGE_ORDER, 'plans and sequences were made before')
    call frame%finalize()
  end subroutine
end program
