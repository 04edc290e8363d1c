! Pure fluids as users get them, the built-in species under the default options, as text for accuracy.py. A line each:
!   species T P rho cp c mu lambda flag (SI)
program accuracy_states
  use testing
  use drawbridge
  implicit none
  real(wp), parameter :: high(4) = [1e5_wp, 1e6_wp, 1e7_wp, 3e7_wp]

  call fluid('O2', [60.0_wp, 90.0_wp, 120.0_wp, 140.0_wp, 160.0_wp, 200.0_wp, 300.0_wp, 600.0_wp, 1000.0_wp])
  call fluid('CH4', [95.0_wp, 110.0_wp, 150.0_wp, 180.0_wp, 200.0_wp, 250.0_wp, 300.0_wp, 450.0_wp, 600.0_wp])
  call fluid('N2', [65.0_wp, 77.0_wp, 100.0_wp, 120.0_wp, 130.0_wp, 160.0_wp, 300.0_wp, 600.0_wp, 1000.0_wp])
  call fluid('CO2', [220.0_wp, 250.0_wp, 290.0_wp, 310.0_wp, 330.0_wp, 400.0_wp, 600.0_wp, 1000.0_wp])
  call fluid('H2', [20.0_wp, 30.0_wp, 40.0_wp, 70.0_wp, 100.0_wp, 150.0_wp, 300.0_wp, 600.0_wp, 1000.0_wp])
  call fluid('H2O', [300.0_wp, 350.0_wp, 400.0_wp, 500.0_wp, 600.0_wp, 650.0_wp, 700.0_wp, 900.0_wp, 1200.0_wp])
  call fluid('C12H26', [300.0_wp, 400.0_wp, 500.0_wp, 600.0_wp, 650.0_wp, 680.0_wp])

contains

  subroutine fluid(name, T)
    character(*), intent(in) :: name
    real(wp), intent(in) :: T(:)
    character(6), parameter :: outputs(6) = [character(6) :: 'rho', 'cp', 'c', 'mu', 'lambda', 'flag']
    real(wp), target :: q(size(T), size(high), 1, 3), props(size(T), size(high), 1, 6)
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: i, j
    do j = 1, size(high)
      do i = 1, size(T)
        q(i, j, 1, :) = [T(i), high(j), 1.0_wp]
      end do
    end do
    props = nan(1.0_wp)
    call frame%initialize(species=[name], max_block=size(T)*size(high))
    call plan%create(frame, 'eosThermalAndViscousProperties', shape(q), [1, size(T), 1, size(high), 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), props, i)
    end do
    call plan%run()
    call frame%finalize()
    do j = 1, size(high)
      do i = 1, size(T)
        print '(a, 2(1x, es12.5), 5(1x, es15.8), 1x, i0)', name, q(i, j, 1, :2), props(i, j, 1, :5), int(props(i, j, 1, 6))
      end do
    end do
  end subroutine
end program
