! Each constant of Chung's method, changed by a tenth: viscosity and conductivity of the library follow the reference routines, in
! both printings, in a gas and in a liquid.
!   chung_constants golden.txt
program chung_constants
  use testing
  use golden_states
  use reference_peng_robinson
  use reference_chung
  use drawbridge
  implicit none
  character(26), parameter :: names(9) = [character(26) :: 'chung_sigma', 'chung_eps', 'chung_dipole', 'chung_fc_omega', &
      'chung_fc_dipole', 'chung_viscosity_gas', 'chung_viscosity_dense', 'chung_conductivity_gas', 'chung_conductivity_dense']
  real(wp), parameter :: printed(9, 2) = reshape([0.809_wp, 1.2593_wp, 131.3_wp, 0.2756_wp, 0.059035_wp, 40.785_wp, &
      36.344_wp, 7.452_wp, 3.039e-4_wp, 0.809_wp, 1.2593_wp, 131.3_wp, 0.2756_wp, 0.059035_wp, 36.344_wp, 36.344_wp, &
      31.2_wp, 3.586e-3_wp], [9, 2])
  character(4), parameter :: tables(2) = ['1988', 'rpp5']
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: i, p, k
  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  k = findloc(states%mechanism, 'LOXCH4_5', 1)
  do p = 1, 2
    do i = 0, 9
      call compare(states(k), p, i)
    end do
  end do
  call finish('chung_constants')

contains

  ! i: the constant that changes; 0: none.
  subroutine compare(s, p, i)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: p, i
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(2, 1, 1, 2), Y(2, 1, 1, s%ns), out(2, 1, 1, 3)
    real(wp) :: changed(9), mu, lambda
    character(600) :: errmsg
    integer :: stat, t
    q(:, 1, 1, 1) = [150.0_wp, 1200.0_wp]
    q(:, 1, 1, 2) = [2e7_wp, 2e5_wp]
    do t = 1, 2
      Y(t, 1, 1, :) = s%Y
    end do
    out = nan(1.0_wp)
    changed = 0
    if (i > 0) changed(i) = 1.1_wp*printed(i, p)
    call frame%initialize(ns=s%ns, max_block=64, log='off')
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high, s%kij)
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    call frame%set_option('chung_profile', tables(p))
    if (i > 0) call frame%set_option(trim(names(i)), changed(i), stat, errmsg)
    if (i > 0) call check(names(i), stat == 0, errmsg)
    call plan%create(frame, 'preosViscousProperties', shape(q), [1, 2, 1, 1, 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', Y, 1)
    call plan%write('mu', out, 1)
    call plan%write('lambda', out, 2)
    call plan%write('rho', out, 3)
    call plan%run()
    call frame%finalize()
    call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps, tables=tables(p), constants=changed)
    do t = 1, 2
      call reference_chungcalctransprop(q(t, 1, 1, 1), q(t, 1, 1, 2), out(t, 1, 1, 3), s%Y, mu, lambda)
      call check('mu with another '//names(max(i, 1))//tables(p), abs(out(t, 1, 1, 1) - mu) <= 1e-11_wp*abs(mu))
      call check('lambda with another '//names(max(i, 1))//tables(p), abs(out(t, 1, 1, 2) - lambda) <= 1e-11_wp*abs(lambda))
    end do
  end subroutine
end program
