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
