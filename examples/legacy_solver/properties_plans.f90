!> The property calls, stage 1b of the port: Drawbridge's plans. A plan is made when its routine is first called,
!> and bound to the array q and its points inside = x1 x2 y1 y2 z1 z2 at each call: blocks come and go.
module properties_plans
  use inputs
  use state
  use drawbridge, only: frame_t, plan_t
  implicit none
  private
  public :: start, stop, density_and_energy, temperature_and_pressure, thermal_properties, transport_properties

  type(frame_t) :: frame
  type(plan_t)  :: density, temperature, thermal, transport
  logical       :: made(4) = .false.

contains

  subroutine start()
    character(8) :: where
    where = ''
    if (device >= 0) write(where, '(a, i0)') 'cuda:', device
    if (num_devices > 0) write(where, '(a, i0)') 'cuda:', mod(rank, num_devices)
    call frame%initialize(species=species(:ns), max_block=max_block, device=trim(where))
  end subroutine

  subroutine stop()
    call frame%finalize()
  end subroutine

  !> rho and e from T, P and Y (h comes in the place of e and becomes it).
  subroutine density_and_energy(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    if (.not. made(1)) then
      call density%create(frame, 'preosRhoHFromTPProp', shape(q), inside)
      call density%read ('T',   q, iT)
      call density%read ('P',   q, iP)
      call density%read ('Yi',  q, iY)
      call density%write('rho', q, iRho)
      call density%write('h',   q, iE)
      made(1) = .true.
    end if
    call bind(density, ['T  ', 'P  ', 'Yi ', 'rho', 'h  '], q, inside)
    call density%run()
    call energy_from_enthalpy(q, inside)
  end subroutine

  !> T and P from rho, e and Y; the T that is there is the first guess.
  subroutine temperature_and_pressure(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    if (.not. made(2)) then
      call temperature%create(frame, 'preosCalcTPFromRhoE', shape(q), inside)
      call temperature%read ('rho', q, iRho)
      call temperature%read ('e',   q, iE)
      call temperature%read ('T',   q, iT)
      call temperature%read ('Yi',  q, iY)
      call temperature%write('T',   q, iT)
      call temperature%write('P',   q, iP)
      made(2) = .true.
    end if
    call bind(temperature, ['rho', 'e  ', 'T  ', 'Yi ', 'P  '], q, inside)
    call temperature%run()
  end subroutine

  !> c and cp, of the whole thermal set, from T, P and Y.
  subroutine thermal_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    if (.not. made(3)) then
      call thermal%create(frame, 'preosThermalProperties', shape(q), inside)
      call thermal%read ('T',  q, iT)
      call thermal%read ('P',  q, iP)
      call thermal%read ('Yi', q, iY)
      call thermal%write('c',  q, iC)
      call thermal%write('cp', q, iCp)
      made(3) = .true.
    end if
    call bind(thermal, ['T  ', 'P  ', 'Yi ', 'c  ', 'cp '], q, inside)
    call thermal%run()
  end subroutine

  !> rho, mu, lambda, D_i and the partial enthalpies h_i from T, P and Y.
  subroutine transport_properties(q, inside)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    if (.not. made(4)) then
      call transport%create(frame, 'preosViscousFluxProperties', shape(q), inside)
      call transport%read ('T',      q, iT)
      call transport%read ('P',      q, iP)
      call transport%read ('Yi',     q, iY)
      call transport%write('rho',    q, iRho)
      call transport%write('mu',     q, iMu)
      call transport%write('lambda', q, iLambda)
      call transport%write('Di',     q, iDi)
      call transport%write('hi',     q, iHi)
      made(4) = .true.
    end if
    call bind(transport, [character(6) :: 'T', 'P', 'Yi', 'rho', 'mu', 'lambda', 'Di', 'hi'], q, inside)
    call transport%run()
  end subroutine

  !> Tell the plan where its variables are now.
  subroutine bind(plan, names, q, inside)
    type(plan_t), intent(in) :: plan
    character(*), intent(in) :: names(:)
    real(wp), intent(inout), target, contiguous :: q(:, :, :, :)
    integer, intent(in) :: inside(6)
    integer :: n
    do n = 1, size(names)
      call plan%bind(trim(names(n)), q, interior=inside)
    end do
  end subroutine
end module
