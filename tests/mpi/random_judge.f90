!> Plain loops over the one global grid, which know no ranks: an index beyond a periodic side is the wrapped one, and a halo beyond a wall is
!> what fills have written there.
module random_judge
  use, intrinsic :: iso_fortran_env, only: quad => real128
  use random_grid
  implicit none
  real(wp), allocatable :: whole(:, :, :, :) ! of field 4th, with H layers

contains

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
    real(wp) :: number
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
            number = reduced(e)
            whole(1:n(1), 1:n(2), 1:n(3), e%g) = whole(1:n(1), 1:n(2), 1:n(3), e%g) - 0.25_wp*number
          case ('profile')
            do k = 1, n(3)
              do j = 1, n(2)
                do i = 1, n(1)
                  associate (x => whole(i, j, k, e%f), at => [i, j, k])
                    x = x + profile_at(at(e%g))
                  end associate
                end do
              end do
            end do
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

  ! Of all points, rounded once.
  real(wp) function reduced(e)
    type(entry_t), intent(in) :: e
    real(quad) :: sum_of
    integer :: i, j, k
    reduced = 0
    sum_of = 0
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          associate (x => whole(i, j, k, e%f))
            if (i*j*k == 1) reduced = x
            if (e%kind == 'max') reduced = max(reduced, x)
            if (e%kind == 'min') reduced = min(reduced, x)
            sum_of = sum_of + merge(abs(x), x, e%kind == 'norm1')
          end associate
        end do
      end do
    end do
    if (e%kind == 'sum' .or. e%kind == 'norm1') reduced = real(sum_of, wp)
  end function

  pure real(wp) function profile_at(i)
    integer, intent(in) :: i
    profile_at = modulo(5*i, 17)
  end function

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
                if (e%kind == 'mirror_point') from(axis) = merge(1 + layer, n(axis) - layer, side == 1)
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

  ! A block of this rank.
  function box_of(f, b) result(a)
    integer, intent(in) :: f, b
    real(wp), allocatable :: a(:, :, :)
    integer :: last(3)
    last = first(:, b) + extents(:, b) - 1
    a = whole(first(1, b):last(1), first(2, b):last(2), first(3, b):last(3), f)
  end function
end module
