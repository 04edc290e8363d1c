!> The property calls, stage 1b of the port: Drawbridge's plans. A plan is created at the first call. Each call binds
!> it to the array and its points, because the blocks change.
module properties_plans
  use state
  use drawbridge, only: frame_t, plan_t
  implicit none
  private
  public :: start, stop, property

  type(frame_t), public :: frame
  type(plan_t)  :: plan(4)
  logical       :: made(4) = .false.

contains

  subroutine start()
    character(8) :: where
    where = ''
    if (device >= 0) write(where, '(a, i0)') 'cuda:', device
    call frame%initialize(species=species(:ns), max_block=max_block, device=trim(where), comm=comm)
  end subroutine

  subroutine stop()
    call frame%finalize()
  end subroutine

  !> Property call n on the points inside = x1 x2 y1 y2 z1 z2 of an array q of cells or of interfaces.
  subroutine property(n, q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: n, inside(6)
    select case (n)
    case (density_and_energy)
      call run('preosRhoHFromTPProp', [character(6) :: 'P', 'T', 'Yi'], [iP, iT, iY], &
        [character(6) :: 'rho', 'h'], [iRho, iE])
    case (temperature_and_pressure)
      call run('preosCalcTPFromRhoE', [character(6) :: 'rho', 'e', 'T', 'Yi'], [iRho, iE, iT, iY], &
        [character(6) :: 'T', 'P'], [iT, iP])
    case (thermal_set)
      call run('preosThermalProperties', [character(6) :: 'P', 'T', 'Yi'], [iP, iT, iY], &
        [character(6) :: 'c', 'cp'], [iC, iCp])
    case (transport_set)
      call run('preosViscousFluxProperties', [character(6) :: 'P', 'T', 'Yi'], [iP, iT, iY], &
        [character(6) :: 'rho', 'mu', 'lambda', 'Di', 'hi'], [iRho, iMu, iLambda, iDi, iHi])
    end select
  contains
    !> A collection that reads variables `from` of q as the views `in`, and writes the views `out` to variables `to`.
    subroutine run(collection, in, from, out, to)
      character(*), intent(in) :: collection, in(:), out(:)
      integer,      intent(in) :: from(:), to(:)
      integer :: v
      if (.not. made(n)) call plan(n)%create(frame, collection, shape(q), inside)
      do v = 1, size(in)
        if (made(n)) call plan(n)%bind(trim(in(v)), q, interior=inside)
        if (.not. made(n)) call plan(n)%read(trim(in(v)), q, from(v))
      end do
      do v = 1, size(out)
        if (made(n)) call plan(n)%bind(trim(out(v)), q, interior=inside)
        if (.not. made(n)) call plan(n)%write(trim(out(v)), q, to(v))
      end do
      made(n) = .true.
      call plan(n)%run()
    end subroutine
  end subroutine
end module
