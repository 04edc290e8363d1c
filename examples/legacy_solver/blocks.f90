!> The grid in blocks: who owns which cells, how blocks change, the exchange of the fringes, the gather to
!> rank 0. All of these are one thing: copies from boxes of cells to boxes of cells, one message per rank.
module blocks
  use mpi
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

  !> Cells low..high of box `to` are the cells low-shift..high-shift of box `from`.
  type :: copy_t
    integer :: from, to, low(3), high(3), shift(3)
  end type

  integer :: f(3), deep(3)                                ! layers of fringes, those in use; none in a direction of one cell
  integer :: nq, ncons                                    ! variables of q that fringes have; conserved ones, after them
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

  !> (Re)make the blocks after `epoch` changes; what the blocks of the epoch before held, all of q, moves into them.
  subroutine make_blocks(epoch)
    integer, intent(in) :: epoch
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
      allocate(mine(b)%q(n(1)+2*f(1), n(2)+2*f(2), n(3)+2*f(3), nq + ncons))
      mine(b)%q = ieee_value(1.0_wp, ieee_quiet_nan)       ! nobody may use a fringe before it is filled
      allocate(mine(b)%cons0(n(1), n(2), n(3), ncons), mine(b)%rhs(n(1), n(2), n(3), ncons))
      cells_of(id)%array => mine(b)%q
      fringed(id)%array => mine(b)%q
      mine(b)%own => part(cells_of(id), mine(b)%low, mine(b)%high, 1, nq + ncons)
    end do
    fringe_copies = copies(cells_of, fringed, .true.)
    if (epoch > 0) call transfer(copies(before, cells_of, .false.), before, cells_of, 1, nq + ncons)
  end subroutine

  !> Every copy from `from` to `to` that this rank takes part in, in an order that all ranks share. With
  !> images, boxes may reach over a periodic end of the grid, and a box is not copied to itself.
  function copies(from, to, images) result(list)
    type(box_t), intent(in) :: from(:), to(:)
    logical,     intent(in) :: images
    type(copy_t), allocatable :: list(:)
    integer :: reach(3), shift(3), low(3), high(3), s, t, i
    reach = 0
    if (images) reach = (deep + cells - 1)/cells
    if (walls) reach(2) = 0
    allocate(list(0))
    do t = 1, size(to)
      do s = 1, size(from)
        if (from(s)%owner /= rank .and. to(t)%owner /= rank) cycle
        do i = 0, product(2*reach + 1) - 1                ! every shift by -reach..reach grids
          shift = cells*(mod(i/[1, 2*reach(1) + 1, (2*reach(1) + 1)*(2*reach(2) + 1)], 2*reach + 1) - reach)
          if (images .and. s == t .and. all(shift == 0)) cycle
          low = max(to(t)%low, from(s)%low + shift)
          high = min(to(t)%high, from(s)%high + shift)
          if (all(high >= low)) list = [list, copy_t(s, t, low, high, shift)]
        end do
      end do
    end do
  end function

  !> Cells low..high of the grid in a box, n variables from v on.
  function part(box, low, high, v, n)
    type(box_t), intent(in) :: box
    integer,     intent(in) :: low(3), high(3), v, n
    real(wp), pointer :: part(:, :, :, :)
    integer :: a(3), b(3)
    a = low - box%first + 1
    b = high - box%first + 1
    part => box%array(a(1):b(1), a(2):b(2), a(3):b(3), v:v+n-1)
  end function

  !> Do the copies, for n variables: of `from` those from v on, of `to` the first n. One message per pair of ranks.
  subroutine transfer(list, from, to, v, n)
    type(copy_t), intent(in) :: list(:)
    type(box_t),  intent(in) :: from(:), to(:)
    integer,      intent(in) :: v, n
    real(wp), allocatable, target :: outbox(:), inbox(:)
    real(wp), pointer :: here(:, :, :, :), there(:, :, :, :)
    integer, dimension(0:ranks-1) :: out_length, in_length, out_at, in_at   ! of the messages to, from each rank
    integer :: i, s, r, ierr
    out_length = 0
    in_length = 0
    do i = 1, size(list)
      s = from(list(i)%from)%owner
      r = to(list(i)%to)%owner
      if (s == rank .and. r /= rank) out_length(r) = out_length(r) + n*product(list(i)%high - list(i)%low + 1)
      if (r == rank .and. s /= rank) in_length(s) = in_length(s) + n*product(list(i)%high - list(i)%low + 1)
    end do
    out_at = [(sum(out_length(:r-1)), r = 0, ranks - 1)]
    in_at = [(sum(in_length(:r-1)), r = 0, ranks - 1)]
    allocate(outbox(sum(out_length)), inbox(sum(in_length)))
    do i = 1, size(list)                                  ! into a message, or at once to where it goes on this rank
      if (from(list(i)%from)%owner /= rank) cycle
      r = to(list(i)%to)%owner
      here => part(from(list(i)%from), list(i)%low - list(i)%shift, list(i)%high - list(i)%shift, v, n)
      if (r == rank) there => part(to(list(i)%to), list(i)%low, list(i)%high, 1, n)
      if (r /= rank) there => next(outbox, out_at(r), shape(here))
      call assign(there, here)
    end do
    call MPI_Alltoallv(outbox, out_length, out_at - out_length, MPI_DOUBLE_PRECISION, inbox, in_length, in_at, &
                       MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
    do i = 1, size(list)
      s = from(list(i)%from)%owner
      if (to(list(i)%to)%owner /= rank .or. s == rank) cycle
      here => part(to(list(i)%to), list(i)%low, list(i)%high, 1, n)
      there => next(inbox, in_at(s), shape(here))
      call assign(here, there)
    end do
  end subroutine

  !> The next numbers of a message, after `at`, as an array of shape m.
  function next(message, at, m)
    real(wp), intent(in), target, contiguous :: message(:)
    integer,  intent(inout) :: at
    integer,  intent(in)    :: m(4)
    real(wp), pointer :: next(:, :, :, :)
    next(1:m(1), 1:m(2), 1:m(3), 1:m(4)) => message(at+1:at+product(m))
    at = at + product(m)
  end function

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
