!> The grid in blocks, one per rank: who owns what, the exchange of the fringes, the gather to rank 0.
module blocks
  use mpi
  use inputs
  implicit none
  public

  integer :: parts(3) = 1                                 ! blocks in x, y, z
  integer :: nx, ny, nz                                   ! cells of this rank's arrays, fringes included
  integer :: x1, x2, y1, y2, z1, z2                       ! first and last interior cell
  integer :: offset(3)                                    ! global cell = local interior cell (from 1) + offset
  integer, private :: place(3)                            ! this block among the parts, from 0

contains

  !> Choose the decomposition of least surface; a block must be as wide as its fringes.
  subroutine make_blocks()
    integer :: px, py, pz, first(3), last(3)
    real(wp) :: surface, least
    character(200) :: message
    least = huge(least)
    do pz = 1, ranks
      do py = 1, ranks/pz
        px = ranks/(pz*py)
        if (px*py*pz /= ranks .or. any(cells/[px, py, pz] < fringes)) cycle
        surface = sum(real([px, py, pz], wp)/cells)
        if (surface >= least) cycle
        least = surface
        parts = [px, py, pz]
      end do
    end do
    if (least > 1e300_wp) then
      write(message, '(a, i0, a, 3(1x, i0), a, i0, a)') 'no decomposition: ', ranks, ' ranks for', cells, &
        ' cells, when a block must be at least ', fringes, ' cells (fringes) wide; use fewer ranks'
      call stop_all(message)
    end if
    call bounds(rank, first, last)
    place = place_of(rank)
    offset = first - 1
    x1 = fringes + 1;  x2 = fringes + last(1) - offset(1);  nx = x2 + fringes
    y1 = fringes + 1;  y2 = fringes + last(2) - offset(2);  ny = y2 + fringes
    z1 = fringes + 1;  z2 = fringes + last(3) - offset(3);  nz = z2 + fringes
  end subroutine

  pure function place_of(r)
    integer, intent(in) :: r
    integer :: place_of(3)
    place_of = [mod(r, parts(1)), mod(r/parts(1), parts(2)), r/(parts(1)*parts(2))]
  end function

  !> First and last global cell of the block of rank r; sizes differ by at most one cell.
  pure subroutine bounds(r, first, last)
    integer, intent(in)  :: r
    integer, intent(out) :: first(3), last(3)
    first = place_of(r)*cells/parts + 1
    last = (place_of(r) + 1)*cells/parts
  end subroutine

  !> The rank of the block one further (side +1 or -1) in direction d, periodic; MPI_PROC_NULL at a wall.
  integer function neighbour(d, side)
    integer, intent(in) :: d, side
    integer :: p(3)
    p = place
    p(d) = p(d) + side
    neighbour = MPI_PROC_NULL
    if (d == 2 .and. walls .and. (p(d) < 0 .or. p(d) == parts(d))) return
    p(d) = modulo(p(d), parts(d))
    neighbour = p(1) + parts(1)*(p(2) + parts(2)*p(3))
  end function

  !> Fill the fringes of q(nx,ny,nz,:): from the neighbours, or mirrored at a wall, where variable
  !> `normal` changes its sign.
  subroutine exchange(q, normal)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer,  intent(in)    :: normal
    integer :: d, n
    do d = 1, 3
      n = size(q, d)
      call shift(q, d, +1, n - 2*fringes, 0)              ! my last cells are the left fringe of the next block
      call shift(q, d, -1, fringes, n - fringes)          ! my first cells are the right fringe of the one before
    end do
    do d = 1, fringes                                     ! distance from the wall, in cells
      if (neighbour(2, -1) == MPI_PROC_NULL) call mirror(q(:, y1 - d, :, :), q(:, y1 + d - 1, :, :))
      if (neighbour(2, +1) == MPI_PROC_NULL) call mirror(q(:, y2 + d, :, :), q(:, y2 - d + 1, :, :))
    end do
  contains
    subroutine mirror(outside, inside)
      real(wp), intent(inout) :: outside(:, :, :)
      real(wp), intent(in)    :: inside(:, :, :)
      outside = inside
      outside(:, :, normal) = -inside(:, :, normal)
    end subroutine
  end subroutine

  !> Send `fringes` layers that follow layer `from` to the neighbour on that side, and receive the
  !> other neighbour's into the layers that follow layer `to`.
  subroutine shift(q, d, side, from, to)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer,  intent(in)    :: d, side, from, to
    real(wp), allocatable :: sent(:, :, :, :), received(:, :, :, :)
    integer :: low(3), high(3), source, ierr
    low = 1
    high = [nx, ny, nz]
    low(d) = from + 1
    high(d) = from + fringes
    source = neighbour(d, -side)
    allocate(sent(high(1)-low(1)+1, high(2)-low(2)+1, high(3)-low(3)+1, size(q, 4)))
    allocate(received, mold=sent)
    sent(:, :, :, :) = q(low(1):high(1), low(2):high(2), low(3):high(3), :)
    call MPI_Sendrecv(sent, size(sent), MPI_DOUBLE_PRECISION, neighbour(d, side), d, received, size(sent), &
                      MPI_DOUBLE_PRECISION, source, d, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (source == MPI_PROC_NULL) return
    low(d) = to + 1
    high(d) = to + fringes
    q(low(1):high(1), low(2):high(2), low(3):high(3), :) = received
  end subroutine

  !> The interior of one variable of all ranks, as one array of the whole grid on rank 0.
  subroutine gather(field, whole)
    real(wp), intent(in)    :: field(:, :, :)             ! (nx,ny,nz)
    real(wp), intent(inout) :: whole(:, :, :)             ! (cells) on rank 0, anything elsewhere
    real(wp), allocatable :: block(:, :, :)
    integer :: r, ierr, a(3), b(3)
    allocate(block(x2-x1+1, y2-y1+1, z2-z1+1))
    block(:, :, :) = field(x1:x2, y1:y2, z1:z2)
    if (rank > 0) call MPI_Send(block, size(block), MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, ierr)
    if (rank > 0) return
    do r = 0, ranks - 1
      call bounds(r, a, b)
      if (r > 0) then
        deallocate(block)
        allocate(block(b(1)-a(1)+1, b(2)-a(2)+1, b(3)-a(3)+1))
        call MPI_Recv(block, size(block), MPI_DOUBLE_PRECISION, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      end if
      whole(a(1):b(1), a(2):b(2), a(3):b(3)) = block
    end do
  end subroutine
end module
