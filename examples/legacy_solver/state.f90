!> The names of the variables, and the two ways between them.
!>
!> q(nx,ny,nz,nq+ncons) holds per cell what the fluxes and the property calls want (in the order P, velocity, T,
!> mass fractions), and after it what is conserved, per volume: rho Y_1 .. rho Y_ns, rho u, rho v, rho w, rho E. The
!> density is the sum of the rho Y_i. Arrays of interfaces have the order of the first nq variables.
module state
  use blocks
  implicit none
  public

  integer, parameter :: iP = 1, iU = 2, iV = 3, iW = 4, iT = 5, iY = 6   ! Pa, m/s, K, -
  integer :: iRho, iE, iC, iCp, iCons             ! kg/m3, J/kg, m/s, J/kg/K, the first conserved one
  integer :: iMu, iLambda, iDi, iHi               ! of interfaces: Pa s, W/m/K, m2/s, J/kg
  integer, allocatable :: carried(:)              ! the variable that conserved quantity n is per mass, but for the energy
  character(24), allocatable :: field_name(:)     ! of the first nq variables, as snapshots have them
  character(6),  allocatable :: field_unit(:)
  !> The property calls, by what they give; the first gives h in the place of e, call_property makes e of it.
  integer, parameter :: density_and_energy = 1, temperature_and_pressure = 2, thermal_set = 3, transport_set = 4

contains

  subroutine name_variables()
    integer :: n
    iRho = iY + ns
    iE = iRho + 1
    iC = iRho + 2
    iCp = iRho + 3
    iCons = iCp + 1
    iMu = iE + 1
    iLambda = iE + 2
    iDi = iE + 3
    iHi = iDi + ns
    carried = [(iY + n, n = 0, ns - 1), iU, iV, iW]
    field_name = [character(24) :: 'pressure', 'velocity_x', 'velocity_y', 'velocity_z', 'temperature', &
      ('Y_'//species(n), n = 1, ns), 'density', 'internal_energy', 'speed_of_sound', 'heat_capacity_cp']
    field_unit = [character(6) :: 'Pa', 'm/s', 'm/s', 'm/s', 'K', ('1', n = 1, ns), 'kg/m3', 'J/kg', 'm/s', 'J/kg/K']
    nq = iCp
    ncons = ns + 4
  end subroutine

  !> The conserved variables from the others, where rho, e, velocity and Y are known.
  subroutine conserved_from_q(q)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer :: n
    do n = 1, ns + 3
      q(:, :, :, iCons+n-1) = q(:, :, :, iRho)*q(:, :, :, carried(n))
    end do
    q(:, :, :, iCons+ns+3) = q(:, :, :, iRho)*(q(:, :, :, iE) + kinetic(q))
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

  !> u^2/2 of cells or of interfaces, J/kg.
  pure function kinetic(q)
    real(wp), intent(in) :: q(:, :, :, :)
    real(wp) :: kinetic(size(q, 1), size(q, 2), size(q, 3))
    kinetic = 0.5_wp*(q(:, :, :, iU)**2 + q(:, :, :, iV)**2 + q(:, :, :, iW)**2)
  end function

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
