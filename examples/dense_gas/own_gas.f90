!> Stage 0: the solver's own equation of state, Peng and Robinson (1976) with a NASA-7 ideal part, point by point.
module own_gas
  use gas_state
  implicit none
  private
  public :: own_properties, internal_energy

  real(wp), parameter :: a = 0.45723552892138218938_wp, b = 0.07779607390388845597_wp
  real(wp), parameter :: slope = 0.37464_wp + 1.54226_wp*omega - 0.26992_wp*omega**2
  real(wp), parameter :: root2 = sqrt(2.0_wp)
  !> cp/R = c1 + c2 T + ..., h/(R Tc) = c1 T + c2 T^2/2 + ... + c6
  real(wp), parameter :: c(6) = nasa(:6)*[1.0_wp, Tc, Tc**2, Tc**3, Tc**4, 1/Tc]

contains

  !> T and P from rho and e at every interior point of q; the last T is the first guess.
  subroutine own_properties()
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          call temperature(q(i, j, k, iRho), q(i, j, k, iE), q(i, j, k, iT))
          q(i, j, k, iP) = pressure(q(i, j, k, iRho), q(i, j, k, iT))
        end do
      end do
    end do
  end subroutine

  !> Newton's method for e(rho, T) = e.
  pure subroutine temperature(rho, e, T)
    real(wp), intent(in)    :: rho, e
    real(wp), intent(inout) :: T
    real(wp) :: F, g, step, cv
    integer  :: iteration
    F = attraction(rho)
    do iteration = 1, 50
      g = 1 + slope*(1 - sqrt(T))
      cv = c(1) - 1 + T*(c(2) + T*(c(3) + T*(c(4) + T*c(5)))) + a*slope*(1 + slope)*F/(2*sqrt(T))
      step = (e - ideal_energy(T) + a*(1 + slope)*g*F)/cv
      T = T + step
      if (abs(step) <= 1e-8_wp*T) exit                        ! the error is of the order of the square
    end do
  end subroutine

  elemental real(wp) function internal_energy(rho, T)
    real(wp), intent(in) :: rho, T
    internal_energy = ideal_energy(T) - a*(1 + slope)*(1 + slope*(1 - sqrt(T)))*attraction(rho)
  end function

  elemental real(wp) function ideal_energy(T)
    real(wp), intent(in) :: T
    ideal_energy = T*(c(1) - 1 + T*(c(2)/2 + T*(c(3)/3 + T*(c(4)/4 + T*c(5)/5)))) + c(6)
  end function

  !> ln[(v + (1+sqrt2) b)/(v + (1-sqrt2) b)]/(2 sqrt2 b), v = 1/rho
  elemental real(wp) function attraction(rho)
    real(wp), intent(in) :: rho
    attraction = log((1 + (1 + root2)*b*rho)/(1 + (1 - root2)*b*rho))/(2*root2*b)
  end function

  elemental real(wp) function pressure(rho, T)
    real(wp), intent(in) :: rho, T
    pressure = rho*T/(1 - b*rho) - a*(1 + slope*(1 - sqrt(T)))**2*rho**2/(1 + 2*b*rho - (b*rho)**2)
  end function
end module
