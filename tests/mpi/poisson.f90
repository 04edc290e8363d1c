! Poisson's equation over ranks: poisson CASE. The answer and all residuals must have the bits of a solution by each rank alone, and
! the residual must be small by plain loops. Some grids have levels that ranks divide; their extents divide evenly or do not.
program poisson_over_ranks
  use rank_testing
  implicit none
  character(9), parameter :: boundaries(3) = ['dirichlet', 'neumann  ', 'periodic ']
  integer :: b

  call begin()
  select case (which)
  case ('answers')
    do b = 1, 3
      call solve([70, 67, 61], [1.0_wp, 1.0_wp, 1.0_wp], boundaries(b))   ! the second level is divided, and uneven
      call solve([72, 64, 64], [1.0_wp, 1.0_wp, 1.0_wp], boundaries(b))   ! by the quick kernels
      call solve([390, 381, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
      call solve([13, 11, 9], [1.0_wp, 1.1_wp, 1.2_wp], boundaries(b))
      call solve([16, 8, 1], [0.1_wp, 0.1_wp, 0.0_wp], boundaries(b))
      call solve([4, 2, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))      ! one level
    end do
    call solve([70, 67, 61], [1.0_wp, 1.0_wp, 1.0_wp], 'neumann', edge=3) ! slabs of the solver, the first one thin
    call solve([3, 40, 20], [1.0_wp, 1.0_wp, 1.0_wp], 'dirichlet')
  case ('small')
    call solve([370, 361, 1], [1.0_wp, 1.0_wp, 0.0_wp], 'neumann')
    call solve([13, 11, 9], [1.0_wp, 1.1_wp, 1.2_wp], 'periodic')
  case ('tiny', 'mixed') ! mixed: some ranks have another device, and round otherwise
    call solve([9, 7, 1], [1.0_wp, 1.0_wp, 0.0_wp], 'neumann')
    if (which == 'tiny') call solve([8, 6, 6], [1.0_wp, 1.0_wp, 1.0_wp], 'periodic')
    if (which == 'tiny') call solve([10, 6, 32], [1.0_wp, 1.0_wp, 1.0_wp], 'dirichlet') ! ranks sweep over layers of their neighbours
    if (which == 'tiny') call solve([16, 16, 40], [1.0_wp, 1.0_wp, 1.0_wp], 'neumann')
  case ('refusals')
    call refusals()
  case ('late')
    call late()
  case default
    call check(.false., 'no such case')
  end select
  call finish('poisson')

contains

  ! edge: the first of slabs along y has so many points.
  subroutine solve(n, spacing, boundary, edge)
    integer, intent(in) :: n(3)
    real(wp), intent(in) :: spacing(3)
    character(*), intent(in) :: boundary
    integer, intent(in), optional :: edge
    type(domain_t) :: domain
    real(wp), target :: f(n(1), n(2), n(3)), u(n(1), n(2), n(3)), alone(n(1), n(2), n(3))
    real(wp) :: history(51), same(51)
    integer :: dims, cycles, others, from, to
    character(100) :: title
    dims = merge(3, 2, spacing(3) > 0)
    write (title, '(a,3(1x,i0),1x,a)') 'poisson', n, trim(boundary)
    call right_hand_side(f, boundary)
    ! the same first guess, and other layers of the halo than are used
    u = 1e-3_wp*f
    if (present(edge)) then
      from = merge(1, 1 + edge + ((rank - 1)*(n(2) - edge))/max(ranks - 1, 1), rank == 0)
      to = edge + (rank*(n(2) - edge))/max(ranks - 1, 1)
      if (ranks == 1) to = n(2)
      call domain%create(frame, n, first=[1, from, 1], extents=[n(1), to - from + 1, n(3)])
    else
      call domain%create(frame, n(:dims))
    end if
    call domain%create_field('u', halo=2)
    call domain%create_field('f', halo=0)
    call put('u', dims, part_of(u, domain))
    call put('f', dims, part_of(f, domain))
    call frame%poisson('u', 'f', spacing(:dims), trim(boundary), cycles=cycles, history=history)
    call frame%create_field('alone', n(:dims), halo=1)
    call frame%create_field('g', n(:dims), halo=0)
    call put('alone', dims, u)
    call put('g', dims, f)
    call frame%poisson('alone', 'g', spacing(:dims), trim(boundary), cycles=others, history=same)
    call into_whole('u', domain, u)
    call get('alone', dims, alone)
    call check(norm2(f - laplacian(alone, spacing, boundary)) <= 1.01e-10_wp*norm2(f), trim(title)//' by plain loops')
    if (which /= 'mixed') then
      call check(cycles == others .and. cycles > 0, trim(title)//' takes as many cycles')
      call check(all(transfer(history(:cycles + 1), [0_8]) == transfer(same(:cycles + 1), [0_8])), &
                 trim(title)//' has the same residuals')
      call check(all(part_of(u, domain) == part_of(alone, domain)), trim(title)//' has the bits of one rank')
    else
      call check(maxval(abs(part_of(u, domain) - part_of(alone, domain))) < 1e-8_wp*maxval(abs(alone)), trim(title)//' is near')
    end if
    call frame%destroy_field('u')
    call frame%destroy_field('f')
    call frame%destroy_field('alone')
    call frame%destroy_field('g')
    call domain%destroy()
  end subroutine

  ! The same values on all ranks.
  subroutine right_hand_side(f, boundary)
    real(wp), intent(out) :: f(:, :, :)
    character(*), intent(in) :: boundary
    integer :: i, j, k
    do k = 1, size(f, 3)
      do j = 1, size(f, 2)
        do i = 1, size(f, 1)
          f(i, j, k) = sin(real(i + 31*j + 1009*k, wp)) + 0.1_wp*cos(real(3*i, wp)/size(f, 1))
        end do
      end do
    end do
    if (boundary /= 'dirichlet') f = f - sum(f)/size(f)
  end subroutine

  ! In plain loops, with a layer of cells beyond each face.
  function laplacian(u, spacing, boundary) result(l)
    real(wp), intent(in) :: u(:, :, :), spacing(3)
    character(*), intent(in) :: boundary
    real(wp) :: l(size(u, 1), size(u, 2), size(u, 3)), w(0:size(u, 1) + 1, 0:size(u, 2) + 1, 0:size(u, 3) + 1), c(3)
    integer :: n(3), s
    n = shape(u)
    c = 0
    where (spacing > 0) c = 1/spacing**2
    w = 0
    w(1:n(1), 1:n(2), 1:n(3)) = u
    if (boundary == 'periodic') then
      w(0, :, :) = w(n(1), :, :);  w(n(1) + 1, :, :) = w(1, :, :)
      w(:, 0, :) = w(:, n(2), :);  w(:, n(2) + 1, :) = w(:, 1, :)
      w(:, :, 0) = w(:, :, n(3));  w(:, :, n(3) + 1) = w(:, :, 1)
    else
      s = merge(-1, 1, boundary == 'dirichlet') ! the sign of the cell beyond a face
      w(0, :, :) = s*w(1, :, :);  w(n(1) + 1, :, :) = s*w(n(1), :, :)
      w(:, 0, :) = s*w(:, 1, :);  w(:, n(2) + 1, :) = s*w(:, n(2), :)
      w(:, :, 0) = s*w(:, :, 1);  w(:, :, n(3) + 1) = s*w(:, :, n(3))
    end if
    associate (m => w(1:n(1), 1:n(2), 1:n(3)))
      l = c(1)*(w(:n(1) - 1, 1:n(2), 1:n(3)) - 2*m + w(2:, 1:n(2), 1:n(3))) + c(2)*(w(1:n(1), :n(2) - 1, 1:n(3)) - 2*m &
        + w(1:n(1), 2:, 1:n(3))) + c(3)*(w(1:n(1), 1:n(2), :n(3) - 1) - 2*m + w(1:n(1), 1:n(2), 2:))
    end associate
  end function

  ! The last rank does not solve: the others end with an error after their patience.
  subroutine late()
    type(domain_t) :: domain
    integer :: ierr
    character(60) :: words
    call domain%create(frame, [16, 16, 8*ranks])
    call domain%create_field('u', halo=1)
    call domain%create_field('f')
    if (rank < ranks - 1) then
      call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp], 'dirichlet', stat=stat, errmsg=why)
      write (words, '(2(a, i0), a)') 'rank ', ranks - 1, ' did not come within ', patience(), ' s (DRAWBRIDGE_PATIENCE)'
      call refused('a rank that stays away', trim(words))
    else
      call check(.true., 'stays away')
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine refusals()
    type(domain_t) :: domain, other
    real(wp), parameter :: one(3) = 1
    real(wp), target :: ones(8, 8, 4)
    integer :: cycles
    call domain%create(frame, [8, 8, 4*ranks], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
    call other%create(frame, [8, 8, 4*ranks], first=[1, 1, 4*rank + 1], extents=[8, 8, 4])
    call domain%create_field('u', halo=1)
    call domain%create_field('f')
    call domain%create_field('thin', halo=0)
    call domain%create_field('single', precision='float')
    call other%create_field('elsewhere')
    call frame%poisson('u', 'elsewhere', one, 'dirichlet', stat=stat, errmsg=why)
    if (ranks > 1) call refused('another domain', 'do not lie on the same domain')
    call frame%poisson('u', 'u', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('one field', 'is both solution and right-hand side')
    call frame%poisson('u', 'single', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('two precisions', 'differ in shape or precision')
    call frame%poisson('thin', 'f', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('no halo', 'poisson reads 1 layer beyond the interior')
    call frame%poisson('u', 'f', one(:2), 'dirichlet', stat=stat, errmsg=why)
    call refused('too few spacings', '3 positive numbers expected')
    call frame%poisson('u', 'f', one, 'robin', stat=stat, errmsg=why)
    call refused('a boundary', 'is not dirichlet, neumann or periodic')
    call frame%poisson('u', 'f', one, 'dirichlet', tolerance=-1.0_wp, stat=stat, errmsg=why)
    call refused('a tolerance', 'positive ones expected')
    if (ranks > 1) then
      ! one rank alone is wrong: all get an error, and go on afterwards
      call frame%poisson('u', merge('gone', 'f   ', rank == ranks - 1), one, 'dirichlet', stat=stat, errmsg=why)
      call refused('a field that one rank does not have', 'is not known')
      call frame%poisson(merge('gone', 'u   ', rank == ranks - 1), merge('gone', 'f   ', rank == ranks - 1), one, 'dirichlet', &
        stat=stat, errmsg=why)
      call refused('two fields that one rank does not have', 'is not known')
      call frame%poisson('u', 'f', one, 'dirichlet', tolerance=1e-6_wp*(rank + 1), stat=stat, errmsg=why)
      call refused('different tolerances', 'the ranks differ in tolerance: 1e-06 on rank 0, 2e-06 on rank 1')
      call frame%poisson('u', 'f', merge(one, 2*one, rank == 0), 'dirichlet', stat=stat, errmsg=why)
      call refused('different spacings', 'the ranks differ in spacing: [1 1 1] on rank 0, [2 2 2] on rank 1')
      call frame%poisson('u', 'f', one, merge('dirichlet', 'neumann  ', rank == 0), stat=stat, errmsg=why)
      call refused('different boundaries', 'the ranks differ in boundary')
    end if
    ones = 1
    call frame%upload('f', ones)
    call frame%poisson('u', 'f', one, 'neumann', max_cycles=3, stat=stat, errmsg=why)
    call refused('a right-hand side without a solution', 'must sum to 0')
    cycles = 7
    call frame%poisson('u', 'f', one, 'dirichlet', max_cycles=merge(-1, 50, rank == ranks - 1), cycles=cycles, &
      stat=stat, errmsg=why)
    call refused('cycles that are no number on one rank', 'max_cycles is -1')
    call check(cycles == -1, 'a refused solution has no number of cycles')
    call frame%poisson('u', 'f', one, 'dirichlet', cycles=cycles)
    call check(cycles > 0, 'and the next solution succeeds')
    if (rank == 0) ones(2, 3, 1) = ieee_value(1.0_wp, ieee_quiet_nan)
    call frame%upload('f', ones)
    call frame%poisson('u', 'f', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('a NaN on one rank', 'the residual is NaN')
    call domain%destroy()
    call frame%poisson('u', 'f', one, 'dirichlet', stat=stat, errmsg=why)
    call refused('a domain that is gone', 'does not exist')
  end subroutine
end program
