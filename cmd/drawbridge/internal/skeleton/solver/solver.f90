! NAME: a small solver that calls Drawbridge. It heats a block of gas at constant pressure.
! Replace the state, the source and the time step by your own; the places are marked with "yours".
program NAME_solver
  use drawbridge
  implicit none
  integer, parameter :: n = 32, halo = 4, m = n + 2*halo, a = halo + 1, b = halo + n   ! cells of the interior: a to b
  integer, parameter :: steps = 5
  real(8), parameter :: dx = 1.0d-4, cfl = 0.5d0, heating = 2.0d14                     ! m, 1, W/m3
  type(frame_t) :: frame
  type(plan_t)  :: plan
  real(8), target :: q(m, m, m, 4) = 0                        ! yours: 1 pressure, 2 temperature, 3 and 4 mass fractions
  real(8), target :: props(m, m, m, 3) = 0                    ! 1 density, 2 heat capacity, 3 speed of sound
  real(8) :: dt
  integer :: step

  q(:, :, :, 1) = 10.0d6                                      ! Pa
  q(:, :, :, 2) = 300.0d0                                     ! K
  q(:, :, :, 3) = 0.2d0                                       ! CH4
  q(:, :, :, 4) = 0.8d0                                       ! O2
  call start()
  do step = 1, steps
    call plan%run()                                           ! properties of all interior cells
    dt = cfl*dx/maxval(props(a:b, a:b, a:b, 3))
    print '(a,i3,3(a,f9.3),a)', 'step', step, ': temperature ', q(a, a, a, 2), ' K, density ', props(a, a, a, 1), &
      ' kg/m3, speed of sound ', props(a, a, a, 3), ' m/s'
    q(a:b, a:b, a:b, 2) = q(a:b, a:b, a:b, 2) + dt*heating/(props(a:b, a:b, a:b, 1)*props(a:b, a:b, a:b, 2))   ! yours
  end do
  call frame%report()                                         ! time of each kernel and each copy
  call plan%destroy()
  call frame%finalize()
contains
  ! Says once which arrays hold what. A failure stops the program with a message (docs/errors.md).
  subroutine start()
    call frame%initialize(species=['CH4', 'O2 '])
    call plan%create(frame, 'preosThermalProperties', shape(q), [a, b, a, b, a, b])   ! drawbridge kernels lists the others
    call plan%read ('P',  q, var=1)
    call plan%read ('T',  q, var=2)
    call plan%read ('Yi', q, var=3)                           ! variables 3 and 4, in the order of the species
    call plan%write('rho', props, var=1)
    call plan%write('cp',  props, var=2)
    call plan%write('c',   props, var=3)
  end subroutine
end program
