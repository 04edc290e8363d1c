!> The grid in blocks: who owns which cells, how blocks change, the exchange of the fringes, the gather to
!> rank 0. All of these are one thing: copies from boxes of cells to boxes of cells, one message per rank.
module blocks
  use mpi
  use inputs
  implicit none
  public

  !> A block on this rank. q(nx,ny,nz,:) has fringes, the other arrays (of the conserved variables) have none.
  type :: block_t
    integer :: id = 0                                     ! among all blocks of the grid, from 1
    integer :: low(3), high(3)                            ! its first and last cell in the whole grid
    integer :: inside(6)                                  ! x1 x2 y1 y2 z1 z2: its cells in q
    real(wp), allocatable :: q(:, :, :, :), cons0(:, :, :, :), rhs(:, :, :, :)
  end type

  !> Cells low..high of the whole grid on rank `owner`, which has them in `array`; array(1,1,1,:) is cell `first`.
  type :: box_t
    integer :: owner = 0, low(3) = 1, high(3) = 0, first(3) = 1
    real(wp), pointer, contiguous :: array(:, :, :, :) => null()
  end type

  !> Cells low..high of box `to` are the cells low-shift..high-shift of box `from`.
  type :: copy_t
    integer :: from, to, low(3), high(3), shift(3)
  end type

  integer :: f(3), deep(3)                                ! layers of fringes, those in use; none in a direction of one cell
  integer :: parts(3), nblocks                            ! blocks of the whole grid in x, y, z; of all
  type(block_t), allocatable, target :: mine(:)           ! the blocks of this rank
  type(box_t),   allocatable :: cells_of(:), fringed(:)   ! (nblocks) q without and with its fringes
  type(copy_t),  allocatable, private :: fringe_copies(:)

contains

  !> Choose how many blocks lie in each direction: at least blocks_per_rank a rank, of least surface.
  subroutine choose_parts()
    integer  :: px, py, pz
    real(wp) :: surface, least
    character(200) :: message
    f = merge(0, fringes, cells == 1)
    deep = merge(0, merge(5, 1, order == 9), cells == 1)
    if (walls .and. cells(2) > 1 .and. cells(2) < fringes) call stop_all('between walls at least `fringes` cells are needed in y')
    if (ranks*blocks_per_rank > product(int(cells, kind(0_8)))) then
      write(message, '(2(a, i0), a, 3(1x, i0), a)') 'no decomposition: ', ranks, ' ranks with ', blocks_per_rank, &
        ' blocks each are more than the', cells, ' cells; use fewer ranks'
      call stop_all(message)
    end if
    least = huge(least)
    do nblocks = ranks*blocks_per_rank, product(cells)    ! a number with too large factors is passed over
      do pz = 1, min(cells(3), nblocks)
        do py = 1, min(cells(2), nblocks/pz)
          px = nblocks/(pz*py)
          surface = sum(real([px, py, pz], wp)/cells)
          if (px*py*pz /= nblocks .or. px > cells(1) .or. surface >= least) cycle
          least = surface
          parts = [px, py, pz]
        end do
      end do
      if (least < huge(least)) exit
    end do
  end subroutine

  !> The blocks after `epoch` changes: with uneven = 0 as equal as can be, and of one rank for ever; else the
  !> cuts move to and fro by up to uneven*0.45 of a block. With migrate_every > 0 the owners go round.
  subroutine cut(epoch, boxes)
    integer, intent(in) :: epoch
    type(box_t), allocatable, intent(out) :: boxes(:)
    integer :: edge(0:maxval(parts), 3), d, k, b, place(3)
    edge(0, :) = 0
    do d = 1, 3
      do k = 1, parts(d)
        edge(k, d) = int((real(k, wp)*cells(d))/parts(d))
        if (k < parts(d)) edge(k, d) = edge(k, d) + nint(0.45_wp*uneven*cells(d)/parts(d)*sin(13.0_wp*k + 78*epoch + 37*d))
        edge(k, d) = max(edge(k-1, d) + 1, min(edge(k, d), cells(d) - parts(d) + k))
      end do
    end do
    allocate(boxes(nblocks))
    do b = 0, nblocks - 1
      place = [mod(b, parts(1)), mod(b/parts(1), parts(2)), b/(parts(1)*parts(2))]
      boxes(b+1)%low  = [(edge(place(d), d) + 1, d = 1, 3)]
      boxes(b+1)%high = [(edge(place(d) + 1, d), d = 1, 3)]
      boxes(b+1)%first = boxes(b+1)%low - f
      boxes(b+1)%owner = mod((b*ranks)/nblocks + epoch, ranks)
    end do
  end subroutine

  !> (Re)make the blocks; what the blocks before held (`keep`) moves into them, all of q. q starts as `fill`.
  subroutine make_blocks(epoch, nq, ncons, fill, keep)
    integer,  intent(in) :: epoch, nq, ncons
    real(wp), intent(in) :: fill
    logical,  intent(in) :: keep
    type(block_t), allocatable, target :: old(:)
    type(box_t),   allocatable :: before(:)
    integer :: n(3), id, b
    if (allocated(mine)) call move_alloc(mine, old)        ! the boxes' arrays stay where they are
    if (allocated(cells_of)) call move_alloc(cells_of, before)
    call cut(epoch, cells_of)
    fringed = cells_of
    allocate(mine(count(cells_of%owner == rank)))
    b = 0
    do id = 1, nblocks
      fringed(id)%low = cells_of(id)%low - deep
      fringed(id)%high = cells_of(id)%high + deep
      if (cells_of(id)%owner /= rank) cycle
      b = b + 1
      mine(b)%id = id
      mine(b)%low = cells_of(id)%low
      mine(b)%high = cells_of(id)%high
      n = mine(b)%high - mine(b)%low + 1
      mine(b)%inside = [f(1) + 1, f(1) + n(1), f(2) + 1, f(2) + n(2), f(3) + 1, f(3) + n(3)]
      allocate(mine(b)%q(n(1)+2*f(1), n(2)+2*f(2), n(3)+2*f(3), nq + ncons), source=fill)
      allocate(mine(b)%cons0(n(1), n(2), n(3), ncons), mine(b)%rhs(n(1), n(2), n(3), ncons))
      cells_of(id)%array => mine(b)%q
      fringed(id)%array => mine(b)%q
    end do
    fringe_copies = copies(cells_of, fringed, .true.)
    if (keep) call transfer(copies(before, cells_of, .false.), before, cells_of, 1, nq + ncons)
  end subroutine

  !> Every copy from `from` to `to` that this rank takes part in, in an order that all ranks share. With
  !> images, boxes may reach over a periodic end of the grid, and a box is not copied to itself.
  function copies(from, to, images) result(list)
    type(box_t), intent(in) :: from(:), to(:)
    logical,     intent(in) :: images
    type(copy_t), allocatable :: list(:)
    integer :: reach(3), shift(3), low(3), high(3), s, t, i, n, pass
    reach = 0
    if (images) reach = (deep + cells - 1)/cells
    if (walls) reach(2) = 0
    do pass = 1, 2                                        ! count, then keep
      n = 0
      do t = 1, size(to)
        do s = 1, size(from)
          if (from(s)%owner /= rank .and. to(t)%owner /= rank) cycle
          do i = 0, product(2*reach + 1) - 1              ! every shift by -reach..reach grids
            shift = [mod(i, 2*reach(1) + 1), mod(i/(2*reach(1) + 1), 2*reach(2) + 1), &
                     i/((2*reach(1) + 1)*(2*reach(2) + 1))] - reach
            shift = shift*cells
            if (images .and. s == t .and. all(shift == 0)) cycle
            low = max(to(t)%low, from(s)%low + shift)
            high = min(to(t)%high, from(s)%high + shift)
            if (any(high < low)) cycle
            n = n + 1
            if (pass == 2) list(n) = copy_t(s, t, low, high, shift)
          end do
        end do
      end do
      if (pass == 1) allocate(list(n))
    end do
  end function

  !> Do the copies, for n variables: of `from` those from v on, of `to` the first n. One message per pair of ranks.
  subroutine transfer(list, from, to, v, n)
    type(copy_t), intent(in) :: list(:)
    type(box_t),  intent(in) :: from(:), to(:)
    integer,      intent(in) :: v, n
    real(wp), allocatable, asynchronous :: outbox(:), inbox(:)
    integer :: out_end(0:ranks), in_end(0:ranks)          ! what goes to, comes from rank r ends at r + 1
    integer :: requests(2*ranks), i, k, r, s, length, at, ierr
    out_end = 0
    in_end = 0
    do i = 1, size(list)
      length = product(list(i)%high - list(i)%low + 1)*n
      s = from(list(i)%from)%owner
      r = to(list(i)%to)%owner
      if (s == rank .and. r /= rank) out_end(r+1:) = out_end(r+1:) + length
      if (r == rank .and. s /= rank) in_end(s+1:) = in_end(s+1:) + length
    end do
    allocate(outbox(out_end(ranks)), inbox(in_end(ranks)))
    k = 0
    do r = 0, ranks - 1
      length = in_end(r+1) - in_end(r)
      if (length == 0) cycle
      k = k + 1
      call MPI_Irecv(inbox(in_end(r)+1), length, MPI_DOUBLE_PRECISION, r, 0, MPI_COMM_WORLD, requests(k), ierr)
    end do
    do r = 0, ranks - 1
      at = out_end(r)
      do i = 1, size(list)
        if (from(list(i)%from)%owner == rank .and. to(list(i)%to)%owner == r) call put(list(i), r == rank)
      end do
      length = out_end(r+1) - out_end(r)
      if (length == 0) cycle
      k = k + 1
      call MPI_Isend(outbox(out_end(r)+1), length, MPI_DOUBLE_PRECISION, r, 0, MPI_COMM_WORLD, requests(k), ierr)
    end do
    call MPI_Waitall(k, requests, MPI_STATUSES_IGNORE, ierr)
    do r = 0, ranks - 1
      at = in_end(r)
      do i = 1, size(list)
        if (from(list(i)%from)%owner == r .and. to(list(i)%to)%owner == rank .and. r /= rank) call get(list(i))
      end do
    end do
  contains
    !> Row by row into the message, or at once to where it goes on this rank.
    subroutine put(c, here)
      type(copy_t), intent(in) :: c
      logical, intent(in) :: here
      integer :: a(3), b(3), m, j, l, w
      a = c%low - c%shift - from(c%from)%first + 1
      b = c%low - to(c%to)%first + 1
      m = c%high(1) - c%low(1)
      do w = 0, n - 1
        do l = 0, c%high(3) - c%low(3)
          do j = 0, c%high(2) - c%low(2)
            associate (row => from(c%from)%array(a(1):a(1)+m, a(2)+j, a(3)+l, v+w))
              if (here) then
                to(c%to)%array(b(1):b(1)+m, b(2)+j, b(3)+l, w+1) = row
              else
                outbox(at+1:at+m+1) = row
                at = at + m + 1
              end if
            end associate
          end do
        end do
      end do
    end subroutine
    subroutine get(c)
      type(copy_t), intent(in) :: c
      integer :: b(3), m, j, l, w
      b = c%low - to(c%to)%first + 1
      m = c%high(1) - c%low(1)
      do w = 1, n
        do l = b(3), b(3) + c%high(3) - c%low(3)
          do j = b(2), b(2) + c%high(2) - c%low(2)
            to(c%to)%array(b(1):b(1)+m, j, l, w) = inbox(at+1:at+m+1)
            at = at + m + 1
          end do
        end do
      end do
    end subroutine
  end subroutine

  !> Fill the fringes of the first nq variables of q: from the blocks around, or mirrored at a wall, where variable `normal` changes its sign.
  subroutine exchange(nq, normal)
    integer, intent(in) :: nq, normal
    integer :: b, j, cell, twin
    call transfer(fringe_copies, cells_of, fringed, 1, nq)
    if (.not. walls) return
    do b = 1, size(mine)
      do j = 1, size(mine(b)%q, 2)
        cell = mine(b)%low(2) - f(2) + j - 1
        if (cell >= 1 .and. cell <= cells(2) .or. cell < 1 - deep(2) .or. cell > cells(2) + deep(2)) cycle
        twin = merge(1 - cell, 2*cells(2) + 1 - cell, cell < 1) - mine(b)%low(2) + f(2) + 1
        mine(b)%q(:, j, :, :nq) = mine(b)%q(:, twin, :, :nq)
        mine(b)%q(:, j, :, normal) = -mine(b)%q(:, j, :, normal)
      end do
    end do
  end subroutine

  !> Variable v of q of all blocks as one array of the whole grid on rank 0 (elsewhere: of no use).
  subroutine gather(v, whole)
    integer,  intent(in) :: v
    real(wp), intent(inout), target, contiguous :: whole(:, :, :, :)   ! (cells,1) on rank 0
    type(box_t) :: all(1)
    all(1)%high = cells
    all(1)%array => whole
    call transfer(copies(cells_of, all, .false.), cells_of, all, v, 1)
  end subroutine
end module
