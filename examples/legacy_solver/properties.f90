!> Which property calls a run makes (the namelist decides, nothing is recompiled), and what each part of it took.
module properties
  use state
  use properties_fortran, only: fortran_start => start, fortran_property => property
  use properties_stripes, only: stripes_start => start, stripes_stop => stop, stripes_property => property
  use properties_plans, only: plans_start => start, plans_stop => stop, plans_property => property
  implicit none
  private
  public :: start_properties, stop_properties, call_property, enter

  integer, parameter, public :: n_properties = 4, in_convection = 5, in_viscosity = 6, in_exchange = 7, in_the_rest = 8
  !> The parts of a step: the property calls, then others without the property calls in them.
  character(26), parameter, public :: part_name(8) = [character(26) :: 'preosrhohfromtpprop', 'preoscalctpfromrhoe', &
    'preosthermalproperties', 'preosviscousfluxproperties', 'convective fluxes', 'viscous fluxes', 'halo exchange', &
    'the rest']
  real(wp), public :: seconds_in(8) = 0                    ! of the step at hand on this rank
  integer,  public :: calls(n_properties) = 0
  real(wp) :: entered = 0
  integer  :: current = in_the_rest

contains

  subroutine start_properties()
    call fortran_start()                                   ! the cases judge themselves by the Fortran routines
    if (port_stage == '1') call stripes_start()
    if (port_stage > '1') call plans_start()
  end subroutine

  subroutine stop_properties()
    if (port_stage == '1') call stripes_stop()
    if (port_stage > '1') call plans_stop()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine call_property(n, q, inside)
    integer,  intent(in) :: n, inside(6)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer  :: m(3), outer
    outer = current
    call enter(n)
    if (port_stage == '0') call fortran_property(n, q, inside)
    if (port_stage == '1') call stripes_property(n, q, inside)
    if (port_stage > '1') call plans_property(n, q, inside)
    call enter(outer)
    calls(n) = calls(n) + 1
    if (n /= temperature_and_pressure .or. planted_error <= 0) return
    m = (inside(1:5:2) + inside(2:6:2))/2                  ! in the middle of the block, and so of its stripes
    q(m(1), m(2), m(3), iP) = q(m(1), m(2), m(3), iP)*(1 + planted_error)
  end subroutine

  !> From here on the time is that of part n; what has gone by was of the part before.
  subroutine enter(n)
    integer, intent(in) :: n
    real(wp) :: now
    now = MPI_Wtime()
    seconds_in(current) = seconds_in(current) + now - entered
    entered = now
    current = n
  end subroutine
end module
