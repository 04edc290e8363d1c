!> Transport of dense gas mixtures: a solver's own textbook routines, one grid point at a time, double
!> sums over the species with powers and roots inside. With reference_peng_robinson.f90 they are the
!> answer key of the tests and the yardstick of the benchmarks. They share no code with kernels/.
!> One module, and so one long file, because such codes are compiled that way: the compiler sees all.
!>
!> Outside units are SI: T K, P Pa, rho kg/m3, v m3/mol, mu Pa s, lambda W/m/K, D m2/s, W kg/mol.
!> Inside the correlation of Chung: Vc cm3/mol, M g/mol, dipole debye, sigma Angstrom, density mol/cm3.
!> Arrays over species have shape (ns). X mole fraction, Y mass fraction (-).
!>
!> Sources: [C84] Chung, Lee, Starling, Ind. Eng. Chem. Fundam. 23 (1984) 8; [C88] Chung, Ajlan, Lee,
!> Starling, Ind. Eng. Chem. Res. 27 (1988) 671; [RPP5] Poling, Prausnitz, O'Connell, The Properties of
!> Gases and Liquids, 5th ed. (2001), secs. 9-4 to 9-6, 10-3 to 10-7, 11-3, 11-4, 11-6; [NJA] Neufeld,
!> Janzen, Aziz, J. Chem. Phys. 57 (1972) 1100; [FSG] Fuller, Schettler, Giddings, Ind. Eng. Chem. 58
!> (1966) 18; [T] Takahashi, J. Chem. Eng. Japan 7 (1975) 417.
module reference_chung
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use reference_species, only: ns, max_species, R, Wi, Tci, Pci, omegai, omega_b
  use reference_peng_robinson
  implicit none
  private
  public :: reference_chung_initialize, chung_mixture
  public :: reference_chungcalctransprop, reference_preosviscousproperties, reference_preosviscousfluxproperties
  public :: reference_eosthermalandviscousproperties
  public :: reference_chungmixing, reference_chungcritical, reference_collisionviscosity, reference_collisiondiffusion
  public :: reference_viscositycoefficients, reference_conductivitycoefficients, reference_heatcapacity
  public :: reference_diluteviscosity, reference_diluteconductivity, reference_chungpsi
  public :: reference_chungviscosity, reference_chungconductivity, reference_chapmanenskog, reference_fuller
  public :: reference_fullervolume, reference_takahashi, reference_binarydiffusion, reference_mixturediffusion

  real(wp), parameter :: pi = acos(-1.0_wp), boltzmann = 1.380649e-23_wp, avogadro = 6.02214076e23_wp   ! J/K, 1/mol
  integer,  parameter :: c88 = 1, rpp5 = 2                        ! profiles

  !> Rows E_1..E_10 of the viscosity and B_1..B_7 of the conductivity; columns: constant, omega, mu_r^4, kappa.
  !> [C88] tables I and II; [RPP5] tables 9-6 and 10-3, whose B_6 and B_7 are other numbers.
  real(wp), parameter :: E(4, 10, 2) = reshape([ &
    6.32402_wp,     50.4119_wp,    -51.6801_wp,    1189.02_wp, &
    0.12102e-2_wp, -0.11536e-2_wp, -0.62571e-2_wp, 0.37283e-1_wp, &
    5.28346_wp,     254.209_wp,    -168.481_wp,    3898.27_wp, &
    6.62263_wp,     38.0957_wp,    -8.46414_wp,    31.4178_wp, &
    19.7454_wp,     7.63034_wp,    -14.3544_wp,    31.5267_wp, &
    -1.89992_wp,   -12.5367_wp,     4.98529_wp,   -18.1507_wp, &
    24.2745_wp,     3.44945_wp,    -11.2913_wp,    69.3466_wp, &
    0.79716_wp,     1.11764_wp,     0.012348_wp,  -4.11661_wp, &
    -0.23816_wp,    0.067695_wp,   -0.8163_wp,     4.02528_wp, &
    0.068629_wp,    0.34793_wp,     0.59256_wp,   -0.72663_wp, &
    6.324_wp,       50.412_wp,     -51.680_wp,     1189.0_wp, &
    1.210e-3_wp,   -1.154e-3_wp,   -6.257e-3_wp,   0.03728_wp, &
    5.283_wp,       254.209_wp,    -168.48_wp,     3898.0_wp, &
    6.623_wp,       38.096_wp,     -8.464_wp,      31.42_wp, &
    19.745_wp,      7.630_wp,      -14.354_wp,     31.53_wp, &
    -1.900_wp,     -12.537_wp,      4.985_wp,     -18.15_wp, &
    24.275_wp,      3.450_wp,      -11.291_wp,     69.35_wp, &
    0.7972_wp,      1.117_wp,       0.01235_wp,   -4.117_wp, &
    -0.2382_wp,     0.06770_wp,    -0.8163_wp,     4.025_wp, &
    0.06863_wp,     0.3479_wp,      0.5926_wp,    -0.727_wp], [4, 10, 2])
  real(wp), parameter :: B(4, 7, 2) = reshape([ &
    2.41657_wp,  0.74824_wp, -0.91858_wp,  121.721_wp, &
    -0.50924_wp, -1.50936_wp, -49.9912_wp, 69.9834_wp, &
    6.61069_wp,  5.62073_wp,  64.7599_wp,  27.0389_wp, &
    14.5425_wp, -8.91387_wp, -5.63794_wp,  74.3435_wp, &
    0.79274_wp,  0.82019_wp, -0.69369_wp,  6.31734_wp, &
    -5.8634_wp,  12.8005_wp,  9.58926_wp, -65.5292_wp, &
    81.171_wp,   114.158_wp, -60.841_wp,   466.775_wp, &
    2.4166_wp,   0.74824_wp, -0.91858_wp,  121.72_wp, &
    -0.50924_wp, -1.5094_wp, -49.991_wp,   69.983_wp, &
    6.6107_wp,   5.6207_wp,   64.760_wp,   27.039_wp, &
    14.543_wp,  -8.9139_wp,  -5.6379_wp,   74.344_wp, &
    0.79274_wp,  0.82019_wp, -0.69369_wp,  6.3173_wp, &
    -5.8634_wp,  12.801_wp,   9.5893_wp,   65.529_wp, &
    91.089_wp,   128.11_wp,  -54.217_wp,   523.81_wp], [4, 7, 2])
  !> Takahashi's f = DP (1 - A Tr^-B)(1 - C Tr^-E): rows Pr, DP, A, B, C, E. [T], [RPP5] table 11-3
  integer,  parameter :: n_rows = 17
  real(wp), parameter :: takahashi(6, n_rows) = reshape([ &
    0.1_wp, 1.01_wp, 0.038042_wp, 1.52267_wp, 0.0_wp,      1.0_wp, &
    0.2_wp, 1.01_wp, 0.067433_wp, 2.16794_wp, 0.0_wp,      1.0_wp, &
    0.3_wp, 1.01_wp, 0.098317_wp, 2.42910_wp, 0.0_wp,      1.0_wp, &
    0.4_wp, 1.01_wp, 0.137610_wp, 2.77605_wp, 0.0_wp,      1.0_wp, &
    0.5_wp, 1.01_wp, 0.175081_wp, 2.98256_wp, 0.0_wp,      1.0_wp, &
    0.6_wp, 1.01_wp, 0.216376_wp, 3.11384_wp, 0.0_wp,      1.0_wp, &
    0.8_wp, 1.01_wp, 0.314051_wp, 3.50264_wp, 0.0_wp,      1.0_wp, &
    1.0_wp, 1.02_wp, 0.385736_wp, 3.07773_wp, 0.141211_wp, 13.45454_wp, &
    1.2_wp, 1.02_wp, 0.514553_wp, 3.54744_wp, 0.278407_wp, 14.0_wp, &
    1.4_wp, 1.02_wp, 0.599184_wp, 3.61216_wp, 0.372683_wp, 10.009_wp, &
    1.6_wp, 1.02_wp, 0.557725_wp, 3.41882_wp, 0.504894_wp, 8.57519_wp, &
    1.8_wp, 1.03_wp, 0.593007_wp, 3.18415_wp, 0.678469_wp, 10.37483_wp, &
    2.0_wp, 1.03_wp, 0.696001_wp, 3.37660_wp, 0.665702_wp, 11.21674_wp, &
    2.5_wp, 1.04_wp, 0.790770_wp, 3.27984_wp, 0.0_wp,      1.0_wp, &
    3.0_wp, 1.05_wp, 0.502100_wp, 3.39031_wp, 0.602907_wp, 6.19043_wp, &
    4.0_wp, 1.06_wp, 0.837452_wp, 3.23513_wp, 0.0_wp,      1.0_wp, &
    5.0_wp, 1.07_wp, 0.890390_wp, 3.13001_wp, 0.0_wp,      1.0_wp], [6, n_rows])

  !> Parameters of the mixture: sigma Angstrom, eps K, omega -, M g/mol, Vc cm3/mol, Tc K, mur4 - (reduced
  !> dipole to the fourth), kappa -, Fc - (shape and polarity factor of [C84] 6).
  type chung_mixture
    real(wp) :: sigma, eps, omega, M, Vc, Tc, mur4, kappa, Fc
  end type

  real(wp), dimension(max_species) :: sigma, eps, dipole, kappa          ! of Chung: Angstrom, K, debye, -
  real(wp), dimension(max_species) :: sigmaLJ, epsLJ, volume             ! of diffusion: m, K; Fuller's volumes
  integer  :: profile = c88
  logical  :: true_density = .true., root_of_Tr = .true., real_cv = .false., floor_negative = .false.
  logical  :: mass_form = .false., fuller = .false.
  real(wp) :: calorie = 4.184_wp                                         ! J
  real(wp) :: f_least = 1e-3_wp                                          ! floor of Takahashi's f
  ! sigma/Vc^1/3, Tc/eps, of mu_r, two of Fc, then of eta0, eta_p, lambda0 and lambda_p as printed in 1988 and in RPP5
  real(wp), parameter :: printed(9, 2) = reshape([0.809_wp, 1.2593_wp, 131.3_wp, 0.2756_wp, 0.059035_wp, &
    40.785_wp, 36.344_wp, 7.452_wp, 3.039e-4_wp, 0.809_wp, 1.2593_wp, 131.3_wp, 0.2756_wp, 0.059035_wp, &
    36.344_wp, 36.344_wp, 31.2_wp, 3.586e-3_wp], [9, 2])
  real(wp) :: k(9) = printed(:, c88)

contains

  !> Store the species data, after reference_initialize; the arrays are those of
  !> frame_castles_populatechungshareddata_: Vc m3/mol, dipole debye, kappa -, sigma_LJ m, eps_LJ K.
  !> Options: tables rpp5 instead of 1988; Vc = Zc R Tc/Pc instead of the array; the density of y as
  !> rho/M_m instead of rho/W; (T*)^1/2 instead of Tr^1/2 in the dense part of lambda; the real fluid's
  !> cv in alpha; the calorie (J) of the 1988 conductivity; no association; dilute values where a dense
  !> one is not positive; D in the mass form; the least value of Takahashi's f; Fuller's diffusion
  !> volumes (cm3/mol), which take the place of Chapman and Enskog's integral.
  subroutine reference_chung_initialize(Vc, mu, association, sigma_LJ, eps_LJ, tables, Vc_from_PR, density_by_M_m, &
                                        root_of_Tstar, with_real_cv, joule_per_calorie, no_association, &
                                        floor_at_dilute, diffusion_by_mass, least_f, fuller_volumes, constants)
    real(wp), intent(in) :: Vc(ns), mu(ns), association(ns), sigma_LJ(ns), eps_LJ(ns)
    character(*), intent(in), optional :: tables                         ! '1988' or 'rpp5'
    logical,  intent(in), optional :: Vc_from_PR, density_by_M_m, root_of_Tstar, with_real_cv, no_association
    logical,  intent(in), optional :: floor_at_dilute, diffusion_by_mass
    real(wp), intent(in), optional :: joule_per_calorie, least_f, fuller_volumes(ns)
    real(wp), intent(in), optional :: constants(9)                       ! in the place of `printed`, where not 0
    profile = c88
    if (present(tables)) profile = findloc(['1988', 'rpp5'], tables, 1)
    if (profile == 0) error stop 'reference_chung_initialize: tables is 1988 or rpp5'
    k = printed(:, profile)
    if (present(constants)) k = merge(constants, k, abs(constants) > 0)
    true_density = .not. chosen(density_by_M_m)
    root_of_Tr = .not. chosen(root_of_Tstar)
    real_cv = chosen(with_real_cv)
    floor_negative = chosen(floor_at_dilute)
    mass_form = chosen(diffusion_by_mass)
    fuller = present(fuller_volumes)
    calorie = 4.184_wp
    if (present(joule_per_calorie)) calorie = joule_per_calorie
    f_least = 1e-3_wp
    if (present(least_f)) f_least = least_f
    sigma(:ns) = k(1)*(1e6_wp*Vc)**(1.0_wp/3)                        ! [C84] 4
    if (chosen(Vc_from_PR)) sigma(:ns) = k(1)*(1e6_wp*(1 - omega_b)/3*R*Tci(:ns)/Pci(:ns))**(1.0_wp/3)
    eps(:ns) = Tci(:ns)/k(2)                                            ! [C84] 5
    dipole(:ns) = mu
    kappa(:ns) = association
    if (chosen(no_association)) kappa = 0
    sigmaLJ(:ns) = sigma_LJ
    epsLJ(:ns) = eps_LJ
    if (fuller) volume(:ns) = fuller_volumes
  end subroutine

  ! ---------------------------------------------------------------- the collections

  !> Viscosity, conductivity and mixture-averaged diffusion from temperature, pressure and density.
  !> dilute: mu and lambda of the dilute gas; negative: a dense correlation is not positive.
  pure subroutine reference_chungcalctransprop(T, P, rho, Y, mu, lambda, Di, dilute, negative)
    real(wp), intent(in)  :: T, P, rho, Y(ns)
    real(wp), intent(out) :: mu, lambda
    real(wp), intent(out), optional :: Di(ns), dilute(2)
    logical,  intent(out), optional :: negative
    type(chung_mixture) :: m
    real(wp) :: X(ns), W, cv, density, mu0, lambda0
    call reference_molefractions(Y, X, W)
    call reference_chungmixing(X, m)
    density = 1e-6_wp*rho/W                                              ! mol/cm3
    if (.not. true_density) density = 1e-3_wp*rho/m%M
    call reference_heatcapacity(T, X, W/rho, cv)
    call reference_diluteviscosity(T, m, mu0)
    call reference_diluteconductivity(T, m, cv, mu0, lambda0)
    call reference_chungviscosity(T, density, m, mu0, mu)
    call reference_chungconductivity(T, density, m, lambda0, lambda)
    if (present(negative)) negative = .not. (mu > 0 .and. lambda > 0)
    if (floor_negative .and. mu <= 0) mu = mu0
    if (floor_negative .and. lambda <= 0) lambda = lambda0
    if (present(dilute)) dilute = [mu0, lambda0]
    if (present(Di)) call reference_mixturediffusion(T, P, X, Y, Di)
  end subroutine

  !> Density and transport from temperature and pressure.
  pure subroutine reference_preosviscousproperties(T, P, Y, rho, mu, lambda, Di)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, mu, lambda
    real(wp), intent(out), optional :: Di(ns)
    real(wp) :: h
    call reference_preosrhohfromtpprop(T, P, Y, rho, h)
    call reference_chungcalctransprop(T, P, rho, Y, mu, lambda, Di)
  end subroutine

  !> Density, transport and the partial enthalpies hi (J/kg) that diffusion carries.
  pure subroutine reference_preosviscousfluxproperties(T, P, Y, rho, mu, lambda, Di, hi)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, mu, lambda, Di(ns), hi(ns)
    real(wp) :: lnphi(ns), vi(ns)
    call reference_preosviscousproperties(T, P, Y, rho, mu, lambda, Di)
    call reference_partials(T, P, Y, lnphi, vi, hi)
  end subroutine

  !> The thermal set of reference_preosthermalproperties and the transport of reference_chungcalctransprop.
  pure subroutine reference_eosthermalandviscousproperties(T, P, Y, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, &
                                                           Z, W, mu, lambda, Di)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W, mu, lambda
    real(wp), intent(out), optional :: Di(ns)
    call reference_preosthermalproperties(T, P, Y, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W)
    call reference_chungcalctransprop(T, P, rho, Y, mu, lambda, Di)
  end subroutine

  ! ---------------------------------------------------------------- Chung: the building blocks

  !> Mixing rules. [C88] 13 to 23, [RPP5] 9-5.24 to 9-5.33 (which drops eps from the dipole's rule)
  pure subroutine reference_chungmixing(X, m)
    real(wp), intent(in) :: X(ns)
    type(chung_mixture), intent(out) :: m
    real(wp) :: s, e, M_ij, xx, s3, s3e, s3w, s2eM, mu4
    integer  :: i, j
    s3 = 0;  s3e = 0;  s3w = 0;  s2eM = 0;  mu4 = 0
    m%kappa = 0
    do i = 1, ns
      do j = 1, ns
        xx   = X(i)*X(j)
        s    = sqrt(sigma(i)*sigma(j))
        e    = sqrt(eps(i)*eps(j))
        M_ij = 2e3_wp*Wi(i)*Wi(j)/(Wi(i) + Wi(j))
        s3   = s3 + xx*s**3
        s3e  = s3e + xx*e*s**3
        s3w  = s3w + xx*(omegai(i) + omegai(j))/2*s**3
        s2eM = s2eM + xx*e*s**2*sqrt(M_ij)
        if (profile == c88) then
          mu4 = mu4 + xx*dipole(i)**2*dipole(j)**2/(s**3*e)
        else
          mu4 = mu4 + xx*dipole(i)**2*dipole(j)**2/s**3
        end if
        m%kappa = m%kappa + xx*sqrt(kappa(i)*kappa(j))
      end do
    end do
    m%sigma = s3**(1.0_wp/3)
    m%eps   = s3e/s3
    m%omega = s3w/s3
    m%M     = (s2eM/(m%eps*m%sigma**2))**2
    call reference_chungcritical(m%sigma, m%eps, m%Tc, m%Vc)
    if (profile == c88) mu4 = mu4*m%eps
    m%mur4  = k(3)**4*s3*mu4/(m%Vc*m%Tc)**2
    m%Fc    = 1 - k(4)*m%omega + k(5)*m%mur4 + m%kappa
  end subroutine

  !> Chung's pseudo-critical temperature (K) and volume (cm3/mol) of sigma (Angstrom) and eps (K). [C84] 4, 5
  pure subroutine reference_chungcritical(sigma_m, eps_m, Tc, Vc)
    real(wp), intent(in)  :: sigma_m, eps_m
    real(wp), intent(out) :: Tc, Vc
    Tc = k(2)*eps_m
    Vc = (sigma_m/k(1))**3
  end subroutine

  !> Collision integral of viscosity at T* = T/eps (-). [NJA]; RPP5 leaves out the term with the sine.
  !> Kernels: collisionintegrals.
  pure real(wp) function reference_collisionviscosity(Ts, with_sine)
    real(wp), intent(in) :: Ts
    logical,  intent(in) :: with_sine
    reference_collisionviscosity = 1.16145_wp*Ts**(-0.14874_wp) + 0.52487_wp*exp(-0.77320_wp*Ts) &
                                   + 2.16178_wp*exp(-2.43787_wp*Ts)
    if (with_sine) reference_collisionviscosity = reference_collisionviscosity &
      - 6.435e-4_wp*Ts**0.14874_wp*sin(18.0323_wp*Ts**(-0.76830_wp) - 7.27371_wp)
  end function

  !> Collision integral of diffusion at T* = T/eps (-). [NJA]
  !> Kernels: collisionintegrals.
  pure real(wp) function reference_collisiondiffusion(Ts)
    real(wp), intent(in) :: Ts
    reference_collisiondiffusion = 1.06036_wp*Ts**(-0.15610_wp) + 0.19300_wp*exp(-0.47635_wp*Ts) &
                                   + 1.03587_wp*exp(-1.52996_wp*Ts) + 1.76474_wp*exp(-3.89411_wp*Ts)
  end function

  !> Coefficients E_1..E_10 of the viscosity of a mixture (-). [C88] 11
  pure subroutine reference_viscositycoefficients(m, Em)
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: Em(10)
    Em = matmul([1.0_wp, m%omega, m%mur4, m%kappa], E(:, :, profile))
  end subroutine

  !> Coefficients B_1..B_7 of the conductivity of a mixture (-). [C88] 27
  pure subroutine reference_conductivitycoefficients(m, Bm)
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: Bm(7)
    Bm = matmul([1.0_wp, m%omega, m%mur4, m%kappa], B(:, :, profile))
  end subroutine

  !> Molar heat capacity of alpha at molar volume v (m3/mol): the ideal gas's cv, or the real fluid's. J/mol/K
  pure subroutine reference_heatcapacity(T, X, v, cv)
    real(wp), intent(in)  :: T, X(ns), v
    real(wp), intent(out) :: cv
    real(wp) :: h, a, da, d2a, covolume, P_T, P_v, F
    call reference_idealgas(T, X, cv, h)
    cv = cv - R
    if (.not. real_cv) return
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, covolume)
    call reference_departure(T, v, a, da, covolume, P_T, P_v, F)
    cv = cv + T*d2a*F
  end subroutine

  !> Viscosity of the dilute gas, Pa s. [C84] 6, [RPP5] 9-6.16
  !> Kernels: chungdilutetransport.
  pure subroutine reference_diluteviscosity(T, m, mu0)
    real(wp), intent(in)  :: T
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: mu0
    if (profile == c88) then
      mu0 = 1e-7_wp*k(6)*m%Fc*sqrt(m%M*T)/(m%Vc**(2.0_wp/3)*reference_collisionviscosity(T/m%eps, .true.))
    else
      mu0 = 1e-7_wp*k(6)*m%Fc*sqrt(m%M*m%Tc*T/m%eps)/(m%Vc**(2.0_wp/3)*reference_collisionviscosity(T/m%eps, .false.))
    end if
  end subroutine

  !> Conductivity of the dilute gas of viscosity mu0 and molar heat capacity cv (J/mol/K), W/m/K. [C84] 21,
  !> [RPP5] 10-5.5, with a viscosity of its own (9-4.3).
  !> Kernels: chungdilutetransport.
  pure subroutine reference_diluteconductivity(T, m, cv, mu0, lambda0)
    real(wp), intent(in)  :: T, cv, mu0
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: lambda0
    real(wp) :: eta, Psi
    call reference_chungpsi(T, m, cv, Psi)
    if (profile == c88) then
      lambda0 = k(8)*(10*mu0/m%M)*Psi*calorie*100                    ! 10: Pa s to poise; 100: 1/cm to 1/m
    else
      eta = 26.69e-7_wp*m%Fc*sqrt(m%M*T)/(m%sigma**2*reference_collisionviscosity(T/m%eps, .false.))
      lambda0 = k(8)*eta*Psi/(1e-3_wp*m%M)
    end if
  end subroutine

  !> Psi: what internal energy adds to the conductivity of the dilute gas (-). [C84] 22, [RPP5] 10-3.14
  pure subroutine reference_chungpsi(T, m, cv, Psi)
    real(wp), intent(in)  :: T, cv
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: Psi
    real(wp) :: alpha, beta, Zpsi
    alpha = cv/R - 1.5_wp
    beta = 0.7862_wp - 0.7109_wp*m%omega + 1.3168_wp*m%omega**2
    Zpsi = 2 + 10.5_wp*(T/m%Tc)**2
    Psi = 1 + alpha*((0.215_wp + 0.28288_wp*alpha - 1.061_wp*beta + 0.26665_wp*Zpsi) &
                     /(0.6366_wp + beta*Zpsi + 1.061_wp*alpha*beta))
  end subroutine

  !> Viscosity at density rho (mol/cm3), Pa s; negative where the correlation is. [C88] 4 to 12
  pure subroutine reference_chungviscosity(T, rho, m, mu0, mu)
    real(wp), intent(in)  :: T, rho, mu0
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: mu
    real(wp) :: Em(10), y, Ts, G2
    call reference_viscositycoefficients(m, Em)
    y = rho*m%Vc/6
    Ts = T/m%eps
    G2 = contact(Em, y)
    mu = mu0*(1/G2 + Em(6)*y) + 1e-7_wp*k(7)*sqrt(m%M*m%Tc)/m%Vc**(2.0_wp/3) &
                                *Em(7)*y**2*G2*exp(Em(8) + Em(9)/Ts + Em(10)/Ts**2)
  end subroutine

  !> Conductivity at density rho (mol/cm3), W/m/K; negative where the correlation is. [C88] 24 to 29, [RPP5] 10-5.5
  pure subroutine reference_chungconductivity(T, rho, m, lambda0, lambda)
    real(wp), intent(in)  :: T, rho, lambda0
    type(chung_mixture), intent(in) :: m
    real(wp), intent(out) :: lambda
    real(wp) :: Bm(7), y, H2, q
    call reference_conductivitycoefficients(m, Bm)
    y = rho*m%Vc/6
    H2 = contact(Bm, y)
    if (profile == c88) then
      q = k(9)*sqrt(m%Tc/m%M)/m%Vc**(2.0_wp/3)*calorie*100
    else
      q = k(9)*sqrt(m%Tc/(1e-3_wp*m%M))/m%Vc**(2.0_wp/3)
    end if
    if (root_of_Tr) then
      q = q*sqrt(T/m%Tc)
    else
      q = q*sqrt(T/m%eps)
    end if
    lambda = lambda0*(1/H2 + Bm(6)*y) + q*Bm(7)*y**2*H2
  end subroutine

  ! ---------------------------------------------------------------- diffusion: the building blocks

  !> D_ij of dilute gases (m2/s) from the Lennard-Jones parameters, first approximation. [RPP5] 11-3.1
  pure real(wp) function reference_chapmanenskog(T, P, i, j)
    real(wp), intent(in) :: T, P
    integer,  intent(in) :: i, j
    real(wp) :: m_red, s
    m_red = Wi(i)*Wi(j)/(Wi(i) + Wi(j))/avogadro
    s = (sigmaLJ(i) + sigmaLJ(j))/2
    reference_chapmanenskog = 3.0_wp/16*sqrt(2*pi*(boltzmann*T)**3/m_red) &
                              /(P*pi*s**2*reference_collisiondiffusion(T/sqrt(epsLJ(i)*epsLJ(j))))
  end function

  !> D_ij of dilute gases (m2/s) from Fuller's diffusion volumes. [FSG], [RPP5] 11-4.4
  pure real(wp) function reference_fuller(T, P, i, j)
    real(wp), intent(in) :: T, P
    integer,  intent(in) :: i, j
    real(wp) :: M_AB
    M_AB = 2e3_wp/(1/Wi(i) + 1/Wi(j))
    reference_fuller = 1e-4_wp*0.00143_wp*T**1.75_wp &
                       /(1e-5_wp*P*sqrt(M_AB)*(volume(i)**(1.0_wp/3) + volume(j)**(1.0_wp/3))**2)
  end function

  !> Fuller's diffusion volume (cm3/mol) of a species: its own where [RPP5] table 11-1 has one, else the
  !> sum over its atoms and rings.
  pure real(wp) function reference_fullervolume(name, carbon, hydrogen, oxygen, nitrogen, rings)
    character(*), intent(in) :: name
    integer,      intent(in) :: carbon, hydrogen, oxygen, nitrogen, rings
    select case (name)
    case ('H2');  reference_fullervolume = 6.12_wp
    case ('N2');  reference_fullervolume = 18.5_wp
    case ('O2');  reference_fullervolume = 16.3_wp
    case ('AR');  reference_fullervolume = 16.2_wp
    case ('CO');  reference_fullervolume = 18.0_wp
    case ('CO2'); reference_fullervolume = 26.9_wp
    case ('N2O'); reference_fullervolume = 35.9_wp
    case ('NH3'); reference_fullervolume = 20.7_wp
    case ('H2O'); reference_fullervolume = 13.1_wp
    case default
      reference_fullervolume = 15.9_wp*carbon + 2.31_wp*hydrogen + 6.11_wp*oxygen + 4.54_wp*nitrogen - 18.3_wp*rings
    end select
  end function

  !> f = D P/(D P)_0 at reduced temperature and pressure: 1 below Pr 0.1, linear between the rows, the last
  !> row beyond it. f is negative in cold liquids; the caller sets the floor. [T]
  !> Kernels: takahashifactor.
  pure real(wp) function reference_takahashi(Tr, Pr)
    real(wp), intent(in) :: Tr, Pr
    real(wp) :: weight
    integer  :: k
    reference_takahashi = 1
    if (Pr < takahashi(1, 1)) return
    do k = 1, n_rows - 2
      if (Pr < takahashi(1, k + 1)) exit
    end do
    weight = min((Pr - takahashi(1, k))/(takahashi(1, k + 1) - takahashi(1, k)), 1.0_wp)
    reference_takahashi = (1 - weight)*row(k) + weight*row(k + 1)
  contains
    pure real(wp) function row(k)
      integer, intent(in) :: k
      row = takahashi(2, k)*(1 - takahashi(3, k)*Tr**(-takahashi(4, k)))*(1 - takahashi(5, k)*Tr**(-takahashi(6, k)))
    end function
  end function

  !> D_ij (m2/s) of a pair in a mixture: the dilute gas's, times f of the pair's mean critical point.
  pure subroutine reference_binarydiffusion(T, P, X, i, j, D_low, D_high)
    real(wp), intent(in)  :: T, P, X(ns)
    integer,  intent(in)  :: i, j
    real(wp), intent(out) :: D_low, D_high
    real(wp) :: xi
    if (fuller) then
      D_low = reference_fuller(T, P, i, j)
    else
      D_low = reference_chapmanenskog(T, P, i, j)
    end if
    xi = 0.5_wp
    if (X(i) + X(j) > 0) xi = X(i)/(X(i) + X(j))
    D_high = D_low*max(f_least, reference_takahashi(T/(xi*Tci(i) + (1 - xi)*Tci(j)), P/(xi*Pci(i) + (1 - xi)*Pci(j))))
  end subroutine

  !> Mixture-averaged diffusion (m2/s): D_i = (1-X_i)/sum_(j/=i) X_j/D_ij, or with 1-Y_i above the bar in the
  !> mass form; D_ii of a pure species; absent species add nothing. D_low: the same of dilute gases.
  !> Kernels: dilutediffusion.
  pure subroutine reference_mixturediffusion(T, P, X, Y, Di, D_low)
    real(wp), intent(in)  :: T, P, X(ns), Y(ns)
    real(wp), intent(out) :: Di(ns)
    real(wp), intent(out), optional :: D_low(ns)
    real(wp) :: low, high, others, by_low, by_high
    integer  :: i, j
    do i = 1, ns
      others = 0;  by_low = 0;  by_high = 0
      do j = 1, ns
        if (j == i .or. X(j) <= 0) cycle
        call reference_binarydiffusion(T, P, X, i, j, low, high)
        others = others + merge(Y(j), X(j), mass_form)
        by_low = by_low + X(j)/low
        by_high = by_high + X(j)/high
      end do
      if (others <= 0) then
        call reference_binarydiffusion(T, P, X, i, i, low, high)
      else
        low = others/by_low
        high = others/by_high
      end if
      Di(i) = high
      if (present(D_low)) D_low(i) = low
    end do
  end subroutine

  ! ---------------------------------------------------------------- helpers

  !> G_2 or H_2 of coefficients c at y: {c1 [1-exp(-c4 y)]/y + c2 G1 exp(c5 y) + c3 G1}/(c1 c4 + c2 + c3); 1 at y = 0.
  pure real(wp) function contact(c, y)
    real(wp), intent(in) :: c(:), y
    real(wp) :: G1
    G1 = (1 - y/2)/(1 - y)**3
    contact = (c(1)*c(4)*decay(c(4)*y) + c(2)*G1*exp(c(5)*y) + c(3)*G1)/(c(1)*c(4) + c(2) + c(3))
  end function

  !> (1 - exp(-x))/x without cancellation: the error of exp(-x) is divided out by its own logarithm.
  pure real(wp) function decay(x)
    real(wp), intent(in) :: x
    real(wp) :: u
    u = exp(-x)
    decay = 1
    if (abs(u - 1) > 0) decay = (u - 1)/log(u)
  end function

  !> An option that is there and true.
  pure logical function chosen(option)
    logical, intent(in), optional :: option
    chosen = .false.
    if (present(option)) chosen = option
  end function
end module
