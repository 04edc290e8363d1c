! Reductions of fields beside plain Fortran loops (gfortran -O3 -march=native), in rows of different lengths. One JSON line for each
! kind and shape. Both take turns; the time of each is the shortest of all rounds.
!
!   bench_reductions [rounds=40] [kind=sum|dot|norm2|max] [row=16|29|53|128|512]
!
! A round makes about as many calls as have 200,000 points. Shapes up to 128^3 lie in the caches of many machines, 512^3 in none.
! entry_ns: the time of one such entry on fields of one point. apart: the difference of the answers over that of the plain loop.
program bench_reductions
  use bench_support
  use plain_reductions
  use drawbridge
  implicit none
  integer, parameter :: rows(5) = [16, 29, 53, 128, 512]
  character(5), parameter :: kinds(4) = [character(5) :: 'sum', 'dot', 'norm2', 'max']
  type(frame_t) :: frame
  integer :: rounds = 40, only = 0, r, k
  character(5) :: chosen = ' '
  real(wp) :: entry

  call arguments_are('bench_reductions', 'rounds=40 kind=sum|dot|norm2|max row=16|29|53|128|512')
  call given('rounds', rounds, least=1)
  call given('row', only, least=1)
  call given('kind', chosen)
  if (chosen /= ' ' .and. all(kinds /= chosen)) call misfit('kind='//chosen)
  if (only > 0 .and. all(rows /= only)) call misfit('row', 'row is 16, 29, 53, 128 or 512')
  call no_others()
  call frame%initialize(log='off')
  do r = 1, size(rows)
    if (only > 0 .and. rows(r) /= only) cycle
    do k = 1, size(kinds)
      if (chosen /= ' ' .and. kinds(k) /= chosen) cycle
      entry = seconds_of(kinds(k), 1)
      call of_shape(kinds(k), rows(r))
    end do
  end do
  call frame%finalize()

contains

  ! Fields a and b of n^3 random values, and a list of one reduction.
  subroutine make(kind, n, a, b, list)
    character(*), intent(in) :: kind
    integer, intent(in) :: n
    real(wp), allocatable, intent(out) :: a(:, :, :), b(:, :, :)
    type(sequence_t), intent(out) :: list
    allocate (a(n, n, n), b(n, n, n))
    call random_number(a)
    call random_number(b)
    a = a - 0.5_wp
    b = b - 0.5_wp
    call frame%create_field('a', [n, n, n], halo=1)
    call frame%create_field('b', [n, n, n], halo=1)
    call frame%upload('a', a)
    call frame%upload('b', b)
    call list%create(frame, 'bench')
    call list%reduce(trim(kind), trim(merge('a b', 'a  ', kind == 'dot')), 'answer')
    call list%run(times=2)
  end subroutine

  subroutine forget(list)
    type(sequence_t), intent(inout) :: list
    call list%destroy()
    call frame%destroy_field('a')
    call frame%destroy_field('b')
  end subroutine

  ! The least time of one run of the list alone.
  real(wp) function seconds_of(kind, n)
    character(*), intent(in) :: kind
    integer, intent(in) :: n
    real(wp), allocatable :: a(:, :, :), b(:, :, :)
    type(sequence_t) :: list
    integer(int64) :: begin
    integer :: i
    call make(kind, n, a, b, list)
    seconds_of = huge(seconds_of)
    do i = 1, 20
      begin = now()
      call list%run(times=50)
      seconds_of = min(seconds_of, since(begin)/50)
    end do
    call forget(list)
  end function

  subroutine of_shape(kind, n)
    character(*), intent(in) :: kind
    integer, intent(in) :: n
    real(wp), allocatable :: a(:, :, :), b(:, :, :)
    type(sequence_t) :: list
    real(wp) :: fortran, ours, plain, answer, points
    integer(int64) :: begin
    integer :: i, times, round, repeats
    call make(kind, n, a, b, list)
    points = real(n, wp)**3
    times = max(1, nint(2e5_wp/points))
    repeats = merge(max(5, rounds/8), rounds, points > 1e7_wp)
    fortran = huge(fortran)
    ours = huge(ours)
    do round = 1, repeats
      begin = now()
      do i = 1, times
        call by_loops(kind, n, a, b, plain)
      end do
      fortran = min(fortran, since(begin)/times)
      begin = now()
      call list%run(times=times)
      ours = min(ours, since(begin)/times)
    end do
    call list%get('answer', answer)
    print '(3a,i0,a,4(es12.5,a))', '{"bench":"reductions","kind":"', trim(kind), '","row":', n, ',"plain_ns":', &
        1e9_wp*fortran/points, ',"ns":', 1e9_wp*ours/points, ',"entry_ns":', 1e9_wp*entry, ',"apart":', abs(answer/plain - 1), '}'
    flush (6)
    call forget(list)
  end subroutine
end program
