! Fields over ranks: domains CASE. Every rank has its box of a global grid, exchanges halos in a list, and compares with plain loops
! over the whole grid, bit for bit. One that fails says so and aborts with code 3.
program domains
  use, intrinsic :: iso_fortran_env, only: int64, real32
  use rank_testing
  implicit none
  integer, parameter :: steps = 5
  integer :: ierr

  call begin()
  select case (which)
  case ('answers')
    call heat([13, 11, 9], [.true., .true., .true.], 1)
    call heat([13, 11, 9], [.false., .true., .false.], 2)
    call heat([24, 18, 1], [.false., .true., .false.], 1)
    call heat([8, 6, 24], [.true., .false., .false.], 2)
    call corners([12, 10, 9], 2)
    call red_black([13, 11, 9])
    call components([10, 9, 8])
    call slabs([8, 7, 3*ranks])
    call cartesian([12, 10, 11])
  case default
    call check(.false., 'no such case')
  end select
  call finish('domains')

contains

  ! A value of the global point, of component c: no two are alike, and differences round.
  elemental real(wp) function value_at(i, j, k, c)
    integer, intent(in) :: i, j, k, c
    value_at = sin(real(i + 31*j + 1009*k + 7*c, wp))
  end function

  ! The box of the domain with its values, halo NaN.
  function part(domain, halo, dims, c) result(a)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: halo, dims, c
    real(wp), allocatable :: a(:, :, :)
    integer :: first(3), n(3), h(3), i, j, k
    first = 1; n = 1; h = 0
    first(:dims) = domain%first
    n(:dims) = domain%extents
    h(:dims) = halo
    allocate (a(1 - h(1):n(1) + h(1), 1 - h(2):n(2) + h(2), 1 - h(3):n(3) + h(3)), source=ieee_value(1.0_wp, ieee_quiet_nan))
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          a(i, j, k) = value_at(first(1) + i - 1, first(2) + j - 1, first(3) + k - 1, c)
        end do
      end do
    end do
  end function

  ! The whole grid with a halo that wraps or is 0.
  subroutine around(a, n, halo, periodic)
    integer, intent(in) :: n(3), halo(3)
    real(wp), intent(inout) :: a(1 - halo(1):, 1 - halo(2):, 1 - halo(3):)
    logical, intent(in) :: periodic(3)
    integer :: l
    do l = 1, halo(1)
      a(1 - l, :, :) = merge(a(n(1) + 1 - l, :, :), 0.0_wp, periodic(1))
      a(n(1) + l, :, :) = merge(a(l, :, :), 0.0_wp, periodic(1))
    end do
    do l = 1, halo(2)
      a(:, 1 - l, :) = merge(a(:, n(2) + 1 - l, :), 0.0_wp, periodic(2))
      a(:, n(2) + l, :) = merge(a(:, l, :), 0.0_wp, periodic(2))
    end do
    do l = 1, halo(3)
      a(:, :, 1 - l) = merge(a(:, :, n(3) + 1 - l), 0.0_wp, periodic(3))
      a(:, :, n(3) + l) = merge(a(:, :, l), 0.0_wp, periodic(3))
    end do
  end subroutine

  ! u <- u + 0.1 (sum of the six or four neighbours at a distance) by Drawbridge over ranks, and on each rank whole.
  subroutine heat(n, periodic, reach)
    integer, intent(in) :: n(3), reach
    logical, intent(in) :: periodic(3)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: mine(:, :, :)
    real(wp), allocatable :: u(:, :, :), v(:, :, :)
    character(200) :: text
    integer :: dims, h(3), i, j, k, s, f(3), l(3)
    dims = merge(3, 2, n(3) > 1)
    h = 0
    h(:dims) = reach
    call domain%create(frame, n(:dims), periodic(:dims))
    call frame%create_field('u', domain%extents, halo=reach, first=domain%first)
    call frame%create_field('v', domain%extents, halo=reach, first=domain%first)
    mine = part(domain, 0, dims, 1)
    call put('u', dims, mine)
    call step%create(frame, 'heat over ranks')
    call step%exchange(domain, 'u')
    if (domain%edges /= '') call step%fill('u', faces=trim(domain%edges), kind='constant', value=0.0_wp)
    if (reach == 1) text = 'u + 0.1*((u[-1,0,0] + u[1,0,0]) + (u[0,-1,0] + u[0,1,0]) + (u[0,0,-1] + u[0,0,1]))'
    if (reach == 2) text = 'u + 0.1*((u[-2,0,0] + u[2,0,0]) + (u[0,-2,0] + u[0,2,0]) + (u[0,0,-2] + u[0,0,2]))'
    if (dims == 2) text = 'u + 0.1*((u[-1,0] + u[1,0]) + (u[0,-1] + u[0,1]))'
    call step%pointwise('v', trim(text))
    call step%swap('u', 'v')
    call step%run(times=steps)
    call get('u', dims, mine)
    allocate (u(1 - h(1):n(1) + h(1), 1 - h(2):n(2) + h(2), 1 - h(3):n(3) + h(3)), source=0.0_wp)
    do k = 1, n(3)
      do j = 1, n(2)
        u(1:n(1), j, k) = value_at([(i, i=1, n(1))], j, k, 1)
      end do
    end do
    v = u
    do s = 1, steps
      call around(u, n, h, periodic)
      do k = 1, n(3)
        do j = 1, n(2)
          do i = 1, n(1)
            v(i, j, k) = (u(i - reach, j, k) + u(i + reach, j, k)) + (u(i, j - reach, k) + u(i, j + reach, k))
            if (dims == 3) v(i, j, k) = v(i, j, k) + (u(i, j, k - reach) + u(i, j, k + reach))
            v(i, j, k) = u(i, j, k) + 0.1_wp*v(i, j, k)
          end do
        end do
      end do
      u = v
    end do
    f = 1
    f(:dims) = domain%first
    l = f + shape(mine) - 1
    call check(all(mine == u(f(1):l(1), f(2):l(2), f(3):l(3))), 'heat has the bits of the whole grid')
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('v')
  end subroutine

  ! After an exchange every point of the halo has the value of its place in the periodic grid: faces, edges, corners. Fewer layers
  ! leave the others as they were.
  subroutine corners(n, halo)
    integer, intent(in) :: n(3), halo
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :)
    integer :: layers
    call domain%create(frame, n, [.true., .true., .true.])
    call frame%create_field('u', domain%extents, halo=halo, first=domain%first)
    a = part(domain, 0, 3, 1)
    call frame%upload('u', a)
    do layers = 1, halo
      call step%create(frame, 'corners')
      call step%exchange(domain, 'u', layers=layers)
      call step%run()
      a = part(domain, halo, 3, 1)
      call frame%download('u', a, interior=[halo + 1, halo + domain%extents(1), halo + 1, halo + domain%extents(2), halo + 1, &
          halo + domain%extents(3)], layers=layers)
      call check(wraps(cut(a, halo - layers), layers, domain%first, domain%extents, n), &
                 'faces, edges and corners')
    end do
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
  end subroutine

  ! An array without layers around it.
  function cut(a, layers)
    real(wp), intent(in) :: a(:, :, :)
    integer, intent(in) :: layers
    real(wp), allocatable :: cut(:, :, :)
    cut = a(1 + layers:size(a, 1) - layers, 1 + layers:size(a, 2) - layers, 1 + layers:size(a, 3) - layers)
  end function

  logical function wraps(a, layers, first, extents, n)
    real(wp), intent(in) :: a(:, :, :)
    integer, intent(in) :: layers, first(3), extents(3), n(3)
    integer :: i, j, k, at(3)
    wraps = .true.
    do k = 1, extents(3) + 2*layers
      do j = 1, extents(2) + 2*layers
        do i = 1, extents(1) + 2*layers
          at = modulo(first - 2 + [i, j, k] - layers, n) + 1
          wraps = wraps .and. a(i, j, k) == value_at(at(1), at(2), at(3), 1)
        end do
      end do
    end do
  end function

  ! Red-black Gauss-Seidel with an exchange before each colour: the bits do not depend on the ranks.
  subroutine red_black(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :), b(:, :, :)
    integer(int64) :: whole
    call domain%create(frame, n)
    call frame%create_field('u', domain%extents, halo=1, first=domain%first)
    call frame%create_field('f', domain%extents, halo=0, first=domain%first)
    a = part(domain, 0, 3, 1)
    call frame%upload('u', a)
    b = part(domain, 0, 3, 2)
    call frame%upload('f', b)
    call step%create(frame, 'relax')
    call step%fill('u', faces='all', kind='constant', value=0.0_wp)
    call step%exchange(domain, 'u')
    call step%apply('gauss_seidel_red', 'f', 'u', [1.0_wp, 1.1_wp, 1.2_wp])
    call step%exchange(domain, 'u')
    call step%apply('gauss_seidel_black', 'f', 'u', [1.0_wp, 1.1_wp, 1.2_wp])
    call step%run(times=3)
    a = 0
    call frame%download('u', a)
    whole = sum_of_bits(a)
    call judge_alone(n, whole)
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
    call frame%destroy_field('f')
  end subroutine

  subroutine judge_alone(n, whole)
    integer, intent(in) :: n(3)
    integer(int64), intent(in) :: whole
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :), b(:, :, :)
    integer :: i, j, k
    allocate (a(n(1), n(2), n(3)), b(n(1), n(2), n(3)))
    do k = 1, n(3)
      do j = 1, n(2)
        a(:, j, k) = value_at([(i, i=1, n(1))], j, k, 1)
        b(:, j, k) = value_at([(i, i=1, n(1))], j, k, 2)
      end do
    end do
    call frame%create_field('p', n, halo=1)
    call frame%create_field('q', n, halo=0)
    call frame%upload('p', a)
    call frame%upload('q', b)
    call step%create(frame, 'alone')
    call step%fill('p', faces='all', kind='constant', value=0.0_wp)
    call step%apply('gauss_seidel', 'q', 'p', [1.0_wp, 1.1_wp, 1.2_wp])
    call step%run(times=3)
    call frame%download('p', a)
    call check(all_ranks(whole) == transferred(a), 'red and black over ranks has the bits of one box')
    call step%destroy()
    call frame%destroy_field('p')
    call frame%destroy_field('q')
  end subroutine

  ! Wraps around: an order-free fingerprint of the bits.
  integer(int64) function transferred(a)
    real(wp), intent(in) :: a(:, :, :)
    integer :: i, j, k
    transferred = 0
    do k = 1, size(a, 3)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          transferred = ieor(transferred, ishftc(transfer(a(i, j, k), 1_int64), mod(i + 7*j + 13*k, 63)))
        end do
      end do
    end do
  end function

  integer(int64) function sum_of_bits(a)
    real(wp), intent(in) :: a(:, :, :)
    integer :: i, j, k, f(3)
    type(domain_t) :: domain
    call domain%create(frame, [13, 11, 9])
    f = domain%first - 1
    sum_of_bits = 0
    do k = 1, size(a, 3)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          sum_of_bits = ieor(sum_of_bits, ishftc(transfer(a(i, j, k), 1_int64), mod(i + f(1) + 7*(j + f(2)) + 13*(k + f(3)), 63)))
        end do
      end do
    end do
    call domain%destroy()
  end function

  integer(int64) function all_ranks(mine)
    integer(int64), intent(in) :: mine
    integer :: ierr
    call MPI_Allreduce(mine, all_ranks, 1, MPI_INTEGER8, MPI_BXOR, MPI_COMM_WORLD, ierr)
  end function

  ! Several fields at a time: components, float beside double.
  subroutine components(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: y(:, :, :, :), a(:, :, :)
    real(real32), allocatable, target :: g(:, :, :)
    integer :: c, e(3)
    call domain%create(frame, n, [.true., .true., .true.])
    e = domain%extents
    call frame%create_field('Y', e, halo=2, components=3, first=domain%first)
    call frame%create_field('g', e, halo=1, precision='float', first=domain%first)
    allocate (y(e(1), e(2), e(3), 3))
    do c = 1, 3
      y(:, :, :, c) = part(domain, 0, 3, c)
    end do
    call frame%upload('Y', y, 1)
    g = real(part(domain, 0, 3, 4), real32)
    call frame%upload('g', g)
    call step%create(frame, 'several')
    call step%exchange(domain, 'Y g', layers=1)
    call step%run()
    do c = 1, 3
      a = part(domain, 1, 3, 1)
      call frame%download('Y('//char(48 + c)//')', a, interior=[2, e(1) + 1, 2, e(2) + 1, 2, e(3) + 1], layers=1)
      call check(alike(a, domain, n, c), 'a component')
    end do
    deallocate (g)
    allocate (g(e(1) + 2, e(2) + 2, e(3) + 2), source=0.0_real32)
    call frame%download('g', g, interior=[2, e(1) + 1, 2, e(2) + 1, 2, e(3) + 1], layers=1)
    a = real(g, wp)
    call check(alike(a, domain, n, 4, .true.), 'a field of floats')
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('Y')
    call frame%destroy_field('g')
  end subroutine

  logical function alike(a, domain, n, c, single)
    real(wp), intent(in) :: a(:, :, :)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: n(3), c
    logical, intent(in), optional :: single
    real(wp) :: want
    integer :: i, j, k, at(3)
    alike = .true.
    do k = 1, size(a, 3)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          at = modulo(domain%first - 3 + [i, j, k], n) + 1
          want = value_at(at(1), at(2), at(3), c)
          if (present(single)) want = real(real(want, real32), wp)
          alike = alike .and. a(i, j, k) == want
        end do
      end do
    end do
  end function

  ! Boxes that the solver chose: slabs along z in the reverse order of the ranks.
  subroutine slabs(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :)
    integer :: extents(3)
    extents = [n(1), n(2), 3]
    call domain%create(frame, n, [.true., .true., .true.], first=[1, 1, 3*(ranks - 1 - rank) + 1], extents=extents)
    call check(all(domain%extents == extents) .and. domain%edges == '', 'the box is the one that was given')
    call check(domain%neighbours(6) == modulo(rank - 1, ranks) .and. domain%neighbours(1) == rank, 'the neighbours of slabs')
    call frame%create_field('u', extents, halo=3, first=domain%first)
    a = part(domain, 0, 3, 1)
    call frame%upload('u', a)
    call step%create(frame, 'slabs')
    call step%exchange(domain, 'u', layers=2)
    call step%run()
    a = part(domain, 3, 3, 1)
    call frame%download('u', a, interior=[4, 3 + n(1), 4, 3 + n(2), 4, 6], layers=2)
    call check(wraps(cut(a, 1), 2, domain%first, extents, n), 'slabs exchange')
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
  end subroutine

  ! A Cartesian communicator of the solver, which is freed at once.
  subroutine cartesian(n)
    integer, intent(in) :: n(3)
    type(domain_t) :: domain
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :)
    integer :: comm, dims(3), at(3), ierr, me
    dims = 0
    call MPI_Dims_create(ranks, 3, dims, ierr)
    call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, [.true., .true., .true.], .false., comm, ierr)
    call MPI_Comm_rank(comm, me, ierr)
    call MPI_Cart_coords(comm, me, 3, at, ierr)
    call domain%create(frame, n, comm=comm)
    call MPI_Comm_free(comm, ierr)
    call check(all(domain%first == at*n/dims + 1) .and. all(domain%first + domain%extents - 1 == (at + 1)*n/dims), &
               'the box has the coordinates of the communicator')
    call check(domain%edges == '', 'the communicator wraps')
    call frame%create_field('u', domain%extents, halo=2, first=domain%first)
    a = part(domain, 0, 3, 1)
    call frame%upload('u', a)
    call step%create(frame, 'cartesian')
    call step%exchange(domain, 'u')
    call step%run()
    a = part(domain, 2, 3, 1)
    call frame%download('u', a, interior=[3, 2 + domain%extents(1), 3, 2 + domain%extents(2), 3, 2 + domain%extents(3)], layers=2)
    call check(wraps(a, 2, domain%first, domain%extents, n), 'a Cartesian communicator exchanges')
    call domain%create(frame, n(1:2), comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call refused('a communicator without topology', 'has no Cartesian topology')
    call domain%create(frame, n, [.true., .true., .true.], comm=MPI_COMM_WORLD, stat=stat, errmsg=why)
    call refused('comm and periodic', 'leave periodic, first and extents out')
    call domain%create(frame, n, comm=MPI_COMM_NULL, stat=stat, errmsg=why)
    call refused('no communicator', 'MPI_COMM_NULL')
    call step%destroy()
    call domain%destroy()
    call frame%destroy_field('u')
  end subroutine
end program
