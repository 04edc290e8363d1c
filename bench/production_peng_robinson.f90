!> The thermal set of Peng-Robinson mixtures as a production code writes it, one grid point at a time: a second owner's source for
!> drawbridge bench ported, beside the textbook in fortran/reference_peng_robinson.f90. It shares no code with that and with kernels/.
!>
!> All k_ij are zero by construction. So a = (sum_i x_i sqrt(a_i))^2 has one square root for each species, and no pairs. What does not
!> depend on the state stands in tables, and all is counted for 1 kg, so that one pass over the species suffices.
!>
!> Units are SI: T K, P Pa, Y mass fraction, rho kg/m3, v m3/kg, a Pa m6/kg2, b m3/kg, h e J/kg, cp cv J/kg/K, c m/s, W kg/mol.
!> Sources: Peng & Robinson, Ind. Eng. Chem. Fundam. 15 (1976) 59, and RR-28 (1978) for omega > 0.491; NASA SP-273, seven coefficients.
module production_peng_robinson
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  integer, parameter :: most = 64
  integer  :: ns = 0                                  ! species in use
  real(wp) :: per_mass(most)                          ! 1/W, mol/kg
  real(wp) :: covolume(most)                          ! b, m3/mol
  real(wp) :: root_a(most)                            ! sqrt(a) at the critical point, sqrt(Pa) m3/mol
  real(wp) :: slope(most), per_Tc(most), Tmid(most)   ! m(omega); 1/Tc, 1/K; K
  real(wp) :: cp_low(5, most), cp_high(5, most)       ! J/mol/K: polynomials in T, below and above Tmid
  real(wp) :: h_low(6, most), h_high(6, most)         ! J/mol
  real(wp), parameter :: R = 8.31446261815324_wp, third = 1/3.0_wp, two_pi = 2*acos(-1.0_wp), sqrt2 = sqrt(2.0_wp)

contains

  !> Fill the tables; the arguments are those of reference_initialize without k_ij.
  subroutine production_initialize(n, W, Tc, Pc, omega, Tm, low, high)
    integer,  intent(in) :: n                         ! species, 1..64
    real(wp), intent(in) :: W(n), Tc(n), Pc(n), omega(n), Tm(n), low(7, n), high(7, n)
    ns = n
    per_mass(:n) = 1/W
    covolume(:n) = 0.07779607390388845597_wp*R*Tc/Pc
    root_a(:n) = sqrt(0.45723552892138218938_wp/Pc)*R*Tc
    where (omega <= 0.491_wp)
      slope(:n) = 0.37464_wp + omega*(1.54226_wp - 0.26992_wp*omega)
    elsewhere
      slope(:n) = 0.379642_wp + omega*(1.48503_wp + omega*(-0.164423_wp + 0.016666_wp*omega))
    end where
    per_Tc(:n) = 1/Tc
    Tmid(:n) = Tm
    call polynomials(n, low, cp_low, h_low)
    call polynomials(n, high, cp_high, h_high)
  end subroutine

  !> Heat capacity and enthalpy as polynomials with the gas constant in them.
  subroutine polynomials(n, nasa, cp, h)
    integer,  intent(in) :: n
    real(wp), intent(in) :: nasa(7, n)
    real(wp), intent(inout) :: cp(5, most), h(6, most)
    integer :: k
    do k = 1, 5
      cp(k, :n) = R*nasa(k, :)
      h(k + 1, :n) = R*nasa(k, :)/k
    end do
    h(1, :n) = R*nasa(6, :)
  end subroutine

  !> The thermal set from temperature and pressure: state, heat capacities, speed of sound and the derivatives
  !> rhoP = drho/dP|T, rhoT = drho/dT|P, hP = dh/dP|T, hT = dh/dT|P.
  pure subroutine production_thermal(T, P, Y, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W
    real(wp) :: moles, x, s, u, g, step, a, da, d2a, b, v, RT, per_T, per_vb, per_D, P_T, P_v, F
    integer  :: i
    moles = 0
    b = 0
    s = 0
    u = 0
    cv = 0
    h = 0
    do i = 1, ns
      x = Y(i)*per_mass(i)
      moles = moles + x
      b = b + x*covolume(i)
      step = slope(i)*sqrt(T*per_Tc(i))
      g = 1 + slope(i) - step                         ! the root of alpha
      s = s + x*root_a(i)*abs(g)
      u = u + sign(x*root_a(i)*step, g)               ! -2 T ds/dT
      if (T <= Tmid(i)) then
        cv = cv + x*(cp_low(1, i) + T*(cp_low(2, i) + T*(cp_low(3, i) + T*(cp_low(4, i) + T*cp_low(5, i)))))
        h = h + x*(h_low(1, i) + T*(h_low(2, i) + T*(h_low(3, i) + T*(h_low(4, i) + T*(h_low(5, i) + T*h_low(6, i))))))
      else
        cv = cv + x*(cp_high(1, i) + T*(cp_high(2, i) + T*(cp_high(3, i) + T*(cp_high(4, i) + T*cp_high(5, i)))))
        h = h + x*(h_high(1, i) + T*(h_high(2, i) + T*(h_high(3, i) + T*(h_high(4, i) + T*(h_high(5, i) + T*h_high(6, i))))))
      end if
    end do
    per_T = 1/T
    a = s*s
    da = -s*u*per_T
    d2a = 0.5_wp*u*(u + s)*per_T*per_T
    RT = R*moles*T
    x = P/RT
    call compressibility(a*x/RT, b*x, Z)
    v = Z/x
    per_vb = 1/(v - b)
    per_D = 1/(v*v + 2*b*v - b*b)
    P_T = R*moles*per_vb - da*per_D
    P_v = 2*a*(v + b)*per_D*per_D - RT*per_vb*per_vb
    g = 1e-15_wp*RT*per_vb*per_vb
    if (abs(P_v) < g) P_v = -g                        ! the critical point
    F = log((v + (1 + sqrt2)*b)/(v + (1 - sqrt2)*b))/(2*sqrt2*b)
    W = 1/moles
    rho = 1/v
    h = h + RT*b*per_vb - a*v*per_D + (T*da - a)*F
    e = h - P*v
    cv = cv - R*moles + T*d2a*F
    x = 1/P_v
    cp = cv - T*P_T*P_T*x
    gamma = cp/cv
    c = v*sqrt(max(-gamma*P_v, 0.0_wp))
    rhoP = -rho*rho*x
    rhoT = rho*rho*P_T*x
    hP = (2*a*v*(v + b)*per_D*per_D - RT*b*per_vb*per_vb - T*da*per_D)*x
    hT = cp
  end subroutine

  !> The root Z > B of Z^3 - (1-B) Z^2 + (A-2B-3B^2) Z - (AB-B^2-B^3) = 0; of three that of the least Gibbs energy.
  pure subroutine compressibility(A, B, Z)
    real(wp), intent(in)  :: A, B
    real(wp), intent(out) :: Z
    real(wp) :: c2, c1, c0, p, q, disc, r, angle, other
    c2 = B - 1
    c1 = A - B*(2 + 3*B)
    c0 = B*(B*(1 + B) - A)
    p = (c2*c2 - 3*c1)*(1/9.0_wp)
    q = (c2*(2*c2*c2 - 9*c1) + 27*c0)*(1/54.0_wp)
    disc = q*q - p*p*p
    if (disc >= 0) then
      r = (abs(q) + sqrt(disc))**third
      if (q > 0) r = -r
      Z = r - c2*third
      if (abs(r) > 0) Z = Z + p/r
      call polish(c2, c1, c0, Z)
      return
    end if
    r = sqrt(p)
    angle = acos(max(-1.0_wp, min(1.0_wp, q/(r*p))))
    Z = -2*r*cos((angle + two_pi)*third) - c2*third
    call polish(c2, c1, c0, Z)
    other = -2*r*cos(angle*third) - c2*third
    call polish(c2, c1, c0, other)
    if (other > B) then
      if (gibbs(A, B, other) < gibbs(A, B, Z)) Z = other
    end if
  end subroutine

  !> Two steps of Newton.
  pure subroutine polish(c2, c1, c0, Z)
    real(wp), intent(in)    :: c2, c1, c0
    real(wp), intent(inout) :: Z
    real(wp) :: f, df
    integer  :: k
    do k = 1, 2
      f = ((Z + c2)*Z + c1)*Z + c0
      df = (3*Z + 2*c2)*Z + c1
      if (abs(df) > 1e-12_wp) Z = Z - f/df
    end do
  end subroutine

  !> The residual Gibbs energy of a root, over RT.
  pure real(wp) function gibbs(A, B, Z)
    real(wp), intent(in) :: A, B, Z
    gibbs = Z - 1 - log(Z - B) - A/(2*sqrt2*B)*log((Z + (1 + sqrt2)*B)/(Z + (1 - sqrt2)*B))
  end function
end module
