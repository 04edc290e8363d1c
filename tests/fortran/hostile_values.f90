! 10^5 random hostile points through every kernel of the equation of state: zero, negative, infinite,
! NaN and absurd figures among regular ones. No output is a silent NaN: a point without a failure bit
! has finite outputs, a point with one has NaN in all of them, and what is bad by its own meaning is
! called so. The device comes from the environment.
program hostile_values
  use testing
  use drawbridge
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none
  integer, parameter :: nx = 50, ny = 50, nz = 40, ns = 5
  integer, parameter :: interior(6) = [1, nx, 1, ny, 1, nz]
  character(6), parameter :: inputs(10) = [character(6) :: 'T', 'P', 'ke', 'h', 'e', 'rho', 'rhoP', 'rhoT', 'hP', 'hT']
  integer, parameter :: first_y = size(inputs) + 1
  integer, parameter :: bad_T = 0, bad_P = 1, bad_rho = 2, bad_Y = 3, bad_h = 4 ! bits of the flag word
  character(*), parameter :: thermal = ' rho h e cp cv gamma c rhoP rhoT hP hT Z W'
  character(*), parameter :: rows = ' Xi lnphi vi hi rhoYi hYi Di DiLow DiLast '
  real(wp), target :: q(nx, ny, nz, first_y + ns - 1), answers(nx, ny, nz, 30)
  type(frame_t) :: frame

  call make_states()
  call frame%initialize(species=['CH4', 'O2 ', 'CO2', 'H2O', 'N2 '], max_block=4099)
  call every_kernel()
  call frame%set_option('root', 'liquid')
  call every_kernel()
  call frame%set_option('root', 'vapour')
  call frame%set_option('nasa_extension', 'clip')
  call frame%set_option('alpha_sign', 'signed')
  call every_kernel()
  call frame%finalize()
  call finish('hostile_values')

contains

  subroutine every_kernel()
    call judge('preosrhohfromtpprop', 'T P Yi', 'rho h')
    call judge('eoscalcrhoh0fromtp', 'T P Yi ke', 'rho h0')
    call judge('preosthermalproperties', 'T P Yi', thermal)
    call judge('eosgammajacobianproperties', 'T P Yi', thermal//' eP eT rhoYi hYi')
    call judge('preoscalctfromhp', 'h P Yi T', 'T rho')
    call judge('preoscalctpfromrhoe', 'rho e Yi T', 'T P')
    call judge('preoscalcsoundspeed', 'rho rhoP rhoT hP hT', 'c')
    call judge('preoscriticalstate', 'Yi', 'Tcrit Pcrit Vcrit')
    call judge('molefractions', 'Yi', 'Xi W')
    call judge('nasamixture', 'T P Yi', 'cpIdeal hIdeal sIdeal')
    call judge('totalenthalpy', 'h ke', 'h0')
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
    v(1) = log_between(2.0_wp, 9e4_wp, u(1))
    v(2) = log_between(1e-3_wp, 9e11_wp, u(2))
    if (wide) v(1:2) = [log_between(90.0_wp, 4000.0_wp, u(1)), log_between(1e3_wp, 5e7_wp, u(2))]
    v(3) = 1e4_wp*u(3)
    v(4:5) = -1e7_wp + 2e7_wp*u(4:5)
    v(6) = log_between(1e-6_wp, 2e3_wp, u(6))
    v(7:10) = [1e-5_wp*u(7), -u(8), 1e-3_wp*(u(9) - 0.5_wp), 2000*u(10)]
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
    call plan%create(frame, kernel, shape(q), interior)
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
    call check(kernel//': some fail, most do not', failed > 1000 .and. 3*failed < 2*nx*ny*nz, text)
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
    Y = .not. (abs(sum_y - 1) <= 0.99e-6_wp .and. minval(v(first_y:)) >= -0.99e-6_wp .and. .not. is_nan(sum_y))
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
