!> The property calls, stage 0 of the port: the solver's own Fortran routines, point by point.
module properties_fortran
  use state
  use reference_peng_robinson
  use reference_chung
  implicit none
  private
  public :: start, stop, property

contains

  subroutine start()
    call reference_initialize(ns, Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
    call reference_chung_initialize(Vc, dipole, association, sigmaLJ, epsLJ)
  end subroutine

  subroutine stop()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine property(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    real(wp) :: T, P, Y(ns), rho, h, e, cv, gamma, rhoP, rhoT, hP, hT, Z, W, Di(ns), hi(ns)
    integer  :: i, j, k
    do k = inside(5), inside(6)
      do j = inside(3), inside(4)
        do i = inside(1), inside(2)
          T = q(i, j, k, iT)
          P = q(i, j, k, iP)
          Y = q(i, j, k, iY:iY+ns-1)
          select case (n)
          case (density_and_energy)
            call reference_preosrhohfromtpprop(T, P, Y, q(i, j, k, iRho), q(i, j, k, iE))
          case (temperature_and_pressure)
            call reference_preoscalctpfromrhoe(q(i, j, k, iRho), q(i, j, k, iE), Y, q(i, j, k, iT), q(i, j, k, iP))
          case (thermal_set)
            call reference_preosthermalproperties(T, P, Y, rho, h, e, q(i, j, k, iCp), cv, gamma, q(i, j, k, iC), rhoP, &
                                                  rhoT, hP, hT, Z, W)
          case (transport_set)
            call reference_preosviscousfluxproperties(T, P, Y, q(i, j, k, iRho), q(i, j, k, iMu), q(i, j, k, iLambda), Di, hi)
            q(i, j, k, iDi:iDi+ns-1) = Di
            q(i, j, k, iHi:iHi+ns-1) = hi
          end select
        end do
      end do
    end do
  end subroutine
end module
