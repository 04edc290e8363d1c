! What the benchmarks of properties share: species, states, clock, median.
module bench_support
  use, intrinsic :: iso_fortran_env, only: wp => real64, int64, error_unit
  use species_tables, only: read_tables => read_species, name_length, Wi, Tcrit => Tc, Pcrit => Pc, acentric => omega, &
      Tmiddle => Tmid, nasa_low, nasa_high
  implicit none
  private
  public :: wp, int64, most, beside_program, refuse, read_species, fill, fill_again, isa, median, now, since
  integer, parameter :: most = 64 ! species

contains

  ! A file of share/drawbridge in the tree that this program is installed in.
  function beside_program(name) result(path)
    character(*), intent(in) :: name
    character(500) :: path
    call get_command_argument(0, path)
    path = path(:index(path, '/', back=.true.))//'../../share/drawbridge/'//name
  end function

  subroutine refuse(text, who)
    character(*), intent(in) :: text, who
    write (error_unit, '(3a)') who, ': ', text
    stop 2
  end subroutine

  ! The first ns species of the solver's table (examples/legacy_solver/species.dat), SI; beyond its 54 the first ones again.
  subroutine read_species(table, ns, names, w, tc, pc, omega, tmid, low, high)
    character(*), intent(in) :: table
    integer, intent(in) :: ns
    character(20), intent(out) :: names(ns)
    real(wp), intent(out) :: w(ns), tc(ns), pc(ns), omega(ns), tmid(ns), low(7, ns), high(7, ns)
    integer, parameter :: known = 54
    character(name_length) :: label(known)
    character(600) :: message
    integer :: i, from(ns)
    if (ns < 1 .or. ns > most) call refuse('species counts are 1 to 64', 'species table')
    label = ''
    call read_tables(table, '', min(ns, known), label, message)
    if (message /= '') call refuse(trim(message), 'species table')
    from = [(1 + mod(i - 1, known), i=1, ns)]
    names = label(from)
    w = Wi(from)
    tc = Tcrit(from)
    pc = Pcrit(from)
    omega = acentric(from)
    tmid = Tmiddle(from)
    low = nasa_low(:, from)
    high = nasa_high(:, from)
  end subroutine

  subroutine fill(states, q)
    character(*), intent(in) :: states
    real(wp), intent(out) :: q(:, :)                      ! (points, T P Yi)
    integer :: t, i
    call random_seed_fixed()
    call random_number(q)
    if (states == 'smooth') then
      do t = 1, size(q, 1)
        q(t, :) = [(0.5_wp + 0.499_wp*sin(6.28_wp*t/size(q, 1) + i), i=1, size(q, 2))]
      end do
    end if
    q(:, 1) = 300 + 2200*q(:, 1)
    q(:, 2) = 1e6_wp + 19e6_wp*q(:, 2)
    do t = 1, size(q, 1)
      q(t, 3:) = q(t, 3:)/sum(q(t, 3:))
    end do
  end subroutine

  ! The states of the first `checked` points, again and again.
  subroutine fill_again(states, checked, q)
    character(*), intent(in) :: states
    integer, intent(in) :: checked
    real(wp), intent(out) :: q(:, :)
    real(wp), allocatable :: first(:, :)
    integer :: from, count
    allocate (first(checked, size(q, 2)))
    call fill(states, first)
    do from = 0, size(q, 1) - 1, checked
      count = min(checked, size(q, 1) - from)
      q(from + 1:from + count, :) = first(:count, :)
    end do
  end subroutine

  subroutine random_seed_fixed()
    integer :: n
    integer, allocatable :: seed(:)
    call random_seed(size=n)
    allocate (seed(n), source=20261120)
    call random_seed(put=seed)
  end subroutine

  function isa() result(name)
    character(:), allocatable :: name
    character(20) :: word
    integer :: length
    call get_environment_variable('DRAWBRIDGE_ISA', word, length)
    name = 'best'
    if (length > 0) name = word(:length)
  end function

  pure real(wp) function median(times)
    real(wp), intent(in) :: times(:)
    real(wp) :: sorted(size(times)), x
    integer :: i, j
    sorted = times
    do i = 2, size(times)
      x = sorted(i)
      j = i - 1
      do while (j >= 1)
        if (sorted(j) <= x) exit
        sorted(j + 1) = sorted(j)
        j = j - 1
      end do
      sorted(j + 1) = x
    end do
    median = sorted((size(times) + 1)/2)
  end function

  integer(int64) function now()
    call system_clock(now)
  end function

  real(wp) function since(begin) result(seconds)
    integer(int64), intent(in) :: begin
    integer(int64) :: end, rate
    call system_clock(end, rate)
    seconds = real(end - begin, wp)/real(rate, wp)
  end function
end module
