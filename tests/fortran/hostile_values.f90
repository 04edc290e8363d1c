! Random hostile points through every kernel: zero, negative, infinite, NaN and absurd figures among regular
! ones, under several sets of options and for 1 to 20 species. No output is a silent NaN: a point without a
! failure bit has finite outputs, a point with one has NaN in all of them, and what is bad by its own
! meaning is called so. The device comes from the environment.
!   hostile_values [golden.txt] [few]  with the first, also a mixture with k_ij; with the second, few points of each kind
program hostile_values
  use testing
  use golden_states
  use drawbridge
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none
  integer, parameter :: nx = 50, ny = 50
  character(6), parameter :: inputs(13) = [character(6) :: 'T', 'P', 'ke', 'h', 'e', 'rho', 'rhoP', 'rhoT', 'hP', 'hT', &
      'epsMix', 'Tcrit', 'Pcrit']
  integer, parameter :: first_y = size(inputs) + 1
  integer, parameter :: bad_T = 0, bad_P = 1, bad_rho = 2, bad_Y = 3, bad_h = 4 ! bits of the flag word
  character(*), parameter :: thermal = ' rho h e cp cv gamma c rhoP rhoT hP hT Z W'
  character(*), parameter :: rows = ' Yi Xi lnphi vi hi rhoYi hYi Di DiLow DiLast '
  character(6), parameter :: twenty(20) = [character(6) :: 'CH4', 'O2', 'CO2', 'H2O', 'N2', 'H2', 'H', 'O', 'OH', 'HO2', 'H2O2', &
      'CO', 'CH3', 'CH2O', 'C2H6', 'C2H4', 'CH3OH', 'NO', 'AR', 'C12H26']
  real(wp), allocatable, target :: q(:, :, :, :), answers(:, :, :, :)
  integer :: ns, nz
  character(500) :: path
  character(3) :: amount
  logical :: normalised ! sums are mended, not flagged
  type(frame_t) :: frame

  call get_command_argument(2, amount)
  call trial(twenty(:5), 40, '')
  call trial(twenty(:5), 8, 'root=liquid')
  call trial(twenty(:5), 8, 'root=vapour,nasa_extension=clip,alpha_sign=signed')
  call trial(twenty(:5), 8, 'chung_profile=rpp5,critical_volume=pr,chung_density=mass,conductivity_temperature=tstar,'// &
      'chung_heat_capacity=real,negative=floor,diffusion=fit,diffusion_form=mass')
  call trial(twenty(:5), 8, 'binary_diffusion=fuller,association=off,normalise=on,diffusion_floor=1e-20')
  call trial(twenty(2:2), 8, '')
  call trial(twenty(4:4), 8, 'negative=floor')
  call trial(twenty([2, 20]), 8, 'root=liquid')
  call trial(twenty, 4, '')
  call get_command_argument(1, path)
  call with_kij(trim(path))
  call finish('hostile_values')

contains

  subroutine trial(species, depth, options)
    character(*), intent(in) :: species(:), options
    integer, intent(in) :: depth
    call prepare(size(species), depth, index(options, 'normalise=on') > 0)
    call frame%initialize(species=species, max_block=4099, options=options)
    call every_kernel(options)
    call frame%finalize()
  end subroutine

  ! Takahashi's factor and the other blocks that read no composition are judged once.
  subroutine every_kernel(options)
    character(*), intent(in) :: options
    if (options == '' .and. ns == 5) then
      call judge('takahashifactor', 'T P Tcrit Pcrit', 'fDense')
      call judge('collisionintegrals', 'T epsMix', 'OmegaV OmegaD')
      call judge('totalenthalpy', 'h ke', 'h0')
      call judge('preoscalcsoundspeed', 'rho rhoP rhoT hP hT', 'c')
    end if
    if (normalised) call judge('normalise', 'Yi', 'Yi')
    call judge('preosrhohfromtpprop', 'T P Yi', 'rho h')
    call judge('eoscalcrhoh0fromtp', 'T P Yi ke', 'rho h0')
    call judge('preosthermalproperties', 'T P Yi', thermal)
    call judge('eosgammajacobianproperties', 'T P Yi', thermal//' eP eT rhoYi hYi')
    call judge('preoscalctfromhp', 'h P Yi T', 'T rho')
    call judge('preoscalctpfromrhoe', 'rho e Yi T', 'T P')
    call judge('preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge('molefractions', 'Yi', 'Xi W')
    call judge('nasamixture', 'T P Yi', 'cpIdeal hIdeal sIdeal')
    call judge('kaycriticalstate', 'Yi', 'Tkay Pkay')
    call judge('preosattraction', 'T Yi', 'a aT aTT')
    call judge('preoscovolume', 'Yi', 'b')
    call judge('preoscubicroots', 'T P Yi', 'Zleast Zmost roots')
    call judge('preosdepartures', 'T P Yi', 'hDep sDep gDep')
    call judge('preosentropy', 'T P Yi', 's g')
    call judge('preosheatcapacities', 'T P Yi', 'cp cv gamma')
    call judge('preossoundspeed', 'T P Yi', 'c')
    call judge('preosdpdt', 'T P Yi', 'PT')
    call judge('preosdpdv', 'T P Yi', 'Pv')
    call judge('preosdedp', 'T P Yi', 'eP')
    call judge('preosdedt', 'T P Yi', 'eT')
    call judge('preosfugacity', 'T P Yi', 'lnphi')
    call judge('preospartialvolumes', 'T P Yi', 'vi')
    call judge('chungcalctransprop', 'T P rho Yi', 'mu lambda Di')
    call judge('preosviscousfluxproperties', 'T P Yi', 'rho mu lambda Di hi')
    call judge('eosthermalandviscousproperties', 'T P Yi', thermal//' mu lambda Di')
    call judge('chungmixing', 'Yi', 'sigmaMix epsMix omegaMix MMix VcMix TcMix mur4Mix kappaMix')
    call judge('chungdilutetransport', 'T Yi', 'mu0 lambda0')
    call judge('dilutediffusion', 'T P Yi', 'DiLow')
    call judge('binarydiffusion', 'T P Yi', 'DiLast')
    call judge('preospartialenthalpies', 'T P Yi', 'hi')
    call judge('preosdrhody', 'T P Yi', 'rhoYi')
    call judge('preosdhdy', 'T P Yi', 'hYi')
    call judge('preoscompressibility', 'T P Yi', 'Z')
    call judge('preosdensity', 'T P Yi', 'rho')
    call judge('preosenthalpy', 'T P Yi', 'h')
    call judge('preosinternalenergy', 'T P Yi', 'e')
    call judge('preosdrhodp', 'T P Yi', 'rhoP')
    call judge('preosdrhodt', 'T P Yi', 'rhoT')
    call judge('preosdhdp', 'T P Yi', 'hP')
    call judge('preosdhdt', 'T P Yi', 'hT')
    call judge('chungviscosity', 'T rho Yi', 'mu')
    call judge('chungconductivity', 'T rho Yi', 'lambda')
    call judge('mixturediffusion', 'T P Yi', 'Di')
    call judge('preosviscousproperties', 'T P Yi', 'rho mu lambda Di')
  end subroutine

  ! The five species of golden's states with k_ij, as arrays.
  subroutine with_kij(path)
    character(*), intent(in) :: path
    type(golden_state), allocatable :: states(:)
    integer :: k
    if (path == '') return
    call golden_read(path, states)
    k = findloc(states%has_kij, .true., 1)
    call prepare(states(k)%ns, 8, .false.)
    call frame%initialize(ns=ns, max_block=4099)
    associate (s => states(k))
      call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
      call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    end associate
    call every_kernel('kij')
    call frame%finalize()
  end subroutine

  subroutine prepare(species, depth, mended)
    integer, intent(in) :: species, depth
    logical, intent(in) :: mended
    ns = species
    nz = merge(1, depth, amount == 'few')
    normalised = mended
    if (allocated(q)) deallocate (q, answers)
    allocate (q(nx, ny, nz, first_y + ns - 1), answers(nx, ny, nz, 16 + 2*ns + 1))
    call make_states()
  end subroutine

  ! Half of the points are admissible though extreme, the others have one or more hostile figures.
  subroutine make_states()
    integer, allocatable :: seed(:)
    integer :: i, j, k, n
    real(wp) :: kind
    call random_seed(size=n)
    allocate (seed(n))
    seed = [(20261120 + 7*i, i=1, n)]
    call random_seed(put=seed)
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          call random_number(kind)
          call make_point(q(i, j, k, :), kind > 0.5_wp, kind > 0.25_wp)
        end do
      end do
    end do
  end subroutine

  subroutine make_point(v, good, wide)
    real(wp), intent(out) :: v(:)
    logical, intent(in) :: good, wide
    real(wp) :: u(size(v))
    integer :: i
    call random_number(u)
    v(1) = log_between(1.1e-3_wp, 9.9e4_wp, u(1))
    v(2) = log_between(1.1e-20_wp, 9.9e12_wp, u(2))
    if (wide) v(1:2) = [log_between(90.0_wp, 4000.0_wp, u(1)), log_between(1e3_wp, 5e7_wp, u(2))]
    v(3) = 1e4_wp*u(3)
    v(4:5) = -1e7_wp + 2e7_wp*u(4:5)
    v(6) = log_between(1e-29_wp, 2e3_wp, 1 - u(6)**4) ! most of them dense
    v(7:10) = [1e-5_wp*u(7), -u(8), 1e-3_wp*(u(9) - 0.5_wp), 2000*u(10)]
    v(11:13) = [log_between(10.0_wp, 1e3_wp, u(11)), log_between(5.0_wp, 2e3_wp, u(12)), log_between(1e5_wp, 5e7_wp, u(13))]
    v(first_y:) = -log(u(first_y:) + 1e-30_wp)
    v(first_y:) = v(first_y:)/sum(v(first_y:))
    if (good) return
    do i = 1, size(inputs)
      call random_number(u(1))
      if (u(1) < 0.15_wp) v(i) = hostile(v(i))
    end do
    call random_number(u(1))
    if (u(1) < 0.3_wp) call spoil(v(first_y:))
  end subroutine

  real(wp) function log_between(least, most, u)
    real(wp), intent(in) :: least, most, u
    log_between = least*(most/least)**u
  end function

  ! What a figure becomes: the menu of the issue and of habit.
  real(wp) function hostile(regular)
    real(wp), intent(in) :: regular
    real(wp) :: menu(16), u, infinite
    infinite = 1e300_wp
    infinite = infinite*infinite
    menu = [0.0_wp, -0.0_wp, -regular, nan(1.0_wp), infinite, -infinite, 1e6_wp, 1e300_wp, -1e300_wp, 1e-300_wp, 4e-320_wp, &
        1e-6_wp, 1e12_wp, 9.99e4_wp, regular*1e8_wp, regular*1e-8_wp]
    call random_number(u)
    hostile = menu(1 + int(u*size(menu)))
  end function

  subroutine spoil(y)
    real(wp), intent(inout) :: y(:)
    real(wp) :: u(2)
    integer :: i
    call random_number(u)
    i = 1 + int(u(2)*size(y))
    select case (int(12*u(1)))
    case (0); y = 0
    case (1); y = y*1.01_wp
    case (2); y(i) = -0.2_wp
    case (3); y(i) = nan(1.0_wp)
    case (4); y(i) = hostile(y(i))
    case (5); y = 0; y(i) = 1                     ! admissible: pure
    case (6); y = 0; y(i) = 1; y(1 + mod(i, size(y))) = 1e-300_wp ! admissible: a trace that vanishes
    case (7); y(i) = -1e-7_wp; y = y/sum(y)       ! admissible: within the tolerance
    case (8); y = 1
    case (9); y(i) = y(i) + 5e-7_wp               ! admissible: sum within the tolerance
    case (10); y = -y
    case default; y(i) = 1e300_wp
    end select
  end subroutine

  ! One kernel with all its outputs and its flag word last.
  subroutine judge(kernel, reads, writes)
    character(*), intent(in) :: kernel, reads, writes
    type(plan_t) :: plan
    character(8) :: names(20)
    integer :: i, n, last
    answers = 7
    call plan%create(frame, kernel, shape(q), [1, nx, 1, ny, 1, nz])
    call words(reads, names, n)
    do i = 1, n
      if (names(i) == 'Yi') then
        call plan%read('Yi', q, first_y)
      else
        call plan%read(trim(names(i)), q, findloc(inputs, names(i)(1:6), 1))
      end if
    end do
    call words(writes, names, n)
    last = 0
    do i = 1, n
      call plan%write(trim(names(i)), answers, last + 1)
      last = last + merge(ns, 1, index(rows, ' '//trim(names(i))//' ') > 0)
    end do
    call plan%write('flag', answers, last + 1)
    call plan%run()
    call plan%destroy()
    call judge_points(kernel, ' '//reads//' ', last)
  end subroutine

  subroutine judge_points(kernel, reads, last)
    character(*), intent(in) :: kernel, reads
    integer, intent(in) :: last
    integer :: i, j, k, flag, silent, half, blamed, failed
    character(160) :: text, shown
    silent = 0; half = 0; blamed = 0; failed = 0
    shown = ''
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          flag = -1
          if (answers(i, j, k, last + 1) >= 0 .and. answers(i, j, k, last + 1) < 2.0_wp**30) flag = int(answers(i, j, k, last + 1))
          if (iand(flag, 65535) /= 0) then
            failed = failed + 1
            if (.not. all(is_nan(answers(i, j, k, 1:last)))) half = half + 1
          else if (.not. all(ieee_is_finite(answers(i, j, k, 1:last)))) then
            silent = silent + 1
            write (text, '(a,i0,a,3es11.3,a,7es11.3)') 'flag ', flag, ', ', q(i, j, k, [1, 2, first_y]), ', ', q(i, j, k, 4:10)
            if (silent == 1) shown = text
          end if
          if (.not. rightly_blamed(q(i, j, k, :), reads, flag)) blamed = blamed + 1
        end do
      end do
    end do
    write (text, '(i0,2a)') silent, ' points, first: ', trim(shown)
    call check(kernel//': no silent NaN', silent == 0, text)
    write (text, '(i0,a)') half, ' points'
    call check(kernel//': a failed point is NaN throughout', half == 0, text)
    write (text, '(i0,a)') blamed, ' points'
    call check(kernel//': what is bad is called so', blamed == 0, text)
    write (text, '(i0,a)') failed, ' points failed'
    call check(kernel//': some fail, most do not', 50*failed > nx*ny*nz .and. 10*failed < 9*nx*ny*nz, text)
  end subroutine

  ! The bits that the inputs alone decide.
  logical function rightly_blamed(v, reads, flag)
    real(wp), intent(in) :: v(:)
    character(*), intent(in) :: reads
    integer, intent(in) :: flag
    logical :: T, P, Y, rho, h
    real(wp) :: sum_y
    sum_y = sum(v(first_y:))
    T = .not. (v(1) > 1e-3_wp .and. v(1) < 1e5_wp)
    P = .not. (v(2) > 1e-20_wp .and. v(2) < 1e13_wp)
    Y = .not. (abs(sum_y - 1) <= 1.01e-6_wp .and. minval(v(first_y:)) >= -1.01e-6_wp .and. .not. is_nan(sum_y))
    Y = Y .and. .not. normalised
    rho = .not. (v(6) > 1e-30_wp .and. v(6) < 1e30_wp)
    h = .not. abs(v(4)) < 1e300_wp
    rightly_blamed = flag >= 0
    if (index(reads, ' Yi ') > 0 .and. Y) rightly_blamed = rightly_blamed .and. btest(flag, bad_Y)
    if (index(reads, ' P ') > 0 .and. P) rightly_blamed = rightly_blamed .and. btest(flag, bad_P)
    if (index(reads, ' rho ') > 0 .and. rho) rightly_blamed = rightly_blamed .and. btest(flag, bad_rho)
    if (index(reads, ' h ') > 0 .and. h) rightly_blamed = rightly_blamed .and. btest(flag, bad_h)
    if (index(reads, ' h ') + index(reads, ' e ') > 0) return ! there T is a first guess
    if (index(reads, ' T ') > 0 .and. T) rightly_blamed = rightly_blamed .and. btest(flag, bad_T)
  end function

  subroutine words(text, names, n)
    character(*), intent(in) :: text
    character(8), intent(out) :: names(:)
    integer, intent(out) :: n
    integer :: at, length
    n = 0
    at = 1
    do
      at = at + verify(text(at:)//'x', ' ') - 1
      if (at > len(text)) exit
      length = index(text(at:)//' ', ' ') - 1
      n = n + 1
      names(n) = text(at:at + length - 1)
      at = at + length
    end do
  end subroutine
end program
