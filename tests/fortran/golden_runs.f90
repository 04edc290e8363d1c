! Golden states through plans: one collection or building block at a time, the state at three places of a
! halo-padded block of other states, in the stripes that max_block makes; outputs are NaN at first.
!   call start(frame, s, max_block);  call judge(tally, frame, s, 'preosentropy', 'T P Yi', 's g')
module golden_runs
  use testing
  use golden_states
  use drawbridge
  implicit none
  private
  public :: start, judge, run, places, ke, tally
  integer, parameter :: nx = 8, ny = 6, nz = 5, first(3) = [2, 3, 2], last(3) = [7, 5, 4]
  integer, parameter :: interior(6) = [first(1), last(1), first(2), last(2), first(3), last(3)]
  integer, parameter :: places(3, 3) = reshape([4, 4, 3, 7, 5, 4, 2, 3, 2], [3, 3]) ! middle, last, first
  real(wp), parameter :: ke = 4.5e4_wp ! J/kg, |u| = 300 m/s
  character(8), parameter :: input_names(8) = [character(8) :: 'T', 'P', 'rho', 'ke', 'h', 'epsMix', 'Tcrit', 'Pcrit']
  integer, parameter :: first_y = size(input_names) + 1 ! the variables of q are these and then Yi
  type(golden_tally) :: tally

contains

  ! A frame with the data of the state and golden's floor of Takahashi's f.
  subroutine start(frame, s, max_block)
    type(frame_t), intent(inout) :: frame
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    call frame%initialize(species=s%species, max_block=max_block)
    ! golden's own figures: those of the built-in table may get better
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij, tlow=s%T_clip(1, :), thigh=s%T_clip(2, :))
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    if (s%alpha_signed) call frame%set_option('alpha_sign', 'signed')
    if (s%nasa_clip) call frame%set_option('nasa_extension', 'clip')
    call frame%set_option('diffusion_floor', '1e-20')
  end subroutine

  ! Run a collection with the state at three places of a halo-padded block and judge what it wrote there,
  ! under the names of the views or under those of `as`.
  subroutine judge(frame, s, collection, reads, writes, as)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    character(*), intent(in), optional :: as
    character(12), allocatable :: names(:)
    real(wp), allocatable :: props(:, :, :, :)
    integer :: i, p, at
    call run(frame, s, collection, reads, writes, props)
    names = words(writes)
    if (present(as)) names = words(as)
    do p = 1, size(places, 2)
      at = 1
      do i = 1, size(names)
        call judge_one(s, trim(names(i)), props(places(1, p), places(2, p), places(3, p), at:at + width(s, names(i)) - 1))
        at = at + width(s, names(i))
      end do
    end do
    call check(collection//': the halo stays as it was', count(.not. is_nan(props(:, :, :, 1))) == product(last - first + 1))
  end subroutine

  subroutine judge_one(s, name, values)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: values(:)
    select case (name)
    case ('flag')
      call check('flag tells of a viscosity that is negative', &
                 btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_VISCOSITY) .eqv. s%class == 'unphysical')
      call check('flag tells of no conductivity that is negative', &
                 .not. btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_CONDUCTIVITY))
    case ('h0')
      call golden_judge(tally, s, 'h', values(1) - ke)
    case default
      if (size(values) == 1 .and. width(s, name) == 1 .and. .not. per_species(name)) then
        call golden_judge(tally, s, name, values(1))
      else
        call golden_judge(tally, s, name, values)
      end if
    end select
  end subroutine

  ! Results lie in props one after another in the order of `writes`, NaN at first.
  subroutine run(frame, s, collection, reads, writes, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    real(wp), allocatable, intent(out), target :: props(:, :, :, :)
    real(wp), target :: q(nx, ny, nz, first_y + s%ns - 1)
    character(12), allocatable :: names(:)
    type(plan_t) :: plan
    integer :: i, at
    call fill(s, q)
    call plan%create(frame, collection, shape(q), interior)
    names = words(reads)
    do i = 1, size(names)
      at = findloc(input_names, names(i), 1)
      if (at == 0 .and. names(i) /= 'Yi') then
        print '(5a)', 'golden_runs has no input ', trim(names(i)), ' of ', collection, ': add it to input_names and to fill'
        error stop 1
      end if
      call plan%read(trim(names(i)), q, merge(first_y, at, at == 0))
    end do
    names = words(writes)
    at = 1
    do i = 1, size(names)
      at = at + width(s, names(i))
    end do
    allocate (props(nx, ny, nz, at - 1), source=nan(1.0_wp))
    at = 1
    do i = 1, size(names)
      call plan%write(trim(names(i)), props, at)
      at = at + width(s, names(i))
    end do
    call plan%run()
    call plan%destroy()
  end subroutine

  ! NaN in the halo; the golden state at three places, pure species at other temperatures around.
  subroutine fill(s, q)
    type(golden_state), intent(in) :: s
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k
    q = nan(1.0_wp)
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          q(i, j, k, :first_y - 1) = [200.0_wp + 83*i + 31*j + 17*k, 1e6_wp*(1 + i + 2*j + k), 5.0_wp + i, ke, 1e5_wp*i, &
              90.0_wp + i, 120.0_wp + j, 4e6_wp]
          q(i, j, k, first_y:) = 0
          q(i, j, k, first_y + mod(i + j + k, s%ns)) = 1
        end do
      end do
    end do
    do i = 1, size(places, 2)
      q(places(1, i), places(2, i), places(3, i), :) = [s%T, s%P, s%value('rho'), ke, s%value('h'), s%value('eps'), &
          s%value('Tcrit'), s%value('Pcrit'), s%Y]
    end do
  end subroutine

  pure logical function per_species(name)
    character(*), intent(in) :: name
    per_species = any(name == [character(12) :: 'Xi', 'lnphi', 'vi', 'hi', 'rhoYi', 'hYi', 'Di', 'Di_mass', &
      'D_low', 'DiLow', 'DiLast'])
  end function

  pure integer function width(s, name)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    width = merge(s%ns, 1, per_species(name))
  end function

  ! The words of a line.
  function words(line) result(list)
    character(*), intent(in) :: line
    character(12), allocatable :: list(:)
    integer :: i, n
    n = count([(line(i:i) /= ' ' .and. (i == 1 .or. line(max(i - 1, 1):max(i - 1, 1)) == ' '), i=1, len(line))])
    allocate (list(n))
    read (line, *) list
  end function
end module
