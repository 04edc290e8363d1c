!> Random lists over random divisions of a grid against plain loops over the one global grid: random_lists COUNT SEED, on any ranks.
!> A list has exchanges and fills in any order, expressions with diagonal neighbours, 27-point stencils, reductions, copies and swaps, and
!> runs a few times. Axes are periodic or have walls, boxes may be as thin as what is read. The judge knows no ranks: an index beyond a
!> periodic side is the wrapped one, and a halo beyond a wall is what fills have written there. The bits are equal, since all factors are
!> powers of two. What is wrong aborts with code 3, and prints the list.
program random_lists
  use, intrinsic :: iso_fortran_env, only: int64, error_unit
  use rank_testing
  implicit none
  integer, parameter :: nf = 3, most = 24, H = 4
  character(1), parameter :: names(nf) = ['u', 'v', 'w']
  character(12), parameter :: kinds(6) = [character(12) :: 'mirror', 'mirror_point', 'dirichlet', 'constant', 'neumann', 'periodic']
  type entry_t
    character(12) :: what = '', kind = ''
    integer :: f = 1, g = 1, layers = 0, at(3, 3) = 0
    logical :: wall(3, 2) = .false.
    real(wp) :: value = 0, factor(3) = 0
  end type
  type(entry_t) :: list(most)
  type(domain_t) :: domain
  integer :: entries, n(3), first(3), extents(3), parts(3), reach, halo(nf), dims, times, count_of, number, io
  integer(int64) :: state, seed
  logical :: periodic(3), coherent(nf), by_domain ! whose create_field makes the fields; else the exchange alone knows the neighbours
  real(wp), allocatable :: whole(:, :, :, :) ! of field 4th, with H layers
  real(wp) :: greatest
  character(2000) :: told
  character(20) :: argument

  call begin()
  read (which, *) count_of
  call get_command_argument(2, argument)
  seed = 1
  read (argument, *, iostat=io) seed
  do number = 1, count_of
    state = 1 + modulo(seed*1000003_int64 + number*7919_int64, 2147483646_int64)
    call make_grid()
    call make_list()
    call run_list()
    call judge()
    call compare()
  end do
  if (ranks == 1) call second_domain()
  call finish('random_lists')

contains

  ! A field that was exchanged on one domain, and then is on another one whose other axis is periodic: the corners are those of the second.
  subroutine second_domain()
    type(domain_t) :: former, latter
    type(sequence_t) :: step
    real(wp), target :: a(0:5, 0:5)
    call frame%create_field('used', [4, 4], halo=1)
    call former%create(frame, [4, 4], [.false., .true.])
    call step%create(frame, 'former')
    call step%exchange(former, 'used')
    call step%run()
    call step%destroy()
    call former%destroy()
    a = 0
    a(1:4, 1:4) = 1
    call frame%upload('used', a, interior=[2, 5, 2, 5, 1, 1], layers=1)
    call latter%create(frame, [4, 4], [.true., .false.])
    call step%create(frame, 'latter')
    call step%fill('used', faces='y-/y+', kind='mirror')
    call step%exchange(latter, 'used')
    call step%run()
    call step%destroy()
    call frame%download('used', a, interior=[2, 5, 2, 5, 1, 1], layers=1)
    call check(all(a == 1), 'corners of a field that was on another domain before')
    call latter%destroy()
    call frame%destroy_field('used')
  end subroutine

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

  ! A grid, how ranks divide it, and this rank's box.
  subroutine make_grid()
    integer :: left, axis, p, k, at, cut, place(3), options(3)
    dims = merge(2, 3, one_in(4))
    by_domain = one_in(2)
    parts = 1
    left = ranks
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
    options = [1, 2, 4]
    reach = options(any_of(1, 3))
    place = [modulo(rank, parts(1)), modulo(rank/parts(1), parts(2)), rank/(parts(1)*parts(2))]
    periodic = .false.
    n = 1; first = 1; extents = 1
    do axis = 1, dims
      periodic(axis) = one_in(2)
      at = 1
      do k = 0, parts(axis) - 1
        cut = reach + any_of(0, 3)
        if (k == place(axis)) then
          first(axis) = at
          extents(axis) = cut
        end if
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
      select case (any_of(1, 9))
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
      case (9)
        if (by_domain) call pair('reduce')
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
      if (e%kind == 'mirror_point') e%kind = 'mirror'                        ! it reads one more
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
    call add(entry_t(what, f=f, g=g))
    was = coherent(f)
    coherent(f) = merge(coherent(g), coherent(f), what == 'swap')
    coherent(g) = was .and. what /= 'reduce'
  end subroutine

  character(60) function offset(at)
    integer, intent(in) :: at(3)
    write (offset, '(*(g0, :, ","))') at(:dims)
    offset = '['//trim(offset)//']'
  end function

  subroutine run_list()
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :)
    integer :: f, k, i
    told = ''
    call domain%create(frame, n(:dims), periodic(:dims), first=first(:dims), extents=extents(:dims))
    do f = 1, nf
      if (by_domain) then
        call domain%create_field(names(f), halo=halo(f))
      else
        call frame%create_field(names(f), domain%extents, halo=halo(f), first=domain%first)
      end if
    end do
    call make_whole()
    do f = 1, nf
      a = box_of(f)
      call put(names(f), dims, a)
    end do
    call step%create(frame, 'random')
    do k = 1, entries
      associate (e => list(k))
        write (told(len_trim(told) + 2:), '(*(a, 1x))') trim(e%what), names(e%f), names(e%g), trim(e%kind), &
          trim(offset(e%at(:, 1))), trim(offset(e%at(:, 2)))
        select case (e%what)
        case ('exchange')
          call step%exchange(domain, names(e%f), layers=e%layers)
        case ('fill')
          call fill_faces(step, e)
        case ('swap')
          call step%swap(names(e%f), names(e%g))
        case ('copy')
          call step%apply('copy', names(e%f), names(e%g))
        case ('reduce')
          call step%reduce('max', names(e%f), 'm'//achar(96 + k))
          call step%pointwise(names(e%g), names(e%g)//' - 0.25*m'//achar(96 + k))
        case ('stencil27')
          call step%apply('stencil27', names(e%f), names(e%g), [0.0_wp, 0.0_wp, 0.0_wp, 0.5_wp])
        case ('pointwise')
          associate (x => names(other(e%f, 1)), y => names(other(e%f, 2)), z => names(e%f))
            call step%pointwise(z, 'a*'//x//trim(offset(e%at(:, 1)))//' + b*'//y//trim(offset(e%at(:, 2)))//' + c*'//z, &
              'a b c', e%factor)
          end associate
        end select
      end associate
    end do
    call step%run(times=times)
    call step%destroy()
  end subroutine

  ! The walls of an entry that this rank's box has.
  subroutine fill_faces(step, e)
    type(sequence_t), intent(inout) :: step
    type(entry_t), intent(in) :: e
    character(20) :: faces
    integer :: axis
    faces = ''
    do axis = 1, dims
      if (e%wall(axis, 1) .and. first(axis) == 1) faces = trim(faces)//'/'//'xyz'(axis:axis)//'-'
      if (e%wall(axis, 2) .and. first(axis) + extents(axis) - 1 == n(axis)) faces = trim(faces)//'/'//'xyz'(axis:axis)//'+'
    end do
    if (faces == '') return
    if (e%kind == 'given') then
      call step%fill(names(e%f), faces=faces(2:), kind='given', from=names(e%g), layers=e%layers)
    else
      call step%fill(names(e%f), faces=faces(2:), kind=trim(e%kind), value=e%value, layers=e%layers)
    end if
  end subroutine

  subroutine make_whole()
    integer :: i, j, k, f
    if (allocated(whole)) deallocate (whole)
    allocate (whole(1 - H:n(1) + H, 1 - H:n(2) + H, 1 - H:n(3) + H, nf), source=0.0_wp)
    do f = 1, nf
      do k = 1, n(3)
        do j = 1, n(2)
          do i = 1, n(1)
            whole(i, j, k, f) = modulo(i*7 + j*31 + k*101 + f*13, 257)
          end do
        end do
      end do
    end do
  end subroutine

  ! The loops of the one global grid.
  subroutine judge()
    real(wp), allocatable :: old(:, :, :), new(:, :, :)
    integer :: turn, m, i, j, k
    do turn = 1, times
      do m = 1, entries
        associate (e => list(m))
          select case (e%what)
          case ('fill')
            call judge_fill(e)
          case ('swap')
            old = whole(:, :, :, e%f)
            whole(:, :, :, e%f) = whole(:, :, :, e%g)
            whole(:, :, :, e%g) = old
          case ('copy')
            whole(:, :, :, e%g) = whole(:, :, :, e%f)
          case ('reduce')
            greatest = maxval(whole(1:n(1), 1:n(2), 1:n(3), e%f))
            whole(1:n(1), 1:n(2), 1:n(3), e%g) = whole(1:n(1), 1:n(2), 1:n(3), e%g) - 0.25_wp*greatest
          case ('stencil27', 'pointwise')
            allocate (new(n(1), n(2), n(3)))
            do k = 1, n(3)
              do j = 1, n(2)
                do i = 1, n(1)
                  new(i, j, k) = new_value(e, [i, j, k])
                end do
              end do
            end do
            whole(1:n(1), 1:n(2), 1:n(3), merge(e%g, e%f, e%what == 'stencil27')) = new
            deallocate (new)
          end select
        end associate
      end do
    end do
  end subroutine

  ! A point or halo cell of the global grid; beyond a periodic side lies the other end.
  real(wp) function cell(f, at)
    integer, intent(in) :: f, at(3)
    integer :: p(3)
    p = merge(modulo(at - 1, n) + 1, at, periodic)
    cell = whole(p(1), p(2), p(3), f)
  end function

  real(wp) function new_value(e, at)
    type(entry_t), intent(in) :: e
    integer, intent(in) :: at(3)
    integer :: i, j, k
    new_value = 0
    if (e%what == 'stencil27') then
      do k = -1, 1, 2
        do j = -1, 1, 2
          do i = -1, 1, 2
            new_value = new_value + 0.5_wp*cell(e%f, at + [i, j, k])
          end do
        end do
      end do
      return
    end if
    new_value = e%factor(1)*cell(other(e%f, 1), at + e%at(:, 1)) + &
      e%factor(2)*cell(other(e%f, 2), at + e%at(:, 2)) + e%factor(3)*cell(e%f, at)
  end function

  ! Face after face in the order x, y, z: with the layers beyond walls along the axes before, without those along the axes after.
  subroutine judge_fill(e)
    type(entry_t), intent(in) :: e
    integer :: axis, side, layer, low(3), high(3), i, j, k, b, at(3), from(3)
    do axis = 1, dims
      do side = 1, 2
        if (.not. e%wall(axis, side)) cycle
        low = 1
        high = n
        do b = 1, axis - 1
          if (periodic(b)) cycle
          low(b) = 1 - e%layers
          high(b) = n(b) + e%layers
        end do
        do layer = 1, e%layers
          low(axis) = merge(1 - layer, n(axis) + layer, side == 1)
          high(axis) = low(axis)
          do k = low(3), high(3)
            do j = low(2), high(2)
              do i = low(1), high(1)
                at = [i, j, k]
                from = at
                from(axis) = merge(layer, n(axis) + 1 - layer, side == 1)
                if (e%kind == 'periodic') from(axis) = merge(n(axis) + 1 - layer, layer, side == 1)
                whole(i, j, k, e%f) = filled(e, at, from, layer)
              end do
            end do
          end do
        end do
      end do
    end do
  end subroutine

  real(wp) function filled(e, at, from, layer)
    type(entry_t), intent(in) :: e
    integer, intent(in) :: at(3), from(3), layer
    select case (e%kind)
    case ('given')
      filled = cell(e%g, at)
    case ('constant')
      filled = e%value
    case ('dirichlet')
      filled = 2*e%value - cell(e%f, from)
    case ('neumann')
      filled = cell(e%f, from) + (2*layer - 1)*e%value
    case default
      filled = cell(e%f, from)
    end select
  end function

  subroutine compare()
    real(wp), allocatable, target :: a(:, :, :)
    character(400) :: about
    logical :: same
    integer :: f
    write (about, '(3(a, 3i4), 2(a, i2), a, 3i2, a, 3l2)') 'n', n, ', first', first, ', extents', extents, ', reach', reach, &
      ', times', times, ', halos', halo, ', periodic', periodic
    do f = 1, nf
      allocate (a(extents(1), extents(2), extents(3)), source=ieee_value(1.0_wp, ieee_quiet_nan))
      call get(names(f), dims, a)
      same = all(a == box_of(f))
      write (argument, '(a, i0)') 'list ', number
      call check(same, trim(argument)//': field '//names(f)//' has the bits of the one grid', trim(about)//';'//told)
      deallocate (a)
      call frame%destroy_field(names(f))
    end do
    call domain%destroy()
  end subroutine

  ! This rank's box of a field of the judge's.
  function box_of(f) result(a)
    integer, intent(in) :: f
    real(wp), allocatable :: a(:, :, :)
    integer :: last(3)
    last = first + extents - 1
    a = whole(first(1):last(1), first(2):last(2), first(3):last(3), f)
  end function
end program
