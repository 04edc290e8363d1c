!> The property calls, stage 1 of the port: Drawbridge's legacy calls. For each stripe of points they copy the
!> inputs, run one collection and copy the outputs.
module properties_stripes
  use state
  implicit none
  private
  public :: start, stop, property

  ! The calls have implicit interfaces: integers go by %VAL, arrays by reference.

contains

  subroutine start()
    call frame_initialize(%VAL(device), %VAL(max_block), %VAL(ns), %VAL(nq), %VAL(0))
    call frame_castles_populatepreosshareddata(Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
    call frame_castles_populatechungshareddata(Vc, dipole, association, sigmaLJ, epsLJ)
  end subroutine

  subroutine stop()
    call frame_finalize()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine property(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    integer  :: s(4), points, first, last
    s = shape(q)
    points = product(inside(2:6:2) - inside(1:5:2) + 1)
    do first = 1, points, max_block
      last = min(first + max_block - 1, points)
      if (n == temperature_and_pressure) call put('rho', iRho, 1)
      if (n == temperature_and_pressure) call put('e', iE, 1)
      if (n /= temperature_and_pressure) call put('P', iP, 1)
      call put('T', iT, 1)
      call put('Yi', iY, ns)
      select case (n)
      case (density_and_energy)
        call frame_tvproperties_preosrhohfromtpprop(%VAL(last - first + 1))
        call get('rho', iRho, 1)
        call get('h', iE, 1)
      case (temperature_and_pressure)
        call frame_tvproperties_preoscalctpfromrhoe(%VAL(last - first + 1))
        call get('T', iT, 1)
        call get('P', iP, 1)
      case (thermal_set)
        call frame_tvproperties_preosthermalproperties(%VAL(last - first + 1))
        call get('c', iC, 1)
        call get('cp', iCp, 1)
      case (transport_set)
        call frame_tvproperties_preosviscousfluxproperties(%VAL(last - first + 1))
        call get('rho', iRho, 1)
        call get('mu', iMu, 1)
        call get('lambda', iLambda, 1)
        call get('Di', iDi, ns)
        call get('hi', iHi, ns)
      end select
    end do
  contains
    !> Variables v.. of q, as many as `width`, of this stripe into the view `name`.
    subroutine put(name, v, width)
      character(*), intent(in) :: name
      integer,      intent(in) :: v, width
      call frame_castles_populateinputstripe(name//char(0), q, %VAL(s(1)), %VAL(s(2)), %VAL(s(3)), %VAL(inside(1)), &
        %VAL(inside(2)), %VAL(inside(3)), %VAL(inside(4)), %VAL(inside(5)), %VAL(inside(6)), %VAL(v), %VAL(v + width - 1), &
        %VAL(first), %VAL(last))
    end subroutine
    !> The view `name` into variables v.. of q.
    subroutine get(name, v, width)
      character(*), intent(in) :: name
      integer,      intent(in) :: v, width
      call frame_castles_populateoutputstripe(name//char(0), q, %VAL(s(1)), %VAL(s(2)), %VAL(s(3)), %VAL(inside(1)), &
        %VAL(inside(2)), %VAL(inside(3)), %VAL(inside(4)), %VAL(inside(5)), %VAL(inside(6)), %VAL(v), %VAL(v + width - 1), &
        %VAL(first), %VAL(last))
    end subroutine
  end subroutine
end module
