! Everything a host can get wrong, through both faces: each gives a clear error that names the thing,
! with stat the host goes on, and nothing is half-written.
program bad_input
  use testing
  use drawbridge
  use, intrinsic :: iso_c_binding, only: c_char, c_null_char, c_int, c_ptr, c_null_ptr
  implicit none
  external :: frame_status, frame_message
  integer :: stat
  character(600) :: errmsg
  character(20) :: device ! of the environment, which wins over an argument

  call get_environment_variable('DRAWBRIDGE_DEVICE', device)
  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call before_initialize()
  call wrong_initialize()
  call wrong_names()
  call wrong_stripes()
  call wrong_plans()
  call stale_plans()
  call wrong_values()
  call wrong_snapshots()
  call legacy_refusals()
  call finish('bad_input')

contains

  subroutine expect(what, code, part)
    character(*), intent(in) :: what, part
    integer, intent(in) :: code
    call expect_error(what, stat, errmsg, code, part)
    errmsg = ''
    stat = -1
  end subroutine

  subroutine before_initialize()
    type(frame_t) :: frame
    type(plan_t) :: plan
    call frame%finalize(stat, errmsg)
    call expect('finalize first', DRAWBRIDGE_ORDER, 'finalize: there is no live Frame')
    call plan%create(frame, 'preosthermalproperties', [8, 8, 8], [1, 8, 1, 8, 1, 8], stat, errmsg)
    call expect('plan without a frame', DRAWBRIDGE_ORDER, 'not initialized')
    call plan%run(stat, errmsg)
    call expect('run without a frame', DRAWBRIDGE_ORDER, 'there is no live Frame')
    call frame%report(stat=stat, errmsg=errmsg)
    call expect('report without a frame', DRAWBRIDGE_ORDER, 'report: there is no live Frame')
  end subroutine

  subroutine wrong_initialize()
    type(frame_t) :: frame, second
    call frame%initialize(species=['CH4', 'XY2'], stat=stat, errmsg=errmsg)
    call expect('unknown species', DRAWBRIDGE_UNKNOWN_NAME, "species 'XY2' is not in the built-in table; it has the formulas H2")
    call frame%initialize(species=['CH4', 'O2 ', 'CH4'], stat=stat, errmsg=errmsg)
    call expect('a species twice', DRAWBRIDGE_ARGUMENT, 'species CH4 is named twice')
    call frame%initialize(species=['O2'], max_block=0, stat=stat, errmsg=errmsg)
    call expect('max_block 0', DRAWBRIDGE_ARGUMENT, "argument max_block: '0' is too small")
    call frame%initialize(ns=65, stat=stat, errmsg=errmsg)
    call expect('65 species', DRAWBRIDGE_ARGUMENT, 'ns is 65, 1 to 64')
    call frame%initialize(ns=3, nq=-1, stat=stat, errmsg=errmsg)
    call expect('nq -1', DRAWBRIDGE_ARGUMENT, 'nq is -1')
    call set_environment('DRAWBRIDGE_DEVICE', '')
    call frame%initialize(species=['O2'], device='abacus', stat=stat, errmsg=errmsg)
    call expect('unknown device', DRAWBRIDGE_ARGUMENT, "'abacus' is not one of host, memcheck")
    call set_environment('DRAWBRIDGE_DEVICE', trim(device))
    ! a report that finds no folder is told, and ends nothing
    call frame%initialize(species=['O2'], max_block=16, report='no/such/folder/report.json', log='off', stat=stat, errmsg=errmsg)
    call check('a report into no folder', stat == DRAWBRIDGE_OK)
    call frame%finalize()
    call frame%initialize(species=['O2'], threads=-2, stat=stat, errmsg=errmsg)
    call expect('negative threads', DRAWBRIDGE_ARGUMENT, "argument threads: '-2'")
    call frame%initialize(species=['O2'], report='r.json'//new_line('a')//'check=off', stat=stat, errmsg=errmsg)
    call expect('a setting with a line break', DRAWBRIDGE_ARGUMENT, "the setting 'report' holds a control character")
    call drawbridge_select_device('quantum', stat, errmsg)
    call expect('select an unknown device', DRAWBRIDGE_ARGUMENT, 'quantum')
    call set_environment('DRAWBRIDGE_LAYOUT', 'diagonal')
    call frame%initialize(species=['O2'], stat=stat, errmsg=errmsg)
    call expect('wrong variable', DRAWBRIDGE_ARGUMENT, "DRAWBRIDGE_LAYOUT: 'diagonal' is not one of left, right")
    call set_environment('DRAWBRIDGE_LAYOUT', '')
    call frame%initialize(species=['O2'], stat=stat, errmsg=errmsg)
    call check('a refused initialize leaves nothing behind', stat == 0, errmsg)
    call second%initialize(species=['N2'], stat=stat, errmsg=errmsg)
    call expect('initialize twice', DRAWBRIDGE_ORDER, 'is live; call finalize first')
    call second%finalize(stat, errmsg)
    call expect('finalize of another frame', DRAWBRIDGE_ORDER, 'finalize: this frame was not initialized')
    call drawbridge_select_device('host', stat, errmsg)
    call expect('select too late', DRAWBRIDGE_ORDER, 'finalize first')
    call frame%set_option('flavour', 'sweet', stat, errmsg)
    call expect('unknown option', DRAWBRIDGE_UNKNOWN_NAME, "option 'flavour' is not known")
    call frame%set_option('root', 'square', stat, errmsg)
    call expect('wrong option', DRAWBRIDGE_ARGUMENT, "'square' is given, expected: stable, liquid, vapour")
    call frame%finalize(stat, errmsg)
    call check('finalize', stat == 0, errmsg)
    call frame%finalize(stat, errmsg)
    call expect('finalize twice', DRAWBRIDGE_ORDER, 'call initialize first; the last Frame was finalized')
    call wrong_data(frame)
  end subroutine

  subroutine wrong_data(frame)
    type(frame_t), intent(inout) :: frame
    real(wp) :: w(2), kij(2, 2), nasa(7, 2)
    w = [0.016_wp, 0.032_wp]
    kij = 0
    nasa = 1
    call frame%initialize(ns=2, stat=stat, errmsg=errmsg)
    call frame%species_data(w(:1), w, w, w, w, nasa, nasa, stat=stat, errmsg=errmsg)
    call expect('short data', DRAWBRIDGE_SHAPE, 'for each of the 2 species')
    call frame%species_data(w, w, w, w, w, transpose(nasa), nasa, stat=stat, errmsg=errmsg)
    call expect('transposed polynomials', DRAWBRIDGE_SHAPE, 'nasa_low is 2 x 7, nasa_high 7 x 2, both must be 7 x 2')
    call frame%poisson('u', 'f', [1.0_wp, 1.0_wp], max_cycles=huge(1), stat=stat, errmsg=errmsg)
    call expect('too many cycles', DRAWBRIDGE_ARGUMENT, 'max_cycles is 2147483647, 0 to 1048576 expected')
    call frame%species_data([0.016_wp, -1.0_wp], w, w, w, w, nasa, nasa, stat=stat, errmsg=errmsg)
    call expect('negative mass', DRAWBRIDGE_ARGUMENT, 'W of species 2 is -1')
    kij(1, 2) = 0.1_wp
    call frame%species_data(w, w, w, w, w, nasa, nasa, kij, stat, errmsg)
    call expect('kij not symmetric', DRAWBRIDGE_ARGUMENT, 'kij is not symmetric: (2,1)')
    nasa(3, 2) = nan(1.0_wp)
    call frame%species_data(w, w, w, w, w, nasa, nasa, stat=stat, errmsg=errmsg)
    call expect('NaN in data', DRAWBRIDGE_ARGUMENT, 'of species 2(3) is NaN')
    call frame%finalize()
  end subroutine

  subroutine wrong_names()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(8, 8, 8, 4)
    q = 1
    call frame%initialize(species=['O2'], max_block=64)
    call plan%create(frame, 'thermalStuff', shape(q), [1, 8, 1, 8, 1, 8], stat, errmsg)
    call expect('unknown collection', DRAWBRIDGE_UNKNOWN_NAME, "collection 'thermalStuff' is not known")
    call plan%create(frame, 'preoscalctfromhp', shape(q), [0, 8, 1, 8, 1, 8], stat, errmsg)
    call expect('interior outside', DRAWBRIDGE_SHAPE, 'interior x 0..8 is not within 1..8')
    call plan%create(frame, 'preoscalctfromhp', shape(q), [1, 8, 1, 9, 1, 8], stat, errmsg)
    call expect('interior outside', DRAWBRIDGE_SHAPE, 'interior y 1..9')
    call plan%create(frame, 'preosThermalProperties', shape(q), [1, 8, 1, 8, 1, 8])
    call plan%create(frame, 'thermalStuff', shape(q), [1, 8, 1, 8, 1, 8], stat, errmsg) ! leaves the plan as it is: it is used below
    call plan%read('Temp', q, 1, stat, errmsg)
    call expect('unknown view', DRAWBRIDGE_UNKNOWN_NAME, "'Temp' is not an input; inputs are T P Yi")
    call plan%write('mu', q, 1, stat, errmsg)
    call expect('not an output', DRAWBRIDGE_UNKNOWN_NAME, "'mu' is not an output; outputs are rho h")
    call plan%write('rhop', q, 1, stat, errmsg)
    call expect('nearly an output', DRAWBRIDGE_UNKNOWN_NAME, "; did you mean 'rhoP'?")
    call plan%read('Yj', q, 1, stat, errmsg)
    call expect('nearly an input', DRAWBRIDGE_UNKNOWN_NAME, "; did you mean 'Yi'?")
    call plan%bind('P', q, stat=stat, errmsg=errmsg)
    call expect('bind before read', DRAWBRIDGE_UNKNOWN_NAME, "'P' was never read or written")
    call plan%destroy()
    call plan%run(stat, errmsg)
    call expect('run after destroy', DRAWBRIDGE_ORDER, 'does not exist')
    call frame%finalize()
  end subroutine

  subroutine wrong_stripes()
    type(frame_t) :: frame
    real(wp) :: q(8, 8, 8, 4)
    external :: frame_castles_populateinputstripe
    q = 1
    call frame%initialize(species=['O2'], max_block=64, nq=4)
    call input('X'//c_null_char, q, 8, 1, 8, 1, 1, 1, 64)
    call legacy('unknown view', DRAWBRIDGE_UNKNOWN_NAME, "view 'X' is not known")
    call input('T'//c_null_char, q, 8, 0, 8, 1, 1, 1, 64)
    call legacy('bounds outside', DRAWBRIDGE_SHAPE, 'interior x 0..8 is not within 1..8')
    call input('T'//c_null_char, q, 8, 1, 9, 1, 1, 1, 64)
    call legacy('bounds outside', DRAWBRIDGE_SHAPE, 'interior x 1..9 is not within 1..8')
    call input('T'//c_null_char, q, 8, 1, 8, 1, 1, 1, 65)
    call legacy('stripe too long', DRAWBRIDGE_SHAPE, 'stripe 1..65 has 65 points, max_block is 64')
    call input('T'//c_null_char, q, 8, 1, 8, 1, 1, 500, 520)
    call legacy('stripe outside', DRAWBRIDGE_SHAPE, 'stripe 500..520 is not within the interior points 1..512')
    call input('T'//c_null_char, q, 8, 1, 8, 1, 2, 1, 64)
    call legacy('two variables for one', DRAWBRIDGE_SHAPE, 'variables 1..2 are 2, the view has 1')
    call input('T'//c_null_char, q, -8, 1, 8, 1, 1, 1, 64)
    call legacy('negative extent', DRAWBRIDGE_SHAPE, 'extent 1 of the array is -8')
    call null_input()
    call legacy('null array', DRAWBRIDGE_NULL_POINTER, "address is null")
    call frame%finalize()
  end subroutine

  subroutine input(name, q, nx, x1, x2, v1, v2, start, end)
    character(*), intent(in) :: name
    real(wp), intent(in) :: q(*)
    integer, intent(in) :: nx, x1, x2, v1, v2, start, end
    external :: frame_castles_populateinputstripe
    call frame_castles_populateinputstripe(name, q, %VAL(nx), %VAL(8), %VAL(8), %VAL(x1), %VAL(x2), %VAL(1), %VAL(8), %VAL(1), &
        %VAL(8), %VAL(v1), %VAL(v2), %VAL(start), %VAL(end))
  end subroutine

  subroutine null_input()
    interface
      subroutine populate(name, data, nx, ny, nz, x1, x2, y1, y2, z1, z2, v1, v2, start, end) &
          bind(c, name='frame_castles_populateinputstripe_')
        import :: c_char, c_int, c_ptr
        character(kind=c_char), intent(in) :: name(*)
        type(c_ptr), value :: data
        integer(c_int), value :: nx, ny, nz, x1, x2, y1, y2, z1, z2, v1, v2, start, end
      end subroutine
    end interface
    call populate('T'//c_null_char, c_null_ptr, 8, 8, 8, 1, 8, 1, 8, 1, 8, 1, 1, 1, 64)
  end subroutine

  ! Code and message of the last legacy call.
  subroutine legacy(what, code, part)
    character(*), intent(in) :: what, part
    integer, intent(in) :: code
    integer :: again
    call frame_status(stat)
    call frame_status(again)
    call check('asking for the status does not clear it', stat == again)
    call frame_message(errmsg, %VAL(len(errmsg)))
    call expect(what, code, part)
  end subroutine

  subroutine wrong_plans()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(8, 8, 8, 6), small(7, 8, 8, 2), empty(8, 8, 8, 0)
    q = 300
    q(:, :, :, 2) = 1e6_wp
    q(:, :, :, 3) = 1
    call frame%initialize(species=['O2'], max_block=64)
    call plan%create(frame, 'preosrhohfromtpprop', shape(q), [2, 7, 2, 7, 2, 7])
    call plan%read('T', q(:, :, 1:8:2, :), 1, stat, errmsg)
    call expect('a slice', DRAWBRIDGE_SHAPE, 'the array is a slice')
    call plan%read('T', small, 1, stat, errmsg)
    call expect('another shape', DRAWBRIDGE_SHAPE, 'the plan was made for [8 8 8]; all arrays of a plan have')
    call plan%read('T', q, 7, stat, errmsg)
    call expect('variable outside', DRAWBRIDGE_SHAPE, 'variable 7 is asked, the array has 6')
    call plan%read('T', empty, 1, stat, errmsg)
    call expect('an empty array', DRAWBRIDGE_SHAPE, 'no elements')
    call plan%read('T', q, 1)
    call plan%read('T', q, 1, stat, errmsg)
    call expect('twice', DRAWBRIDGE_ARGUMENT, 'input T is given twice')
    call plan%write('rho', q, 5)
    call plan%run(stat, errmsg)
    call expect('inputs missing', DRAWBRIDGE_ORDER, 'no array was given for input P')
    call check('a refused run writes nothing', all(q(:, :, :, 5) == 300))
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%run(stat, errmsg)
    call check('and then it runs', stat == 0 .and. all(q(2:7, 2:7, 2:7, 5) < 20) .and. all(q(1, :, :, 5) == 300), errmsg)
    call frame%finalize()
    call plan%run(stat, errmsg)
    call expect('a plan after finalize', DRAWBRIDGE_ORDER, 'there is no live Frame')
  end subroutine

  ! Arrays large and small, freed, moved and grown: the plan notices, and bind mends it.
  subroutine stale_plans()
    type(frame_t) :: frame
    real(wp), allocatable, target :: props(:, :, :, :)
    integer :: n
    call frame%initialize(species=['O2'], max_block=1000)
    allocate (props(70, 70, 70, 1))
    do n = 8, 64, 28
      call stale_plan(frame, n, props)
    end do
    call frame%finalize()
  end subroutine

  subroutine stale_plan(frame, n, props)
    type(frame_t), intent(in) :: frame
    integer, intent(in) :: n
    real(wp), allocatable, target, intent(inout) :: props(:, :, :, :)
    real(wp), allocatable, target :: q(:, :, :, :)
    type(plan_t) :: plan
    deallocate (props)
    allocate (props(n, n, n, 1), q(n, n, n, 3))
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1e6_wp
    q(:, :, :, 3) = 1
    call plan%create(frame, 'preosrhohfromtpprop', shape(q), [2, n - 1, 2, n - 1, 2, n - 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1)
    call plan%run(stat, errmsg)
    call check('a fresh plan runs', stat == 0, errmsg)
    deallocate (q)
    call plan%run(stat, errmsg)
    call expect('a deallocated array', DRAWBRIDGE_STALE_ARRAY, 'bind the plan to the new array')
    allocate (q(n + 4, n + 4, n + 4, 3))
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1e6_wp
    q(:, :, :, 3) = 1
    call plan%run(stat, errmsg)
    call expect('a reallocated array', DRAWBRIDGE_STALE_ARRAY, 'bind the plan to the new array')
    call plan%bind('T', q, interior=[3, n + 2, 3, n + 2, 3, n + 2])
    call plan%run(stat, errmsg)
    call expect('half bound', DRAWBRIDGE_SHAPE, 'bind it too')
    call plan%bind('P', q)
    call plan%bind('Yi', q)
    deallocate (props)
    allocate (props(n + 4, n + 4, n + 4, 1))
    props = 0
    call plan%bind('rho', props)
    call plan%run(stat, errmsg)
    call check('bound again it runs', stat == 0, errmsg)
    call check('at every interior point', count(props > 12) == n**3)
    call plan%destroy()
  end subroutine

  subroutine wrong_values()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(20, 5, 5, 4), props(20, 5, 5, 3)
    real(wp) :: good, bad_t(4), zero
    integer :: i
    character(6) :: check_word(2)
    zero = 0
    bad_t = [0.0_wp, -300.0_wp, nan(1.0_wp), 1.0_wp/zero]
    check_word = ['flag  ', 'strict']
    do i = 1, 2
      call frame%initialize(species=['O2 ', 'CH4'], max_block=77, check=trim(check_word(i)))
      q(:, :, :, 1) = 300
      q(:, :, :, 2) = 1e6_wp
      q(:, :, :, 3) = 0.25_wp
      q(:, :, :, 4) = 0.75_wp
      q(3:6, 2, 2, 1) = bad_t
      q(9, 3, 3, 2) = -1e5_wp
      q(11, 3, 3, 2) = 0
      q(12, 3, 4, 3) = 0.3_wp       ! the sum is 1.05
      q(13, 4, 4, 3:4) = [1.5_wp, -0.5_wp]
      props = 7
      call plan%create(frame, 'preosrhohfromtpprop', shape(q), [2, 19, 2, 4, 2, 4])
      call plan%read('T', q, 1)
      call plan%read('P', q, 2)
      call plan%read('Yi', q, 3)
      call plan%write('rho', props, 1)
      call plan%write('flag', props, 2)
      call plan%run(stat, errmsg)
      if (i == 2) exit
      call check('bad values leave status 0', stat == 0, errmsg)
      good = props(2, 2, 2, 1)
      call check('bad points are NaN', all(is_nan(props(3:6, 2, 2, 1))) .and. is_nan(props(9, 3, 3, 1)) .and. &
          is_nan(props(11, 3, 3, 1)) .and. is_nan(props(12, 3, 4, 1)) .and. is_nan(props(13, 4, 4, 1)))
      call check('bad points are flagged', count(props(2:19, 2:4, 2:4, 2) > 0) == 8)
      call check('all others are right, to the bit', count(props(2:19, 2:4, 2:4, 1) == good) == 18*9 - 8)
      call check('the halo is left alone', all(props(1, :, :, :) == 7) .and. all(props(:, :, 5, :) == 7))
      call frame%finalize()
    end do
    call expect('strict', DRAWBRIDGE_BAD_VALUE, 'point (3,2,2) of the array is flagged bad_temperature: T = 0')
    call check('strict: nothing is written', all(props == 7))
    call frame%finalize()
  end subroutine

  subroutine wrong_snapshots()
    type(snapshot_t) :: snap
    real(wp), target :: q(8, 8, 8), small(4, 4, 4)
    logical :: there
    q = 1
    small = 1
    call snap%close(stat, errmsg)
    call expect('close before create', DRAWBRIDGE_ORDER, 'is not open')
    call snap%create('no/such/folder/a.h5', [8, 8, 8], [0.0_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], 0.0_wp, 1, &
        stat=stat, errmsg=errmsg)
    call expect('no folder', DRAWBRIDGE_FILE, 'no/such/folder')
    call snap%create('bad_input_snapshot.h5', [8, 8, 8], [0.0_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], 0.0_wp, 1, &
        stat=stat, errmsg=errmsg)
    call check('create', stat == 0, errmsg)
    call snap%write('density', small, 'kg/m3', stat=stat, errmsg=errmsg)
    call expect('another shape', DRAWBRIDGE_SHAPE, 'density')
    call snap%write('density', q(:, ::2, :), 'kg/m3', stat=stat, errmsg=errmsg)
    call expect('a slice', DRAWBRIDGE_SHAPE, 'slice')
    call snap%write('density', q, 'kg/m3', interior=[1, 9, 1, 8, 1, 8], stat=stat, errmsg=errmsg)
    call expect('interior outside', DRAWBRIDGE_SHAPE, 'interior x 1..9')
    call snap%abandon(stat, errmsg)
    inquire (file='bad_input_snapshot.h5', exist=there)
    call check('an abandoned snapshot leaves no file', .not. there)
  end subroutine

  subroutine legacy_refusals()
    external :: frame_initialize, frame_finalize, frame_tvproperties_preosthermalproperties
    external :: frame_tvproperties_chungcalctransprop, frame_tvproperties_preoscalcsoundspeed
    call frame_tvproperties_preosthermalproperties(%VAL(1))
    call legacy('collection without a frame', DRAWBRIDGE_ORDER, 'preosthermalproperties: there is no live Frame')
    call set_environment('DRAWBRIDGE_DEVICE', '')
    call frame_initialize(%VAL(999), %VAL(64), %VAL(2), %VAL(3), %VAL(0))
    call legacy('a GPU that is not there', DRAWBRIDGE_NOT_AVAILABLE, 'DRAWBRIDGE_DEVICE=host')
    call set_environment('DRAWBRIDGE_DEVICE', trim(device))
    call frame_initialize(%VAL(-1), %VAL(64), %VAL(2), %VAL(3), %VAL(0))
    call frame_status(stat)
    call check('initialize', stat == 0)
    call frame_tvproperties_preosthermalproperties(%VAL(1))
    call legacy('before species data', DRAWBRIDGE_ORDER, 'species data of the equation of state were not given')
    call frame_tvproperties_preoscalcsoundspeed(%VAL(1))
    call legacy('before its inputs', DRAWBRIDGE_ORDER, 'input rho: 1 points are asked, 0 hold values; input rhoP')
    call frame_tvproperties_preoscalcsoundspeed(%VAL(65))
    call legacy('too many points', DRAWBRIDGE_ARGUMENT, '65 active points, 0 to max_block = 64')
    call frame_tvproperties_preoscalcsoundspeed(%VAL(-1))
    call legacy('negative points', DRAWBRIDGE_ARGUMENT, '-1 active points')
    call frame_tvproperties_preoscalcsoundspeed(%VAL(0))
    call frame_status(stat)
    call check('no points do nothing', stat == 0)
    call frame_tvproperties_chungcalctransprop(%VAL(1))
    call legacy('species data first', DRAWBRIDGE_ORDER, 'chungcalctransprop')
    call frame_finalize
  end subroutine
end program
