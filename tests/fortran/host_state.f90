! What the host set stays set: floating-point traps, flags and modes; signal handlers, which may fire
! at any time; a fork; the stop routine. Run with the argument "stop" it lets the default stop act.
module host_handlers
  use, intrinsic :: iso_c_binding
  use testing
  implicit none
  integer(c_int), volatile :: ticks = 0
  integer :: stopped_with = 0
  character(200) :: stopped_text = ''

  type, bind(c) :: timeval
    integer(c_long) :: seconds = 0, microseconds = 0
  end type
  type, bind(c) :: itimerval
    type(timeval) :: interval, first
  end type

  interface
    type(c_funptr) function c_signal(number, handler) bind(c, name='signal')
      import :: c_int, c_funptr
      integer(c_int), value :: number
      type(c_funptr), value :: handler
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

  subroutine on_stop(code, message, length) bind(c)
    integer(c_int), intent(in) :: code, length
    character(kind=c_char), intent(in) :: message(*)
    integer :: i
    stopped_with = code
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
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1)
    call plan%write('c', props, 2)
    call plan%write('flag', props, 3)
  end subroutine

  ! Traps on, inputs that divide by zero and overflow: nobody dies, no flag is left, traps stay on.
  subroutine floating_point()
    logical :: on(size(ieee_usual)), flags(size(ieee_all))
    integer :: i
    q(5, 5, 5, 1) = 0
    q(6, 5, 5, 1) = nan(1.0_wp)
    q(7, 5, 5, 2) = 1e300_wp
    do i = 1, size(ieee_usual)
      call ieee_set_flag(ieee_usual(i), .false.)
      call ieee_set_halting_mode(ieee_usual(i), .true.)
    end do
    call ieee_set_flag(ieee_all, .false.)
    call plan%run()
    call ieee_get_flag(ieee_all, flags)
    do i = 1, size(ieee_usual)
      call ieee_get_halting_mode(ieee_usual(i), on(i))
      call ieee_set_halting_mode(ieee_usual(i), .false.)
    end do
    call check('traps stay on', all(on))
    call check('no flag is left', .not. any(flags))
    call check('bad points are flagged', all(props(5:7, 5, 5, 3) > 0))
    call check('good points are right', abs(props(9, 9, 9, 1) - 90) < 10)
    q(5:7, 5, 5, 1) = 300
    q(5:7, 5, 5, 2) = 1e7_wp
  end subroutine

  ! A handler without its own stack, as batch systems' SIGUSR1 and Fortran's signal make them, fires
  ! thousands of times while plans run.
  subroutine signals()
    integer(c_int), parameter :: sigalrm = 14, real_time = 0
    type(itimerval) :: every, never
    type(c_funptr) :: former
    integer(c_int) :: code
    integer :: i, j, wrong
    former = c_signal(sigalrm, c_funloc(on_tick))
    every%interval%microseconds = 150
    every%first%microseconds = 150
    code = setitimer(real_time, every, c_null_ptr)
    wrong = 0
    do i = 1, 4000
      call plan%run()
      if (any(props(:, :, :, 3) /= 0)) wrong = wrong + 1
      do j = 1, 50 ! calls that spend their time in Go
        call frame%set_option('root', 'stable')
      end do
      if (ticks > 3000) exit
    end do
    code = setitimer(real_time, never, c_null_ptr)
    former = c_signal(sigalrm, former)
    call check('the handler fired', ticks > 100 .and. code == 0)
    call check('every answer was right', wrong == 0)
  end subroutine

  ! Worker threads do not survive a fork: the child computes on its own thread. Nor does a GPU's
  ! context: there the child gets an error, and lives.
  subroutine after_fork()
    integer(c_int) :: pid, status
    integer :: stat
    pid = fork()
    if (pid == 0) then
      props = 0
      call plan%run(stat)
      call quick_exit(merge(0_c_int, 3_c_int, stat == DRAWBRIDGE_DEVICE .or. all(abs(props(:, :, :, 1) - 90) < 10)))
    end if
    pid = waitpid(pid, status, 0_c_int)
    call check('a forked child computes', status == 0)
  end subroutine

  subroutine stop_routine()
    character(500) :: program_name
    integer :: code
    call drawbridge_on_error(on_stop)
    call frame%finalize()
    call check('the host stop routine is called', stopped_with == DRAWBRIDGE_ORDER .and. &
        index(stopped_text, 'no live Frame') > 0, stopped_text)
    call get_command_argument(0, program_name)
    call execute_command_line(trim(program_name)//' stop 2> host_state_stop.txt', exitstat=code)
    call check('the default stop routine ends with the code', code == DRAWBRIDGE_ORDER)
  end subroutine
end program
