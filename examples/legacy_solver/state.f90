!> The names of the variables, and the two ways between them.
!>
!> q(nx,ny,nz,nq), with fringes, holds per cell what the fluxes and the property calls want (the talk's
!> order: P, velocity, T, mass fractions). cons(nx,ny,nz,ncons) holds what is conserved, per volume:
!> rho Y_1 .. rho Y_ns, rho u, rho v, rho w, rho E. The density is the sum of the rho Y_i.
module state
  use inputs
  use blocks
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none
  public

  integer, parameter :: iP = 1, iU = 2, iV = 3, iW = 4, iT = 5, iY = 6   ! Pa, m/s, K, -
  integer :: iRho, iE, iEtotal, iC, iCp                                  ! kg/m3, J/kg, J/kg, m/s, J/kg/K
  integer :: nq, ncons
  integer, allocatable :: carried(:)              ! (ncons) the variable of q that is carried by the mass flux

contains

  subroutine name_variables()
    integer :: n
    iRho = iY + ns;  iE = iRho + 1;  iEtotal = iRho + 2;  iC = iRho + 3;  iCp = iRho + 4
    nq = iCp
    ncons = ns + 4
    carried = [(iY + n - 1, n = 1, ns), iU, iV, iW, iEtotal]
  end subroutine

  !> cons from q, where rho, e, velocity and Y are known.
  subroutine conserved_from_q(q, cons)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    real(wp), intent(out)   :: cons(nx, ny, nz, ncons)
    integer :: n
    q(:, :, :, iEtotal) = q(:, :, :, iE) + 0.5_wp*(q(:, :, :, iU)**2 + q(:, :, :, iV)**2 + q(:, :, :, iW)**2)
    do n = 1, ncons
      cons(:, :, :, n) = q(:, :, :, iRho)*q(:, :, :, carried(n))
    end do
  end subroutine

  !> rho, Y, velocity and e in q from cons, in the interior. T and P are then a matter of the property
  !> routines: the density is never computed again from them, for the two may not agree on the phase.
  subroutine q_from_conserved(cons, q)
    real(wp), intent(in)    :: cons(nx, ny, nz, ncons)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    integer :: j, k, n
    do k = z1, z2
      do j = y1, y2
        q(x1:x2, j, k, iRho) = cons(x1:x2, j, k, 1)
        do n = 2, ns
          q(x1:x2, j, k, iRho) = q(x1:x2, j, k, iRho) + cons(x1:x2, j, k, n)
        end do
        do n = 1, ncons
          q(x1:x2, j, k, carried(n)) = cons(x1:x2, j, k, n)/q(x1:x2, j, k, iRho)
        end do
        q(x1:x2, j, k, iE) = q(x1:x2, j, k, iEtotal) &
          - 0.5_wp*(q(x1:x2, j, k, iU)**2 + q(x1:x2, j, k, iV)**2 + q(x1:x2, j, k, iW)**2)
      end do
    end do
  end subroutine

  !> T, P and velocity of the case at the start, in the interior; the rest of q follows from them.
  subroutine initial_state(q)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    real(wp), parameter :: two_pi = 8*atan(1.0_wp)
    real(wp) :: d(3), x, y, z, shear, f, bump
    integer  :: i, j, k, cold, warm
    d = lengths/cells
    cold = findloc(species, cold_species, 1)
    warm = findloc(species, warm_species, 1)
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          x = (i - x1 + offset(1) + 0.5_wp)/cells(1)      ! 0..1 over the grid
          y = (j - y1 + offset(2) + 0.5_wp)*d(2)
          z = (k - z1 + offset(3) + 0.5_wp)/cells(3)
          bump = wave*(sin(two_pi*x) + 0.4_wp*sin(two_pi*x)*cos(two_pi*z))
          ! A plain shear, and across it the displaced boundary of the two fluids: 0 is the cold stream, 1 the warm.
          shear = 0.5_wp*(1 + tanh(2*(y - lengths(2)/2)/layer))
          f = 0.5_wp*(1 + tanh(2*(y - lengths(2)/2 - bump)/layer))
          if (case_name == 'uniform') shear = 0.5_wp
          if (case_name == 'uniform') f = 0.5_wp
          q(i, j, k, iP) = pressure
          q(i, j, k, iU) = u_cold + shear*(u_warm - u_cold)
          q(i, j, k, iV:iW) = 0
          q(i, j, k, iT) = T_cold + f*(T_warm - T_cold)
          q(i, j, k, iY:iY+ns-1) = 0
          q(i, j, k, iY+cold-1) = 1 - f
          q(i, j, k, iY+warm-1) = q(i, j, k, iY+warm-1) + f
        end do
      end do
    end do
  end subroutine

  !> Refuse a state that is none, with everything one wants to know about the cell.
  subroutine check_state(q, step)
    real(wp), intent(in) :: q(nx, ny, nz, nq)
    integer,  intent(in) :: step
    integer :: i, j, k
    character(300) :: text
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          if (admissible(q(i, j, k, iT), q(i, j, k, iP), q(i, j, k, iC))) cycle
          write(text, '(a, i0, a, 3(1x, i0), 5(a, es11.3))') 'no admissible state in step ', step, ', cell', &
            offset + [i - x1 + 1, j - y1 + 1, k - z1 + 1], ': rho', q(i, j, k, iRho), ' e', q(i, j, k, iE), ' T', &
            q(i, j, k, iT), ' P', q(i, j, k, iP), ' c', q(i, j, k, iC)
          call abort_run(text)
        end do
      end do
    end do
  end subroutine

  pure logical function admissible(T, P, c)
    real(wp), intent(in) :: T, P, c
    admissible = .not. (ieee_is_nan(T) .or. ieee_is_nan(P) .or. ieee_is_nan(c))
    if (admissible) admissible = min(T, P, c) > 0
  end function
end module
