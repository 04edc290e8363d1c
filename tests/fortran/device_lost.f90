! A fault at the n-th driver call of a small program, for every n: the device is lost, one call fails, memory is full. Each call
! gives a status and a sentence, the host goes on, no result is wrong without a status, finalize goes through, and without the
! fault all is well again. On the fake driver; proves nothing about a GPU.
!   device_lost [PLACES STRIDE any:719:N ...]   faults of FAKE_CUDA_FAIL, N stands for n; without: no fault
program device_lost
  use testing
  use drawbridge
  implicit none
  integer, parameter :: n = 12
  real(wp), target :: q(n, n, n, 3), rho(n, n, n), density(n, n, n), u(n, n, n), v(n, n, n)
  real(wp) :: truth(n, n, n), total
  integer :: failed
  character(60) :: fault
  character(300) :: first
  integer :: a, k, faults, range(2) = 1

  q(:, :, :, 1) = 300
  q(:, :, :, 2) = 1e5_wp
  q(:, :, :, 3) = 1
  u = 2
  call small_program()
  call check('the program runs without a fault', failed == 0, first)
  truth = rho
  call check('it has answers', all(truth > 1) .and. right())
  do a = 1, min(2, command_argument_count())
    call get_command_argument(a, fault)
    read (fault, *) range(a)
  end do
  do a = 3, command_argument_count()
    call get_command_argument(a, fault)
    faults = 0
    do k = 1 + mod(a, range(2)), range(1), range(2)
      call set_environment('FAKE_CUDA_FAIL', numbered(fault, k))
      call small_program()
      call set_environment('FAKE_CUDA_FAIL', '')
      if (failed == 0) call check(trim(fault)//': answers without a status are right', right(), numbered(fault, k))
      if (failed > 0) faults = faults + 1
      if (mod(k, 8) /= 0) cycle
      call small_program()
      call check(trim(fault)//': all is well again', failed == 0 .and. right(), numbered(fault, k)//first)
    end do
    print '(2a,i0,a,i0,a)', trim(fault), ': ', (range(1) - 1 - mod(a, range(2)))/range(2) + 1, ' places, ', &
      faults, ' of them with a status'
    call check(trim(fault)//': faults are met', faults >= 3)
  end do
  call finish('device_lost')

contains

  function numbered(fault, k) result(text)
    character(*), intent(in) :: fault
    integer, intent(in) :: k
    character(len(fault) + 10) :: text
    integer :: at
    at = index(fault, 'N')
    write (text, '(a,i0,a)') fault(:at - 1), k, trim(fault(at + 1:))
  end function

  logical function right()
    right = all(abs(rho - truth) <= 0) .and. all(abs(density - truth) <= 0) .and. all(abs(v - 3*u) <= 1e-12_wp) .and. &
        abs(total - sum(u)) <= 1e-9_wp
  end function

  ! A plan of stripes, one whose results stay on the device, and a field with an operator and a sum.
  subroutine small_program()
    type(frame_t) :: frame
    type(plan_t) :: plan, kept
    integer :: s
    character(300) :: m
    failed = 0
    first = ''
    rho = 0
    density = 0
    v = 0
    total = 0
    m = ''
    call frame%initialize(species=['N2'], max_block=500, device='cuda', log='off', stencils='first', stat=s, errmsg=m)
    call note(s, m)
    if (s /= 0) return
    call plan%create(frame, 'preosrhohfromtpprop', shape(rho), [1, n, 1, n, 1, n], s, m)
    call note(s, m)
    call plan%read('T', q, 1, s, m); call note(s, m)
    call plan%read('P', q, 2, s, m); call note(s, m)
    call plan%read('Yi', q, 3, s, m); call note(s, m)
    call plan%write('rho', rho, s, m); call note(s, m)
    call plan%run(s, m); call note(s, m)
    call kept%create(frame, 'preosdensity', shape(rho), [1, n, 1, n, 1, n], s, m); call note(s, m)
    call kept%read('T', q, 1, s, m, resident=.true.); call note(s, m)
    call kept%read('P', q, 2, s, m); call note(s, m)
    call kept%read('Yi', q, 3, s, m); call note(s, m)
    call kept%write('rho', density, s, m, resident=.true.); call note(s, m)
    call kept%run(s, m); call note(s, m)
    call kept%fetch('rho', s, m); call note(s, m)
    call frame%pin(q, s, m); call note(s, m)
    call frame%create_field('u', [n, n, n], stat=s, errmsg=m); call note(s, m)
    call frame%create_field('v', [n, n, n], stat=s, errmsg=m); call note(s, m)
    call frame%upload('u', u, stat=s, errmsg=m); call note(s, m)
    call frame%pointwise('v', '3*u', stat=s, errmsg=m); call note(s, m)
    call frame%download('v', v, stat=s, errmsg=m); call note(s, m)
    call frame%reduce('sum', 'u', total, stat=s, errmsg=m); call note(s, m)
    call frame%unpin(q, s, m)
    call frame%finalize(s, m)
    call check('finalize goes through', s == 0, m)
  end subroutine

  subroutine note(s, m)
    integer, intent(in) :: s
    character(*), intent(inout) :: m
    if (s == 0) return
    failed = failed + 1
    if (failed == 1) first = m
    call check('a status has a sentence, and is no defect', s /= DRAWBRIDGE_INTERNAL .and. len_trim(m) > 10, m)
    m = ''
  end subroutine
end program
