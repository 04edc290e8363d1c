! Thermodynamic identities on 100,000 random states of a mixture with k_ij: relations that hold whatever the
! equation of state, so that a formula that is wrong in kernel and reference alike is found.
! Exact ones first (algebra between outputs), then derivatives of outputs by central differences.
!   identities golden.txt         (for the species data and a k_ij)
program identities
  use testing
  use golden_states
  use drawbridge
  implicit none
  integer, parameter :: n = 100000, ns = 5, by_T = 1, by_P = 2, by_Y = 3
  character(5), parameter :: scalars(15) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
    'hP', 'hT', 'Z', 'W', 'eP', 'eT']
  real(wp), parameter :: R = 8.31446261815324_wp ! J/mol/K
  real(wp), target :: q(n, 1, 1, 2 + ns), near(n, 1, 1, 2 + ns)
  real(wp) :: Wi(ns)
  real(wp), dimension(n) :: T, P, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W, eP, eT, scale
  real(wp), dimension(n, ns) :: Y, X, rhoYi, hYi, lnphi, vi, hi
  type(frame_t) :: frame

  call frame%initialize(ns=ns, max_block=4096)
  call species_with_kij()
  call random_states()
  call states_under('abs')
  call states_under('signed')
  call differences()                       ! signed: the kinks of abs have no derivative
  call frame%finalize()
  call finish('identities')

contains

  ! The outputs under one sign of alpha, and what must hold between them.
  subroutine states_under(alpha_sign)
    character(*), intent(in) :: alpha_sign
    call frame%set_option('alpha_sign', alpha_sign)
    call thermal()
    lnphi = row('preosfugacity', 'lnphi', q)
    vi = row('preospartialvolumes', 'vi', q)
    hi = row('preospartialenthalpies', 'hi', q)
    X = row('molefractions', 'Xi', q)
    call exact()
    call gibbs()
  end subroutine

  subroutine species_with_kij()
    type(golden_state), allocatable :: states(:)
    character(500) :: path
    integer :: k
    call get_command_argument(1, path)
    call golden_read(trim(path), states)
    k = findloc(states%has_kij, .true., 1)
    call check('golden states with k_ij have five species', states(k)%ns == ns)
    call frame%species_data(states(k)%W, states(k)%Tc, states(k)%Pc, states(k)%omega, states(k)%Tmid, states(k)%low, &
                            states(k)%high, states(k)%kij)
    Wi = states(k)%W
  end subroutine

  ! T 100 to 3500 K and P 0.01 to 40 MPa, both logarithmic; a fifth of all mass fractions are zero or tiny.
  subroutine random_states()
    integer :: i, m
    integer, allocatable :: seed(:)
    call random_seed(size=m)
    allocate (seed(m), source=20261120)
    call random_seed(put=seed)
    call random_number(q)
    T = 100*35**q(:, 1, 1, 1)
    P = 1e4_wp*4000**q(:, 1, 1, 2)
    Y = q(:, 1, 1, 3:)
    where (Y < 0.1_wp) Y = 0
    where (Y < 0.2_wp) Y = 1e-7_wp*Y
    Y(:, 1) = Y(:, 1) + 1e-3_wp
    do i = 1, n
      Y(i, :) = Y(i, :)/sum(Y(i, :))
    end do
    q(:, 1, 1, 1) = T
    q(:, 1, 1, 2) = P
    q(:, 1, 1, 3:) = Y
  end subroutine

  subroutine thermal()
    real(wp), allocatable, target :: out(:, :, :, :)
    type(plan_t) :: plan
    integer :: i
    allocate (out(n, 1, 1, 15 + 2*ns), source=nan(1.0_wp))
    call start(plan, 'eosgammajacobianproperties', q)
    do i = 1, 15
      call plan%write(trim(scalars(i)), out, i)
    end do
    call plan%write('rhoYi', out, 16)
    call plan%write('hYi', out, 16 + ns)
    call plan%run()
    call plan%destroy()
    call check('every output is a number', .not. any(is_nan(out)))
    rho = out(:, 1, 1, 1);   h = out(:, 1, 1, 2);     e = out(:, 1, 1, 3);    cp = out(:, 1, 1, 4);   cv = out(:, 1, 1, 5)
    gamma = out(:, 1, 1, 6); c = out(:, 1, 1, 7);     rhoP = out(:, 1, 1, 8); rhoT = out(:, 1, 1, 9); hP = out(:, 1, 1, 10)
    hT = out(:, 1, 1, 11);   Z = out(:, 1, 1, 12);    W = out(:, 1, 1, 13);   eP = out(:, 1, 1, 14);  eT = out(:, 1, 1, 15)
    rhoYi = out(:, 1, 1, 16:15 + ns)
    hYi = out(:, 1, 1, 16 + ns:)
  end subroutine

  subroutine start(plan, collection, states)
    type(plan_t), intent(inout) :: plan
    character(*), intent(in) :: collection
    real(wp), intent(in), target :: states(n, 1, 1, 2 + ns)
    call plan%create(frame, collection, shape(states), [1, n, 1, 1, 1, 1])
    if (collection /= 'molefractions') call plan%read('T', states, 1)
    if (collection /= 'molefractions') call plan%read('P', states, 2)
    call plan%read('Yi', states, 3)
  end subroutine

  ! One output per species of a building block.
  function row(collection, name, states) result(values)
    character(*), intent(in) :: collection, name
    real(wp), intent(in), target :: states(n, 1, 1, 2 + ns)
    real(wp) :: values(n, ns)
    real(wp), allocatable, target :: out(:, :, :, :)
    type(plan_t) :: plan
    allocate (out(n, 1, 1, ns), source=nan(1.0_wp))
    call start(plan, collection, states)
    call plan%write(name, out, 1)
    call plan%run()
    call plan%destroy()
    values = out(:, 1, 1, :)
  end function

  function one(collection, name, states) result(values)
    character(*), intent(in) :: collection, name
    real(wp), intent(in), target :: states(n, 1, 1, 2 + ns)
    real(wp) :: values(n)
    real(wp), allocatable, target :: out(:, :, :, :)
    type(plan_t) :: plan
    allocate (out(n, 1, 1, 1), source=nan(1.0_wp))
    call start(plan, collection, states)
    call plan%write(name, out, 1)
    call plan%run()
    call plan%destroy()
    values = out(:, 1, 1, 1)
  end function

  ! Every point: |left - right| <= tolerance * scale.
  subroutine hold(what, left, right, scale, tolerance, where_true)
    character(*), intent(in) :: what
    real(wp), intent(in) :: left(:), right(:), scale(:), tolerance
    logical, intent(in), optional :: where_true(:)
    real(wp) :: error(size(left))
    character(120) :: text
    integer :: k
    error = abs(left - right)/(tolerance*scale)
    where (is_nan(error)) error = huge(1.0_wp)
    if (present(where_true)) error = merge(error, 0.0_wp, where_true)
    k = maxloc(error, 1)
    write (text, '(a,es9.2,a,f8.2,a,es10.3,2(a,es22.14))') 'error/tolerance', error(k), ' at T', T(k), ', P', P(k), ':', &
      left(k), ' and', right(k)
    call check(what, error(k) <= 1, text)
  end subroutine

  ! What the definitions and Maxwell's relations say of outputs of one state.
  subroutine exact()
    integer :: i
    scale = abs(h) + cp*T
    call hold('e = h - P/rho', e, h - P/rho, scale, 1e-13_wp)
    call hold('Z = P W/(rho R T)', Z, P*W/(rho*R*T), Z, 1e-13_wp)
    call hold('gamma = cp/cv', gamma, cp/cv, gamma, 1e-13_wp)
    call hold('hT = cp', hT, cp, cp, 1e-13_wp)
    call hold('cp - cv = T rhoT^2/(rho^2 rhoP)', cp - cv, T*rhoT**2/(rho**2*rhoP), cp, 1e-11_wp)
    call hold('c^2 = gamma/rhoP', c**2, gamma/rhoP, c**2, 1e-12_wp)
    call hold('c^2 from derivatives of rho(T,P) and h(T,P)', c**2, rho*hT/(rho*rhoP*hT + rhoT*(1 - rho*hP)), c**2, 1e-9_wp)
    call hold('Maxwell: hP = v - T dv/dT', hP, 1/rho + T*rhoT/rho**2, 1/rho + T*abs(rhoT)/rho**2, 1e-12_wp)
    call hold('eP = hP - d(P/rho)/dP', eP, hP - 1/rho + P*rhoP/rho**2, abs(hP) + 1/rho + P*rhoP/rho**2, 1e-12_wp)
    call hold('eT = hT - d(P/rho)/dT', eT, hT + P*rhoT/rho**2, cp, 1e-12_wp)
    call hold('1/W = sum Yi/Wi', 1/W, sum(Y/spread(Wi, 1, n), 2), 1/W, 1e-12_wp)
    call hold('sum Yi vi = 1/rho', sum(Y*vi, 2), 1/rho, sum(Y*abs(vi), 2), 1e-11_wp)
    call hold('sum Yi hi = h', sum(Y*hi, 2), h, sum(Y*abs(hi), 2) + scale, 1e-11_wp)
    do i = 1, ns
      call hold('rhoYi = -rho^2 (vi - vN)', rhoYi(:, i), -rho**2*(vi(:, i) - vi(:, ns)), &
                rho**2*(abs(vi(:, i)) + abs(vi(:, ns))), 1e-12_wp)
      call hold('hYi = hi - hN', hYi(:, i), hi(:, i) - hi(:, ns), abs(hi(:, i)) + abs(hi(:, ns)) + scale, 1e-12_wp)
    end do
  end subroutine

  ! sum Xi ln phi_i is the residual Gibbs energy over RT, and g = h - T s.
  subroutine gibbs()
    real(wp), allocatable :: residual(:)
    residual = one('preosdepartures', 'gDep', q)*W/(R*T)
    call hold('sum Xi ln phi_i = g_res/RT', sum(X*lnphi, 2), residual, sum(X*abs(lnphi), 2) + 1, 1e-11_wp)
    call hold('g = h - T s', one('preosentropy', 'g', q), h - T*one('preosentropy', 's', q), scale, 1e-12_wp)
  end subroutine

  ! Derivatives of the fugacity coefficients by T, P and composition: partial volumes, partial enthalpies
  ! and Gibbs-Duhem.
  subroutine differences()
    real(wp), allocatable :: d(:, :), doubt(:, :), ideal(:, :), gained(:), unsure(:)
    integer :: i
    call derivative(by_P, d, doubt)
    do i = 1, ns
      call hold('P d ln phi_i/dP = P Vi/(RT) - 1', d(:, i), P*vi(:, i)*Wi(i)/(R*T) - 1, &
                1 + P*abs(vi(:, i))*Wi(i)/(R*T) + doubt(:, i)/1e-7_wp, 1e-7_wp)
    end do
    near = q
    near(:, 1, 1, 2) = 1e-2_wp                                          ! Pa: an ideal gas, however cold
    call frame%set_option('root', 'vapour')
    ideal = row('preospartialenthalpies', 'hi', near)
    call frame%set_option('root', 'stable')
    call derivative(by_T, d, doubt)
    do i = 1, ns
      call hold('T d ln phi_i/dT = (Hi0 - Hi)/(RT)', d(:, i), (ideal(:, i) - hi(:, i))*Wi(i)/(R*T), &
                1 + abs(d(:, i)) + doubt(:, i)/1e-7_wp, 1e-7_wp)
    end do
    call derivative(by_Y, d, doubt)
    gained = sum(X*d, 2)
    unsure = sum(X*doubt, 2)
    call hold('Gibbs-Duhem: sum Xi d ln phi_i = 0', gained, 0*gained, sum(X*abs(d), 2) + 1e-2_wp + unsure/1e-7_wp, 1e-7_wp)
  end subroutine

  ! d ln phi_i by the relative step of T, P or, at random, of the composition: central differences of two
  ! steps, extrapolated; doubt is thrice what the smaller step changed, large at jumps of the root.
  subroutine derivative(direction, d, doubt)
    integer, intent(in) :: direction
    real(wp), allocatable, intent(out) :: d(:, :), doubt(:, :)
    real(wp), parameter :: step(2) = [2e-4_wp, 1e-4_wp]
    real(wp), allocatable :: quotient(:, :, :)
    integer :: k
    allocate (quotient(n, ns, 2))
    do k = 1, 2
      call move(direction, step(k))
      quotient(:, :, k) = row('preosfugacity', 'lnphi', near)
      call move(direction, -step(k))
      quotient(:, :, k) = (quotient(:, :, k) - row('preosfugacity', 'lnphi', near))/(2*step(k))
    end do
    d = (4*quotient(:, :, 2) - quotient(:, :, 1))/3
    doubt = 3*abs(quotient(:, :, 2) - quotient(:, :, 1))
    call check('differences can be trusted nearly everywhere', count(doubt > 1e-4_wp*(1 + abs(d))) < n/100)
  end subroutine

  subroutine move(direction, step)
    integer, intent(in) :: direction
    real(wp), intent(in) :: step
    integer :: i, k
    near = q
    if (direction == by_T) near(:, 1, 1, 1) = T*(1 + step)
    if (direction == by_P) near(:, 1, 1, 2) = P*(1 + step)
    if (direction /= by_Y) return
    do i = 1, n
      near(i, 1, 1, 3:) = Y(i, :)*[(1 + step*sin(real(i + 7*k, wp)), k=1, ns)]
      near(i, 1, 1, 3:) = near(i, 1, 1, 3:)/sum(near(i, 1, 1, 3:))
    end do
  end subroutine
end program
