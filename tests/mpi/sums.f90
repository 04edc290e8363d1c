! Reductions of fields on a domain: sums CASE. Every rank gets the number of the whole grid. It must have the bits of an exact
! sum, which quadruple precision holds for these values. So they are the same for every number of ranks.
! One that fails says so and aborts with code 3.
program sums
  use, intrinsic :: iso_fortran_env, only: real32, real128
  use mpi
  use drawbridge
  use rank_testing, only: wp, frame, which, rank, ranks, begin, finish, check
  implicit none
  integer, parameter :: qp = real128
  integer :: ierr
  character(8), parameter :: kinds(7) = [character(8) :: 'sum', 'min', 'max', 'norm1', 'norm2', 'norm_inf', 'dot']

  call begin()
  select case (which)
  case ('answers')
    call grid([13, 11, 9], 'double')
    call grid([40, 33, 1], 'double')
    call grid([13, 11, 9], 'float')
    call alone()
  case ('refusals')
    call refusals()
  case default
    call check(.false., 'no such case')
  end select
  call finish('sums')

contains

  logical function same_bits(a, b)
    real(wp), intent(in) :: a, b
    same_bits = transfer(a, 0_8) == transfer(b, 0_8)
  end function

  ! Values of one global point: their exponents differ by up to 20, their signs differ, and no two are alike.
  elemental real(wp) function value_at(i, j, k, c, single)
    integer, intent(in) :: i, j, k, c
    logical, intent(in) :: single
    value_at = sin(real(i + 31*j + 1009*k + 7*c, wp))*2.0_wp**modulo(i + 3*j + 5*k, 21)
    if (single) value_at = real(real(value_at, real32), wp)
  end function

  ! All kinds, at once and in a list, of fields on a domain of n points.
  subroutine grid(n, precision)
    integer, intent(in) :: n(3)
    character(*), intent(in) :: precision
    type(domain_t) :: domain
    type(sequence_t) :: list
    real(wp) :: got, want
    character(3) :: names
    integer :: dims, k
    dims = merge(3, 2, n(3) > 1)
    call domain%create(frame, n(:dims))
    call domain%create_field('a', halo=2, precision=precision)
    call domain%create_field('b', halo=0, precision=precision)
    call put(domain, dims, 'a', 1, precision == 'float')
    call put(domain, dims, 'b', 2, precision == 'float')
    call list%create(frame, 'sums')
    do k = 1, size(kinds)
      names = 'a'
      if (kinds(k) == 'dot') names = 'a b'
      call list%reduce(trim(kinds(k)), trim(names), kinds(k))
    end do
    call list%compute('twice', '2*sum')
    call list%run(times=2)
    do k = 1, size(kinds)
      want = reference(kinds(k), n, precision == 'float')
      if (kinds(k) == 'dot') then
        call frame%reduce('dot', 'a', got, 'b')
      else
        call frame%reduce(trim(kinds(k)), 'a', got)
      end if
      call check(same_bits(got, want), trim(kinds(k))//' of the whole grid')
      call list%get(trim(kinds(k)), got)
      call check(same_bits(got, want), trim(kinds(k))//' in a list')
      if (k == 1) call list%get('twice', got)
      if (k == 1) call check(same_bits(got, 2*want), 'a number of a sum')
    end do
    call part(domain, dims, n, precision == 'float')
    call list%destroy()
    call domain%destroy()
    call frame%destroy_field('a')
    call frame%destroy_field('b')
  end subroutine

  ! Two parts of each rank's box, whose sums are exact: together they are the whole.
  subroutine part(domain, dims, n, single)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: dims, n(3)
    logical, intent(in) :: single
    real(wp) :: core, rim, first, largest
    integer :: box(6)
    call frame%reduce('norm_inf', 'a', core, core=1)
    call frame%reduce('norm_inf', 'a', rim, rim=1)
    call check(same_bits(max(core, rim), reference('norm_inf', n, single)), 'core and rim are the whole')
    box = 1
    call frame%reduce('max', 'a', first, region=box(:2*dims))
    largest = maxval([value_at(domain%first(1), domain%first(2), merge(1, domain%first(dims), dims == 2), 1, single)])
    call MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    call check(same_bits(first, largest), 'the first point of every rank')
  end subroutine

  subroutine put(domain, dims, name, c, single)
    type(domain_t), intent(in) :: domain
    integer, intent(in) :: dims, c
    character(*), intent(in) :: name
    logical, intent(in) :: single
    real(wp), allocatable :: a(:, :, :)
    integer :: first(3), n(3), i, j, k
    first = 1; n = 1
    first(:dims) = domain%first
    n(:dims) = domain%extents
    allocate (a(n(1), n(2), n(3)))
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          a(i, j, k) = value_at(first(1) + i - 1, first(2) + j - 1, first(3) + k - 1, c, single)
        end do
      end do
    end do
    if (single .and. dims == 3) call frame%upload(name, real(a, real32))
    if (.not. single .and. dims == 3) call frame%upload(name, a)
    if (.not. single .and. dims == 2) call frame%upload(name, a(:, :, 1))
  end subroutine

  ! Plain loops over the whole grid in quadruple precision; products are rounded once.
  real(wp) function reference(kind, n, single)
    character(*), intent(in) :: kind
    integer, intent(in) :: n(3)
    logical, intent(in) :: single
    real(qp) :: total
    real(wp) :: x, y, low, high
    integer :: i, j, k
    total = 0
    low = huge(low)
    high = -huge(high)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          x = value_at(i, j, k, 1, single)
          y = value_at(i, j, k, 2, single)
          if (kind == 'norm1' .or. kind == 'norm_inf') x = abs(x)
          if (kind == 'norm2') y = x
          if (kind == 'norm2' .or. kind == 'dot') x = x*y
          total = total + x
          low = min(low, x)
          high = max(high, x)
        end do
      end do
    end do
    reference = real(total, wp)
    if (kind == 'norm2') reference = sqrt(reference)
    if (kind == 'min') reference = low
    if (kind == 'max' .or. kind == 'norm_inf') reference = high
  end function

  ! A field that is not on a domain is of its rank alone.
  subroutine alone()
    real(wp) :: a(5, 4), got
    a = rank + 1
    call frame%create_field('own', [5, 4], halo=0)
    call frame%upload('own', a)
    call frame%reduce('sum', 'own', got)
    call check(same_bits(got, 20.0_wp*(rank + 1)), 'a field of one rank')
    call frame%destroy_field('own')
  end subroutine

  ! Wrong calls are refused at once, on all ranks where they concern all.
  subroutine refusals()
    type(domain_t) :: domain, none
    real(wp) :: got
    character(400) :: text
    integer :: stat
    call none%create_field('a', stat=stat, errmsg=text)
    call check(stat == DRAWBRIDGE_ORDER .and. index(text, 'this domain was not created') > 0, text)
    call domain%create(frame, [8, 8, 8*ranks])
    call domain%create_field('a')
    call domain%create_field('a', stat=stat, errmsg=text)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(text, 'is there already') > 0, text)
    call frame%create_field('own', domain%extents, first=domain%first)
    call frame%reduce('dot', 'a', got, 'own', stat=stat, errmsg=text)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(text, 'not of the same domain') > 0, text)
    call frame%reduce('sum', 'a', got, core=-1, stat=stat, errmsg=text)
    call check(stat == DRAWBRIDGE_ARGUMENT .and. index(text, 'a width of 0 or more layers expected') > 0, text)
    call frame%reduce('sum fuse=no', 'a', got, stat=stat, errmsg=text)
    call check(index(text, "option 'fuse' is not known") > 0, text)
    if (ranks == 1) return
    call frame%reduce(merge('sum', 'max', rank == 0), 'a', got, stat=stat, errmsg=text)
    call check(stat == DRAWBRIDGE_ORDER .and. index(text, 'the ranks make different calls') > 0, text)
    call frame%reduce('sum', 'a', got)
    call check(got == 0, 'the ranks go on after a refusal')
  end subroutine
end program
