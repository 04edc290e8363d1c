! The iterations for T, through plans: they cannot hang or lie. Newton's 2-cycle across the pseudo-boiling peak,
! guesses that lead to the wrong side of cv < 0, enthalpies that only two phases have, metastable and unstable
! densities, values that no temperature has; and 20,000 random states there and back. Oxygen's truth comes
! from the reference routines.
!   iterations golden.txt        (for the species data)
program iterations
  use testing
  use golden_states
  use drawbridge
  use reference_peng_robinson
  implicit none
  integer, parameter :: n = 20000, failures = 65535 ! the bits of failures
  real(wp), target :: q(n, 1, 1, 8) ! T P rho h e, guess of T, Y (2)
  real(wp), target :: answer(n, 1, 1, 3) ! T, then rho or P, then flag
  type(golden_state), allocatable :: states(:)
  type(frame_t) :: frame
  character(500) :: path
  integer :: k

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  k = findloc(states%mechanism, 'O2', 1)
  associate (s => states(k))
    call reference_initialize(1, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
  end associate
  call frame%initialize(species=['O2'], max_block=4096)
  call two_cycle()
  call two_phases()
  call metastable_and_unstable()
  call no_temperature()
  call frame%finalize()
  call frame%initialize(species=['CH4', 'O2 '], max_block=3000)
  call there_and_back()
  call frame%finalize()
  call finish('iterations')

contains

  ! O2 at 5.2 MPa: from 300 K plain Newton goes between 178.58 and 139.46 K for ever; 8000 K lies where the
  ! extrapolated polynomials make cv negative.
  subroutine two_cycle()
    real(wp), parameter :: guesses(12) = [300.0_wp, 178.58_wp, 139.46_wp, 8000.0_wp, 1e30_wp, 1e-30_wp, -5.0_wp, 0.0_wp, 60.0_wp, &
      4999.0_wp, 10.0_wp, 156.0_wp]
    real(wp), parameter :: temperatures(4) = [156.0_wp, 90.0_wp, 1400.0_wp, 3500.0_wp]
    integer :: i, j
    do j = 1, size(temperatures)
      do i = 1, size(guesses)
        call state(i, temperatures(j), 5.2e6_wp)
        q(i, 1, 1, 6) = guesses(i)
      end do
      q(size(guesses) + 1, 1, 1, :) = q(1, 1, 1, :)
      q(size(guesses) + 1, 1, 1, 6) = nan(1.0_wp)
      call run('preoscalctfromhp', 'h P', size(guesses) + 1)
      call found('T of (h,P) from every guess', size(guesses) + 1)
      call run('preoscalctpfromrhoe', 'rho e', size(guesses) + 1)
      call found('T of (rho,e) from every guess', size(guesses) + 1)
    end do
  end subroutine

  subroutine found(what, count)
    character(*), intent(in) :: what
    integer, intent(in) :: count
    call check(what, all(abs(answer(:count, 1, 1, 1)/q(:count, 1, 1, 1) - 1) < 1e-12_wp) .and. &
               all(iand(int(answer(:count, 1, 1, 3)), failures) == 0))
  end subroutine

  ! Enthalpies between liquid and vapour have the temperature of saturation, and say so.
  subroutine two_phases()
    real(wp), parameter :: pressures(3) = [2e5_wp, 1e6_wp, 4e6_wp]
    real(wp) :: T, below, above, rho, h(2)
    integer :: i
    do i = 1, size(pressures)
      below = 70
      above = 154
      do while (above - below > 1e-12_wp*above)                     ! where the reference's stable root jumps
        T = 0.5_wp*(below + above)
        call reference_preosrhohfromtpprop(T, pressures(i), [1.0_wp], rho, h(1))
        if (rho > 436) then
          below = T
        else
          above = T
        end if
      end do
      call reference_preosrhohfromtpprop(T*(1 - 1e-11_wp), pressures(i), [1.0_wp], rho, h(1))
      call reference_preosrhohfromtpprop(T*(1 + 1e-11_wp), pressures(i), [1.0_wp], rho, h(2))
      q(1:3, 1, 1, 2) = pressures(i)
      q(1:3, 1, 1, 4) = h(1) + [0.05_wp, 0.5_wp, 0.95_wp]*(h(2) - h(1))
      q(1:3, 1, 1, 6) = [300.0_wp, 80.0_wp, T]
      q(1:3, 1, 1, 7) = 1
      call run('preoscalctfromhp', 'h P', 3)
      call check('the temperature of saturation', all(abs(answer(:3, 1, 1, 1)/T - 1) < 1e-9_wp))
      call check('two_phase is said', all(btest(int(answer(:3, 1, 1, 3)), DRAWBRIDGE_FLAG_TWO_PHASE)))
    end do
  end subroutine

  ! A density of the other root keeps its own branch; one between the roots is mechanically unstable.
  subroutine metastable_and_unstable()
    integer :: i
    real(wp), parameter :: P = 1.0e6_wp, T(2) = [117.0_wp, 122.0_wp] ! 2 to 3 K off saturation
    call frame%set_option('root', 'vapour')
    call state(1, T(1), P)
    call frame%set_option('root', 'liquid')
    call state(2, T(2), P)
    call frame%set_option('root', 'stable')
    call run('preoscalctpfromrhoe', 'rho e', 2)
    call found('T of metastable densities', 2)
    call check('P of metastable densities', all(abs(answer(:2, 1, 1, 2)/P - 1) < 1e-8_wp))
    call check('metastable is said', all(btest(int(answer(:2, 1, 1, 3)), DRAWBRIDGE_FLAG_METASTABLE)))
    call state(3, T(1), P)
    call state(4, 200.0_wp, P)
    q(5, 1, 1, :) = q(3, 1, 1, :)
    q(5, 1, 1, [3, 5]) = [200.0_wp, energy(T(1), 200.0_wp)] ! kg/m3: between liquid and vapour, where dP/dv > 0
    call run('preoscalctpfromrhoe', 'rho e', 5)
    call check('stable ones are not called so', .not. any(btest(int(answer(3:4, 1, 1, 3)), DRAWBRIDGE_FLAG_METASTABLE)))
    call check('unstable is said', btest(int(answer(5, 1, 1, 3)), DRAWBRIDGE_FLAG_UNSTABLE))
    call check('T of an unstable density', abs(answer(5, 1, 1, 1)/T(1) - 1) < 1e-11_wp)
    do i = 3, 4
      call check('stable ones are found', abs(answer(i, 1, 1, 1)/q(i, 1, 1, 1) - 1) < 1e-12_wp)
    end do
  end subroutine

  ! Energy of oxygen at a density that no pressure's stable root has, J/kg.
  real(wp) function energy(T, rho) result(e)
    real(wp), intent(in) :: T, rho
    real(wp) :: W, a, da, d2a, b, P_T, P_v, F, cp0, h0
    W = states(k)%W(1)
    call reference_attraction(T, [1.0_wp], a, da, d2a)
    call reference_covolume([1.0_wp], b)
    call reference_departure(T, W/rho, a, da, b, P_T, P_v, F)
    call reference_idealgas(T, [1.0_wp], cp0, h0)
    call check('the state is unstable', P_v > 0)
    e = (h0 - 8.31446261815324_wp*T + (T*da - a)*F)/W
  end function

  subroutine no_temperature()
    call state(1, 300.0_wp, 1e7_wp)
    call state(2, 300.0_wp, 1e7_wp)
    q(1:2, 1, 1, 4:5) = reshape([1e9_wp, -1e8_wp, 1e9_wp, -1e8_wp], [2, 2])
    call run('preoscalctfromhp', 'h P', 2)
    call check('no temperature has this h', all(btest(int(answer(:2, 1, 1, 3)), DRAWBRIDGE_FLAG_NO_TEMPERATURE)) .and. &
               all(is_nan(answer(:2, 1, 1, 1:2))))
    call run('preoscalctpfromrhoe', 'rho e', 2)
    call check('no temperature has this e', all(btest(int(answer(:2, 1, 1, 3)), DRAWBRIDGE_FLAG_NO_TEMPERATURE)) .and. &
               all(is_nan(answer(:2, 1, 1, 1:2))))
    q(1, 1, 1, 3) = 5000
    call run('preoscalctpfromrhoe', 'rho e', 1)
    call check('denser than 1/b', btest(int(answer(1, 1, 1, 3)), DRAWBRIDGE_FLAG_BAD_DENSITY))
  end subroutine

  ! Random states above the critical pressures, from guesses that are 0.3 to 3 times the truth.
  subroutine there_and_back()
    integer :: i
    real(wp) :: u(4)
    call random_seed(put=[(20261122 + i, i=1, 40)])
    do i = 1, n
      call random_number(u)
      q(i, 1, 1, 1:2) = [90*36**u(1), 6e6_wp*6**u(2)]
      if (any(abs(q(i, 1, 1, 1) - 1000) < 1e-2_wp*[1, 1])) q(i, 1, 1, 1) = 999 ! off Tmid, where h jumps
      q(i, 1, 1, 7:8) = [u(3), 1 - u(3)]
      q(i, 1, 1, 6) = q(i, 1, 1, 1)*0.3_wp*10**u(4)
    end do
    call properties(n)
    call run('preoscalctfromhp', 'h P', n)
    call found('20,000 T of (h,P)', n)
    call run('preoscalctpfromrhoe', 'rho e', n)
    call found('20,000 T of (rho,e)', n)
  end subroutine

  ! rho, h, e of oxygen at T, P by the bridge's own forward collection, so that root options hold.
  subroutine state(i, T, P)
    integer, intent(in) :: i
    real(wp), intent(in) :: T, P
    real(wp) :: kept(i, 8)
    kept = q(:i, 1, 1, :)
    q(1, 1, 1, :) = [T, P, nan(T), nan(T), nan(T), 300.0_wp, 1.0_wp, nan(T)]
    call properties(1)
    kept(i, :) = q(1, 1, 1, :)
    q(:i, 1, 1, :) = kept
  end subroutine

  subroutine properties(points)
    integer, intent(in) :: points
    type(plan_t) :: plan
    call plan%create(frame, 'preosthermalproperties', shape(q), [1, points, 1, 1, 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 7)
    call plan%write('rho', q, 3)
    call plan%write('h', q, 4)
    call plan%write('e', q, 5)
    call plan%run()
    call plan%destroy()
  end subroutine

  subroutine run(collection, inputs, points)
    character(*), intent(in) :: collection, inputs
    integer, intent(in) :: points
    type(plan_t) :: plan
    answer = nan(1.0_wp)
    call plan%create(frame, collection, shape(q), [1, points, 1, 1, 1, 1])
    if (inputs == 'h P') then
      call plan%read('h', q, 4)
      call plan%read('P', q, 2)
      call plan%write('rho', answer, 2)
    else
      call plan%read('rho', q, 3)
      call plan%read('e', q, 5)
      call plan%write('P', answer, 2)
    end if
    call plan%read('Yi', q, 7)
    call plan%read('T', q, 6)
    call plan%write('T', answer, 1)
    call plan%write('flag', answer, 3)
    call plan%run()
    call plan%destroy()
  end subroutine
end program
