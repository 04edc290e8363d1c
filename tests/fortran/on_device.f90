! Plans on arrays that the host program has on the GPU, allocated by plain calls of the driver (device_memory.c): the answers of
! host arrays, halos as they were, work of a stream waited for, and every wrong address refused by name.
!   on_device          on a GPU, or the fake one of the tests
!   on_device host     the sentence of a Frame on the host
program on_device
  use, intrinsic :: iso_c_binding
  use testing
  use drawbridge
  implicit none
  interface
    integer(c_int) function device_memory_open() bind(c)
      import
    end function
    type(c_ptr) function device_take(gpu, bytes) bind(c)
      import
      integer(c_int), value :: gpu
      integer(c_int64_t), value :: bytes
    end function
    integer(c_int) function device_give_back(gpu, at) bind(c)
      import
      integer(c_int), value :: gpu
      type(c_ptr), value :: at
    end function
    type(c_ptr) function device_stream() bind(c)
      import
    end function
    integer(c_int) function device_copy(device, host, bytes, to_host, wait) bind(c)
      import
      type(c_ptr), value :: device, host
      integer(c_int64_t), value :: bytes
      integer(c_int), value :: to_host, wait
    end function
  end interface
  integer, parameter :: n(3) = [13, 7, 5], h = 2, ns = 2, m(3) = n + 2*h, inside(6) = [h+1, h+n(1), h+1, h+n(2), h+1, h+n(3)]
  integer(c_int64_t), parameter :: plane = 8_c_int64_t*product(m)
  character(3), parameter :: outputs(3) = ['rho', 'c  ', 'mu ']
  real(wp), target :: q(m(1), m(2), m(3), 2 + ns), expected(m(1), m(2), m(3), 3), got(m(1), m(2), m(3), 3)
  real(wp), target :: turned(2 + ns, m(1), m(2), m(3))
  real(wp), pointer :: qd(:, :, :, :), ad(:, :, :, :), td(:, :, :, :), other(:, :, :, :)
  real(c_float), pointer :: single(:, :, :)
  type(frame_t) :: frame
  type(plan_t) :: plan
  type(c_ptr) :: in, out, stream
  integer :: gpus, stat, i, j, k
  character(800) :: errmsg
  character(20) :: mode

  call get_command_argument(1, mode)
  call fill()
  if (mode == 'host') then
    call frame%initialize(species=['CH4', 'O2 '], device='host', log='off')
    qd => q
    call make(shape(q))
    call plan%read('T', qd, var=1, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('on the host', stat, errmsg, DRAWBRIDGE_NOT_AVAILABLE, &
      'where no array lies on a GPU; leave out on_device here, or set DRAWBRIDGE_DEVICE=gpu')
    call frame%finalize()
    call finish('on_device host')
    stop
  end if
  gpus = device_memory_open()
  call check('the driver opens', gpus > 0)
  call frame%initialize(species=['CH4', 'O2 '], device='cuda:0', log='off')
  stream = device_stream()
  in = device_take(0_c_int, plane*(2 + ns))
  out = device_take(0_c_int, plane*3)
  call c_f_pointer(in, qd, shape(q))
  call c_f_pointer(out, ad, shape(got))
  call from_the_host()
  call same_answers()
  call in_another_order()
  call behind_a_stream()
  call flagged_points()
  call refused()
  call frame%finalize()
  call finish('on_device')

contains

  subroutine fill()
    q = nan(1.0_wp)
    do k = h + 1, h + n(3)
      do j = h + 1, h + n(2)
        do i = h + 1, h + n(1)
          q(i, j, k, :) = [200.0_wp + 40*i + 11*j, 1e5_wp*2**k, 0.1_wp*j, 1 - 0.1_wp*j]
        end do
      end do
    end do
    do i = 1, 2 + ns
      turned(i, :, :, :) = q(:, :, :, i)
    end do
  end subroutine

  subroutine make(extents, order)
    integer, intent(in) :: extents(:)
    character(*), intent(in), optional :: order
    call plan%create(frame, 'eosThermalAndViscousProperties', extents, inside, order=order)
  end subroutine

  subroutine from_the_host()
    real(wp), pointer :: a(:, :, :, :)
    a => q
    expected = nan(1.0_wp)
    call make(shape(q))
    call plan%read('T', a, var=1)
    call plan%read('P', a, var=2)
    call plan%read('Yi', a, var=3)
    a => expected
    call write_all(a, .false.)
    call plan%run()
  end subroutine

  subroutine write_all(a, there)
    real(wp), pointer, intent(in) :: a(:, :, :, :)
    logical, intent(in) :: there
    integer :: v
    do v = 1, 3
      call plan%write(trim(outputs(v)), a, var=v, on_device=there, order='i,j,k,var')
    end do
  end subroutine

  subroutine read_all()
    call plan%read('T', qd, var=1, on_device=.true.)
    call plan%read('P', qd, var=2, on_device=.true.)
    call plan%read('Yi', qd, var=3, on_device=.true.)
  end subroutine

  ! Outputs on the GPU begin as NaN, and so the halo stays.
  subroutine clean()
    got = nan(1.0_wp)
    call check('copy', device_copy(out, c_loc(got), 3*plane, 0, 1) == 0)
  end subroutine

  subroutine judge(what)
    character(*), intent(in) :: what
    real(wp) :: worst
    logical :: halo
    character(40) :: text
    got = 0
    call check('copy', device_copy(out, c_loc(got), 3*plane, 1, 1) == 0)
    worst = 0
    halo = .true.
    do k = 1, m(3)
      do j = 1, m(2)
        do i = 1, m(1)
          if (any([i, j, k] <= h .or. [i, j, k] > h + n)) then
            halo = halo .and. all(is_nan(got(i, j, k, :)))
          else
            worst = max(worst, maxval(abs(got(i, j, k, :)/expected(i, j, k, :) - 1)))
            if (any(is_nan(got(i, j, k, :)))) worst = 1
          end if
        end do
      end do
    end do
    write (text, '(a,es8.1)') 'largest relative difference ', worst
    call check(what//': the answers of host arrays', worst < 1e-12_wp, text)
    call check(what//': the halo is as before', halo)
  end subroutine

  subroutine same_answers()
    integer :: unit, ios
    character(300) :: line
    logical :: moved
    call check('copy', device_copy(in, c_loc(q), plane*(2 + ns), 0, 1) == 0)
    call clean()
    call make(shape(q))
    call read_all()
    call write_all(ad, .true.)
    call plan%run()
    call judge('arrays on the device')
    call plan%bind('T', qd, on_device=.true.)
    call plan%run()
    call judge('bound again')
    moved = .false.
    open (newunit=unit, status='scratch')
    call frame%report(unit=unit)
    rewind (unit)
    do
      read (unit, '(a)', iostat=ios) line
      if (ios /= 0) exit
      moved = moved .or. index(line, 'used in place') > 0
    end do
    close (unit)
    call check('the report says what was not copied', moved)
  end subroutine

  ! The variable first, and pressures in bar.
  subroutine in_another_order()
    turned(2, :, :, :) = 1e-5_wp*turned(2, :, :, :)
    call check('copy', device_copy(in, c_loc(turned), plane*(2 + ns), 0, 1) == 0)
    call clean()
    call c_f_pointer(in, td, shape(turned))
    call make(shape(turned), 'var,i,j,k')
    call plan%read('T', td, var=1, on_device=.true.)
    call plan%read('P', td, var=2, scale=1d5, on_device=.true.)
    call plan%read('Yi', td, var=3, on_device=.true.)
    call write_all(ad, .true.)
    call plan%run()
    call judge('another order')
  end subroutine

  ! The inputs are on their way in a stream of the host's when the run is started.
  subroutine behind_a_stream()
    real(wp), target :: nothing(m(1), m(2), m(3), 2 + ns)
    nothing = nan(1.0_wp)
    call make(shape(q))
    call read_all()
    call write_all(ad, .true.)
    call clean()
    call check('copy', device_copy(in, c_loc(nothing), plane*(2 + ns), 0, 1) == 0)
    call check('copy', device_copy(in, c_loc(q), plane*(2 + ns), 0, 0) == 0)
    call plan%run(stream=transfer(stream, 0_c_intptr_t))
    call judge('behind a stream')
    call check('copy', device_copy(in, c_loc(nothing), plane*(2 + ns), 0, 1) == 0)
    call check('copy', device_copy(in, c_loc(q), plane*(2 + ns), 0, 0) == 0)
    call clean()
    call plan%run(stream=0_c_intptr_t)
    call judge('behind all streams')
    call plan%run(stat, errmsg, stream=24_c_intptr_t)
    call expect_error('no stream', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'stream of the run')
    call plan%run(stream=0_c_intptr_t)
  end subroutine

  ! A bad point is named with its inputs, which are read back from the device.
  subroutine flagged_points()
    q(h+2, h+1, h+1, 1) = -5
    call check('copy', device_copy(in, c_loc(q), plane*(2 + ns), 0, 1) == 0)
    call set_environment('DRAWBRIDGE_CHECK', 'strict')
    call frame%finalize()
    call frame%initialize(species=['CH4', 'O2 '], device='cuda:0', log='off')
    call make(shape(q))
    call read_all()
    call write_all(ad, .true.)
    call plan%run(stat, errmsg)
    call expect_error('a bad point', stat, errmsg, DRAWBRIDGE_BAD_VALUE, &
      'point (4,3,3) of the array is flagged bad_temperature: T = -5')
  end subroutine

  subroutine refused()
    real(wp), target :: here(m(1), m(2), m(3), 2 + ns)
    type(c_ptr) :: second
    here = 1
    call make(shape(q))
    other => here
    call plan%read('T', other, var=1, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('a host array', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'is not an address of GPU memory')
    call plan%read('T', qd, var=1, stat=stat, errmsg=errmsg)
    if (stat /= 0) call expect_error('as one of the host', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'cannot all be read')
    call make(shape(q))
    call c_f_pointer(out, other, shape(q)) ! one variable more than there is
    call plan%read('T', other, var=1, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('too short', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'give the extents that it has')
    call c_f_pointer(transfer(transfer(in, 0_c_intptr_t) + 4, in), other, shape(q))
    call plan%read('T', other, var=1, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('half an element away', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'not a multiple of the 8 bytes of its elements')
    call c_f_pointer(in, single, m)
    call plan%read('T', single, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('real(4)', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'real(8) is expected there')
    call plan%read('T', qd, var=1, on_device=.true., resident=.true., stat=stat, errmsg=errmsg)
    call expect_error('resident too', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'on_device and resident are both given')
    call make(shape(q))
    other => here
    call plan%read('T', other, var=1)
    call plan%read('P', qd, var=2, on_device=.true.)
    call plan%read('Yi', qd, var=3, on_device=.true.)
    call write_all(ad, .true.)
    call plan%run(stat, errmsg)
    call expect_error('one of the host', stat, errmsg, DRAWBRIDGE_ARGUMENT, &
      'the array of T is one of the host, others are on the device')
    call plan%bind('T', qd, stat=stat, errmsg=errmsg, on_device=.true.)
    call expect_error('bound elsewhere', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'bind says on_device otherwise than before')
    if (gpus > 1) then
      second = device_take(1_c_int, plane*(2 + ns))
      call c_f_pointer(second, other, shape(q))
      call make(shape(q))
      call plan%read('T', other, var=1, stat=stat, errmsg=errmsg, on_device=.true.)
      call expect_error('another GPU', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'lies on GPU 1, the Frame runs on GPU 0')
    end if
    call make(shape(q))
    call read_all()
    call write_all(ad, .true.)
    call check('freed', device_give_back(0_c_int, in) == 0)
    call plan%run(stat, errmsg)
    call expect_error('freed memory', stat, errmsg, DRAWBRIDGE_NULL_POINTER, 'is not an address of GPU memory')
  end subroutine
end program
