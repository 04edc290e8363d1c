! A routine of one grid point, to translate with drawbridge port. Replace its equations by yours.
module NAME_kernels
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: NAME
  integer, parameter, public :: ns = 2 ! species
contains

  ! Density of a mixture of ideal gases.
  pure subroutine NAME(t, p, y, rho)
    real(wp), intent(in) :: t, p, y(ns) ! K, Pa, mass fractions
    real(wp), intent(out) :: rho        ! kg/m3
    real(wp), parameter :: r = 8.31446261815324_wp                         ! J/(mol K)
    real(wp), parameter :: weight(ns) = [31.9988e-3_wp, 28.0134e-3_wp]     ! kg/mol
    rho = p/(r*t*sum(y/weight))
  end subroutine
end module
