module flow
  implicit none
  integer :: nx, ny, nz
  real(8) :: alpha
  real(8), allocatable :: u(:,:,:), v(:,:,:)
  real(8), pointer :: q(:,:,:)
  real(8), allocatable, private :: c(:)
  real(8) :: fx(8,8,8), tab(3)
contains
  subroutine smooth()
    integer :: i, j, k
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          v(i,j,k) = 0.5d0*(u(i + 1,j,k) + u(i - 1,j,k))*alpha + tab(2)
        end do
      end do
    end do
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          q(i,j,k) = v(i,j,k)*c(2) + fx(i,j,k)
          if (q(i,j,k) > 1) q(i,j,k) = 0
        end do
      end do
    end do
  end subroutine
  subroutine both(w)
    real(8), intent(inout) :: w(nx,ny)
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        w(i,j) = w(i,j) + u(i + 1,j,2)
        fx(i,j,2) = w(i,j)
      end do
    end do
  end subroutine
end module
