!> What the user says: the namelists, the species files, and how a run ends when they are wrong.
module inputs
  use mpi
  use, intrinsic :: iso_fortran_env, only: wp => real64, error_unit, iostat_end
  implicit none
  public

  integer, parameter :: most_species = 64, name_length = 16

  ! &SolverInputs
  character(32)          :: case_name = 'mixing layer'       ! cases.f90 has the list
  character(name_length) :: species(most_species) = ''       ! any of the species file, in any order
  integer                :: species_count = 0                ! more of the file are taken until there are so many
  character(name_length) :: cold_species = 'O2', warm_species = 'CH4'
  real(wp)               :: trace = 0                        ! mass fraction of all other species together
  character(256)         :: species_file = 'species.dat', transport_file = 'transport.dat'   ! beside the namelist file
  character(256)         :: output = '', timings = ''        ! prefix of the snapshots, file of the timings
  character(256)         :: restart = ''                     ! snapshot to go on from; '': the initial state of the case
  integer  :: cells(3) = [64, 64, 8]                         ! of the whole grid, x y z; 1: no flow that way
  real(wp) :: lengths(3) = [1.0e-3_wp, 1.0e-3_wp, 2.5e-4_wp] ! m
  integer  :: fringes = 5                                    ! layers of cells round each block
  logical  :: walls = .true.                                 ! slip walls in y; .false.: periodic as x and z
  real(wp) :: pressure = 10.0e6_wp, pressure_cold = 0        ! Pa; 0: the same on the cold side (shock tube)
  real(wp) :: T_cold = 150, T_warm = 300                     ! K, of the lower and the upper stream
  real(wp) :: u_cold = 0, u_warm = 0                         ! m/s
  real(wp) :: layer = 1.5e-4_wp                              ! thickness of the initial layer, m
  real(wp) :: wave = 0                                       ! amplitude of its displacement, m; of the pulse, relative
  integer  :: order = 1                                      ! of the convective fluxes, 1 or 9
  logical  :: viscous = .false.                              ! viscosity, conduction, diffusion
  real(wp) :: cfl = 0.8_wp, dt_fixed = 0                     ! dt_fixed > 0: that step, s
  integer  :: steps = 100, progress_every = 20, snapshot_every = 0   ! 0: only the last step
  integer  :: blocks_per_rank = 1, migrate_every = 0         ! > 0: steps between two changes of the blocks
  real(wp) :: uneven = 0                                     ! 0..1: how much the sizes of the blocks differ
  logical  :: profile = .false.                              ! print where the time went
  ! &DrawbridgeInputs
  logical      :: use_bridge = .false.                       ! properties: Drawbridge or the old routines
  character(8) :: face = 'stripes'                           ! the legacy calls of the talk, or 'plans'
  integer      :: max_block = 12288                          ! points of a stripe
  integer      :: device = -1, num_devices = 0               ! num_devices > 0: device = rank modulo it
  real(wp)     :: planted_error = 0                          ! relative, in one P of each step: may a comparison miss it?

  namelist /SolverInputs/ case_name, species, species_count, cold_species, warm_species, trace, species_file, &
    transport_file, output, timings, restart, cells, lengths, fringes, walls, pressure, pressure_cold, T_cold, T_warm, &
    u_cold, u_warm, layer, wave, order, viscous, cfl, dt_fixed, steps, progress_every, snapshot_every, blocks_per_rank, &
    migrate_every, uneven, profile
  namelist /DrawbridgeInputs/ use_bridge, face, max_block, device, num_devices, planted_error

  character(2) :: port_stage = '0'                           ! of the port; 1: the legacy calls in stripes; 1b: plans
  integer :: rank = 0, ranks = 1                             ! of MPI_COMM_WORLD
  integer :: ns = 0                                          ! species in use, and their data in SI:
  real(wp), allocatable :: Wi(:), Tc(:), Pc(:), omega(:), Tmid(:), nasa_low(:, :), nasa_high(:, :), kij(:, :)
  real(wp), allocatable :: Vc(:), dipole(:), association(:), sigmaLJ(:), epsLJ(:)
  integer :: cold, warm                                      ! the two streams among the species

contains

  !> Read the namelist file named by the first argument; further arguments KEY=VALUE override it.
  subroutine read_inputs()
    character(1100) :: path, argument, message, text
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
      if (index(argument, '=') == 0) &
        call stop_all('argument '//trim(argument)//': expected KEY=VALUE with a key of the namelists')
      text = '&DrawbridgeInputs '//trim(argument)//' /'
      read(text, nml=DrawbridgeInputs, iostat=status)
      text = '&SolverInputs '//trim(argument)//' /'
      if (status /= 0) read(text, nml=SolverInputs, iostat=status, iomsg=message)
      if (status /= 0) call stop_all('argument '//trim(argument)//': '//message)
    end do
    if (use_bridge) port_stage = merge('1 ', '1b', face == 'stripes')
    if (output == '') output = merge('bridge ', 'fortran', use_bridge)
    if (timings == '') timings = trim(output)//'.json'
    call check_values()
    n = index(path, '/', back=.true.)
    if (species_file(1:1) /= '/') species_file = path(:n)//species_file
    if (transport_file(1:1) /= '/') transport_file = path(:n)//transport_file
    call read_species()
  contains
    subroutine check_group(group)
      character(*), intent(in) :: group
      if (status == iostat_end) message = 'the group is missing or not closed by /'
      if (status /= 0) call stop_all('namelist file '//trim(path)//', &'//group//': '//message)
    end subroutine
  end subroutine

  subroutine check_values()
    ns = count(species /= '')
    if (any(species(:ns) == '')) call stop_all('species: the list has a gap')
    species_count = max(ns, species_count)
    if (species_count == 0) call stop_all('species: at least one name is expected')
    if (species_count > most_species) call stop_all('species_count: at most 64 are possible')
    if (any(cells < 1) .or. .not. all(lengths > 0)) call stop_all('cells and lengths: expected three positive numbers')
    if (order /= 1 .and. order /= 9) call stop_all('order: expected 1 or 9')
    if (fringes < merge(5, 1, order == 9)) call stop_all('fringes: at least 1 layer is needed, 5 for order 9')
    if (steps < 0 .or. progress_every < 1 .or. snapshot_every < 0 .or. migrate_every < 0 .or. blocks_per_rank < 1) &
      call stop_all('progress_every and blocks_per_rank must be at least 1, steps, snapshot_every, migrate_every at least 0')
    if (pressure_cold <= 0) pressure_cold = pressure
    if (.not. (min(pressure, T_cold, T_warm, layer, cfl) > 0 .and. dt_fixed >= 0)) &
      call stop_all('pressure, T_cold, T_warm, layer and cfl must be positive, dt_fixed not negative')
    if (.not. (uneven >= 0 .and. uneven <= 1 .and. trace >= 0 .and. trace < 1)) &
      call stop_all('uneven and trace lie between 0 and 1')
    if (max_block < 1) call stop_all('max_block: expected at least 1 point')
    if (face /= 'stripes' .and. face /= 'plans') call stop_all('face = '//trim(face)//': expected ''stripes'' or ''plans''')
  end subroutine

  !> Pick the species in use from the two files of species data: those that are named, then others in the order of
  !> the file until there are species_count.
  subroutine read_species()
    integer, parameter :: most = 200
    character(name_length) :: name(most), again(most)
    real(wp) :: data(19, most), transport(5, most)
    integer  :: in_file, n, i, pick(species_count)
    call read_table(species_file, name, data, in_file)
    call read_table(transport_file, again, transport, n)
    if (n /= in_file .or. any(name(:in_file) /= again(:in_file))) &
      call stop_all('species data '//trim(species_file)//' and '//trim(transport_file)//' are not of the same species')
    do n = 1, in_file
      if (ns == species_count .or. any(species(:ns) == name(n))) cycle
      ns = ns + 1
      species(ns) = name(n)
    end do
    if (ns < species_count) call stop_all('species_count: '//trim(species_file)//' has fewer species')
    do i = 1, ns
      if (count(species(:ns) == species(i)) > 1) call stop_all('species '//trim(species(i))//' is named twice')
      pick(i) = findloc(name(:in_file), species(i), 1)
      if (pick(i) == 0) call stop_all('species '//trim(species(i))//' is not in '//species_file)
    end do
    Wi = data(1, pick);  Tc = data(2, pick);  Pc = data(3, pick);  omega = data(4, pick);  Tmid = data(5, pick)
    nasa_low = data(6:12, pick);  nasa_high = data(13:19, pick)
    Vc = transport(1, pick);  dipole = transport(2, pick);  association = transport(3, pick)
    sigmaLJ = transport(4, pick);  epsLJ = transport(5, pick)
    allocate(kij(ns, ns), source=0.0_wp)
    cold = findloc(species(:ns), cold_species, 1)
    warm = findloc(species(:ns), warm_species, 1)
    if (cold == 0) call stop_all('cold_species '//trim(cold_species)//' is not in the list species')
    if (warm == 0) call stop_all('warm_species '//trim(warm_species)//' is not in the list species')
  end subroutine

  !> A table of species: comments (!) at its head, then of each a name and numbers, as many as `data` has rows.
  subroutine read_table(path, name, data, n)
    character(*), intent(in)  :: path
    character(*), intent(out) :: name(:)
    real(wp),     intent(out) :: data(:, :)
    integer,      intent(out) :: n
    character(300) :: message
    character(1)   :: first
    integer :: unit, status
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=message)
    first = '!'
    do while (first == '!' .and. status == 0)
      read(unit, '(a)', iostat=status, iomsg=message) first
    end do
    if (status == 0) backspace(unit)
    n = -1
    do while (n < size(name) - 1 .and. status == 0)
      n = n + 1
      read(unit, *, iostat=status, iomsg=message) name(n+1), data(:, n+1)
    end do
    if (n < 1 .or. status /= iostat_end) call stop_all('species data '//trim(path)//': '//message)
    close(unit)
  end subroutine

  !> Sum (MPI_SUM), largest (MPI_MAX), ... over the ranks of each of the numbers.
  function over_ranks(operation, here) result(everywhere)
    integer,  intent(in) :: operation
    real(wp), intent(in) :: here(:)
    real(wp) :: everywhere(size(here))
    integer  :: ierr
    call MPI_Allreduce(here, everywhere, size(here), MPI_DOUBLE_PRECISION, operation, MPI_COMM_WORLD, ierr)
  end function

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
