!> The names of the variables, and the two ways between them.
!>
!> q(nx,ny,nz,nq+ncons) holds per cell what the fluxes and the property calls want (the talk's order: P, velocity, T,
!> mass fractions), and after it what is conserved, per volume: rho Y_1 .. rho Y_ns, rho u, rho v, rho w, rho E. The
!> density is the sum of the rho Y_i. Arrays of interfaces have the order of the first nq variables.
module state
  use inputs
  use blocks
  implicit none
  public

  integer, parameter :: iP = 1, iU = 2, iV = 3, iW = 4, iT = 5, iY = 6   ! Pa, m/s, K, -
  integer :: iRho, iE, iC, iCp, iCons             ! kg/m3, J/kg, m/s, J/kg/K, the first conserved one
  integer :: iMu, iLambda, iDi, iHi               ! of interfaces: Pa s, W/m/K, m2/s, J/kg
  integer :: nq, ncons, nface                     ! variables of a cell, conserved ones, of a viscous interface
  !> The property calls, by what they give; the first gives h in the place of e, call_property makes e of it.
  integer, parameter :: density_and_energy = 1, temperature_and_pressure = 2, thermal_set = 3, transport_set = 4

contains

  subroutine name_variables()
    iRho = iY + ns;  iE = iRho + 1;  iC = iRho + 2;  iCp = iRho + 3;  iCons = iCp + 1
    iMu = iE + 1;  iLambda = iE + 2;  iDi = iE + 3;  iHi = iDi + ns
    nq = iCp
    nface = iHi + ns - 1
    ncons = ns + 4
  end subroutine

  !> The conserved variables from the others, where rho, e, velocity and Y are known.
  subroutine conserved_from_q(b)
    type(block_t), intent(inout) :: b
    integer :: n
    associate (rho => b%q(:, :, :, iRho), q => b%q)
      do n = 1, ns
        q(:, :, :, iCons+n-1) = rho*q(:, :, :, iY+n-1)
      end do
      do n = 0, 2
        q(:, :, :, iCons+ns+n) = rho*q(:, :, :, iU+n)
      end do
      q(:, :, :, iCons+ns+3) = rho*(q(:, :, :, iE) + 0.5_wp*(q(:, :, :, iU)**2 + q(:, :, :, iV)**2 + q(:, :, :, iW)**2))
    end associate
  end subroutine

  !> rho, Y, velocity and e from the conserved variables. T and P are then a matter of the property routines: the
  !> density is never computed again from them, for the two may not agree on the phase.
  subroutine q_from_conserved(b)
    type(block_t), intent(inout) :: b
    integer :: j, k, n
    associate (q => b%q, x1 => b%inside(1), x2 => b%inside(2))
      do k = b%inside(5), b%inside(6)
        do j = b%inside(3), b%inside(4)
          q(x1:x2, j, k, iRho) = q(x1:x2, j, k, iCons)
          do n = 1, ns - 1
            q(x1:x2, j, k, iRho) = q(x1:x2, j, k, iRho) + q(x1:x2, j, k, iCons+n)
          end do
          do n = 0, ns - 1
            q(x1:x2, j, k, iY+n) = q(x1:x2, j, k, iCons+n)/q(x1:x2, j, k, iRho)
          end do
          do n = 0, 2
            q(x1:x2, j, k, iU+n) = q(x1:x2, j, k, iCons+ns+n)/q(x1:x2, j, k, iRho)
          end do
          q(x1:x2, j, k, iE) = q(x1:x2, j, k, iCons+ns+3)/q(x1:x2, j, k, iRho) &
            - 0.5_wp*(q(x1:x2, j, k, iU)**2 + q(x1:x2, j, k, iV)**2 + q(x1:x2, j, k, iW)**2)
        end do
      end do
    end associate
  end subroutine

  !> The enthalpy that stands in the place of e becomes e = h - P/rho.
  subroutine energy_from_enthalpy(q, x)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer,  intent(in)    :: x(6)
    q(x(1):x(2), x(3):x(4), x(5):x(6), iE) = q(x(1):x(2), x(3):x(4), x(5):x(6), iE) &
      - q(x(1):x(2), x(3):x(4), x(5):x(6), iP)/q(x(1):x(2), x(3):x(4), x(5):x(6), iRho)
  end subroutine

  !> False where a block holds a cell that is no state; the first of them is told with all that one wants to know.
  logical function admissible(b, step) result(right)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: step
    real(wp) :: least(b%inside(1):b%inside(2))
    integer  :: i, j, k, n
    right = .true.
    associate (q => b%q, x1 => b%inside(1), x2 => b%inside(2))
      do k = b%inside(5), b%inside(6)
        do j = b%inside(3), b%inside(4)
          least = q(x1:x2, j, k, iY)
          do n = 1, ns - 1
            least = min(least, q(x1:x2, j, k, iY+n))
          end do
          do i = x1, x2                                     ! a NaN is not greater than anything
            if (q(i, j, k, iT) > 0 .and. q(i, j, k, iP) > 0 .and. q(i, j, k, iC) > 0 .and. q(i, j, k, iRho) > 0 .and. &
              least(i) > -1e-6_wp .and. q(i, j, k, iP) < huge(1.0_wp)) cycle
            right = .false.
            write(error_unit, '(3(a, i0), a, 2(3(1x, i0), a), 9(a, es11.3))') 'legacy_solver, rank ', rank, &
              ': no admissible state in step ', step, ', block ', b%id, ', cell', [i, j, k] - f, ' of it,', &
              [i, j, k] - f + b%low - 1, ' of the grid:', ' rho', q(i, j, k, iRho), ' e', q(i, j, k, iE), ' T', &
              q(i, j, k, iT), ' P', q(i, j, k, iP), ' c', q(i, j, k, iC), ' u', q(i, j, k, iU), ' v', q(i, j, k, iV), &
              ' w', q(i, j, k, iW), ' least Y', least(i)
            return
          end do
        end do
      end do
    end associate
  end function
end module
