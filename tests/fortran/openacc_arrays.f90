! An OpenACC program whose arrays are on the GPU: a plan computes there, within the program's own loops, and gives what a plan on
! arrays of the host gives. Ends with 77 where there is no GPU.
!   openacc_arrays            compiled by gfortran -fopenacc with a compiler for NVIDIA GPUs
program openacc_arrays
  use openacc
  use, intrinsic :: iso_c_binding
  use testing
  use drawbridge
  implicit none
  interface
    ! Makes the GPU's primary context the current one, before OpenACC starts: its runtime then takes that. 0: done.
    integer(c_int) function device_memory_enter() bind(c)
      import :: c_int
    end function
  end interface
  integer, parameter :: n = 20, ns = 3
  real(wp), target :: q(n, n, n, ns + 2), props(n, n, n, 3), host(n, n, n, 3) ! gfortran takes no allocatable in use_device
  type(frame_t) :: frame
  type(plan_t) :: plan, reference
  character(600) :: errmsg
  integer :: i, j, k, v, stat, step
  real(wp) :: largest

  if (device_memory_enter() /= 0) call skip('there is no NVIDIA driver with a GPU')
  if (acc_get_num_devices(acc_device_nvidia) == 0) call skip('OpenACC finds no GPU: libgomp-plugin-nvptx1 is not in reach')
  call acc_set_device_type(acc_device_nvidia)
  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call frame%initialize(species=['CH4', 'O2 ', 'N2 '], device='cuda', log='off', stat=stat, errmsg=errmsg)
  call check('initialize', stat == 0, errmsg)
  props = -1
  q = 0
  !$acc data copyin(q) copyin(props)
  !$acc parallel loop collapse(3) present(q)
  do k = 1, n
    do j = 1, n
      do i = 1, n
        q(i, j, k, 1) = 250 + 3*i + 5*j + 7*k
        q(i, j, k, 2) = 1e6_wp*(1 + i + j + k)
        q(i, j, k, 3) = 0.2_wp
        q(i, j, k, 4) = 0.3_wp
        q(i, j, k, 5) = 0.5_wp
      end do
    end do
  end do
  call plan%create(frame, 'eosThermalAndViscousProperties', shape(q), [2, n - 1, 2, n - 1, 2, n - 1])
  !$acc host_data use_device(q, props)
  call plan%read('T', q, var=1, on_device=.true., stat=stat, errmsg=errmsg)
  call check('T on the device', stat == 0, errmsg)
  call plan%read('P', q, var=2, on_device=.true.)
  call plan%read('Yi', q, var=3, on_device=.true.)
  call plan%write('rho', props, var=1, on_device=.true.)
  call plan%write('c', props, var=2, on_device=.true.)
  call plan%write('mu', props, var=3, on_device=.true.)
  !$acc end host_data
  call plan%read('T', q, var=1, stat=stat, errmsg=errmsg)
  call check('T is given twice', stat == DRAWBRIDGE_ARGUMENT, errmsg)
  do step = 1, 3
    call plan%run(stat, errmsg)
    call check('run', stat == 0, errmsg)
    !$acc parallel loop collapse(3) present(q, props)         ! what the program does with the results, on the GPU
    do k = 2, n - 1
      do j = 2, n - 1
        do i = 2, n - 1
          q(i, j, k, 1) = q(i, j, k, 1) + 1e-3_wp*props(i, j, k, 2)
        end do
      end do
    end do
  end do
  call plan%run(stat, errmsg)
  !$acc update self(q, props)
  !$acc end data

  ! The same state by a plan on arrays of the host.
  host = -1
  call reference%create(frame, 'eosThermalAndViscousProperties', shape(q), [2, n - 1, 2, n - 1, 2, n - 1])
  call reference%read('T', q, var=1)
  call reference%read('P', q, var=2)
  call reference%read('Yi', q, var=3)
  call reference%write('rho', host, var=1)
  call reference%write('c', host, var=2)
  call reference%write('mu', host, var=3)
  call reference%run(stat, errmsg)
  call check('reference', stat == 0, errmsg)
  call check('T has moved', all(q(2:n-1, 2:n-1, 2:n-1, 1) > 251))
  call check('the halo is untouched', all(props(1, :, :, :) == -1) .and. all(props(:, :, n, :) == -1))
  do v = 1, 3
    largest = maxval(abs(props(:, :, :, v) - host(:, :, :, v)))/maxval(abs(host(:, :, :, v)))
    call check('what a plan on arrays of the host gives', largest <= 1e-13_wp)
  end do
  call frame%finalize()
  call finish('openacc_arrays')

contains

  subroutine skip(why)
    character(*), intent(in) :: why
    print '(2a)', 'skipped: ', why
    stop 77
  end subroutine
end program
