!> A legacy-style solver of real-gas flow: MPI, Fortran, 3-D Cartesian blocks with fringes.
!>
!>     mpirun -np 2 legacy_solver mixing_layer.nml                    properties by the Fortran routines
!>     mpirun -np 2 legacy_solver mixing_layer.nml use_bridge=T       the same through Drawbridge
!>
!> The Navier-Stokes equations of a mixture (species, momentum, total energy), Peng-Robinson, NASA-7, Chung and
!> Takahashi; finite volumes of order 1 or 9, SSP-RK3 (Shu & Osher, J. Comput. Phys. 77 (1988) 439).
!> README.md says more.
program legacy_solver
  use mpi
  use inputs
  use blocks
  use state
  use properties
  use fluxes
  use cases
  use reporting
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  interface
    integer(c_int) function mallopt(parameter, value) bind(c)
      import :: c_int
      integer(c_int), value :: parameter, value
    end function
  end interface
  integer  :: level, ierr, full(3)
  logical  :: right = .true.

  ! Freed memory stays ours (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD): to get it anew for each flux costs more than the flux.
  if (mallopt(-1_c_int, huge(1_c_int)) + mallopt(-3_c_int, 2_c_int**25) < 2) print '(a)', 'warning: mallopt was refused'
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
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
    real(wp) :: start(ncons, 2), seconds(0:size(parts_of_a_step), steps)   ! of each step: all of it, and of its parts
    real(wp) :: time, dt, dp, worst_dp, began, t0
    integer  :: step, stage, b, before                       ! steps that a restart has behind it
    time = 0
    before = 0
    worst_dp = 0
    call choose_parts()
    call make_blocks(0)
    call say_start()
    if (restart /= '') call read_snapshot(before, time)      ! complete: nothing is computed again
    if (restart == '') call set_state()
    do b = 1, size(mine)
      call conserved_from_q(mine(b)%own)
    end do
    if (restart == '') call update(before, time)
    call exchange(iV)
    start = totals()

    parts_of_a_step%calls = 0                                 ! the timings are those of the steps
    began = MPI_Wtime()
    do step = 1, steps
      t0 = MPI_Wtime()
      parts_of_a_step%seconds = 0
      call time_step(dt, dp)
      worst_dp = max(worst_dp, dp)
      do stage = 1, 3
        do b = 1, size(mine)
          call advance(mine(b), stage, dt)
        end do
        call update(before + step, time)
      end do
      time = time + dt
      if (due(step, migrate_every)) then
        call make_blocks(step/migrate_every)
        call exchange(iV)
      end if
      seconds(:, step) = [MPI_Wtime() - t0, parts_of_a_step%seconds]
      if (due(step, progress_every) .or. step == steps) &
        call say_progress(step, time, MPI_Wtime() - began, dp, totals(), start)
      if (due(before + step, snapshot_every) .and. step < steps) call write_snapshot(trim(output), before + step, time)
    end do

    call time_step(dt, dp)                                   ! for the last |dp|/p
    call write_snapshot(trim(output), before + steps, time)
    right = say_end(seconds, max(worst_dp, dp), totals(), start)
    right = judge(time, level) .and. right
  end function

  !> Is something that happens every so many steps (0: never) to happen now?
  pure logical function due(step, every)
    integer, intent(in) :: step, every
    due = every > 0 .and. mod(step, max(every, 1)) == 0
  end function

  !> cons = keep*cons0 + (1-keep)*(cons + dt*rhs), written so that the weights lose no mass.
  subroutine advance(b, stage, dt)
    type(block_t), intent(inout) :: b
    integer,       intent(in)    :: stage
    real(wp),      intent(in)    :: dt
    real(wp), parameter :: keep(3) = [0.0_wp, 3.0_wp/4, 1.0_wp/3]
    call residual(b, dt)
    associate (cons => b%own(:, :, :, iCons:))
      if (stage == 1) b%cons0 = cons
      cons = cons + dt*b%rhs
      if (stage > 1) cons = cons + keep(stage)*(b%cons0 - cons)
    end associate
  end subroutine

  !> Everything in q from cons: the property calls in the interior, then the fringes. Where that gives no admissible
  !> state, the one before the step is written, and the run ends on all ranks.
  subroutine update(step, time)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time
    logical :: right
    integer :: b, ierr
    right = .true.
    do b = 1, size(mine)
      call state_of(b)
      right = admissible(mine(b), step) .and. right
    end do
    call MPI_Allreduce(MPI_IN_PLACE, right, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
    if (.not. right) then
      do b = 1, merge(size(mine), 0, step > 0)
        mine(b)%own(:, :, :, iCons:) = mine(b)%cons0
        call state_of(b)
      end do
      if (step > 0) call write_snapshot(trim(output)//'_before', step - 1, time)
      call stop_all('the state left what is admissible; the one before that step was written')
    end if
    call begin_part()
    call exchange(iV)
    call end_part(in_exchange)
  end subroutine

  subroutine state_of(b)
    integer, intent(in) :: b
    call q_from_conserved(mine(b)%own)
    call call_property(temperature_and_pressure, mine(b)%q, mine(b)%inside)
    call call_property(thermal_set, mine(b)%q, mine(b)%inside)
  end subroutine
end program
