!> The grid in blocks: who owns which cells, how blocks change, the exchange of the halo. The last two are one
!> thing: copies from boxes of cells to boxes of cells.
module blocks
  use inputs
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  public

  !> Cells low..high of the whole grid on rank `owner`, which has them in `array`; array(1,1,1,:) is cell `first`.
  type :: box_t
    integer :: owner = 0, low(3) = 1, high(3) = 0, first(3) = 1
    real(wp), pointer, contiguous :: array(:, :, :, :) => null()
  end type

  !> A block on this rank. q(nx,ny,nz,nq+ncons) has a halo, `inside` are its cells without it; the other arrays, of
  !> the conserved variables, have none.
  type, extends(box_t) :: block_t
    integer :: id = 0                                     ! among all blocks of the grid, from 1
    integer :: inside(6)                                  ! x1 x2 y1 y2 z1 z2: its cells in q
    real(wp), allocatable :: q(:, :, :, :), cons0(:, :, :, :), rhs(:, :, :, :)
    real(wp), pointer     :: own(:, :, :, :) => null()
  end type

  !> Cells low..high of box `to`, or of its halo, are the cells low-shift..high-shift of box `from`.
  type :: copy_t
    integer :: from, to, low(3), high(3), shift(3)
  end type

  integer :: f(3), deep(3)                                ! layers of the halo, those in use; none in use in a direction of one cell
  integer :: nq, ncons                                    ! variables of q that the halo has; conserved ones, after them
  integer :: parts(3), nblocks                            ! blocks of the whole grid in x, y, z; all
  type(block_t), allocatable, target :: mine(:)           ! the blocks of this rank
  type(box_t),   allocatable :: boxes(:)                  ! (nblocks) all blocks
  type(copy_t),  allocatable, private :: halo_copies(:)

contains

  !> Choose how many blocks lie in each direction: the longest edges of the blocks are cut, by one prime factor of
  !> their number after the other.
  subroutine choose_parts()
    integer :: left, p, d
    character(200) :: message
    f = merge(merge(1, 0, viscous), halo, cells == 1)       ! loops over viscous fluxes look beyond one cell, and use nothing of it
    deep = merge(0, merge(5, 1, order == 9), cells == 1)
    if (walls .and. cells(2) > 1 .and. cells(2) < halo) call stop_all('between walls at least `halo` cells are needed in y')
    nblocks = ranks*blocks_per_rank
    parts = 1
    left = nblocks
    do p = 2, nblocks
      do while (mod(left, p) == 0)
        d = maxloc(real(cells)/parts, 1)
        parts(d) = parts(d)*p
        left = left/p
      end do
    end do
    write(message, '(2(a, i0), 2(a, 3(1x, i0)), a)') 'no decomposition: ', ranks, ' ranks with ', blocks_per_rank, &
      ' blocks each would lie as', parts, ' blocks in', cells, ' cells; use fewer ranks or blocks'
    if (any(parts > cells)) call stop_all(message)
  end subroutine

  !> The boxes after `epoch` changes: with uneven = 0 as equal as can be, and of one rank for ever; else the
  !> cuts move to and fro by up to uneven*0.45 of a block. With migrate_every > 0 the owners go round.
  subroutine cut(epoch)
    integer, intent(in) :: epoch
    integer :: edge(0:maxval(parts), 3), d, k, b, c(3)
    edge(0, :) = 0
    do d = 1, 3
      do k = 1, parts(d)
        edge(k, d) = int((real(k, wp)*cells(d))/parts(d))
        if (k < parts(d)) edge(k, d) = edge(k, d) + nint(0.45_wp*uneven*cells(d)/parts(d)*sin(13.0_wp*k + 78*epoch + 37*d))
        edge(k, d) = max(edge(k-1, d) + 1, min(edge(k, d), cells(d) - parts(d) + k))
      end do
    end do
    allocate(boxes(nblocks))
    do b = 1, nblocks
      c = cell(parts, b)
      boxes(b)%low  = [(edge(c(d) - 1, d) + 1, d = 1, 3)]
      boxes(b)%high = [(edge(c(d), d), d = 1, 3)]
      boxes(b)%first = boxes(b)%low - f
      boxes(b)%owner = mod((b - 1)/blocks_per_rank + epoch, ranks)
    end do
  end subroutine

  !> (Re)make the blocks after `epoch` changes; what the blocks of the epoch before held, all of q, moves into them.
  subroutine make_blocks(epoch)
    integer, intent(in) :: epoch
    type(block_t), allocatable, target :: old(:)
    type(box_t),   allocatable :: before(:)
    character(200) :: message
    integer :: n(3), id, b, status
    call move_alloc(mine, old)                             ! (of nothing at first) the boxes' arrays stay where they are
    call move_alloc(boxes, before)
    call cut(epoch)
    allocate(mine(blocks_per_rank))
    do b = 1, blocks_per_rank
      id = modulo(rank - epoch, ranks)*blocks_per_rank + b
      mine(b)%id = id
      mine(b)%box_t = boxes(id)
      n = mine(b)%high - mine(b)%low + 1
      mine(b)%inside = [f(1) + 1, f(1) + n(1), f(2) + 1, f(2) + n(2), f(3) + 1, f(3) + n(3)]
      allocate(mine(b)%q(n(1)+2*f(1), n(2)+2*f(2), n(3)+2*f(3), nq + ncons), mine(b)%cons0(n(1), n(2), n(3), ncons), &
        mine(b)%rhs(n(1), n(2), n(3), ncons), stat=status)
      write(message, '(a, 3(1x, i0), a, i0, a)') 'no memory for a block of', n, ' cells and ', nq + ncons, ' variables'
      if (status /= 0) call abort_run(message)
      mine(b)%q = ieee_value(1.0_wp, ieee_quiet_nan)       ! nobody may use a halo before it is filled
      boxes(id)%array => mine(b)%q
      mine(b)%own => mine(b)%q(f(1)+1:f(1)+n(1), f(2)+1:f(2)+n(2), f(3)+1:f(3)+n(3), :)
    end do
    halo_copies = copies(boxes, boxes, deep)
    if (epoch > 0) call transfer(copies(before, boxes, [0, 0, 0]), before, boxes, nq + ncons)
  end subroutine

  !> Every copy that this rank takes part in from the cells of `from` to those of `to`, or to so many layers of the halo
  !> round them, over the periodic ends of the grid. All ranks have them in one order.
  function copies(from, to, layers) result(list)
    type(box_t), intent(in) :: from(:), to(:)
    integer,     intent(in) :: layers(3)
    type(copy_t), allocatable :: list(:)
    integer :: reach(3), shift(3), low(3), high(3), s, t, i
    reach = (layers + cells - 1)/cells
    if (walls) reach(2) = 0
    allocate(list(0))
    do t = 1, size(to)
      do s = 1, size(from)
        if (from(s)%owner /= rank .and. to(t)%owner /= rank) cycle
        do i = 1, product(2*reach + 1)                    ! every shift by -reach..reach grids
          shift = cells*(cell(2*reach + 1, i) - 1 - reach)
          if (any(layers > 0) .and. s == t .and. all(shift == 0)) cycle
          low = max(to(t)%low - layers, from(s)%low + shift)
          high = min(to(t)%high + layers, from(s)%high + shift)
          if (all(high >= low)) list = [list, copy_t(s, t, low, high, shift)]
        end do
      end do
    end do
  end function

  !> Do the copies of the first n variables: MPI takes and puts them where they lie, also on one rank.
  subroutine transfer(list, from, to, n)
    type(copy_t), intent(in) :: list(:)
    type(box_t),  intent(in) :: from(:), to(:)
    integer,      intent(in) :: n
    integer :: request(2*size(list)), cells_there, i, ierr
    request = MPI_REQUEST_NULL
    do i = 1, size(list)
      associate (c => list(i), s => from(list(i)%from), r => to(list(i)%to))
        if (r%owner == rank) then
          cells_there = slab(r, c%low, c%high, n)
          call MPI_Irecv(r%array, 1, cells_there, s%owner, 0, comm, request(2*i-1), ierr)
          call MPI_Type_free(cells_there, ierr)
        end if
        if (s%owner == rank) then
          cells_there = slab(s, c%low - c%shift, c%high - c%shift, n)
          call MPI_Isend(s%array, 1, cells_there, r%owner, 0, comm, request(2*i), ierr)
          call MPI_Type_free(cells_there, ierr)
        end if
      end associate
    end do
    call MPI_Waitall(size(request), request, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  !> Cell n of the m(1) x m(2) x m(3) cells of an array, x fastest: its three indices.
  pure function cell(m, n)
    integer, intent(in) :: m(3), n
    integer :: cell(3)
    cell = 1 + mod((n - 1)/[1, m(1), m(1)*m(2)], m)
  end function

  !> Cells low..high of the grid in a box, the first n variables, as an MPI type.
  integer function slab(box, low, high, n)
    type(box_t), intent(in) :: box
    integer,     intent(in) :: low(3), high(3), n
    integer :: ierr
    call MPI_Type_create_subarray(4, shape(box%array), [high - low + 1, n], [low - box%first, 0], MPI_ORDER_FORTRAN, &
      MPI_DOUBLE_PRECISION, slab, ierr)
    call MPI_Type_commit(slab, ierr)
  end function

  !> Fill the halo of the first nq variables of q: from the blocks around, or mirrored at a wall, where variable
  !> `normal` changes its sign.
  subroutine exchange(normal)
    integer, intent(in) :: normal
    integer :: b, j, row, twin
    call transfer(halo_copies, boxes, boxes, nq)
    if (viscous .and. any(cells == 1)) call copy_one_cell()
    if (.not. walls) return
    do b = 1, size(mine)
      do j = 1, size(mine(b)%q, 2)
        row = mine(b)%low(2) - f(2) + j - 1
        if (row >= 1 .and. row <= cells(2) .or. row < 1 - deep(2) .or. row > cells(2) + deep(2)) cycle
        twin = merge(1 - row, 2*cells(2) + 1 - row, row < 1) - mine(b)%low(2) + f(2) + 1
        mine(b)%q(:, j, :, :nq) = mine(b)%q(:, twin, :, :nq)
        mine(b)%q(:, j, :, normal) = -mine(b)%q(:, j, :, normal)
      end do
    end do
  end subroutine

  !> The halo in a direction of one cell: that cell.
  subroutine copy_one_cell()
    integer :: b
    do b = 1, size(mine)
      associate (q => mine(b)%q)
        if (cells(1) == 1) q([1, 3], :, :, :nq) = q([2, 2], :, :, :nq)
        if (cells(2) == 1) q(:, [1, 3], :, :nq) = q(:, [2, 2], :, :nq)
        if (cells(3) == 1) q(:, :, [1, 3], :nq) = q(:, :, [2, 2], :nq)
      end associate
    end do
  end subroutine
end module
