! Domains of several blocks per rank: blocks CASE. A grid is cut into blocks, which the ranks have in turn or in a row, two or three each.
! What lists make of the fields there must have the bits of one block, which every rank computes alone; heat those of plain loops.
! One that fails says so and aborts with code 3.
program blocks
  use, intrinsic :: iso_fortran_env, only: real32
  use rank_testing
  implicit none
  integer, parameter :: n(3) = [16, 17, 37]
  character(8), parameter :: kinds(7) = [character(8) :: 'sum', 'min', 'max', 'norm1', 'norm2', 'norm_inf', 'dot']

  call begin()
  select case (which)
  case ('answers')
    call cut([1, 1, 2*ranks], .false., [.false., .true., .false.])
    call cut([1, 1, 2*ranks + 1], .true., [.true., .true., .true.])
    call cut([3, ranks, 1], .true., [.true., .false., .true.])
    call cut([2, ranks, 1], .false., [.true., .true., .false.])
  case ('refusals')
    call refusals()
  case default
    call check(.false., 'no such case')
  end select
  call finish('blocks')

contains

  ! The boxes of this rank where a grid is cut into p(1) x p(2) x p(3), and the ranks have them one after the other (in turn) or in a row.
  subroutine boxes(p, in_turn, first, extents)
    integer, intent(in) :: p(3)
    logical, intent(in) :: in_turn
    integer, allocatable, intent(out) :: first(:, :), extents(:, :)
    integer :: box, at(3), from(3), to(3), owner
    allocate (first(3, 0), extents(3, 0))
    do box = 0, product(p) - 1
      owner = merge(modulo(box, ranks), min(box*ranks/product(p), ranks - 1), in_turn)
      if (owner /= rank) cycle
      at = [modulo(box, p(1)), modulo(box/p(1), p(2)), box/(p(1)*p(2))]
      from = at*n/p
      to = (at + 1)*n/p
      first = reshape([first, from + 1], [3, size(first, 2) + 1])
      extents = reshape([extents, to - from], [3, size(extents, 2) + 1])
    end do
  end subroutine

  elemental real(wp) function value_at(i, j, k, c)
    integer, intent(in) :: i, j, k, c
    value_at = sin(real(i + 31*j + 1009*k + 7*c, wp))
  end function

  ! Values of a box.
  function values(first, extents, c) result(a)
    integer, intent(in) :: first(3), extents(3), c
    real(wp), allocatable :: a(:, :, :)
    integer :: i, j, k
    allocate (a(extents(1), extents(2), extents(3)))
    do k = 1, extents(3)
      do j = 1, extents(2)
        a(:, j, k) = value_at([(first(1) - 1 + i, i=1, extents(1))], first(2) - 1 + j, first(3) - 1 + k, c)
      end do
    end do
  end function

  function of_block(name, block)
    character(*), intent(in) :: name
    integer, intent(in) :: block
    character(:), allocatable :: of_block
    character(20) :: text
    write (text, '(2a, i0)') name, '#', block
    of_block = trim(text)
  end function

  subroutine cut(p, in_turn, periodic)
    integer, intent(in) :: p(3)
    logical, intent(in) :: in_turn, periodic(3)
    type(domain_t) :: domain
    integer, allocatable :: first(:, :), extents(:, :)
    call boxes(p, in_turn, first, extents)
    call check(size(first, 2) >= 2 .and. size(first, 2) <= 3, 'this rank has two or three blocks')
    call domain%create(frame, n, periodic, first, extents)
    call check(domain%blocks == size(first, 2), 'so many blocks')
    call halos(domain, first, extents, periodic)
    call heat(domain, first, extents, periodic)
    call operators(domain, first, extents, periodic)
    call points(domain, first, extents)
    if (p(1) == 3) call solution(domain, first, extents)
    call domain%destroy()
  end subroutine

  ! Poisson's equation has the bits, the cycles and the residuals of one block.
  subroutine solution(domain, first, extents)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: first(:, :), extents(:, :)
    real(wp), parameter :: spacing(3) = [1.0_wp, 1.1_wp, 1.2_wp]
    real(wp), allocatable, target :: a(:, :, :), whole(:, :, :)
    real(wp) :: history(51), same(51)
    integer :: b, cycles, others, l(3)
    call domain%create_field('u', halo=1)
    call domain%create_field('f')
    do b = 1, domain%blocks
      call frame%upload(of_block('u', b), 1e-3_wp*values(first(:, b), extents(:, b), 5))
      call frame%upload(of_block('f', b), values(first(:, b), extents(:, b), 6))
    end do
    call frame%poisson('u', 'f', spacing, 'dirichlet', cycles=cycles, history=history)
    call frame%create_field('alone', n, halo=1)
    call frame%create_field('g', n)
    call frame%upload('alone', 1e-3_wp*values([1, 1, 1], n, 5))
    call frame%upload('g', values([1, 1, 1], n, 6))
    call frame%poisson('alone', 'g', spacing, 'dirichlet', cycles=others, history=same)
    allocate (whole(n(1), n(2), n(3)))
    call frame%download('alone', whole)
    call check(cycles == others .and. cycles > 0, 'as many cycles as on one block')
    call check(all(history(:cycles + 1) == same(:cycles + 1)), 'the same residuals')
    do b = 1, domain%blocks
      allocate (a(extents(1, b), extents(2, b), extents(3, b)), source=ieee_value(1.0_wp, ieee_quiet_nan))
      call frame%download(of_block('u', b), a)
      l = first(:, b) + extents(:, b) - 1
      call check(all(a == whole(first(1, b):l(1), first(2, b):l(2), first(3, b):l(3))), 'the solution has the bits of one block')
      deallocate (a)
    end do
    call frame%destroy_field('u')
    call frame%destroy_field('f')
    call frame%destroy_field('alone')
    call frame%destroy_field('g')
  end subroutine

  ! After an exchange every point of the halo has the value of its place, if the grid wraps there: faces, edges, corners, of a double
  ! field with components and a float one.
  subroutine halos(domain, first, extents, periodic)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: first(:, :), extents(:, :)
    logical, intent(in) :: periodic(3)
    integer, parameter :: h = 3
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :, :)
    real(real32), allocatable, target :: g(:, :, :)
    integer :: b, c, e(3), i, j, k, at(3), whole(3)
    logical :: good
    call domain%create_field('Y', halo=h, components=2)
    call domain%create_field('g', halo=h, precision='float')
    do b = 1, domain%blocks
      e = extents(:, b)
      allocate (a(e(1), e(2), e(3), 2))
      do c = 1, 2
        a(:, :, :, c) = values(first(:, b), e, c)
      end do
      call frame%upload(of_block('Y', b), a, var=1)
      call frame%upload(of_block('g', b), real(values(first(:, b), e, 3), real32))
      deallocate (a)
    end do
    call step%create(frame, 'halos')
    call step%exchange(domain, 'Y g')
    call step%run(times=3)
    good = .true.
    do b = 1, domain%blocks
      e = extents(:, b)
      allocate (a(1 - h:e(1) + h, 1 - h:e(2) + h, 1 - h:e(3) + h, 2), g(1 - h:e(1) + h, 1 - h:e(2) + h, 1 - h:e(3) + h))
      call frame%download(of_block('Y', b), a, var=1, interior=[h + 1, h + e(1), h + 1, h + e(2), h + 1, h + e(3)], layers=h)
      call frame%download(of_block('g', b), g, interior=[h + 1, h + e(1), h + 1, h + e(2), h + 1, h + e(3)], layers=h)
      do k = 1 - h, e(3) + h
        do j = 1 - h, e(2) + h
          do i = 1 - h, e(1) + h
            whole = first(:, b) - 1 + [i, j, k]
            if (any(.not. periodic .and. (whole < 1 .or. whole > n))) cycle
            at = modulo(whole - 1, n) + 1
            good = good .and. all(a(i, j, k, :) == value_at(at(1), at(2), at(3), [1, 2]))
            good = good .and. abs(g(i, j, k) - value_at(at(1), at(2), at(3), 3)) < 1e-6_wp
          end do
        end do
      end do
      deallocate (a, g)
    end do
    call check(good, 'faces, edges and corners of all blocks')
    call step%destroy()
    call frame%destroy_field('Y')
    call frame%destroy_field('g')
  end subroutine

  ! u <- u + 0.1 (sum of the six neighbours) in a list, beyond edges 0, against plain loops over the whole grid.
  subroutine heat(domain, first, extents, periodic)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: first(:, :), extents(:, :)
    logical, intent(in) :: periodic(3)
    integer, parameter :: steps = 5
    type(sequence_t) :: step
    real(wp), allocatable, target :: u(:, :, :), a(:, :, :)
    real(wp), allocatable :: w(:, :, :)
    integer :: b, s, l(3)
    logical :: good
    call domain%create_field('u', halo=1)
    call domain%create_field('v', halo=1)
    do b = 1, domain%blocks
      call frame%upload(of_block('u', b), values(first(:, b), extents(:, b), 1))
    end do
    call step%create(frame, 'heat on blocks')
    call step%exchange(domain, 'u')
    if (domain%edges /= '') call step%fill('u', faces=trim(domain%edges), kind='constant', value=0.0_wp)
    call step%pointwise('v', 'u + 0.1*((u[-1,0,0] + u[1,0,0]) + (u[0,-1,0] + u[0,1,0]) + (u[0,0,-1] + u[0,0,1]))')
    call step%swap('u', 'v')
    call step%run(times=steps)
    u = values([1, 1, 1], n, 1)
    allocate (w(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1))
    do s = 1, steps
      w = 0
      w(1:n(1), 1:n(2), 1:n(3)) = u
      if (periodic(1)) w([0, n(1) + 1], :, :) = w([n(1), 1], :, :)
      if (periodic(2)) w(:, [0, n(2) + 1], :) = w(:, [n(2), 1], :)
      if (periodic(3)) w(:, :, [0, n(3) + 1]) = w(:, :, [n(3), 1])
      associate (i => n(1), j => n(2), k => n(3))
        u = u + 0.1_wp*((w(:i - 1, 1:j, 1:k) + w(2:, 1:j, 1:k)) + (w(1:i, :j - 1, 1:k) + w(1:i, 2:, 1:k)) &
          + (w(1:i, 1:j, :k - 1) + w(1:i, 1:j, 2:)))
      end associate
    end do
    good = .true.
    do b = 1, domain%blocks
      allocate (a(extents(1, b), extents(2, b), extents(3, b)))
      call frame%download(of_block('u', b), a)
      l = first(:, b) + extents(:, b) - 1
      good = good .and. all(a == u(first(1, b):l(1), first(2, b):l(2), first(3, b):l(3)))
      deallocate (a)
    end do
    call check(good, 'heat on blocks has the bits of the whole grid')
    call step%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('v')
  end subroutine

  ! A Laplacian of high order, a product and numbers of all points, in one list: against one block.
  subroutine operators(domain, first, extents, periodic)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: first(:, :), extents(:, :)
    logical, intent(in) :: periodic(3)
    type(sequence_t) :: step, alone
    real(wp), allocatable, target :: u(:, :, :), a(:, :, :)
    real(wp) :: got, want
    character(6) :: faces
    integer :: b, k, l(3)
    logical :: good
    call domain%create_field('u', halo=4)
    call domain%create_field('v')
    call domain%create_field('w', temporary=.true.)
    do b = 1, domain%blocks
      call frame%upload(of_block('u', b), values(first(:, b), extents(:, b), 1))
    end do
    call step%create(frame, 'operators on blocks')
    call step%exchange(domain, 'u')
    call step%fill('u', faces='edges', kind='mirror')
    call list(step, 'u', 'v', 'w')
    call step%run(times=2)
    call frame%create_field('p', n, halo=4)
    call frame%create_field('q', n)
    call frame%create_field('r', n, temporary=.true.)
    call frame%upload('p', values([1, 1, 1], n, 1))
    call alone%create(frame, 'one block')
    do k = 1, 3
      faces = 'xyz'
      faces = faces(k:k)
      call alone%fill('p', faces=trim(faces), kind=merge('periodic', 'mirror  ', periodic(k)))
    end do
    call list(alone, 'p', 'q', 'r')
    call alone%run(times=2)
    allocate (u(n(1), n(2), n(3)))
    call frame%download('q', u)
    good = .true.
    do b = 1, domain%blocks
      allocate (a(extents(1, b), extents(2, b), extents(3, b)))
      call frame%download(of_block('v', b), a)
      l = first(:, b) + extents(:, b) - 1
      good = good .and. all(a == u(first(1, b):l(1), first(2, b):l(2), first(3, b):l(3)))
      deallocate (a)
    end do
    call check(good, 'operators on blocks have the bits of one block')
    call check(maxval(abs(u)) > 0, 'and are not 0')
    do k = 1, size(kinds)
      call step%get(trim(kinds(k)), got)
      call alone%get(trim(kinds(k)), want)
      call check(same(got, want), trim(kinds(k))//' in a list')
      if (kinds(k) == 'dot') then
        call frame%reduce('dot', 'u', got, 'v')
        call frame%reduce('dot', 'p', want, 'q')
      else
        call frame%reduce(trim(kinds(k)), 'v', got)
        call frame%reduce(trim(kinds(k)), 'q', want)
      end if
      call check(same(got, want), trim(kinds(k))//' at once')
    end do
    call step%destroy()
    call alone%destroy()
    do k = 1, 6
      call frame%destroy_field('uvwpqr'(k:k))
    end do
  end subroutine

  ! v = 2 w + u (0.5 + what the place gives), where w is the Laplacian of u, and the numbers of v.
  subroutine list(q, u, v, w)
    type(sequence_t), intent(in) :: q
    character(*), intent(in) :: u, v, w
    real(wp), parameter :: c(5) = [-205.0_wp/72, 8.0_wp/5, -1.0_wp/5, 8.0_wp/315, -1.0_wp/560]
    integer :: k
    call q%apply('laplacian_high', u, w, [c, 1.1_wp*c, 1.2_wp*c])
    call q%pointwise(v, w//'*2 + '//u//'*(0.5 + i + 100*j + 10000*k)')
    do k = 1, size(kinds)
      if (kinds(k) == 'dot') then
        call q%reduce('dot', u//' '//v, 'dot')
      else
        call q%reduce(trim(kinds(k)), v, trim(kinds(k)))
      end if
    end do
  end subroutine

  logical function same(a, b)
    real(wp), intent(in) :: a, b
    same = transfer(a, 0_8) == transfer(b, 0_8)
  end function

  ! Sources and receivers by their place in the global grid.
  subroutine points(domain, first, extents)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: first(:, :), extents(:, :)
    integer, parameter :: many = 40
    integer :: at(3, many), i, b
    real(wp) :: got(many), want(many)
    call domain%create_field('u')
    do b = 1, domain%blocks
      call frame%upload(of_block('u', b), values(first(:, b), extents(:, b), 1))
    end do
    do i = 1, many
      at(:, i) = [1 + modulo(5*i, n(1)), 1 + modulo(7*i, n(2)), 1 + modulo(11*i, n(3))]
      want(i) = value_at(at(1, i), at(2, i), at(3, i), 1) + real(i, wp)
    end do
    call frame%add_at('u', at, [(real(i, wp), i=1, many)])
    call frame%sample('u', at, got)
    call check(all(got == want), 'points of the global grid')
    call frame%destroy_field('u')
  end subroutine

  subroutine refusals()
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), target :: a(8, 8, 4)
    integer :: first(3, 2), extents(3, 2), m(3)
    real(wp) :: got(1)
    m = [8, 8, 8*ranks]
    first = reshape([1, 1, 8*rank + 1, 1, 1, 8*rank + 5], [3, 2])
    extents = reshape([8, 8, 4, 8, 8, 4], [3, 2])
    a = 1
    call domain%create(frame, m, first=first(:2, :), extents=extents, stat=stat, errmsg=why)
    call refused('two rows', 'must have as many rows as global')
    call domain%create(frame, m, first=first, extents=extents(:, :1), stat=stat, errmsg=why)
    call refused('fewer extents', 'must have as many rows as global')
    call domain%create(frame, m, first=first, extents=extents - reshape([0, 0, 0, 0, 0, 1], [3, 2]), stat=stat, errmsg=why)
    call refused('gaps', 'there are gaps')
    call domain%create(frame, m, first=first - reshape([0, 0, 0, 0, 0, 1], [3, 2]), extents=extents, stat=stat, errmsg=why)
    call refused('overlaps', 'block 1 of rank 0 and block 2 of rank 0 overlap')
    call domain%create(frame, m, first=reshape([1, 1, 8*rank + 1, 1, 1, 8*rank + 5, 5, 1, 8*rank + 5], [3, 3]), &
      extents=reshape([8, 8, 4, 4, 8, 4, 4, 8, 4], [3, 3]), stat=stat, errmsg=why)
    call refused('faces that do not meet whole', 'lie parts of several boxes')
    call domain%create(frame, m, first=first, extents=extents)
    call domain%create_field('u', halo=6)
    call domain%create_field('f')
    call frame%upload('u', a, stat=stat, errmsg=why)
    call refused('all blocks at once', 'lies on 2 blocks of this rank; name one of them: u#1 to u#2')
    call domain%create_field('u', stat=stat, errmsg=why)
    call refused('twice', 'is there already')
    call frame%create_field('u', [4, 4], stat=stat, errmsg=why)
    call refused('the name of all blocks', 'is there already')
    call step%create(frame, 'refusals')
    call step%exchange(domain, 'u', stat=stat, errmsg=why)
    call refused('thin blocks', 'block 1 of rank 0 has 4 points along z')
    call step%exchange(domain, 'u#1', layers=2, stat=stat, errmsg=why)
    call refused('one block', 'lies on block 1 of this rank, which has 2')
    call step%apply('laplacian', 'u', 'none', [1.0_wp, 1.0_wp, 1.0_wp], stat=stat, errmsg=why)
    call refused('a field that is not there', 'field ''none'' is not known')
    call frame%create_field('whole', [8, 8, 4], first=first(:, 1))
    call step%pointwise('whole', 'u', stat=stat, errmsg=why)
    call refused('blocks into one field', 'begins at point')
    call frame%sample('u#2', reshape([1, 1, 1], [3, 1]), got, stat=stat, errmsg=why)
    call refused('points of one block', 'name u')
    call frame%poisson('u#1', 'f#1', [1.0_wp, 1.0_wp, 1.0_wp], 'dirichlet', stat=stat, errmsg=why)
    call refused('poisson on one block', 'name u')
    if (ranks > 1) then
      call domain%create(frame, m, first=merge(first, 0*first, rank == 0), extents=extents, stat=stat, errmsg=why)
      call refused('a block outside', 'which is not within 1 to')
    end if
  end subroutine
end program
