! Coefficients along one or two axes over ranks: profiles CASE. Every rank has the profile of the whole grid, or that of its own box. What a
! list makes of the field on the domain must have the bits of plain loops over the whole grid. One that fails says so and aborts with code 3.
program profiles
  use rank_testing
  implicit none
  integer, parameter :: n(3) = [18, 13, 22], steps = 4
  real(wp), target :: u(n(1), n(2), n(3)), alongz(1, 1, n(3)), acrossz(n(1), n(2), 1)

  call begin()
  call make_values()
  select case (which)
  case ('answers')
    call boxes(.false., 0)
    call boxes(.true., 0)
    call blocks()
  case ('thin')
    call boxes(.false., 1)
    call boxes(.true., 2)
    call boxes(.false., 3)
    call boxes(.true., 3)
    call pencils()
    call point_read_beside()
  case default
    call check(.false., 'no such case')
  end select
  call finish('profiles')

contains

  subroutine make_values()
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i, j, k) = sin(real(i + 31*j + 1009*k, wp))
          acrossz(i, j, 1) = cos(real(i + 7*j, wp))
        end do
      end do
      alongz(1, 1, k) = 1 + cos(real(k, wp))**2
    end do
  end subroutine

  ! The whole grid by plain loops, with walls at 0.
  function by_loops() result(a)
    real(wp) :: a(n(1), n(2), n(3)), w(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1), c(0:n(3) + 1)
    integer :: s, k
    a = u
    c = 0
    c(1:n(3)) = alongz(1, 1, :)
    do s = 1, steps
      w = 0
      w(1:n(1), 1:n(2), 1:n(3)) = a
      do k = 1, n(3)
        associate (i => n(1), j => n(2))
          a(:, :, k) = (w(1:i, 1:j, k) + 0.1_wp*(w(1:i, 1:j, k + 1)*c(k + 1) + w(1:i, 1:j, k - 1)*c(k - 1))) &
            + c(k)*(w(2:, 1:j, k) + w(1:i, :j - 1, k))
          a(:, :, k) = a(:, :, k)*acrossz(:, :, 1)
        end associate
      end do
    end do
  end function

  ! v is a temporary field: both expressions run together.
  subroutine list_of(domain, step)
    type(domain_t), intent(in) :: domain
    type(sequence_t), intent(out) :: step
    call step%create(frame, 'profiles')
    call step%exchange(domain, 'u')
    if (domain%edges /= '') call step%fill('u', faces=trim(domain%edges), kind='constant', value=0.0_wp)
    call step%pointwise('v', '(u + 0.1*(u[0,0,1]*c[0,0,1] + u[0,0,-1]*c[0,0,-1])) + c*(u[1,0,0] + u[0,-1,0])')
    call step%pointwise('u', 'v*d')
  end subroutine

  ! One box for each rank; own: the profiles are those of the box, with the profile's neighbours in its halo.
  ! thin: the axis along which the grid is divided, with one point for the first rank and the last.
  subroutine boxes(own, thin)
    logical, intent(in) :: own
    integer, intent(in) :: thin
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: c(:, :, :), a(:, :, :)
    integer :: first(3), last(3), e(3), k
    if (thin == 0) call domain%create(frame, n)
    if (thin > 0) call divide(domain, n, thin)
    first = domain%first
    e = domain%extents
    last = first + e - 1
    call domain%create_field('u', halo=1)
    call domain%create_field('v', temporary=.true.)
    if (own) then
      call frame%create_field('c', [1, 1, e(3)], halo=1, first=[1, 1, first(3)])
      allocate (c(0:2, 0:2, first(3) - 1:last(3) + 1), source=0.0_wp)
      do k = max(first(3) - 1, 1), min(last(3) + 1, n(3))
        c(1, 1, k) = alongz(1, 1, k)
      end do
      call frame%upload('c', c, interior=[2, 2, 2, 2, 2, e(3) + 1], layers=1)
      call frame%create_field('d', [e(1), e(2), 1], first=[first(1), first(2), 1])
      a = acrossz(first(1):last(1), first(2):last(2), :)
      call frame%upload('d', a)
      deallocate (a)
    else
      call whole_profiles()
    end if
    call frame%upload('u', part_of(u, domain))
    call list_of(domain, step)
    call step%run(times=steps)
    allocate (a(e(1), e(2), e(3)))
    call frame%download('u', a)
    call check(all(a == part_of(by_loops(), domain)), merge('profiles of each box      ', 'profiles of the whole grid', own))
    call step%destroy()
    call drop()
    call domain%destroy()
  end subroutine

  ! Along one axis the first rank and the last have one point, those between them the rest.
  subroutine divide(domain, grid, axis)
    type(domain_t), intent(out) :: domain
    integer, intent(in) :: grid(3), axis
    integer :: first(3), e(3), last
    first = 1
    e = grid
    if (ranks > 1) then
      first(axis) = merge(1, 2 + (rank - 1)*(grid(axis) - 2)/max(ranks - 2, 1), rank == 0)
      last = merge(1, 1 + rank*(grid(axis) - 2)/max(ranks - 2, 1), rank == 0)
      if (rank == ranks - 1 .and. ranks > 2) first(axis) = grid(axis)
      if (rank == ranks - 1) last = grid(axis)
      e(axis) = last - first(axis) + 1
    end if
    call domain%create(frame, grid, first=first, extents=e)
  end subroutine

  ! A grid of as many points as ranks along x and one along y: each box is thin along both. The field has components and no halo.
  subroutine pencils()
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :, :), across(:, :, :)
    real(wp) :: want
    integer :: k, m
    call domain%create(frame, [ranks, 1, n(3)], first=[rank + 1, 1, 1], extents=[1, 1, n(3)])
    call domain%create_field('u', components=2)
    call frame%create_field('c', [1, 1, n(3)])
    call frame%upload('c', alongz)
    call frame%create_field('d', [ranks, 1, 1])
    across = acrossz(:ranks, :1, :)
    call frame%upload('d', across)
    call step%create(frame, 'pencils')
    call step%pointwise('u', 'u + c*d')
    allocate (a(1, 1, n(3), 2))
    a(:, :, :, 1) = u(rank + 1:rank + 1, 1:1, :)
    a(:, :, :, 2) = 2
    call frame%upload('u', a, var=1)
    call step%run()
    a = ieee_value(1.0_wp, ieee_quiet_nan)
    call frame%download('u', a, var=1)
    do m = 1, 2
      do k = 1, n(3)
        want = alongz(1, 1, k)*acrossz(rank + 1, 1, 1)
        if (m == 1) want = u(rank + 1, 1, k) + want
        if (m == 2) want = 2 + want
        call check(a(1, 1, k, m) == want, 'a box of one point along x reads profiles along z and x')
      end do
    end do
    call step%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('c')
    call frame%destroy_field('d')
    call domain%destroy()
  end subroutine

  ! A field that has one point for all planes has no neighbour there, whatever the boxes are.
  subroutine point_read_beside()
    type(domain_t) :: domain
    type(sequence_t) :: step
    integer :: first(3)
    call domain%create(frame, [n(1:2), ranks], first=[1, 1, rank + 1], extents=[n(1:2), 1])
    call domain%create_field('u', halo=1)
    first = domain%first
    call frame%create_field('d', [n(1), n(2), 1], halo=1)
    call step%create(frame, 'beside')
    call step%pointwise('u', 'u + d[0,0,1]', stat=stat, errmsg=why)
    if (first(3) > 1) call refused('the neighbour of a point that stands for a whole axis', 'is read at a neighbour along z')
    call step%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('d')
    call domain%destroy()
  end subroutine

  subroutine whole_profiles()
    call frame%create_field('c', [1, 1, n(3)], halo=1)
    call frame%upload('c', alongz)
    call frame%create_field('d', [n(1), n(2), 1])
    call frame%upload('d', acrossz)
  end subroutine

  ! Two blocks for each rank: both read their places of the same profiles.
  subroutine blocks()
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp) :: want(n(1), n(2), n(3))
    real(wp), allocatable, target :: a(:, :, :)
    integer :: first(3, 2), extents(3, 2), last(3), b, part
    character(4) :: name
    logical :: good
    first = 1
    extents(1:2, :) = spread(n(1:2), 2, 2)
    do b = 1, 2
      part = rank + (b - 1)*ranks
      first(3, b) = part*n(3)/(2*ranks) + 1
      extents(3, b) = (part + 1)*n(3)/(2*ranks) - first(3, b) + 1
    end do
    call domain%create(frame, n, [.false., .false., .false.], first, extents)
    call domain%create_field('u', halo=1)
    call domain%create_field('v', temporary=.true.)
    call whole_profiles()
    do b = 1, 2
      write (name, '(a,i0)') 'u#', b
      last = first(:, b) + extents(:, b) - 1
      call frame%upload(trim(name), u(:, :, first(3, b):last(3)))
    end do
    call list_of(domain, step)
    call step%run(times=steps)
    want = by_loops()
    good = .true.
    do b = 1, 2
      write (name, '(a,i0)') 'u#', b
      last = first(:, b) + extents(:, b) - 1
      allocate (a(extents(1, b), extents(2, b), extents(3, b)))
      call frame%download(trim(name), a)
      good = good .and. all(a == want(:, :, first(3, b):last(3)))
      deallocate (a)
    end do
    call check(good, 'two blocks read the profiles of the whole grid')
    call step%destroy()
    call drop()
    call domain%destroy()
  end subroutine

  subroutine drop()
    integer :: i
    character(1), parameter :: names(4) = ['u', 'v', 'c', 'd']
    do i = 1, size(names)
      call frame%destroy_field(names(i))
    end do
  end subroutine
end program
