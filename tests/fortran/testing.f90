! Counting checks: a program of checks prints what failed and stops with 1 if anything did.
module testing
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_is_nan
  implicit none
  private
  public :: wp, set_environment, check, expect_error, finish, nan, is_nan, logged
  integer :: checks = 0, failures = 0

contains

  ! As a batch script would: what the library reads at the next call.
  subroutine set_environment(name, value)
    use, intrinsic :: iso_c_binding, only: c_int, c_char, c_null_char
    character(*), intent(in) :: name, value
    interface
      integer(c_int) function setenv(name, value, overwrite) bind(c)
        import :: c_int, c_char
        character(kind=c_char), intent(in) :: name(*), value(*)
        integer(c_int), value :: overwrite
      end function
    end interface
    if (setenv(name//c_null_char, trim(value)//c_null_char, 1_c_int) /= 0) error stop 'setenv'
  end subroutine

  subroutine check(what, ok, detail)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    character(*), intent(in), optional :: detail
    checks = checks + 1
    if (ok) return
    failures = failures + 1
    print '(2a)', 'FAILED: ', what
    if (present(detail)) print '(2a)', '        ', trim(detail)
  end subroutine

  ! A refusal must carry its code and name the thing.
  subroutine expect_error(what, stat, errmsg, code, part)
    character(*), intent(in) :: what, errmsg, part
    integer, intent(in) :: stat, code
    character(20) :: got
    write (got, '(a,i0)') 'code ', stat
    call check(what, stat == code .and. index(errmsg, part) > 0, trim(got)//': '//errmsg)
  end subroutine

  subroutine finish(title)
    character(*), intent(in) :: title
    print '(2a,i0,a,i0,a)', title, ': ', checks, ' checks, ', failures, ' failed'
    if (failures > 0 .or. checks == 0) stop 1
  end subroutine

  elemental real(wp) function nan(like)
    real(wp), intent(in) :: like
    nan = ieee_value(like, ieee_quiet_nan)
  end function

  elemental logical function is_nan(x)
    real(wp), intent(in) :: x
    is_nan = ieee_is_nan(x)
  end function

  ! Whether the log, the file of DRAWBRIDGE_LOG, has these words or not. It begins anew behind that.
  subroutine logged(what, words, there)
    character(*), intent(in) :: what, words
    logical, intent(in) :: there
    character(300) :: path
    character(2000) :: line
    integer :: unit, ios
    logical :: found
    found = .false.
    call get_environment_variable('DRAWBRIDGE_LOG', path)
    open (newunit=unit, file=trim(path), action='read', status='old', iostat=ios)
    do while (ios == 0)
      read (unit, '(a)', iostat=ios) line
      if (ios == 0) found = found .or. index(line, words) > 0
    end do
    close (unit, status='delete', iostat=ios)
    call check(what, found .eqv. there, 'in the log: '//words)
  end subroutine
end module
