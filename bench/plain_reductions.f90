! The reductions of bench_reductions as plain loops, in a file of their own so that nothing is inlined: the yardstick.
module plain_reductions
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: by_loops

contains

  subroutine by_loops(kind, n, a, b, answer)
    character(*), intent(in) :: kind
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n, n, n), b(n, n, n)
    real(wp), intent(out) :: answer
    select case (kind)
    case ('sum')
      answer = sum(a)
    case ('dot')
      answer = sum(a*b)
    case ('norm2')
      answer = sqrt(sum(a*a))
    case default
      answer = maxval(a)
    end select
  end subroutine
end module
