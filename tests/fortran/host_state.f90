! What the host set stays set: floating-point traps, flags and modes; signal handlers, which may fire
! at any time; threads; a fork; the stop routine. Run with the argument "stop" it lets the default stop act.
module host_handlers
  use, intrinsic :: iso_c_binding
  use testing
  implicit none
  integer(c_int), volatile :: ticks = 0
  integer :: stopped_with = 0, stops = 0
  character(200) :: stopped_text = ''

  type, bind(c) :: timeval
    integer(c_long) :: seconds = 0, microseconds = 0
  end type
  type, bind(c) :: itimerval
    type(timeval) :: interval, first
  end type

  interface
    subroutine again() bind(c, name='frame_finalize_')
    end subroutine
    type(c_funptr) function c_signal(number, handler) bind(c, name='signal')
      import :: c_int, c_funptr
      integer(c_int), value :: number
      type(c_funptr), value :: handler
    end function
    integer(c_int) function c_raise(number) bind(c, name='raise')
      import :: c_int
      integer(c_int), value :: number
    end function
    integer(c_int) function setitimer(which, new, old) bind(c)
      import :: c_int, c_ptr, itimerval
      integer(c_int), value :: which
      type(itimerval), intent(in) :: new
      type(c_ptr), value :: old
    end function
    integer(c_int) function fork() bind(c)
      import :: c_int
    end function
    integer(c_int) function waitpid(pid, status, options) bind(c)
      import :: c_int
      integer(c_int), value :: pid, options
      integer(c_int), intent(out) :: status
    end function
    subroutine quick_exit(code) bind(c, name='_exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine
  end interface

contains

  subroutine on_tick(number) bind(c)
    integer(c_int), value :: number
    real(wp) :: room(7000) ! more than a goroutine's stack has left
    room = number
    if (sum(room) > 0) ticks = ticks + 1
  end subroutine

  ! SIGPROF and SIGCHLD may come on a thread of Go, whose signal stack has 32 KB.
  subroutine on_small_tick(number) bind(c)
    integer(c_int), value :: number
    real(wp) :: room(1500)
    room = number
    if (sum(room) > 0) ticks = ticks + 1
  end subroutine

  subroutine on_stop(code, message, length) bind(c)
    integer(c_int), intent(in) :: code, length
    character(kind=c_char), intent(in) :: message(*)
    integer :: i
    stopped_with = code
    stops = stops + 1
    call again ! a clean-up that fails does not come back here
    do i = 1, min(length, len(stopped_text))
      stopped_text(i:i) = message(i)
    end do
  end subroutine
end module

program host_state
  use host_handlers
  use drawbridge
  use, intrinsic :: ieee_exceptions
  implicit none
  integer, parameter :: n = 24
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: q(n, n, n, 4), props(n, n, n, 3)
  character(500) :: word

  call get_command_argument(1, word)
  if (word == 'stop') then
    call frame%finalize()
    stop 0 ! not reached: the default stop routine ended the program with the code
  end if
  call prepare(threads=2)
  call floating_point()
  call signals()
  call threads()
  call after_fork()
  call frame%finalize()
  call stop_routine()
  call finish('host_state')

contains

  subroutine prepare(threads)
    integer, intent(in) :: threads
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1e7_wp
    q(:, :, :, 3) = 0.5_wp
    q(:, :, :, 4) = 0.5_wp
    call frame%initialize(species=['O2 ', 'CH4'], max_block=2000, threads=threads)
    call plan%create(frame, 'preosthermalproperties', shape(q), [1, n, 1, n, 1, n])
    call fill_plan()
  end subroutine

  subroutine fill_plan()
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1)
    call plan%write('c', props, 2)
    call plan%write('flag', props, 3)
  end subroutine

  ! Traps on, inputs that divide by zero and overflow: nobody dies, no flag is left, traps stay as they were (most arm64
  ! processors have none: there they stay off).
  subroutine floating_point()
    logical :: on(size(ieee_usual)), were(size(ieee_usual)), flags(size(ieee_all)), inexact
    integer :: i
    q(5, 5, 5, 1) = 0
    q(6, 5, 5, 1) = nan(1.0_wp)
    q(7, 5, 5, 2) = 1e300_wp
    do i = 1, size(ieee_usual)
      call ieee_set_flag(ieee_usual(i), .false.)
      call ieee_set_halting_mode(ieee_usual(i), .true.)
      call ieee_get_halting_mode(ieee_usual(i), were(i))
    end do
    call ieee_set_flag(ieee_all, .false.)
    call plan%run()
    call ieee_get_flag(ieee_all, flags)
    do i = 1, size(ieee_usual)
      call ieee_get_halting_mode(ieee_usual(i), on(i))
      call ieee_set_halting_mode(ieee_usual(i), .false.)
    end do
    call check('traps stay as they were', all(on .eqv. were))
    call check('no flag is left', .not. any(flags))
    call ieee_set_flag(ieee_inexact, .true.)
    call plan%run()
    call ieee_get_flag(ieee_inexact, inexact)
    call check('the host''s own flag stays', inexact)
    call ieee_set_flag(ieee_inexact, .false.)
    call check('bad points are flagged', all(props(5:7, 5, 5, 3) > 0))
    call check('good points are right', abs(props(9, 9, 9, 1) - 90) < 10)
    q(5:7, 5, 5, 1) = 300
    q(5:7, 5, 5, 2) = 1e7_wp
  end subroutine

  ! Handlers without a stack of their own, as batch systems' signals and Fortran's signal make them,
  ! fire thousands of times while calls run: timers of real, CPU and profiling time, and SIGCHLD.
  subroutine signals()
    integer(c_int), parameter :: sigalrm = 14, sigvtalrm = 26, sigprof = 27, sigchld = 17
    integer(c_int) :: wrong, code
    type(c_funptr) :: former
    wrong = 0
    former = c_signal(sigchld, c_funloc(on_small_tick))
    call timer(sigalrm, 0_c_int, .false., wrong)
    call timer(sigvtalrm, 1_c_int, .false., wrong)
    call timer(sigprof, 2_c_int, .true., wrong)
    code = c_raise(sigchld)
    former = c_signal(sigchld, former)
    call check('every answer was right', wrong == 0 .and. code == 0)
  end subroutine

  subroutine timer(signal_number, which, small, wrong)
    integer(c_int), intent(in) :: signal_number, which
    logical, intent(in) :: small
    integer(c_int), intent(inout) :: wrong
    type(itimerval) :: every, never
    type(c_funptr) :: former
    integer(c_int) :: code
    integer :: i, j
    character(20) :: text
    former = c_signal(signal_number, c_funloc(on_tick))
    if (small) former = c_signal(signal_number, c_funloc(on_small_tick))
    call plan%create(frame, 'preosthermalproperties', shape(q), [1, n, 1, n, 1, n]) ! sees the new handler
    call fill_plan()
    every%interval%microseconds = 150
    every%first%microseconds = 150
    ticks = 0
    code = setitimer(which, every, c_null_ptr)
    do i = 1, 1500
      call plan%run()
      if (any(props(:, :, :, 3) /= 0)) wrong = wrong + 1
      do j = 1, 50 ! calls that spend their time in Go
        call frame%set_option('root', 'stable')
      end do
      if (ticks > 1500) exit
    end do
    code = setitimer(which, never, c_null_ptr)
    former = c_signal(signal_number, former)
    write (text, '(a,i0)') 'signal ', signal_number
    call check('the handler fired: '//text, ticks > 20 .and. code == 0)
  end subroutine

  ! The Go runtime does not survive a fork: the child gets an error, at once, and lives.
  subroutine after_fork()
    integer(c_int) :: pid, status
    integer :: stat, i
    pid = fork()
    if (pid == 0) then
      do i = 1, 2000
        call plan%run(stat)
        if (stat /= DRAWBRIDGE_ORDER) call quick_exit(3_c_int)
      end do
      call quick_exit(0_c_int)
    end if
    pid = waitpid(pid, status, 0_c_int)
    call check('a forked child is refused and lives', status == 0)
    call plan%run(stat)
    call check('the parent goes on', stat == 0)
  end subroutine

  ! Four threads call at once: one waits for the other.
  subroutine threads()
    integer :: i, k, failures, stat
    type(plan_t) :: own
    real(wp), allocatable, target :: mine(:, :, :, :)
    failures = 0
    !$omp parallel num_threads(4) private(i, k, stat, own, mine) reduction(+:failures)
    allocate (mine(n, n, n, 1))
    do i = 1, 50
      call own%create(frame, 'preosrhohfromtpprop', shape(q), [1, n, 1, n, 1, n], stat)
      call own%read('T', q, 1, stat)
      call own%read('P', q, 2, stat)
      call own%read('Yi', q, 3, stat)
      call own%write('rho', mine, 1, stat)
      mine = 0
      call own%run(stat)
      if (stat /= 0 .or. any(abs(mine - 90) > 10)) failures = failures + 1
      do k = 1, 20
        call frame%set_option('root', 'stable', stat)
        if (stat /= 0) failures = failures + 1
      end do
      call own%destroy(stat)
    end do
    !$omp end parallel
    call check('four threads at once', failures == 0)
  end subroutine

  subroutine stop_routine()
    character(500) :: program_name, emulator
    integer :: code
    call drawbridge_on_error(on_stop)
    call frame%finalize()
    call check('the host stop routine is called once', stops == 1 .and. stopped_with == DRAWBRIDGE_ORDER .and. &
        index(stopped_text, 'no live Frame') > 0, stopped_text)
    call get_command_argument(0, program_name)
    call get_environment_variable('TEST_EMULATOR', emulator) ! of a program for another processor
    call execute_command_line(trim(emulator)//' '//trim(program_name)//' stop 2> /dev/null', exitstat=code)
    call check('the default stop routine ends with the code', code == DRAWBRIDGE_ORDER)
  end subroutine
end program
