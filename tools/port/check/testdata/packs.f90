! Lanes that part: every way to leave a branch, a loop or a routine, and elements whose place differs from lane to lane.
module parting
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: table(4) = [0.25_dp, 1.5_dp, -2.0_dp, 3.0_dp]
contains
  subroutine leaves(x, y, n, total)
    real(dp), intent(in) :: x, y
    integer, intent(out) :: n
    real(dp), intent(out) :: total
    integer :: i, j
    n = 0
    total = 0
    outer: do i = 1, 6
      if (x*i > 3) cycle
      do j = 1, 4
        if (y > x*j) cycle outer
        if (x + y < -1.5_dp*j) exit outer
        if (abs(x) > 1.2_dp .and. j == 3) exit
        total = total + i*x - j*y
        n = n + 1
      end do
      if (total > 20) exit
      n = n + 10
    end do outer
    if (n > 25) return
    total = total + 1000*i
    n = -n
  end subroutine

  function search(x) result(k)
    real(dp), intent(in) :: x
    integer :: k
    do k = 1, 10
      if (x < 0.2_dp*k) return
    end do
    k = -1
  end function

  subroutine counts(x, n, y)
    real(dp), intent(in) :: x(5)
    integer, intent(in) :: n
    real(dp), intent(out) :: y(5)
    integer :: i, k, m, last
    real(dp) :: z, work(5)
    m = modulo(n, 5)
    work = 0
    do i = 1, m
      work(i) = x(i) + i
    end do
    do i = m, 1, -2
      work(i) = 2*work(i)
    end do
    k = 1 + modulo(3*n, 5)
    work(k) = work(k) + table(1 + modulo(n, 4))
    last = 0
    do i = 1, 5
      if (x(i) > 0.5_dp) last = i
    end do
    if (last > 0) work(last) = -work(last)
    z = sum(work(:m)) + maxval(x(1:k)) + minval(work) + search(x(2))
    do while (z > 4)
      z = z/2 - 0.125_dp
      if (z < x(1)) exit
    end do
    y = z*work + x
    if (any(x > 1)) y(1) = count(x > 1)
    if (all(x > 0)) y(2) = product(x)
    y(3) = dot_product(x, work) + sign(x(3), x(4)) + mod(n, 3) + n/2
  end subroutine

  subroutine chooses(n, x, flag, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x
    logical, intent(inout) :: flag
    real(dp), intent(out) :: y
    select case (n)
    case (:0)
      y = exp(-abs(x))
    case (1, 3)
      y = log(abs(x) + 1)
      flag = .not. flag
    case (4:6)
      if (flag) then
        y = sin(x)
      else if (x > 0) then
        y = x**0.3_dp
      else
        y = cos(x)*x**n
        return
      end if
      y = y + atan2(x, 2.0_dp)
    case default
      y = merge(tanh(x), erf(x), x > 0.5_dp)
    end select
    call adjust(y, flag, x)
    flag = flag .neqv. n > 2
  end subroutine

  subroutine adjust(y, flag, x, scale)
    real(dp), intent(inout) :: y
    logical, intent(in) :: flag
    real(dp), intent(in) :: x
    real(dp), intent(in), optional :: scale
    real(dp) :: f
    f = 1
    if (present(scale)) f = scale
    if (flag) then
      y = y*f + x
      if (y > 1) return
      y = y - 1
    end if
    y = floor(y*4) + nint(x) + int(f*y) + y
  end subroutine

  subroutine solves(a, x, steps)
    real(dp), intent(in) :: a
    real(dp), intent(out) :: x
    integer, intent(out) :: steps
    real(dp) :: f, step
    x = 1
    steps = 0
    do
      f = x**3 - abs(a) - 1
      step = -f/(3*x*x)
      x = x + step
      steps = steps + 1
      if (abs(step) < 1e-14_dp*x .or. steps > 60) exit
    end do
    call adjust(x, steps > 8, a, 0.5_dp)
  end subroutine
end module

subroutine jumps(x)
  real(8) x
10 x = x - 1
  if (x > 0) goto 10
end subroutine

subroutine sizes(n, y)
  integer n
  real(8) y(n), w(n)
  n = n + 1
  w = y
  y = 2*w
end subroutine

subroutine large(x)
  real(8) x, w(5000)
  w = x
  x = sum(w)
end subroutine

subroutine masks(x)
  real(8) x(3)
  where (x > 0) x = 1
end subroutine
