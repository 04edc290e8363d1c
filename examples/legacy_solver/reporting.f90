!> What a run tells: snapshots, progress, conservation, and its timings as text and JSON.
module reporting
  use mpi
  use inputs
  use state
  use properties
  use fluxes
  use drawbridge, only: snapshot_t
  implicit none
  private
  public :: totals, say_start, say_progress, say_end, write_snapshot, read_snapshot

  !> A field of a snapshot and the variable that it keeps.
  type :: kept_t
    character(24) :: name
    character(8)  :: unit
    integer       :: variable
  end type

contains

  !> Integrals over the grid of the conserved variables (:,1) and of their magnitudes (:,2).
  function totals()
    real(wp) :: totals(ncons, 2), here(ncons, 2)
    integer  :: b, k, n, ierr
    here = 0
    do b = 1, size(mine)
      do n = 1, ncons
        do k = 1, size(mine(b)%cons, 3)                     ! rows first: less round-off than one long sum
          here(n, 1) = here(n, 1) + sum(sum(mine(b)%cons(:, :, k, n), 1))
          here(n, 2) = here(n, 2) + sum(sum(abs(mine(b)%cons(:, :, k, n)), 1))
        end do
      end do
    end do
    call MPI_Allreduce(here, totals, 2*ncons, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    totals = totals*product(lengths/cells)
  end function

  !> Relative change of mass, energy and of the species (over the whole mass; the worst one).
  pure function drift(now, start)
    real(wp), intent(in) :: now(ncons, 2), start(ncons, 2)
    real(wp) :: drift(3), mass
    mass = sum(start(:ns, 1))
    drift = [abs(sum(now(:ns, 1)) - mass)/mass, abs(now(ncons, 1) - start(ncons, 1))/start(ncons, 2), &
             maxval(abs(now(:ns, 1) - start(:ns, 1)))/mass]
  end function

  subroutine say_start()
    integer :: n
    if (rank > 0) return
    print '(3a, 3(i0, a), i0, a, 3(1x, i0), a)', 'case ', trim(case_name), ', ', cells(1), ' x ', cells(2), ' x ', &
      cells(3), ' cells on ', ranks, ' ranks in', parts, ' blocks'
    print '(a, i0, a, *(1x, a))', 'order ', order, trim(merge(', viscous, species', ', species         ', viscous)), &
      (trim(species(n)), n = 1, ns)
    select case (stage_name())
    case ('0');  print '(a)', 'stage 0: properties by the Fortran routines'
    case ('1');  print '(a, i0, a)', 'stage 1: properties through Drawbridge in stripes of ', max_block, ' points'
    case ('1b'); print '(a, i0, a)', 'stage 1b: properties through Drawbridge''s plans, stripes of ', max_block, ' points'
    end select
    print '(a)', '    step    time [s]   steps/s  to go [s]  |dp|/p      mass    energy   species (relative change)'
  end subroutine

  subroutine say_progress(step, time, seconds, dp, now, start)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time, seconds, dp, now(ncons, 2), start(ncons, 2)   ! seconds since the first step
    real(wp) :: rate
    if (rank > 0) return
    rate = step/max(seconds, 1e-9_wp)
    print '(i8, es12.4, 2f10.1, es10.2, 3es10.1)', step, time, rate, (steps - step)/max(rate, 1e-9_wp), dp, drift(now, start)
  end subroutine

  !> The last words and the timings; false when something was not conserved to 1e-13 per 100 steps.
  logical function say_end(seconds, dp, now, start) result(right)
    real(wp), intent(in) :: seconds(0:, :)                 ! of each step on this rank: all of it, and of its parts
    real(wp), intent(in) :: dp, now(ncons, 2), start(ncons, 2)
    real(wp) :: slowest(0:ubound(seconds, 1), size(seconds, 2)), typical(0:ubound(seconds, 1)), lost(3), low
    integer  :: n, unit, ierr, status
    character(300) :: message
    call MPI_Allreduce(seconds, slowest, size(slowest), MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    low = fallen_back()
    lost = drift(now, start)
    right = all(lost <= 1e-13_wp*max(1.0_wp, steps/100.0_wp))
    if (rank > 0) return
    typical = [(median(slowest(n, :)), n = 0, ubound(slowest, 1))]
    print '(3(a, es9.2), a)', 'conservation: mass ', lost(1), ', energy ', lost(2), ', species ', lost(3), &
      merge(' (kept)', ' (LOST)', right)
    print '(a, es9.2)', 'largest |dp|/p of the run:', dp
    if (order == 9) print '(a, f8.4, a)', 'cells that fell back to order 1:', 100*low, ' %'
    print '(a, es10.3, a, f5.1, a)', 'median step ', typical(0), ' s, of it in the property calls ', &
      100*sum(typical(1:n_properties))/max(typical(0), tiny(dp)), ' %'
    if (profile) then
      print '(a)', 'part of a step                  share [%]     ms per step'
      do n = 1, size(parts_of_a_run)
        print '(a, f12.1, f16.3)', parts_of_a_run(n)%name//'   ', 100*typical(n)/max(typical(0), tiny(dp)), 1e3_wp*typical(n)
      end do
      typical(0) = max(typical(0), tiny(dp))
      print '(a, f12.1, f16.3)', 'the rest                     ', 100*(1 - sum(typical(1:))/typical(0)), &
        1e3_wp*(typical(0) - sum(typical(1:)))
    end if
    open(newunit=unit, file=timings, status='replace', action='write', iostat=status, iomsg=message)
    if (status /= 0) call abort_run('timings '//trim(timings)//': '//message)
    write(unit, '(5a, i0, a, i0, a, i0, a, i0, 3a)') '{"run": "', trim(merge('bridge ', 'fortran', use_bridge)), '", "stage": "', &
      trim(stage_name()), '", "ranks": ', ranks, ', "cells": ', product(cells), ', "steps": ', steps, ', "order": ', order, &
      ', "viscous": ', trim(merge('true ', 'false', viscous)), ','
    write(unit, '(*(a))') ' "species": [', ('"'//trim(species(n))//'"'//trim(merge(', ', '  ', n < ns)), n = 1, ns), '],'
    write(unit, '(2(a, es13.6), a)') ' "step_seconds": ', typical(0), ', "property_seconds": ', sum(typical(1:n_properties)), &
      ', "routines": ['
    do n = 1, size(parts_of_a_run)
      if (n == n_properties + 1) write(unit, '(a)') ' ], "parts": ['
      write(unit, '(3a, i0, a, es13.6, 2a)') '  {"name": "', trim(parts_of_a_run(n)%name), '", "calls": ', &
        parts_of_a_run(n)%calls, ', "seconds": ', typical(n)*steps, '}', &
        trim(merge(', ', '  ', n < size(parts_of_a_run) .and. n /= n_properties))
    end do
    write(unit, '(a)') ' ]}'
    close(unit)
  end function

  pure real(wp) function median(values)
    real(wp), intent(in) :: values(:)
    integer :: n
    median = 0
    do n = 1, size(values)                                  ! the value with as many below as above
      if (count(values < values(n)) <= size(values)/2 .and. count(values <= values(n)) > size(values)/2) median = values(n)
    end do
  end function

  !> Field n of a snapshot, 1 to ns + 9.
  pure type(kept_t) function kept_field(n) result(kept)
    integer, intent(in) :: n
    select case (n)
    case (1); kept = kept_t('density', 'kg/m3', iRho)
    case (2); kept = kept_t('pressure', 'Pa', iP)
    case (3); kept = kept_t('temperature', 'K', iT)
    case (4); kept = kept_t('velocity_x', 'm/s', iU)
    case (5); kept = kept_t('velocity_y', 'm/s', iV)
    case (6); kept = kept_t('velocity_z', 'm/s', iW)
    case (7); kept = kept_t('internal_energy', 'J/kg', iE)
    case (8); kept = kept_t('speed_of_sound', 'm/s', iC)
    case (9); kept = kept_t('heat_capacity_cp', 'J/kg/K', iCp)
    case default; kept = kept_t('Y_'//trim(species(n - 9)), '1', iY + n - 10)
    end select
  end function

  !> PREFIX_STEP.h5 with the fields of the whole grid, gathered to and written by rank 0.
  subroutine write_snapshot(prefix, step, time)
    character(*), intent(in) :: prefix
    integer,      intent(in) :: step
    real(wp),     intent(in) :: time
    type(snapshot_t) :: snapshot
    real(wp), allocatable, target :: whole(:, :, :, :)
    character(300) :: message
    character(8)   :: number
    type(kept_t)   :: kept
    integer :: n, status, n1
    integer :: bounds(6, size(cells_of)), owners(size(cells_of))   ! how the run is cut: a comparison then names the block
    status = 0
    n1 = merge(cells(1), 0, rank == 0)
    allocate(whole(n1, cells(2), cells(3), 1))
    write(number, '(a, i7.7)') '_', step
    if (rank == 0) call snapshot%create(prefix//number//'.h5', cells=cells, origin=[0.0_wp, 0.0_wp, 0.0_wp], &
      spacing=lengths/cells, time=time, step=step, case_name=trim(case_name), stat=status, errmsg=message)
    call check()
    do n = 1, size(cells_of)
      bounds(1:5:2, n) = cells_of(n)%low
      bounds(2:6:2, n) = cells_of(n)%high
      owners(n) = cells_of(n)%owner
    end do
    if (rank == 0) call snapshot%blocks(bounds, owners=owners, stat=status, errmsg=message)
    call check()
    do n = 1, ns + 9
      kept = kept_field(n)
      call gather(kept%variable, whole)
      if (rank == 0) call snapshot%write(trim(kept%name), whole, var=1, unit=trim(kept%unit), stat=status, errmsg=message)
      call check()
    end do
    if (rank == 0) call snapshot%close(stat=status, errmsg=message)
    call check()
    if (rank == 0) print '(2a)', 'snapshot ', prefix//number//'.h5'
  contains
    subroutine check()
      if (status /= 0) call abort_run('snapshot '//prefix//number//'.h5: '//message)
    end subroutine
  end subroutine

  !> The state of a snapshot, whatever ranks wrote it: each rank reads its own blocks, bit for bit.
  subroutine read_snapshot(step, time)
    integer,  intent(out) :: step
    real(wp), intent(out) :: time
    type(snapshot_t) :: snapshot
    character(300) :: message
    type(kept_t)   :: kept
    integer :: n, b, status, found(3)
    call snapshot%open(trim(restart), cells=found, step=step, time=time, stat=status, errmsg=message)
    call check()
    if (any(found /= cells)) then
      write(message, '(3a, 3(1x, i0), a, 3(1x, i0))') 'restart: ', trim(restart), ' has', found, ' cells, the namelist says', cells
      call stop_all(message)
    end if
    do n = 1, ns + 9
      kept = kept_field(n)
      do b = 1, size(mine)
        call snapshot%read(trim(kept%name), mine(b)%q, var=kept%variable, interior=mine(b)%inside, first=mine(b)%low, &
                           stat=status, errmsg=message)
        call check()
      end do
    end do
    call snapshot%close(stat=status, errmsg=message)
    call check()
    if (rank == 0) print '(3a, i0)', 'restart from ', trim(restart), ', step ', step
  contains
    subroutine check()
      if (status /= 0) call abort_run('restart: '//message)
    end subroutine
  end subroutine
end module
