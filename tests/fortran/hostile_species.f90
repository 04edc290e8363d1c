! Species data and options that no species has: one or two figures of a good set of arrays become zero, negative,
! NaN, infinite, huge, denormal or of another unit. Each call is refused with a message and changes nothing, or
! what the collections then give is finite or flagged. The device comes from the environment.
!   hostile_species golden.txt
program hostile_species
  use testing
  use golden_states
  use drawbridge
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  implicit none
  integer, parameter :: nx = 10, ny = 5, ns = 5, width = 15 + ns ! thermal set, mu, lambda, Di
  integer, parameter :: interior(6) = [1, nx, 1, ny, 1, 1]
  character(6), parameter :: scalars(15) = [character(6) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', 'hT', &
      'Z', 'W', 'mu', 'lambda']
  type(golden_state) :: good, s
  type(golden_state), allocatable :: states(:)
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: q(nx, ny, 1, 2 + ns), props(nx, ny, 1, width + 1)
  real(wp) :: before(nx, ny, 1, width + 1)
  character(500) :: path, errmsg
  integer :: trial, stat, accepted, refused, silent, moved

  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  good = states(findloc(states%has_kij, .true., 1))
  call random_seed(put=[(20261121 + trial, trial=1, 40)])
  call fill()
  call frame%initialize(ns=ns, max_block=16)
  call give(good)
  call check('the good data are taken', stat == 0, errmsg)
  call make_plan()
  call plan%run()
  before = props
  call check('the good data give numbers', all(ieee_is_finite(props)))
  call hostile_arrays()
  call hostile_options()
  call wrong_shapes()
  call frame%finalize()
  call finish('hostile_species')

contains

  subroutine hostile_arrays()
    accepted = 0; refused = 0; silent = 0; moved = 0
    do trial = 1, 4000
      s = good
      call spoil()
      if (mod(trial, 3) == 0) call spoil()
      call give(s)
      call judge()
      if (stat == 0) call give(good)
    end do
    call outcome('hostile species data', 300)
  end subroutine

  ! Options that take a number, with numbers that serve nobody.
  subroutine hostile_options()
    character(20), parameter :: names(7) = [character(20) :: 'gas_constant', 'omega_a', 'omega_b', 'pressure_reference', &
        'calorie', 'pr78_above', 'diffusion_floor']
    character(20), parameter :: defaults(7) = [character(20) :: '8.31446261815324', '0.457235528921382', '0.0777960739038885', &
        '101325', '4.184', '0.491', '1e-3']
    character(8), parameter :: values(12) = [character(8) :: '0', '-1', 'nan', 'inf', '1e300', '1e-300', '4e-320', '1e-30', &
        '1e30', '1e5', '1e-5', 'eight']
    integer :: i, j
    accepted = 0; refused = 0; silent = 0; moved = 0
    do i = 1, size(names)
      do j = 1, size(values)
        errmsg = ''
        call frame%set_option(trim(names(i)), trim(values(j)), stat, errmsg)
        if (stat /= 0) call check('a refused option is named', index(errmsg, 'option') > 0 .and. len_trim(errmsg) > 20, errmsg)
        call judge()
        if (stat /= 0) cycle
        call frame%set_option(trim(names(i)), trim(defaults(i)))
        call plan%run()
        before = props ! the last digit of a default that is written out
      end do
    end do
    call outcome('hostile options', 10)
  end subroutine

  subroutine give(data)
    type(golden_state), intent(in) :: data
    errmsg = ''
    call frame%species_data(data%W, data%Tc, data%Pc, data%omega, data%Tmid, data%low, data%high, data%kij, stat, errmsg, &
        tlow=data%T_clip(1, :), thigh=data%T_clip(2, :))
    if (stat == 0) call frame%transport_data(data%Vc, data%sigma, data%eps, data%dipole, data%kappa, stat=stat, errmsg=errmsg)
    if (stat /= 0) call frame%species_data(good%W, good%Tc, good%Pc, good%omega, good%Tmid, good%low, good%high, good%kij, &
        tlow=good%T_clip(1, :), thigh=good%T_clip(2, :))
  end subroutine

  ! What an accepted set gives is finite or flagged; a refused one left the former in place and said what is wrong.
  subroutine judge()
    integer :: i, j
    props = 7
    call plan%run()
    if (stat /= 0) then
      refused = refused + 1
      if (len_trim(errmsg) < 15) silent = silent + 1
      if (any(props /= before)) moved = moved + 1
      return
    end if
    accepted = accepted + 1
    do j = 1, ny
      do i = 1, nx
        if (.not. said(props(i, j, 1, :))) silent = silent + 1
      end do
    end do
  end subroutine

  ! Every output is finite, or a failure bit is set; of viscosity and conductivity their own bit is enough.
  logical function said(values)
    real(wp), intent(in) :: values(:)
    logical :: told(size(values))
    integer :: flag
    flag = int(values(size(values)))
    told = ieee_is_finite(values)
    told(14) = told(14) .or. btest(flag, DRAWBRIDGE_FLAG_NEGATIVE_VISCOSITY)
    told(15) = told(15) .or. btest(flag, DRAWBRIDGE_FLAG_NEGATIVE_CONDUCTIVITY)
    said = all(told) .or. iand(flag, 65535) /= 0
  end function

  subroutine outcome(what, least)
    character(*), intent(in) :: what
    integer, intent(in) :: least
    character(100) :: text
    write (text, '(a,i0,a,i0,a,i0,a,i0,a)') 'accepted ', accepted, ', refused ', refused, ', silent ', silent, &
      ', moved by a refusal ', moved
    call check(what, silent == 0 .and. moved == 0 .and. accepted > least .and. refused > least, text)
    print '(2a)', what//': ', trim(text)
  end subroutine

  subroutine spoil()
    real(wp) :: u(3)
    integer :: i
    call random_number(u)
    i = 1 + int(u(2)*ns)
    select case (int(14*u(1)))
    case (0); s%W(i) = hostile(s%W(i))
    case (1); s%Tc(i) = hostile(s%Tc(i))
    case (2); s%Pc(i) = hostile(s%Pc(i))
    case (3); s%omega(i) = hostile(s%omega(i))
    case (4); s%Tmid(i) = hostile(s%Tmid(i))
    case (5); s%low(1 + int(7*u(3)), i) = hostile(s%low(1 + int(7*u(3)), i))
    case (6); s%high(1 + int(7*u(3)), i) = hostile(s%high(1 + int(7*u(3)), i))
    case (7); call interact(i, 1 + int(u(3)*ns))
    case (8); s%Vc(i) = hostile(s%Vc(i))
    case (9); s%dipole(i) = hostile(s%dipole(i))
    case (10); s%kappa(i) = hostile(s%kappa(i))
    case (11); s%sigma(i) = hostile(s%sigma(i))
    case (12); s%eps(i) = hostile(s%eps(i))
    case default; s%T_clip(1 + int(2*u(3)), i) = hostile(s%T_clip(1, i))
    end select
  end subroutine

  ! k_ij of a pair, symmetric in every second case.
  subroutine interact(i, j)
    integer, intent(in) :: i, j
    s%kij(i, j) = hostile(0.3_wp)
    if (mod(trial, 2) == 0) s%kij(j, i) = s%kij(i, j)
  end subroutine

  real(wp) function hostile(regular)
    real(wp), intent(in) :: regular
    real(wp) :: menu(16), u, infinite
    infinite = huge(1.0_wp)
    infinite = 2*infinite
    menu = [0.0_wp, -regular, nan(1.0_wp), infinite, -infinite, 1e300_wp, -1e300_wp, 1e-300_wp, 4e-320_wp, regular*1e3_wp, &
        regular*1e-3_wp, regular*1e6_wp, regular*1e-6_wp, 1.3_wp*regular, 10*regular, 0.1_wp*regular]
    call random_number(u)
    hostile = menu(1 + int(u*size(menu)))
  end function

  subroutine fill()
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        q(i, j, 1, 1:2) = [90*1.5_wp**i, 1e4_wp*8.0_wp**(j - 1)]
        call random_number(q(i, j, 1, 3:))
        if (mod(i + j, 4) == 0) q(i, j, 1, 3:) = [1, 0, 0, 0, 0]
        q(i, j, 1, 3:) = q(i, j, 1, 3:)/sum(q(i, j, 1, 3:))
      end do
    end do
  end subroutine

  subroutine make_plan()
    integer :: i
    call plan%create(frame, 'eosThermalAndViscousProperties', shape(q), interior)
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(scalars)
      call plan%write(trim(scalars(i)), props, i)
    end do
    call plan%write('Di', props, size(scalars) + 1)
    call plan%write('flag', props, size(scalars) + ns + 1)
  end subroutine

  subroutine wrong_shapes()
    real(wp) :: short(4), five(5)
    short = 1
    five = 1e-5_wp
    call frame%transport_data(short, five, five, stat=stat, errmsg=errmsg)
    call expect_error('too few', stat, errmsg, DRAWBRIDGE_SHAPE, 'one entry for each of the 5 species')
    call frame%transport_data(five, good%sigma, good%eps, dipole=short, stat=stat, errmsg=errmsg)
    call expect_error('too few dipoles', stat, errmsg, DRAWBRIDGE_SHAPE, 'one entry for each of the 5 species')
    call frame%transport_data(1e6_wp*good%Vc, good%sigma, good%eps, stat=stat, errmsg=errmsg)
    call expect_error('Vc in cm3', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'm3/mol, 1e-08 to 1 expected')
    call frame%species_data(1e3_wp*good%W, good%Tc, good%Pc, good%omega, good%Tmid, good%low, good%high, stat=stat, errmsg=errmsg)
    call expect_error('W in g/mol', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'kg/mol, 1e-07 to 10 expected')
  end subroutine
end program
