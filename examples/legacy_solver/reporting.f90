!> What a run tells: snapshots, progress, conservation, and its timings as JSON.
module reporting
  use mpi
  use inputs
  use blocks
  use state
  use properties
  use drawbridge, only: snapshot_t
  implicit none
  private

  !> A field of a snapshot and the variable that it keeps.
  type :: kept_t
    character(24) :: name
    character(8)  :: unit
    integer       :: variable
  end type

  public :: totals, say_start, say_progress, say_end, write_snapshot, read_snapshot

contains

  !> Integrals of the conserved variables over the grid (mass of each species, momentum, energy).
  function totals(cons)
    real(wp), intent(in) :: cons(nx, ny, nz, ncons)
    real(wp) :: totals(ncons), mine(ncons), plane
    integer  :: k, n, ierr
    mine = 0
    do n = 1, ncons
      do k = z1, z2
        plane = sum(sum(cons(x1:x2, y1:y2, k, n), 1))      ! rows first: less round-off than one long sum
        mine(n) = mine(n) + plane
      end do
    end do
    call MPI_Allreduce(mine, totals, ncons, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    totals = totals*product(lengths/cells)
  end function

  !> Relative change of mass, energy and of the species (over the whole mass; the worst one).
  pure function drift(now, start)
    real(wp), intent(in) :: now(ncons), start(ncons)
    real(wp) :: drift(3), mass
    mass = sum(start(:ns))
    drift = [abs(sum(now(:ns)) - mass)/mass, abs(now(ncons) - start(ncons))/abs(start(ncons)), &
             maxval(abs(now(:ns) - start(:ns)))/mass]
  end function

  subroutine say_start()
    integer :: n
    if (rank > 0) return
    print '(3a, 3(i0, a), i0, a, 3(1x, i0), a)', 'case ', trim(case_name), ', ', cells(1), ' x ', cells(2), ' x ', &
      cells(3), ' cells on ', ranks, ' ranks in', parts, ' blocks'
    print '(a, *(1x, a))', 'species', (trim(species(n)), n = 1, ns)
    if (use_bridge) print '(a, i0, a)', 'properties through Drawbridge in stripes of ', max_block, ' points'
    if (.not. use_bridge) print '(a)', 'properties by the Fortran routines'
    print '(a)', '    step    time [s]   steps/s  to go [s]  |dp|/p      mass    energy   species (relative change)'
  end subroutine

  subroutine say_progress(step, time, seconds, dp, now, start)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time, seconds, dp, now(ncons), start(ncons)   ! seconds since the first step
    real(wp) :: rate
    if (rank > 0) return
    rate = step/max(seconds, 1e-9_wp)
    print '(i8, es12.4, 2f10.1, es10.2, 3es10.1)', step, time, rate, (steps - step)/max(rate, 1e-9_wp), dp, drift(now, start)
  end subroutine

  !> The last words and the timings; false when something was not conserved, or a uniform state did not stay.
  logical function say_end(seconds, dp, now, start)
    real(wp), intent(in) :: seconds(0:, :)                 ! of each step on this rank: all of it, and per routine
    real(wp), intent(in) :: dp, now(ncons), start(ncons)
    real(wp) :: slowest(0:ubound(seconds, 1), size(seconds, 2)), typical(0:ubound(seconds, 1)), lost(3)
    integer  :: n, unit, ierr, status
    character(300) :: message
    call MPI_Allreduce(seconds, slowest, size(slowest), MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    lost = drift(now, start)
    say_end = all(lost <= 1e-12_wp) .and. (case_name /= 'uniform' .or. dp <= 1e-9_wp)
    if (rank > 0) return
    typical = [(median(slowest(n, :)), n = 0, ubound(slowest, 1))]
    print '(3(a, es9.2), a)', 'conservation: mass ', lost(1), ', energy ', lost(2), ', species ', lost(3), &
      merge(' (kept)', ' (LOST)', all(lost <= 1e-12_wp))
    print '(a, es9.2)', 'largest |dp|/p of the run:', dp
    print '(a, es10.3, a, f5.1, a)', 'median step ', typical(0), ' s, of it in the property calls ', &
      100*sum(typical(1:))/max(typical(0), tiny(dp)), ' %'
    open(newunit=unit, file=timings, status='replace', action='write', iostat=status, iomsg=message)
    if (status /= 0) call abort_run('timings '//trim(timings)//': '//message)
    write(unit, '(3a, i0, a, i0, a, i0, a)') '{"run": "', trim(merge('bridge ', 'fortran', use_bridge)), '", "ranks": ', &
      ranks, ', "cells": ', product(cells), ', "steps": ', steps, ','
    write(unit, '(*(a))') ' "species": [', ('"'//trim(species(n))//'"'//trim(merge(', ', '  ', n < ns)), n = 1, ns), '],'
    write(unit, '(2(a, es13.6), a)') ' "step_seconds": ', typical(0), ', "property_seconds": ', sum(typical(1:)), &
      ', "routines": ['
    do n = 1, ubound(typical, 1)
      write(unit, '(3a, i0, a, es13.6, 2a)') '  {"name": "', trim(routine_names(n)), '", "calls": ', routine_calls(n), &
        ', "seconds": ', typical(n)*steps, '}', trim(merge(', ', '  ', n < ubound(typical, 1)))
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
  subroutine write_snapshot(q, step, time)
    real(wp), intent(in) :: q(nx, ny, nz, nq)
    integer,  intent(in) :: step
    real(wp), intent(in) :: time
    type(snapshot_t) :: snapshot
    real(wp), allocatable :: whole(:, :, :)
    character(300) :: message
    character(8)   :: number
    type(kept_t)   :: kept
    integer :: n, status, first(3), last(3), owned(6, 0:ranks-1)
    status = 0
    allocate(whole(merge(cells(1), 0, rank == 0), cells(2), cells(3)))
    write(number, '(a, i7.7)') '_', step
    if (rank == 0) call snapshot%create(trim(output)//number//'.h5', cells=cells, origin=[0.0_wp, 0.0_wp, 0.0_wp], &
      spacing=lengths/cells, time=time, step=step, case_name=trim(case_name), stat=status, errmsg=message)
    call check()
    do n = 0, ranks - 1
      call bounds(n, first, last)
      owned(:, n) = [first(1), last(1), first(2), last(2), first(3), last(3)]
    end do
    if (rank == 0) call snapshot%blocks(owned, stat=status, errmsg=message)
    call check()
    do n = 1, ns + 9
      kept = kept_field(n)
      call gather(q(:, :, :, kept%variable), whole)
      if (rank == 0) call snapshot%write(trim(kept%name), whole, unit=trim(kept%unit), stat=status, errmsg=message)
      call check()
    end do
    if (rank == 0) call snapshot%close(stat=status, errmsg=message)
    call check()
    if (rank == 0) print '(2a)', 'snapshot ', trim(output)//number//'.h5'
  contains
    subroutine check()
      if (status /= 0) call abort_run('snapshot '//trim(output)//number//'.h5: '//message)
    end subroutine
  end subroutine

  !> The state of a snapshot, whatever ranks wrote it: each rank reads its own block, bit for bit.
  subroutine read_snapshot(q, step, time)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    integer,  intent(out)   :: step
    real(wp), intent(out)   :: time
    type(snapshot_t) :: snapshot
    character(300) :: message
    type(kept_t)   :: kept
    integer :: n, status, found(3)
    call snapshot%open(trim(restart), cells=found, step=step, time=time, stat=status, errmsg=message)
    if (status /= 0) call abort_run('restart: '//message)
    if (any(found /= cells)) then
      write(message, '(3a, 3(1x, i0), a, 3(1x, i0))') 'restart: ', trim(restart), ' has', found, ' cells, the namelist says', cells
      call stop_all(message)
    end if
    do n = 1, ns + 9
      kept = kept_field(n)
      call snapshot%read(trim(kept%name), q, var=kept%variable, interior=[x1, x2, y1, y2, z1, z2], first=offset + 1, &
                         stat=status, errmsg=message)
      if (status /= 0) call abort_run('restart: '//message)
    end do
    call snapshot%close(stat=status, errmsg=message)
    if (status /= 0) call abort_run('restart: '//message)
    if (rank == 0) print '(3a, i0)', 'restart from ', trim(restart), ', step ', step
  end subroutine

end module
