!> What the user says: the namelists, the species file, and how a run ends when they are wrong.
module inputs
  use mpi
  use, intrinsic :: iso_fortran_env, only: wp => real64, error_unit, iostat_end
  implicit none
  public

  integer, parameter :: most_species = 64, name_length = 16

  ! &SolverInputs
  character(32)          :: case_name = 'mixing layer'       ! or 'uniform'
  character(name_length) :: species(most_species) = ''       ! any of the species file, in any order
  character(name_length) :: cold_species = 'O2', warm_species = 'CH4'
  character(256)         :: species_file = 'species.dat'     ! looked for beside the namelist file
  character(256)         :: output = '', timings = ''        ! prefix of the snapshots, file of the timings
  character(256)         :: restart = ''                     ! snapshot to go on from; '': the initial state of the case
  integer  :: cells(3) = [64, 64, 8]                         ! of the whole grid, x y z
  real(wp) :: lengths(3) = [1.0e-3_wp, 1.0e-3_wp, 2.5e-4_wp] ! m
  integer  :: fringes = 1                                    ! layers of cells round each block, at least 1
  logical  :: walls = .true.                                 ! slip walls in y; .false.: periodic as x and z
  real(wp) :: pressure = 10.0e6_wp                           ! Pa
  real(wp) :: T_cold = 150, T_warm = 300                     ! K, of the lower and the upper stream
  real(wp) :: u_cold = 0, u_warm = 0                         ! m/s
  real(wp) :: layer = 1.5e-4_wp                              ! thickness of the initial layer, m
  real(wp) :: wave = 0                                       ! amplitude of its displacement, m
  real(wp) :: cfl = 0.8_wp
  integer  :: steps = 100, progress_every = 20, snapshot_every = 0   ! 0: only the last step
  ! &DrawbridgeInputs
  logical  :: use_bridge = .false.                           ! properties: Drawbridge or the old routines
  integer  :: max_block = 12288                              ! points of a stripe
  integer  :: device = -1, num_devices = 0                   ! num_devices > 0: device = rank modulo it

  namelist /SolverInputs/ case_name, species, cold_species, warm_species, species_file, output, timings, restart, cells, &
    lengths, fringes, walls, pressure, T_cold, T_warm, u_cold, u_warm, layer, wave, cfl, steps, progress_every, snapshot_every
  namelist /DrawbridgeInputs/ use_bridge, max_block, device, num_devices

  integer :: rank = 0, ranks = 1                             ! of MPI_COMM_WORLD
  integer :: ns = 0                                          ! species in use, and their data in SI:
  real(wp), allocatable :: Wi(:), Tc(:), Pc(:), omega(:), Tmid(:), nasa_low(:, :), nasa_high(:, :), kij(:, :)

contains

  !> Read the namelist file named by the first argument; further arguments KEY=VALUE override it.
  subroutine read_inputs()
    character(1000) :: path, argument, message
    integer :: unit, status, n
    if (command_argument_count() < 1) call stop_all('usage: legacy_solver FILE.nml [KEY=VALUE ...]')
    call get_command_argument(1, path)
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=message)
    if (status /= 0) call stop_all('namelist file '//trim(path)//': '//message)
    read(unit, nml=SolverInputs, iostat=status, iomsg=message)
    call check_group('SolverInputs')
    rewind(unit)
    read(unit, nml=DrawbridgeInputs, iostat=status, iomsg=message)
    call check_group('DrawbridgeInputs')
    close(unit)
    do n = 2, command_argument_count()
      call get_command_argument(n, argument)
      call override(trim(argument))
    end do
    if (output == '') output = merge('bridge ', 'fortran', use_bridge)
    if (timings == '') timings = trim(output)//'.json'
    call check_values()
    n = index(path, '/', back=.true.)
    if (species_file(1:1) /= '/') species_file = path(:n)//species_file
    call read_species()
  contains
    subroutine check_group(group)
      character(*), intent(in) :: group
      if (status == iostat_end) message = 'the group is missing or not closed by /'
      if (status /= 0) call stop_all('namelist file '//trim(path)//', &'//group//': '//message)
    end subroutine
  end subroutine

  subroutine override(argument)
    character(*), intent(in) :: argument
    character(len(argument) + 30) :: text
    character(1000) :: message
    integer :: equals, status
    equals = index(argument, '=')
    select case (argument(:max(equals - 1, 0)))
    case ('')
      call stop_all('argument '//argument//': expected KEY=VALUE with a key of the namelists')
    case ('use_bridge', 'max_block', 'device', 'num_devices')
      text = '&DrawbridgeInputs '//argument//' /'
      read(text, nml=DrawbridgeInputs, iostat=status, iomsg=message)
    case default
      text = '&SolverInputs '//argument//' /'
      read(text, nml=SolverInputs, iostat=status, iomsg=message)
    end select
    if (status /= 0) call stop_all('argument '//argument//': '//message)
  end subroutine

  subroutine check_values()
    ns = count(species /= '')
    if (case_name /= 'mixing layer' .and. case_name /= 'uniform') &
      call stop_all('case_name = '//trim(case_name)//': expected ''mixing layer'' or ''uniform''')
    if (ns == 0) call stop_all('species: at least one name is expected')
    if (any(species(:ns) == '')) call stop_all('species: the list has a gap')
    if (any(cells < 1) .or. .not. all(lengths > 0)) call stop_all('cells and lengths: expected three positive numbers')
    if (fringes < 1 .or. steps < 0 .or. progress_every < 1 .or. snapshot_every < 0) &
      call stop_all('fringes and progress_every must be at least 1, steps and snapshot_every at least 0')
    if (.not. (min(pressure, T_cold, T_warm, layer, cfl) > 0)) &
      call stop_all('pressure, T_cold, T_warm, layer and cfl must be positive')
    if (max_block < 1) call stop_all('max_block: expected at least 1 point')
    if (case_name == 'mixing layer' .and. layer < 8*lengths(2)/cells(2) .and. rank == 0) &
      print '(a)', 'warning: the initial layer is thinner than 8 cells; the pressure will oscillate more'
  end subroutine

  !> Pick the data of the species in use from the species file (three records each; ! starts a comment).
  subroutine read_species()
    character(1000) :: line, message
    character(name_length) :: name
    integer  :: unit, status, i
    real(wp) :: constants(5), low(7), high(7)
    logical  :: found(ns)
    allocate(Wi(ns), Tc(ns), Pc(ns), omega(ns), Tmid(ns), nasa_low(7, ns), nasa_high(7, ns), kij(ns, ns))
    kij = 0
    found = .false.
    open(newunit=unit, file=species_file, status='old', action='read', iostat=status, iomsg=message)
    do while (status == 0)
      read(unit, '(a)', iostat=status, iomsg=message) line
      if (status /= 0 .or. line(1:1) == '!' .or. line == '') cycle
      read(line, *, iostat=status, iomsg=message) name, constants
      if (status == 0) read(unit, *, iostat=status, iomsg=message) low, high
      if (status /= 0) message = 'the record of '//trim(name)//' is broken'
      if (status /= 0) exit
      do i = 1, ns
        if (species(i) /= name) cycle
        if (found(i) .or. count(species == name) > 1) call stop_all('species '//trim(name)//' is named twice')
        Wi(i) = constants(1); Tc(i) = constants(2); Pc(i) = constants(3); omega(i) = constants(4); Tmid(i) = constants(5)
        nasa_low(:, i) = low;  nasa_high(:, i) = high
        found(i) = .true.
      end do
    end do
    if (status /= iostat_end) call stop_all('species file '//trim(species_file)//': '//message)
    close(unit)
    i = findloc(found, .false., 1)
    if (i > 0) call stop_all('species '//trim(species(i))//' is not in '//species_file)
    if (all(species(:ns) /= cold_species)) call stop_all('cold_species '//trim(cold_species)//' is not in the list species')
    if (all(species(:ns) /= warm_species)) call stop_all('warm_species '//trim(warm_species)//' is not in the list species')
  end subroutine

  !> End the run for a reason that every rank has found alike.
  subroutine stop_all(message)
    character(*), intent(in) :: message
    integer :: ierr
    if (rank == 0) write(error_unit, '(2a)') 'legacy_solver: ', trim(message)
    call MPI_Finalize(ierr)
    stop 1, quiet=.true.
  end subroutine

  !> End the run for a reason that only this rank knows; the others are taken along.
  subroutine abort_run(message)
    character(*), intent(in) :: message
    integer :: ierr
    write(error_unit, '(a, i0, 2a)') 'legacy_solver, rank ', rank, ': ', trim(message)
    flush(error_unit)
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine
end module
