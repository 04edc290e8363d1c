!> Stages 2a, 2b and 2 of the port: the state lives in fields of Drawbridge, on a GPU or on the host's cores.
!>
!> 2a: the host computes the fluxes; each Runge-Kutta stage brings q to it and the right-hand side back.
!> 2b: the fluxes are kernels too; the host decides on the step and judges after each Runge-Kutta stage.
!> 2:  a step is one list. The host gets the state for output only, and after each step three numbers.
!>
!> The kernels are the loops of nests.F90, as `drawbridge port` has translated them. The fields have the names of the
!> arrays in fluxes.f90: a list reads as the subroutines there do. Interface n+1 lies in the halo of its fields.
module resident
  use state
  use properties
  use fluxes, only: add_fluxes, fallen_back, diffusivity
  use properties_plans, only: frame
  use drawbridge, only: domain_t, sequence_t
  implicit none
  private
  public :: start_resident, step_resident, fetch, stop_resident

  type(domain_t) :: domain
  type(sequence_t), target  :: whole, stress, timing, rates, update   ! a step; its parts where the host drives it
  type(sequence_t), pointer :: list                          ! that grows
  logical  :: made = .false.
  character(6) :: step_given                                 ! to kernels: the list computes it, or the host sets it
  character(9) :: field(17)                                  ! the names of those that there are
  integer      :: fields
  real(wp) :: inverse(3)                                     ! 1/dx; 0: no flow that way
  real(wp) :: copied = 0                                     ! bytes of this rank's fields that were copied, both ways
  character(1), parameter :: axis(3) = ['x', 'y', 'z']

contains

  !> Fields, their contents, and the lists; what is not covered is refused.
  subroutine start_resident()
    integer :: b, stage
    call refuse_uncovered()
    if (.not. made) call frame%load_kernels('libsolver_kernels.so')
    made = .true.
    inverse = merge(cells/lengths, 0.0_wp, cells > 1)
    step_given = merge(' dt=dt', ' dt=0 ', port_stage == '2')
    call create_fields()
    do b = 1, size(mine)
      call frame%upload(on_block('q', b), mine(b)%q, iP, interior=mine(b)%inside)
      call frame%upload(on_block('cons', b), mine(b)%q, iCons, interior=mine(b)%inside)
    end do
    copied = 0
    call begin(whole, 'step')
    do stage = 1, merge(3, 1, port_stage == '2')
      call begin(stress, 'halo and viscous fluxes')
      if (port_stage /= '2a') call fill_halo()
      if (port_stage /= '2a' .and. viscous) call append_viscous_fluxes(stage)
      if (stage == 1) call begin(timing, 'time step')
      if (stage == 1) call append_time_step()
      call begin(rates, 'rates')
      if (port_stage /= '2a') call append_fluxes()
      call begin(update, 'update')
      call append_update(stage)
    end do
  end subroutine

  !> The list that grows from here on: at stage 2 it is the whole step.
  subroutine begin(part_of_step, name)
    type(sequence_t), target, intent(inout) :: part_of_step
    character(*), intent(in) :: name
    if ((port_stage == '2') .neqv. (name == 'step')) return
    list => part_of_step
    call list%create(frame, name)
  end subroutine

  subroutine refuse_uncovered()
    integer :: b
    character(*), parameter :: covered = ' is not covered by face = ''state'', ''rates'' and ''step'': expected '
    if (migrate_every < huge(1)) call stop_all('migrate_every > 0'//covered//'0, blocks that stay where they are')
    if (planted_error > 0) call stop_all('planted_error > 0'//covered//'0')
    if (blocks_per_rank > 64) call stop_all('blocks_per_rank > 64'//covered//'at most 64')
    do b = 1, nblocks
      if (any(boxes(b)%high - boxes(b)%low + 1 < deep)) call stop_all('a block with fewer cells than the layers of its halo that &
        &are in use (1, 5 for order 9)'//covered//'fewer ranks or blocks')
    end do
  end subroutine

  subroutine create_fields()
    integer :: b, first(3, size(mine)), extents(3, size(mine))
    do b = 1, size(mine)
      first(:, b) = mine(b)%low
      extents(:, b) = mine(b)%high - mine(b)%low + 1
    end do
    call domain%create(frame, cells, periodic=cells > 1 .and. .not. ([.false., .true., .false.] .and. walls), first=first, &
      extents=extents)
    fields = 0
    call add('q', nq, maxval(deep))
    call add('cons', ncons, 0)
    call add('cons0', ncons, 0)
    call add('rhs', ncons, 0)
    call add('bad', 1, 0)
    call add('rate', 1, 0)
    call add('departure', 1, 0)
    if (port_stage == '2a') return
    call add('flux', ncons, 1)
    if (viscous) then
      call add('mean', iHi + ns - 1, 1)
      call add('largest', 1, 1)
      call add('spread', 1, 0)
    end if
    if (order == 1) return
    call add('left', iE, 1)
    call add('right', iE, 1)
    call add('mass', 2, 1)
    call add('low', 1, 1)
    call add('marks', 1, 0)
    call add('fallen', 1, 0)
  contains
    subroutine add(name, components, layers)
      character(*), intent(in) :: name
      integer,      intent(in) :: components, layers
      call domain%create_field(name, halo=layers, components=components)
      fields = fields + 1
      field(fields) = name
    end subroutine
  end subroutine

  !> The halo of q as exchange() of blocks fills it.
  subroutine fill_halo()
    integer :: b, d
    if (any(cells > 1 .and. .not. ([.false., .true., .false.] .and. walls)) .or. ranks*blocks_per_rank > 1) &
      call list%exchange(domain, 'q', layers=maxval(deep))
    do d = 1, 3
      if (cells(d) == 1 .and. viscous) call list%fill('q', axis(d), 'mirror', layers=1)   ! looked at, and not used
    end do
    if (.not. walls .or. cells(2) == 1) return
    do b = 1, size(mine)
      if (mine(b)%low(2) == 1) call mirror('y-')
      if (mine(b)%high(2) == cells(2)) call mirror('y+')
    end do
  contains
    subroutine mirror(face)
      character(*), intent(in) :: face
      call list%fill(on_block('q', b), face, 'mirror')
      call list%fill(on_block('q', b)//'(3)', face, 'dirichlet', value=0.0_wp)   ! it changes its sign
    end subroutine
  end subroutine

  !> The numbers that the step depends on, and at stage 2 the step itself.
  subroutine append_time_step()
    call run('courant', count_of('nq', nq)//number('ix', inverse(1))//number('iy', inverse(2))//number('iz', inverse(3)) &
      //number('p0', pressure)//' q', 'rate departure')
    call list%reduce('max', 'rate', 'fastest')
    call list%reduce('max', 'departure', 'dp')
    if (port_stage /= '2') return
    if (dt_fixed > 0) call list%compute('dt', value_of(dt_fixed))
    if (dt_fixed <= 0 .and. .not. viscous) call list%compute('dt', value_of(cfl)//'/fastest')
    if (dt_fixed <= 0 .and. viscous) &
      call list%compute('dt', value_of(cfl)//'/(fastest + '//value_of(2*sum(inverse**2))//'*diffusivity)')
  end subroutine

  !> As add_fluxes of the module fluxes does for viscosity. The largest diffusivity is that of the first stage.
  subroutine append_viscous_fluxes(stage)
    integer, intent(in) :: stage
    integer :: d
    character(:), allocatable :: inverses
    inverses = number('ix', inverse(1))//number('iy', inverse(2))//number('iz', inverse(3))
    if (stage == 1) call list%pointwise('spread', '0')
    do d = 1, 3
      if (cells(d) == 1) cycle
      call across(d, 'means_', count_of('nv', iY+ns-1)//is('q', 'q', iP, iY+ns-1), is('mean', 'mean', iP, iY+ns-1))
      call run('preosViscousFluxProperties region=faces:'//axis(d), is('P', 'mean', iP)//is('T', 'mean', iT) &
        //is('Yi', 'mean', iY, ns), is('rho', 'mean', iRho)//is('mu', 'mean', iMu) &
        //is('lambda', 'mean', iLambda)//is('Di', 'mean', iDi, ns)//is('hi', 'mean', iHi, ns))
      call across(d, 'viscous_', count_of('ns', ns)//count_of('nq', nq)//count_of('nm', iHi+ns-1)//count_of('nv', ncons) &
        //inverses//' q mean', ' flux', ' diffusivity=largest')
      call run('difference_'//axis(d), count_of('nv', ncons)//number('inverse', inverse(d))//' flux rhs', 'rhs')
      if (stage == 1) call run('mark_'//axis(d), 'low=largest marks=spread', 'marks=spread')
    end do
    if (stage == 1) call list%reduce('max', 'spread', 'diffusivity')
  end subroutine

  !> As add_fluxes of the module fluxes does for convection.
  subroutine append_fluxes()
    integer :: d
    do d = 1, 3
      if (cells(d) == 1) cycle
      if (order == 1) call append_fluxes_of_cells(d)
      if (order == 9) call append_fluxes_of_sides(d)
      call run('difference_'//axis(d), count_of('nv', ncons)//number('inverse', inverse(d))//' flux rhs', 'rhs')
    end do
    if (order == 9) call run('tally', 'marks fallen', 'marks fallen')
  end subroutine

  subroutine append_fluxes_of_cells(d)
    integer, intent(in) :: d
    character(:), allocatable :: cells_of
    cells_of = is('rho', 'q', iRho)//is('speed', 'q', iU+d-1)//is('c', 'q', iC)
    call across(d, 'carry_cells_', count_of('nv', ns)//is('phi', 'q', iY, ns)//cells_of, is('flux', 'flux', 1, ns))
    call across(d, 'carry_cells_', count_of('nv', 3)//is('phi', 'q', iU, 3)//cells_of, is('flux', 'flux', ns+1, 3))
    call across(d, 'press_cells_', count_of('nq', nq)//' q', is('momentum', 'flux', ns+d), is('energy', 'flux', ncons))
  end subroutine

  subroutine append_fluxes_of_sides(d)
    integer, intent(in) :: d
    character(:), allocatable :: first, n, own
    integer :: v
    v = iY + ns - 1
    n = count_of('nq', nq)
    first = is('left', 'left', 1, v)//is('right', 'right', 1, v)
    call across(d, 'sides_', count_of('nv', v)//is('q', 'q', 1, v), first)
    call across(d, 'limit_', count_of('nv', v)//is('q', 'q', 1, v), first, ' low')
    call property('left')
    call property('right')
    call across(d, 'complete_', n//count_of('nv', iE)//' q low', 'left right mass')
    own = is('rho', 'q', iRho)//is('speed', 'q', iU+d-1)//' low mass'
    call carry(iY, ns, 1)
    call carry(iU, 3, ns + 1)
    call across(d, 'press_', n//count_of('nv', iE)//' q low left right mass', is('momentum', 'flux', ns+d), &
      is('energy', 'flux', ncons))
    call across(d, 'keep_positive_', count_of('ns', ns)//n//count_of('nv', ncons)//number('share', 2*count(cells > 1)*inverse(d)) &
      //step_given//' q', 'low flux')
    call run('mark_'//axis(d), 'low marks', 'marks')
  contains
    subroutine carry(from, many, to)
      integer, intent(in) :: from, many, to
      call across(d, 'carry_', count_of('nv', many)//is('phi', 'q', from, many)//own &
        //is('left', 'left', from, many)//is('right', 'right', from, many), is('flux', 'flux', to, many))
    end subroutine
    subroutine property(side)
      character(*), intent(in) :: side
      call run('preosRhoHFromTPProp region=faces:'//axis(d), is('P', side, iP)//is('T', side, iT) &
        //is('Yi', side, iY, ns), is('rho', side, iRho)//is('h', side, iE))
    end subroutine
  end subroutine

  !> Everything that follows from the right-hand side, as advance_block and state_of do.
  subroutine append_update(stage)
    integer, intent(in) :: stage
    character(:), allocatable :: rho, Yi
    rho = is('rho', 'q', iRho)
    Yi = is('Yi', 'q', iY, ns)
    call run('advance', count_of('nv', ncons)//number('first', merge(1.0_wp, 0.0_wp, stage == 1))//number('keep', keep(stage)) &
      //step_given//' rhs cons0 cons', 'rhs cons0 cons')
    call run('density_and_e', count_of('ns', ns)//count_of('nv', ncons)//' cons', rho//is('e', 'q', iE))
    call run('per_mass', count_of('nv', ns)//is('cons', 'cons', 1, ns)//rho//is('phi', 'q', iY, ns), &
      is('phi', 'q', iY, ns))
    call run('per_mass', count_of('nv', 3)//is('cons', 'cons', ns+1, 3)//rho//is('phi', 'q', iU, 3), &
      is('phi', 'q', iU, 3))
    call run('preosCalcTPFromRhoE', rho//is('e', 'q', iE)//is('T', 'q', iT)//Yi, &
      is('T', 'q', iT)//is('P', 'q', iP))
    call run('preosThermalProperties', is('P', 'q', iP)//is('T', 'q', iT)//Yi, &
      is('c', 'q', iC)//is('cp', 'q', iCp))
    call run('judge_cells', count_of('ns', ns)//count_of('nq', nq)//' q', 'bad')
    call list%reduce('max', 'bad', 'failed'//trim(merge(achar(iachar('0') + stage), ' ', port_stage == '2')))
  end subroutine

  subroutine run(kernel, reads, writes)
    character(*), intent(in) :: kernel, reads, writes
    call list%properties(kernel, reads, writes)
  end subroutine

  !> A kernel on the interfaces across d. It reads and writes what `both` names, and writes what `writes` does.
  subroutine across(d, kernel, reads, both, writes)
    integer,      intent(in) :: d
    character(*), intent(in) :: kernel, reads, both
    character(*), intent(in), optional :: writes
    character(:), allocatable :: all
    all = both
    if (present(writes)) all = both//writes
    call run(kernel//axis(d)//' region=faces:'//axis(d), reads//' '//both, all)
  end subroutine

  !> Components of a field, from `low` on, for an argument of a kernel.
  pure function is(argument, name, low, many) result(text)
    character(*), intent(in) :: argument, name
    integer,      intent(in) :: low
    integer,      intent(in), optional :: many               ! 1
    character(:), allocatable :: text
    character(40) :: bounds
    write(bounds, '(2(a, i0), a)') '(', low, ':', low, ')'
    if (present(many)) write(bounds, '(2(a, i0), a)') '(', low, ':', low + many - 1, ')'
    text = ' '//argument//'='//name//trim(bounds)
  end function

  !> A number of a kernel by its name, with the bits of x.
  pure function number(name, x) result(text)
    character(*), intent(in) :: name
    real(wp),     intent(in) :: x
    character(:), allocatable :: text
    text = ' '//name//'='//value_of(x)
  end function

  pure function value_of(x) result(text)
    real(wp), intent(in) :: x
    character(:), allocatable :: text
    character(24) :: digits
    write(digits, '(es24.16e3)') x
    text = trim(adjustl(digits))
  end function

  pure function count_of(name, n) result(text)
    character(*), intent(in) :: name
    integer,      intent(in) :: n
    character(:), allocatable :: text
    text = number(name, 1.0_wp*n)
  end function

  !> A field on one of the blocks of this rank.
  pure function on_block(name, b) result(text)
    character(*), intent(in) :: name
    integer,      intent(in) :: b
    character(:), allocatable :: text
    character(12) :: number
    write(number, '(a, i0)') '#', b
    text = name
    if (blocks_per_rank > 1) text = name//trim(number)
  end function

  !> A step. right: all cells of all ranks hold admissible states after each of its stages.
  subroutine step_resident(dt, dp, right)
    real(wp), intent(out) :: dt, dp
    logical,  intent(out) :: right
    real(wp) :: bad(3)
    integer  :: stage
    bad = 0
    if (port_stage == '2') then
      call whole%run()
      call whole%get('dt', dt)
      call whole%get('dp', dp)
      call whole%get('failed1', bad(1))
      call whole%get('failed2', bad(2))
      call whole%get('failed3', bad(3))
    else
      do stage = 1, 3
        if (bad(max(1, stage-1)) > 0) exit
        if (port_stage == '2a') call take_state()
        if (port_stage == '2b') call stress%run()
        if (port_stage == '2b' .and. viscous .and. stage == 1) call stress%get('diffusivity', diffusivity)
        if (stage == 1) call choose_step(dt, dp)
        if (port_stage == '2a') call give_rates(dt)
        if (port_stage == '2b' .and. order == 9) call rates%set('dt', dt)
        if (port_stage == '2b') call rates%run()
        call update%set('dt', dt)
        call update%set('first', merge(1.0_wp, 0.0_wp, stage == 1))
        call update%set('keep', keep(stage))
        call update%run()
        call update%get('failed', bad(stage))
      end do
    end if
    right = all(bad <= 0)
  end subroutine

  !> The step as time_step of the module fluxes chooses it.
  subroutine choose_step(dt, dp)
    real(wp), intent(out) :: dt, dp
    real(wp) :: fastest, largest(1)
    call timing%run()
    call timing%get('fastest', fastest)
    call timing%get('dp', dp)
    largest = over_ranks(MPI_MAX, [diffusivity])
    dt = cfl/(fastest + 2*largest(1)*sum(inverse**2))
    if (dt_fixed > 0) dt = dt_fixed
  end subroutine

  !> q for the fluxes of the host, with its halo; those of viscosity.
  subroutine take_state()
    integer :: b
    do b = 1, size(mine)
      call frame%download(on_block('q', b), mine(b)%q, iP, interior=mine(b)%inside)
      copied = copied + 8.0_wp*size(mine(b)%rhs, kind=int64)/ncons*nq
      mine(b)%rhs = 0
    end do
    call enter(in_exchange)
    call exchange(iV)
    call enter(in_the_rest)
    diffusivity = 0
    do b = 1, size(mine)
      if (viscous) call add_fluxes(mine(b), in_viscosity, 0.0_wp)
    end do
  end subroutine

  subroutine give_rates(dt)
    real(wp), intent(in) :: dt
    integer :: b
    do b = 1, size(mine)
      call add_fluxes(mine(b), in_convection, dt)
      call frame%upload(on_block('rhs', b), mine(b)%rhs, 1)
      copied = copied + 8.0_wp*size(mine(b)%rhs, kind=int64)
    end do
  end subroutine

  !> The state for output; after a step that failed also the one before it.
  subroutine fetch(right)
    logical, intent(in) :: right
    integer :: b
    do b = 1, size(mine)
      call frame%download(on_block('q', b), mine(b)%q, iP, interior=mine(b)%inside)
      call frame%download(on_block('cons', b), mine(b)%q, iCons, interior=mine(b)%inside)
      if (.not. right) call frame%download(on_block('cons0', b), mine(b)%cons0, 1)
      copied = copied + 8.0_wp*size(mine(b)%rhs, kind=int64)/ncons*(nq + merge(1, 2, right)*ncons)
    end do
  end subroutine

  !> Say what has been copied since the start, and count the cells that fell back to order 1.
  subroutine stop_resident(steps)
    integer, intent(in) :: steps
    real(wp) :: all(1), fallen
    integer  :: n
    all = over_ranks(MPI_SUM, [copied])/max(steps, 1)
    if (rank == 0) print '(a, f0.3, a)', 'copied between the host and the fields: ', all(1)/1e6_wp, ' MB a step'
    if (port_stage /= '2a' .and. order == 9) then
      call frame%reduce('sum', 'fallen', fallen)             ! of all ranks
      if (rank == 0) fallen_back = fallen_back + [fallen, 3.0_wp*steps*product(1.0_wp*cells)]
    end if
    if (port_stage == '2') call whole%destroy()
    if (port_stage /= '2') then
      call stress%destroy()
      call timing%destroy()
      call rates%destroy()
      call update%destroy()
    end if
    do n = 1, fields
      call frame%destroy_field(trim(field(n)))
    end do
  end subroutine
end module
