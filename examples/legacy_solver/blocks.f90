!> The grid in blocks: who owns which cells, how blocks change, the exchange of the fringes. The last two are one
!> thing: copies from boxes of cells to boxes of cells.
module blocks
  use inputs
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  public

  !> A block on this rank. q(nx,ny,nz,nq+ncons) has fringes, `own` is its part without them; the other arrays, of
  !> the conserved variables, have none.
  type :: block_t
    integer :: id = 0                                     ! among all blocks of the grid, from 1
    integer :: low(3), high(3)                            ! its first and last cell in the whole grid
    integer :: inside(6)                                  ! x1 x2 y1 y2 z1 z2: its cells in q
    real(wp), allocatable :: q(:, :, :, :), cons0(:, :, :, :), rhs(:, :, :, :)
    real(wp), pointer     :: own(:, :, :, :) => null()
  end type

  !> Cells low..high of the whole grid on rank `owner`, which has them in `array`; array(1,1,1,:) is cell `first`.
  type :: box_t
    integer :: owner = 0, low(3) = 1, high(3) = 0, first(3) = 1
    real(wp), pointer, contiguous :: array(:, :, :, :) => null()
  end type

  !> Cells low..high of box `to`, or of its fringes, are the cells low-shift..high-shift of box `from`.
  type :: copy_t
    integer :: from, to, low(3), high(3), shift(3)
  end type

  integer :: f(3), deep(3)                                ! layers of fringes, those in use; none in a direction of one cell
  integer :: nq, ncons                                    ! variables of q that fringes have; conserved ones, after them
  integer :: parts(3), nblocks                            ! blocks of the whole grid in x, y, z; of all
  type(block_t), allocatable, target :: mine(:)           ! the blocks of this rank
  type(box_t),   allocatable :: boxes(:)                  ! (nblocks) all blocks
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

  !> The boxes after `epoch` changes: with uneven = 0 as equal as can be, and of one rank for ever; else the
  !> cuts move to and fro by up to uneven*0.45 of a block. With migrate_every > 0 the owners go round.
  subroutine cut(epoch)
    integer, intent(in) :: epoch
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

  !> (Re)make the blocks after `epoch` changes; what the blocks of the epoch before held, all of q, moves into them.
  subroutine make_blocks(epoch)
    integer, intent(in) :: epoch
    type(block_t), allocatable, target :: old(:)
    type(box_t),   allocatable :: before(:)
    integer, allocatable :: ids(:)
    integer :: n(3), id, b
    call move_alloc(mine, old)                             ! (of nothing at first) the boxes' arrays stay where they are
    call move_alloc(boxes, before)
    call cut(epoch)
    ids = pack([(id, id = 1, nblocks)], boxes%owner == rank)
    allocate(mine(size(ids)))
    do b = 1, size(ids)
      id = ids(b)
      mine(b)%id = id
      mine(b)%low = boxes(id)%low
      mine(b)%high = boxes(id)%high
      n = mine(b)%high - mine(b)%low + 1
      mine(b)%inside = [f(1) + 1, f(1) + n(1), f(2) + 1, f(2) + n(2), f(3) + 1, f(3) + n(3)]
      allocate(mine(b)%q(n(1)+2*f(1), n(2)+2*f(2), n(3)+2*f(3), nq + ncons))
      mine(b)%q = ieee_value(1.0_wp, ieee_quiet_nan)       ! nobody may use a fringe before it is filled
      allocate(mine(b)%cons0(n(1), n(2), n(3), ncons), mine(b)%rhs(n(1), n(2), n(3), ncons))
      boxes(id)%array => mine(b)%q
      mine(b)%own => part(boxes(id), mine(b)%low, mine(b)%high, nq + ncons)
    end do
    fringe_copies = copies(boxes, boxes, deep)
    if (epoch > 0) call transfer(copies(before, boxes, [0, 0, 0]), before, boxes, nq + ncons)
  end subroutine

  !> Every copy that this rank takes part in from the cells of `from` to those of `to`, or to so many layers of fringes
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
        do i = 0, product(2*reach + 1) - 1                ! every shift by -reach..reach grids
          shift = cells*(mod(i/[1, 2*reach(1) + 1, (2*reach(1) + 1)*(2*reach(2) + 1)], 2*reach + 1) - reach)
          if (any(layers > 0) .and. s == t .and. all(shift == 0)) cycle
          low = max(to(t)%low - layers, from(s)%low + shift)
          high = min(to(t)%high + layers, from(s)%high + shift)
          if (all(high >= low)) list = [list, copy_t(s, t, low, high, shift)]
        end do
      end do
    end do
  end function

  !> Cells low..high of the grid in a box, the first n variables.
  function part(box, low, high, n)
    type(box_t), intent(in) :: box
    integer,     intent(in) :: low(3), high(3), n
    real(wp), pointer :: part(:, :, :, :)
    integer :: a(3), b(3)
    a = low - box%first + 1
    b = high - box%first + 1
    part => box%array(a(1):b(1), a(2):b(2), a(3):b(3), :n)
  end function

  !> Do the copies of the first n variables: at once on this rank, by a message each between ranks.
  subroutine transfer(list, from, to, n)
    type(copy_t), intent(in) :: list(:)
    type(box_t),  intent(in) :: from(:), to(:)
    integer,      intent(in) :: n
    type :: message_t
      real(wp), allocatable :: values(:, :, :, :)
    end type
    type(message_t), target, asynchronous :: message(size(list))
    real(wp), pointer :: here(:, :, :, :), there(:, :, :, :)
    integer :: request(size(list)), m(3), s, r, i, ierr
    request = MPI_REQUEST_NULL
    do i = 1, size(list)
      s = from(list(i)%from)%owner
      r = to(list(i)%to)%owner
      m = list(i)%high - list(i)%low + 1
      if (r == rank) there => part(to(list(i)%to), list(i)%low, list(i)%high, n)
      if (s == rank) here => part(from(list(i)%from), list(i)%low - list(i)%shift, list(i)%high - list(i)%shift, n)
      if (s == rank .and. r == rank) then
        call assign(there, here)
      else
        allocate(message(i)%values(m(1), m(2), m(3), n))
        if (s == rank) call assign(message(i)%values, here)
        if (s == rank) call MPI_Isend(message(i)%values, n*product(m), MPI_DOUBLE_PRECISION, r, 0, comm, request(i), ierr)
        if (r == rank) call MPI_Irecv(message(i)%values, n*product(m), MPI_DOUBLE_PRECISION, s, 0, comm, request(i), ierr)
      end if
    end do
    call MPI_Waitall(size(list), request, MPI_STATUSES_IGNORE, ierr)
    do i = 1, size(list)
      if (to(list(i)%to)%owner /= rank .or. .not. allocated(message(i)%values)) cycle
      there => part(to(list(i)%to), list(i)%low, list(i)%high, n)
      call assign(there, message(i)%values)
    end do
  end subroutine

  !> As a procedure, to tell the compiler that the two do not overlap.
  pure subroutine assign(a, b)
    real(wp), intent(out) :: a(:, :, :, :)
    real(wp), intent(in)  :: b(:, :, :, :)
    a = b
  end subroutine

  !> Fill the fringes of the first nq variables of q: from the blocks around, or mirrored at a wall, where variable
  !> `normal` changes its sign.
  subroutine exchange(normal)
    integer, intent(in) :: normal
    integer :: b, j, cell, twin
    call transfer(fringe_copies, boxes, boxes, nq)
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
end module
