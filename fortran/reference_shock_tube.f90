!> The exact solution of the shock tube of a real gas, by the Fortran property routines and nothing of the scheme:
!> Rankine and Hugoniot through shocks, the isentrope through rarefactions, one pressure between both waves.
module reference_shock_tube
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use reference_species, only: ns, max_species
  use reference_peng_robinson, only: reference_preosthermalproperties
  implicit none
  private
  public :: gas_t, gas_at, warming, tube_t, solve_tube, sample_tube

  type :: gas_t
    real(wp) :: P, T, u, rho, h, c, cp, rhoT                 ! SI
    real(wp) :: Y(max_species)
  end type
  type :: tube_t                                             ! (1) on the left, (2) on the right
    type(gas_t) :: side(2), star(2)
  end type
  real(wp), parameter :: way(2) = [-1, 1]                    ! where the wave of a side runs

contains

  pure type(gas_t) function gas_at(P, T, u, Y) result(s)
    real(wp), intent(in) :: P, T, u, Y(:)
    real(wp) :: e, cv, gamma, rhoP, hP, hT, Z, W
    s%P = P;  s%T = T;  s%u = u
    s%Y = 0
    s%Y(:size(Y)) = Y
    call reference_preosthermalproperties(T, P, s%Y(:ns), s%rho, s%h, e, s%cp, cv, gamma, s%c, rhoP, s%rhoT, hP, hT, Z, W)
  end function

  !> The gas of side k behind its wave, at pressure P.
  pure type(gas_t) function behind(s, k, P) result(now)
    type(gas_t), intent(in) :: s
    integer,     intent(in) :: k
    real(wp),    intent(in) :: P
    integer, parameter :: n = 100
    type(gas_t) :: half
    real(wp)    :: low, high, dP
    integer     :: i
    now = s
    if (P > s%P) then
      low = s%T
      high = 5*s%T
      do i = 1, 60                                           ! h - h1 = (P - P1)(1/rho + 1/rho1)/2 grows with T
        now = gas_at(P, 0.5_wp*(low + high), s%u, s%Y(:ns))
        if (now%h - s%h > 0.5_wp*(P - s%P)*(1/now%rho + 1/s%rho)) then
          high = now%T
        else
          low = now%T
        end if
      end do
      now%u = s%u + way(k)*sqrt((P - s%P)*(1/s%rho - 1/now%rho))
    else
      dP = (P - s%P)/n
      do i = 1, n                                            ! dT/dP and du/dP at constant entropy, midpoint rule
        half = gas_at(now%P + dP/2, now%T + dP/2*warming(now), now%u, s%Y(:ns))
        now = gas_at(now%P + dP, now%T + dP*warming(half), now%u + way(k)*dP/(half%rho*half%c), s%Y(:ns))
      end do
    end if
  end function

  !> dT/dP at constant entropy, K/Pa.
  pure real(wp) function warming(s)
    type(gas_t), intent(in) :: s
    warming = -s%T*s%rhoT/(s%rho**2*s%cp)
  end function

  !> The pressure at which both sides have the same velocity.
  pure type(tube_t) function solve_tube(left, right) result(tube)
    type(gas_t), intent(in) :: left, right
    real(wp) :: low, high, P
    integer  :: i
    tube%side = [left, right]
    low = 0.01_wp*min(left%P, right%P)
    high = 10*max(left%P, right%P)
    do i = 1, 50
      P = 0.5_wp*(low + high)
      tube%star = [behind(left, 1, P), behind(right, 2, P)]
      if (tube%star(1)%u > tube%star(2)%u) then
        low = P
      else
        high = P
      end if
    end do
  end function

  !> The gas at x/t (m/s) from where the membrane was.
  pure type(gas_t) function sample_tube(tube, x_over_t) result(now)
    type(tube_t), intent(in) :: tube
    real(wp),     intent(in) :: x_over_t
    real(wp) :: low, high, front
    integer  :: k, i
    k = merge(1, 2, x_over_t < tube%star(1)%u)
    associate (s => tube%side(k), star => tube%star(k))
      now = star
      if (star%P > s%P) then
        front = s%u + way(k)/s%rho*sqrt((star%P - s%P)/(1/s%rho - 1/star%rho))
        if (way(k)*(x_over_t - front) > 0) now = s
      else if (way(k)*x_over_t > way(k)*s%u + s%c) then
        now = s
      else if (way(k)*x_over_t > way(k)*star%u + star%c) then
        low = star%P
        high = s%P
        do i = 1, 30                                         ! u + c grows towards the gas at rest
          now = behind(s, k, 0.5_wp*(low + high))
          if (way(k)*now%u + now%c > way(k)*x_over_t) then
            high = now%P
          else
            low = now%P
          end if
        end do
      end if
    end associate
  end function
end module
