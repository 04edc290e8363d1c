!> What all parts of the solver share: the state of a rank's block, and the gas. Everything is dimensionless: pressures in units of
!> Pc, temperatures in units of Tc, densities in units of Pc W/(R Tc), velocities and lengths accordingly, energies in units of
!> R Tc/W. So an ideal gas has P = rho T.
module gas_state
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  public

  integer, parameter :: iRho = 1, iU = 2, iE = 5, iT = 6, iP = 7, iH = 8   ! variables of q: rho, u, v, w, e, T, P, total enthalpy
  integer, parameter :: variables = 8, halo = 4

  !> Nitrogen: critical point, acentric factor, molar mass, and the NASA-7 polynomial below 1000 K.
  real(wp), parameter :: R = 8.31446261815324_wp                           ! J/mol/K
  real(wp), parameter :: Tc = 126.192_wp, Pc = 3.3958e6_wp                 ! K, Pa
  real(wp), parameter :: omega = 0.0372_wp, W = 28.0134e-3_wp              ! -, kg/mol
  real(wp), parameter :: nasa(7) = [3.298677_wp, 1.4082404e-3_wp, -3.963222e-6_wp, 5.641515e-9_wp, -2.444854e-12_wp, &
    -1020.8999_wp, 3.950372_wp]

  integer  :: n(3)                                                         ! cells of this rank
  real(wp) :: dx                                                           ! spacing, the same in x, y and z
  real(wp), allocatable, target :: q(:, :, :, :)                           ! lower bounds 1 - halo
end module
