! The plain loops that a solver's owner would write, on all threads: the yardstick of the host's stencils.
module plain_loops
  use bench_support, only: wp, int64, median, now, since
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  private
  public :: plain_seconds, plain_gray_scott, plain_copy
  integer, parameter :: h = 4

contains

  ! Median time of one application, in seconds; -1: there is no plain loop for it.
  real(wp) function plain_seconds(operator, precision, n, repeat) result(seconds)
    character(*), intent(in) :: operator, precision
    integer, intent(in) :: n, repeat
    real(wp), allocatable :: u(:, :, :), d(:, :, :), f(:, :, :)
    real(sp), allocatable :: us(:, :, :), ds(:, :, :), fs(:, :, :)
    real(wp) :: t(repeat)
    integer(int64) :: begin
    integer :: i
    seconds = -1
    if (operator == 'gray_scott') return
    if (precision == 'float') then
      allocate (us(1 - h:n + h, 1 - h:n + h, 1 - h:n + h), ds(n, n, n), fs(n, n, n))
      call random_number(us)
      ds = 0
      fs = 0
    else
      allocate (u(1 - h:n + h, 1 - h:n + h, 1 - h:n + h), d(n, n, n), f(n, n, n))
      call random_number(u)
      d = 0
      f = 0
    end if
    do i = 0, repeat
      begin = now()
      if (precision == 'float') call apply_single(operator, n, us, ds, fs)
      if (precision == 'double') call apply_double(operator, n, u, d, f)
      t(max(i, 1)) = since(begin) ! the first one warms up
    end do
    seconds = median(t)
  end function

  ! Median time of one step on n x n points, in seconds.
  real(wp) function plain_gray_scott(precision, n, repeat) result(seconds)
    character(*), intent(in) :: precision
    integer, intent(in) :: n, repeat
    real(wp), allocatable :: u(:, :), v(:, :), a(:, :), b(:, :)
    real(sp), allocatable :: us(:, :), vs(:, :), as(:, :), bs(:, :)
    real(wp) :: t(repeat)
    integer(int64) :: begin
    integer :: i
    if (precision == 'float') then
      allocate (us(0:n + 1, 0:n + 1), vs(0:n + 1, 0:n + 1), as(0:n + 1, 0:n + 1), bs(0:n + 1, 0:n + 1))
      call random_number(us)
      vs = us
      as = 0
      bs = 0
    else
      allocate (u(0:n + 1, 0:n + 1), v(0:n + 1, 0:n + 1), a(0:n + 1, 0:n + 1), b(0:n + 1, 0:n + 1))
      call random_number(u)
      v = u
      a = 0
      b = 0
    end if
    do i = 0, repeat
      begin = now()
      if (precision == 'float') call gray_scott_single(n, us, vs, as, bs)
      if (precision == 'double') call gray_scott_double(n, u, v, a, b)
      t(max(i, 1)) = since(begin) ! the first one warms up
    end do
    seconds = median(t)
  end function

  subroutine gray_scott_double(n, u, v, a, b)
    integer, parameter :: rp = wp
    include 'plain_gray_scott.inc'
  end subroutine

  subroutine gray_scott_single(n, u, v, a, b)
    integer, parameter :: rp = sp
    include 'plain_gray_scott.inc'
  end subroutine

  real(wp) function plain_copy(n, repeat) result(seconds)
    integer, intent(in) :: n, repeat
    real(wp), allocatable :: a(:, :, :), b(:, :, :)
    real(wp) :: t(repeat)
    integer(int64) :: begin
    integer :: i, k
    allocate (a(n, n, n), b(n, n, n))
    a = 1
    b = 0
    do i = 0, repeat
      begin = now()
      !$omp parallel do
      do k = 1, n
        b(:, :, k) = a(:, :, k)
      end do
      t(max(i, 1)) = since(begin) ! the first one warms up
    end do
    seconds = median(t)
    if (abs(b(n, n, n) - 1) > 0) seconds = -1
  end function

  subroutine apply_double(operator, n, u, d, f)
    integer, parameter :: rp = wp
    include 'plain_operators.inc'
  end subroutine

  subroutine apply_single(operator, n, u, d, f)
    integer, parameter :: rp = sp
    include 'plain_operators.inc'
  end subroutine
end module
