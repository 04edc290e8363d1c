!> What the user says: the namelists, the species files, and how a run ends when they are wrong.
module inputs
  use mpi
  use species_tables
  use, intrinsic :: iso_fortran_env, only: wp => real64, int64, error_unit, iostat_end
  implicit none
  public

  integer, parameter :: most_species = 64

  ! &SolverInputs
  character(32)          :: case_name = 'mixing layer'       ! cases.f90 has the list
  character(name_length) :: species(most_species) = ''       ! any of the species file, in any order
  integer                :: species_count = 0                ! more of the file are taken until there are so many
  character(name_length) :: cold_species = 'O2', warm_species = 'CH4'
  real(wp)               :: trace = 0                        ! mass fraction of all other species together
  character(256)         :: species_file = 'species.dat', transport_file = 'transport.dat'   ! beside the namelist file
  character(256)         :: output = '', timings = '', restart = ''   ! prefix of the snapshots, file of the timings, snapshot to go on from
  integer  :: cells(3) = 0                                   ! of the whole grid, x y z; 1: no flow that way. No default
  real(wp) :: lengths(3) = 0                                 ! m. No default
  integer  :: halo = 5, fringes = -1                         ! layers of cells round each block; fringes: the old name of halo, -1: not given
  logical  :: walls = .true., viscous = .false., profile = .false.   ! slip walls in y, else periodic as x and z; viscous fluxes; print where the time went
  real(wp) :: pressure = 10.0e6_wp, pressure_cold = 0        ! Pa; 0: the same on the cold side (shock tube)
  real(wp) :: T_cold = 150, T_warm = 300, u_cold = 0, u_warm = 0   ! K, m/s, of the lower and the upper stream
  real(wp) :: layer = 1.5e-4_wp, wave = 0                    ! the initial layer's thickness and displacement, m
  integer  :: order = 1                                      ! of the convective fluxes, 1 or 9
  real(wp) :: cfl = 0.8_wp, dt_fixed = 0                     ! dt_fixed > 0: that step, s
  integer  :: steps = 100, progress_every = 20, snapshot_every = 0   ! 0: only the last step
  integer  :: blocks_per_rank = 1, migrate_every = 0         ! > 0: steps between two changes of the blocks
  real(wp) :: uneven = 0                                     ! 0..1: how much the sizes of the blocks differ
  ! &DrawbridgeInputs
  logical      :: use_bridge = .false.                       ! properties: Drawbridge or the old routines
  character(8) :: face = 'stripes'                           ! the legacy calls, 'plans', or fields: 'state', 'rates', 'step'
  integer      :: max_block = 12288                          ! points of a stripe
  integer      :: device = -1, num_devices = 0               ! num_devices > 0: device = rank modulo it
  real(wp)     :: planted_error = 0                          ! relative, in one P of each step: may a comparison miss it?

  namelist /SolverInputs/ case_name, species, species_count, cold_species, warm_species, trace, species_file, &
    transport_file, output, timings, restart, cells, lengths, halo, fringes, walls, pressure, pressure_cold, T_cold, T_warm, &
    u_cold, u_warm, layer, wave, order, viscous, cfl, dt_fixed, steps, progress_every, snapshot_every, blocks_per_rank, &
    migrate_every, uneven, profile
  namelist /DrawbridgeInputs/ use_bridge, face, max_block, device, num_devices, planted_error

  character(8), parameter :: faces(5) = [character(8) :: 'stripes', 'plans', 'state', 'rates', 'step']
  character(2), parameter :: stages(5) = [character(2) :: '1', '1b', '2a', '2b', '2']
  character(2) :: port_stage = '0'                           ! of the port; 1: the legacy calls in stripes; 1b: plans; 2a, 2b, 2: fields
  integer :: comm, rank = 0, ranks = 1                       ! the communicator of this run
  integer :: ns = 0, cold, warm                              ! species in use (data: species_tables); the two streams among them

contains

  !> Read the namelist file named by the first argument; further arguments KEY=VALUE override it.
  subroutine read_inputs()
    character(1100) :: path, argument, message, why, text
    integer :: unit, status, n, i, equals
    if (command_argument_count() < 1) call stop_all('usage: legacy_solver FILE.nml [KEY=VALUE ...]; --help prints the keys')
    call get_command_argument(1, path)
    if (path == '-h' .or. path == '--help') call say_help()
    open(newunit=unit, file=path, status='old', action='read', iostat=status, iomsg=message)
    if (status /= 0) call stop_all('namelist file '//trim(path)//': '//message)
    do while (status == 0)
      read(unit, '(a)', iostat=status) text
      n = max(len_trim(text(:scan(text//'!', '!') - 1)), 1)
      if (status == 0 .and. text(n:n) == '=') call stop_all('namelist file '//trim(path)//': a value is expected in the line'//text)
    end do
    rewind(unit)
    read(unit, nml=SolverInputs, iostat=status, iomsg=message)
    call check_read('namelist file '//trim(path)//', &SolverInputs')
    rewind(unit)
    read(unit, nml=DrawbridgeInputs, iostat=status, iomsg=message)
    call check_read('namelist file '//trim(path)//', &DrawbridgeInputs')
    close(unit)
    do n = 2, command_argument_count()
      call get_command_argument(n, argument)
      equals = index(argument, '=')
      if (equals == 0 .or. scan(adjustl(argument(equals+1:)), ' ,;/!&') == 1) &   ! a namelist would keep what it had
        call stop_all('argument '//trim(argument)//': expected KEY=VALUE with a key of the namelists; --help prints them')
      do i = 1, equals - 1                                  ! keys in any case
        if (lge(argument(i:i), 'A') .and. lle(argument(i:i), 'Z')) argument(i:i) = achar(iachar(argument(i:i)) + 32)
      end do
      if (argument(:equals-1) == 'cells') cells = 0          ! all three must be given
      if (argument(:equals-1) == 'lengths') lengths = 0
      if (argument(:equals-1) == 'species') species = ''     ! a shorter list leaves none of the file's
      text = '&DrawbridgeInputs '//trim(argument)//' /'
      read(text, nml=DrawbridgeInputs, iostat=status, iomsg=why)
      text = '&SolverInputs '//trim(argument)//' /'
      if (status /= 0) read(text, nml=SolverInputs, iostat=status, iomsg=message)
      if (index(message, ' '//trim(argument(:equals-1))) > 0) message = why   ! a key of the other group
      call check_read('argument '//trim(argument))
    end do
    if (num_devices > 0) device = mod(rank, num_devices)
    n = findloc(faces, face, 1)
    if (n == 0) call stop_all('face = '//trim(face)//': expected ''stripes'', ''plans'', ''state'', ''rates'' or ''step''')
    if (use_bridge) port_stage = stages(n)
    if (output == '') output = merge('bridge ', 'fortran', use_bridge)
    if (timings == '') timings = trim(output)//'.json'
    call check_values()
    n = index(path, '/', back=.true.)
    if (species_file(1:1) /= '/') species_file = path(:n)//species_file
    if (transport_file(1:1) /= '/') transport_file = path(:n)//transport_file
    call find_species()
  contains
    subroutine check_read(what)
      character(*), intent(in) :: what
      if (status == iostat_end) message = 'the group is missing or not closed by /'
      if (status /= 0) call stop_all(what//': '//trim(message)//'; --help prints keys and values, strings need quotes')
      if (fringes /= -1 .and. rank == 0) write(error_unit, '(a)') 'legacy_solver: warning: the key `fringes` is now called `halo`'
      if (fringes /= -1) halo = fringes
      fringes = -1
    end subroutine
  end subroutine

  subroutine say_help()
    character(300) :: line(60)
    integer :: n, ierr
    line = ''
    write(line, nml=SolverInputs, delim='none')
    write(line(42:), nml=DrawbridgeInputs, delim='none')
    if (rank == 0) print '(a)', 'usage: [mpirun -np RANKS] legacy_solver FILE.nml [KEY=VALUE ...]', &
      'Keys of the file and of arguments, with their defaults; README.md says what they mean.'
    do n = 1, size(line)
      if (rank == 0 .and. line(n) /= '') print '(a)', line(n)(:index(line(n), '    '))
    end do
    call MPI_Finalize(ierr)
    stop
  end subroutine

  subroutine check_values()
    ns = count(species /= '')
    species_count = max(ns, species_count)
    if (pressure_cold <= 0) pressure_cold = pressure
    if (any(species(:ns) == '')) call stop_all('species: the list has a gap')
    call expect(all(cells > 0 .and. cells <= 10**9) .and. any(cells > 1), 'cells', 1.0_wp*cells, 'three numbers, one above 1')
    call expect(all(lengths > 0), 'lengths', lengths, 'three positive numbers')
    call expect(any(order == [1, 9]), 'order', [1.0_wp*order], '1 or 9')
    call expect(halo >= merge(5, 1, order == 9) .and. halo <= 1000, 'halo', [1.0_wp*halo], '1, 5 for order 9, to 1000')
    call expect(all([pressure, T_cold, T_warm, layer, cfl] > 0), 'pressure, T_cold, T_warm, layer, cfl', &
      [pressure, T_cold, T_warm, layer, cfl], 'positive numbers')
    call expect(all([trace, uneven, 1 - trace, 1 - uneven] >= 0), 'trace, uneven', [trace, uneven], '0 to 1')
    call expect(dt_fixed >= 0 .and. all([steps, snapshot_every, migrate_every] >= 0), 'dt_fixed, steps, snapshot_every, &
      &migrate_every', [dt_fixed, 1.0_wp*[steps, snapshot_every, migrate_every]], 'at least 0')
    call expect(all([species_count, progress_every, blocks_per_rank, max_block] > 0) .and. species_count <= most_species, &
      'number of species, progress_every, blocks_per_rank, max_block', &
      1.0_wp*[species_count, progress_every, blocks_per_rank, max_block], 'at least 1; at most 64 species')
    call expect(real(ranks)*blocks_per_rank <= 1e5, 'ranks, blocks_per_rank', 1.0_wp*[ranks, blocks_per_rank], 'at most 1e5 blocks')
    if (snapshot_every == 0) snapshot_every = huge(1)      ! never
    if (migrate_every == 0) migrate_every = huge(1)
  end subroutine

  !> End the run where keys do not have values that they can have.
  subroutine expect(right, keys, given, expected)
    logical,      intent(in) :: right
    character(*), intent(in) :: keys, expected
    real(wp),     intent(in) :: given(:)
    character(300) :: message
    write(message, '(2a, *(1x, g0.6))') keys, ' =', given
    if (.not. right) call stop_all(trim(message)//': expected '//expected)
  end subroutine

  !> The data of the species in use: of those that are named, then of others of the file up to species_count.
  subroutine find_species()
    character(300) :: message
    ns = species_count
    call read_species(species_file, transport_file, ns, species, message)
    if (message /= '') call stop_all('species data '//message)
    cold = findloc(species(:ns), cold_species, 1)
    warm = findloc(species(:ns), warm_species, 1)
    if (cold*warm == 0) call stop_all('cold_species '//trim(cold_species)//', warm_species '//trim(warm_species)// &
      ': expected two of the list species')
  end subroutine

  !> Sum (MPI_SUM), largest (MPI_MAX), ... over the ranks of each of the numbers.
  function over_ranks(operation, here) result(everywhere)
    integer,  intent(in) :: operation
    real(wp), intent(in) :: here(:)
    real(wp) :: everywhere(size(here))
    integer  :: ierr
    call MPI_Allreduce(here, everywhere, size(here), MPI_DOUBLE_PRECISION, operation, comm, ierr)
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
    call MPI_Abort(comm, 1, ierr)
  end subroutine
end module
