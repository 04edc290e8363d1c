!> The loops of a step over the grid. The solver calls them, and `drawbridge port` makes the kernels of stage 2 of them:
!> there is one source for both.
!>
!> A loop of four indices goes over the components of an array too; the compiler then vectorises along x. Cells have a
!> halo. Interface i across x lies between the cells i-1 and i, the same across y and z; the last one is n+1.
#define CELLS 1-h1:n1+h1, 1-h2:n2+h2, 1-h3:n3+h3
#define FACES m1, m2, m3
module nests
  implicit none
  public
  integer, parameter, private :: wp = kind(1.0d0)
  integer, parameter, private :: P = 1, U = 2, V = 3, W = 4, T = 5, Y = 6   ! variables of q; rho, e, c, cp are the last ones
  integer :: n1, n2, n3, h1, h2, h3, m1, m2, m3             ! of the block at hand: cells, layers of its halo, interfaces

contains

  !> A value half a cell beyond the fifth of nine cells that follow each other.
  pure real(wp) function upwind(a, b, c, d, e, f, g, h, i)
    real(wp), intent(in) :: a, b, c, d, e, f, g, h, i
    upwind = (35*a - 360*b + 1764*c - 5880*d + 22050*e + 17640*f - 2940*g + 504*h - 45*i)/32768
  end function

  !> From the flux at an interface to the one whose difference is the derivative of order 9: the sums of the fluxes of the
  !> two cells beside it, of the two beside those, and so on.
  pure real(wp) function central(a, b, c, d, e)
    real(wp), intent(in) :: a, b, c, d, e
    central = (826034*a - 1096516*b + 325964*c - 60841*d + 5359*e)/20643840
  end function

  !> The energy that a mass carries, J/kg.
  pure real(wp) function total(e, u, v, w)
    real(wp), intent(in) :: e, u, v, w
    total = e + 0.5_wp*(u**2 + v**2 + w**2)
  end function

#define AT(n) i+(n), j, k
#define ON(n, a, b, c) i+(n)+(a), j+(b), k+(c)
#define ALONG_X(l) NORMAL(l)
#define ALONG_Y(l) TANGENT(l, 0, 1, 0)
#define ALONG_Z(l) TANGENT(l, 0, 0, 1)
#define STRESS_ACROSS tu
#define INVERSE ix
#define ACROSS U
#define SIDES sides_x
#define LIMIT limit_x
#define COMPLETE complete_x
#define CARRY carry_x
#define PRESS press_x
#define CARRY_CELLS carry_cells_x
#define PRESS_CELLS press_cells_x
#define KEEP_POSITIVE keep_positive_x
#define DIFFERENCE difference_x
#define MARK mark_x
#define MEANS means_x
#define VISCOUS viscous_x
#include "across.inc"
#define AT(n) i, j+(n), k
#define ON(n, a, b, c) i+(a), j+(n)+(b), k+(c)
#define ALONG_X(l) TANGENT(l, 1, 0, 0)
#define ALONG_Y(l) NORMAL(l)
#define ALONG_Z(l) TANGENT(l, 0, 0, 1)
#define STRESS_ACROSS tv
#define INVERSE iy
#define ACROSS V
#define SIDES sides_y
#define LIMIT limit_y
#define COMPLETE complete_y
#define CARRY carry_y
#define PRESS press_y
#define CARRY_CELLS carry_cells_y
#define PRESS_CELLS press_cells_y
#define KEEP_POSITIVE keep_positive_y
#define DIFFERENCE difference_y
#define MARK mark_y
#define MEANS means_y
#define VISCOUS viscous_y
#include "across.inc"
#define AT(n) i, j, k+(n)
#define ON(n, a, b, c) i+(a), j+(b), k+(n)+(c)
#define ALONG_X(l) TANGENT(l, 1, 0, 0)
#define ALONG_Y(l) TANGENT(l, 0, 1, 0)
#define ALONG_Z(l) NORMAL(l)
#define STRESS_ACROSS tw
#define INVERSE iz
#define ACROSS W
#define SIDES sides_z
#define LIMIT limit_z
#define COMPLETE complete_z
#define CARRY carry_z
#define PRESS press_z
#define CARRY_CELLS carry_cells_z
#define PRESS_CELLS press_cells_z
#define KEEP_POSITIVE keep_positive_z
#define DIFFERENCE difference_z
#define MARK mark_z
#define MEANS means_z
#define VISCOUS viscous_z
#include "across.inc"

  !> The conserved variables after a Runge-Kutta stage: keep*cons0 + (1-keep)*(cons + dt*rhs), written so that the weights
  !> lose no mass. first = 1: this is the first stage, and cons0 becomes what cons was. rhs is 0 afterwards.
  subroutine advance(nv, first, keep, dt, rhs, cons0, cons)
    integer,  intent(in)    :: nv
    real(wp), intent(in)    :: first, keep, dt
    real(wp), intent(inout) :: rhs(n1, n2, n3, nv), cons0(n1, n2, n3, nv), cons(CELLS, nv)
    real(wp) :: new
    integer  :: i, j, k, l
    do l = 1, nv
      do k = 1, n3
        do j = 1, n2
          do i = 1, n1
            if (first > 0) cons0(i, j, k, l) = cons(i, j, k, l)
            new = cons(i, j, k, l) + dt*rhs(i, j, k, l)
            cons(i, j, k, l) = new + keep*(cons0(i, j, k, l) - new)
            rhs(i, j, k, l) = 0
          end do
        end do
      end do
    end do
  end subroutine

  !> rho and e of cells from the conserved variables.
  subroutine density_and_e(ns, nv, cons, rho, e)
    integer,  intent(in)    :: ns, nv
    real(wp), intent(in)    :: cons(CELLS, nv)
    real(wp), intent(inout) :: rho(CELLS), e(CELLS)
    real(wp) :: sum
    integer  :: i, j, k, l
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          sum = cons(i, j, k, 1)
          do l = 2, ns
            sum = sum + cons(i, j, k, l)
          end do
          rho(i, j, k) = sum
          e(i, j, k) = cons(i, j, k, nv)/sum - total(0.0_wp, cons(i, j, k, nv-3)/sum, cons(i, j, k, nv-2)/sum, cons(i, j, k, nv-1)/sum)
        end do
      end do
    end do
  end subroutine

  !> Mass fractions or velocities from the conserved variables.
  subroutine per_mass(nv, cons, rho, phi)
    integer,  intent(in)    :: nv
    real(wp), intent(in)    :: cons(CELLS, nv), rho(CELLS)
    real(wp), intent(inout) :: phi(CELLS, nv)
    integer  :: i, j, k, l
    do l = 1, nv
      do k = 1, n3
        do j = 1, n2
          do i = 1, n1
            phi(i, j, k, l) = cons(i, j, k, l)/rho(i, j, k)
          end do
        end do
      end do
    end do
  end subroutine

  !> What limits the step, 1/s, with ix = 1/dx, ..., and |p - p0|/p0.
  subroutine courant(nq, ix, iy, iz, p0, q, rate, departure)
    integer,  intent(in)    :: nq
    real(wp), intent(in)    :: ix, iy, iz, p0, q(CELLS, nq)
    real(wp), intent(inout) :: rate(n1, n2, n3), departure(n1, n2, n3)
    integer  :: i, j, k
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          rate(i, j, k) = (abs(q(i, j, k, U)) + q(i, j, k, nq-1))*ix + (abs(q(i, j, k, V)) + q(i, j, k, nq-1))*iy &
            + (abs(q(i, j, k, W)) + q(i, j, k, nq-1))*iz
          departure(i, j, k) = abs(q(i, j, k, P) - p0)/p0
        end do
      end do
    end do
  end subroutine

  !> bad = 1 where a cell holds no admissible state: a NaN is not greater than anything.
  subroutine judge_cells(ns, nq, q, bad)
    integer,  intent(in)    :: ns, nq
    real(wp), intent(in)    :: q(CELLS, nq)
    real(wp), intent(inout) :: bad(n1, n2, n3)
    logical  :: good
    integer  :: i, j, k, l
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          good = q(i, j, k, T) > 0 .and. q(i, j, k, P) > 0 .and. q(i, j, k, nq-1) > 0 .and. q(i, j, k, nq-3) > 0 &
            .and. q(i, j, k, P) < huge(1.0_wp)
          do l = Y, Y + ns - 1
            good = good .and. q(i, j, k, l) > -1e-6_wp
          end do
          bad(i, j, k) = 1
          if (good) bad(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  !> Count the cells that had an interface of order 1, and forget which they were.
  subroutine tally(marks, fallen)
    real(wp), intent(inout) :: marks(n1, n2, n3), fallen(n1, n2, n3)
    integer :: i, j, k
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          fallen(i, j, k) = fallen(i, j, k) + marks(i, j, k)
          marks(i, j, k) = 0
        end do
      end do
    end do
  end subroutine
end module
