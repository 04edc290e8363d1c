! Species from a mechanism file, what initialize says of them, and options by argument, by call and
! by the environment. The first argument is the mechanism file.
program mechanism
  use testing
  use drawbridge
  implicit none
  character(200) :: file
  character(1000) :: errmsg
  integer :: stat

  call get_command_argument(1, file)
  call same_as_the_table()
  call all_of_the_file()
  call refusals()
  call options()
  call normalised()
  call limits_of_arrays()
  call legacy_environment()
  call finish('mechanism')

contains

  ! rho, h and flag of n equal points of T, P, Y.
  function properties_at(frame, t, p, y) result(answer)
    type(frame_t), intent(in) :: frame
    real(wp), intent(in) :: t, p, y(:)
    real(wp) :: answer(3)
    real(wp), target :: state(1, 1, 1, 2 + size(y)), props(1, 1, 1, 3)
    type(plan_t) :: plan
    state(1, 1, 1, :) = [t, p, y]
    call plan%create(frame, 'preosrhohfromtpprop', shape(state), [1, 1, 1, 1, 1, 1])
    call plan%read('T', state, 1)
    call plan%read('P', state, 2)
    call plan%read('Yi', state, 3)
    call plan%write('rho', props, 1)
    call plan%write('h', props, 2)
    call plan%write('flag', props, 3)
    call plan%run()
    call plan%destroy()
    answer = props(1, 1, 1, :)
  end function

  logical function reported(frame, part)
    type(frame_t), intent(in) :: frame
    character(*), intent(in) :: part
    character(400) :: line
    integer :: unit, ios
    reported = .false.
    open (newunit=unit, status='scratch', action='readwrite')
    call frame%report(unit)
    rewind (unit)
    do
      read (unit, '(a)', iostat=ios) line
      if (ios /= 0) exit
      if (index(line, part) > 0) reported = .true.
    end do
    close (unit)
  end function

  ! The file's O2 and N2 are the table's, whatever their order in the file.
  subroutine same_as_the_table()
    type(frame_t) :: frame
    real(wp) :: table(3), from_file(3), y(2)
    y = [0.3_wp, 0.7_wp]
    call frame%initialize(species=['N2', 'O2'], max_block=16)
    table = properties_at(frame, 250.0_wp, 5e6_wp, y)
    call frame%finalize()
    call frame%initialize(species=['N2', 'O2'], mechanism=trim(file), max_block=16)
    from_file = properties_at(frame, 250.0_wp, 5e6_wp, y)
    call check('the same figures give the same answers', all(abs(from_file - table) <= 1e-12_wp*abs(table)))
    call check('names are in the caller''s order', frame%names(1) == 'N2' .and. frame%names(2) == 'O2')
    call frame%finalize()
  end subroutine

  subroutine all_of_the_file()
    type(frame_t) :: frame
    call frame%initialize(mechanism=trim(file), max_block=16)
    call check('all species of the phase', frame%species == 6)
    call check('in its order', frame%names(1) == 'O2' .and. frame%names(5) == 'FUEL')
    call check('the report says what was estimated', reported(frame, 'omega = 0: OH FUEL'))
    call check('and what the table gave', reported(frame, 'critical data from the built-in table: O2 N2'))
    call frame%finalize()
    call frame%initialize(species=['OH', 'O2'], max_block=16)
    call check('estimates of the built-in table are said too', reported(frame, 'omega = 0: OH'))
    call frame%finalize()
  end subroutine

  subroutine refusals()
    type(frame_t) :: frame
    call frame%initialize(mechanism=trim(file), missing_critical='refuse', stat=stat, errmsg=errmsg)
    call expect_error('refused estimates', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'critical data of OH FUEL would have to be estimated')
    call frame%initialize(species=['O2 ', 'XYZ'], mechanism=trim(file), stat=stat, errmsg=errmsg)
    call expect_error('unknown species', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, 'species ''XYZ'' is not defined there')
    call frame%initialize(mechanism='no_such_file.yaml', stat=stat, errmsg=errmsg)
    call expect_error('no file', stat, errmsg, DRAWBRIDGE_FILE, 'mechanism no_such_file.yaml')
    call frame%initialize(ns=3, mechanism=trim(file), stat=stat, errmsg=errmsg)
    call expect_error('another number', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'ns is 3, mechanism')
    call frame%initialize(mechanism=trim(file), missing_critical='perhaps', stat=stat, errmsg=errmsg)
    call expect_error('another word', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'estimate, refuse')
    call frame%initialize(species=['OH'], missing_critical='refuse', stat=stat, errmsg=errmsg)
    call expect_error('refused estimates of the table', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'critical data of OH')
    call frame%initialize(species=['O2'], options='root=solid', stat=stat, errmsg=errmsg)
    call expect_error('wrong option', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'option root: ''solid''')
    call frame%initialize(species=['O2'], options='root', stat=stat, errmsg=errmsg)
    call expect_error('no option', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'argument options')
  end subroutine

  ! O2 at 120 K, 0.8 MPa has three volumes: liquid about 970 kg/m3, vapour about 30.
  subroutine options()
    type(frame_t) :: frame
    real(wp) :: liquid(3), vapour(3), answer(3)
    call frame%initialize(species=['O2'], max_block=16, options='root = liquid, alpha_sign=signed')
    liquid = properties_at(frame, 120.0_wp, 0.8e6_wp, [1.0_wp])
    call frame%set_option('root', 'vapour')
    vapour = properties_at(frame, 120.0_wp, 0.8e6_wp, [1.0_wp])
    call check('options of initialize hold until set_option', liquid(1) > 800 .and. vapour(1) < 100)
    call frame%finalize()
    call set_environment('DRAWBRIDGE_OPTIONS', 'root=liquid')
    call frame%initialize(species=['O2'], max_block=16, options='root=vapour')
    call frame%set_option('root', 'vapour', stat, errmsg)
    call check('an option that the environment fixes is no failure', stat == 0, errmsg)
    answer = properties_at(frame, 120.0_wp, 0.8e6_wp, [1.0_wp])
    call check('options of the environment win', answer(1) == liquid(1))
    call check('and the report says so', reported(frame, 'DRAWBRIDGE_OPTIONS says liquid'))
    call frame%set_option('root', 'solid', stat, errmsg)
    call expect_error('a wrong word stays wrong', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'option root')
    call frame%finalize()
    call set_environment('DRAWBRIDGE_OPTIONS', 'roots=liquid')
    call frame%initialize(species=['O2'], stat=stat, errmsg=errmsg)
    call expect_error('unknown option', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, 'DRAWBRIDGE_OPTIONS: option ''roots''')
    call set_environment('DRAWBRIDGE_OPTIONS', '')
  end subroutine

  ! The option normalise: compositions that do not sum to one are made to, and counted.
  subroutine normalised()
    type(frame_t) :: frame
    real(wp) :: right(3), answer(3)
    call frame%initialize(species=['O2 ', 'CH4'], max_block=16)
    right = properties_at(frame, 300.0_wp, 5e6_wp, [0.25_wp, 0.75_wp])
    answer = properties_at(frame, 300.0_wp, 5e6_wp, [0.5_wp, 1.5_wp])
    call check('without the option the point is flagged', btest(int(answer(3)), DRAWBRIDGE_FLAG_BAD_COMPOSITION))
    call frame%set_option('normalise', 'on')
    answer = properties_at(frame, 300.0_wp, 5e6_wp, [0.5_wp, 1.5_wp])
    call check('with it the answer is that of the sum', all(answer == right))
    answer = properties_at(frame, 300.0_wp, 5e6_wp, [0.0_wp, 0.0_wp])
    call check('nothing cannot be normalised', btest(int(answer(3)), DRAWBRIDGE_FLAG_BAD_COMPOSITION) .and. is_nan(answer(1)))
    call check('the report counts', reported(frame, '1 points normalised'))
    call frame%finalize()
  end subroutine

  ! Temperature limits given with arrays: clip works, and points outside are flagged.
  subroutine limits_of_arrays()
    type(frame_t) :: frame
    real(wp) :: low(7, 1), high(7, 1), answer(3)
    low(:, 1) = [3.298677_wp, 1.4082404e-03_wp, -3.963222e-06_wp, 5.641515e-09_wp, -2.444854e-12_wp, -1020.8999_wp, 3.950372_wp]
    high(:, 1) = [2.92664_wp, 1.4879768e-03_wp, -5.68476e-07_wp, 1.0097038e-10_wp, -6.753351e-15_wp, -922.7977_wp, 5.980528_wp]
    call frame%initialize(ns=1, max_block=16)
    call give(frame, low, high, [300.0_wp])
    call check('arrays with limits', stat == 0, errmsg)
    answer = properties_at(frame, 250.0_wp, 1e5_wp, [1.0_wp])
    call check('outside is flagged', btest(int(answer(3)), DRAWBRIDGE_FLAG_EXTRAPOLATED))
    call frame%set_option('nasa_extension', 'clip', stat, errmsg)
    call check('clip has its limits', stat == 0, errmsg)
    call give(frame, low, high, [1200.0_wp])
    call expect_error('limits that do not rise', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'Tlow, Tmid, Thigh of species 1')
    call give(frame, low, high, [300.0_wp, 300.0_wp])
    call expect_error('too many limits', stat, errmsg, DRAWBRIDGE_SHAPE, 'tlow and thigh')
    call frame%species_data([0.028014_wp], [126.2_wp], [3.39e6_wp], [0.037_wp], [1000.0_wp], low, high, tlow=[300.0_wp], &
        stat=stat, errmsg=errmsg)
    call expect_error('half of the limits', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'together')
    call frame%finalize()
  end subroutine

  subroutine give(frame, low, high, tlow)
    type(frame_t), intent(in) :: frame
    real(wp), intent(in) :: low(7, 1), high(7, 1), tlow(:)
    errmsg = ''
    call frame%species_data([0.028014_wp], [126.2_wp], [3.39e6_wp], [0.037_wp], [1000.0_wp], low, high, tlow=tlow, &
        thigh=5000 + 0*tlow, stat=stat, errmsg=errmsg)
  end subroutine

  ! A solver that cannot be recompiled gets a mechanism by the environment.
  subroutine legacy_environment()
    external :: frame_initialize, frame_finalize, frame_status, frame_message, frame_tvproperties_preosrhohfromtpprop
    call set_environment('DRAWBRIDGE_MECHANISM', trim(file))
    call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
    call frame_initialize(%VAL(-1), %VAL(16), %VAL(6), %VAL(1), %VAL(0))
    call frame_status(stat)
    call check('initialize by the environment', stat == 0)
    call frame_tvproperties_preosrhohfromtpprop(%VAL(1))
    call frame_status(stat)
    call check('species data are there, inputs are not', stat == DRAWBRIDGE_ORDER)
    call frame_message(errmsg, %VAL(len(errmsg)))
    call check('and the message says so', index(errmsg, 'input T') > 0, errmsg)
    call frame_finalize
  end subroutine
end program
