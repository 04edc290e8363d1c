! Heat over ranks with a mistake in it: halos CASE. What the library says of it is for halos.sh; so are the numbers of the right program.
program halos
  use mpi
  use drawbridge
  implicit none
  integer, parameter :: n(3) = [12, 10, 8]
  type(frame_t) :: frame
  type(domain_t) :: domain
  type(sequence_t) :: step
  character(20) :: which
  character(400) :: why
  character(*), parameter :: heat = 'u + 0.1*(u[-1,0,0] + u[1,0,0] + u[0,-1,0] + u[0,1,0] + u[0,0,-1] + u[0,0,1] - 6*u)'
  integer :: ierr, rank, stat
  real(8) :: total

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call get_command_argument(1, which)
  if (which == 'alone') then
    call frame%initialize()
  else if (which(:8) == 'ensemble') then
    call frame%initialize(comm=MPI_COMM_SELF)
  else
    call frame%initialize(comm=MPI_COMM_WORLD)
  end if
  if (which == 'alone' .or. which(:8) == 'ensemble') then
    call domain%create(frame, n, periodic=[.true., .false., .true.])
  else ! halves along x: the messages name them
    call domain%create(frame, n, periodic=[.true., .false., .true.], first=[1 + rank*n(1)/2, 1, 1], extents=[n(1)/2, n(2), n(3)])
  end if
  call domain%create_field('u', halo=1)
  call domain%create_field('v', halo=1)
  call domain%create_field('bare', halo=0)
  call step%create(frame, 'heat')
  if (which /= 'no_exchange') call step%exchange(domain, 'u')
  select case (which)
  case ('no_walls', 'ensemble_walls')
  case ('all')
    call step%fill('u', faces='all', kind='mirror')
  case default
    call step%fill('u', faces='edges', kind='mirror')
  end select
  call step%pointwise('v', heat)
  call step%swap('u', 'v')
  if (which == 'old') then
    call step%exchange(domain, 'v')
    call step%fill('v', faces='edges', kind='mirror')
    call step%pointwise('v', 'v + u')
    call step%pointwise('u', 'v[1,0,0] + v[0,0,-1]')
  end if
  if (which == 'refused') then
    call step%exchange(domain, 'bare', stat=stat, errmsg=why)
    if (rank == 0) print '(i0, 1x, a)', stat, trim(why)
    call step%fill('u', faces='x', kind='periodic', stat=stat, errmsg=why)
    if (rank == 0) print '(i0, 1x, a)', stat, trim(why)
  end if
  call step%run(times=3)
  call step%run(times=2)
  call frame%reduce('sum', 'u', total)
  if (which == 'error' .and. rank == 0) call frame%reduce('sum', 'w', total)
  call step%destroy()
  call domain%destroy()
  if (which == 'poisson') call gradient_of_solution()
  call frame%finalize()
  call MPI_Finalize(ierr)

contains

  ! poisson fills the halo of its solution itself; what is written afterwards is not there.
  subroutine gradient_of_solution()
    call domain%create(frame, [16, 16, 16])
    call domain%create_field('p', halo=1)
    call domain%create_field('f')
    call domain%create_field('g')
    call frame%pointwise('f', 'sin(i)*cos(j + k)')
    call frame%poisson('p', 'f', [1d0, 1d0, 1d0], 'dirichlet', 1d-6)
    call step%create(frame, 'gradient')
    call step%apply('derivative_z', 'p', 'g', [-0.5d0, 0d0, 0.5d0])
    call step%apply('derivative_x', 'p', 'g', [-0.5d0, 0d0, 0.5d0])
    call step%run()
    call step%pointwise('p', '2*p')
    call step%apply('laplacian', 'p', 'g', [1d0, 1d0, 1d0])
    call step%run()
    call step%destroy()
    call domain%destroy()
  end subroutine
end program
