!> A legacy-style solver of real-gas flow: MPI, Fortran 90, 3-D Cartesian blocks with fringes.
!>
!>     mpirun -np 2 legacy_solver mixing_layer.nml                    properties by the Fortran routines
!>     mpirun -np 2 legacy_solver mixing_layer.nml use_bridge=T       the same through Drawbridge
!>
!> The Euler equations of a mixture (species, momentum, total energy), Peng-Robinson and NASA-7, in
!> finite volumes: first-order Rusanov fluxes, SSP-RK3 (Shu & Osher, J. Comput. Phys. 77 (1988) 439).
!> README.md says more.
program legacy_solver
  use mpi
  use inputs
  use blocks
  use state
  use properties
  use fluxes
  use reporting
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  ! SSP-RK3: cons = keep*cons0 + (1-keep)*(cons + dt*rhs), written so that the weights lose no mass
  real(wp), parameter :: keep(3) = [0.0_wp, 3.0_wp/4, 1.0_wp/3]
  real(wp), allocatable :: q(:, :, :, :), cons(:, :, :, :), cons0(:, :, :, :), rhs(:, :, :, :)
  real(wp), allocatable :: start(:), seconds(:, :)        ! seconds(0,step): the step; (n,step): of it, in routine n
  real(wp) :: time = 0, dt, dp, worst_dp = 0, began, t0
  integer  :: step, stage, ierr, before = 0                ! steps that a restart has behind it
  logical  :: right

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call read_inputs()
  call make_blocks()
  call name_variables()
  call start_properties()
  allocate(q(nx, ny, nz, nq), cons(nx, ny, nz, ncons), cons0(nx, ny, nz, ncons), rhs(nx, ny, nz, ncons))
  allocate(seconds(0:size(routine_names), steps))
  q = ieee_value(q, ieee_quiet_nan)                        ! nobody may use a fringe before it is filled
  call say_start()
  if (restart == '') then
    call initial_state(q)
    call density_and_energy(q)
    call conserved_from_q(q, cons)
    call update_q(0)
  else
    call read_snapshot(q, before, time)                    ! complete: nothing is computed again
    call conserved_from_q(q, cons)
    call exchange(q, normal=iV)
  end if
  start = totals(cons)

  routine_calls = 0                                        ! the timings are those of the steps
  began = MPI_Wtime()
  do step = 1, steps
    t0 = MPI_Wtime()
    routine_seconds = 0
    call time_step(q, dt, dp)
    worst_dp = max(worst_dp, dp)
    cons0 = cons
    do stage = 1, 3
      call residual(q, rhs)
      cons = cons + dt*rhs
      cons = cons + keep(stage)*(cons0 - cons)
      call update_q(before + step)
    end do
    time = time + dt
    seconds(:, step) = [MPI_Wtime() - t0, routine_seconds]
    if (mod(step, progress_every) == 0 .or. step == steps) &
      call say_progress(step, time, MPI_Wtime() - began, dp, totals(cons), start)
    if (snapshot_every > 0) then
      if (mod(before + step, snapshot_every) == 0 .and. step < steps) call write_snapshot(q, before + step, time)
    end if
  end do

  call time_step(q, dt, dp)                                ! for the last |dp|/p
  call write_snapshot(q, before + steps, time)
  right = say_end(seconds, max(worst_dp, dp), totals(cons), start)
  call stop_properties()
  if (.not. right) call stop_all('mass, energy or species were not kept to 1e-12, or a uniform state did not stay')
  call MPI_Finalize(ierr)

contains

  !> Everything in q from cons: the property calls in the interior, then the fringes.
  subroutine update_q(in_step)
    integer, intent(in) :: in_step
    call q_from_conserved(cons, q)
    call temperature_and_pressure(q)
    call thermal_properties(q)
    call check_state(q, in_step)
    call exchange(q, normal=iV)
  end subroutine
end program
