! Single points by global index, and snapshots of fields on a domain: parts CASE.
!   points            sources and receivers on a domain have the values of one rank
!   write, read       a snapshot by this number of ranks, and a restart by another one, which goes on as one rank would
program parts
  use rank_testing
  implicit none
  integer, parameter :: n(3) = [13, 11, 9]

  call begin()
  select case (which)
  case ('points')
    call receivers(n)
    call receivers([17, 10, 1])
    call boxes(n)
    call refusals()
  case ('write')
    call write_state()
  case ('read')
    call go_on()
  case default
    call check(.false., 'no such case')
  end select
  call finish('parts')

contains

  elemental real(wp) function value_at(i, j, k)
    integer, intent(in) :: i, j, k
    value_at = sin(real(i + 31*j + 1009*k, wp))
  end function

  function grid(n) result(a)
    integer, intent(in) :: n(3)
    real(wp) :: a(n(1), n(2), n(3))
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        a(:, j, k) = value_at([(i, i=1, n(1))], j, k)
      end do
    end do
  end function

  subroutine receivers(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    real(wp) :: whole(n(1), n(2), n(3)), seen(5), values(5)
    integer :: points(3, 5), dims, i
    dims = merge(3, 2, n(3) > 1)
    points = reshape([1, 1, 1, n, n/2 + [0, 0, merge(0, 1, n(3) > 1)], 2, n(2), 1, 1, 1, 1], [3, 5])
    call domain%create(frame, n(:dims))
    call domain%create_field('u')
    whole = grid(n)
    call put('u', dims, part_of(whole, domain))
    seen = ieee_value(1.0_wp, ieee_quiet_nan)
    call frame%sample('u', points, seen)
    call check(all(seen == [(whole(points(1, i), points(2, i), points(3, i)), i=1, 5)]), 'each rank has all receivers')
    values = [1.0_wp, 2.0_wp, 3.0_wp, 4.0_wp, 5.0_wp]
    call frame%add_at('u', points, values)
    do i = 1, 5
      associate (p => points(:, i))
        whole(p(1), p(2), p(3)) = whole(p(1), p(2), p(3)) + values(i)
      end associate
    end do
    seen = ieee_value(1.0_wp, ieee_quiet_nan)
    call frame%sample('u', points, seen)
    call check(all(seen == [(whole(points(1, i), points(2, i), points(3, i)), i=1, 5)]), 'each source was added once')
    call frame%sample('u', points(:, :0), seen(:0))
    call every_point(whole)
    call frame%destroy_field('u')
    call domain%destroy()
  end subroutine

  ! Those on both sides of each border between ranks, too.
  subroutine every_point(whole)
    real(wp), intent(in) :: whole(:, :, :)
    integer :: points(3, size(whole)), i, n(3)
    real(wp) :: seen(size(whole))
    n = shape(whole)
    do i = 0, size(whole) - 1
      points(:, i + 1) = [mod(i, n(1)), mod(i/n(1), n(2)), i/(n(1)*n(2))] + 1
    end do
    seen = ieee_value(1.0_wp, ieee_quiet_nan)
    call frame%sample('u', points, seen)
    call check(all(seen == reshape(whole, [size(whole)])), 'every point of the grid is a receiver')
  end subroutine

  ! A part of each rank's box goes in and out; the other points stay.
  subroutine boxes(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    real(wp) :: whole(n(1), n(2), n(3)), seen(n(1), n(2), n(3))
    real(wp), allocatable, target :: a(:, :, :), b(:, :, :)
    integer :: e(3), first(3), part(3)
    call domain%create(frame, n)
    call domain%create_field('u', halo=1)
    whole = grid(n)
    call put('u', 3, part_of(whole, domain))
    e = domain%extents
    part = max(1, e - 1)
    first = domain%first + e - part
    allocate (a(part(1) + 2, part(2), part(3) + 1), source=-1.0_wp) ! with some layers of its own
    a(2:part(1) + 1, :, 2:) = 7
    call frame%upload('u', a, interior=[2, part(1) + 1, 1, part(2), 2, part(3) + 1], first=first)
    call into_whole('u', domain, seen)
    whole(first(1):first(1) + part(1) - 1, first(2):first(2) + part(2) - 1, first(3):first(3) + part(3) - 1) = 7
    call check(all(part_of(seen, domain) == part_of(whole, domain)), 'a part was uploaded, and nothing else')
    allocate (b(1, e(2), 1), source=ieee_value(1.0_wp, ieee_quiet_nan))
    call frame%download('u', b, first=[first(1), domain%first(2), first(3)])
    call check(all(b(1, :, 1) == whole(first(1), domain%first(2):domain%first(2) + e(2) - 1, first(3))), 'a row was downloaded')
    call frame%download('u', b, first=domain%first + [0, 1, 0], stat=stat, errmsg=why)
    call refused('a part beyond the box', 'the part goes from')
    call frame%download('u', b, first=domain%first - 1, stat=stat, errmsg=why)
    call refused('a part before the box', 'the part goes from')
    call frame%download('u', b, first=domain%first, layers=1, stat=stat, errmsg=why)
    call refused('a part with layers', 'first and layers are given')
    call frame%download('u', b, interior=[1, 2, 1, 1, 1, 1], first=domain%first, stat=stat, errmsg=why)
    call refused('an interior beyond the array', 'is not within')
    call frame%destroy_field('u')
    call domain%destroy()
  end subroutine

  subroutine refusals()
    type(domain_t) :: domain
    real(wp) :: seen(1)
    call domain%create(frame, n)
    call domain%create_field('u')
    call frame%sample('u', reshape([1, 12, 1], [3, 1]), seen, stat=stat, errmsg=why)
    call refused('a point outside of the grid', trim(merge('the global grid [13 11 9]', 'not within field u       ', ranks > 1)))
    if (ranks > 1) then
      call frame%sample('u', reshape([1 + rank, 1, 1], [3, 1]), seen, stat=stat, errmsg=why)
      call refused('other receivers on other ranks', 'the ranks make different calls')
      call frame%add_at('u', reshape([1, 1, 1], [3, 1]), [real(rank, wp)], stat=stat, errmsg=why)
      call refused('other sources on other ranks', 'the ranks make different calls')
      call frame%add_at('u', reshape([1, 1, 1], [3, min(rank, 1)]), spread(1.0_wp, 1, min(rank, 1)), stat=stat, errmsg=why)
      call refused('no source on one rank', 'the ranks make different calls')
      call frame%sample('u', reshape([merge(99, 1, rank == ranks - 1), 1, 1], [3, 1]), seen, stat=stat, errmsg=why)
      call refused('a point outside of the grid on one rank', 'point 1 is [99 1 1]')
      call frame%sample('u', reshape([1, 1, 1], [3, 1]), seen)
      call check(seen(1) == 0, 'nothing was added, and the next call succeeds')
    end if
    call frame%destroy_field('u')
    call domain%destroy()
  end subroutine

  ! Three steps from u, in place.
  subroutine advance(domain, u)
    type(domain_t), intent(in) :: domain
    real(wp), intent(inout), target, contiguous :: u(:, :, :)
    type(sequence_t) :: step
    call domain%create_field('u', halo=1)
    call domain%create_field('v', halo=1)
    call frame%upload('u', u)
    call step%create(frame, 'advance')
    call step%fill('u', faces='all', kind='constant', value=0.0_wp)
    call step%exchange(domain, 'u')
    call step%pointwise('v', 'u + 0.1*(u[-1,0,0] - u[0,+1,0] + u[0,0,-1])')
    call step%swap('u', 'v')
    call step%run(times=3)
    call get('u', 3, u)
    call step%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('v')
  end subroutine

  subroutine write_state()
    type(domain_t) :: domain
    type(snapshot_t) :: snap
    real(wp), allocatable, target :: u(:, :, :)
    integer :: last(3)
    call domain%create(frame, n)
    u = part_of(grid(n), domain)
    call advance(domain, u)
    last = domain%first + domain%extents - 1
    call snap%create('parts.h5', cells=n, origin=[0.0_wp, 0.0_wp, 0.0_wp], spacing=[1.0_wp, 1.0_wp, 1.0_wp], time=1.0_wp, step=3, &
                     comm=MPI_COMM_WORLD, box=[domain%first(1), last(1), domain%first(2), last(2), domain%first(3), last(3)])
    call snap%write('u', u)
    call snap%close()
    call check(.true., 'written')
  end subroutine

  ! Six steps in all, against six steps of one rank.
  subroutine go_on()
    type(domain_t) :: domain
    type(snapshot_t) :: snap
    real(wp), allocatable, target :: u(:, :, :)
    real(wp), target :: w(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1)
    integer :: s
    call domain%create(frame, n, first=slab(1), extents=slab(2))
    allocate (u(domain%extents(1), domain%extents(2), domain%extents(3)), source=ieee_value(1.0_wp, ieee_quiet_nan))
    call snap%open('parts.h5')
    call snap%read('u', u, first=domain%first)
    call snap%close()
    call advance(domain, u)
    w = 0
    w(1:n(1), 1:n(2), 1:n(3)) = grid(n)
    do s = 1, 6
      w(1:n(1), 1:n(2), 1:n(3)) = w(1:n(1), 1:n(2), 1:n(3)) + 0.1_wp*(w(0:n(1) - 1, 1:n(2), 1:n(3)) - w(1:n(1), 2:, 1:n(3)) &
                                                                      + w(1:n(1), 1:n(2), 0:n(3) - 1))
    end do
    call check(all(u == part_of(w(1:n(1), 1:n(2), 1:n(3)), domain)), 'a restart on other ranks has the bits of plain loops')
  end subroutine

  ! Slabs along x: the first point (1) or the extents (2) of this rank's.
  function slab(what)
    integer, intent(in) :: what
    integer :: slab(3), from, to
    from = rank*n(1)/ranks
    to = (rank + 1)*n(1)/ranks
    slab = merge([from + 1, 1, 1], [to - from, n(2), n(3)], what == 1)
  end function
end program
