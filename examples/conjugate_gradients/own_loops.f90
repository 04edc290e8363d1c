!> Stage 0 of the example: conjugate gradients as a solver has them before it uses Drawbridge. Plain loops, one for each step of
!> the method, and MPI for halos and sums. Nothing of Drawbridge is in here.
!>
!> The operator is that of an implicit step of heat conduction, A p = p - div(k grad p), with a conductivity for each face:
!> k(i,j,k,1) is that of the face between points (i-1,j,k) and (i,j,k), and so on along y and z. Beyond the walls p is 0.
!> Each rank has some planes of the grid.
module own_loops
  use mpi
  implicit none
  private
  public :: solve_by_loops, apply_operator, exchange_planes
  integer, parameter :: wp = kind(1.0d0)

contains

  !> Solves A x = b from x = 0 until the norm of the residual is at most tolerance times that of b. passes: how many it took.
  subroutine solve_by_loops(n, planes, below, above, k, b, tolerance, most, x, passes)
    integer, intent(in) :: n, planes, below, above, most
    real(wp), intent(in) :: k(0:n + 1, 0:n + 1, 0:planes + 1, 3), b(n, n, planes), tolerance
    real(wp), intent(out) :: x(n, n, planes)
    integer, intent(out) :: passes
    real(wp), allocatable :: p(:, :, :), q(:, :, :), r(:, :, :)
    real(wp) :: rr, rr_new, start, alpha, beta
    allocate (p(0:n + 1, 0:n + 1, 0:planes + 1), source=0.0_wp)
    allocate (q(n, n, planes))
    r = b
    p(1:n, 1:n, 1:planes) = b
    x = 0
    start = product_of(r, r)
    rr = start
    do passes = 1, most
      call exchange_planes(n, planes, below, above, p)
      call apply_operator(n, planes, k, p, q)
      alpha = rr/product_of(p(1:n, 1:n, 1:planes), q)
      x = x + alpha*p(1:n, 1:n, 1:planes)
      r = r - alpha*q
      rr_new = product_of(r, r)
      if (rr_new <= tolerance**2*start) return
      beta = rr_new/rr
      rr = rr_new
      p(1:n, 1:n, 1:planes) = r + beta*p(1:n, 1:n, 1:planes)
    end do
    passes = most
  end subroutine

  !> q = A p.
  subroutine apply_operator(n, planes, k, p, q)
    integer, intent(in) :: n, planes
    real(wp), intent(in) :: k(0:n + 1, 0:n + 1, 0:planes + 1, 3), p(0:n + 1, 0:n + 1, 0:planes + 1)
    real(wp), intent(out) :: q(n, n, planes)
    integer :: x, y, z
    do z = 1, planes
      do y = 1, n
        do x = 1, n
          q(x, y, z) = p(x, y, z) + k(x, y, z, 1)*(p(x, y, z) - p(x-1, y, z)) - k(x+1, y, z, 1)*(p(x+1, y, z) - p(x, y, z)) &
                       + k(x, y, z, 2)*(p(x, y, z) - p(x, y-1, z)) - k(x, y+1, z, 2)*(p(x, y+1, z) - p(x, y, z)) &
                       + k(x, y, z, 3)*(p(x, y, z) - p(x, y, z-1)) - k(x, y, z+1, 3)*(p(x, y, z+1) - p(x, y, z))
        end do
      end do
    end do
  end subroutine

  !> The planes beyond the first and the last one come from the ranks below and above; where there is none, they stay 0.
  subroutine exchange_planes(n, planes, below, above, p)
    integer, intent(in) :: n, planes, below, above
    real(wp), intent(inout) :: p(0:n + 1, 0:n + 1, 0:planes + 1)
    integer :: status(MPI_STATUS_SIZE), ierr
    call MPI_Sendrecv(p(0, 0, planes), (n + 2)**2, MPI_DOUBLE_PRECISION, above, 1, p(0, 0, 0), (n + 2)**2, &
                      MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(p(0, 0, 1), (n + 2)**2, MPI_DOUBLE_PRECISION, below, 2, p(0, 0, planes + 1), (n + 2)**2, &
                      MPI_DOUBLE_PRECISION, above, 2, MPI_COMM_WORLD, status, ierr)
  end subroutine

  !> The sum of products over all ranks.
  real(wp) function product_of(a, b)
    real(wp), intent(in) :: a(:, :, :), b(:, :, :)
    integer :: ierr
    product_of = sum(a*b)
    call MPI_Allreduce(MPI_IN_PLACE, product_of, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end function
end module
