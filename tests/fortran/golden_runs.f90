! Golden states through plans: one collection or building block at a time, the state at three places of a
! halo-padded block of other states, in the stripes that max_block makes; outputs are NaN at first.
!   call start(frame, s, max_block);  call judge(frame, s, 'preosentropy', 'T P Yi', 's g')
! What has one value per species is written NAME[ns], as in a kernel's row. Golden gives the values; a kernel with a view that golden does
! not have brings its own: the input's behind =, the output's as `expected` (its reference routine's values).
!   call judge(frame, s, 'mixedness', 'Yi share=0.25', 'mixed lnphi[ns]', expected=[mixed, s%row('lnphi')])
module golden_runs
  use testing
  use golden_states
  use drawbridge
  implicit none
  private
  public :: start, judge, run, places, tally
  integer, parameter :: nx = 8, ny = 6, nz = 5, first(3) = [2, 3, 2], last(3) = [7, 5, 4]
  integer, parameter :: interior(6) = [first(1), last(1), first(2), last(2), first(3), last(3)]
  integer, parameter :: places(3, 3) = reshape([4, 4, 3, 7, 5, 4, 2, 3, 2], [3, 3]) ! middle, last, first
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
    if (s%equation /= 'pr') call frame%set_option('equation_of_state', trim(s%equation))
    if (s%translation /= 'none') call frame%set_option('volume_translation', trim(s%translation))
    if (s%nasa_clip) call frame%set_option('nasa_extension', 'clip')
    call frame%set_option('diffusion_floor', '1e-20')
  end subroutine

  ! Run a collection with the state at three places of a halo-padded block and judge what it wrote there: by golden's values under
  ! the names of the views or under those of `as`, or by `expected`, all values in the order of `writes`, to 1e-11 of each
  ! or to `tolerance`.
  subroutine judge(frame, s, collection, reads, writes, as, expected, tolerance)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    character(*), intent(in), optional :: as
    real(wp), intent(in), optional :: expected(:), tolerance
    character(20), allocatable :: names(:), outputs(:)
    real(wp), allocatable :: props(:, :, :, :), values(:)
    character(8000) :: seen, wanted
    real(wp) :: near
    integer :: i, p, at, to
    near = 1e-11_wp
    if (present(tolerance)) near = tolerance
    call run(frame, s, collection, reads, writes, props)
    outputs = words(writes)
    names = outputs
    if (present(as)) names = words(as)
    allocate (values(size(props, 4)))
    do p = 1, size(places, 2)
      values(:) = props(places(1, p), places(2, p), places(3, p), :)
      if (present(expected)) then
        write (seen, '(2(a,es12.5),a,*(es24.16))') 'T =', s%T, ' P =', s%P, ' got', values
        write (wanted, '(a,*(es24.16))') ' expected', expected
        call check(collection//': '//writes//' as expected', close_to(values, expected, near), trim(seen)//trim(wanted))
        cycle
      end if
      at = 1
      do i = 1, size(names)
        to = at + width(s, outputs(i)) - 1
        call judge_one(s, bare(names(i)), values(at:to), index(outputs(i), '[ns]') > 0)
        at = to + 1
      end do
    end do
    call check(collection//': the halo stays as it was', count(.not. is_nan(props(:, :, :, 1))) == product(last - first + 1))
  end subroutine

  pure logical function close_to(values, expected, tolerance)
    real(wp), intent(in) :: values(:), expected(:), tolerance
    close_to = size(values) == size(expected)
    if (close_to) close_to = all(abs(values - expected) <= tolerance*abs(expected))
  end function

  subroutine judge_one(s, name, values, per_species)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    real(wp), intent(in) :: values(:)
    logical, intent(in) :: per_species
    if (name == 'flag') then
      call check('flag tells of a viscosity that is negative', &
                 btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_VISCOSITY) .eqv. s%value('mu') < 0)
      call check('flag tells of no conductivity that is negative', &
                 .not. btest(int(values(1)), DRAWBRIDGE_FLAG_NEGATIVE_CONDUCTIVITY))
    else if (per_species) then
      call golden_judge(tally, s, name, values)
    else
      call golden_judge(tally, s, name, values(1))
    end if
  end subroutine

  ! Results lie in props one after another in the order of `writes`, NaN at first.
  subroutine run(frame, s, collection, reads, writes, props)
    type(frame_t), intent(in) :: frame
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: collection, reads, writes
    real(wp), allocatable, intent(out), target :: props(:, :, :, :)
    real(wp), allocatable, target :: q(:, :, :, :)
    character(20), allocatable :: names(:)
    type(plan_t) :: plan
    integer :: i, at
    names = words(reads)
    allocate (q(nx, ny, nz, sum([(width(s, names(i)), i=1, size(names))])), source=nan(1.0_wp))
    call plan%create(frame, collection, shape(q), interior)
    at = 1
    do i = 1, size(names)
      call fill(s, names(i), collection, q(:, :, :, at:at + width(s, names(i)) - 1))
      call plan%read(bare(names(i)), q, at)
      at = at + width(s, names(i))
    end do
    names = words(writes)
    allocate (props(nx, ny, nz, sum([(width(s, names(i)), i=1, size(names))])), source=nan(1.0_wp))
    at = 1
    do i = 1, size(names)
      call plan%write(bare(names(i)), props, at)
      at = at + width(s, names(i))
    end do
    call plan%run()
    call plan%destroy()
  end subroutine

  ! One input: the state at three places; around it values within 30 per cent, pure species, and densities at which all of them are
  ! gases. The halo stays as it is.
  subroutine fill(s, name, collection, q)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name, collection
    real(wp), intent(inout) :: q(:, :, :, :)
    real(wp) :: value, around
    integer :: i, j, k
    value = 0
    if (name /= 'Yi') value = input(s, name, collection)
    around = merge(0.02_wp, 1.0_wp, name == 'rho')*value
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          q(i, j, k, :) = around*(0.7_wp + mod(0.083_wp*i + 0.31_wp*j + 0.17_wp*k, 0.6_wp))
          if (name == 'Yi') q(i, j, k, 1 + mod(i + j + k, s%ns)) = 1
        end do
      end do
    end do
    do i = 1, size(places, 2)
      q(places(1, i), places(2, i), places(3, i), :) = value
      if (name == 'Yi') q(places(1, i), places(2, i), places(3, i), :) = s%Y
    end do
  end subroutine

  real(wp) function input(s, name, collection)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name, collection
    integer :: at, status
    at = index(name, '=')
    status = 0
    if (at > 0) then
      read (name(at + 1:), *, iostat=status) input
    else
      input = s%value(name)
    end if
    if (status == 0 .and. input < huge(1.0_wp)) return
    print '(6a)', 'golden has no value of ', trim(name), ', which ', collection, ' reads: write NAME=VALUE, for instance ', &
      bare(name)//'=0.25'
    error stop 1
  end function

  ! A name without [ns] and without =VALUE.
  pure function bare(name) result(text)
    character(*), intent(in) :: name
    character(:), allocatable :: text
    text = name(:scan(trim(name)//'=', '[=') - 1)
  end function

  pure integer function width(s, name)
    type(golden_state), intent(in) :: s
    character(*), intent(in) :: name
    width = merge(s%ns, 1, name == 'Yi' .or. index(name, '[ns]') > 0)
  end function

  ! The words of a line.
  function words(line) result(list)
    character(*), intent(in) :: line
    character(20), allocatable :: list(:)
    integer :: i, n
    n = count([(line(i:i) /= ' ' .and. (i == 1 .or. line(max(i - 1, 1):max(i - 1, 1)) == ' '), i=1, len(line))])
    allocate (list(n))
    read (line, *) list
  end function
end module
