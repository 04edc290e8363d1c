!> Which property calls a run makes (the namelist decides, nothing is recompiled), and what each part of it took.
module properties
  use mpi
  use inputs
  use state
  use properties_fortran, only: fortran_start => start, fortran_1 => density_and_energy, &
    fortran_2 => temperature_and_pressure, fortran_3 => thermal_properties, fortran_4 => transport_properties
  use properties_stripes, only: stripes_start => start, stripes_stop => stop, stripes_1 => density_and_energy, &
    stripes_2 => temperature_and_pressure, stripes_3 => thermal_properties, stripes_4 => transport_properties
  use properties_plans, only: plans_start => start, plans_stop => stop, plans_1 => density_and_energy, &
    plans_2 => temperature_and_pressure, plans_3 => thermal_properties, plans_4 => transport_properties
  implicit none
  private
  public :: start_properties, stop_properties, call_property, begin_part, end_part
  public :: part_t, parts_of_a_run, n_properties, stage_name

  integer, parameter, public :: density_and_energy = 1, temperature_and_pressure = 2, thermal_properties = 3, &
    transport_properties = 4, in_convection = 5, in_viscosity = 6, in_exchange = 7
  integer, parameter :: n_properties = 4

  !> Property routines, then other parts of a step: seconds on this rank, without those of parts within it.
  type :: part_t
    character(26) :: name
    integer       :: calls = 0
    real(wp)      :: seconds = 0
  end type
  type(part_t) :: parts_of_a_run(7) = [part_t('preosrhohfromtpprop'), part_t('preoscalctpfromrhoe'), &
    part_t('preosthermalproperties'), part_t('preosviscousfluxproperties'), part_t('convective fluxes'), &
    part_t('viscous fluxes'), part_t('exchange of fringes')]
  real(wp) :: began, before

contains

  !> 0: the old routines; 1: the legacy calls in stripes; 1b: plans.
  pure function stage_name()
    character(2) :: stage_name
    stage_name = '0'
    if (use_bridge) stage_name = merge('1 ', '1b', face == 'stripes')
  end function

  subroutine start_properties()
    call fortran_start()                                   ! the cases judge themselves by the Fortran routines
    select case (stage_name())
    case ('1');  call stripes_start()
    case ('1b'); call plans_start()
    end select
  end subroutine

  subroutine stop_properties()
    select case (stage_name())
    case ('1');  call stripes_stop()
    case ('1b'); call plans_stop()
    end select
  end subroutine

  !> Property call n on the points `inside` of q.
  subroutine call_property(n, q, inside)
    integer,  intent(in) :: n, inside(6)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    real(wp) :: t0
    t0 = MPI_Wtime()
    select case (stage_name()//achar(iachar('0') + n))
    case ('0 1'); call fortran_1(q, inside)
    case ('0 2'); call fortran_2(q, inside)
    case ('0 3'); call fortran_3(q, inside)
    case ('0 4'); call fortran_4(q, inside)
    case ('1 1'); call stripes_1(q, inside)
    case ('1 2'); call stripes_2(q, inside)
    case ('1 3'); call stripes_3(q, inside)
    case ('1 4'); call stripes_4(q, inside)
    case ('1b1'); call plans_1(q, inside)
    case ('1b2'); call plans_2(q, inside)
    case ('1b3'); call plans_3(q, inside)
    case ('1b4'); call plans_4(q, inside)
    end select
    if (n == temperature_and_pressure .and. planted_error > 0) call plant(q, inside)
    parts_of_a_run(n)%calls = parts_of_a_run(n)%calls + 1
    parts_of_a_run(n)%seconds = parts_of_a_run(n)%seconds + MPI_Wtime() - t0
  end subroutine

  !> A wrong P in the middle point of the block, and so of its stripes: is it found?
  subroutine plant(q, inside)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    integer :: m(3)
    m = (inside(1:5:2) + inside(2:6:2))/2
    q(m(1), m(2), m(3), iP) = q(m(1), m(2), m(3), iP)*(1 + planted_error)
  end subroutine

  subroutine begin_part()
    began = MPI_Wtime()
    before = sum(parts_of_a_run(:n_properties)%seconds)
  end subroutine

  subroutine end_part(n)
    integer, intent(in) :: n
    parts_of_a_run(n)%calls = parts_of_a_run(n)%calls + 1
    parts_of_a_run(n)%seconds = parts_of_a_run(n)%seconds + MPI_Wtime() - began &
      - (sum(parts_of_a_run(:n_properties)%seconds) - before)
  end subroutine
end module
