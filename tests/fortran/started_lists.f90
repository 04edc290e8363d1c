! Lists that run many times by one call, and lists that are started without a wait, do what single runs do. What reads a result
! waits. What a list no longer fits is refused by name, and a replay never runs on old options. With the argument fake a lost
! device is the error of the call that waits (tests/with.sh fake_driver).
program started_lists
  use testing
  use drawbridge
  implicit none
  integer, parameter :: n(3) = [9, 6, 5]
  type(frame_t) :: frame
  character(400) :: text
  character(8) :: word
  integer :: stat

  call get_command_argument(1, word)
  call frame%initialize(species=['N2'], max_block=64, log='off')
  call frame%create_field('a', n, halo=1)
  call frame%create_field('b', n, halo=1)
  call frame%create_field('one', n, halo=1)
  call put('one', 1.0_wp)
  call counts()
  call options()
  call misfits()
  call destroyed()
  if (word == 'fake') call lost()
  call frame%finalize(stat, text)
  call finish('started_lists')

contains

  subroutine put(name, value)
    character(*), intent(in) :: name
    real(wp), intent(in) :: value
    real(wp) :: a(n(1), n(2), n(3))
    a = value
    call frame%upload(name, a)
  end subroutine

  ! a + dt at each run, by a swap: numbers without rounding.
  subroutine counter(step)
    type(sequence_t), intent(out) :: step
    call put('a', 0.0_wp)
    call step%create(frame, 'counter')
    call step%apply('combine', 'a one', 'b', [1.0_wp, 0.5_wp], 'names=keep/dt')
    call step%swap('a', 'b')
  end subroutine

  real(wp) function at_a_point()
    real(wp) :: got(n(1), n(2), n(3))
    got = nan(1.0_wp)
    call frame%download('a', got)
    at_a_point = got(3, 2, 4)
    if (.not. all(got == got(3, 2, 4))) at_a_point = nan(1.0_wp)
  end function

  subroutine counts()
    type(sequence_t) :: step
    real(wp) :: want, sum
    integer :: i, times
    call counter(step)
    want = 0
    do i = 1, 5
      do times = 1, 7, 3
        call step%run(times=times)
        want = want + times*0.5_wp
      end do
    end do
    call check('many runs by one call', at_a_point() == want)
    do i = 1, 6
      call step%run(times=700)
      want = want + 700*0.5_wp
    end do
    call check('more runs than one recording has', at_a_point() == want)
    do i = 1, 4
      call step%set('dt', 0.25_wp*i)
      call step%run(times=4, wait=.false.)
      want = want + i
    end do
    call frame%reduce('max', 'a', sum)
    call check('a reduction waits for lists that were started', sum == want)
    call step%run(times=4, wait=.false.)
    want = want + 4
    call check('a download waits', at_a_point() == want)
    call step%run(wait=.false.)
    call frame%wait()
    call step%apply('combine', 'one', 'b', [2.0_wp]) ! another list from here on
    call step%swap('a', 'b')
    call step%run(times=2, wait=.false.)
    call check('a list that got entries is another list', at_a_point() == 2)
    call step%run(times=-1, wait=.false., stat=stat, errmsg=text)
    call expect_error('runs below 0', stat, text, DRAWBRIDGE_ARGUMENT, 'counter')
    call step%destroy()
    call frame%wait()
  end subroutine

  ! Density of nitrogen at 300 K and 20 MPa: by Peng-Robinson, and as an ideal gas.
  subroutine options()
    type(sequence_t) :: step
    real(wp) :: real_gas, ideal
    integer :: i
    call frame%create_field('T', n)
    call frame%create_field('P', n)
    call frame%create_field('Yi', n)
    call frame%create_field('rho', n)
    call put('T', 300.0_wp)
    call put('P', 2e7_wp)
    call put('Yi', 1.0_wp)
    call step%create(frame, 'density')
    call step%apply('combine', 'P', 'P', [1.0_wp])
    call step%properties('preosRhohFromTPprop', 'T P Yi', 'rho')
    do i = 1, 4
      call step%run(times=3)
    end do
    call frame%reduce('max', 'rho', real_gas)
    call frame%set_option('equation_of_state', 'ideal')
    call step%run(times=3, wait=.false.)
    call frame%reduce('max', 'rho', ideal)
    call check('the density of a real gas', real_gas > 150 .and. real_gas < 220)
    call check('an option that was changed holds in a replay', abs(ideal - 2e7_wp*0.0280134_wp/(8.314462618_wp*300)) < 0.1_wp)
    call frame%set_option('equation_of_state', 'pr')
    call step%run(times=3)
    call frame%reduce('max', 'rho', ideal)
    call check('and changed back', abs(ideal - real_gas) <= 1e-9_wp*real_gas)
    call step%destroy()
  end subroutine

  ! Refused when they are appended.
  subroutine misfits()
    type(sequence_t) :: step
    call frame%create_field('other', [9, 6, 4])
    call frame%create_field('bare', n, halo=0)
    call frame%create_field('single', n, precision='float')
    call frame%create_field('many', n, components=3)
    call step%create(frame, 'step')
    call step%apply('combine', 'a other', 'b', [1.0_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('another shape', stat, text, DRAWBRIDGE_SHAPE, 'other')
    call step%apply('laplacian', 'bare', 'b', [1.0_wp, 1.0_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('no halo', stat, text, DRAWBRIDGE_SHAPE, 'bare')
    call step%apply('combine', 'single', 'b', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('another precision', stat, text, DRAWBRIDGE_SHAPE, 'single')
    call step%apply('combine', 'many(4)', 'b', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('a component that does not exist', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'many(1) to many(3)')
    call step%apply('combine', 'many', 'b', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('components into one', stat, text, DRAWBRIDGE_SHAPE, 'many')
    call step%properties('preosRhohFromTPprop', 'T=single P Yi', 'rho', stat, text)
    call expect_error('properties of float', stat, text, DRAWBRIDGE_ARGUMENT, 'single')
    call step%properties('preosRhohFromTPprop', 'T=other P Yi', 'rho', stat, text)
    call expect_error('properties of another shape', stat, text, DRAWBRIDGE_SHAPE, 'other')
    call step%properties('preosRhohFromTPprop', 'T P Yi=many', 'rho', stat, text)
    call expect_error('properties of other components', stat, text, DRAWBRIDGE_SHAPE, 'many')
    call step%apply('combine', 'a', 'b', [nan(1.0_wp)], 'names=dt', stat, text)
    call expect_error('a number that is none', stat, text, DRAWBRIDGE_ARGUMENT, 'b')
    call step%set('dt', 1.0_wp, stat, text)
    call expect_error('a number that nobody has', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'dt')
    call step%destroy()
  end subroutine

  ! Also where a field of the same name and form is there again.
  subroutine destroyed()
    type(sequence_t) :: step
    integer :: i
    call counter(step)
    do i = 1, 4
      call step%run(times=2)
    end do
    call frame%destroy_field('one')
    call step%run(times=2, wait=.false., stat=stat, errmsg=text)
    call expect_error('a field of a list was destroyed', stat, text, DRAWBRIDGE_ORDER, 'one')
    call frame%create_field('one', n, halo=1)
    call step%run(stat=stat, errmsg=text)
    call expect_error('and made again', stat, text, DRAWBRIDGE_ORDER, 'one')
    call step%destroy()
    call put('one', 1.0_wp)
  end subroutine

  ! The device is lost in a list that was started.
  subroutine lost()
    type(sequence_t) :: step
    real(wp) :: got(n(1), n(2), n(3))
    integer :: i
    call counter(step)
    do i = 1, 4
      call step%run(times=2)
    end do
    call set_environment('FAKE_CUDA_FAIL', 'cuStreamSynchronize:719')
    call step%run(times=2, wait=.false., stat=stat, errmsg=text)
    call check('a list that fails later starts', stat == 0, text)
    got = -1
    call frame%download('a', got, stat=stat, errmsg=text)
    call expect_error('the call that waits says so', stat, text, DRAWBRIDGE_DEVICE, 'sequence counter')
    call check('it names what was asked', index(text, 'field copy: refused') == 1 .and. index(text, 'wait=.false.') > 0, text)
    call check('and does nothing', all(got == -1))
    call set_environment('FAKE_CUDA_FAIL', '')
    call frame%wait(stat, text)
    call check('it is told once', stat == 0, text)
  end subroutine
end program
