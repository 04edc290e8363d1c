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

! Lanes leave ifs and select cases by their names, and jump to labels further down.
module names
  implicit none
contains
  subroutine picks(n, x, r, m)
    integer, intent(in) :: n
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: r
    integer, intent(out) :: m
    integer :: i, k
    r = 0
    m = 3
    outer: do i = 1, 4
      pick: select case (i)
      case (1)
        if (x(1) > 0) exit pick
        m = m + 1
        r = r + 1
      case (2:3)
        inner: do k = 1, 3
          r = r + x(k)
          if (x(k) > x(i)) exit pick
          if (x(4) > 1.1d0*k) cycle outer
          if (x(4) < -1.1d0) exit inner
          m = m + k
        end do inner
        r = r*2
        m = m - 1
      case default
        maybe: if (n > 3) then
          if (x(2) > 0.3d0) exit maybe
          if (x(3) > 0.3d0) exit outer
          if (x(3) < -0.9d0) return
          m = m*2
        else if (n < 0) then
          m = 7
          if (x(1) > 0.2d0) exit pick
          m = 5
        end if maybe
        r = r + 5
      end select pick
      m = m + 10
      r = r + m
    end do outer
  end subroutine

  subroutine ends(x, n, r, k)
    real(8), intent(in) :: x(3)
    integer, intent(in) :: n
    real(8), intent(out) :: r
    integer, intent(out) :: k
    integer :: i
    r = 0
    k = 0
    if (n == 0) goto 90
    do i = 1, 3
      if (x(i) > 1) goto 50
      if (x(2) < 0.1d0*i) goto 20
      k = k + 1
20    r = r + x(3)
    end do
    if (x(3) > 0.7d0) goto 90
    r = r + 100
    if (n > 2) go to 50
    k = k + 7/n
50  r = r - 1
    do 30 i = 1, n
      if (x(1)*i > 0.3d0) goto 30
      if (x(2)*i > 0.9d0) goto 91
      r = r + i
30  continue
90  continue
    k = k + 1
91  r = r*2
  end subroutine
end module

! Tables of all kinds at places that differ, and arrays of one value for all points that are assigned to parts of themselves.
module kinds
  implicit none
  type species
    real(8) :: w, cp(3)
    real(4) :: r
    integer :: id
    logical :: gas
  end type
  type(species) :: s(9)
  real(4) :: single(3) = [1.1, 2.2, 3.3]
  integer(8) :: long(3) = [1234567890123_8, 5_8, -3_8]
  logical :: on(3) = [.true., .false., .true.]
contains
  subroutine mixes(x, n, y, m, q)
    real(8), intent(in) :: x(9)
    integer, intent(in) :: n
    real(8), intent(out) :: y(4)
    integer, intent(out) :: m
    logical, intent(out) :: q(3)
    integer :: k, list(3)
    y = 0
    do k = 1, 9
      y(1) = y(1) + exp(x(k))*s(k)%w
    end do
    k = 1 + modulo(n, 3)
    y(2) = x(2)*single(k) + long(k) + s(k)%cp(k) + s(k + 1)%r
    y(3) = dble(single(1))*dble(single(2))*x(3)
    list = [3, 2, 1]
    list(2:3) = list(1:2)
    m = s(k)%id + list(3) + dot_product(list, list)
    q = [s(k)%gas, on(k), .false.]
    q(2:3) = q(1:2)
    y(4) = sum(s(k)%cp) + adds(list) + adds(list*2)
  end subroutine
  real(8) function adds(list)
    integer, intent(in) :: list(3)
    adds = list(1) - 2*list(3)
  end function
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
