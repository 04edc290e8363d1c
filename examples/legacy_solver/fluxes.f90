!> The right-hand side: convective fluxes (convection.f90) and, of second order, those of viscosity, conduction and
!> diffusion; and the time step that they allow.
module fluxes
  use mpi
  use inputs
  use state
  use properties
  use convection
  implicit none
  private
  public :: residual, time_step, fallen_back

  integer(kind(0_8)) :: visited = 0, low_cells = 0          ! cells, and those of a low order, of this rank
  real(wp) :: diffusivity = 0                               ! the largest of the last residual, m2/s

contains

  !> b%rhs = d cons/dt.
  subroutine residual(b, dt)
    type(block_t), intent(inout) :: b
    real(wp),      intent(in)    :: dt
    real(wp), allocatable :: flux(:, :, :, :)
    logical,  allocatable :: low(:, :, :), touched(:, :, :)
    type(faces_t) :: g
    integer :: d, n(3), e(3), v
    n = b%high - b%low + 1
    allocate(touched(n(1), n(2), n(3)), source=.false.)
    b%rhs = 0
    do d = 1, 3
      if (cells(d) == 1) cycle
      g = faces_of(b, d)
      e = g%m - n
      allocate(flux(g%m(1), g%m(2), g%m(3), ncons), low(g%m(1), g%m(2), g%m(3)))
      call begin_part()
      call convective_fluxes(b, g, d, dt, flux, low)
      call end_part(in_convection)
      if (viscous) then
        call begin_part()
        call viscous_fluxes(b, g, d, flux)
        call end_part(in_viscosity)
      end if
      do v = 1, ncons
        b%rhs(:, :, :, v) = b%rhs(:, :, :, v) - cells(d)/lengths(d)*(flux(1+e(1):, 1+e(2):, 1+e(3):, v) &
          - flux(:n(1), :n(2), :n(3), v))
      end do
      if (order == 9) touched = touched .or. low(1+e(1):, 1+e(2):, 1+e(3):) .or. low(:n(1), :n(2), :n(3))
      deallocate(flux, low)
    end do
    visited = visited + size(touched)
    low_cells = low_cells + count(touched)
  end subroutine

  !> Share of the cells that had an interface of order 1 in a run of order 9, over all stages and ranks.
  real(wp) function fallen_back()
    real(wp) :: sums(2), here(2)
    integer  :: ierr
    here = real([low_cells, visited], wp)
    call MPI_Allreduce(here, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    fallen_back = sums(1)/max(sums(2), 1.0_wp)
  end function

  !> Take viscous stress, heat conduction and diffusion from flux. Properties at the interface from the mean P, T, Y
  !> of both cells; J_i = -rho D_i dY_i/dx + Y_i sum_j rho D_j dY_j/dx, so that no mass is diffused.
  subroutine viscous_fluxes(b, g, d, flux)
    type(block_t), intent(in)    :: b
    type(faces_t), intent(in)    :: g
    integer,       intent(in)    :: d
    real(wp),      intent(inout) :: flux(g%n, ncons)
    real(wp), allocatable, target :: mean(:, :, :, :)
    allocate(mean(g%m(1), g%m(2), g%m(3), nface))
    call averages(g, b%q, mean)
    call call_property(transport_properties, mean, [1, g%m(1), 1, g%m(2), 1, g%m(3)])
    call stresses(g, b%q, d, mean, flux)
  end subroutine

  pure subroutine averages(g, q, mean)
    type(faces_t), intent(in) :: g
    real(wp), intent(in)  :: q(g%cells, nq)
    real(wp), intent(out) :: mean(g%n, nface)
    integer :: j, k, c, f, v
    do v = 1, iY + ns - 1
      do k = 0, g%m(3) - 1
        do j = 0, g%m(2) - 1
          c = g%base + g%row*j + g%plane*k
          f = g%m(1)*(j + g%m(2)*k)
          mean(f+1:f+g%m(1), v) = 0.5_wp*(q(c+1:c+g%m(1), v) + q(c+g%across+1:c+g%across+g%m(1), v))
        end do
      end do
    end do
  end subroutine

  subroutine stresses(g, q, d, mean, flux)
    type(faces_t), intent(in) :: g
    integer,  intent(in)    :: d
    real(wp), intent(in)    :: q(g%cells, nq), mean(g%n, nface)
    real(wp), intent(inout) :: flux(g%n, ncons)
    real(wp) :: grad(3, 3), tau(3), J(ns), dx(3), mu, rho      ! grad(:,t): of the velocity along direction t
    integer  :: i, jj, k, L, R, f, t, s(3)
    s = [1, g%row, g%plane]
    dx = lengths/cells
    grad = 0
    do k = 0, g%m(3) - 1
      do jj = 0, g%m(2) - 1
        do i = 1, g%m(1)
          f = i + g%m(1)*(jj + g%m(2)*k)
          L = g%base + i + g%row*jj + g%plane*k
          R = L + g%across
          do t = 1, 3
            if (cells(t) == 1) cycle
            if (t == d) grad(:, t) = (q(R, iU:iW) - q(L, iU:iW))/dx(t)
            if (t /= d) grad(:, t) = (q(L+s(t), iU:iW) + q(R+s(t), iU:iW) - q(L-s(t), iU:iW) - q(R-s(t), iU:iW))/(4*dx(t))
          end do
          mu = mean(f, iMu)
          rho = mean(f, iRho)
          tau = mu*(grad(:, d) + grad(d, :))
          tau(d) = tau(d) - 2*mu/3*(grad(1, 1) + grad(2, 2) + grad(3, 3))
          J = -rho*mean(f, iDi:iDi+ns-1)*(q(R, iY:iY+ns-1) - q(L, iY:iY+ns-1))/dx(d)
          J = J - mean(f, iY:iY+ns-1)*sum(J)
          flux(f, :ns) = flux(f, :ns) + J
          flux(f, ns+1:ns+3) = flux(f, ns+1:ns+3) - tau
          flux(f, ncons) = flux(f, ncons) - sum(tau*mean(f, iU:iW)) - mean(f, iLambda)*(q(R, iT) - q(L, iT))/dx(d) &
            + sum(mean(f, iHi:iHi+ns-1)*J)
          diffusivity = max(diffusivity, 4*mu/(3*rho), mean(f, iLambda)/(rho*min(q(L, iCp), q(R, iCp))), &
            maxval(mean(f, iDi:iDi+ns-1)))
        end do
      end do
    end do
  end subroutine

  !> The step, the same on all ranks: the fixed one, or cfl times the largest stable one; and the largest |p - p0|/p0.
  subroutine time_step(dt, dp)
    real(wp), intent(out) :: dt, dp
    real(wp) :: here(3), everywhere(3), dx(3)
    integer  :: b, i, j, k, ierr
    dx = merge(lengths/cells, huge(dt), cells > 1)
    here = [0.0_wp, 0.0_wp, diffusivity]
    do b = 1, size(mine)
      associate (q => mine(b)%q, inside => mine(b)%inside)
        do k = inside(5), inside(6)
          do j = inside(3), inside(4)
            do i = inside(1), inside(2)
              here(1) = max(here(1), sum((abs(q(i, j, k, iU:iW)) + q(i, j, k, iC))/dx))
              here(2) = max(here(2), abs(q(i, j, k, iP) - pressure)/pressure)
            end do
          end do
        end do
      end associate
    end do
    call MPI_Allreduce(here, everywhere, 3, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    diffusivity = 0
    dt = cfl/(everywhere(1) + 2*everywhere(3)*sum(1/dx**2))
    if (dt_fixed > 0) dt = dt_fixed
    dp = everywhere(2)
  end subroutine
end module
