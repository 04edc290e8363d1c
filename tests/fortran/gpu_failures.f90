! What a GPU may do wrong, planted into the fake driver: a status and a sentence, the host alive, nothing
! lost that was there, and all is well when the fault is gone. Proves nothing about a GPU that works.
program gpu_failures
  use testing
  use drawbridge
  implicit none
  integer, parameter :: n = 20
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :)
  real(wp) :: before(n, n, n)
  integer :: stat
  character(700) :: message

  allocate (q(n, n, n, 3), p(n, n, n))
  q(:, :, :, 1) = 300
  q(:, :, :, 2) = 1e5_wp
  q(:, :, :, 3) = 1
  call no_device()
  call full()
  call full_of_fields()
  call during_a_run('cuLaunchKernel:1', 'cuLaunchKernel')
  call during_a_run('cuMemcpy2DAsync_v2:1;cuMemcpyAsync:1;cuMemcpy3DAsync_v2:1', 'cop')
  call during_a_run('cuEventSynchronize:719', 'CUDA_ERROR_LAUNCH_FAILED')
  call during_a_run('cuEventSynchronize:700:3', 'CUDA_ERROR_ILLEGAL_ADDRESS')
  call never_fetched()
  call finish('gpu_failures')

contains

  subroutine plant(variable, value)
    character(*), intent(in) :: variable, value
    call set_environment('FAKE_CUDA_'//variable, value)
  end subroutine

  subroutine no_device()
    call plant('FAIL', 'cuInit:100')
    call frame%initialize(species=['N2'], stat=stat, errmsg=message)
    call expect_error('no device', stat, message, DRAWBRIDGE_NOT_AVAILABLE, 'CUDA_ERROR_NO_DEVICE')
    call expect_error('the way out is named', stat, message, DRAWBRIDGE_NOT_AVAILABLE, 'DRAWBRIDGE_DEVICE=host')
    call plant('FAIL', '')
    call plant('NVRTC', 'fail')
    call begin(1000)
    call plan%run(stat, message)
    call expect_error('a kernel that does not compile', stat, message, DRAWBRIDGE_DEVICE, 'preosrhohfromtpprop')
    call plant('NVRTC', '')
    call plan%run(stat, message)
    call check('it compiles when it can', stat == 0 .and. all(p > 0), message)
    before = p
    call frame%finalize()
  end subroutine

  ! P finds no room: T and P are named with their bytes.
  subroutine full()
    call plant('MEMORY', '12000000')
    call begin(1000000)
    call plan%run(stat, message)
    call expect_error('a full device', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, '0.008 GB asked')
    call expect_error('who wants memory', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'view P')
    call expect_error('what is free', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'of 0.012 GB free')
    call expect_error('who has it', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'largest views: T 0.008 GB')
    call check('nothing is written', all(is_nan(p)))
    call frame%finalize()
    call plant('MEMORY', '')
  end subroutine

  ! The third field finds no room: it is named, with its bytes, what is free, and who has the rest.
  subroutine full_of_fields()
    call plant('MEMORY', '20000000')
    call frame%initialize(log='off')
    call frame%create_field('u', [1000, 1000], halo=0)
    call frame%create_field('v', [500, 1000], halo=0)
    call frame%create_field('w', [1000, 1000], halo=0, stat=stat, errmsg=message)
    call expect_error('a device full of fields', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'field w: 0.00')
    call expect_error('what is free', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'of 0.02 GB free')
    call expect_error('who has it', stat, message, DRAWBRIDGE_OUT_OF_MEMORY, 'largest fields: u 0.00')
    call frame%create_field('w', [100, 100], halo=0, stat=stat, errmsg=message)
    call check('a smaller one has room', stat == 0, message)
    call frame%finalize()
    call plant('MEMORY', '')
  end subroutine

  subroutine during_a_run(fault, words)
    character(*), intent(in) :: fault, words
    call begin(1000)
    call plan%run()
    p = nan(1.0_wp)
    call plant('FAIL', fault)
    call plan%run(stat, message)
    call expect_error(fault, stat, message, DRAWBRIDGE_DEVICE, words)
    call expect_error('what is written is said: '//fault, stat, message, DRAWBRIDGE_DEVICE, 'points are written')
    call frame%finalize(stat)
    call check('finalize goes through: '//fault, stat == 0)
    call plant('FAIL', '')
    call begin(1000)
    call plan%run(stat, message)
    call check('all is well again: '//fault, stat == 0 .and. all(abs(p - before) <= 0), message)
    call frame%finalize()
  end subroutine

  subroutine begin(max_block)
    integer, intent(in) :: max_block
    p = nan(1.0_wp)
    call frame%initialize(species=['N2'], max_block=max_block, log='off')
    call plan%create(frame, 'preosrhohfromtpprop', shape(p), [1, n, 1, n, 1, n])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', p)
  end subroutine

  subroutine never_fetched()
    call frame%initialize(species=['N2'], max_block=1000, log='off')
    call plan%create(frame, 'preosrhohfromtpprop', shape(p), [1, n, 1, n, 1, n])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', p, resident=.true.)
    call plan%run()
    call frame%finalize(stat)
    call check('finalize with results on the device goes through', stat == 0)
  end subroutine
end program
