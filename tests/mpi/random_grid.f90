!> A random division of a grid and a random list on it, the same on all ranks: what random_lists runs and random_judge computes.
module random_grid
  use, intrinsic :: iso_fortran_env, only: int64
  use rank_testing
  implicit none
  integer, parameter :: nf = 3, most = 24, H = 4, most_blocks = 3
  character(1), parameter :: names(nf) = ['u', 'v', 'w']
  character(12), parameter :: kinds(6) = [character(12) :: 'mirror', 'mirror_point', 'dirichlet', 'constant', 'neumann', 'periodic']
  character(5), parameter :: reductions(4) = [character(5) :: 'max', 'min', 'sum', 'norm1']
  type entry_t
    character(12) :: what = '', kind = ''
    integer :: f = 1, g = 1, layers = 0, at(3, 3) = 0
    logical :: wall(3, 2) = .false.
    real(wp) :: value = 0, factor(3) = 0
  end type
  type(entry_t) :: list(most)
  integer :: entries, n(3), blocks, first(3, most_blocks), extents(3, most_blocks), parts(3), thinnest(3)
  integer :: reach, halo(nf), dims, times
  integer(int64) :: state
  logical :: periodic(3), coherent(nf), by_domain ! whose create_field makes the fields; else the exchange alone knows the neighbours

contains

  ! A number from low to high, the same on all ranks.
  integer function any_of(low, high)
    integer, intent(in) :: low, high
    state = modulo(state*48271_int64, 2147483647_int64)
    any_of = low + int(modulo(state/16_int64, int(high - low + 1, int64)))
  end function

  logical function one_in(k)
    integer, intent(in) :: k
    one_in = any_of(1, k) == 1
  end function

  ! A grid, how blocks divide it, and those of this rank.
  subroutine make_grid()
    integer :: left, axis, p, k, at, b, cut, box, place(3, most_blocks), options(4)
    dims = merge(2, 3, one_in(4))
    blocks = 1
    if (one_in(4)) blocks = any_of(2, most_blocks)
    by_domain = one_in(2) .or. blocks > 1
    parts = 1
    left = ranks*blocks
    p = 2
    do while (left > 1) ! prime factors go to any axis
      if (modulo(left, p) == 0) then
        axis = any_of(1, dims)
        parts(axis) = parts(axis)*p
        left = left/p
      else
        p = p + 1
      end if
    end do
    options = [1, 1, 2, 4]
    reach = options(any_of(1, 4))
    do b = 1, blocks
      box = rank*blocks + b - 1
      place(:, b) = [modulo(box, parts(1)), modulo(box/parts(1), parts(2)), box/(parts(1)*parts(2))]
    end do
    periodic = .false.
    n = 1; first = 1; extents = 1; thinnest = 1
    do axis = 1, dims
      periodic(axis) = one_in(2)
      at = 1
      thinnest(axis) = huge(at)
      do k = 0, parts(axis) - 1
        cut = reach + merge(0, any_of(0, 3), one_in(3))
        thinnest(axis) = min(thinnest(axis), cut)
        do b = 1, blocks
          if (k /= place(axis, b)) cycle
          first(axis, b) = at
          extents(axis, b) = cut
        end do
        at = at + cut
      end do
      n(axis) = at - 1
    end do
    do k = 1, nf
      halo(k) = any_of(reach, H)
    end do
  end subroutine

  subroutine make_list()
    integer :: asked
    entries = 0
    coherent = .false.
    asked = any_of(2, 6)
    times = any_of(1, 2)
    do while (asked > 0 .and. entries < most - 6)
      select case (any_of(1, 11))
      case (1:4)
        call renewed(any_of(1, nf))
        call expression()
      case (5)
        call renewed(any_of(1, nf), corners=.true.)
      case (6)
        call exchange(any_of(1, nf))
      case (7)
        call fill(any_of(1, nf), split=one_in(2))
      case (8)
        call pair(merge('swap', 'copy', one_in(2)))
      case (9:10)
        if (by_domain) call pair('reduce')
      case (11)
        call profile()
      end select
      asked = asked - 1
    end do
  end subroutine

  ! Its halo gets new values: an exchange and fills in any order. corners: a 27-point stencil of it follows.
  subroutine renewed(f, corners)
    integer, intent(in) :: f
    logical, intent(in), optional :: corners
    integer :: g
    logical :: split
    split = one_in(2)
    if (one_in(2)) then
      if (.not. coherent(f)) call exchange(f)
      call fill(f, split)
    else
      call fill(f, split)
      if (.not. coherent(f)) call exchange(f)
    end if
    if (.not. coherent(f)) call exchange(f)
    if (.not. present(corners) .or. dims == 2) return
    g = modulo(f, nf) + 1
    call add(entry_t('stencil27', f=f, g=g))
    coherent(g) = .false.
  end subroutine

  subroutine add(e)
    type(entry_t), intent(in) :: e
    entries = entries + 1
    list(entries) = e
  end subroutine

  subroutine exchange(f)
    integer, intent(in) :: f
    call add(entry_t('exchange', f=f, layers=reach))
    coherent(f) = .true.
  end subroutine

  ! All walls at once, or the axes by themselves, in any order.
  subroutine fill(f, split)
    integer, intent(in) :: f
    logical, intent(in) :: split
    type(entry_t) :: e
    integer :: axis, turn, start
    logical :: wraps
    start = any_of(1, dims)
    do turn = 0, merge(dims - 1, 0, split)
      e = entry_t('fill', f=f)
      e%kind = kinds(any_of(1, 5))
      e%value = 0.25_wp*any_of(-4, 4)
      e%layers = any_of(reach, min(halo(f), reach + 1))
      do axis = 1, dims
        if (periodic(axis) .or. (split .and. axis /= modulo(start + turn - 1, dims) + 1)) cycle
        e%wall(axis, :) = .true.
        wraps = one_in(4)
        if (split .and. parts(axis) == 1 .and. wraps) e%kind = 'periodic'
      end do
      if (one_in(5)) then
        e%kind = 'given'
        e%g = modulo(f, nf) + 1
        e%layers = reach
        coherent(f) = coherent(f) .and. (coherent(e%g) .or. .not. any(e%wall))
      end if
      if (e%kind /= 'given' .and. e%kind /= 'constant') e%layers = reach     ! boxes have as many points
      if (e%kind == 'mirror_point' .and. any(any(e%wall, 2) .and. thinnest <= e%layers)) e%kind = 'mirror' ! it reads one more
      if (any(e%wall)) call add(e)
    end do
  end subroutine

  ! A field from itself and from neighbours of the two others, of those whose halo holds what lies there.
  subroutine expression()
    type(entry_t) :: e
    integer :: k, axis
    real(wp), parameter :: factors(4) = [0.5_wp, -0.5_wp, 0.25_wp, -0.25_wp]
    e = entry_t('pointwise', f=any_of(1, nf))
    do k = 1, 3
      e%factor(k) = factors(any_of(1, 4))
      do axis = 1, dims
        if (k < 3 .and. coherent(other(e%f, k))) e%at(axis, k) = any_of(-reach, reach)
      end do
    end do
    call add(e)
    coherent(e%f) = .false.
  end subroutine

  ! A field gets a profile of the whole grid along one axis: on other axes each box has its one point, also a box of one point.
  subroutine profile()
    integer :: f
    f = any_of(1, nf)
    call add(entry_t('profile', f=f, g=any_of(1, dims)))
    coherent(f) = .false.
  end subroutine

  ! The first or second field after one.
  integer function other(f, k)
    integer, intent(in) :: f, k
    other = modulo(f + k - 1, nf) + 1
  end function

  ! A swap or copy of two fields, or a reduction of one that goes into another; a copy takes fields of one halo.
  subroutine pair(what)
    character(*), intent(in) :: what
    integer :: f, g
    logical :: was
    f = any_of(1, nf)
    g = other(f, 1)
    if (what /= 'reduce' .and. halo(f) /= halo(g)) return
    call add(entry_t(what, f=f, g=g, kind=reductions(any_of(1, size(reductions)))))
    was = coherent(f)
    coherent(f) = merge(coherent(g), coherent(f), what == 'swap')
    coherent(g) = was .and. what /= 'reduce'
  end subroutine

end module
