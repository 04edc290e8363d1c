!> Species data, and how they are read from tables as text, as solvers have them (examples/legacy_solver/species.dat and
!> transport.dat): comments (!) at the head, then of each species a name and its numbers, over as many lines as they need.
module species_tables
  use, intrinsic :: iso_fortran_env, only: wp => real64, iostat_end
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_is_finite
  implicit none
  private
  public :: read_species
  integer, parameter, public :: name_length = 16
  integer, parameter :: most = 200                          ! species of a file

  !> Of the species that were read last: kg/mol, K, Pa, -, K; NASA-7 (7,n) below and above Tmid; (n,n), zeros.
  real(wp), allocatable, public :: Wi(:), Tc(:), Pc(:), omega(:), Tmid(:), nasa_low(:, :), nasa_high(:, :), kij(:, :)
  !> m3/mol, debye, -, m, K; only where the table of transport data was read.
  real(wp), allocatable, public :: Vc(:), dipole(:), association(:), sigmaLJ(:), epsLJ(:)

contains

  !> The data of n species from the table of the equation of state and, unless its name is blank, that of transport.
  !> Names that are given come first; blank ones are taken from the file, in its order. The message is blank where all
  !> went well.
  subroutine read_species(species_file, transport_file, n, name, message)
    character(*),           intent(in)    :: species_file, transport_file
    integer,                intent(in)    :: n
    character(name_length), intent(inout) :: name(:)        ! at least n
    character(*),           intent(out)   :: message
    real(wp) :: table(19, n), transport(5, n)
    call pick(species_file, n, name, table, message)
    if (message == '' .and. transport_file /= '') call pick(transport_file, n, name, transport, message)
    if (message /= '') return
    Wi = table(1, :)
    Tc = table(2, :)
    Pc = table(3, :)
    omega = table(4, :)
    Tmid = table(5, :)
    nasa_low = table(6:12, :)
    nasa_high = table(13:19, :)
    if (allocated(kij)) deallocate(kij)
    allocate(kij(n, n), source=0.0_wp)
    if (transport_file == '') return
    Vc = transport(1, :)
    dipole = transport(2, :)
    association = transport(3, :)
    sigmaLJ = transport(4, :)
    epsLJ = transport(5, :)
  end subroutine

  !> The numbers of n species from one file, of each as many as there are rows(:, n).
  subroutine pick(path, n, name, rows, message)
    character(*),           intent(in)    :: path
    integer,                intent(in)    :: n
    character(name_length), intent(inout) :: name(:)
    real(wp),               intent(out)   :: rows(:, :)
    character(*),           intent(out)   :: message
    character(name_length) :: found(most)
    real(wp) :: numbers(size(rows, 1), most)
    integer  :: i, next, in_file
    call read_table(path, found, numbers, in_file, message)
    next = 0
    do i = 1, n
      if (message /= '') return
      do while (name(i) == '' .and. next < in_file)         ! the next that is not in use
        next = next + 1
        if (all(name(:n) /= found(next))) name(i) = found(next)
      end do
      if (name(i) == '') message = trim(path)//' has fewer species than asked for'
      if (message == '' .and. all(found(:in_file) /= name(i))) message = 'species '//trim(name(i))//' is not in '//path
      if (message == '' .and. any(name(:i-1) == name(i))) message = 'species '//trim(name(i))//' is named twice'
      if (message == '') rows(:, i) = numbers(:, findloc(found(:in_file), name(i), 1))
    end do
  end subroutine

  !> All of a file: names, numbers, and how many species.
  subroutine read_table(path, name, numbers, n, message)
    character(*),           intent(in)  :: path
    character(name_length), intent(out) :: name(:)
    real(wp),               intent(out) :: numbers(:, :)
    integer,                intent(out) :: n
    character(*),           intent(out) :: message
    character(200) :: why
    integer :: unit, status
    n = 0
    message = ''
    name = ''
    numbers = ieee_value(1.0_wp, ieee_quiet_nan)             ! what the file leaves out stays so
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=why)
    if (status /= 0) message = trim(path)//': '//why
    if (status /= 0) return
    do while (message == '')
      call find_record(unit, status, why)
      if (status == iostat_end .and. n > 0) exit
      if (status /= 0) message = trim(path)//': '//why
      if (n == size(name)) write(message, '(2a, i0, a)') trim(path), ': more than ', size(name), ' species'
      if (message /= '') exit
      n = n + 1
      read(unit, *, iostat=status, iomsg=why) name(n), numbers(:, n)
      if (status == iostat_end) why = 'the file ends inside its data'
      if (status == 0 .and. .not. all(ieee_is_finite(numbers(:, n)))) status = -huge(1)
      if (status == -huge(1)) write(why, '(a, i0, a)') 'a number is left out or not finite; expected ', size(numbers, 1), ' numbers'
      if (status /= 0) message = trim(path)//': species '//trim(name(n))//': '//why
    end do
    close(unit)
  end subroutine

  !> Go to the next line that is neither blank nor a comment.
  subroutine find_record(unit, status, why)
    integer,      intent(in)    :: unit
    integer,      intent(out)   :: status
    character(*), intent(inout) :: why
    character(80) :: line
    do
      read(unit, '(a)', iostat=status, iomsg=why) line
      if (status /= 0) return
      line = adjustl(line)
      if (line /= '' .and. line(1:1) /= '!') exit
    end do
    backspace(unit)
  end subroutine
end module
