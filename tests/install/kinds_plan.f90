! A host of the module whose kinds flags of the compiler change: density and sound speed of oxygen, in arrays of two kinds.
program kinds_plan
  use drawbridge
  implicit none
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(8), allocatable, target :: q(:, :, :, :)
  real, target :: c(4, 4, 4)
  allocate (q(4, 4, 4, 4))
  q = 0
  q(:, :, :, 1) = 300
  q(:, :, :, 2) = 1e6
  q(:, :, :, 3) = 1
  c = 0
  call frame%initialize(species=['O2'], log='off')
  call plan%create(frame, 'preosThermalProperties', shape(q), [1, 4, 1, 4, 1, 4])
  call plan%read('T', q, 1)
  call plan%read('P', q, 2)
  call plan%read('Yi', q, 3)
  call plan%write('rho', q, 4)
  call plan%write('c', c)
  call plan%run()
  print '(2f9.3)', q(2, 3, 4, 4), c(2, 3, 4)
  call frame%finalize()
end program
