! BLOCK and ASSOCIATE: names of their own, which may be those of others, and exits of BLOCK by its name.
module scoped
  implicit none
  type state
    real(8) :: t, p
    integer :: n
  end type
  type(state) :: air = state(300d0, 1d5, 3)
  type(state) :: list(3)
  real(8) :: table(3) = [0.5d0, 1.5d0, 2.5d0]
contains
  subroutine blocks(x, n, y, z)
    real(8), intent(in) :: x(4)
    integer, intent(in) :: n
    real(8), intent(out) :: y(4), z
    integer :: k
    z = 1
    y = 0
    do k = 1, 4
      part: block
        real(8) :: z, w(2), k2
        integer, parameter :: two = 2
        integer :: i
        z = x(k)*two
        if (z > 0.7d0) exit part
        w = [z, -z]
        k2 = 0
        do i = 1, two
          block
            real(8) :: z
            z = w(i)*3
            if (z < -0.5d0) exit part
            k2 = k2 + z
          end block
          if (k2 > 1 .and. x(1) < 0) cycle
        end do
        y(k) = z + k2
        if (x(4) > 1.2d0) return
      end block part
      z = z + y(k)
    end do
    inner: if (n > 2) then
      block
        integer :: n
        n = 7
        z = z + n
        if (x(2) > 0.5d0) exit inner
      endblock
      z = z*2
    end if inner
  end subroutine

  subroutine associates(x, n, y)
    real(8), intent(in) :: x(4)
    integer, intent(in) :: n
    real(8), intent(out) :: y(4)
    integer :: k
    y = x
    k = 1 + modulo(n, 3)
    associate (t => air%t, p => air%p, sum2 => x(1) + x(2)*2, all => y, one => y(k), w => table)
      one = one + t
      all(4) = all(4) + sum2 + w(k) - w(1)*merge(1, 2, x(3) > sum2)
      associate (t => list(k)%t, mid => all(2:3))
        all(1) = all(1)*t + scaled(v=t, t=x(4))
        mid = mid + sum(mid)
      end associate
      all = all + p*1d-5
      if (all(1) > 3) then
        all(2) = -one
      end if
    end associate
    named: associate (q => x(4))
      if (q > 0.4d0) exit named
      y(3) = q
    end associate named
  end subroutine

  real(8) function scaled(t, v)
    real(8), intent(in) :: t, v
    scaled = t - 2*v
  end function
end module
