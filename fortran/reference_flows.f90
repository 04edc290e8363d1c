!> The flows of the example solver's cases as formulas, and what theory says of their waves, by the Fortran property
!> routines and nothing of a scheme: exact in space and time for the pulse and the decay (to first order in their height),
!> the density wave, the shock tube and the uniform state; of the mixing layer and the jet the state at the start.
module reference_flows
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use reference_species, only: ns
  use reference_chung, only: reference_preosviscousfluxproperties
  use reference_shock_tube, only: gas_t, gas_at, warming, tube_t, solve_tube, sample_tube
  implicit none
  private
  public :: flow_t, start_flow, exact, direction, modes_of, speed, rates

  real(wp), parameter :: two_pi = 8*atan(1.0_wp)
  type :: flow_t
    character(32) :: name
    real(wp) :: lengths(3)                                   ! of the grid, m
    real(wp) :: pressure, pressure_cold                      ! Pa
    real(wp) :: T_cold, T_warm, u_cold, u_warm               ! K, m/s
    real(wp) :: layer, wave                                  ! m; of the pulse `wave` is relative to the pressure, of the decay to T and Y
    real(wp) :: trace                                        ! mass fraction of all species but the two
    integer  :: cold, warm                                   ! those two
    type(gas_t)  :: base = gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0)  ! at `pressure`, of the warm stream; of the decay the mean
    real(wp)     :: diffusivity(4) = 0                       ! of the decay, m2/s
    type(tube_t) :: tube = tube_t(gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0), gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0))
  end type

contains

  !> What is derived from the flow's data: its mean or warm state, the states of the tube, the rates of decay.
  subroutine start_flow(flow)
    type(flow_t), intent(inout) :: flow
    flow%base = gas_at(flow%pressure, flow%T_warm, flow%u_warm, mixture(flow, merge(0.2_wp, 1.0_wp, flow%name == 'decay')))
    if (flow%name == 'decay') flow%diffusivity = coefficients(flow)
    if (flow%name == 'shock tube') &
      flow%tube = solve_tube(flow%base, gas_at(flow%pressure_cold, flow%T_cold, flow%u_cold, mixture(flow, 0.0_wp)))
  end subroutine

  !> Mass fractions of f parts of the warm and 1-f parts of the cold species, and the trace of all others.
  pure function mixture(flow, f) result(Y)
    type(flow_t), intent(in) :: flow
    real(wp), intent(in) :: f
    real(wp) :: Y(ns)
    Y = flow%trace/max(ns - merge(1, 2, flow%cold == flow%warm), 1)
    Y(flow%cold) = 0
    Y(flow%warm) = 0
    Y(flow%cold) = (1 - f)*(1 - sum(Y))
    Y(flow%warm) = Y(flow%warm) + 1 - sum(Y)
  end function

  !> T, P, velocity and Y at a point x (m) and time t (s); exact but for mixing layer and jet, which are as at the start.
  pure type(gas_t) function exact(flow, x, t, wide) result(s)
    type(flow_t), intent(in) :: flow
    real(wp), intent(in) :: x(3), t
    logical,  intent(in) :: wide(3)                          ! directions of more than one cell
    real(wp) :: r(3), f, shear, bump, left(4)
    associate (base => flow%base, tube => flow%tube, lengths => flow%lengths, layer => flow%layer, wave => flow%wave)
      r = x/lengths
      s = base
      select case (flow%name)
      case ('mixing layer')                                    ! a plane shear, across it the displaced boundary of the fluids
        bump = wave*(sin(two_pi*r(1)) + 0.4_wp*sin(two_pi*r(1))*cos(two_pi*r(3)))
        shear = 0.5_wp*(1 + tanh(2*(x(2) - lengths(2)/2)/layer))
        f = 0.5_wp*(1 + tanh(2*(x(2) - lengths(2)/2 - bump)/layer))
      case ('jet')                                             ! a round (in 2-D a plane) column that has come in so far
        f = norm2(merge(x(2:3) - lengths(2:3)/2, 0.0_wp, wide(2:3))) - lengths(2)/6
        f = 0.25_wp*(1 - tanh(2*f/layer))*(tanh(2*(x(1) - lengths(1)/8)/layer) - tanh(2*(x(1) - lengths(1)/2)/layer))
        f = 1 - f*(1 + wave*sin(two_pi*3*r(2)))/(1 + wave)
        shear = f
      case ('density wave')
        f = 0.5_wp + 0.45_wp*sin(two_pi*sum(merge(r - flow%u_warm*t/lengths, 0.0_wp, wide)))
        shear = 1
      case ('pulse')                                           ! an acoustic wave in +x: along the isentrope, du = dP/(rho c)
        f = flow%pressure*wave*exp(-((x(1) - lengths(1)/2)/layer)**2)
        s%P = flow%pressure + f
        s%T = base%T + warming(base)*f
        s%u = base%u + f/(base%rho*base%c)
        return
      case ('decay')
        f = sin(dot_product(wave_vector(flow, wide), x))
        left = decayed(flow, t, wide)
        s%P = base%P*(1 + wave*cos(dot_product(wave_vector(flow, wide), x)))   ! of the sound what it is at the start
        s%T = base%T*(1 + wave*left(2)*f) + warming(base)*(s%P - base%P)
        s%u = base%u*left(1)*f
        s%Y(:ns) = base%Y(:ns) + wave*left(3)*f*(mixture(flow, 1.0_wp) - mixture(flow, 0.0_wp))
        return
      case ('shock tube')
        s = tube%side(merge(1, 2, x(2) < lengths(2)/2))
        if (t > 0) s = sample_tube(tube, (x(2) - lengths(2)/2)/t)
        return
      case default
        f = 0.5_wp
        shear = 0.5_wp
      end select
      s%T = flow%T_cold + f*(flow%T_warm - flow%T_cold)
      s%u = flow%u_cold + shear*(flow%u_warm - flow%u_cold)
      s%Y(:ns) = mixture(flow, f)
    end associate
  end function

  !> The unit vector of the velocity s%u of the case: along x, along y in the tube, along every direction of the density
  !> wave (1 in each), across the wave vector of the decay.
  pure function direction(flow, wide)
    type(flow_t), intent(in) :: flow
    logical,      intent(in) :: wide(3)
    real(wp) :: direction(3)
    integer  :: a, b
    direction = merge(1.0_wp, 0.0_wp, [flow%name /= 'shock tube', flow%name == 'shock tube', .false.])
    if (flow%name == 'density wave') direction = merge(1.0_wp, 0.0_wp, wide)
    if (flow%name /= 'decay') return
    a = findloc(wide, .true., 1)
    b = findloc(wide, .true., 1, back=.true.)
    direction = 0
    direction(a) = flow%lengths(a)
    direction(b) = -flow%lengths(b)
    if (a == b) direction = cshift(abs(direction), -1)
    direction = direction/norm2(direction)
  end function

  !> What decays with these diffusivities, m2/s, in waves so small that they do not see each other:
  !> (1) velocity across the wave vector, rho du/dt = mu u'': mu/rho.
  !> (2) T, rho dh/dt = lambda T'' - (sum h_i J_i)' where h = h(T,Y): as h_i = dh/dY_i, all that diffusion carries is the
  !>     change of Y, and rho cp dT/dt = lambda T'' is left: lambda/(rho cp).
  !> (3) Y of two species: D_i = (1-X_i)/(X_j/D_ij) is D_ij for both, Y_1' = -Y_2', and J_1 = -rho D_12 Y_1': D_12.
  !> (4) sound, after Kirchhoff: half of 4/3 mu/rho + (gamma-1) lambda/(rho cp); gamma-1 = T (rhoT/rho)^2 c^2/cp.
  !> Each takes from the others a part of the order (k D/c)**2.
  function coefficients(flow)
    type(flow_t), intent(in) :: flow
    real(wp) :: coefficients(4), rho, mu, lambda, Di(ns), hi(ns)
    associate (base => flow%base)
      call reference_preosviscousfluxproperties(base%T, base%P, base%Y(:ns), rho, mu, lambda, Di, hi)
      coefficients(:3) = [mu/rho, lambda/(rho*base%cp), Di(flow%warm)]
      coefficients(4) = 2*coefficients(1)/3 + 0.5_wp*base%T*(base%rhoT*base%c/rho)**2/base%cp*coefficients(2)
    end associate
  end function

  !> Of the decay, of others along x, rad/m.
  pure function wave_vector(flow, wide)
    type(flow_t), intent(in) :: flow
    logical,      intent(in) :: wide(3)
    real(wp) :: wave_vector(3)
    wave_vector = merge(two_pi/flow%lengths, 0.0_wp, wide .and. (flow%name == 'decay' .or. [.true., .false., .false.]))
  end function

  !> What is left of the waves of the decay after t: exp(-D k^2 t).
  pure function decayed(flow, t, wide)
    type(flow_t), intent(in) :: flow
    real(wp),     intent(in) :: t
    logical,      intent(in) :: wide(3)
    real(wp) :: decayed(4)
    decayed = exp(-flow%diffusivity*t*sum(wave_vector(flow, wide)**2))
  end function

  !> What a point of the grid adds to the first Fourier modes of a flow: cos of P, sin of the velocity along k, of P, of the
  !> velocity across k, of T less what sound does to it, of Y of the warm species.
  pure function modes_of(flow, x, wide, P, u, T, Y) result(modes)
    type(flow_t), intent(in) :: flow
    logical,      intent(in) :: wide(3)
    real(wp),     intent(in) :: x(3), P, u(:), T, Y(:)
    real(wp) :: modes(6), k(3)
    k = wave_vector(flow, wide)
    associate (base => flow%base)
      modes(1) = 2*cos(dot_product(k, x))*(P - base%P)
      modes(2:) = 2*sin(dot_product(k, x))*[dot_product(u, k)/norm2(k), P - base%P, dot_product(u, direction(flow, wide)), &
        T - base%T - warming(base)*(P - base%P), Y(flow%warm) - base%Y(flow%warm)]
    end associate
  end function

  !> How fast the pulse has run through the gas: by the angle that its first mode has turned.
  pure real(wp) function speed(flow, modes, t)
    type(flow_t), intent(in) :: flow
    real(wp),     intent(in) :: modes(6), t                  ! means over the grid
    real(wp) :: angle
    associate (base => flow%base, L => flow%lengths(1))
      angle = modulo(atan2(modes(3), modes(1)) - two_pi/2 - two_pi*base%u*t/L, two_pi)
      speed = (angle/two_pi + nint(base%c*t/L - angle/two_pi))*L/t
    end associate
  end function

  !> The rates at which the waves of the decay (in the order of `coefficients`) have decayed, relative to theory. Sound is
  !> a damped oscillation of P/(rho c) and u; its amplitude is that of the eigenvector, for the one is damped by
  !> conduction, the other by viscosity.
  pure function rates(flow, modes, t, wide)
    type(flow_t), intent(in) :: flow
    real(wp),     intent(in) :: modes(6), t                  ! means over the grid
    logical,      intent(in) :: wide(3)
    real(wp) :: rates(4), skew, P
    associate (base => flow%base, D => flow%diffusivity, u => modes(2))
      P = modes(1)/(base%rho*base%c)
      skew = (D(4) - 4*D(1)/3)*norm2(wave_vector(flow, wide))/base%c
      rates = [modes(4:6)/[base%u, flow%wave*base%T, flow%wave], &
               sqrt(P**2 + u**2 + 2*skew*P*u)*base%rho*base%c/(flow%wave*base%P)]
    end associate
    rates = log(rates)/log(decayed(flow, t, wide))
  end function
end module
