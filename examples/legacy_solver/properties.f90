!> Which property calls a run makes (the namelist decides, nothing is recompiled), and what each part of it took.
module properties
  use mpi
  use inputs
  use state
  use properties_fortran, only: fortran_start => start, fortran_property => property
  use properties_stripes, only: stripes_start => start, stripes_stop => stop, stripes_property => property
  use properties_plans, only: plans_start => start, plans_stop => stop, plans_property => property
  implicit none
  private
  public :: start_properties, stop_properties, call_property, begin_part, end_part, part_t

  integer, parameter, public :: n_properties = 4, in_convection = 5, in_viscosity = 6, in_exchange = 7

  !> The property calls, then other parts of a step: seconds on this rank, without those of parts within it.
  type :: part_t
    character(26) :: name
    integer       :: calls = 0
    real(wp)      :: seconds = 0
  end type
  type(part_t), public :: parts_of_a_step(7) = [part_t('preosrhohfromtpprop'), part_t('preoscalctpfromrhoe'), &
    part_t('preosthermalproperties'), part_t('preosviscousfluxproperties'), part_t('convective fluxes'), &
    part_t('viscous fluxes'), part_t('exchange of fringes')]
  real(wp) :: began, before

contains

  subroutine start_properties()
    call fortran_start()                                   ! the cases judge themselves by the Fortran routines
    if (port_stage == '1') call stripes_start()
    if (port_stage == '1b') call plans_start()
  end subroutine

  subroutine stop_properties()
    if (port_stage == '1') call stripes_stop()
    if (port_stage == '1b') call plans_stop()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine call_property(n, q, inside)
    integer,  intent(in) :: n, inside(6)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    real(wp) :: t0
    integer  :: m(3)
    t0 = MPI_Wtime()
    select case (port_stage)
    case ('0');  call fortran_property(n, q, inside)
    case ('1');  call stripes_property(n, q, inside)
    case ('1b'); call plans_property(n, q, inside)
    end select
    parts_of_a_step(n)%calls = parts_of_a_step(n)%calls + 1
    parts_of_a_step(n)%seconds = parts_of_a_step(n)%seconds + MPI_Wtime() - t0
    associate (points => q(inside(1):inside(2), inside(3):inside(4), inside(5):inside(6), :))
      if (n == density_and_energy) points(:, :, :, iE) = points(:, :, :, iE) - points(:, :, :, iP)/points(:, :, :, iRho)
    end associate
    if (n /= temperature_and_pressure .or. planted_error <= 0) return
    m = (inside(1:5:2) + inside(2:6:2))/2                  ! in the middle of the block, and so of its stripes
    q(m(1), m(2), m(3), iP) = q(m(1), m(2), m(3), iP)*(1 + planted_error)
  end subroutine

  subroutine begin_part()
    began = MPI_Wtime()
    before = sum(parts_of_a_step(:n_properties)%seconds)
  end subroutine

  subroutine end_part(n)
    integer, intent(in) :: n
    parts_of_a_step(n)%calls = parts_of_a_step(n)%calls + 1
    parts_of_a_step(n)%seconds = parts_of_a_step(n)%seconds + MPI_Wtime() - began &
      - (sum(parts_of_a_step(:n_properties)%seconds) - before)
  end subroutine
end module
