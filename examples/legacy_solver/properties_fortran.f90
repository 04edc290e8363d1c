!> The property calls, stage 0 of the port: the solver's own Fortran routines, point by point. Each works on
!> the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces; fringes are left alone.
module properties_fortran
  use inputs
  use state
  use reference_peng_robinson
  use reference_chung
  implicit none
  private
  public :: start, stop, density_and_energy, temperature_and_pressure, thermal_properties, transport_properties

contains

  subroutine start()
    call reference_initialize(ns, Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
    call reference_chung_initialize(Vc, dipole, association, sigmaLJ, epsLJ)
  end subroutine

  subroutine stop()
  end subroutine

  !> rho and e from T, P and Y (h comes in the place of e and becomes it).
  subroutine density_and_energy(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    real(wp) :: Y(ns)
    integer  :: i, j, k
    do k = inside(5), inside(6)
      do j = inside(3), inside(4)
        do i = inside(1), inside(2)
          Y = q(i, j, k, iY:iY+ns-1)
          call reference_preosrhohfromtpprop(q(i, j, k, iT), q(i, j, k, iP), Y, q(i, j, k, iRho), q(i, j, k, iE))
        end do
      end do
    end do
    call energy_from_enthalpy(q, inside)
  end subroutine

  !> T and P from rho, e and Y; the T that is there is the first guess.
  subroutine temperature_and_pressure(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    real(wp) :: Y(ns)
    integer  :: i, j, k
    do k = inside(5), inside(6)
      do j = inside(3), inside(4)
        do i = inside(1), inside(2)
          Y = q(i, j, k, iY:iY+ns-1)
          call reference_preoscalctpfromrhoe(q(i, j, k, iRho), q(i, j, k, iE), Y, q(i, j, k, iT), q(i, j, k, iP))
        end do
      end do
    end do
  end subroutine

  !> c and cp, of the whole thermal set, from T, P and Y.
  subroutine thermal_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    real(wp) :: Y(ns), rho, h, e, cv, gamma, rhoP, rhoT, hP, hT, Z, W
    integer  :: i, j, k
    do k = inside(5), inside(6)
      do j = inside(3), inside(4)
        do i = inside(1), inside(2)
          Y = q(i, j, k, iY:iY+ns-1)
          call reference_preosthermalproperties(q(i, j, k, iT), q(i, j, k, iP), Y, rho, h, e, q(i, j, k, iCp), cv, &
                                                gamma, q(i, j, k, iC), rhoP, rhoT, hP, hT, Z, W)
        end do
      end do
    end do
  end subroutine

  !> rho, mu, lambda, D_i and the partial enthalpies h_i from T, P and Y.
  subroutine transport_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    real(wp) :: Y(ns), Di(ns), hi(ns)
    integer  :: i, j, k
    do k = inside(5), inside(6)
      do j = inside(3), inside(4)
        do i = inside(1), inside(2)
          Y = q(i, j, k, iY:iY+ns-1)
          call reference_preosviscousfluxproperties(q(i, j, k, iT), q(i, j, k, iP), Y, q(i, j, k, iRho), q(i, j, k, iMu), &
                                                    q(i, j, k, iLambda), Di, hi)
          q(i, j, k, iDi:iDi+ns-1) = Di
          q(i, j, k, iHi:iHi+ns-1) = hi
        end do
      end do
    end do
  end subroutine
end module
