! Every building block of the thermodynamics, launched alone through a plan, on every golden state: in the
! middle of a halo-padded block of other states, whole and in stripes of awkward size. Device, layout,
! threads and ISA come from the environment. The blocks of transport are in golden_transport.
!   golden_blocks golden.txt
program golden_blocks
  use testing
  use golden_states
  use golden_runs
  use drawbridge
  implicit none
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: k, sizes(4)

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [7, 16, 41, 53]
  do k = 1, size(states)
    call judge_state(states(k), sizes(1 + mod(k, 4)))
    call judge_state(states(k), 1000)
  end do
  call golden_report(tally, 'building blocks')
  if (tally%failures > 0) stop 1
  call finish('golden_blocks')

contains

  subroutine judge_state(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call judge_composition(frame, s)
    call judge_equation(frame, s)
    call judge_derivatives(frame, s)
    call judge_rows(frame, s)
    call frame%finalize()
  end subroutine

  subroutine judge_composition(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    call judge(frame, s, 'molefractions', 'Yi', 'W Xi[ns]')
    call judge(frame, s, 'nasamixture', 'T P Yi', 'cpIdeal hIdeal sIdeal')
    call judge(frame, s, 'totalenthalpy', 'h ke', 'h0')
    call judge(frame, s, 'kaycriticalstate', 'Yi', 'Tkay Pkay')
    call judge(frame, s, 'preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge(frame, s, 'preosattraction', 'T Yi', 'a aT aTT')
    call judge(frame, s, 'preoscovolume', 'Yi', 'b')
  end subroutine

  subroutine judge_equation(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    call judge(frame, s, 'preoscubicroots', 'T P Yi', 'Zleast Zmost roots')
    call judge(frame, s, 'preoscompressibility', 'T P Yi', 'Z')
    call judge(frame, s, 'preosdensity', 'T P Yi', 'rho')
    call judge(frame, s, 'preosdepartures', 'T P Yi', 'hDep sDep gDep')
    call judge(frame, s, 'preosenthalpy', 'T P Yi', 'h')
    call judge(frame, s, 'preosinternalenergy', 'T P Yi', 'e')
    call judge(frame, s, 'preosentropy', 'T P Yi', 's g')
    call judge(frame, s, 'preosheatcapacities', 'T P Yi', 'cp cv gamma')
    call judge(frame, s, 'preossoundspeed', 'T P Yi', 'c')
    call judge(frame, s, 'eoscalcrhoh0fromtp', 'T P Yi ke', 'rho h0')
  end subroutine

  subroutine judge_derivatives(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    call judge(frame, s, 'preosdpdt', 'T P Yi', 'PT')
    call judge(frame, s, 'preosdpdv', 'T P Yi', 'Pv')
    call judge(frame, s, 'preosdrhodp', 'T P Yi', 'rhoP')
    call judge(frame, s, 'preosdrhodt', 'T P Yi', 'rhoT')
    call judge(frame, s, 'preosdhdp', 'T P Yi', 'hP')
    call judge(frame, s, 'preosdhdt', 'T P Yi', 'hT')
    call judge(frame, s, 'preosdedp', 'T P Yi', 'eP')
    call judge(frame, s, 'preosdedt', 'T P Yi', 'eT')
  end subroutine

  subroutine judge_rows(frame, s)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    call judge(frame, s, 'preosfugacity', 'T P Yi', 'lnphi[ns]')
    call judge(frame, s, 'preospartialvolumes', 'T P Yi', 'vi[ns]')
    call judge(frame, s, 'preospartialenthalpies', 'T P Yi', 'hi[ns]')
    call judge(frame, s, 'preosdrhody', 'T P Yi', 'rhoYi[ns]')
    call judge(frame, s, 'preosdhdy', 'T P Yi', 'hYi[ns]')
    call judge(frame, s, 'eosGammaJacobianProperties', 'T P Yi', 'eP eT cp rhoYi[ns] hYi[ns]')
  end subroutine
end program
