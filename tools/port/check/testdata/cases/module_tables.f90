module tab
  implicit none
  integer :: n
  real(8), allocatable :: v(:), a(:,:)
  real(8), dimension(:), pointer :: w => null()
  real(4), pointer :: q(:,:)
  type s_t
    real(8) :: mw
    integer :: k
  end type
  type(s_t), allocatable :: sp(:)
contains
  subroutine mix(x, m)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: m
    integer :: k
    m = 0
    do k = 1, n
      m = m + x(k)*w(k)
    end do
  end subroutine
  subroutine mixv(x, m)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: m
    integer :: k
    m = 0
    do k = 1, n
      m = m + x(k)*v(k) + a(k,2) + q(k,k)
    end do
    m = m + sum(v) + sum(q(:,2)) + sum(a*2) + size(w)
  end subroutine
  subroutine calls(x, m)
    real(8), intent(in) :: x
    real(8), intent(out) :: m
    m = x*total(w, size(w)) + total(v, size(v)) + shaped(w) + shaped(a(:,1)) + shaped(a(2,:)) + lbound(v,1) + ubound(w,1)
    m = m + sp(2)%mw*sp(lbound(sp,1))%k
  end subroutine
  function total(z, n)
    integer, intent(in) :: n
    real(8), intent(in) :: z(n)
    real(8) :: total
    total = sum(z)
  end function
  function shaped(z)
    real(8), intent(in) :: z(:)
    real(8) :: shaped
    shaped = sum(z) + size(z)
  end function
  subroutine refuses(x)
    real(8), intent(inout) :: x
    v(1) = x
  end subroutine
  subroutine gives(x)
    real(8), intent(inout) :: x
    call sets(w)
  end subroutine
  subroutine target_of_pointer(x)
    real(8), intent(inout), target :: x(4)
    x(2:4) = w(lbound(w, 1):lbound(w, 1) + 2)*x(1:3)
  end subroutine
  subroutine sets(z)
    real(8), intent(out) :: z(:)
    z = 1
  end subroutine
end module
