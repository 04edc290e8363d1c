! Soave-Redlich-Kwong, and translated volumes with both cubics: the collections and the building blocks through plans on every state
! of golden_cubic, in stripes and whole, and back from (h, P) and (rho, e). Device, layout, threads and ISA come from the environment.
!   golden_cubic golden_cubic.txt
program golden_cubic
  use testing
  use golden_states
  use golden_runs
  use drawbridge
  implicit none
  character(*), parameter :: thermal = 'rho h e cp cv gamma c rhoP rhoT hP hT Z W'
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: k, sizes(4)

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [7, 16, 41, 1000]
  do k = 1, size(states)
    call judge_state(states(k), sizes(1 + mod(k, 3)))
    call judge_state(states(k), sizes(4))
  end do
  call check('both equations and both translations are among the states', &
             count(states%equation == 'srk') == 72 .and. count(states%translation == 'peneloux') == 72)
  call golden_report(tally, 'equations of state')
  if (tally%failures > 0) stop 1
  call finish('golden_cubic')

contains

  subroutine judge_state(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    call start(frame, s, max_block)
    call judge(frame, s, 'preosThermalProperties', 'T P Yi', thermal)
    call judge(frame, s, 'eosThermalAndViscousProperties', 'T P Yi', thermal//' mu lambda flag')
    call judge(frame, s, 'preosviscousproperties', 'T P Yi', 'rho mu lambda flag')
    call judge(frame, s, 'preosviscousfluxproperties', 'T P Yi', 'rho mu lambda hi[ns] flag')
    call judge(frame, s, 'eosgammajacobianproperties', 'T P Yi', thermal//' eP eT rhoYi[ns] hYi[ns]')
    call judge(frame, s, 'preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge(frame, s, 'preosattraction', 'T Yi', 'a aT aTT')
    call judge(frame, s, 'preoscovolume', 'Yi', 'b')
    call judge(frame, s, 'preoscubicroots', 'T P Yi', 'roots')
    call judge(frame, s, 'preoscompressibility', 'T P Yi', 'Z')
    call judge(frame, s, 'preosdensity', 'T P Yi', 'rho')
    call judge(frame, s, 'preosenthalpy', 'T P Yi', 'h')
    call judge(frame, s, 'preosinternalenergy', 'T P Yi', 'e')
    call judge(frame, s, 'preosentropy', 'T P Yi', 's g')
    call judge(frame, s, 'preosheatcapacities', 'T P Yi', 'cp cv gamma')
    call judge(frame, s, 'preossoundspeed', 'T P Yi', 'c')
    call judge(frame, s, 'preosdpdt', 'T P Yi', 'PT')
    call judge(frame, s, 'preosdpdv', 'T P Yi', 'Pv')
    call judge(frame, s, 'preosfugacity', 'T P Yi', 'lnphi[ns]')
    call judge(frame, s, 'preospartialvolumes', 'T P Yi', 'vi[ns]')
    call judge(frame, s, 'preospartialenthalpies', 'T P Yi', 'hi[ns]')
    call judge_inverse(frame, s, 'preoscalctfromhp', 'h P Yi', 'T', [s%T])
    call judge_inverse(frame, s, 'preoscalctpfromrhoe', 'rho e Yi', 'T P', [s%T, s%P])
    call frame%finalize()
  end subroutine

  ! The points around hold no state that these equations must have: only the places of the state are judged.
  subroutine judge_inverse(frame, s, collection, reads, writes, expected)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    real(wp), intent(in) :: expected(:)
    real(wp), allocatable :: props(:, :, :, :)
    real(wp) :: near(2)
    character(160) :: text
    integer :: p
    near = 1e-11_wp*[s%T, s%P + s%value('rho')*s%value('c')**2]
    call run(frame, s, collection, reads, writes, props)
    do p = 1, size(places, 2)
      associate (got => props(places(1, p), places(2, p), places(3, p), :))
        write (text, '(a,i0,3a,4es24.16)') 'state ', s%id, ' ', trim(s%mechanism), ': ', got, expected
        call check(collection//': back at '//writes, all(abs(got - expected) <= near(:size(expected))), text)
      end associate
    end do
  end subroutine
end program
