!> Tables of species as text, as solvers have them (examples/legacy_solver/species.dat and transport.dat): comments (!)
!> at the head, then of each species a name and its numbers, over as many lines as they need.
module species_tables
  use, intrinsic :: iso_fortran_env, only: wp => real64, iostat_end
  implicit none
  private
  public :: pick_species, name_length
  integer, parameter :: name_length = 16, most = 200       ! species of a file

contains

  !> The numbers of `count` species from a file, of each as many as data(:, count) has rows. Names that are given come
  !> first; blank ones are taken from the file, in its order. The message is blank where all went well.
  subroutine pick_species(path, count, name, data, message)
    character(*),           intent(in)    :: path
    integer,                intent(in)    :: count
    character(name_length), intent(inout) :: name(:)        ! at least `count`
    real(wp),               intent(out)   :: data(:, :)     ! (numbers, count)
    character(*),           intent(out)   :: message
    character(name_length) :: found(most)
    real(wp) :: numbers(size(data, 1), most)
    integer  :: n, i, in_file
    call read_table(path, found, numbers, in_file, message)
    n = 0
    do i = 1, count
      if (message /= '') return
      do while (name(i) == '' .and. n < in_file)            ! the next that is not in use
        n = n + 1
        if (all(name(:count) /= found(n))) name(i) = found(n)
      end do
      if (name(i) == '') message = trim(path)//' has fewer species than asked for'
      if (message == '' .and. all(found(:in_file) /= name(i))) message = 'species '//trim(name(i))//' is not in '//path
      if (message == '') data(:, i) = numbers(:, findloc(found(:in_file), name(i), 1))
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
    character(1)   :: first
    integer :: unit, status
    n = -1
    why = ''
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=why)
    first = '!'
    do while (first == '!' .and. status == 0)
      read(unit, '(a)', iostat=status, iomsg=why) first
    end do
    if (status == 0) backspace(unit)
    do while (n < size(name) - 1 .and. status == 0)
      n = n + 1
      read(unit, *, iostat=status, iomsg=why) name(n+1), numbers(:, n+1)
    end do
    message = ''
    if (n < 1 .or. status /= iostat_end) message = trim(path)//': '//why
    if (n >= 0) close(unit)
  end subroutine
end module
