! A program of somebody else: one Fortran file of ours, one library.
program stranger
  use drawbridge
  implicit none
  type(frame_t) :: frame
  call frame%initialize(species=['O2'], max_block=16)
  print '(2a)', 'drawbridge ', drawbridge_version()
  call frame%finalize()
end program
