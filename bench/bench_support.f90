! What the benchmarks share: arguments, settings, mixtures, states, views, the library's report, clock, median.
module bench_support
  use, intrinsic :: iso_fortran_env, only: wp => real64, int64, error_unit
  use species_tables, only: read_tables => read_species, name_length, Wi, Tcrit => Tc, Pcrit => Pc, acentric => omega, &
      Tmiddle => Tmid, nasa_low, nasa_high, Vc, dipole, association, sigmaLJ, epsLJ
  implicit none
  private
  public :: wp, int64, most, beside_program, arguments_are, given, renamed, no_others, misfit, set_environment, &
      refuse, mixture_t, mixture, thermal, fill, fill_again, populate_view, read_report, isa, on_host, median, now, since
  integer, parameter :: most = 64 ! species
  character(6), parameter :: thermal(13) = [character(6) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', 'hT', &
      'Z', 'W']                   ! what the thermal set writes

  ! The data of species, SI.
  type mixture_t
    character(20), allocatable :: names(:)
    real(wp), allocatable :: w(:), tc(:), pc(:), omega(:), tmid(:), low(:, :), high(:, :), kij(:, :)
    real(wp), allocatable :: transport(:, :) ! Vc m3/mol, dipole debye, kappa, sigma m, eps K
  end type

  ! Arguments KEY=VALUE: first arguments_are, then given for each key, then no_others.
  character(:), allocatable :: program_name, usage
  logical, allocatable :: taken(:) ! which of the arguments have a key that the program knows
  interface given                  ! the value of a key, if it was given
    module procedure given_count, given_counts, given_text
  end interface

contains

  ! Who asks, and what a user may say.
  subroutine arguments_are(name, expected)
    character(*), intent(in) :: name, expected
    program_name = name
    usage = expected
    allocate (taken(command_argument_count()), source=.false.)
  end subroutine

  subroutine given_count(key, value, least, greatest)
    character(*), intent(in) :: key
    integer, intent(inout) :: value
    integer, intent(in) :: least
    integer, intent(in), optional :: greatest
    integer :: list(1), n
    list = value
    n = 1
    call given_counts(key, list, n, least, greatest)
    value = list(1)
  end subroutine

  ! n: how many there are.
  subroutine given_counts(key, values, n, least, greatest)
    character(*), intent(in) :: key
    integer, intent(inout) :: values(:), n
    integer, intent(in) :: least
    integer, intent(in), optional :: greatest
    character(500) :: word
    character(12) :: bound
    integer :: status, i, commas
    word = ''
    call given_text(key, word)
    if (word == '') return
    commas = count([(word(i:i) == ',', i=1, len_trim(word))])
    status = merge(0, 1, commas < size(values) .and. verify(trim(word), '0123456789,') == 0)
    n = min(1 + commas, size(values))
    if (status == 0) values(:n) = -huge(1)
    if (status == 0) read (word, *, iostat=status) values(:n)
    if (status /= 0) call misfit(key//'='//trim(word))
    write (bound, '(i0)') least
    if (any(values(:n) < least)) call misfit(key//'='//trim(word), key//' is at least '//trim(bound))
    if (.not. present(greatest)) return
    write (bound, '(i0)') greatest
    if (any(values(:n) > greatest)) call misfit(key//'='//trim(word), key//' is at most '//trim(bound))
  end subroutine

  subroutine given_text(key, value)
    character(*), intent(in) :: key
    character(*), intent(inout) :: value
    character(500) :: word
    integer :: k
    do k = 1, size(taken)
      call get_command_argument(k, word)
      if (index(word, key//'=') /= 1) cycle
      taken(k) = .true.
      value = word(len(key) + 2:)
      if (value == '') call misfit(trim(word))
    end do
  end subroutine

  ! The value of a key by its old name, with a warning.
  subroutine renamed(old, key, value, least)
    character(*), intent(in) :: old, key
    integer, intent(inout) :: value
    integer, intent(in) :: least
    integer :: given_before
    given_before = count(taken)
    call given(old, value, least)
    if (count(taken) > given_before) write (error_unit, '(a)') &
        program_name//': warning: '//old//'= is now called '//key//'=; its value is used'
  end subroutine

  ! Refuses an argument that nobody asked for.
  subroutine no_others()
    character(500) :: word
    integer :: k
    k = findloc(taken, .false., 1)
    if (k == 0) return
    call get_command_argument(k, word)
    call misfit(trim(word))
  end subroutine

  subroutine misfit(argument, why)
    character(*), intent(in) :: argument
    character(*), intent(in), optional :: why
    character(:), allocatable :: more
    more = ''
    if (present(why)) more = '; '//why
    call refuse('cannot use argument '//trim(argument)//'; expected '//usage//more, program_name)
  end subroutine

  ! A file of share/drawbridge in the tree that this program is installed in.
  function beside_program(name) result(path)
    character(*), intent(in) :: name
    character(500) :: path
    call get_command_argument(0, path)
    path = path(:index(path, '/', back=.true.))//'../../share/drawbridge/'//name
  end function

  ! As a batch script would: what the library reads at the next call.
  subroutine set_environment(name, value)
    use, intrinsic :: iso_c_binding, only: c_int, c_char, c_null_char
    character(*), intent(in) :: name, value
    interface
      integer(c_int) function setenv(name, value, overwrite) bind(c)
        import :: c_int, c_char
        character(kind=c_char), intent(in) :: name(*), value(*)
        integer(c_int), value :: overwrite
      end function
    end interface
    if (setenv(name//c_null_char, trim(value)//c_null_char, 1_c_int) /= 0) error stop 'setenv'
  end subroutine

  subroutine refuse(text, who)
    character(*), intent(in) :: text, who
    write (error_unit, '(3a)') who, ': ', text
    stop 2, quiet=.true.
  end subroutine

  ! The first ns species of the solver's tables (examples/legacy_solver); beyond their 54 the first ones again.
  function mixture(ns, table, with_transport) result(m)
    integer, intent(in) :: ns
    character(*), intent(in) :: table
    logical, intent(in) :: with_transport
    type(mixture_t) :: m
    integer, parameter :: known = 54
    character(name_length) :: label(known)
    character(600) :: message, path, more
    integer :: i, from(ns)
    if (ns < 1 .or. ns > most) call refuse('species counts are 1 to 64', 'species table')
    label = ''
    path = table
    if (table == '') path = beside_program('species.dat')
    more = ''
    if (with_transport) more = beside_program('transport.dat')
    call read_tables(trim(path), trim(more), min(ns, known), label, message)
    if (message /= '') call refuse(trim(message), 'species table')
    from = [(1 + mod(i - 1, known), i=1, ns)]
    allocate (m%names(ns), m%w(ns), m%tc(ns), m%pc(ns), m%omega(ns), m%tmid(ns), m%low(7, ns), m%high(7, ns), m%kij(ns, ns))
    m%names = label(from)
    m%w = Wi(from)
    m%tc = Tcrit(from)
    m%pc = Pcrit(from)
    m%omega = acentric(from)
    m%tmid = Tmiddle(from)
    m%low = nasa_low(:, from)
    m%high = nasa_high(:, from)
    m%kij = 0
    if (more == '') return
    allocate (m%transport(5, ns))
    m%transport = transpose(reshape([Vc(from), dipole(from), association(from), sigmaLJ(from), epsLJ(from)], [ns, 5]))
  end function

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

  ! The view `name` gets variables first to last of q(points, variables), by the legacy call.
  subroutine populate_view(name, q, first, last)
    character(*), intent(in) :: name
    real(wp), intent(in), contiguous :: q(:, :)
    integer, intent(in) :: first, last
    external :: frame_castles_populateinputstripe
    integer :: n
    n = size(q, 1)
    call frame_castles_populateinputstripe(name//char(0), q, %VAL(n), %VAL(1), %VAL(1), %VAL(1), %VAL(n), %VAL(1), &
        %VAL(1), %VAL(1), %VAL(1), %VAL(first), %VAL(last), %VAL(1), %VAL(n))
  end subroutine

  ! Seconds in a kernel, all runs together, and its share of a GPU's copy (0 where there is no report, or it does not tell), from
  ! the report that the library wrote at finalize: the variants' times at all points, the best first, stand in its notes.
  subroutine read_report(report, collection, points, moved, seconds, copy_share)
    character(*), intent(in) :: report, collection
    integer, intent(in) :: points
    real(wp), intent(in) :: moved                          ! bytes of a launch
    real(wp), intent(out) :: seconds, copy_share
    character(*), parameter :: ends = ',}'//achar(10)
    character(:), allocatable :: text
    character(30) :: count
    real(wp) :: best, most
    integer :: unit, size_of, at, status
    seconds = 0
    copy_share = 0
    open (newunit=unit, file=report, access='stream', status='old', iostat=status)
    if (status /= 0) return
    inquire (unit, size=size_of)
    allocate (character(size_of) :: text)
    read (unit) text
    close (unit, status='delete')
    at = index(text, '"'//collection//'"')
    if (at == 0) call refuse('the report does not time '//collection, 'bench')
    seconds = number_after(text(at:), '"seconds":', ends)
    write (count, '(i0)') points
    at = index(text, 'variant of '//collection//' at '//trim(count)//' points, measured: ')
    most = number_after(text, '"memory":', ends)
    if (at == 0 .or. .not. most > 0) return
    at = at + index(text(at:), 'measured: ') + len('measured: ') - 1
    best = 1e-3_wp*number_after(text(at:), ' ', ' ')       ! after the name of the variant, in ms
    copy_share = moved/(best*most)
  end subroutine

  ! The number that follows a word and ends before one of some characters; 0 where the word is not there.
  real(wp) function number_after(text, word, ends)
    character(*), intent(in) :: text, word, ends
    integer :: at, length, status
    number_after = 0
    at = index(text, word) + len(word)
    if (at == len(word)) return
    length = verify(text(at:), ' ') - 1
    length = length + scan(text(at + length:), ends) - 1
    read (text(at:at + length - 1), *, iostat=status) number_after
    if (status /= 0) number_after = 0
  end function

  subroutine random_seed_fixed()
    integer :: n
    integer, allocatable :: seed(:)
    call random_seed(size=n)
    allocate (seed(n), source=20261120)
    call random_seed(put=seed)
  end subroutine

  ! No GPU was named.
  logical function on_host()
    character(20) :: word
    integer :: length
    call get_environment_variable('DRAWBRIDGE_DEVICE', word, length)
    on_host = length == 0 .or. word(:4) /= 'cuda'
  end function

  function isa() result(name)
    character(:), allocatable :: name
    character(20) :: word
    integer :: length
    call get_environment_variable('DRAWBRIDGE_ISA', word, length)
    name = 'best'
    if (length > 0) name = word(:length)
  end function

  ! The least time that half of them do not exceed.
  pure real(wp) function median(times)
    real(wp), intent(in) :: times(:)
    integer :: i
    median = minval(times, mask=[(2*count(times <= times(i)) >= size(times), i=1, size(times))])
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
