!> The names of the variables, and the two ways between them.
!>
!> q(nx,ny,nz,nq) holds per cell what the fluxes and the property calls want (the talk's order: P, velocity,
!> T, mass fractions); arrays of interfaces have the same order. cons(..,ncons) holds what is conserved, per
!> volume: rho Y_1 .. rho Y_ns, rho u, rho v, rho w, rho E. The density is the sum of the rho Y_i.
module state
  use inputs
  use blocks
  implicit none
  public

  integer, parameter :: iP = 1, iU = 2, iV = 3, iW = 4, iT = 5, iY = 6   ! Pa, m/s, K, -
  integer :: iRho, iE, iC, iCp                    ! kg/m3, J/kg, m/s, J/kg/K
  integer :: iMu, iLambda, iDi, iHi               ! of interfaces: Pa s, W/m/K, m2/s, J/kg
  integer :: nq, ncons, nface                     ! variables of a cell, conserved ones, of a viscous interface

contains

  subroutine name_variables()
    iRho = iY + ns;  iE = iRho + 1;  iC = iRho + 2;  iCp = iRho + 3
    iMu = iE + 1;  iLambda = iE + 2;  iDi = iE + 3;  iHi = iDi + ns
    nq = iCp
    nface = iHi + ns - 1
    ncons = ns + 4
  end subroutine

  !> cons from q, where rho, e, velocity and Y are known.
  subroutine conserved_from_q(b)
    type(block_t), intent(inout) :: b
    integer :: n
    associate (x1 => b%inside(1), x2 => b%inside(2), y1 => b%inside(3), y2 => b%inside(4), z1 => b%inside(5), &
               z2 => b%inside(6), q => b%q, cons => b%cons)
      do n = 1, ns
        cons(:, :, :, n) = q(x1:x2, y1:y2, z1:z2, iRho)*q(x1:x2, y1:y2, z1:z2, iY+n-1)
      end do
      do n = 1, 3
        cons(:, :, :, ns+n) = q(x1:x2, y1:y2, z1:z2, iRho)*q(x1:x2, y1:y2, z1:z2, iU+n-1)
      end do
      cons(:, :, :, ncons) = q(x1:x2, y1:y2, z1:z2, iRho)*(q(x1:x2, y1:y2, z1:z2, iE) &
        + 0.5_wp*sum(q(x1:x2, y1:y2, z1:z2, iU:iW)**2, 4))
    end associate
  end subroutine

  !> rho, Y, velocity and e in q from cons. T and P are then a matter of the property routines: the density
  !> is never computed again from them, for the two may not agree on the phase.
  subroutine q_from_conserved(b)
    type(block_t), intent(inout) :: b
    integer :: j, k, jc, kc, n
    associate (x1 => b%inside(1), x2 => b%inside(2), q => b%q, cons => b%cons)
      do k = b%inside(5), b%inside(6)
        kc = k - f(3)
        do j = b%inside(3), b%inside(4)
          jc = j - f(2)
          q(x1:x2, j, k, iRho) = cons(:, jc, kc, 1)
          do n = 2, ns
            q(x1:x2, j, k, iRho) = q(x1:x2, j, k, iRho) + cons(:, jc, kc, n)
          end do
          do n = 1, ns
            q(x1:x2, j, k, iY+n-1) = cons(:, jc, kc, n)/q(x1:x2, j, k, iRho)
          end do
          do n = 1, 3
            q(x1:x2, j, k, iU+n-1) = cons(:, jc, kc, ns+n)/q(x1:x2, j, k, iRho)
          end do
          q(x1:x2, j, k, iE) = cons(:, jc, kc, ncons)/q(x1:x2, j, k, iRho) &
            - 0.5_wp*(q(x1:x2, j, k, iU)**2 + q(x1:x2, j, k, iV)**2 + q(x1:x2, j, k, iW)**2)
        end do
      end do
    end associate
  end subroutine

  !> The enthalpy that stands in the place of e becomes e = h - P/rho.
  subroutine energy_from_enthalpy(q, inside)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer,  intent(in) :: inside(6)
    associate (x1 => inside(1), x2 => inside(2), y1 => inside(3), y2 => inside(4), z1 => inside(5), z2 => inside(6))
      q(x1:x2, y1:y2, z1:z2, iE) = q(x1:x2, y1:y2, z1:z2, iE) - q(x1:x2, y1:y2, z1:z2, iP)/q(x1:x2, y1:y2, z1:z2, iRho)
    end associate
  end subroutine

  !> False where a block holds a cell that is no state; the first of them is told with all that one wants to know.
  logical function admissible(b, step) result(right)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: step
    real(wp) :: v(5)
    integer  :: i, j, k
    right = .true.
    do k = b%inside(5), b%inside(6)
      do j = b%inside(3), b%inside(4)
        do i = b%inside(1), b%inside(2)
          v = [b%q(i, j, k, iT), b%q(i, j, k, iP), b%q(i, j, k, iC), b%q(i, j, k, iRho), &
               minval(b%q(i, j, k, iY:iY+ns-1)) + 1e-6_wp]
          if (all(v > 0 .and. v <= huge(v))) cycle
          right = .false.
          write(error_unit, '(3(a, i0), a, 2(3(1x, i0), a), 9(a, es11.3))') 'legacy_solver, rank ', rank, &
            ': no admissible state in step ', step, ', block ', b%id, ', cell', [i, j, k] - f, ' of it,', &
            [i, j, k] - f + b%low - 1, ' of the grid:', ' rho', v(4), ' e', b%q(i, j, k, iE), ' T', v(1), ' P', v(2), &
            ' c', v(3), ' u', b%q(i, j, k, iU), ' v', b%q(i, j, k, iV), ' w', b%q(i, j, k, iW), ' least Y', v(5) - 1e-6_wp
          return
        end do
      end do
    end do
  end function
end module
