!> Every property call of the solver, by the old routines or through Drawbridge: the namelist's
!> use_bridge decides. This is the file that a port touches. The calls go over the interior only;
!> the fringes are never read or written here.
module properties
  use mpi
  use inputs
  use blocks
  use state
  use reference_peng_robinson
  implicit none
  private
  public :: start_properties, stop_properties, density_and_energy, temperature_and_pressure, thermal_properties
  public :: routine_names, routine_calls, routine_seconds

  ! Drawbridge's legacy face has implicit interfaces: integers go by %VAL, arrays by reference.
  external :: frame_initialize, frame_finalize, frame_castles_populatepreosshareddata
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosrhohfromtpprop, frame_tvproperties_preoscalctpfromrhoe
  external :: frame_tvproperties_preosthermalproperties

  character(24), parameter :: routine_names(3) = [character(24) :: 'preosrhohfromtpprop', 'preoscalctpfromrhoe', &
                                                  'preosthermalproperties']
  integer  :: routine_calls(3) = 0
  real(wp) :: routine_seconds(3) = 0                     ! of this rank, copies included

contains

  subroutine start_properties()
    integer :: id
    if (.not. use_bridge) then
      call reference_initialize(ns, Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
      return
    end if
    id = device
    if (num_devices > 0) id = mod(rank, num_devices)
    call frame_initialize(%VAL(id), %VAL(max_block), %VAL(ns), %VAL(nq), %VAL(0))
    call frame_castles_populatepreosshareddata(Wi, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high)
  end subroutine

  subroutine stop_properties()
    if (use_bridge) call frame_finalize()
  end subroutine

  !> rho and e from T, P and Y (h comes in the place of e and becomes it).
  subroutine density_and_energy(q)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    real(wp) :: started, Y(ns)
    integer  :: i, j, k, first, last
    started = MPI_Wtime()
    if (use_bridge) then
      do first = 1, points(), max_block
        last = min(first + max_block - 1, points())
        call frame_castles_populateinputstripe('T'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iT), %VAL(iT), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('P'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iP), %VAL(iP), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('Yi'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iY), %VAL(iY + ns - 1), %VAL(first), %VAL(last))
        call frame_tvproperties_preosrhohfromtpprop(%VAL(last - first + 1))
        call frame_castles_populateoutputstripe('rho'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iRho), %VAL(iRho), %VAL(first), %VAL(last))
        call frame_castles_populateoutputstripe('h'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iE), %VAL(iE), %VAL(first), %VAL(last))
      end do
    else
      do k = z1, z2
        do j = y1, y2
          do i = x1, x2
            Y = q(i, j, k, iY:iY+ns-1)
            call reference_preosrhohfromtpprop(q(i, j, k, iT), q(i, j, k, iP), Y, q(i, j, k, iRho), q(i, j, k, iE))
          end do
        end do
      end do
    end if
    q(:, :, :, iE) = q(:, :, :, iE) - q(:, :, :, iP)/q(:, :, :, iRho)
    call count_call(1, started)
  end subroutine

  !> T and P from rho, e and Y; the T that is there is the first guess.
  subroutine temperature_and_pressure(q)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    real(wp) :: started, Y(ns)
    integer  :: i, j, k, first, last
    started = MPI_Wtime()
    if (use_bridge) then
      do first = 1, points(), max_block
        last = min(first + max_block - 1, points())
        call frame_castles_populateinputstripe('rho'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iRho), %VAL(iRho), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('e'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iE), %VAL(iE), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('T'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iT), %VAL(iT), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('Yi'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iY), %VAL(iY + ns - 1), %VAL(first), %VAL(last))
        call frame_tvproperties_preoscalctpfromrhoe(%VAL(last - first + 1))
        call frame_castles_populateoutputstripe('T'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iT), %VAL(iT), %VAL(first), %VAL(last))
        call frame_castles_populateoutputstripe('P'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iP), %VAL(iP), %VAL(first), %VAL(last))
      end do
    else
      do k = z1, z2
        do j = y1, y2
          do i = x1, x2
            Y = q(i, j, k, iY:iY+ns-1)
            call reference_preoscalctpfromrhoe(q(i, j, k, iRho), q(i, j, k, iE), Y, q(i, j, k, iT), q(i, j, k, iP))
          end do
        end do
      end do
    end if
    call count_call(2, started)
  end subroutine

  !> c and cp, of the whole thermal set, from T, P and Y.
  subroutine thermal_properties(q)
    real(wp), intent(inout) :: q(nx, ny, nz, nq)
    real(wp) :: started, Y(ns), rho, h, e, cv, gamma, rhoP, rhoT, hP, hT, Z, W
    integer  :: i, j, k, first, last
    started = MPI_Wtime()
    if (use_bridge) then
      do first = 1, points(), max_block
        last = min(first + max_block - 1, points())
        call frame_castles_populateinputstripe('T'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iT), %VAL(iT), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('P'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iP), %VAL(iP), %VAL(first), %VAL(last))
        call frame_castles_populateinputstripe('Yi'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iY), %VAL(iY + ns - 1), %VAL(first), %VAL(last))
        call frame_tvproperties_preosthermalproperties(%VAL(last - first + 1))
        call frame_castles_populateoutputstripe('c'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iC), %VAL(iC), %VAL(first), %VAL(last))
        call frame_castles_populateoutputstripe('cp'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), &
          %VAL(y1), %VAL(y2), %VAL(z1), %VAL(z2), %VAL(iCp), %VAL(iCp), %VAL(first), %VAL(last))
      end do
    else
      do k = z1, z2
        do j = y1, y2
          do i = x1, x2
            Y = q(i, j, k, iY:iY+ns-1)
            call reference_preosthermalproperties(q(i, j, k, iT), q(i, j, k, iP), Y, rho, h, e, q(i, j, k, iCp), cv, &
                                                  gamma, q(i, j, k, iC), rhoP, rhoT, hP, hT, Z, W)
          end do
        end do
      end do
    end if
    call count_call(3, started)
  end subroutine

  !> Interior points of this block, the numbering of the stripes.
  pure integer function points()
    points = (x2 - x1 + 1)*(y2 - y1 + 1)*(z2 - z1 + 1)
  end function

  subroutine count_call(n, started)
    integer,  intent(in) :: n
    real(wp), intent(in) :: started
    routine_calls(n) = routine_calls(n) + 1
    routine_seconds(n) = routine_seconds(n) + MPI_Wtime() - started
  end subroutine
end module
