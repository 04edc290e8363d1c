! Building blocks and the collections that write rows over the species, on every golden state,
! through plans: in the middle of a halo-padded block of other states, in stripes of awkward size.
! Device, layout, threads and ISA come from the environment.
!   golden_blocks golden.txt
program golden_blocks
  use testing
  use golden_states
  use drawbridge
  implicit none
  integer, parameter :: nx = 9, ny = 7, nz = 6, first(3) = [3, 2, 2], last(3) = [8, 5, 5]
  integer, parameter :: interior(6) = [first(1), last(1), first(2), last(2), first(3), last(3)]
  integer, parameter :: places(3, 3) = reshape([5, 3, 3, 8, 5, 5, 3, 2, 2], [3, 3]) ! middle, last, first
  integer, parameter :: points = product(last - first + 1)
  real(wp), parameter :: ke = 1250
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  integer :: k, sizes(4)

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  sizes = [7, 16, 41, 1000]
  do k = 1, size(states)
    call judge_state(states(k), sizes(1 + mod(k, 4)))
  end do
  call golden_report(tally, 'building blocks')
  if (tally%failures > 0) stop 1
  call finish('golden_blocks')

contains

  subroutine judge_state(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    real(wp), target :: q(nx, ny, nz, s%ns + 3)
    call frame%initialize(species=s%species, max_block=max_block)
    if (s%has_kij) call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    if (s%alpha_signed) call frame%set_option('alpha_sign', 'signed')
    if (s%nasa_clip) call frame%set_option('nasa_extension', 'clip')
    call fill(s, q)
    call scalar(frame, s, q, 'eoscalcrhoh0fromtp', 'T P Yi ke', 'rho')
    call scalar(frame, s, q, 'eoscalcrhoh0fromtp', 'T P Yi ke', 'h0')
    call scalar(frame, s, q, 'eosgammajacobianproperties', 'T P Yi', 'eP')
    call scalar(frame, s, q, 'eosGammaJacobianProperties', 'T P Yi', 'eT')
    call scalar(frame, s, q, 'eosgammajacobianproperties', 'T P Yi', 'cp')
    call row(frame, s, q, 'eosgammajacobianproperties', 'T P Yi', 'rhoYi')
    call row(frame, s, q, 'eosgammajacobianproperties', 'T P Yi', 'hYi')
    call scalar(frame, s, q, 'preoscriticalstate', 'Yi', 'Tcrit')
    call scalar(frame, s, q, 'preoscriticalstate', 'Yi', 'Pcrit')
    call scalar(frame, s, q, 'preoscriticalstate', 'Yi', 'Vcrit')
    call scalar(frame, s, q, 'molefractions', 'Yi', 'W')
    call row(frame, s, q, 'molefractions', 'Yi', 'Xi')
    call scalar(frame, s, q, 'preosentropy', 'T P Yi', 's')
    call scalar(frame, s, q, 'preosentropy', 'T P Yi', 'g')
    call scalar(frame, s, q, 'preosdedp', 'T P Yi', 'eP')
    call scalar(frame, s, q, 'preosdedt', 'T P Yi', 'eT')
    call scalar(frame, s, q, 'preosdrhodt', 'T P Yi', 'rhoT')
    call scalar(frame, s, q, 'preossoundspeed', 'T P Yi', 'c')
    call row(frame, s, q, 'preosfugacity', 'T P Yi', 'lnphi')
    call row(frame, s, q, 'preospartialvolumes', 'T P Yi', 'vi')
    call row(frame, s, q, 'preospartialenthalpies', 'T P Yi', 'hi')
    call row(frame, s, q, 'preosdrhody', 'T P Yi', 'rhoYi')
    call row(frame, s, q, 'preosdhdy', 'T P Yi', 'hYi')
    call frame%finalize()
  end subroutine

  ! Variables: T P ke Yi; fringes NaN; the golden state at three places, others of its kind around.
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
          q(i, j, k, 3) = ke
          q(i, j, k, 4:) = 0
          q(i, j, k, 4 + mod(i + j + k, s%ns)) = 1
        end do
      end do
    end do
    do i = 1, size(places, 2)
      q(places(1, i), places(2, i), places(3, i), :) = [s%T, s%P, ke, s%Y]
    end do
  end subroutine

  ! One output of a kernel, into a field that is NaN before.
  subroutine launch(frame, q, kernel, inputs, output, field)
    type(frame_t), intent(in) :: frame
    real(wp), intent(inout), target :: q(:, :, :, :), field(:, :, :, :)
    character(*), intent(in) :: kernel, inputs, output
    type(plan_t) :: plan
    field = nan(1.0_wp)
    call plan%create(frame, kernel, shape(q), interior)
    if (index(inputs, 'T ') > 0) call plan%read('T', q, 1)
    if (index(inputs, 'P ') > 0) call plan%read('P', q, 2)
    if (index(inputs, 'ke') > 0) call plan%read('ke', q, 3)
    call plan%read('Yi', q, 4)
    call plan%write(output, field, 1)
    call plan%run()
    call plan%destroy()
    call check(kernel//' fills the interior and nothing else', count(is_nan(field)) == (nx*ny*nz - points)*size(field, 4))
  end subroutine

  subroutine scalar(frame, s, q, kernel, inputs, output)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :)
    character(*), intent(in) :: kernel, inputs, output
    real(wp), target :: field(nx, ny, nz, 1)
    integer :: i
    call launch(frame, q, kernel, inputs, output, field)
    do i = 1, size(places, 2)
      associate (value => field(places(1, i), places(2, i), places(3, i), 1))
        if (output == 'h0') then
          call golden_judge(tally, s, 'h', value - ke)
        else
          call golden_judge(tally, s, output, value)
        end if
      end associate
    end do
  end subroutine

  subroutine row(frame, s, q, kernel, inputs, output)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :)
    character(*), intent(in) :: kernel, inputs, output
    real(wp), target :: field(nx, ny, nz, s%ns)
    integer :: i
    call launch(frame, q, kernel, inputs, output, field)
    do i = 1, size(places, 2)
      call golden_judge(tally, s, output, field(places(1, i), places(2, i), places(3, i), :))
    end do
  end subroutine
end program
