! What runs where nobody names a device: prints the report of one launch, for tests/default_device.sh to judge. The argument is max_block.
program default_device
  use testing
  use drawbridge
  implicit none
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: q(4, 1, 1, 3), rho(4, 1, 1, 1)
  character(12) :: words
  integer :: max_block

  max_block = 4
  call get_command_argument(1, words)
  if (words /= '') read (words, *) max_block

  q(:, :, :, 1) = 300
  q(:, :, :, 2) = 1e5_wp
  q(:, :, :, 3) = 1
  rho = nan(1.0_wp)
  call frame%initialize(species=['O2'], max_block=max_block)
  call plan%create(frame, 'preosrhohfromtpprop', shape(q), interior=[1, 4, 1, 1, 1, 1])
  call plan%read('T', q, 1)
  call plan%read('P', q, 2)
  call plan%read('Yi', q, 3)
  call plan%write('rho', rho, 1)
  call plan%run()
  call check('oxygen at 300 K and 1 bar, kg/m3', all(abs(rho - 1.284_wp) < 0.002_wp))
  call frame%report()
  call frame%finalize()
  call finish('default_device')
end program
