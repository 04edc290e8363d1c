!> What the example programs of the stencils share: arguments KEY=VALUE, checks that are counted, progress.
!> Nothing of Drawbridge is in here.
module example_support
  use, intrinsic :: iso_fortran_env, only: wp => real64, error_unit, int64
  implicit none
  private
  public :: wp, argument_group, refuse_argument, refuse, check, check_between, verdict, progress, speaks, tell_bits

  integer :: checks = 0, failures = 0
  logical :: speaks = .true. !< of several ranks one alone prints

contains

  !> Argument n as a namelist of one entry, '&group key=value /', for the program to read. `texts` are the keys whose
  !> values may come without quotes. --help prints the usage and ends the program.
  function argument_group(n, group, usage, texts) result(text)
    integer, intent(in) :: n
    character(*), intent(in) :: group, usage(:), texts
    character(:), allocatable :: text, key, value
    integer :: length, equals
    call get_command_argument(n, length=length)
    allocate (character(length) :: text)
    call get_command_argument(n, text)
    if (text == '--help' .or. text == '-h') then
      print '(a)', (trim(usage(equals)), equals = 1, size(usage))
      stop
    end if
    equals = index(text, '=')
    if (equals < 2 .or. equals == length) call refuse('argument '//text//': expected KEY=VALUE; --help lists the keys')
    key = trim(adjustl(text(:equals - 1)))
    value = text(equals + 1:)
    if (verify(key, 'abcdefghijklmnopqrstuvwxyz_') > 0) &
      call refuse('argument '//text//': '//key//' is not a key; --help lists them')
    if (index(' '//texts//' ', ' '//key//' ') > 0) then
      if (scan(value, '''"') == 0) value = ''''//value//''''
    else if (scan(value, '/,;*!&= ''"') > 0) then
      call refuse('argument '//text//': one value is expected')
    end if
    text = '&'//group//' '//key//'='//value//' /'
  end function

  !> Ends the program because reading argument n went wrong with this message.
  subroutine refuse_argument(n, message)
    integer, intent(in) :: n
    character(*), intent(in) :: message
    character(200) :: text
    call get_command_argument(n, text)
    call refuse('argument '//trim(text)//': not a key of this program, or no value that its key takes ('//trim(message)// &
      '); --help lists the keys')
  end subroutine

  !> Ends the program for a reason that the user can mend.
  subroutine refuse(message)
    character(*), intent(in) :: message
    character(1000) :: path
    call get_command_argument(0, path)
    write (error_unit, '(3a)') trim(path(index(path, '/', back=.true.) + 1:)), ': ', trim(message)
    stop 2, quiet=.true.
  end subroutine

  !> One judgement: value must be at most limit. NaN fails.
  subroutine check(what, value, limit)
    character(*), intent(in) :: what
    real(wp), intent(in) :: value, limit
    call judge(value <= limit)
    if (speaks) print '(2x, a, t8, a, t76, es9.2, a, es8.1)', merge('pass', 'FAIL', value <= limit), what, value, '  <= ', limit
  end subroutine

  !> One judgement: value must lie between low and high.
  subroutine check_between(what, value, low, high)
    character(*), intent(in) :: what
    real(wp), intent(in) :: value, low, high
    logical :: ok
    ok = value >= low .and. value <= high
    call judge(ok)
    if (speaks) print '(2x, a, t8, a, t76, g0.4, a, g0.4, a, g0.4)', merge('pass', 'FAIL', ok), what, value, '  in ', low, &
      ' .. ', high
  end subroutine

  subroutine judge(ok)
    logical, intent(in) :: ok
    checks = checks + 1
    if (.not. ok) failures = failures + 1
  end subroutine

  !> The last line; the program ends with 1 if a check failed or none was made.
  subroutine verdict(name)
    character(*), intent(in) :: name
    if (failures == 0 .and. checks > 0) then
      if (speaks) print '(2a, i0, a)', name, ': passed, ', checks, ' checks'
    else
      print '(2a, i0, a, i0, a)', name, ': FAILED, ', failures, ' of ', checks, ' checks'
      stop 1, quiet=.true.
    end if
  end subroutine

  !> A number that any other bit of the values changes: runs of other numbers of ranks must print the same.
  subroutine tell_bits(what, values)
    character(*), intent(in) :: what
    real(wp), intent(in) :: values(:)
    integer(int64) :: bits
    integer :: i
    bits = 0
    do i = 1, size(values)
      bits = ieor(ishftc(bits, 5), transfer(values(i), bits))
    end do
    if (speaks) print '(4x, 3a, z16.16)', 'bits of ', what, ': ', bits
  end subroutine

  !> A line every 3 seconds, so that a long run is seen to live.
  subroutine progress(what, step, steps)
    character(*), intent(in) :: what
    integer, intent(in) :: step, steps
    integer(int64), save :: told = 0
    integer(int64) :: now, rate
    call system_clock(now, rate)
    if (step <= 1 .or. told == 0) told = now
    if (now - told < 3*rate) return
    told = now
    if (speaks) print '(2x, 2a, i0, a, i0)', what, ', step ', step, ' of ', steps
  end subroutine
end module
