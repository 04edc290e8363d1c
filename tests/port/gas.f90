! Routines of one grid point as an owner has them, with an extent and a table in the module: tests/port/load.sh loads them.
module gas
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  integer :: ns = 2                                        ! species
  real(wp) :: weight(8) = 0.028_wp                         ! kg/mol
  real(wp), parameter :: r = 8.31446261815324_wp           ! J/mol/K
  type state_t                                             ! a point as a structure
    real(wp) :: t, p
    integer :: steps
    real(wp) :: y(2)
    logical :: hot
    real(4) :: dose
  end type
contains
  subroutine heat(s, power, mean)                          ! its components are s%t, s%p and so on for a caller
    type(state_t), intent(inout) :: s
    real(wp), intent(in) :: power
    real(wp), intent(out) :: mean
    s%steps = s%steps + 1
    s%t = s%t + power*s%steps
    if (s%hot) s%t = s%t - 1
    s%hot = s%t > 1000
    s%y = s%y(2:1:-1)/sum(s%y)
    s%dose = s%dose + real(power, 4)
    mean = s%p/s%t + s%y(1)
  end subroutine
  subroutine scaled(x)                                     ! of an open extent: no kernel
    real(wp), intent(inout) :: x(:)
    x = 2*x
  end subroutine
  subroutine density(t, p, y, rho)
    real(wp), intent(in) :: t, p, y(ns)                    ! K, Pa, -
    real(wp), intent(out) :: rho                           ! kg/m3
    rho = p/(r*t*sum(y/weight(:ns)))
  end subroutine
  subroutine mean_of_copies(m, x, y)                       ! an array of the routine whose extent differs from point to point
    integer, intent(in) :: m
    real(wp), intent(in) :: x
    real(wp), intent(out) :: y
    real(wp) :: work(m)
    work = x
    y = sum(work)/m
  end subroutine
  subroutine sound_speed(t, p, y, gamma, c)
    real(wp), intent(in) :: t, p, y(ns), gamma             ! K, Pa, -, -
    real(wp), intent(out) :: c                             ! m/s
    real(wp) :: rho
    call density(t, p, y, rho)
    c = 0
    if (rho > 0) c = sqrt(gamma*p/rho)
  end subroutine
end module
