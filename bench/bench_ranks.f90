! Many ranks: how the property kernels scale, and how fast all ranks write one snapshot. Rank 0 prints one
! JSON line; `drawbridge bench scaling` and `bench snapshot` start this program under mpirun.
!
!   bench_ranks bench=scaling  [cells=96] [species=5] [repeat=9] [threads=1] [weak=0|1]
!   bench_ranks bench=snapshot [cells=128] [fields=8] [repeat=5] [path=bench_snapshot.h5]
!
! scaling: a plan of preosThermalProperties on a cube of cells that is cut into slabs (weak=1: a cube for
! each rank); seconds of one run, the slowest rank's, the median of the repeats.
! snapshot: seconds from create to close, the file on the disk, and of dd writing as many bytes of zeros to
! the same folder and to the disk, in turns; medians.
program bench_ranks
  use mpi
  use bench_support
  use drawbridge
  implicit none
  character(20) :: bench
  character(500) :: path
  integer :: cells, species, repeat, threads, weak, fields, rank, ranks, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  bench = 'scaling'
  path = 'bench_snapshot.h5'
  cells = 0; species = 5; repeat = 9; threads = 1; weak = 0; fields = 8
  call arguments()
  if (cells == 0) cells = merge(96, 128, bench == 'scaling')
  if (ranks > cells) call refuse('there are more ranks than planes of cells', 'bench_ranks')
  select case (bench)
  case ('scaling');  call scaling()
  case ('snapshot'); call snapshots()
  case default;      call refuse('bench= is scaling or snapshot', 'bench_ranks')
  end select
  call MPI_Finalize(ierr)

contains

  subroutine arguments()
    call arguments_are('bench_ranks', 'bench=scaling cells=96 species=5 repeat=9 threads=1 weak=0|1, or bench=snapshot '// &
        'cells=128 fields=8 repeat=5 path=FILE')
    call given('bench', bench)
    call given('path', path)
    call given('cells', cells, least=0)
    call given('species', species, least=1)
    call given('repeat', repeat, least=1)
    call given('threads', threads, least=1)
    call given('weak', weak, least=0)
    call given('fields', fields, least=1)
    if (species > most) call misfit('species=')
    call no_others()
  end subroutine

  ! Planes of this rank: first and last of `planes`.
  function slab(planes) result(z)
    integer, intent(in) :: planes
    integer :: z(2)
    z = [1 + (planes*rank)/ranks, (planes*(rank + 1))/ranks]
  end function

  real(wp) function slowest(seconds)
    real(wp), intent(in) :: seconds
    call MPI_Allreduce(seconds, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function

  subroutine scaling()
    real(wp), allocatable, target :: q(:, :, :, :), props(:, :, :, :)
    real(wp) :: times(repeat)
    type(mixture_t) :: m
    character(5), parameter :: outputs(5) = [character(5) :: 'rho', 'h', 'cp', 'c', 'gamma']
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: z(2), n, i
    integer(int64) :: begin
    z = slab(cells)
    n = merge(cells, z(2) - z(1) + 1, weak /= 0)
    allocate (q(cells, cells, n, species + 2), props(cells, cells, n, size(outputs)))
    call states(q)
    props = 0
    m = mixture(species, '', .false.)
    call frame%initialize(ns=species, threads=threads, comm=MPI_COMM_WORLD)
    call frame%species_data(m%w, m%tc, m%pc, m%omega, m%tmid, m%low, m%high)
    call plan%create(frame, 'preosThermalProperties', [cells, cells, n], [1, cells, 1, cells, 1, n])
    call plan%read('T', q, var=1)
    call plan%read('P', q, var=2)
    call plan%read('Yi', q, var=3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), props, var=i)
    end do
    call plan%run()
    do i = 1, repeat
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      begin = now()
      call plan%run()
      times(i) = slowest(since(begin))
    end do
    call frame%finalize()
    if (rank == 0) print '(3(a,i0),a,i0,a,es12.5,a)', '{"bench":"scaling","ranks":', ranks, ',"threads":', threads, &
      ',"species":', species, ',"points":', int(cells, int64)**3*merge(ranks, 1, weak /= 0), ',"seconds":', median(times), '}'
  end subroutine

  ! Smooth fields: T 300 to 2300 K, P 1 to 19 MPa, mass fractions of one sum.
  subroutine states(q)
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, x
    do x = 1, size(q, 1)
      q(x, :, :, 1) = 1300 + 1000*sin(0.05_wp*x + rank)
      q(x, :, :, 2) = 10e6_wp + 9e6_wp*sin(0.07_wp*x)
      do i = 1, species
        q(x, :, :, 2 + i) = 1 + 0.5_wp*sin(0.03_wp*x + i)
      end do
      q(x, :, :, 3:) = q(x, :, :, 3:)/sum(q(x, 1, 1, 3:))
    end do
  end subroutine

  subroutine snapshots()
    real(wp), allocatable, target :: q(:, :, :, :)
    real(wp) :: times(repeat), yardstick(repeat)
    real(wp), parameter :: origin(3) = 0, spacing(3) = 1
    type(snapshot_t) :: snap
    character(12) :: name, count
    integer :: z(2), i, k, status
    integer(int64) :: begin, bytes
    z = slab(cells)
    allocate (q(cells, cells, z(2) - z(1) + 1, fields))
    do k = 1, fields
      q(:, :, :, k) = k + rank
    end do
    bytes = 8*int(cells, int64)**3*fields
    write (count, '(i0)') (bytes + 2**20 - 1)/2**20
    do i = 1, repeat
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      begin = now()
      call snap%create(path, [cells, cells, cells], origin, spacing, 0.0_wp, 0, comm=MPI_COMM_WORLD, &
        box=[1, cells, 1, cells, z(1), z(2)])
      do k = 1, fields
        write (name, '(a,i0)') 'f', k
        call snap%write(trim(name), q, var=k)
      end do
      call snap%close()
      times(i) = slowest(since(begin))
      if (rank == 0) then
        begin = now()
        call execute_command_line('dd if=/dev/zero of="'//trim(path)//'.dd" bs=1M count='//trim(count)//' conv=fsync status=none', &
          exitstat=status)
        yardstick(i) = since(begin)
        if (status /= 0) call refuse('dd failed', 'bench_ranks')
        call execute_command_line('rm -f "'//trim(path)//'" "'//trim(path)//'.dd"')
      end if
    end do
    if (rank == 0) print '(2(a,i0),2(a,es12.5),a)', '{"bench":"snapshot","ranks":', ranks, ',"bytes":', bytes, &
      ',"seconds":', median(times), ',"dd_seconds":', median(yardstick), '}'
  end subroutine

end program
