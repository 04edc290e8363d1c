! A kernel at a size at which variants are measured, on every rank: the report of all tells who measured.
program variants
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use mpi
  use drawbridge
  implicit none
  integer, parameter :: n = 20000
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: q(n, 1, 1, 3), h0(n, 1, 1, 1)
  integer :: ierror

  call MPI_Init(ierror)
  q = 1
  h0 = -huge(1.0_wp)
  call frame%initialize(species=['O2'], max_block=n, comm=MPI_COMM_WORLD)
  call plan%create(frame, 'totalenthalpy', shape(q), interior=[1, n, 1, 1, 1, 1])
  call plan%read('h', q, 1)
  call plan%read('ke', q, 2)
  call plan%write('h0', h0, 1)
  call plan%run()
  if (any(abs(h0 - 2) > 0)) error stop 'variants: h0 is not h + ke'
  call frame%report()
  call frame%finalize()
  call MPI_Finalize(ierror)
end program
