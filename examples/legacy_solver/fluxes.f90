!> The convective fluxes, first order, and the step that they allow.
module fluxes
  use mpi
  use inputs
  use blocks
  use state
  implicit none
  private
  public :: residual, time_step

contains

  !> rhs = d cons/dt by the Rusanov flux at every face. With lambda = max(|u|+c) of both sides, the mass
  !> that goes right is mL = rhoL (uL+lambda)/2, the mass that goes left mR = rhoR (uR-lambda)/2, and
  !> the flux of a carried quantity phi is mL phiL + mR phiR, plus the pressure where it acts.
  !> Both cells of a face get the same number, on every rank: nothing is lost.
  subroutine residual(q, rhs)
    real(wp), intent(in)  :: q(nx, ny, nz, nq)
    real(wp), intent(out) :: rhs(nx, ny, nz, ncons)
    real(wp), dimension(x2 - x1 + 2) :: lambda, mL, mR, flux
    real(wp) :: over_d
    integer  :: d, s(3), a, b, m, j, k, n
    rhs = 0
    do d = 1, 3
      s = 0
      s(d) = 1                                             ! from the left cell of a face to the right one
      over_d = cells(d)/lengths(d)
      a = x1 - s(1)                                        ! left cells a..x2: all faces of a row, m of them
      b = x2 + s(1)
      m = x2 - a + 1
      do k = z1 - s(3), z2
        do j = y1 - s(2), y2
          associate (L => q(a:x2, j, k, :), R => q(x1:b, j + s(2), k + s(3), :))
            lambda(:m) = max(abs(L(:, iU+d-1)) + L(:, iC), abs(R(:, iU+d-1)) + R(:, iC))
            mL(:m) = 0.5_wp*L(:, iRho)*(L(:, iU+d-1) + lambda(:m))
            mR(:m) = 0.5_wp*R(:, iRho)*(R(:, iU+d-1) - lambda(:m))
            do n = 1, ncons
              flux(:m) = mL(:m)*L(:, carried(n)) + mR(:m)*R(:, carried(n))
              if (n == ns + d) flux(:m) = flux(:m) + 0.5_wp*(L(:, iP) + R(:, iP))
              if (n == ncons) flux(:m) = flux(:m) + 0.5_wp*(L(:, iP)*L(:, iU+d-1) + R(:, iP)*R(:, iU+d-1))
              rhs(a:x2, j, k, n) = rhs(a:x2, j, k, n) - over_d*flux(:m)
              rhs(x1:b, j + s(2), k + s(3), n) = rhs(x1:b, j + s(2), k + s(3), n) + over_d*flux(:m)
            end do
          end associate
        end do
      end do
    end do
  end subroutine

  !> The largest stable step times cfl, and the largest |p - p0|/p0 of the grid, the same on all ranks.
  subroutine time_step(q, dt, dp)
    real(wp), intent(in)  :: q(nx, ny, nz, nq)
    real(wp), intent(out) :: dt, dp
    real(wp) :: mine(2), all_ranks(2), d(3)
    integer  :: i, j, k, ierr
    d = lengths/cells
    mine = 0
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          mine(1) = max(mine(1), sum((abs(q(i, j, k, iU:iW)) + q(i, j, k, iC))/d))
          mine(2) = max(mine(2), abs(q(i, j, k, iP) - pressure)/pressure)
        end do
      end do
    end do
    call MPI_Allreduce(mine, all_ranks, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    dt = cfl/all_ranks(1)
    dp = all_ranks(2)
  end subroutine
end module
