!> The flows of the example solver's cases as formulas, by the Fortran property routines and nothing of a scheme: exact
!> in space and time for the pulse (to first order in its height), the density wave, the shock tube and the uniform
!> state; of the mixing layer and the jet the state at the start.
module reference_flows
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use reference_species, only: ns
  use reference_shock_tube, only: gas_t, tube_t, sample_tube
  implicit none
  private
  public :: flow_t, mixture, exact, direction

  real(wp), parameter :: two_pi = 8*atan(1.0_wp)
  type :: flow_t
    character(32) :: name
    real(wp) :: lengths(3)                                   ! of the grid, m
    real(wp) :: pressure, T_cold, T_warm, u_cold, u_warm     ! Pa, K, m/s
    real(wp) :: layer, wave                                  ! m; of the pulse `wave` is relative to the pressure
    real(wp) :: trace                                        ! mass fraction of all species but the two
    integer  :: cold, warm                                   ! those two
    type(gas_t)  :: base = gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0)  ! at `pressure`, of the warm stream
    type(tube_t) :: tube = tube_t(gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0), gas_t(0, 0, 0, 0, 0, 0, 0, 0, 0))
  end type

contains

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
    real(wp) :: r(3), f, shear, bump
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
        s%T = base%T - base%T*base%rhoT/(base%rho**2*base%cp)*f
        s%u = base%u + f/(base%rho*base%c)
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

  !> Where the velocity s%u of the case points: along x, along y in the tube, along every diagonal of the density wave.
  pure function direction(flow, wide)
    type(flow_t), intent(in) :: flow
    logical,      intent(in) :: wide(3)
    logical :: direction(3)
    direction = [flow%name /= 'shock tube', flow%name == 'shock tube', .false.]
    if (flow%name == 'density wave') direction = wide
  end function
end module
