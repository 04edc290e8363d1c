!> The property calls, stage 0 of the port: the solver's own Fortran routines, point by point.
module properties_fortran
  use state
  use reference_peng_robinson
  use reference_chung
  implicit none
  private
  public :: start, property

contains

  subroutine start()
    call reference_initialize(ns, Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
    call reference_chung_initialize(Vc, dipole, association, sigmaLJ, epsLJ)
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine property(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    real(wp) :: T, P, Y(ns), rho, h, e, cv, gamma, rhoP, rhoT, hP, hT, Z, W, Di(ns), hi(ns)
    integer  :: m, c(3)
    do m = 1, product(inside(2:6:2) - inside(1:5:2) + 1)
      c = inside(1:5:2) - 1 + cell(inside(2:6:2) - inside(1:5:2) + 1, m)
      associate (q => q(c(1), c(2), c(3), :))
        T = q(iT)
        P = q(iP)
        Y = q(iY:iY+ns-1)
        select case (n)
        case (density_and_energy)
          call reference_preosrhohfromtpprop(T, P, Y, q(iRho), q(iE))
        case (temperature_and_pressure)
          call reference_preoscalctpfromrhoe(q(iRho), q(iE), Y, q(iT), q(iP))
        case (thermal_set)
          call reference_preosthermalproperties(T, P, Y, rho, h, e, q(iCp), cv, gamma, q(iC), rhoP, rhoT, hP, hT, Z, W)
        case (transport_set)
          call reference_preosviscousfluxproperties(T, P, Y, q(iRho), q(iMu), q(iLambda), Di, hi)
          q(iDi:iDi+ns-1) = Di
          q(iHi:iHi+ns-1) = hi
        end select
      end associate
    end do
  end subroutine
end module
