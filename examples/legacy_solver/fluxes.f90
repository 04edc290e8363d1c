!> The right-hand side, the Runge-Kutta update and the time step. Their loops over cells are those of nests.F90.
!>
!> Convective fluxes of order 1: Rusanov's between the cells on both sides. Of order 9, on point values: both sides of
!> an interface are interpolated from the nine cells that lie towards them (upwind-biased, degree 8), the equation of
!> state gives rho and e there, Rusanov's flux F(L,R) follows, and central differences of the cells' own fluxes turn
!> the flux at the point into the one whose difference over dx is the derivative: Shu & Osher, J. Comput. Phys. 77
!> (1988) 439; Jiang, Shu & Zhang, SIAM J. Sci. Comput. 35 (2013) A1137. Where that leaves the admissible states the
!> interface falls back to order 1. Fluxes of viscosity, conduction and diffusion are of second order.
module fluxes
  use state
  use properties
  use nests
  implicit none
  private
  public :: add_fluxes, advance_block, primitives, admissible, time_step

  real(wp), public :: fallen_back(2) = 0                    ! cells that had an interface of order 1, all; of this rank
  integer  :: d, u                                           ! the direction at hand, and the velocity across its interfaces
  real(wp), public :: diffusivity = 0                       ! the largest of the viscous fluxes since it was 0, m2/s

  ! the loops across direction d
  procedure(sides_x), pointer :: sides
  procedure(limit_x), pointer :: limit
  procedure(complete_x), pointer :: complete
  procedure(carry_x), pointer :: carry
  procedure(press_x), pointer :: press
  procedure(carry_cells_x), pointer :: carry_cells
  procedure(press_cells_x), pointer :: press_cells
  procedure(keep_positive_x), pointer :: keep_positive
  procedure(difference_x), pointer :: difference
  procedure(mark_x), pointer :: mark
  procedure(means_x), pointer :: means
  procedure(viscous_x), pointer :: viscous_loop

contains

  !> Add what convection or viscosity (kind = in_convection, in_viscosity) does to b%rhs = d cons/dt. dt (s): for the
  !> positivity of the species.
  subroutine add_fluxes(b, kind, dt)
    type(block_t), intent(inout), target :: b
    integer,       intent(in)    :: kind
    real(wp),      intent(in)    :: dt
    real(wp), allocatable :: flux(:, :, :, :), low(:, :, :), marks(:, :, :)
    call choose_block(b)
    allocate(marks(n1, n2, n3), source=merge(1.0_wp, 0.0_wp, order == 1))
    do d = 1, 3
      if (cells(d) == 1) cycle
      call choose_direction()
      allocate(flux(m1, m2, m3, ncons), low(m1, m2, m3))
      call enter(kind)
      if (kind == in_convection .and. order == 1) call fluxes_of_cells(b, flux)
      if (kind == in_convection .and. order == 9) call fluxes_of_sides(b, dt, low, flux)
      if (kind == in_viscosity) call viscous_fluxes(b, flux)
      call enter(in_the_rest)
      call difference(ncons, cells(d)/lengths(d), flux, b%rhs)
      if (kind == in_convection .and. order == 9) call mark(low, marks)
      deallocate(flux, low)
    end do
    if (kind == in_convection) fallen_back = fallen_back + [count(marks > 0), size(marks)]
  end subroutine

  !> The block whose cells the loops go over.
  subroutine choose_block(b)
    type(block_t), intent(in) :: b
    n1 = b%high(1) - b%low(1) + 1
    n2 = b%high(2) - b%low(2) + 1
    n3 = b%high(3) - b%low(3) + 1
    h1 = f(1)
    h2 = f(2)
    h3 = f(3)
  end subroutine

  !> The interfaces across d, and the loops over them.
  subroutine choose_direction()
    u = iU + d - 1
    m1 = n1 + merge(1, 0, d == 1)
    m2 = n2 + merge(1, 0, d == 2)
    m3 = n3 + merge(1, 0, d == 3)
    select case (d)
    case (1)
      sides => sides_x
      limit => limit_x
      complete => complete_x
      carry => carry_x
      press => press_x
      carry_cells => carry_cells_x
      press_cells => press_cells_x
      keep_positive => keep_positive_x
      difference => difference_x
      mark => mark_x
      means => means_x
      viscous_loop => viscous_x
    case (2)
      sides => sides_y
      limit => limit_y
      complete => complete_y
      carry => carry_y
      press => press_y
      carry_cells => carry_cells_y
      press_cells => press_cells_y
      keep_positive => keep_positive_y
      difference => difference_y
      mark => mark_y
      means => means_y
      viscous_loop => viscous_y
    case (3)
      sides => sides_z
      limit => limit_z
      complete => complete_z
      carry => carry_z
      press => press_z
      carry_cells => carry_cells_z
      press_cells => press_cells_z
      keep_positive => keep_positive_z
      difference => difference_z
      mark => mark_z
      means => means_z
      viscous_loop => viscous_z
    end select
  end subroutine

  !> flux(m,ncons) of order 1.
  subroutine fluxes_of_cells(b, flux)
    type(block_t), intent(in) :: b
    real(wp), intent(inout) :: flux(m1, m2, m3, ncons)
    call carry_cells(ns, b%q(1,1,1,iY), b%q(1,1,1,iRho), b%q(1,1,1,u), b%q(1,1,1,iC), flux)
    call carry_cells(3, b%q(1,1,1,iU), b%q(1,1,1,iRho), b%q(1,1,1,u), b%q(1,1,1,iC), flux(1,1,1,ns+1))
    call press_cells(nq, b%q, flux(1,1,1,ns+d), flux(1,1,1,ncons))
  end subroutine

  !> flux(m,ncons) of order 9; low = 1 where it is of order 1.
  subroutine fluxes_of_sides(b, dt, low, flux)
    type(block_t), intent(in) :: b
    real(wp), intent(in)    :: dt
    real(wp), intent(inout) :: low(m1, m2, m3), flux(m1, m2, m3, ncons)
    real(wp), allocatable   :: left(:, :, :, :), right(:, :, :, :), mass(:, :, :, :)
    allocate(left(m1, m2, m3, iE), right(m1, m2, m3, iE), mass(m1, m2, m3, 2))
    call sides(iY + ns - 1, b%q, left, right)
    call limit(iY + ns - 1, b%q, left, right, low)
    call call_property(density_and_energy, left, [1, m1, 1, m2, 1, m3])
    call call_property(density_and_energy, right, [1, m1, 1, m2, 1, m3])
    call complete(nq, iE, b%q, low, left, right, mass)
    call carry(ns, b%q(1,1,1,iY), b%q(1,1,1,iRho), b%q(1,1,1,u), low, left(1,1,1,iY), right(1,1,1,iY), mass, flux)
    call carry(3, b%q(1,1,1,iU), b%q(1,1,1,iRho), b%q(1,1,1,u), low, left(1,1,1,iU), right(1,1,1,iU), mass, flux(1,1,1,ns+1))
    call press(nq, iE, b%q, low, left, right, mass, flux(1,1,1,ns+d), flux(1,1,1,ncons))
    call keep_positive(ns, nq, ncons, 2*count(cells > 1)*cells(d)/lengths(d), dt, b%q, low, flux)
  end subroutine

  !> flux(m,ncons) of viscous stress, heat conduction and diffusion. Properties at the interface from the mean P, T, Y
  !> of both cells.
  subroutine viscous_fluxes(b, flux)
    type(block_t), intent(in) :: b
    real(wp), intent(inout) :: flux(m1, m2, m3, ncons)
    real(wp), allocatable   :: mean(:, :, :, :), largest(:, :, :)
    real(wp) :: inverse(3)
    allocate(mean(m1, m2, m3, iHi + ns - 1), largest(m1, m2, m3))
    inverse = merge(cells/lengths, 0.0_wp, cells > 1)
    call means(iY + ns - 1, b%q, mean)
    call call_property(transport_set, mean, [1, m1, 1, m2, 1, m3])
    call viscous_loop(ns, nq, iHi + ns - 1, ncons, inverse(1), inverse(2), inverse(3), b%q, mean, flux, largest)
    diffusivity = max(diffusivity, maxval(largest))
  end subroutine

  !> A Runge-Kutta stage of the conserved variables. Afterwards b%rhs is 0.
  subroutine advance_block(b, stage, dt)
    type(block_t), intent(inout) :: b
    integer,       intent(in)    :: stage
    real(wp),      intent(in)    :: dt
    call choose_block(b)
    call advance(ncons, merge(1.0_wp, 0.0_wp, stage == 1), keep(stage), dt, b%rhs, b%cons0, b%q(1,1,1,iCons))
  end subroutine

  !> rho, Y, velocity and e from the conserved variables. T and P are then a matter of the property routines: the
  !> density is never computed again from them, for the two may not agree on the phase.
  subroutine primitives(b)
    type(block_t), intent(inout) :: b
    call choose_block(b)
    call density_and_e(ns, ncons, b%q(1,1,1,iCons), b%q(1,1,1,iRho), b%q(1,1,1,iE))
    call per_mass(ns, b%q(1,1,1,iCons), b%q(1,1,1,iRho), b%q(1,1,1,iY))
    call per_mass(3, b%q(1,1,1,iCons+ns), b%q(1,1,1,iRho), b%q(1,1,1,iU))
  end subroutine

  !> False where a block holds a cell that is no state; the first of them is told with all that one wants to know.
  logical function admissible(b, step) result(right)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: step
    real(wp), allocatable :: bad(:, :, :)
    integer :: x(3)
    call choose_block(b)
    allocate(bad(n1, n2, n3))
    call judge_cells(ns, nq, b%q, bad)
    right = all(bad <= 0)
    if (right) return
    x = findloc(bad, 1.0_wp)
    write(error_unit, '(3(a, i0), a, 2(3(1x, i0), a), 9es11.3)') 'legacy_solver, rank ', rank, &
      ': no admissible state in step ', step, ', block ', b%id, ', cell', x, ' of it,', x + b%low - 1, &
      ' of the grid: rho e T P c u v w and the least Y are', b%own(x(1), x(2), x(3), [iRho, iE, iT, iP, iC, iU, iV, iW]), &
      minval(b%own(x(1), x(2), x(3), iY:iY+ns-1))
  end function

  !> The step, the same on all ranks: the fixed one, or cfl times the largest stable one for the state and its viscous
  !> fluxes; and the largest |p - p0|/p0.
  subroutine time_step(dt, dp)
    real(wp), intent(out) :: dt, dp
    real(wp), allocatable :: rate(:, :, :), departure(:, :, :)
    real(wp) :: here(3), inverse(3)
    integer  :: b
    inverse = merge(cells/lengths, 0.0_wp, cells > 1)
    here = [0.0_wp, 0.0_wp, diffusivity]
    do b = 1, size(mine)
      call choose_block(mine(b))
      allocate(rate(n1, n2, n3), departure(n1, n2, n3))
      call courant(nq, inverse(1), inverse(2), inverse(3), pressure, mine(b)%q, rate, departure)
      here(:2) = max(here(:2), [maxval(rate), maxval(departure)])
      deallocate(rate, departure)
    end do
    here = over_ranks(MPI_MAX, here)
    dt = cfl/(here(1) + 2*here(3)*sum(inverse**2))
    if (dt_fixed > 0) dt = dt_fixed
    dp = here(2)
  end subroutine
end module
