! A few dozen states through the bridge, as text for crosscheck.py: crosscheck_states [rounded], where
! rounded takes Omega_a, Omega_b and R as CoolProp rounds them. Two lines each:
!   ns and the species' names; on the next line T P Y, and rho h cp c of preosthermalproperties (SI).
program crosscheck_states
  use testing
  use drawbridge
  implicit none
  character(6), parameter :: five(5) = [character(6) :: 'CH4', 'O2', 'CO2', 'H2O', 'N2']
  real(wp), parameter :: cold(4) = [110.0_wp, 160.0_wp, 220.0_wp, 300.0_wp], hot(4) = [450.0_wp, 800.0_wp, 1500.0_wp, 2800.0_wp]

  call states(['O2'], [1.0_wp], [cold, hot])
  call states(['CH4'], [1.0_wp], [cold, hot])
  call states(['H2O'], [1.0_wp], [680.0_wp, hot(2:)])
  call states(['C12H26'], [1.0_wp], [700.0_wp, 900.0_wp, 1200.0_wp])
  call states(['CH4', 'O2 '], [0.3_wp, 0.7_wp], [cold, hot])
  call states(five, [0.05_wp, 0.2_wp, 0.3_wp, 0.25_wp, 0.2_wp], hot)
  call states(five, [0.2_wp, 0.6_wp, 0.05_wp, 0.05_wp, 0.1_wp], [250.0_wp, hot])

contains

  subroutine states(species, Y, T)
    character(*), intent(in) :: species(:)
    real(wp), intent(in) :: Y(:), T(:)
    real(wp), parameter :: P(3) = [2e5_wp, 8e6_wp, 3e7_wp]
    real(wp), target :: q(size(T), size(P), 1, 2 + size(Y)), props(size(T), size(P), 1, 4)
    character(3), parameter :: outputs(4) = ['rho', 'h  ', 'cp ', 'c  ']
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: i, j
    character(10) :: convention
    do j = 1, size(P)
      do i = 1, size(T)
        q(i, j, 1, :) = [T(i), P(j), Y]
      end do
    end do
    props = nan(1.0_wp)
    call frame%initialize(species=species, max_block=size(T)*size(P))
    call get_command_argument(1, convention)
    if (convention == 'rounded') then
      call frame%set_option('omega_a', '0.45724')
      call frame%set_option('omega_b', '0.07780')
      call frame%set_option('gas_constant', '8.3144598')
    end if
    call plan%create(frame, 'preosthermalproperties', shape(q), [1, size(T), 1, size(P), 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), props, i)
    end do
    call plan%run()
    call frame%finalize()
    do j = 1, size(P)
      do i = 1, size(T)
        print '(i0, *(1x, a))', size(species), species
        print '(*(1x, es24.17))', q(i, j, 1, :), props(i, j, 1, :)
      end do
    end do
  end subroutine
end program
