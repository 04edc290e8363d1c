! Lists whose exchange comes every n-th run: every CASE. The same list with an exchange at every run, over the same ranks, and plain loops
! over the whole grid give the bits that are expected. One that fails says so and aborts with code 3.
program every_runs
  use rank_testing
  implicit none

  call begin()
  select case (which)
  case ('answers')
    call heat([16, 30, 33], [.true., .true., .true.], 3, 1)
    call heat([16, 30, 33], [.false., .false., .false.], 2, 1)
    call heat([16, 33, 30], [.true., .false., .false.], 4, 2)
    call heat([20, 64, 1], [.false., .true., .false.], 3, 1)
    call wave([12, 40, 44], 2)
    call wave([12, 40, 44], 3)
    call heat([16, 30, 33], [.true., .true., .true.], 3, 1, chosen=.true.)
    call heat([16, 33, 30], [.true., .false., .false.], 4, 2, chosen=.true.)
    call heat([20, 64, 1], [.false., .true., .false.], 5, 1, chosen=.true.)
  case ('chosen')
    call thinner()
    call chosen()
  case ('refusals')
    call refusals()
  case default
    call check(.false., 'no such case')
  end select
  call finish('every')

contains

  elemental real(wp) function value_at(i, j, k, c)
    integer, intent(in) :: i, j, k, c
    value_at = sin(real(i + 31*j + 1009*k + 7*c, wp))
  end function

  function values(n, c) result(a)
    integer, intent(in) :: n(3), c
    real(wp), allocatable, target :: a(:, :, :)
    integer :: i, j, k
    allocate (a(n(1), n(2), n(3)))
    do k = 1, n(3)
      do j = 1, n(2)
        a(:, j, k) = value_at([(i, i=1, n(1))], j, k, c)
      end do
    end do
  end function

  ! Boxes in slabs along the last axis, or four of them in a square.
  subroutine divide(domain, n, dims, periodic)
    type(domain_t), intent(inout) :: domain
    integer, intent(in) :: n(3), dims
    logical, intent(in) :: periodic(3)
    integer :: p(3), at(3), from(3), to(3)
    p = 1
    p(dims) = ranks
    if (ranks == 4 .and. dims == 3) p = [1, 2, 2]
    at = [0, modulo(rank, p(2)), rank/p(2)]
    from = at*n/p
    to = (at + 1)*n/p
    call domain%create(frame, n(:dims), periodic(:dims), first=from(:dims) + 1, extents=to(:dims) - from(:dims))
  end subroutine

  ! u <- u + c f (sum of the neighbours at a distance), so many runs with an exchange every n-th, and by plain loops.
  ! chosen: n is chosen, up to so many runs.
  subroutine heat(n, periodic, runs, reach, chosen)
    integer, intent(in) :: n(3), runs, reach
    logical, intent(in) :: periodic(3)
    logical, intent(in), optional :: chosen
    integer, parameter :: parts(4) = [1, 7, 41, 5]
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: u(:, :, :), w(:, :, :), f(:, :, :), got(:, :, :)
    character(200) :: text
    integer :: dims, s, r, l, h(3)
    dims = merge(3, 2, n(3) > 1)
    h = 0
    h(:dims) = reach
    call divide(domain, n, dims, periodic)
    call domain%create_field('u', halo=runs*reach)
    call domain%create_field('v', halo=runs*reach)
    call domain%create_field('f', halo=runs*reach)
    u = values(n, 1)
    f = values(n, 2)
    call put('u', dims, part_of(u, domain))
    call put('f', dims, part_of(f, domain))
    call step%create(frame, 'heat')
    call step%exchange(domain, 'u', layers=reach, every=merge(0, runs, present(chosen)))
    if (domain%edges /= '') call step%fill('u', faces=trim(domain%edges), kind='constant', value=0.0_wp)
    if (reach == 1) text = 'u + c*f*((u[-1,0,0] + u[1,0,0]) + (u[0,-1,0] + u[0,1,0]) + (u[0,0,-1] + u[0,0,1]))'
    if (reach == 2) text = 'u + c*f*((u[-2,0,0] + u[2,0,0]) + (u[0,-2,0] + u[0,2,0]) + (u[0,0,-2] + u[0,0,2]))'
    if (dims == 2) text = 'u + c*f*((u[-1,0] + u[1,0]) + (u[0,-1] + u[0,1]))'
    call step%pointwise('v', trim(text), 'c', [0.1_wp])
    call step%swap('u', 'v')
    allocate (w(1 - h(1):n(1) + h(1), 1 - h(2):n(2) + h(2), 1 - h(3):n(3) + h(3)), got(n(1), n(2), n(3)))
    do r = 1, size(parts)
      if (r == 3) call step%set('c', 0.05_wp)
      call step%run(times=parts(r))
      do s = 1, parts(r)
        w = 0
        w(1:n(1), 1:n(2), 1:n(3)) = u
        do l = 1, reach
          if (periodic(1)) w(1 - l, :, :) = w(n(1) + 1 - l, :, :)
          if (periodic(1)) w(n(1) + l, :, :) = w(l, :, :)
          if (periodic(2)) w(:, 1 - l, :) = w(:, n(2) + 1 - l, :)
          if (periodic(2)) w(:, n(2) + l, :) = w(:, l, :)
          if (periodic(3)) w(:, :, 1 - l) = w(:, :, n(3) + 1 - l)
          if (periodic(3)) w(:, :, n(3) + l) = w(:, :, l)
        end do
        u = next(u, w, f, n, h, merge(0.1_wp, 0.05_wp, r < 3))
      end do
      call into_whole('u', domain, got)
      call check(all(part_of(got, domain) == part_of(u, domain)), 'heat with an exchange every n-th run')
    end do
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('v')
    call frame%destroy_field('f')
  end subroutine

  function next(u, w, f, n, h, c)
    integer, intent(in) :: n(3), h(3)
    real(wp), intent(in) :: u(:, :, :), w(1 - h(1):, 1 - h(2):, 1 - h(3):), f(:, :, :), c
    real(wp) :: next(n(1), n(2), n(3))
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          next(i, j, k) = (w(i - h(1), j, k) + w(i + h(1), j, k)) + (w(i, j - h(2), k) + w(i, j + h(2), k))
          if (h(3) > 0) next(i, j, k) = next(i, j, k) + (w(i, j, k - h(3)) + w(i, j, k + h(3)))
          next(i, j, k) = u(i, j, k) + c*f(i, j, k)*next(i, j, k)
        end do
      end do
    end do
  end function

  ! The wave equation of radius 4, whose two levels swap, beside the same list with an exchange at every run.
  subroutine wave(n, runs)
    integer, intent(in) :: n(3), runs
    type(domain_t) :: domain
    type(sequence_t) :: wide, plain
    real(wp), allocatable, target :: a(:, :, :), b(:, :, :)
    integer :: i
    call divide(domain, n, 3, [.true., .false., .true.])
    do i = 1, 6
      call domain%create_field('pqlPQL'(i:i), halo=merge(4*runs, 4, i < 4), temporary=modulo(i, 3) == 0)
    end do
    do i = 1, 2
      call put('pq'(i:i), 3, part_of(values(n, i), domain))
      call put('PQ'(i:i), 3, part_of(values(n, i), domain))
    end do
    call wide%create(frame, 'wave')
    call wide%exchange(domain, 'p,q', every=runs)
    call leap(wide, domain, 'p', 'q', 'l')
    call plain%create(frame, 'plain wave')
    call plain%exchange(domain, 'P')
    call leap(plain, domain, 'P', 'Q', 'L')
    allocate (a(domain%extents(1), domain%extents(2), domain%extents(3)))
    b = a
    call wide%run(times=8*runs + 1)
    call plain%run(times=8*runs + 1)
    call frame%download('p', a)
    call frame%download('P', b)
    call check(all(a == b) .and. maxval(abs(a)) > 1e-3_wp, 'a wave with an exchange every n-th run')
    call wide%destroy()
    call plain%destroy()
    call domain%destroy()
    do i = 1, 6
      call frame%destroy_field('pqlPQL'(i:i))
    end do
  end subroutine

  subroutine leap(list, domain, p, q, l)
    type(sequence_t), intent(in) :: list
    type(domain_t), intent(in) :: domain
    character(*), intent(in) :: p, q, l
    real(wp), parameter :: w(5) = [-205.0_wp/72, 8.0_wp/5, -1.0_wp/5, 8.0_wp/315, -1.0_wp/560]
    if (domain%edges /= '') call list%fill(p, faces=trim(domain%edges), kind='mirror', layers=4)
    call list%apply('laplacian_high', p, l, [w, w, w])
    call list%pointwise(q, '2*'//p//' - '//q//' + k*'//l, 'k', [0.1_wp])
    call list%swap(p, q)
  end subroutine

  ! All ranks take the same n, from 1 to what the thinnest halo allows, and the report says what they measured. Where the grid is divided along x that is 1.
  subroutine chosen()
    type(domain_t) :: domain
    type(sequence_t) :: step
    integer :: taken, n(3)
    n = [12, 24, 24*ranks]
    call divide(domain, n, 3, [.true., .true., .true.])
    call domain%create_field('u', halo=5)
    call domain%create_field('v', halo=5)
    call domain%create_field('f', halo=4)
    call step%create(frame, 'chosen')
    call step%exchange(domain, 'u', layers=1, every=0)
    call step%pointwise('v', 'f + u[0,0,-1] - u[0,0,1]')
    call step%swap('u', 'v')
    call step%run(times=17)
    call check(told('sequence chosen: measured ') > 0, 'the report has the times of 1 and 2 runs')
    call step%run(times=300)
    taken = told('sequence chosen: exchanges at ')
    call check(taken >= 1 .and. taken <= 4, 'the report says which n is taken')
    call step%run(times=3*taken + 1) ! ranks of another n would send messages of other sizes
    if (rank == 0) print '(a, i0, a)', 'an exchange at one run in ', taken, ' is taken'
    if (ranks == 1) return
    call step%destroy()
    call domain%create(frame, [8*ranks, 8, 8], first=[8*rank + 1, 1, 1], extents=[8, 8, 8])
    call domain%create_field('w', halo=4)
    call domain%create_field('W', halo=4)
    call step%create(frame, 'along x')
    call step%exchange(domain, 'w', layers=1, every=0)
    call step%apply('laplacian', 'w', 'W', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%run(times=9)
    call check(told('exchange of w: at every run, because the grid is divided along x') > 0, 'the report says why')
  end subroutine

  ! One rank has fields of a thinner halo. One that travels keeps all ranks at an exchange for each run, and a given n is refused. One that
  ! does not limits n on all ranks.
  subroutine thinner()
    type(domain_t) :: domain
    type(sequence_t) :: step
    character(15) :: halos
    integer :: taken, last
    last = merge(2, 4, rank == ranks - 1)
    call divide(domain, [12, 24, 24*ranks], 3, [.true., .true., .true.])
    call domain%create_field('p', halo=4)
    call domain%create_field('q', halo=4)
    call domain%create_field('g', halo=last)
    call domain%create_field('r', halo=last)
    call step%create(frame, 'written')
    call step%exchange(domain, 'p', layers=1, every=0)
    call step%pointwise('q', 'p[0,0,-1] - p[0,0,1]')
    call step%pointwise('r', 'q')
    call step%swap('p', 'q')
    call step%run(times=300, stat=stat, errmsg=why)
    call check(stat == 0, 'a rank with a thinner halo of a field that is written', why)
    taken = told('sequence written: exchanges at ')
    call check(taken == 1 .or. taken == 2, 'no rank takes more than the thinnest halo allows')
    call step%destroy()
    call step%create(frame, 'thinner')
    call step%exchange(domain, 'p', layers=1, every=0)
    call step%pointwise('q', 'g + p[0,0,-1] - p[0,0,1]')
    call step%swap('p', 'q')
    call step%run(times=300, stat=stat, errmsg=why)
    call check(stat == 0, 'a rank with a thinner halo', why)
    if (ranks > 1) call check(told('with the same one, exchanges could come less often') == 1, 'the report names the field')
    call step%destroy()
    call step%create(frame, 'given')
    call step%exchange(domain, 'p', layers=1, every=2)
    call step%pointwise('q', 'g + p[0,0,-1] - p[0,0,1]')
    call step%run(times=300, stat=stat, errmsg=why)
    if (ranks == 1) call check(stat == 0, 'a given n', why)
    halos = merge('2 here and of 4', '4 here and of 2', last == 2)
    if (ranks > 1) call refused('halos that differ', 'field g has a halo of '//halos//' on rank')
    call step%destroy()
    call domain%destroy()
  end subroutine

  ! The number behind the first line of the report, which rank 0 writes, with these words: 1 where there is none, 0 where there is no such line.
  integer function told(words)
    character(*), intent(in) :: words
    character(400) :: line
    integer :: unit, at, ios, ierr
    told = 0
    open (newunit=unit, status='scratch')
    call frame%report(unit)
    rewind (unit)
    do while (told == 0)
      read (unit, '(a)', iostat=ios) line
      if (ios /= 0) exit
      at = index(line, words)
      if (at == 0) cycle
      told = 1
      at = index(line, 'one run in ', back=.true.)
      if (at > 0) read (line(at + len('one run in '):), *, iostat=ios) told
    end do
    close (unit)
    call MPI_Bcast(told, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end function

  subroutine refusals()
    type(domain_t) :: domain
    type(sequence_t) :: step, other
    integer :: n(3), begin, now, rate
    n = [8, 8, 8*ranks]
    call domain%create(frame, n, first=[1, 1, 8*rank + 1], extents=[8, 8, 8])
    call domain%create_field('u', halo=4)
    call domain%create_field('v', halo=4)
    call domain%create_field('w', halo=3)
    call step%create(frame, 'refusals')
    call step%exchange(domain, 'u', layers=2, every=3, stat=stat, errmsg=why)
    call refused('too thin a halo', '6 layers of field u, which has a halo of 4')
    call step%exchange(domain, 'u', every=-1, stat=stat, errmsg=why)
    call refused('every -1', 'every=-1, 1 to 64 expected, or 0')
    call step%exchange(domain, 'u', every=0, stat=stat, errmsg=why)
    call refused('every 0 alone', 'every=0 needs layers=')
    call step%exchange(domain, 'u', layers=5, every=0, stat=stat, errmsg=why)
    call refused('more layers than the halo', '5 layers of field u, which has a halo of 4')
    call step%exchange(domain, 'u', every=5, stat=stat, errmsg=why)
    call refused('more runs than layers', 'every=5 needs fields with a halo of at least 5')
    call step%exchange(domain, 'u', layers=1, every=4)
    call step%exchange(domain, 'v', stat=stat, errmsg=why)
    call refused('two exchanges', 'every=4 takes operators, fills and swaps alone')
    call step%reduce('sum', 'u', 'total', stat=stat, errmsg=why)
    call refused('a reduction', 'every=4 takes operators, fills and swaps alone')
    call step%pointwise('w', 'u', stat=stat, errmsg=why)
    call refused('a thin field', 'need a halo of 4')
    call step%pointwise('v', 'u[0,0,2]', stat=stat, errmsg=why)
    call refused('too far', 'field u is read 2 layers away')
    call step%pointwise('u', 'v[0,0,1]', stat=stat, errmsg=why)
    call refused('a field that does not travel', 'field v is read 1 layers away')
    call step%apply('laplacian', 'u', 'v', [1.0_wp, 1.0_wp, 1.0_wp], core=1, stat=stat, errmsg=why)
    call refused('a region', 'takes operators on whole fields')
    if (ranks > 1) then
      call step%fill('u', faces='all', kind='mirror', stat=stat, errmsg=why)
      call refused('a face between ranks', 'lies another box')
    end if
    call step%pointwise('v', 'u[0,0,1]')
    call step%swap('u', 'v')
    call step%pointwise('v', 'u', stat=stat, errmsg=why)
    call refused('an operator behind a swap', 'then swaps')
    call step%run(times=9)
    call other%create(frame, 'second entry')
    call other%pointwise('v', 'u')
    call other%exchange(domain, 'u', layers=1, every=4, stat=stat, errmsg=why)
    call refused('not at the beginning', 'at the beginning of a list')
    if (ranks == 1) return
    call step%destroy()
    call step%create(frame, 'a field that goes')
    call step%exchange(domain, 'u', layers=1, every=4)
    call step%pointwise('v', 'u[0,0,1]')
    if (rank == 1) call frame%destroy_field('v')
    call system_clock(begin, rate)
    call step%run(times=9, stat=stat, errmsg=why)
    call system_clock(now)
    call refused('a rank without a field', merge('v', ' ', rank == 1))
    call check(now - begin < 20*rate, 'no rank waits for the one without a field')
  end subroutine
end program
