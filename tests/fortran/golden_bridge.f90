! Every golden state through plans of the modern face, in the middle of a halo-padded block of other
! states, in stripes of awkward size. Device, layout, threads and ISA come from the environment.
!   golden_bridge golden.txt
program golden_bridge
  use testing
  use golden_states
  use drawbridge
  implicit none
  integer, parameter :: nx = 9, ny = 7, nz = 6, first(3) = [3, 2, 2], last(3) = [8, 5, 5]
  integer, parameter :: interior(6) = [first(1), last(1), first(2), last(2), first(3), last(3)]
  integer, parameter :: places(3, 3) = reshape([5, 3, 3, 8, 5, 5, 3, 2, 2], [3, 3]) ! middle, last, first
  character(5), parameter :: thermal(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W']
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  integer :: k, sizes(4)

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [7, 16, 41, 1000]
  do k = 1, size(states)
    call judge_state(states(k), sizes(1 + mod(k, 3))) ! in stripes
    call judge_state(states(k), sizes(4))             ! whole
  end do
  call golden_report(tally, 'bridge')
  if (tally%failures > 0) stop 1
  call finish('golden_bridge')

contains

  subroutine judge_state(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    real(wp), target :: q(nx, ny, nz, s%ns + 4), props(nx, ny, nz, 14)
    call frame%initialize(species=s%species, max_block=max_block)
    ! golden's own figures: those of the built-in table may get better
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij, tlow=s%T_clip(1, :), thigh=s%T_clip(2, :))
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    if (s%alpha_signed) call frame%set_option('alpha_sign', 'signed')
    if (s%nasa_clip) call frame%set_option('nasa_extension', 'clip')
    call fill(s, q)
    call judge_thermal(frame, s, q, props)
    call judge_inversions(frame, s, q, props)
    call judge_sound_speed(frame, s, props)
    call frame%finalize()
  end subroutine

  ! Variables: T P Yi h rho; NaN in the halo; the golden state at three places, others of its kind around.
  subroutine fill(s, q)
    type(golden_state), intent(in) :: s
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k
    q = nan(1.0_wp)
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          q(i, j, k, 1) = 150 + 23*i + 31*j + 17*k
          q(i, j, k, 2) = 1e6_wp*(1 + i + 2*j + k)
          q(i, j, k, 3:2 + s%ns) = 0
          q(i, j, k, 3 + mod(i + j + k, s%ns)) = 1
          q(i, j, k, 3 + s%ns) = 1e5_wp*i
          q(i, j, k, 4 + s%ns) = 10 + i + j
        end do
      end do
    end do
    do i = 1, size(places, 2)
      q(places(1, i), places(2, i), places(3, i), :) = [s%T, s%P, s%Y, s%value('h'), s%value('rho')]
    end do
  end subroutine

  subroutine judge_thermal(frame, s, q, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :), props(:, :, :, :)
    type(plan_t) :: plan
    integer :: i, p
    props = nan(1.0_wp)
    call plan%create(frame, 'preosThermalProperties', shape(q), interior)
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(thermal)
      call plan%write(trim(thermal(i)), props, i)
    end do
    call plan%run()
    call plan%destroy()
    do p = 1, size(places, 2)
      do i = 1, size(thermal)
        call golden_judge(tally, s, trim(thermal(i)), props(places(1, p), places(2, p), places(3, p), i))
      end do
    end do
    call check('the halo stays as it was', count(is_nan(props(:, :, :, 1))) == nx*ny*nz - product(last - first + 1))
    props(:, :, :, 1:2) = nan(1.0_wp)
    call plan%create(frame, 'preosrhohfromtpprop', shape(q), interior)
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1)
    call plan%write('h', props, 2)
    call plan%run()
    call plan%destroy()
    do p = 1, size(places, 2)
      call golden_judge(tally, s, 'rho', props(places(1, p), places(2, p), places(3, p), 1))
      call golden_judge(tally, s, 'h', props(places(1, p), places(2, p), places(3, p), 2))
    end do
  end subroutine

  ! T from (h,P) and (T,P) from (rho,e), without a guess and from bad ones.
  subroutine judge_inversions(frame, s, q, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :), props(:, :, :, :)
    real(wp) :: guesses(5)
    integer :: i, p, x, y, z
    guesses = [-1.0_wp, nan(1.0_wp), 1500.0_wp, 1.02_wp*s%T, 60.0_wp] ! the first: no guess array at all
    do i = 1, size(guesses)
      props = nan(1.0_wp)
      props(:, :, :, 1) = guesses(i)
      call invert(frame, 'preoscalctfromhp', ['h', 'P'], q, [3 + s%ns, 2], props, ['T  ', 'rho'], i > 1)
      do p = 1, size(places, 2)
        x = places(1, p); y = places(2, p); z = places(3, p)
        call golden_judge(tally, s, 'T', props(x, y, z, 1))
        if (all(abs(s%Tmid - s%T) > 2e-6_wp*s%T)) call golden_judge(tally, s, 'rho', props(x, y, z, 2))
      end do
      props = nan(1.0_wp)
      props(:, :, :, 1) = guesses(i)
      props(:, :, :, 3) = s%value('e')
      props(:, :, :, 4) = s%value('rho')
      call invert_energy(frame, s, q, props, i > 1)
      do p = 1, size(places, 2)
        x = places(1, p); y = places(2, p); z = places(3, p)
        call golden_judge(tally, s, 'T', props(x, y, z, 1))
        call golden_judge(tally, s, 'P', props(x, y, z, 2))
      end do
    end do
  end subroutine

  subroutine invert(frame, collection, inputs, q, vars, props, outputs, guess)
    type(frame_t), intent(in) :: frame
    character(*), intent(in) :: collection, inputs(2), outputs(2)
    real(wp), intent(inout), target :: q(:, :, :, :), props(:, :, :, :)
    integer, intent(in) :: vars(2)
    logical, intent(in) :: guess
    type(plan_t) :: plan
    call plan%create(frame, collection, shape(q), interior)
    call plan%read(trim(inputs(1)), q, vars(1))
    call plan%read(trim(inputs(2)), q, vars(2))
    call plan%read('Yi', q, 3)
    if (guess) call plan%read('T', props, 1)
    call plan%write(trim(outputs(1)), props, 1)
    call plan%write(trim(outputs(2)), props, 2)
    call plan%run()
    call plan%destroy()
  end subroutine

  subroutine invert_energy(frame, s, q, props, guess)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :), props(:, :, :, :)
    logical, intent(in) :: guess
    type(plan_t) :: plan
    integer :: p
    do p = 1, size(places, 2) ! all points carry a composition; the golden places carry the state's
      call check('composition', abs(sum(q(places(1, p), places(2, p), places(3, p), 3:2 + s%ns)) - 1) < 1e-6_wp)
    end do
    call plan%create(frame, 'preoscalctpfromrhoe', shape(q), interior)
    call plan%read('rho', props, 4)
    call plan%read('e', props, 3)
    call plan%read('Yi', q, 3)
    if (guess) call plan%read('T', props, 1)
    call plan%write('T', props, 1)
    call plan%write('P', props, 2)
    call plan%run()
    call plan%destroy()
  end subroutine

  subroutine judge_sound_speed(frame, s, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: props(:, :, :, :)
    type(plan_t) :: plan
    character(4), parameter :: names(5) = [character(4) :: 'rho', 'rhoP', 'rhoT', 'hP', 'hT']
    integer :: i
    props = nan(1.0_wp)
    call plan%create(frame, 'preoscalcsoundspeed', shape(props), interior)
    do i = 1, size(names)
      props(:, :, :, i) = s%value(trim(names(i)))
      call plan%read(trim(names(i)), props, i)
    end do
    call plan%write('c', props, 6)
    call plan%run()
    call plan%destroy()
    call golden_judge(tally, s, 'c', props(places(1, 1), places(2, 1), places(3, 1), 6))
  end subroutine
end program
