!> What a run tells: snapshots, progress, conservation, and its timings as text and JSON.
module reporting
  use state
  use properties
  use fluxes
  use drawbridge, only: snapshot_t
  implicit none
  private
  integer :: unit                                            ! the file of the timings, on rank 0
  public :: totals, say_start, say_progress, say_end, write_snapshot, read_snapshot

contains

  !> Integrals over the grid of the conserved variables (:,1) and of their magnitudes (:,2).
  function totals()
    real(wp) :: totals(ncons, 2), here(ncons, 2)
    integer  :: b
    here = 0
    do b = 1, size(mine)
      associate (cons => mine(b)%own(:, :, :, iCons:))       ! rows first: less round-off than one long sum
        here(:, 1) = here(:, 1) + sum(sum(sum(cons, 1), 1), 1)
        here(:, 2) = here(:, 2) + sum(sum(sum(abs(cons), 1), 1), 1)
      end associate
    end do
    totals = reshape(over_ranks(MPI_SUM, [here]), shape(here))*product(lengths/cells)
  end function

  !> Relative change of mass, energy and of the species (over the whole mass; the worst one).
  pure function drift(now, start)
    real(wp), intent(in) :: now(ncons, 2), start(ncons, 2)
    real(wp) :: drift(3), mass
    mass = sum(start(:ns, 1))
    drift = [abs(sum(now(:ns, 1)) - mass)/mass, abs(now(ncons, 1) - start(ncons, 1))/start(ncons, 2), &
             maxval(abs(now(:ns, 1) - start(:ns, 1)))/mass]
  end function

  !> What begins; where its files cannot be written, it does not.
  subroutine say_start()
    type(snapshot_t) :: trial
    character(300) :: message
    integer :: n, status
    if (rank > 0) return
    call trial%create(trim(output)//'.trial', cells, [0.0_wp, 0.0_wp, 0.0_wp], lengths, 0.0_wp, 0, stat=status, errmsg=message)
    if (status /= 0) call abort_run('output = '//trim(output)//' cannot be written: '//message)
    call trial%abandon()
    open(newunit=unit, file=timings, action='write', iostat=status, iomsg=message)
    if (status /= 0) call abort_run('timings = '//trim(timings)//' cannot be written: '//message)
    print '(3a, 3(i0, a), i0, a, 3(1x, i0), a)', 'case ', trim(case_name), ', ', cells(1), ' x ', cells(2), ' x ', &
      cells(3), ' cells on ', ranks, ' ranks in', parts, ' blocks'
    print '(a, i0, a, *(1x, a))', 'order ', order, trim(merge(', viscous, species', ', species         ', viscous)), &
      (trim(species(n)), n = 1, ns)
    print '(4a)', 'stage ', trim(port_stage), ': properties by ', &
      trim(merge('Drawbridge''s '//face, 'the Fortran routines ', use_bridge))
    print '(a)', '    step    time [s]   steps/s  to go [s]  |dp|/p      mass    energy   species (relative change)'
  end subroutine

  subroutine say_progress(step, time, seconds, dp, now, start)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time, seconds, dp, now(ncons, 2), start(ncons, 2)   ! seconds since the first step
    real(wp) :: rate
    rate = max(step/max(seconds, 1e-9_wp), 1e-9_wp)
    if (rank == 0) print '(i8, es12.4, 2f10.1, es10.2, 3es10.1)', step, time, rate, (steps - step)/rate, dp, drift(now, start)
  end subroutine

  !> The last words and the timings; false when something was not conserved to 1e-13 per 100 steps.
  logical function say_end(seconds, dp, now, start) result(right)
    real(wp), intent(in) :: seconds(0:, :)                 ! of the last steps on this rank: all of it, and of its parts
    real(wp), intent(in) :: dp, now(ncons, 2), start(ncons, 2)
    real(wp) :: slowest(0:ubound(seconds, 1), size(seconds, 2)), typical(0:ubound(seconds, 1)), lost(3), low(2), all
    integer  :: n
    slowest = reshape(over_ranks(MPI_MAX, [seconds]), shape(seconds))
    low = over_ranks(MPI_SUM, fallen_back)
    lost = drift(now, start)
    right = maxval(lost) <= 1e-13_wp*max(1.0_wp, steps/100.0_wp)
    if (rank > 0) return
    print '(3(a, es9.2), a)', 'conservation: mass ', lost(1), ', energy ', lost(2), ', species ', lost(3), &
      merge(' (kept)', ' (LOST)', right)
    print '(a, es9.2)', 'largest |dp|/p of the run:', dp
    if (order == 9) print '(a, f8.4, a)', 'cells that fell back to order 1:', 100*low(1)/max(low(2), 1.0_wp), ' %'
    typical = 0                                             ! of the median step: medians of parts have another sum
    if (steps > 0) typical = slowest(:, minloc(slowest(0, :), 1, &
      [(2*count(slowest(0, :) <= slowest(0, n)) >= size(seconds, 2), n = 1, size(seconds, 2))]))
    all = max(typical(0), tiny(dp))
    print '(a, es10.3, a, f5.1, a)', 'median step ', typical(0), ' s, of it in the property calls ', &
      100*sum(typical(1:n_properties))/all, ' %'
    if (profile) print '(a/, *(a26, f12.1, f16.3, /))', 'part of a step             share [%]     ms per step', &
      (part_name(n), 100*typical(n)/all, 1e3_wp*typical(n), n = 1, ubound(seconds, 1))
    call write_timings(typical)
  end function

  !> The timings as JSON, for `drawbridge report`: seconds of a step and of its parts. What the file held before goes now.
  subroutine write_timings(typical)
    real(wp), intent(in) :: typical(0:)
    integer :: n
    write(unit, '(3a, 3(i0, a))') '{"run": "', trim(merge('bridge ', 'fortran', use_bridge)), '", "ranks": ', ranks, &
      ', "cells": ', product(int(cells, int64)), ', "steps": ', steps, ','
    write(unit, '(*(a))') ' "species": ["', (trim(species(n))//'", "', n = 1, ns - 1), trim(species(ns))//'"],'
    write(unit, '(2(a, es13.6), a)') ' "step_seconds": ', typical(0), ', "property_seconds": ', sum(typical(1:n_properties)), &
      ', "routines": ['
    write(unit, '(3a, i0, a, es13.6, a)') ('  {"name": "', trim(part_name(n)), '", "calls": ', calls(n), ', "seconds": ', &
      typical(n)*steps, merge('}]}', '}, ', n == n_properties), n = 1, n_properties)
    close(unit)
  end subroutine

  !> PREFIX_STEP.h5 with the fields of the whole grid: every rank hands its blocks over.
  subroutine write_snapshot(prefix, step, time)
    character(*), intent(in) :: prefix
    integer,      intent(in) :: step
    real(wp),     intent(in) :: time
    type(snapshot_t) :: snapshot
    character(300) :: path, message
    integer :: n, b, d, status, bounds(6, size(mine))
    write(path, '(2a, i0.7, a)') prefix, '_', step, '.h5'
    bounds = reshape([((mine(b)%low(d), mine(b)%high(d), d = 1, 3), b = 1, size(mine))], [6, size(mine)])
    call snapshot%create(path, cells, [0.0_wp, 0.0_wp, 0.0_wp], lengths/cells, time, step, case_name, status, message, comm, &
      boxes=bounds)
    do n = 1, nq
      do b = 1, size(mine)
        if (status == 0) call snapshot%write(field_name(n), mine(b)%q, n, field_unit(n), mine(b)%inside, status, message)
      end do
    end do
    if (status == 0) call snapshot%close(status, message)
    if (status /= 0) call stop_all('snapshot '//trim(path)//': '//message)
    if (rank == 0) print '(2a)', 'snapshot ', trim(path)
  end subroutine

  !> The state of a snapshot, whatever ranks wrote it: each rank reads its own blocks, bit for bit.
  subroutine read_snapshot(step, time)
    integer,  intent(out) :: step
    real(wp), intent(out) :: time
    type(snapshot_t) :: snapshot
    character(300) :: message
    integer :: n, b, status, found(3)
    call snapshot%open(restart, found, step=step, time=time, stat=status, errmsg=message)
    if (status /= 0) call abort_run('restart: '//message)
    write(message, '(3a, 3(1x, i0), a, 3(1x, i0))') 'restart: ', trim(restart), ' has', found, ' cells, the namelist says', cells
    if (any(found /= cells)) call stop_all(message)
    call expect(step <= huge(step) - steps, 'restart: steps behind it, steps', 1.0_wp*[step, steps], 'at most 2147483647 together')
    do n = 1, nq
      do b = 1, size(mine)
        if (status == 0) call snapshot%read(field_name(n), mine(b)%q, n, mine(b)%inside, mine(b)%low, status, message)
      end do
    end do
    if (status == 0) call snapshot%close(stat=status, errmsg=message)
    if (status /= 0) call abort_run('restart: '//message)
    if (rank == 0) print '(3a, i0)', 'restart from ', trim(restart), ', step ', step
  end subroutine
end module
