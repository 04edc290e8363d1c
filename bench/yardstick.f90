!> Stage 0 as it was in commit 120cbc5b: the fixed yardstick of speed. This module takes the place of fluxes.f90; its
!> routines are those of then, from fluxes.f90, state.f90 and legacy_solver.f90. Other files have not changed what they compute.
!>
!> Convective fluxes of order 1: Rusanov's between the cells on both sides. Of order 9, on point values: both sides of
!> an interface are interpolated from the nine cells that lie towards them (upwind-biased, degree 8), the equation of
!> state gives rho and e there, Rusanov's flux F(L,R) follows, and central differences of the cells' own fluxes turn
!> the flux at the point into the one whose difference over dx is the derivative: Shu & Osher, J. Comput. Phys. 77
!> (1988) 439; Jiang, Shu & Zhang, SIAM J. Sci. Comput. 35 (2013) A1137. Where that leaves the admissible states the
!> interface falls back to order 1. Fluxes of viscosity, conduction and diffusion are of second order.
!>
!> Interfaces across direction d (e = 1 there, else 0) of a block have on their left the cells l..h of q, on their
!> right the cells l+e..h+e; arrays of interfaces begin at 1.
module fluxes
  use state
  use properties
  implicit none
  private
  public :: add_fluxes, advance_block, primitives, admissible, time_step

  !> Interpolation half a cell beyond the fifth of nine cells; reconstruction less interpolation of ten (half of them).
  real(wp), parameter :: upwind(-4:4) = [35, -360, 1764, -5880, 22050, 17640, -2940, 504, -45]/32768.0_wp
  real(wp), parameter :: central(0:4) = [826034, -1096516, 325964, -60841, 5359]/20643840.0_wp
  real(wp), public :: fallen_back(2) = 0                    ! cells that had an interface of order 1, all; of this rank
  integer  :: d, e(3), m(3), l(3), h(3), u                  ! the interfaces at hand; m: how many, u: velocity across them
  real(wp), pointer :: ql(:, :, :, :), qr(:, :, :, :)       ! the cells on their left and right
  real(wp), public :: diffusivity                           ! the largest of the viscous fluxes since it was 0, m2/s

contains

  !> Add what convection or viscosity (kind = in_convection, in_viscosity) does to b%rhs = d cons/dt. dt (s): for the
  !> positivity of the species.
  subroutine add_fluxes(b, kind, dt)
    type(block_t), intent(inout), target :: b
    integer,       intent(in)    :: kind
    real(wp),      intent(in)    :: dt
    real(wp), allocatable :: flux(:, :, :, :)
    logical,  allocatable :: low(:, :, :), touched(:, :, :)
    integer :: v, n(3)
    n = b%high - b%low + 1
    allocate(touched(n(1), n(2), n(3)), source=.false.)
    do d = 1, 3
      if (cells(d) == 1) cycle
      e = merge(1, 0, [1, 2, 3] == d)
      u = iU + d - 1
      m = n + e
      l = b%inside(1:5:2) - e
      h = b%inside(2:6:2)
      ql => b%q(l(1):h(1), l(2):h(2), l(3):h(3), :)
      qr => b%q(l(1)+e(1):h(1)+e(1), l(2)+e(2):h(2)+e(2), l(3)+e(3):h(3)+e(3), :)
      allocate(flux(m(1), m(2), m(3), ncons), low(m(1), m(2), m(3)))
      call enter(kind)
      if (kind == in_convection) call convective_fluxes(b%q, dt, flux, low)
      if (kind == in_viscosity) call viscous_fluxes(b%q, flux)
      call enter(in_the_rest)
      do v = 1, ncons
        b%rhs(:, :, :, v) = b%rhs(:, :, :, v) - cells(d)/lengths(d)*(flux(1+e(1):, 1+e(2):, 1+e(3):, v) &
          - flux(:n(1), :n(2), :n(3), v))
      end do
      if (kind == in_convection) touched = touched .or. low(1+e(1):, 1+e(2):, 1+e(3):) .or. low(:n(1), :n(2), :n(3))
      deallocate(flux, low)
    end do
    if (kind == in_convection) fallen_back = fallen_back + [count(touched), size(touched)]
  end subroutine

  !> flux(m,ncons) across direction d; low tells where it is of order 1.
  subroutine convective_fluxes(q, dt, flux, low)
    real(wp), intent(in), target :: q(:, :, :, :)
    real(wp), intent(in)  :: dt
    real(wp), intent(out) :: flux(m(1), m(2), m(3), ncons)
    logical,  intent(out) :: low(m(1), m(2), m(3))
    real(wp), allocatable :: left(:, :, :, :), right(:, :, :, :), safe(:, :, :, :)
    real(wp) :: speed(m(1), m(2), m(3)), least(m(1), m(2), m(3)), part
    integer  :: v
    if (order == 9) allocate(left(m(1), m(2), m(3), iE), right(m(1), m(2), m(3), iE))
    speed = max(abs(ql(:, :, :, u)) + ql(:, :, :, iC), abs(qr(:, :, :, u)) + qr(:, :, :, iC))
    low = .true.
    if (order == 1) call rusanov(ql, qr, speed, flux)
    if (order == 1) return
    call interpolate(q, shape(q), left, right)
    low = .false.
    do v = iP, iT, iT - iP                                 ! far from the cells' own, or no state at all
      low = low .or. min(left(:, :, :, v), right(:, :, :, v)) < 0.8_wp*min(ql(:, :, :, v), qr(:, :, :, v)) &
        .or. max(left(:, :, :, v), right(:, :, :, v)) > 1.25_wp*max(ql(:, :, :, v), qr(:, :, :, v))
    end do
    do v = iY, iY + ns - 1
      low = low .or. min(left(:, :, :, v), right(:, :, :, v)) < -1e-9_wp
    end do
    call take_cells()
    call call_property(density_and_energy, left, [1, m(1), 1, m(2), 1, m(3)])
    call call_property(density_and_energy, right, [1, m(1), 1, m(2), 1, m(3)])
    left(:, :, :, iE) = left(:, :, :, iE) - left(:, :, :, iP)/left(:, :, :, iRho)
    right(:, :, :, iE) = right(:, :, :, iE) - right(:, :, :, iP)/right(:, :, :, iRho)
    call take_cells()
    call rusanov(left, right, speed, flux)
    call correct(q(l(1)-4*e(1):h(1)+5*e(1), l(2)-4*e(2):h(2)+5*e(2), l(3)-4*e(3):h(3)+5*e(3), :), low, flux)
    ! Positivity of the species: Hu, Adams & Shu, J. Comput. Phys. 242 (2013) 169
    part = 2*count(cells > 1)*dt*cells(d)/lengths(d)
    least = 0
    do v = 1, ns
      least = min(least, ql(:, :, :, iRho)*(ql(:, :, :, iY+v-1) + 1e-12_wp) - part*flux(:, :, :, v), &
        qr(:, :, :, iRho)*(qr(:, :, :, iY+v-1) + 1e-12_wp) + part*flux(:, :, :, v))
    end do
    if (all(least >= 0)) return
    low = low .or. least < 0
    allocate(safe, mold=flux)
    call rusanov(ql, qr, speed, safe)
    do v = 1, ncons
      where (least < 0) flux(:, :, :, v) = safe(:, :, :, v)
    end do
  contains
    !> Where `low` says so, both sides are the cells' own states.
    subroutine take_cells()
      if (.not. any(low)) return
      do v = 1, iE
        where (low) left(:, :, :, v) = ql(:, :, :, v)
        where (low) right(:, :, :, v) = qr(:, :, :, v)
      end do
    end subroutine
  end subroutine

  !> P, velocity, T and Y on both sides of the interfaces.
  pure subroutine interpolate(q, s, left, right)
    integer,  intent(in)    :: s(4)
    real(wp), intent(in)    :: q(s(1)*s(2)*s(3), s(4))
    real(wp), intent(inout) :: left(m(1), m(2), m(3), iE), right(m(1), m(2), m(3), iE)
    real(wp) :: sums(2)
    integer  :: i, j, k, c, a, v, t
    a = e(1) + s(1)*(e(2) + s(2)*e(3))                       ! from a cell to the one on the other side
    do concurrent (v = 1:iY+ns-1, k = 1:m(3), j = 1:m(2))
      c = l(1) - 1 + s(1)*(l(2) + j - 2 + s(2)*(l(3) + k - 2))
      do i = c + 1, c + m(1)
        sums = 0
        do t = -4, 4
          sums = sums + upwind(t)*[q(i+t*a, v), q(i+(1-t)*a, v)]
        end do
        left(i-c, j, k, v) = sums(1)
        right(i-c, j, k, v) = sums(2)
      end do
    end do
  end subroutine

  !> Rusanov's flux. With lambda = speed, the mass that goes right is mL = rhoL (uL+lambda)/2, the mass that goes left
  !> mR = rhoR (uR-lambda)/2; a carried quantity phi gets mL phiL + mR phiR, plus the pressure where it acts. Both cells
  !> of an interface get the same number, on every rank: nothing is lost.
  pure subroutine rusanov(L, R, speed, flux)
    real(wp), intent(in)    :: L(:, :, :, :), R(:, :, :, :), speed(:, :, :)
    real(wp), intent(inout) :: flux(:, :, :, :)
    real(wp), dimension(size(flux, 1), size(flux, 2), size(flux, 3)) :: mL, mR
    integer :: v
    mL = 0.5_wp*L(:, :, :, iRho)*(L(:, :, :, u) + speed)
    mR = 0.5_wp*R(:, :, :, iRho)*(R(:, :, :, u) - speed)
    do v = 1, ns + 3
      flux(:, :, :, v) = mL*L(:, :, :, carried(v)) + mR*R(:, :, :, carried(v))
    end do
    flux(:, :, :, ns+d) = flux(:, :, :, ns+d) + 0.5_wp*(L(:, :, :, iP) + R(:, :, :, iP))
    flux(:, :, :, ncons) = 0.5_wp*(L(:, :, :, iP)*L(:, :, :, u) + R(:, :, :, iP)*R(:, :, :, u)) &
      + mL*(L(:, :, :, iE) + kinetic(L)) + mR*(R(:, :, :, iE) + kinetic(R))
  end subroutine

  !> Where the order is 9: from the flux at the point to the one of the difference, by the fluxes of ten cells.
  pure subroutine correct(q, low, flux)
    real(wp), intent(in)    :: q(:, :, :, :)                  ! from the fourth cell on the left of the first interface
    logical,  intent(in)    :: low(m(1), m(2), m(3))
    real(wp), intent(inout) :: flux(m(1), m(2), m(3), ncons)
    real(wp) :: own(size(q, 1), size(q, 2), size(q, 3)), change(m(1), m(2), m(3))
    integer  :: v, k, a(3), b(3)
    do v = 1, ncons
      if (v < ncons) own = q(:, :, :, iRho)*q(:, :, :, u)*q(:, :, :, carried(v))
      if (v == ns + d) own = own + q(:, :, :, iP)
      if (v == ncons) own = q(:, :, :, u)*(q(:, :, :, iP) + q(:, :, :, iRho)*(q(:, :, :, iE) + kinetic(q)))
      change = 0
      do k = 0, 4
        a = 1 + (4 - k)*e
        b = 1 + (5 + k)*e
        change = change + central(k)*(own(a(1):a(1)+m(1)-1, a(2):a(2)+m(2)-1, a(3):a(3)+m(3)-1) &
          + own(b(1):b(1)+m(1)-1, b(2):b(2)+m(2)-1, b(3):b(3)+m(3)-1))
      end do
      flux(:, :, :, v) = flux(:, :, :, v) + merge(0.0_wp, change, low)
    end do
  end subroutine

  !> flux(m,ncons) of viscous stress, heat conduction and diffusion. Properties at the interface from the mean P, T, Y
  !> of both cells; J_i = -rho D_i dY_i/dx + Y_i sum_j rho D_j dY_j/dx, so that no mass is diffused.
  subroutine viscous_fluxes(q, flux)
    real(wp), intent(in)    :: q(:, :, :, :)
    real(wp), intent(out)   :: flux(m(1), m(2), m(3), ncons)
    real(wp), allocatable   :: mean(:, :, :, :)
    real(wp) :: grad(3, 3), tau(3), Ji(ns), dx(3)              ! grad(:,t): of the velocity along direction t
    integer  :: n, c(3), t, v, a(3), b(3), s(3)                ! cells on the left, on the right; one step along t
    allocate(mean(m(1), m(2), m(3), iHi + ns - 1))
    do v = 1, iY + ns - 1
      mean(:, :, :, v) = 0.5_wp*(ql(:, :, :, v) + qr(:, :, :, v))
    end do
    call call_property(transport_set, mean, [1, m(1), 1, m(2), 1, m(3)])
    dx = lengths/cells
    grad = 0
    do n = 1, product(m)
      c = cell(m, n)
      a = l + c - 1
      b = a + e
      associate (qa => q(a(1), a(2), a(3), :), qb => q(b(1), b(2), b(3), :), face => mean(c(1), c(2), c(3), :))
        do t = 1, 3
          if (cells(t) == 1) cycle
          s = merge(1, 0, [1, 2, 3] == t)
          if (t == d) grad(:, t) = (qb(iU:iW) - qa(iU:iW))/dx(t)
          if (t /= d) grad(:, t) = (q(a(1)+s(1), a(2)+s(2), a(3)+s(3), iU:iW) - q(a(1)-s(1), a(2)-s(2), a(3)-s(3), iU:iW) &
            + q(b(1)+s(1), b(2)+s(2), b(3)+s(3), iU:iW) - q(b(1)-s(1), b(2)-s(2), b(3)-s(3), iU:iW))/(4*dx(t))
        end do
        tau = face(iMu)*(grad(:, d) + grad(d, :))
        tau(d) = tau(d) - 2*face(iMu)/3*(grad(1, 1) + grad(2, 2) + grad(3, 3))
        Ji = -face(iRho)*face(iDi:iDi+ns-1)*(qb(iY:iY+ns-1) - qa(iY:iY+ns-1))/dx(d)
        Ji = Ji - face(iY:iY+ns-1)*sum(Ji)
        flux(c(1), c(2), c(3), :) = [Ji, -tau, sum(face(iHi:iHi+ns-1)*Ji) - sum(tau*face(iU:iW)) &
          - face(iLambda)*(qb(iT) - qa(iT))/dx(d)]
        diffusivity = max(diffusivity, 4*face(iMu)/(3*face(iRho)), face(iLambda)/(face(iRho)*min(qa(iCp), qb(iCp))), &
          maxval(face(iDi:iDi+ns-1)))
      end associate
    end do
  end subroutine

  !> The step, the same on all ranks: the fixed one, or cfl times the largest stable one for the state and its viscous
  !> fluxes; and the largest |p - p0|/p0.
  subroutine time_step(dt, dp)
    real(wp), intent(out) :: dt, dp
    real(wp) :: here(3), inverse(3)
    integer  :: b
    inverse = merge(cells/lengths, 0.0_wp, cells > 1)
    here = [0.0_wp, 0.0_wp, diffusivity]
    do b = 1, size(mine)
      associate (q => mine(b)%own)
        here(1) = max(here(1), maxval((abs(q(:, :, :, iU)) + q(:, :, :, iC))*inverse(1) + (abs(q(:, :, :, iV)) &
          + q(:, :, :, iC))*inverse(2) + (abs(q(:, :, :, iW)) + q(:, :, :, iC))*inverse(3)))
        here(2) = max(here(2), maxval(abs(q(:, :, :, iP) - pressure))/pressure)
      end associate
    end do
    here = over_ranks(MPI_MAX, here)
    dt = cfl/(here(1) + 2*here(3)*sum(inverse**2))
    if (dt_fixed > 0) dt = dt_fixed
    dp = here(2)
  end subroutine

  !> cons = keep*cons0 + (1-keep)*(cons + dt*rhs), written so that the weights lose no mass.
  subroutine advance_block(b, stage, dt)
    type(block_t), intent(inout) :: b
    integer,       intent(in)    :: stage
    real(wp),      intent(in)    :: dt
    real(wp), parameter :: keep(3) = [0.0_wp, 3.0_wp/4, 1.0_wp/3]
    associate (cons => b%own(:, :, :, iCons:))
      if (stage == 1) b%cons0 = cons
      cons = cons + dt*b%rhs
      if (stage > 1) cons = cons + keep(stage)*(b%cons0 - cons)
    end associate
  end subroutine

  subroutine primitives(b)
    type(block_t), intent(inout) :: b
    call q_from_conserved(b%own)
  end subroutine

  !> rho, Y, velocity and e from the conserved variables. T and P are then a matter of the property routines: the
  !> density is never computed again from them, for the two may not agree on the phase.
  subroutine q_from_conserved(q)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer :: n
    q(:, :, :, iRho) = q(:, :, :, iCons)
    do n = 1, ns - 1
      q(:, :, :, iRho) = q(:, :, :, iRho) + q(:, :, :, iCons+n)
    end do
    do n = 1, ns + 3
      q(:, :, :, carried(n)) = q(:, :, :, iCons+n-1)/q(:, :, :, iRho)
    end do
    q(:, :, :, iE) = q(:, :, :, iCons+ns+3)/q(:, :, :, iRho) - kinetic(q)
  end subroutine

  !> False where a block holds a cell that is no state; the first of them is told with all that one wants to know.
  logical function admissible(b, step) result(right)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: step
    logical :: bad(size(b%rhs, 1), size(b%rhs, 2), size(b%rhs, 3))
    integer :: n, x(3)
    associate (q => b%own)                                  ! a NaN is not greater than anything
      bad = .not. (q(:, :, :, iT) > 0 .and. q(:, :, :, iP) > 0 .and. q(:, :, :, iC) > 0 .and. q(:, :, :, iRho) > 0 .and. &
        q(:, :, :, iP) < huge(1.0_wp))
      do n = iY, iY + ns - 1
        bad = bad .or. .not. q(:, :, :, n) > -1e-6_wp
      end do
      right = .not. any(bad)
      if (right) return
      x = findloc(bad, .true.)
      write(error_unit, '(3(a, i0), a, 2(3(1x, i0), a), 9es11.3)') 'legacy_solver, rank ', rank, &
        ': no admissible state in step ', step, ', block ', b%id, ', cell', x, ' of it,', x + b%low - 1, &
        ' of the grid: rho e T P c u v w and the least Y are', q(x(1), x(2), x(3), [iRho, iE, iT, iP, iC, iU, iV, iW]), &
        minval(q(x(1), x(2), x(3), iY:iY+ns-1))
    end associate
  end function
end module
