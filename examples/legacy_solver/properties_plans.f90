!> The property calls, stage 1b of the port: Drawbridge's plans. A plan is made when its call comes first, and bound
!> to the array and its points each time: blocks come and go.
module properties_plans
  use state
  use drawbridge, only: frame_t, plan_t
  implicit none
  private
  public :: start, stop, property

  type(frame_t) :: frame
  type(plan_t)  :: plan(4)
  logical       :: made(4) = .false.
  character(26), parameter :: views(4) = [character(26) :: 'P T Yi rho h', 'rho e T Yi P', 'P T Yi c cp', &
                                          'P T Yi rho mu lambda Di hi']

contains

  subroutine start()
    character(8) :: where
    where = ''
    if (device >= 0) write(where, '(a, i0)') 'cuda:', device
    if (num_devices > 0) write(where, '(a, i0)') 'cuda:', mod(rank, num_devices)
    call frame%initialize(species=species(:ns), max_block=max_block, device=trim(where), comm=comm)
  end subroutine

  subroutine stop()
    call frame%finalize()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine property(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    integer  :: at, next
    if (.not. made(n)) call make(n, q, inside)
    at = 1
    do while (at <= len_trim(views(n)))
      next = at + index(views(n)(at:)//' ', ' ')
      call plan(n)%bind(views(n)(at:next-2), q, interior=inside)
      at = next
    end do
    call plan(n)%run()
  end subroutine

  subroutine make(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    select case (n)
    case (density_and_energy)
      call plan(n)%create(frame, 'preosRhoHFromTPProp', shape(q), inside)
      call plan(n)%write('rho', q, iRho)
      call plan(n)%write('h', q, iE)
    case (temperature_and_pressure)
      call plan(n)%create(frame, 'preosCalcTPFromRhoE', shape(q), inside)
      call plan(n)%read('rho', q, iRho)
      call plan(n)%read('e', q, iE)
      call plan(n)%write('T', q, iT)
      call plan(n)%write('P', q, iP)
    case (thermal_set)
      call plan(n)%create(frame, 'preosThermalProperties', shape(q), inside)
      call plan(n)%write('c', q, iC)
      call plan(n)%write('cp', q, iCp)
    case (transport_set)
      call plan(n)%create(frame, 'preosViscousFluxProperties', shape(q), inside)
      call plan(n)%write('rho', q, iRho)
      call plan(n)%write('mu', q, iMu)
      call plan(n)%write('lambda', q, iLambda)
      call plan(n)%write('Di', q, iDi)
      call plan(n)%write('hi', q, iHi)
    end select
    if (n /= temperature_and_pressure) call plan(n)%read('P', q, iP)
    call plan(n)%read('T', q, iT)
    call plan(n)%read('Yi', q, iY)
    made(n) = .true.
  end subroutine
end module
