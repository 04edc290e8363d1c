!> Stage 1: the same by Drawbridge, which takes the solver's array, bounds and units as they are. The calls are 11 lines.
module adopted_gas
  use gas_state
  use drawbridge
  implicit none
  private
  public :: adopt, adopted_properties, leave

  type(frame_t) :: frame
  type(plan_t)  :: plan

contains

  subroutine adopt(comm)
    integer, intent(in) :: comm
    real(wp) :: polynomial(7, 1)
    polynomial(:, 1) = nasa
    call frame%initialize(ns=1, comm=comm)
    call frame%species_data([W], [Tc], [Pc], [omega], [1000.0_wp], polynomial, polynomial)
    call frame%units(pressure=Pc, temperature=Tc, density=Pc*W/(R*Tc))
    call plan%create(frame, 'preosCalcTPFromRhoE', shape(q), [1, n(1), 1, n(2), 1, n(3)], lbound=lbound(q))
    call plan%read('rho', q, var=iRho)
    call plan%read('e', q, var=iE)
    call plan%read('T', q, var=iT)                            ! the first guess
    call plan%write('T', q, var=iT)
    call plan%write('P', q, var=iP)
  end subroutine

  subroutine adopted_properties()
    call plan%run()
  end subroutine

  subroutine leave()
    call frame%finalize()
  end subroutine
end module
