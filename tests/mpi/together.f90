! Snapshots of many ranks: together CASE FILE. Every rank checks; one that fails says so and aborts with code 3.
! The grid is 12 x 10 x 8; a cell's values are functions of its number, so that a file can be judged alone.
program together
  use, intrinsic :: iso_fortran_env, only: error_unit, int64
  use mpi
  use drawbridge
  implicit none
  integer, parameter :: cells(3) = [12, 10, 8], halo = 2
  real(8), parameter :: origin(3) = [0.0d0, 1.0d0, -1.0d0], spacing(3) = [0.1d0, 0.2d0, 0.3d0]
  character(300) :: which, path, why
  integer :: rank, size, ierr, box(6), stat
  type(snapshot_t) :: snap
  real(8), allocatable, target :: t(:, :, :), q(:, :, :, :)

  call get_command_argument(1, which)
  call get_command_argument(2, path)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  box = box_of(rank, size)
  call fill()
  select case (which)
  case ('write');    call write_it()
  case ('pieces');   call pieces()
  case ('alone');    call alone()
  case ('read');     call read_it()
  case ('refusals'); call refusals()
  case ('abandon');  call abandon()
  case ('mismatch'); call mismatch()
  case ('full');     call full()
  case default;      call check(.false., 'no such case')
  end select
  call MPI_Finalize(ierr)

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    write (error_unit, '(a,i0,2a)') 'together '//trim(which)//': rank ', rank, ': ', what
    call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  end subroutine

  ! 2 ranks: halves in x; 3: uneven slabs in z; 4: quarters in x and y; else slabs in z.
  function box_of(r, n) result(b)
    integer, intent(in) :: r, n
    integer :: b(6)
    b = [1, cells(1), 1, cells(2), 1, cells(3)]
    select case (n)
    case (2)
      b(1:2) = [1 + 5*r, 5 + 7*r]
    case (4)
      b(1:4) = [1 + 6*mod(r, 2), 6 + 6*mod(r, 2), 1 + 3*(r/2), 3 + 7*(r/2)]
    case default
      b(5:6) = [1 + (cells(3)*r)/n, (cells(3)*(r + 1))/n]
    end select
  end function

  elemental real(8) function value_of(x, y, z, field)
    integer, intent(in) :: x, y, z, field
    value_of = sin(1.0d0*(x + 12*(y - 1) + 120*(z - 1))) + field
  end function

  subroutine fill()
    integer :: x, y, z, n(3)
    n = box(2:6:2) - box(1:5:2) + 1 + 2*halo
    allocate (t(n(1), n(2), n(3)), source=-1.0d30)
    allocate (q(n(1), n(2), n(3), 3), source=-2.0d30)
    do z = box(5), box(6)
      do y = box(3), box(4)
        do x = box(1), box(2)
          t(x - box(1) + 1 + halo, y - box(3) + 1 + halo, z - box(5) + 1 + halo) = value_of(x, y, z, 0)
          q(x - box(1) + 1 + halo, y - box(3) + 1 + halo, z - box(5) + 1 + halo, 2) = value_of(x, y, z, 5)
        end do
      end do
    end do
  end subroutine

  function interior() result(i)
    integer :: i(6)
    i = interior_of(box)
  end function

  function interior_of(b) result(i)
    integer, intent(in) :: b(6)
    integer :: i(6)
    i(1:5:2) = 1 + halo
    i(2:6:2) = b(2:6:2) - b(1:5:2) + 1 + halo
  end function

  subroutine write_it()
    call snap%create(path, cells, origin, spacing, 0.5d0, 7, case_name='together', comm=MPI_COMM_WORLD, box=box)
    call snap%write('temperature', t, unit='K', interior=interior())
    call snap%write('pressure', q, var=2, unit='Pa', interior=interior())
    call snap%note('scheme', 'ninth order')
    call snap%note('cfl', 0.4d0)
    call snap%close()
  end subroutine

  ! The same file, where rank r has r+2 boxes: its own cut in y, each in an array of its own.
  subroutine pieces()
    type :: piece_t
      real(8), allocatable :: q(:, :, :, :)
    end type
    type(piece_t), allocatable :: piece(:)
    integer, allocatable :: boxes(:, :)
    integer :: n, k, rows, in(6)
    n = rank + 2
    rows = box(4) - box(3) + 1
    allocate (piece(n), boxes(6, n))
    do k = 1, n
      boxes(:, k) = box
      boxes(3:4, k) = box(3) + [(rows*(k - 1))/n, (rows*k)/n - 1]
      piece(k)%q = q(:, boxes(3, k) - box(3) + 1:boxes(4, k) - box(3) + 1 + 2*halo, :, :)
      piece(k)%q(:, :, :, 1) = t(:, boxes(3, k) - box(3) + 1:boxes(4, k) - box(3) + 1 + 2*halo, :)
    end do
    call snap%create(path, cells, origin, spacing, 0.5d0, 7, case_name='together', comm=MPI_COMM_WORLD, boxes=boxes(:, :0), &
        stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_SHAPE .and. index(why, 'at least one box') > 0, 'no boxes: '//trim(why))
    call snap%create(path, cells, origin, spacing, 0.5d0, 7, case_name='together', comm=MPI_COMM_WORLD, boxes=boxes)
    call snap%write('early', piece(1)%q, var=1)             ! of a wrong size, and then too few: told by the next call
    call snap%note('scheme', 'ninth order', stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER .and. index(why, 'write them all') > 0, 'too few boxes: '//trim(why))
    do k = 1, n                                             ! the last rank has one of a wrong size: all are told
      in = interior_of(boxes(:, k))
      if (rank == size - 1 .and. k == 1) in(2) = in(2) - 1
      call snap%write('temperature', piece(k)%q, var=1, unit='K', interior=in, stat=stat, errmsg=why)
      call check(stat == merge(DRAWBRIDGE_SHAPE, 0, k == n), 'a box of a wrong size: '//trim(why))
    end do
    call check(index(why, 'box 1 of') > 0, 'which box: '//trim(why))
    do k = 1, n
      call snap%write('temperature', piece(k)%q, var=1, unit='K', interior=interior_of(boxes(:, k)))
    end do
    do k = 1, n
      call snap%write('pressure', piece(k)%q, var=2, unit='Pa', interior=interior_of(boxes(:, k)))
    end do
    call snap%note('scheme', 'ninth order')
    call snap%note('cfl', 0.4d0)
    call snap%close()
  end subroutine

  ! The same file by one process and the old face.
  subroutine alone()
    integer :: bounds(6, 1)
    call check(size == 1, 'alone means one rank')
    call snap%create(path, cells, origin, spacing, 0.5d0, 7, case_name='together')
    bounds(:, 1) = box
    call snap%blocks(bounds)
    call snap%write('temperature', t, unit='K', interior=interior())
    call snap%write('pressure', q, var=2, unit='Pa', interior=interior())
    call snap%note('scheme', 'ninth order')
    call snap%note('cfl', 0.4d0)
    call snap%close()
  end subroutine

  ! Restart: bit for bit what was written, whoever wrote it.
  subroutine read_it()
    real(8), allocatable, target :: t_back(:, :, :), q_back(:, :, :, :)
    allocate (t_back, mold=t)
    allocate (q_back, mold=q)
    t_back = -1.0d30
    q_back = -2.0d30
    call snap%open(path)
    call snap%read('temperature', t_back, interior=interior(), first=box(1:5:2))
    call snap%read('pressure', q_back, var=2, interior=interior(), first=box(1:5:2))
    call snap%close()
    call check(all(transfer(t_back, [0_int64]) == transfer(t, [0_int64])), 'temperature is not the same bit for bit')
    call check(all(transfer(q_back, [0_int64]) == transfer(q, [0_int64])), 'pressure is not the same bit for bit')
  end subroutine

  ! What one rank does wrong, all are told; what was right before stays.
  subroutine refusals()
    integer :: wrong(6)
    character(8) :: culprit
    call muddled()
    call snap%create('/no/such/folder/x.h5', cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=box, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_FILE, 'a missing folder: '//trim(why))
    wrong = box
    if (rank == size - 1) wrong(6) = cells(3) + 1
    call snap%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=wrong, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_SHAPE, 'a box outside the grid: '//trim(why))
    if (size > 1) then
      wrong = box
      if (rank == size - 1) wrong = box_of(0, size)
      call snap%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=wrong, stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_SHAPE, 'boxes that overlap: '//trim(why))
      call snap%create(path, cells, origin, spacing, 0.0d0, rank, comm=MPI_COMM_WORLD, box=box, stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT, 'steps that differ: '//trim(why))
      call snap%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'box') > 0, 'no box: '//trim(why))
    end if
    call snap%create(path, cells, origin, spacing, 0.5d0, 7, case_name='together', comm=MPI_COMM_WORLD, box=box)
    wrong = interior()
    if (rank == size - 1) wrong(1) = wrong(1) + 1
    call snap%write('temperature', t, unit='K', interior=wrong, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_SHAPE, 'an interior that is not the box: '//trim(why))
    if (rank == size - 1) wrong(2) = 1000
    call snap%write('temperature', t, unit='K', interior=wrong, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_SHAPE, 'an interior outside the array: '//trim(why))
    if (rank == size - 1) call snap%write('temperature', t(1:3, :, :), unit='K', stat=stat, errmsg=why)
    if (rank < size - 1) call snap%write('temperature', t, unit='K', interior=interior(), stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_SHAPE .and. index(why, 'the array is a slice') > 0, 'a slice of one rank: '//trim(why))
    write (culprit, '(a,i0)') 'rank ', size - 1
    call check(rank == size - 1 .or. index(why, trim(culprit)) > 0, 'whose slice: '//trim(why))
    call snap%write('temperature', t, unit='K', interior=interior())
    call snap%write('temperature', t, unit='K', interior=interior(), stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER, 'a field twice: '//trim(why))
    if (size > 1) then
      call snap%note('scheme', merge('a', 'b', rank == 0), stat=stat, errmsg=why)
      call check(stat == DRAWBRIDGE_ARGUMENT, 'a note that differs: '//trim(why))
    end if
    call snap%note('scheme', 'ninth order')
    call snap%write('pressure', q, var=2, unit='Pa', interior=interior())
    call snap%note('cfl', 0.4d0)
    call snap%close()
  end subroutine

  ! Arguments that contradict each other, and a variable that is still in use: on one rank, told to all.
  subroutine muddled()
    type(snapshot_t) :: other
    character(30) :: mine
    integer :: whole(6)
    whole = [1, cells(1), 1, cells(2), 1, cells(3)]
    call other%create(trim(path)//'.other', cells, origin, spacing, 0.0d0, 0, box=whole, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'comm=') > 0, 'box= without comm=: '//trim(why))
    call other%create(trim(path)//'.other', cells, origin, spacing, 0.0d0, 0, boxes=reshape(whole, [6, 1]), stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'comm=') > 0, 'boxes= without comm=: '//trim(why))
    if (rank == size - 1) call other%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=box, &
      boxes=reshape(box, [6, 1]), stat=stat, errmsg=why)
    if (rank < size - 1) call other%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=box, &
      stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(why, 'boxes=') > 0, 'box= and boxes= of one rank: '//trim(why))
    write (mine, '(a,i0,a)') 'alone_', rank, '.h5'
    if (rank == size - 1) call other%create(trim(mine), cells, origin, spacing, 0.0d0, 0)
    call other%create(path, cells, origin, spacing, 0.0d0, 0, comm=MPI_COMM_WORLD, box=box, stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_ORDER .and. index(why, 'still open') > 0, 'a variable in use on one rank: '//trim(why))
    if (rank == size - 1) call other%abandon(stat=stat, errmsg=why)
    call check(rank < size - 1 .or. stat == 0, 'the open snapshot was lost: '//trim(why))
  end subroutine

  ! An older file stays until close, and stays whole when the new one is abandoned.
  subroutine abandon()
    call write_it()
    call snap%create(path, cells, origin, spacing, 9.0d0, 9, comm=MPI_COMM_WORLD, box=box)
    call snap%write('temperature', q, var=1, interior=interior())
    call snap%abandon()
  end subroutine

  ! The last rank makes another call, or names another thing: all are told, and the older file stays.
  subroutine mismatch()
    integer :: k
    logical :: odd
    odd = rank == size - 1
    call write_it()
    do k = 1, 5
      call snap%create(path, cells, origin, spacing, 9.0d0, 9, comm=MPI_COMM_WORLD, box=box)
      stat = 0
      select case (k)
      case (1) ! names of fields
        call snap%write(merge('a', 'b', odd), t, interior=interior(), stat=stat, errmsg=why)
      case (2) ! units
        call snap%write('a', t, unit=merge('K', 'C', odd), interior=interior(), stat=stat, errmsg=why)
      case (3) ! keys of notes
        call snap%note(merge('a', 'b', odd), 'x', stat=stat, errmsg=why)
      case (4) ! write against note
        if (odd) call snap%note('a', 'x', stat=stat, errmsg=why)
        if (.not. odd) call snap%write('a', t, interior=interior(), stat=stat, errmsg=why)
      end select
      call check(k == 5 .or. stat /= 0, 'a mismatch is taken: '//trim(why))
      if (k == 5 .and. odd) then
        call snap%abandon()
      else
        call snap%close(stat=stat, errmsg=why)
        call check(stat /= 0, 'closed after a mismatch')
      end if
    end do
  end subroutine

  ! The disk is full before the last field: all ranks are told, at the latest by close, and the older file stays.
  subroutine full()
    integer :: k, failed
    character(8) :: name
    call write_it()
    call snap%create(path, cells, origin, spacing, 9.0d0, 9, comm=MPI_COMM_WORLD, box=box)
    failed = 0
    do k = 1, 40
      write (name, '(a,i0)') 'f', k
      call snap%write(trim(name), t, interior=interior(), stat=stat)
      if (stat /= 0) failed = failed + 1
    end do
    call snap%close(stat=stat, errmsg=why)
    call check(stat == DRAWBRIDGE_FILE, 'close on a full disk: '//trim(why))
    call check(failed < 40, 'the disk was full from the start')
  end subroutine

end program
