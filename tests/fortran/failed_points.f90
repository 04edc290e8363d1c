! A host that looks at neither stat nor flag, and whose arrays hold bad values, or whose bounds are in the wrong order:
! tests/failed_points.sh judges what it is told.
!   failed_points plan|resident|fields|legacy|bounds|celsius|cold
program failed_points
  use, intrinsic :: iso_c_binding
  use drawbridge
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  interface
    integer(c_intptr_t) function c_signal(number, handler) bind(c, name='signal')
      import :: c_int, c_intptr_t
      integer(c_int), value :: number
      integer(c_intptr_t), value :: handler
    end function
  end interface
  integer, parameter :: interior(6) = [3, 18, 2, 5, 4, 6] ! 192 points
  real(wp), target :: q(20, 6, 7, 6) = 0, props(20, 6, 7, 2) = 0
  type(frame_t) :: frame
  character(10) :: path
  integer :: step, stat
  external :: frame_castles_populateinputstripe, frame_tvproperties_preosrhohfromtpprop, frame_tvproperties_preoscalctfromhp

  call get_command_argument(1, path)
  if (c_signal(13, 0_c_intptr_t) == -1) error stop 'signal' ! SIGPIPE ends this host, as it ends most
  q(:, :, :, 1) = 300
  q(:, :, :, 2) = 1e6_wp
  q(:, :, :, 3) = 0.25_wp
  q(:, :, :, 4) = 0.75_wp
  q(:, :, :, 5) = 1e5_wp ! e
  q(:, :, :, 6) = 10     ! rho
  q(1, 1, 1, 1) = 0      ! nobody's business
  q(17, 5, 6, 1) = -3
  q(4, 3, 5, 1) = -4
  q(5, 3, 5, 2) = -5
  q(6:8, 3, 5, 6) = 1e31_wp
  if (path == 'cold') then
    call frame%initialize(species=['O2 ', 'AR '], max_block=50)
  else
    call frame%initialize(species=['O2 ', 'CH4'], max_block=50)
  end if
  do step = 1, 3
    select case (path)
    case ('plan'); call by_plan(.false.)
    case ('resident'); call by_plan(.true.)
    case ('legacy'); call by_legacy_calls()
    case ('bounds'); call by_bounds()
    case ('celsius'); call by_density()
    case ('cold'); call by_temperature()
    case ('fields'); if (step == 1) call by_fields()
    case default; error stop 'failed_points plan|resident|fields|legacy|bounds|celsius|cold'
    end select
  end do
  call frame%finalize(stat)
  print '(a)', 'went on'

contains

  subroutine by_plan(resident)
    logical, intent(in) :: resident
    type(plan_t), save :: density, inverse
    if (step == 1) then
      call density%create(frame, 'preosRhoHFromTPProp', shape(q), interior)
      call density%read('T', q, 1, resident=resident)
      call density%read('P', q, 2)
      call density%read('Yi', q, 3)
      call density%write('rho', props, 1)
      call inverse%create(frame, 'preosCalcTPFromRhoE', shape(q), interior)
      call inverse%read('rho', q, 6)
      call inverse%read('e', q, 5)
      call inverse%read('Yi', q, 3)
      call inverse%write('T', props, 2)
    end if
    if (step == 3) q(9, 4, 5, 2) = -1 ! more of a kind that was seen
    call density%run(stat)
    call inverse%run(stat)
  end subroutine

  ! A temperature in Celsius: the pressure is negative.
  subroutine by_density()
    type(plan_t), save :: plan
    real(wp), save, target :: cold(20, 6, 7, 2)
    cold(:, :, :, 1) = 27
    cold(:, :, :, 2) = 100
    if (step == 1) then
      call plan%create(frame, 'preosThermalProperties(rho, T)', shape(q), interior)
      call plan%read('T', cold, 1)
      call plan%read('rho', cold, 2)
      call plan%read('Yi', q, 3)
      call plan%write('P', props, 1)
    end if
    call plan%run(stat)
    if (props(3, 2, 4, 1) >= 0) error stop 'the pressure is not negative'
  end subroutine

  ! Below the limits of the polynomials of argon, above those of oxygen's.
  subroutine by_temperature()
    type(plan_t), save :: plan
    if (step == 1) then
      q(:, :, :, 1) = 250
      q(:, :, :, 2) = 1e6_wp
      call plan%create(frame, 'preosThermalProperties', shape(q), interior)
      call plan%read('T', q, 1)
      call plan%read('P', q, 2)
      call plan%read('Yi', q, 3)
      call plan%write('h', props, 1)
    end if
    call plan%run(stat)
    if (step > 1) call frame%report()
  end subroutine

  ! Four steps of a list that a GPU records: the first two calls of run are of one step, the third of two.
  subroutine by_fields()
    integer, parameter :: n(3) = [16, 4, 3]
    type(sequence_t) :: list
    call frame%create_field('T', n, halo=1)
    call frame%create_field('P', n)
    call frame%create_field('Yi', n, components=2)
    call frame%create_field('e', n)
    call frame%create_field('rho', n)
    call frame%create_field('density', n, halo=2)
    call frame%create_field('T_of_e', n)
    call frame%upload('T', q, 1, interior)
    call frame%upload('P', q, 2, interior)
    call frame%upload('Yi', q, 3, interior)
    call frame%upload('e', q, 5, interior)
    call frame%upload('rho', q, 6, interior)
    call list%create(frame, 'step')
    call list%apply('fill', '', 'T', options='kind=periodic')
    call list%properties('preosRhoHFromTPProp', 'T P Yi', 'rho=density')
    call list%properties('preosCalcTPFromRhoE', 'rho e Yi', 'T=T_of_e')
    call list%run()
    call list%run()
    call list%run(2)
    call list%destroy()
  end subroutine

  ! Four stripes of 48 points. What preosCalcTFromHP writes is read by the next call.
  subroutine by_legacy_calls()
    integer :: start
    do start = 1, 192, 48
      call stripe('T', 1, 1, start)
      call stripe('P', 2, 2, start)
      call stripe('Yi', 3, 4, start)
      call frame_tvproperties_preosrhohfromtpprop(%VAL(48))
    end do
    call stripe('T', 1, 1, 1) ! of other points
    call stripe('h', 5, 5, 49)
    call stripe('P', 2, 2, 49)
    call stripe('Yi', 3, 4, 49)
    call frame_tvproperties_preoscalctfromhp(%VAL(48))
  end subroutine

  ! The first point and the last in place of x1,x2, y1,y2, z1,z2: create, bind, a box of a snapshot.
  subroutine by_bounds()
    integer, parameter :: n = 28, wrong(6) = [5, 5, 5, 24, 24, 24], right(6) = [5, 24, 5, 24, 5, 24]
    real(wp), allocatable, target, save :: a(:, :, :, :)
    type(plan_t) :: plan
    type(snapshot_t) :: shot
    character(400) :: text
    if (.not. allocated(a)) allocate (a(n, n, n, 4), source=1.0_wp)
    call plan%create(frame, 'preosRhoHFromTPProp', shape(a), wrong)
    call plan%create(frame, 'preosRhoHFromTPProp', shape(a), right)
    call plan%read('T', a, 1)
    call plan%bind('T', a, interior=wrong)
    call shot%create('bounds.hdf', [20, 20, 20], [0.0_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], 0.0_wp, step)
    call shot%write('T', a, 1, interior=wrong, stat=stat, errmsg=text)
    if (stat /= DRAWBRIDGE_SHAPE .or. index(text, 'give [5,24, 5,24, 5,24]') == 0) error stop 'the refusal does not help'
    call shot%write('T', a, 1, interior=right)
    call shot%close()
    call shot%open('bounds.hdf')
    call shot%read('T', a, 1, interior=wrong)
    call shot%read('T', a, 1, interior=[24, 24, 5, 24, 5, 24]) ! a plane of one cell is as good as any
    call shot%close()
  end subroutine

  subroutine stripe(name, first, last, start)
    character(*), intent(in) :: name
    integer, intent(in) :: first, last, start
    call frame_castles_populateinputstripe(name//char(0), q, %VAL(20), %VAL(6), %VAL(7), %VAL(3), %VAL(18), %VAL(2), &
        %VAL(5), %VAL(4), %VAL(6), %VAL(first), %VAL(last), %VAL(start), %VAL(start + 47))
  end subroutine
end program
