!> The property calls, stage 1 of the port: Drawbridge's legacy face, with the talk's sequence of calls: of each
!> stripe of points inside = x1 x2 y1 y2 z1 z2 of an array q, inputs in, one collection, outputs out.
module properties_stripes
  use inputs
  use state
  implicit none
  private
  public :: start, stop, density_and_energy, temperature_and_pressure, thermal_properties, transport_properties

  ! Implicit interfaces: integers go by %VAL, arrays by reference.
  external :: frame_initialize, frame_finalize
  external :: frame_castles_populatepreosshareddata, frame_castles_populatechungshareddata
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosrhohfromtpprop, frame_tvproperties_preoscalctpfromrhoe
  external :: frame_tvproperties_preosthermalproperties, frame_tvproperties_preosviscousfluxproperties

contains

  subroutine start()
    integer :: id
    id = device
    if (num_devices > 0) id = mod(rank, num_devices)
    call frame_initialize(%VAL(id), %VAL(max_block), %VAL(ns), %VAL(nq), %VAL(0))
    call frame_castles_populatepreosshareddata(Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
    call frame_castles_populatechungshareddata(Vc, dipole, association, sigmaLJ, epsLJ)
  end subroutine

  subroutine stop()
    call frame_finalize()
  end subroutine

  !> rho and e from T, P and Y (h comes in the place of e and becomes it).
  subroutine density_and_energy(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    integer  :: first, last
    do first = 1, points(inside), max_block
      last = min(first + max_block - 1, points(inside))
      call put('T', q, inside, iT, iT, first, last)
      call put('P', q, inside, iP, iP, first, last)
      call put('Yi', q, inside, iY, iY+ns-1, first, last)
      call frame_tvproperties_preosrhohfromtpprop(%VAL(last - first + 1))
      call get('rho', q, inside, iRho, iRho, first, last)
      call get('h', q, inside, iE, iE, first, last)
    end do
    call energy_from_enthalpy(q, inside)
  end subroutine

  !> T and P from rho, e and Y; the T that is there is the first guess.
  subroutine temperature_and_pressure(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    integer  :: first, last
    do first = 1, points(inside), max_block
      last = min(first + max_block - 1, points(inside))
      call put('rho', q, inside, iRho, iRho, first, last)
      call put('e', q, inside, iE, iE, first, last)
      call put('T', q, inside, iT, iT, first, last)
      call put('Yi', q, inside, iY, iY+ns-1, first, last)
      call frame_tvproperties_preoscalctpfromrhoe(%VAL(last - first + 1))
      call get('T', q, inside, iT, iT, first, last)
      call get('P', q, inside, iP, iP, first, last)
    end do
  end subroutine

  !> c and cp, of the whole thermal set, from T, P and Y.
  subroutine thermal_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    integer  :: first, last
    do first = 1, points(inside), max_block
      last = min(first + max_block - 1, points(inside))
      call put('T', q, inside, iT, iT, first, last)
      call put('P', q, inside, iP, iP, first, last)
      call put('Yi', q, inside, iY, iY+ns-1, first, last)
      call frame_tvproperties_preosthermalproperties(%VAL(last - first + 1))
      call get('c', q, inside, iC, iC, first, last)
      call get('cp', q, inside, iCp, iCp, first, last)
    end do
  end subroutine

  !> rho, mu, lambda, D_i and the partial enthalpies h_i from T, P and Y.
  subroutine transport_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    integer  :: first, last
    do first = 1, points(inside), max_block
      last = min(first + max_block - 1, points(inside))
      call put('T', q, inside, iT, iT, first, last)
      call put('P', q, inside, iP, iP, first, last)
      call put('Yi', q, inside, iY, iY+ns-1, first, last)
      call frame_tvproperties_preosviscousfluxproperties(%VAL(last - first + 1))
      call get('rho', q, inside, iRho, iRho, first, last)
      call get('mu', q, inside, iMu, iMu, first, last)
      call get('lambda', q, inside, iLambda, iLambda, first, last)
      call get('Di', q, inside, iDi, iDi+ns-1, first, last)
      call get('hi', q, inside, iHi, iHi+ns-1, first, last)
    end do
  end subroutine

  !> How many points there are; stripes are cut from their numbering, x fastest.
  pure integer function points(inside)
    integer, intent(in) :: inside(6)
    points = (inside(2) - inside(1) + 1)*(inside(4) - inside(3) + 1)*(inside(6) - inside(5) + 1)
  end function

  !> Points first..last of variables v1..v2 of q into the view `name`.
  subroutine put(name, q, inside, v1, v2, first, last)
    character(*), intent(in) :: name
    real(wp), intent(in), contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6), v1, v2, first, last
    call frame_castles_populateinputstripe(name//char(0), q, %VAL(size(q, 1)), %VAL(size(q, 2)), %VAL(size(q, 3)), &
      %VAL(inside(1)), %VAL(inside(2)), %VAL(inside(3)), %VAL(inside(4)), %VAL(inside(5)), %VAL(inside(6)), &
      %VAL(v1), %VAL(v2), %VAL(first), %VAL(last))
  end subroutine

  !> The view `name` into points first..last of variables v1..v2 of q.
  subroutine get(name, q, inside, v1, v2, first, last)
    character(*), intent(in) :: name
    real(wp), intent(inout), contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6), v1, v2, first, last
    call frame_castles_populateoutputstripe(name//char(0), q, %VAL(size(q, 1)), %VAL(size(q, 2)), %VAL(size(q, 3)), &
      %VAL(inside(1)), %VAL(inside(2)), %VAL(inside(3)), %VAL(inside(4)), %VAL(inside(5)), %VAL(inside(6)), &
      %VAL(v1), %VAL(v2), %VAL(first), %VAL(last))
  end subroutine
end module
