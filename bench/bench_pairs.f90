! T, P, c, cp, mu and lambda from rho and e: one pass against two plans, from array to array; and the same set with other
! equations of state against Peng-Robinson. Least times of alternating runs; one JSON line each, as bench_bridge prints them:
!   value      ns per point of one pass, or of the other equation
!   yardstick  ns per point of two plans, or of Peng-Robinson
!   bytes      that a point must move: each input once, each output once
!
!   bench_pairs [species=1,5,20] [points=4096] [repeat=101] [resident=0|1]
!
! resident=1: all arrays stay on the device between runs, so that a GPU's kernels are timed without the link.
program bench_pairs
  use bench_support
  use drawbridge
  implicit none
  character(*), parameter :: set = 'eosthermalandviscousproperties'
  character(6), parameter :: outputs(4) = [character(6) :: 'c', 'cp', 'mu', 'lambda']
  integer :: counts(most), cases, points, repeat, stay, i
  logical :: resident

  points = 4096
  repeat = 101
  stay = 0
  counts(1:3) = [1, 5, 20]
  cases = 3
  call arguments_are('bench_pairs', 'species=1,5,20 points=4096 repeat=101 resident=0')
  call given('species', counts, cases, least=1)
  call given('points', points, least=1)
  call given('repeat', repeat, least=1)
  call given('resident', stay, least=0)
  resident = stay > 0
  call no_others()
  do i = 1, cases
    call measure(counts(i))
  end do

contains

  ! Species of the built-in table.
  function species(ns) result(names)
    integer, intent(in) :: ns
    character(8) :: names(ns)
    character(8), parameter :: known(20) = [character(8) :: 'O2', 'CH4', 'N2', 'CO2', 'H2O', 'H2', 'CO', 'OH', 'H', 'O', 'HO2', &
        'H2O2', 'CH3', 'CH2O', 'HCO', 'C2H2', 'C2H4', 'C2H6', 'CH3OH', 'AR']
    if (ns > size(known)) call misfit('species', 'at most 20 are here')
    names = known(:ns)
  end function

  subroutine measure(ns)
    integer, intent(in) :: ns
    real(wp), allocatable, target :: q(:, :), out(:, :)
    real(wp) :: two, one, pr, other
    character(20) :: equations(3) = [character(20) :: 'srk', 'pr+peneloux', 'srk+peneloux']
    integer :: k
    allocate (q(points, ns + 4), out(points, 6))   ! T, P, rho, e, Yi
    call fill_states(ns, q)
    call compare_pairs(ns, q, out, one, two)
    call print_line('one pass from rho, e', ns, one, 'two plans', two, 8*(ns + 9))
    do k = 1, 3
      call compare_equations(ns, q, out, equations(k), other, pr)
      call print_line(trim(equations(k))//' from T, P', ns, other, 'pr', pr, 8*(ns + 6))
    end do
  end subroutine

  subroutine print_line(name, ns, value, reference, yardstick, bytes)
    character(*), intent(in) :: name, reference
    integer, intent(in) :: ns, bytes
    real(wp), intent(in) :: value, yardstick
    print '(3a,i0,3a,f12.4,a,f12.4,a,i0,a)', '{"bench":"bridge","name":"', name, ', ', ns, ' species, reference: ', reference, &
        '","unit":"ns/point","value":', 1e9_wp*value/points, ',"yardstick":', 1e9_wp*yardstick/points, ',"bytes":', bytes, '}'
  end subroutine

  ! Smooth states, of which rho and e are those of T and P.
  subroutine fill_states(ns, q)
    integer, intent(in) :: ns
    real(wp), intent(inout), target, contiguous :: q(:, :)
    real(wp), pointer, contiguous :: at(:, :, :, :)
    real(wp), allocatable :: states(:, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    allocate (states(points, ns + 2))
    call fill('smooth', states)
    q(:, 1:2) = states(:, 1:2)
    q(:, 5:) = states(:, 3:)
    at(1:points, 1:1, 1:1, 1:ns + 4) => q
    call frame%initialize(species=species(ns), log='off')
    call plan%create(frame, 'preosthermalproperties', shape(at), [1, points, 1, 1, 1, 1])
    call plan%read('T', at, 1)
    call plan%read('P', at, 2)
    call plan%read('Yi', at, 5)
    call plan%write('rho', at, 3)
    call plan%write('e', at, 4)
    call plan%run()
    call frame%finalize()
  end subroutine

  subroutine compare_pairs(ns, q, out, one, two)
    integer, intent(in) :: ns
    real(wp), intent(inout), target, contiguous :: q(:, :), out(:, :)
    real(wp), intent(out) :: one, two
    real(wp), pointer, contiguous :: at(:, :, :, :), to(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: whole, first, second
    integer :: r, i
    at(1:points, 1:1, 1:1, 1:ns + 4) => q
    to(1:points, 1:1, 1:1, 1:6) => out
    call frame%initialize(species=species(ns), log='off')
    call whole%create(frame, set//'(rho, e)', shape(at), [1, points, 1, 1, 1, 1])
    call first%create(frame, 'preoscalctpfromrhoe', shape(at), [1, points, 1, 1, 1, 1])
    call second%create(frame, set, shape(at), [1, points, 1, 1, 1, 1])
    call reads(whole, at)
    call reads(first, at)
    do i = 1, size(outputs)
      call whole%write(trim(outputs(i)), to, i, resident=resident)
      call second%write(trim(outputs(i)), to, i, resident=resident)
    end do
    call whole%write('T', to, 5, resident=resident)
    call whole%write('P', to, 6, resident=resident)
    call first%write('T', to, 5, resident=resident)
    call first%write('P', to, 6, resident=resident)
    call second%read('T', to, 5, resident=resident)
    call second%read('P', to, 6, resident=resident)
    call second%read('Yi', at, 5, resident=resident)
    one = huge(one)
    two = huge(two)
    do r = 1, repeat
      two = min(two, timed(first) + timed(second))
      one = min(one, timed(whole))
    end do
    call frame%finalize()
  end subroutine

  ! rho, e, Yi, and T of the step before, 1 % off.
  subroutine reads(plan, at)
    type(plan_t), intent(inout) :: plan
    real(wp), pointer, contiguous, intent(in) :: at(:, :, :, :)
    call plan%read('rho', at, 3, resident=resident)
    call plan%read('e', at, 4, resident=resident)
    call plan%read('Yi', at, 5, resident=resident)
    call plan%read('T', at, 1, scale=1.01_wp, resident=resident)
  end subroutine

  subroutine compare_equations(ns, q, out, equation, other, pr)
    integer, intent(in) :: ns
    real(wp), intent(inout), target, contiguous :: q(:, :), out(:, :)
    character(*), intent(in) :: equation
    real(wp), intent(out) :: other, pr
    integer :: r
    other = huge(other)
    pr = huge(pr)
    do r = 1, 3
      pr = min(pr, least_of('pr', ns, q, out))
      other = min(other, least_of(equation, ns, q, out))
    end do
  end subroutine

  real(wp) function least_of(name, ns, q, out)
    character(*), intent(in) :: name
    integer, intent(in) :: ns
    real(wp), intent(inout), target, contiguous :: q(:, :), out(:, :)
    real(wp), pointer, contiguous :: at(:, :, :, :), to(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: i, plus
    at(1:points, 1:1, 1:1, 1:ns + 4) => q
    to(1:points, 1:1, 1:1, 1:6) => out
    call frame%initialize(species=species(ns), log='off')
    plus = index(trim(name)//'+', '+')
    call frame%set_option('equation_of_state', name(:plus - 1))
    if (plus < len_trim(name)) call frame%set_option('volume_translation', trim(name(plus + 1:)))
    call plan%create(frame, set, shape(at), [1, points, 1, 1, 1, 1])
    call plan%read('T', at, 1, resident=resident)
    call plan%read('P', at, 2, resident=resident)
    call plan%read('Yi', at, 5, resident=resident)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), to, i, resident=resident)
    end do
    least_of = huge(least_of)
    do i = 1, max(2, repeat/3)
      least_of = min(least_of, timed(plan))
    end do
    call frame%finalize()
  end function

  real(wp) function timed(plan) result(seconds)
    type(plan_t), intent(inout) :: plan
    integer(int64) :: begin
    begin = now()
    call plan%run()
    seconds = since(begin)
  end function
end program
