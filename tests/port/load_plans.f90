! Kernels of an owner's library on arrays of the host, by plans: the bits of direct calls at every point on a host, 1e-13 of it
! on a GPU. Arrays in place and by stripes, with halos, in another unit, precision and order; numbers by name.
!   load_plans [device [packs]]
program load_plans
  use drawbridge
  use gas
  implicit none
  integer, parameter :: n(3) = [13, 7, 5], box(6) = [3, 15, 3, 9, 3, 7], padded(3) = n + 4
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target, allocatable :: q(:, :, :, :), c(:, :, :), transposed(:, :, :, :)
  real(4), target, allocatable :: single(:, :, :)
  real(wp) :: tolerance, gamma
  integer :: stat, failures = 0, checks = 0, i
  character(2000) :: message
  character(20) :: device
  device = 'host'
  if (command_argument_count() > 0) call get_command_argument(1, device)
  tolerance = merge(1e-13_wp, 0.0_wp, device(:4) == 'cuda' .or. command_argument_count() > 1)  ! NVRTC and packs contract
  call frame%initialize(max_block=100, device=trim(device), log='off')
  ns = 2
  weight(:2) = [0.002_wp, 0.032_wp]
  allocate (q(padded(1), padded(2), padded(3), 5), c(padded(1), padded(2), padded(3)), single(padded(1), padded(2), padded(3)))
  call random_number(q)
  q(:, :, :, 1) = 200 + 2000*q(:, :, :, 1)
  q(:, :, :, 2) = 1e5_wp + 1e6_wp*q(:, :, :, 2)
  q(7, 6, 5, 2) = -1                                       ! the other side of the if, in the middle
  q(:, :, :, 5) = 1 + q(:, :, :, 5)
  call frame%load_kernels('libmine.so')
  call plain(.false.)
  call plain(.true.)
  call numbers()
  call conversions()
  call optional_ones()
  call long_arrays()
  call structures()
  call refusals()
  call frame%finalize()
  print '(a,i0,a,i0,a)', 'load_plans: ', checks, ' checks, ', failures, ' failed'
  if (failures > 0) error stop 1

contains

  subroutine check(what, holds)
    character(*), intent(in) :: what
    logical, intent(in) :: holds
    checks = checks + 1
    if (holds) return
    failures = failures + 1
    print '(2a)', 'FAILED: ', what
  end subroutine

  ! gamma0: the number; 0: variable 5 of q.
  subroutine judge(what, gamma0, factor, t)
    character(*), intent(in) :: what
    real(wp), intent(in) :: gamma0, factor
    real(wp), intent(in), optional :: t(:, :, :)
    real(wp) :: want, g, temperature, allowed
    integer :: i, j, k, different
    different = 0
    allowed = tolerance
    if (factor < 1) allowed = max(tolerance, 1e-15_wp)     ! the product with it is rounded
    do k = box(5), box(6)
      do j = box(3), box(4)
        do i = box(1), box(2)
          g = merge(gamma0, q(i, j, k, 5), gamma0 > 0)
          temperature = q(i, j, k, 1)
          if (present(t)) temperature = t(i, j, k)
          call sound_speed(temperature, q(i, j, k, 2), q(i, j, k, 3:4), g, want)
          if (.not. abs(c(i, j, k) - want*factor) <= allowed*abs(want*factor)) different = different + 1
        end do
      end do
    end do
    call check(what//': every point as by a direct call', different == 0)
    call check(what//': the halo stays', all(c(1:2, :, :) == -7) .and. all(c(:, :, 6 + 2:) == -7))
  end subroutine

  ! An array may stay on the device: then a stripe is no copy.
  subroutine plain(stays)
    logical, intent(in) :: stays
    c = -7
    call plan%create(frame, 'sound_speed', padded, box)
    call plan%read('t', q, 1, resident=stays)
    call plan%read('P', q, 2)
    call plan%read('y', q, 3, resident=stays)
    call plan%read('gamma', q, 5)
    call plan%write('c', c, resident=stays)
    do i = 1, 2
      call plan%run()
      if (stays) call plan%fetch('c')
      call judge('arrays of a plan', 0.0_wp, 1.0_wp)
      q(:, :, :, 2) = q(:, :, :, 2)*1.01_wp
      weight(1) = 0.002_wp*i                                ! a variable of the module is seen by the next run
    end do
    weight(1) = 0.002_wp
    call plan%destroy()
  end subroutine

  subroutine numbers()
    c = -7
    call plan%create(frame, 'sound_speed gamma=1.4', padded, box)
    call plan%read('t', q, 1)
    call plan%read('p', q, 2)
    call plan%read('y', q, 3)
    call plan%write('c', c)
    gamma = 1.4_wp
    do i = 1, 3
      call plan%run()
      call judge('a number in a plan', gamma, 1.0_wp)
      gamma = 1.4_wp + 0.1_wp*i
      call plan%set('gamma', gamma)
    end do
    call plan%destroy()
    c = -7
    call plan%create(frame, 'sound_speed', padded, box)      ! no value at first
    call plan%set('gamma', 1.3_wp)
    call plan%read('t', q, 1)
    call plan%read('p', q, 2)
    call plan%read('y', q, 3)
    call plan%write('c', c)
    call plan%run()
    call judge('a number that is only set', 1.3_wp, 1.0_wp)
    call plan%read('gamma', q, 5, stat=stat, errmsg=message)
    call check('an array for a number that was set: '//trim(message), stat /= 0 .and. index(message, 'gamma has a number') > 0)
    call plan%set('t', 300.0_wp, stat, message)
    call check('a number for an array: '//trim(message), stat /= 0 .and. index(message, 't has an array since read') > 0)
    call plan%set('gama', gamma, stat, message)
    call check('a number that it has not: '//trim(message), stat /= 0 .and. index(message, 'gamma') > 0)
    call plan%destroy()
  end subroutine

  subroutine conversions()
    c = -7
    single = real(q(:, :, :, 1), 4)
    transposed = reshape(q(:, :, :, 3:4), [2, padded], order=[2, 3, 4, 1])
    call plan%create(frame, 'sound_speed gamma=1.4', padded, box)
    call plan%read('t', single)
    call plan%read('p', q, 2)
    call plan%read('y', transposed, 1, order='var,i,j,k')
    call plan%write('c', c, scale=1000.0_wp)                ! km/s
    call plan%run()
    call judge('single precision, an order, a unit', 1.4_wp, 1e-3_wp, real(single, wp))
    call plan%destroy()
  end subroutine

  subroutine optional_ones()
    c = -7
    call plan%create(frame, 'density', padded, box)
    call plan%read('t', q, 1)
    call plan%read('p', q, 2)
    call plan%read('y', q, 3)
    call plan%run(stat, message)
    call check('no output: '//trim(message), stat /= 0 .and. index(message, 'output') > 0)
    call plan%write('rho', c)
    call plan%run()
    call check('density', all(abs(c(box(1):box(2), 4, 4) - q(box(1):box(2), 4, 4, 2)/(r*q(box(1):box(2), 4, 4, 1)* &
        (q(box(1):box(2), 4, 4, 3)/weight(1) + q(box(1):box(2), 4, 4, 4)/weight(2)))) <= 1e-12_wp*abs(c(box(1):box(2), 4, 4))))
    ns = 3
    call plan%run(stat, message)
    call check('an extent that changed: '//trim(message), stat /= 0 .and. index(message, '3') > 0)
    ns = 2
    call plan%destroy()
  end subroutine

  ! On a GPU an array of a routine has a room: a point that needs more makes the call fail, and nothing else.
  subroutine long_arrays()
    q(:, :, :, 5) = 4
    do i = 1, 3
      c = -7
      call plan%create(frame, 'mean_of_copies', padded, box)
      call plan%read('m', q, 5)
      call plan%read('x', q, 1)
      call plan%write('y', c)
      call plan%run(stat, message)
      if (i == 2 .and. device(:4) == 'cuda') then
        call check('a long array: '//trim(message), stat /= 0 .and. index(message, 'array') > 0 .and. index(message, '1 of') > 0)
      else
        call check('arrays of a routine: '//trim(message), stat == 0 .and. &
            all(abs(c(3:15, 3:9, 3:7) - q(3:15, 3:9, 3:7, 1)) <= 1e-12_wp*q(3:15, 3:9, 3:7, 1)))
      end if
      call plan%destroy()
      q(5, 5, 5, 5) = merge(1000, 4, i == 1)
    end do
  end subroutine

  ! The components of a derived type have arrays of their own.
  subroutine structures()
    type(state_t) :: s
    real(wp) :: want
    integer :: i, j, k, different
    c = -7
    call plan%create(frame, 'heat power=40.5', padded, box)
    call plan%read('s%t', q, 1)
    call plan%read('S%P', q, 2)
    call plan%read('s%steps', q, 5)
    call plan%read('s%y', q, 3)
    call plan%read('s%hot', q, 1)
    call plan%read('s%dose', q, 5)
    call plan%write('mean', c)
    call plan%run()
    different = 0
    do k = box(5), box(6)
      do j = box(3), box(4)
        do i = box(1), box(2)
          s = state_t(q(i, j, k, 1), q(i, j, k, 2), int(q(i, j, k, 5)), q(i, j, k, 3:4), .true., real(q(i, j, k, 5), 4))
          call heat(s, 40.5_wp, want)
          if (.not. abs(c(i, j, k) - want) <= tolerance*abs(want)) different = different + 1
        end do
      end do
    end do
    call check('heat: components by arrays', different == 0)
    call plan%destroy()
  end subroutine

  subroutine refusals()
    call refused('sound_sped', 'did you mean ''sound_speed''? Collections are ')
    call refused('preosdensty', 'did you mean ''preosdensity''? Collections are ')
    call refused('sound_speed gama=1.4', 'gamma')
    call refused('scaled', 'is not a kernel: the argument x has an assumed shape')
    call refused('gas::scaled', 'is not a kernel: the argument x has an assumed shape')
    call refused('gases::density', 'is not known')
    call plan%create(frame, 'GAS::density', padded, box, stat, message)
    call check('a name as drawbridge port writes it: '//trim(message), stat == 0)
    call plan%destroy()
    call refused('sound_speed gamma=1.4 gamma=2', 'twice')
    call refused('sound_speed y=1.4', 'array')
    call refused('sound_speed gamma', 'number expected')
    call refused('preosrhohfromtpprop T=300', 'load_kernels')
    call refused('operator7', 'fields')
    call plan%create(frame, 'sound_speed gamma=1.4', padded, box)
    call plan%read('t', q, 1)
    call plan%read('gamma', q, 5, stat, message)
    call check('a number and an array: '//trim(message), stat /= 0 .and. index(message, 'number') > 0)
    call plan%read('y', q, 5, stat, message)
    call check('too few variables: '//trim(message), stat /= 0 .and. index(message, '5') > 0)
    call plan%write('c', c)
    call plan%run(stat, message)
    call check('inputs are missing: '//trim(message), stat /= 0 .and. index(message, 'p') > 0)
    call plan%destroy()
  end subroutine

  subroutine refused(kernel, word)
    character(*), intent(in) :: kernel, word
    message = ''
    call plan%create(frame, kernel, padded, box, stat, message)
    call check(kernel//': '//trim(message), stat /= 0 .and. index(message, word) > 0)
    if (stat == 0) call plan%destroy()
  end subroutine

end program
