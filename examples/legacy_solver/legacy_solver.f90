!> A legacy-style solver of real-gas flow: MPI, Fortran, 3-D Cartesian blocks with a halo.
!>
!>     mpirun -np 2 legacy_solver mixing_layer.nml                    properties by the Fortran routines
!>     mpirun -np 2 legacy_solver mixing_layer.nml use_bridge=T       the same through Drawbridge
!>
!> The Navier-Stokes equations of a mixture (species, momentum, total energy), Peng-Robinson, NASA-7, Chung and
!> Takahashi; finite volumes of order 1 or 9, SSP-RK3 (Shu & Osher, J. Comput. Phys. 77 (1988) 439).
!> README.md says more.
program legacy_solver
  use state
  use properties
  use fluxes
  use cases
  use reporting
  use resident
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function mallopt(parameter, value) bind(c)
      import :: c_int
      integer(c_int), value :: parameter, value
    end function
  end interface
  integer, parameter :: timed = 4096                        ! the last steps, whose times are kept for the median
  integer  :: level, ierr, full(3), before = 0              ! before: steps that a restart has behind it
  logical  :: right = .true.

  ! Freed memory stays ours (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD): to get it anew for each flux costs more than the flux.
  if (mallopt(-1_c_int, huge(1_c_int)) + mallopt(-3_c_int, 2_c_int**25) < 2) print '(a)', 'warning: mallopt was refused'
  call MPI_Init(ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)            ! this and no other is used from here
  call MPI_Comm_rank(comm, rank, ierr)
  call MPI_Comm_size(comm, ranks, ierr)
  call read_inputs()
  call name_variables()
  call start_properties()
  call start_case()
  full = cells
  do level = 1, case_levels()
    cells = max(1, full/2**(case_levels() - level))
    right = march(level) .and. right
  end do
  call stop_properties()
  if (.not. right) call stop_all('the case did not pass')
  call MPI_Finalize(ierr)

contains

  !> The whole run on one grid; false when it is not what it ought to be.
  logical function march(level) result(right)
    integer, intent(in) :: level
    real(wp) :: start(ncons, 2), seconds(0:size(seconds_in), min(steps, timed))   ! of the last steps: all of it, its parts
    real(wp) :: time, dt, dp, worst_dp, begin
    integer  :: step, b
    time = 0
    worst_dp = 0
    call choose_parts()
    call make_blocks(0)
    call say_start()
    if (restart == '') call set_state()
    if (restart /= '') call read_snapshot(before, time)      ! complete: nothing is computed again
    do b = 1, size(mine)
      call conserved_from_q(mine(b)%own)
      if (restart == '') call state_of(mine(b))
    end do
    call check_state(before, time)
    call exchange(iV)
    start = totals()
    if (port_stage(1:1) == '2') call start_resident()

    begin = MPI_Wtime()
    calls = 0                                                 ! the timings are those of the steps
    do step = 1, steps
      call enter(in_the_rest)
      seconds_in = 0
      if (port_stage(1:1) == '2') then
        call step_resident(dt, dp, right)
        if (.not. right .or. mod(step, progress_every) == 0 .or. step == steps .or. mod(before + step, snapshot_every) == 0) &
          call fetch(right)
        if (.not. right) call check_state(before + step, time, known=.false.)
      else
        call three_stages(before + step, time, dt, dp)
      end if
      worst_dp = max(worst_dp, dp)
      time = time + dt
      if (mod(step, migrate_every) == 0) then
        call make_blocks(step/migrate_every)
        call exchange(iV)
      end if
      call enter(in_the_rest)
      seconds(:, 1 + mod(step - 1, timed)) = [sum(seconds_in), seconds_in]
      if (mod(step, progress_every) == 0 .or. step == steps) &
        call say_progress(step, time, MPI_Wtime() - begin, dp, totals(), start)
      if (mod(before + step, snapshot_every) == 0 .and. step < steps) call write_snapshot(trim(output), before + step, time)
    end do

    if (port_stage(1:1) == '2') call stop_resident(steps)
    call time_step(dt, dp)                                   ! for the last |dp|/p
    call write_snapshot(trim(output), before + steps, time)
    right = say_end(seconds, max(worst_dp, dp), totals(), start)
    right = judge(time, level) .and. right
  end function

  !> The stages of a Runge-Kutta step.
  subroutine three_stages(step, time, dt, dp)
    integer,  intent(in)  :: step
    real(wp), intent(in)  :: time
    real(wp), intent(out) :: dt, dp
    integer :: stage, b
    do stage = 1, 3
      if (stage == 1) diffusivity = 0
      do b = 1, size(mine)
        mine(b)%rhs = 0
        if (viscous) call add_fluxes(mine(b), in_viscosity, 0.0_wp)
      end do
      if (stage == 1) call time_step(dt, dp)
      do b = 1, size(mine)
        call add_fluxes(mine(b), in_convection, dt)
        call advance_block(mine(b), stage, dt)
        call state_of(mine(b))
      end do
      call check_state(step, time)
      call enter(in_exchange)
      call exchange(iV)
      call enter(in_the_rest)
    end do
  end subroutine

  !> Everything in the interior of q from cons: the property calls.
  subroutine state_of(b)
    type(block_t), intent(inout) :: b
    call primitives(b)
    call call_property(temperature_and_pressure, b%q, b%inside)
    call call_property(thermal_set, b%q, b%inside)
  end subroutine

  !> Where a state is not admissible, the one before the step is written, and the run ends on all ranks.
  !> known = .false.: there was one after an earlier stage of the step.
  subroutine check_state(step, time, known)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time
    logical,  intent(in), optional :: known
    logical :: right
    integer :: b, ierr
    right = all([(admissible(mine(b), step), b = 1, size(mine))])
    if (present(known)) right = right .and. known
    call MPI_Allreduce(MPI_IN_PLACE, right, 1, MPI_LOGICAL, MPI_LAND, comm, ierr)
    if (right) return
    if (step == before) call stop_all('the state to begin with is not admissible; there is none before it')
    do b = 1, size(mine)
      mine(b)%own(:, :, :, iCons:) = mine(b)%cons0
      call state_of(mine(b))
    end do
    call write_snapshot(trim(output)//'_before', step - 1, time)
    call stop_all('the state left what is admissible; the one before that step was written')
  end subroutine
end program
