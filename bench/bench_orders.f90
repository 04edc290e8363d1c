! Plans on arrays of several orders, precisions and units, against real(8) arrays q(i,j,k,var) in the same run: one line of JSON
! each, ns per point from the solver's arrays to the solver's arrays. Blocks have a halo of 3.
program bench_orders
  use, intrinsic :: iso_fortran_env, only: real32
  use bench_support
  use drawbridge
  implicit none
  character(5), parameter :: views(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', &
      'hT', 'Z', 'W']
  character(12), parameter :: orders(5) = [character(12) :: 'i,j,k,var', 'i,j,var,k', 'i,var,j,k', 'var,i,j,k', 'k,j,i,var']
  integer, parameter :: halo = 3, cases = size(orders) + 2
  integer :: species(8) = [1, 5, 20, 0, 0, 0, 0, 0], species_count = 3, cells = 32, repeat = 15, threads = 1, s

  type :: arrays_t ! of one case
    real(wp), allocatable :: q(:, :, :, :), a(:, :, :, :)
    real(real32), allocatable :: q4(:, :, :, :), a4(:, :, :, :)
  end type

  call arguments_are('bench_orders', 'species=N,.. cells=N threads=N repeat=N')
  call given('species', species, species_count, 1)
  call given('cells', cells, 2)
  call given('threads', threads, 1)
  call given('repeat', repeat, 3)
  call no_others()
  do s = 1, species_count
    call measure(species(s))
  end do

contains

  subroutine measure(ns)
    integer, intent(in) :: ns
    type(arrays_t), target :: arrays(cases)
    type(plan_t) :: plans(cases)
    type(frame_t) :: frame
    real(wp) :: times(repeat, cases), w(ns), tc(ns), pc(ns), omega(ns), tmid(ns), low(7, ns), high(7, ns), kij(ns, ns), usual
    character(20) :: names(ns)
    character(12) :: order, kind
    integer :: c, r
    call read_species(beside_program('species.dat'), ns, names, w, tc, pc, omega, tmid, low, high)
    kij = 0
    call frame%initialize(ns=ns, max_block=cells**3, threads=threads)
    call frame%species_data(w, tc, pc, omega, tmid, low, high, kij)
    do c = 1, cases
      call make(frame, plans(c), arrays(c), ns, orders(merge(c, 1, c <= size(orders))), c == cases - 1, c == cases)
      call plans(c)%run()
    end do
    do r = 1, repeat
      do c = 1, cases
        times(r, c) = timed(plans(c))
      end do
    end do
    usual = median(times(:, 1))
    do c = 1, cases
      order = orders(merge(c, 1, c <= size(orders)))
      kind = 'real(8)'
      if (c == cases - 1) kind = 'real(4)'
      if (c == cases) kind = 'scaled'
      print '(a,i0,a,i0,5a,i0,2(a,f10.4),a)', '{"bench":"orders","species":', ns, ',"points":', cells**3, ',"order":"', &
        trim(order), &
        '","kind":"', trim(kind), '","threads":', threads, ',"ns":', median(times(:, c))*1e9_wp/cells**3, ',"of_usual":', &
        median(times(:, c))/usual, '}'
    end do
    call frame%finalize()
  end subroutine

  ! A plan of the thermal set on arrays of an order, with their memory.
  subroutine make(frame, plan, arrays, ns, order, single, scaled)
    type(frame_t), intent(in) :: frame
    type(plan_t), intent(inout) :: plan
    type(arrays_t), intent(inout), target :: arrays
    integer, intent(in) :: ns
    character(*), intent(in) :: order
    logical, intent(in) :: single, scaled
    real(wp), pointer :: q(:, :, :, :), a(:, :, :, :)
    real(real32), pointer :: q4(:, :, :, :), a4(:, :, :, :)
    integer :: e(4), first(4), n, x, v
    n = cells + 2*halo
    e = in_order(order, [n, n, n, ns + 2])
    allocate (arrays%q(e(1), e(2), e(3), e(4)))
    do v = 1, ns + 2
      do x = 1, n ! T and P vary along x
        first = in_order(order, [x, 0, 0, v])
        call put(arrays%q, first, value(v, x, ns, scaled))
      end do
    end do
    first = in_order(order, [n, n, n, size(views)])
    allocate (arrays%a(first(1), first(2), first(3), first(4)), source=0.0_wp)
    call plan%create(frame, 'preosThermalProperties', e, [halo+1, halo+cells, halo+1, halo+cells, halo+1, halo+cells], order=order)
    q => arrays%q
    a => arrays%a
    if (single) then
      arrays%q4 = real(arrays%q, real32)
      arrays%a4 = real(arrays%a, real32)
      q4 => arrays%q4
      a4 => arrays%a4
      call plan%read('T', q4, var=1)
      call plan%read('P', q4, var=2)
      call plan%read('Yi', q4, var=3)
      do v = 1, size(views)
        call plan%write(trim(views(v)), a4, var=v)
      end do
      return
    end if
    call plan%read('T', q, var=1)
    if (scaled) call plan%read('P', q, var=2, scale=1d5)
    if (.not. scaled) call plan%read('P', q, var=2)
    call plan%read('Yi', q, var=3)
    do v = 1, size(views)
      if (scaled) call plan%write(trim(views(v)), a, var=v, scale=1.5_wp)
      if (.not. scaled) call plan%write(trim(views(v)), a, var=v)
    end do
  end subroutine

  ! What variable v holds at x: 300 to 1500 K, 2 to 20 MPa (or bar), equal mass fractions.
  real(wp) function value(v, x, ns, in_bar)
    integer, intent(in) :: v, x, ns
    logical, intent(in) :: in_bar
    value = 1.0_wp/ns
    if (v == 1) value = 300 + 1200.0_wp*x/(cells + 2*halo)
    if (v == 2) value = 2e6_wp + 1.8e7_wp*x/(cells + 2*halo)
    if (v == 2 .and. in_bar) value = value*1e-5_wp
  end function

  ! Puts a value where two of the indices are given, and the others, 0, take all.
  subroutine put(q, at, value)
    real(wp), intent(inout) :: q(:, :, :, :)
    integer, intent(in) :: at(4)
    real(wp), intent(in) :: value
    integer :: l(4), h(4)
    l = merge(1, at, at == 0)
    h = merge(shape(q), at, at == 0)
    q(l(1):h(1), l(2):h(2), l(3):h(3), l(4):h(4)) = value
  end subroutine

  ! Numbers of i, j, k and var in the order of an array's dimensions.
  function in_order(order, numbers) result(turned)
    character(*), intent(in) :: order
    integer, intent(in) :: numbers(4)
    integer :: turned(4), at, d
    character :: letter
    at = 1
    do d = 1, 4
      letter = order(at:at)
      turned(d) = numbers(scan('ijkv', letter))
      at = at + index(order(at:)//',', ',')
    end do
  end function

  real(wp) function timed(plan) result(seconds)
    type(plan_t), intent(in) :: plan
    integer(int64) :: begin
    begin = now()
    call plan%run()
    seconds = since(begin)
  end function
end program
