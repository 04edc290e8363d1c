! What is usually wrong with legacy calls, and with the first lines of a port: each is named at the call that is wrong.
! The policy is return, and the log is the file of DRAWBRIDGE_LOG.
module legacy_traps_host
  use testing
  implicit none
  integer, parameter :: nx = 12, ny = 10, nz = 9, points = nx*ny*nz
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe, frame_status, frame_message, &
    frame_tvproperties_preosrhohfromtpprop
contains

  ! A dummy argument of assumed shape, on to a call without an interface: a compiler copies what is not contiguous.
  subroutine take_any_shape(name, q, var, start, end)
    character(*), intent(in) :: name
    real(wp), intent(in) :: q(:, :, :, :)
    integer, intent(in) :: var, start, end
    call take(name, q, var, start, end)
  end subroutine

  ! The whole of an array, with its extents: nothing is copied.
  subroutine take(name, q, var, start, end)
    character(*), intent(in) :: name
    real(wp), intent(in) :: q(nx, ny, nz, *)
    integer, intent(in) :: var, start, end
    call frame_castles_populateinputstripe(name, q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(1), %VAL(nx), %VAL(1), %VAL(ny), &
        %VAL(1), %VAL(nz), %VAL(var), %VAL(var), %VAL(start), %VAL(end))
  end subroutine

  subroutine give(name, q, var, start, end)
    character(*), intent(in) :: name
    real(wp), intent(inout) :: q(nx, ny, nz, *)
    integer, intent(in) :: var, start, end
    call frame_castles_populateoutputstripe(name, q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(1), %VAL(nx), %VAL(1), %VAL(ny), &
        %VAL(1), %VAL(nz), %VAL(var), %VAL(var), %VAL(start), %VAL(end))
  end subroutine

  subroutine expect(what, code, part)
    character(*), intent(in) :: what, part
    integer, intent(in) :: code
    character(1000) :: message
    integer :: stat
    call frame_status(stat)
    call frame_message(message, %VAL(len(message)))
    call expect_error(what, stat, trim(message), code, part)
  end subroutine
end module

program legacy_traps
  use legacy_traps_host
  use drawbridge
  implicit none
  type(frame_t) :: frame
  type(plan_t) :: plan
  integer :: stat
  character(1000) :: errmsg

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call without_values()
  call frame%initialize(species=['CH4', 'O2 '], max_block=points)
  call names()
  call beyond()
  call copies()
  call frame%finalize()
  call without_species()
  call sizes()
  call finish('legacy_traps')

contains

  ! The low half of an address may be a small number: then this host asks nothing.
  logical function telling(number)
    integer, intent(in), target :: number
    telling = abs(transfer(iand(loc(number), int(z'FFFFFFFF', 8)), 1)) > 2**21
  end function

  subroutine without_values()
    integer :: device, block, species, width, model
    external :: frame_initialize
    device = -1
    block = 64
    species = 2
    width = 3
    model = 0
    if (.not. telling(device)) return
    if (.not. telling(species)) return
    call frame_initialize(device, block, species, width, model)
    call expect('initialize without %VAL', DRAWBRIDGE_ARGUMENT, 'pass the integers of the legacy calls by value, as %VAL(ns)')
  end subroutine

  subroutine names()
    real(wp), allocatable :: q(:, :, :, :)
    integer :: n
    character(9) :: behind
    allocate (q(nx, ny, nz, 2))
    q = 300
    behind = 'Tabcdefgh'
    call take(behind(1:1), q, 1, 1, points)
    call expect('a name without char(0)', DRAWBRIDGE_UNKNOWN_NAME, "'Tabcdefg' is not known")
    call expect('a name without char(0)', DRAWBRIDGE_UNKNOWN_NAME, "If T is meant, end its name: 'T'//char(0)")
    behind = 'x'//char(7)//char(200)//'defgh'
    call take(behind(1:1), q, 1, 1, points)
    call expect('a name with control characters', DRAWBRIDGE_UNKNOWN_NAME, "view 'x??defgh' is not known")
    call expect('a name with control characters', DRAWBRIDGE_UNKNOWN_NAME, 'end it with char(0)')
    call take('pressure'//char(0), q, 1, 1, points)
    call expect('a whole name that is none', DRAWBRIDGE_UNKNOWN_NAME, "view 'pressure' is not known")
    n = points
    if (telling(n)) then
      call frame_tvproperties_preosrhohfromtpprop(n)
      call expect('a count without %VAL', DRAWBRIDGE_ARGUMENT, 'as %VAL(nActivePoints)')
    end if
    call frame_castles_populateinputstripe('T'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(1), %VAL(nx), %VAL(1), %VAL(ny), &
        %VAL(1), %VAL(nz), %VAL(-1234567890), %VAL(1), %VAL(1), %VAL(points))
    call expect('one number without %VAL', DRAWBRIDGE_SHAPE, 'as %VAL(nx)')
  end subroutine

  ! Arrays of a small and of a large block: heap blocks within the heap, and mapped by themselves.
  subroutine beyond()
    real(wp), allocatable :: t(:, :, :), q(:, :, :, :), large(:, :, :)
    integer, parameter :: n = 80
    allocate (t(nx, ny, nz), q(nx, ny, nz, 2), large(n, n, n))
    t = 300
    q = 300
    large = 300
    call take('T'//char(0), t, 1, 1, points)
    call frame_status(stat)
    call check('the variable that there is', stat == 0)
    call take('T'//char(0), q, 2, 1, points)
    call frame_status(stat)
    call check('the second of two variables', stat == 0)
    call take('T'//char(0), t, 2, 1, points)
    call expect('a variable beyond a 3-D array', DRAWBRIDGE_SHAPE, &
      'room for 1 variables. Give SptData and EptData within the array')
    call frame_castles_populateinputstripe('T'//char(0), large, %VAL(n), %VAL(n), %VAL(n), %VAL(1), %VAL(n), %VAL(1), %VAL(n), &
        %VAL(1), %VAL(n), %VAL(2), %VAL(2), %VAL(1), %VAL(100))
    call expect('a variable beyond a large array', DRAWBRIDGE_SHAPE, 'room for 1 variables')
    call take('T'//char(0), q, 1, 1, points)
    call give('T'//char(0), q, 3, 1, points)
    call expect('an output beyond an array', DRAWBRIDGE_SHAPE, 'view T: variables 3..3 of an array 12 x 10 x 9')
    call take('T'//char(0), q(1, 1, 1, 2), 1, 1, points)
    call frame_status(stat)
    call check('an array that begins in another one', stat == 0)
  end subroutine

  subroutine copies()
    real(wp), allocatable :: all(:, :, :, :), whole(:, :, :, :)
    integer :: start
    call logged('nothing yet', 'pass a copy of the whole array', .false.)
    allocate (all(nx + 1, ny, nz, 3), whole(nx, ny, nz, 3))
    all(:, :, :, 1) = 300
    all(:, :, :, 2) = 1e6_wp
    all(:, :, :, 3) = 1
    whole = all(:nx, :, :, :)
    do start = 1, points, points/3
      call take('T'//char(0), whole, 1, start, start + points/3 - 1)
      call take('P'//char(0), whole, 2, start, start + points/3 - 1)
      call frame_tvproperties_preosrhohfromtpprop(%VAL(points/3))
    end do
    call logged('whole arrays', 'pass a copy of the whole array', .false.)
    call take_any_shape('T'//char(0), all(:nx, :, :, :), 1, 1, points/3)
    call take_any_shape('P'//char(0), all(:nx, :, :, :), 2, 1, points/3)
    call frame_tvproperties_preosrhohfromtpprop(%VAL(points/3))
    call logged('slices', 'pass a copy of the whole array', .true.)
    call take_any_shape('T'//char(0), all(:nx, :, :, :), 1, 1 + points/3, 2*(points/3))
    call logged('said once', 'pass a copy of the whole array', .false.)
  end subroutine

  ! Neither species nor ns: a Frame for fields, which says so where species are needed.
  subroutine without_species()
    real(wp) :: one(1) = 1, nasa(7, 1) = 1
    call frame%initialize(stat=stat, errmsg=errmsg)
    call check('a Frame for fields', stat == 0, errmsg)
    call plan%create(frame, 'preosThermalProperties', [8, 8, 8], [1, 8, 1, 8, 1, 8], stat, errmsg)
    call expect_error('a plan without species', stat, errmsg, DRAWBRIDGE_ORDER, &
      'the Frame has no species; give initialize species=')
    call check('what initialize makes then', index(errmsg, 'a Frame for fields only') > 0, errmsg)
    call frame%species_data(one, one, one, one, one, nasa, nasa, stat=stat, errmsg=errmsg)
    call expect_error('data without ns', stat, errmsg, DRAWBRIDGE_ORDER, &
      'species_data: the Frame has no species; give initialize ns=')
    call frame%transport_data(one, one, one, stat=stat, errmsg=errmsg)
    call expect_error('data without ns', stat, errmsg, DRAWBRIDGE_ORDER, 'transport_data: the Frame has no species')
    call frame%finalize()
    call logged('a Frame for fields is meant', 'for fields only', .false.)
    call frame%initialize(options='equation_of_state=srk')
    call frame%finalize()
    call logged('options without species', 'initialize: options= and nq= do nothing', .true.)
  end subroutine

  subroutine sizes()
    call frame%initialize(species=['O2'])
    call check('the default of max_block', frame%max_block == 12288)
    call frame%finalize()
    call set_environment('DRAWBRIDGE_MAX_BLOCK', '512')
    call frame%initialize(species=['O2'], max_block=64)
    call check('the environment wins', frame%max_block == 512)
    call frame%finalize()
    call set_environment('DRAWBRIDGE_MAX_BLOCK', '0')
    call frame%initialize(species=['O2'], stat=stat, errmsg=errmsg)
    call expect_error('no block', stat, errmsg, DRAWBRIDGE_ARGUMENT, &
      "DRAWBRIDGE_MAX_BLOCK: '0' is too small, expected 1 to 2147483647")
    call set_environment('DRAWBRIDGE_MAX_BLOCK', '')
    call frame%initialize(species=['O2'], max_block=-5, stat=stat, errmsg=errmsg)
    call expect_error('a negative block', stat, errmsg, DRAWBRIDGE_ARGUMENT, "argument max_block: '-5' is negative")
  end subroutine
end program
