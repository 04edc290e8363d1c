! The expressions of bench_expressions as plain loops, in a file of their own so that nothing is inlined: the yardstick.
module plain_expressions
  use, intrinsic :: iso_fortran_env, only: sp => real32, wp => real64
  implicit none
  private
  public :: plain
  interface plain
    module procedure plain_double, plain_float
  end interface

contains

  subroutine plain_double(which, nx, ny, nz, z, a, b, c, d, e, f, dt, k)
    integer, parameter :: rk = wp
    include 'plain_expressions.inc'
  end subroutine

  subroutine plain_float(which, nx, ny, nz, z, a, b, c, d, e, f, dt, k)
    integer, parameter :: rk = sp
    include 'plain_expressions.inc'
  end subroutine
end module
