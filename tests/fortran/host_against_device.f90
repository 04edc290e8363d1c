! Every kernel of kernels/list.h on a million random states of four mixtures, on the host and on another device: the
! answers agree to 1e-12, flags exactly, and a second run gives the same bits.
!   host_against_device golden.txt list.h device=cuda [points=250000] [mixtures=O2,LOXCH4_5,H2O2_10,CH4_20] [variants=off,tile]
!     [kernels=all|collections]
! variants are values of DRAWBRIDGE_TUNE. The mixtures are golden's; LOXCH4_5k is LOXCH4_5 with its k_ij.
!
! Differences of terms are held against their terms: lnphi against 1, departures against R T and R per mass, rhoYi and hYi
! (of a species against the last one) against the largest of the point.
! Some other answers are ill-conditioned: an input that changes by its last bit moves them by more than 1e-12, as where h
! passes zero, in hP of a nearly ideal gas, in P of a liquid from its density, near the critical point. Where devices differ by more than 1e-12, the host runs again on T, P and the other inputs moved by one bit, and the difference
! must be within 16 times of what that does; how many points need it is printed for each output.
program host_against_device
  use, intrinsic :: iso_fortran_env, only: int64
  use testing
  use golden_states
  use kernel_list
  use drawbridge
  implicit none
  integer, parameter :: max_row = 250
  real(wp), parameter :: tolerance = 1e-12_wp, slack = 16
  character(8), parameter :: inputs(13) = [character(8) :: 'T', 'P', 'rho', 'h', 'e', 'ke', 'rhoP', 'rhoT', 'hP', 'hT', 'epsMix', &
    'Tcrit', 'Pcrit']
  integer, parameter :: first_y = size(inputs) + 1
  character(32), parameter :: collections(12) = [character(32) :: 'preosrhohfromtpprop', 'eoscalcrhoh0fromtp', 'preoscalctfromhp', &
    'preoscalctpfromrhoe', 'preoscalcsoundspeed', 'preosthermalproperties', 'eosgammajacobianproperties', 'preoscriticalstate', &
    'chungcalctransprop', 'preosviscousproperties', 'preosviscousfluxproperties', 'eosthermalandviscousproperties']
  type(kernel_t), allocatable :: kernels(:)
  type(golden_state), allocatable :: states(:)
  character(max_row) :: mixtures = 'O2,LOXCH4_5,H2O2_10,CH4_20,LOXCH4_5k', variants = 'off', device = 'memcheck'
  character(max_row) :: only = '' ! collections, or names; nothing: all
  integer :: n = 50000, i, k

  call read_arguments()
  do i = 1, words_in(mixtures)
    do k = 1, words_in(variants)
      call compare_mixture(trim(word(mixtures, i)), trim(word(variants, k)))
    end do
  end do
  call finish('host_against_device')

contains

  subroutine read_arguments()
    character(500) :: text
    integer :: a
    call get_command_argument(1, text)
    call golden_read(trim(text), states)
    call get_command_argument(2, text)
    call read_list(trim(text), kernels)
    call check('the list names kernels', size(kernels) > 40)
    do a = 3, command_argument_count()
      call get_command_argument(a, text)
      associate (value => text(index(text, '=') + 1:))
        select case (text(:index(text, '=')))
        case ('device='); device = value
        case ('points='); read (value, *) n
        case ('mixtures='); mixtures = value
        case ('variants='); variants = value
        case ('kernels='); only = value
        case default; error stop 'host_against_device: no such argument'
        end select
      end associate
    end do
  end subroutine

  ! ---------------------------------------------------------------- one mixture

  subroutine compare_mixture(mixture, variant)
    character(*), intent(in) :: mixture, variant
    type(golden_state) :: s
    real(wp), allocatable, target :: q(:, :, :, :)
    integer :: i, ns
    logical :: with_kij
    with_kij = mixture(len(mixture):) == 'k'
    do i = 1, size(states)
      if (states(i)%mechanism == mixture(:len(mixture) - merge(1, 0, with_kij)) .and. (states(i)%has_kij .eqv. with_kij)) exit
    end do
    call check('golden has the mixture '//mixture, i <= size(states))
    if (i > size(states)) return
    s = states(i)
    ns = s%ns
    allocate (q(n, 1, 1, size(inputs) + ns))
    call random_states(q(:, 1, 1, :))
    call complete(s, q)
    print '(3a,i0,5a)', 'mixture ', mixture, ', ', n, ' points, ', trim(device), ', variant ', variant, ':'
    do i = 1, size(kernels)
      if (chosen(kernels(i)%name)) call compare_kernel(s, kernels(i), q, variant)
    end do
  end subroutine

  logical function chosen(name)
    character(*), intent(in) :: name
    integer :: i
    chosen = only == '' .or. (only == 'collections' .and. any(collections == name))
    if (.not. chosen) chosen = any([(word(only, i) == name, i=1, words_in(only))])
  end function

  ! T 90 to 3300 K, P 0.01 to 40 MPa, both logarithmic; mass fractions of which a fifth are zero or tiny.
  subroutine random_states(q)
    real(wp), intent(out) :: q(:, :)
    real(wp) :: u(size(q, 1), size(q, 2))
    integer :: j
    integer, allocatable :: seed(:)
    call random_seed(size=j)
    seed = [(20261121 + 7*i, i=1, j)]
    call random_seed(put=seed)
    call random_number(u)
    q = u
    q(:, 1) = 90*exp(3.6_wp*u(:, 1))
    q(:, 2) = 1e4_wp*exp(8.3_wp*u(:, 2))
    q(:, 6) = 4.5e4_wp*u(:, 6)
    q(:, 11:13) = 90*(1 + u(:, 11:13))
    q(:, 13) = 4e6_wp*(0.5_wp + u(:, 13))
    q(:, first_y:) = -log(max(u(:, first_y:), 1e-300_wp))
    where (u(:, first_y:) < 0.1_wp) q(:, first_y:) = 0
    where (u(:, first_y:) > 0.9_wp) q(:, first_y:) = 1e-9_wp*u(:, first_y:)
    q(:, first_y) = q(:, first_y) + 1e-3_wp
    do j = 1, size(q, 1)
      q(j, first_y:) = q(j, first_y:)/sum(q(j, first_y:))
    end do
  end subroutine

  ! The inputs that are outputs of the host: rho h e rhoP rhoT hP hT of each state.
  subroutine complete(s, q)
    type(golden_state), intent(in) :: s
    real(wp), intent(inout), target :: q(:, :, :, :)
    real(wp), allocatable :: out(:, :)
    type(kernel_t) :: k
    integer :: v
    k = kernels(findloc(kernels%name, 'preosthermalproperties', 1))
    call run('host', 'off', s, k, q, out)
    do v = 1, k%n_writes
      associate (at => findloc(inputs, k%writes(v), 1))
        if (at > 0) q(:, 1, 1, at) = out(:, v)
      end associate
    end do
  end subroutine

  ! Run one kernel on a device of its own Frame; outputs side by side, NaN at first.
  subroutine run(where, variant, s, k, q, out, again)
    character(*), intent(in) :: where, variant
    type(golden_state), intent(in) :: s
    type(kernel_t), intent(in) :: k
    real(wp), intent(in), target :: q(:, :, :, :)
    real(wp), allocatable, intent(out) :: out(:, :)
    real(wp), allocatable, intent(out), optional :: again(:, :) ! of a second run
    real(wp), allocatable, target :: props(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: v, at, width
    call set_environment('DRAWBRIDGE_DEVICE', where)
    call set_environment('DRAWBRIDGE_TUNE', variant)
    call frame%initialize(species=s%species, max_block=40001)
    if (s%has_kij) call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    width = sum([(merge(s%ns, 1, k%wide(v)), v=1, k%n_writes)])
    allocate (props(size(q, 1), 1, 1, width), source=nan(1.0_wp))
    call plan%create(frame, trim(k%name), shape(q), [1, size(q, 1), 1, 1, 1, 1])
    do v = 1, k%n_reads
      at = findloc(inputs, k%reads(v), 1)
      call plan%read(trim(k%reads(v)), q, merge(first_y, at, at == 0))
    end do
    at = 1
    do v = 1, k%n_writes
      call plan%write(trim(k%writes(v)), props, at)
      at = at + merge(s%ns, 1, k%wide(v))
    end do
    call plan%run()
    out = props(:, 1, 1, :)
    if (present(again)) then
      props = nan(1.0_wp)
      call plan%run()
      again = props(:, 1, 1, :)
    end if
    call plan%destroy()
    if (where(:4) == 'cuda' .and. variant /= 'off') call judge_variant(frame, trim(k%name), variant)
    call frame%finalize()
  end subroutine

  ! A variant that was named is the one that ran: the report says so.
  subroutine judge_variant(frame, kernel, variant)
    type(frame_t), intent(inout) :: frame
    character(*), intent(in) :: kernel, variant
    character(300) :: line
    integer :: unit, status
    logical :: found
    open (newunit=unit, status='scratch', action='readwrite')
    call frame%report(unit=unit)
    rewind (unit)
    found = .false.
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      found = found .or. index(line, 'variant of '//kernel//': '//variant//' (selected by DRAWBRIDGE_TUNE)') > 0
    end do
    close (unit)
    call check(kernel//' ran in variant '//variant, found)
  end subroutine

  subroutine compare_kernel(s, k, q, variant)
    type(golden_state), intent(in) :: s
    type(kernel_t), intent(in) :: k
    real(wp), intent(in), target :: q(:, :, :, :)
    character(*), intent(in) :: variant
    real(wp), allocatable :: host(:, :), got(:, :), again(:, :)
    if (any([(findloc(inputs, k%reads(i), 1) == 0 .and. k%reads(i) /= 'Yi', i=1, k%n_reads)])) then
      call check(trim(k%name)//': its inputs are known', .false.)
      return
    end if
    call run('host', 'off', s, k, q, host)
    call run(trim(device), variant, s, k, q, got, again)
    call check(trim(k%name)//', variant '//variant//': the same bits twice', &
      all(transfer(got, [0_int64]) == transfer(again, [0_int64])))
    call judge(s, k, q, variant, host, got)
  end subroutine

  subroutine judge(s, k, q, variant, host, got)
    type(golden_state), intent(in) :: s
    type(kernel_t), intent(in) :: k
    real(wp), intent(in), target :: q(:, :, :, :)
    character(*), intent(in) :: variant
    real(wp), intent(in) :: host(:, :), got(:, :)
    real(wp), allocatable :: moves(:, :), difference(:, :), scale(:, :)
    logical, allocatable :: far(:, :)
    integer, allocatable :: rows(:)
    character(200) :: text
    integer :: v, at, last
    scale = scales(s, k, q, host)
    do v = 1, size(scale, 2) ! where the host's answer is 0, the device's is held against the largest
      scale(:, v) = max(scale(:, v), epsilon(1.0_wp)*maxval(scale(:, v), .not. is_nan(scale(:, v))), tiny(1.0_wp))
    end do
    difference = abs(got - host)/scale
    where (got == host .or. (is_nan(got) .and. is_nan(host))) difference = 0
    where (is_nan(difference)) difference = huge(1.0_wp) ! a NaN on one side
    far = difference > tolerance
    rows = pack([(i, i=1, size(q, 1))], any(far, 2))
    allocate (moves(size(host, 1), size(host, 2)), source=0.0_wp)
    if (size(rows) > 0) moves(rows, :) = sensitivity(s, k, q(rows, :, :, :), host(rows, :), scale(rows, :))
    at = 1
    do v = 1, k%n_writes
      last = at + merge(s%ns, 1, k%wide(v)) - 1
      if (k%writes(v) == 'flag' .or. k%writes(v) == 'roots') then
        call check(trim(k%name)//', variant '//variant//': the same '//trim(k%writes(v)), all(.not. far(:, at:last)))
      else if (any(far(:, at:last))) then
        write (text, '(i0,a,es8.1,a,es8.1)') count(far(:, at:last)), ' ill-conditioned, there at most', &
          maxval(difference(:, at:last)), ', elsewhere', maxval(difference(:, at:last), .not. far(:, at:last))
        print '(6a)', '  ', trim(k%name), ' ', trim(k%writes(v)), ': ', trim(text)
        call check(trim(k%name)//', variant '//variant//', '//trim(k%writes(v))// &
          ': more than 1e-12 apart only where a bit of the inputs does it', &
          all(.not. far(:, at:last) .or. difference(:, at:last) <= slack*moves(:, at:last)), text)
      else
        call check(trim(k%name)//', variant '//variant//', '//trim(k%writes(v)), .true.)
      end if
      at = last + 1
    end do
    print '(4x,a,es8.1)', k%name, maxval(difference, .not. far)
  end subroutine

  ! What a difference is held against.
  function scales(s, k, q, host) result(scale)
    type(golden_state), intent(in) :: s
    type(kernel_t), intent(in) :: k
    real(wp), intent(in) :: q(:, :, :, :), host(:, :)
    real(wp), parameter :: R = 8.31446261815324_wp
    real(wp), allocatable :: scale(:, :)
    real(wp) :: gas(size(q, 1)) ! J/kg/K
    integer :: v, at, last
    scale = abs(host)
    gas = R*matmul(q(:, 1, 1, first_y:), 1/s%W)
    at = 1
    do v = 1, k%n_writes
      last = at + merge(s%ns, 1, k%wide(v)) - 1
      select case (k%writes(v))
      case ('lnphi'); scale(:, at:last) = max(scale(:, at:last), 1.0_wp)
      case ('sDep'); scale(:, at) = max(scale(:, at), gas)
      case ('hDep', 'gDep'); scale(:, at) = max(scale(:, at), gas*q(:, 1, 1, 1))
      case ('rhoYi', 'hYi'); scale(:, at:last) = spread(maxval(scale(:, at:last), 2), 2, last - at + 1)
      end select
      at = last + 1
    end do
  end function

  ! By how much, relative, the host's answers move when each input moves by its last bit, up and down.
  function sensitivity(s, k, q, host, scale) result(moves)
    type(golden_state), intent(in) :: s
    type(kernel_t), intent(in) :: k
    real(wp), intent(in) :: q(:, :, :, :), host(:, :), scale(:, :)
    real(wp), allocatable :: moves(:, :), out(:, :)
    real(wp), allocatable, target :: moved(:, :, :, :)
    integer :: v, turn
    allocate (moves(size(host, 1), size(host, 2)), source=0.0_wp)
    do turn = -1, 1, 2
      do v = 1, size(inputs) + s%ns
        if (v < first_y) then
          if (.not. any(k%reads(:k%n_reads) == inputs(v))) cycle
        else if (.not. any(k%reads(:k%n_reads) == 'Yi')) then
          cycle
        end if
        moved = q
        moved(:, :, :, v) = nearest(moved(:, :, :, v), real(turn, wp))
        where (q(:, :, :, v) == 0) moved(:, :, :, v) = 0
        call run('host', 'off', s, k, moved, out)
        where (.not. is_nan(out)) moves = moves + abs(out - host)/scale
      end do
    end do
  end function
end program
