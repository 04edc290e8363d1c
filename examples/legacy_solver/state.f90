!> The names of the variables, and the two ways between them.
!>
!> q(nx,ny,nz,nq+ncons) holds per cell what the fluxes and the property calls want (in the order P, velocity, T,
!> mass fractions), and after it what is conserved, per volume: rho Y_1 .. rho Y_ns, rho u, rho v, rho w, rho E. The
!> density is the sum of the rho Y_i. Arrays of interfaces have the order of the first variables; where
!> they need no e, mu follows on rho.
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
  !> The property calls, by what they give; the first gives h in the place of e.
  integer, parameter :: density_and_energy = 1, temperature_and_pressure = 2, thermal_set = 3, transport_set = 4
  real(wp), parameter :: keep(3) = [0.0_wp, 3.0_wp/4, 1.0_wp/3]   ! of a Runge-Kutta stage: the share of the state before the step

contains

  subroutine name_variables()
    integer :: n
    iRho = iY + ns
    iE = iRho + 1
    iC = iRho + 2
    iCp = iRho + 3
    iCons = iCp + 1
    iMu = iRho + 1
    iLambda = iRho + 2
    iDi = iRho + 3
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

  !> u^2/2 of cells or of interfaces, J/kg.
  pure function kinetic(q)
    real(wp), intent(in) :: q(:, :, :, :)
    real(wp) :: kinetic(size(q, 1), size(q, 2), size(q, 3))
    kinetic = 0.5_wp*(q(:, :, :, iU)**2 + q(:, :, :, iV)**2 + q(:, :, :, iW)**2)
  end function
end module
