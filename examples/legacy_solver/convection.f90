!> The convective fluxes. Order 1: Rusanov's flux between the cells on both sides. Order 9, on point values: both
!> sides of an interface are interpolated from the nine cells that lie towards them (upwind-biased, degree 8),
!> the equation of state gives rho and e there, Rusanov's flux F(L,R) follows, and central differences of the
!> cells' own fluxes turn the flux at the point into the one whose difference over dx is the derivative:
!> Shu & Osher, J. Comput. Phys. 77 (1988) 439; Jiang, Shu & Zhang, SIAM J. Sci. Comput. 35 (2013) A1137.
!> Where that leaves the admissible states the interface falls back to order 1.
module convection
  use inputs
  use state
  use properties
  implicit none
  private
  public :: faces_t, faces_of, convective_fluxes

  !> Interfaces across one direction of a block. Interface (i,j,k), number i + m(1)*(j-1 + m(2)*(k-1)) of n, has on
  !> its left cell number base + i + row*(j-1) + plane*(k-1) of q, and on its right the one `across` further.
  type :: faces_t
    integer :: m(3), n, cells, base, row, plane, across
  end type

  !> Interpolation half a cell beyond the fifth of nine cells; reconstruction less interpolation of ten (half of them).
  real(wp), parameter :: upwind(-4:4) = [35, -360, 1764, -5880, 22050, 17640, -2940, 504, -45]/32768.0_wp
  real(wp), parameter :: central(0:4) = [826034, -1096516, 325964, -60841, 5359]/20643840.0_wp

contains

  pure type(faces_t) function faces_of(b, d) result(g)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: d
    integer :: e(3)
    e = merge(1, 0, [1, 2, 3] == d)
    g%m = b%high - b%low + 1 + e
    g%n = product(g%m)
    g%row = size(b%q, 1)
    g%plane = g%row*size(b%q, 2)
    g%cells = g%plane*size(b%q, 3)
    g%across = sum(e*[1, g%row, g%plane])
    g%base = sum((b%inside(1:5:2) - 1)*[1, g%row, g%plane]) - g%across
  end function

  !> flux(n,ncons) across direction d; low tells where it is of order 1. dt (s): for the positivity of the species.
  subroutine convective_fluxes(b, g, d, dt, flux, low)
    type(block_t), intent(in)  :: b
    type(faces_t), intent(in)  :: g
    integer,       intent(in)  :: d
    real(wp),      intent(in)  :: dt
    real(wp),      intent(out) :: flux(g%n, ncons)
    logical,       intent(out) :: low(g%n)
    real(wp), allocatable, target :: L(:, :, :, :), R(:, :, :, :)
    real(wp) :: speed(g%n)
    integer  :: whole(6), n
    allocate(L(g%m(1), g%m(2), g%m(3), iE), R(g%m(1), g%m(2), g%m(3), iE))
    whole = [1, g%m(1), 1, g%m(2), 1, g%m(3)]
    call largest_speed(g, b%q, d, speed)
    low = .true.
    if (order == 9) then
      call interpolate(g, b%q, L, R, low)
      call call_property(density_and_energy, L, whole)
      call call_property(density_and_energy, R, whole)
    end if
    call take_cells(g, b%q, low, L, R)
    call rusanov(g%n, 1, g%n, d, L, R, speed, flux)
    if (order == 1) return
    call correct(g, b%q, d, low, flux)
    call keep_positive(g, b%q, 2*count(cells > 1)*dt*cells(d)/lengths(d), flux, low, speed)
    if (all(speed >= 0)) return                            ! the others would take more of a species than there is
    call take_cells(g, b%q, low, L, R)
    do n = 1, g%n
      if (speed(n) < 0) call rusanov(g%n, n, n, d, L, R, abs(speed), flux)
    end do
  end subroutine

  !> The largest |u| + c of the cells on both sides.
  pure subroutine largest_speed(g, q, d, speed)
    type(faces_t), intent(in) :: g
    integer,  intent(in)  :: d
    real(wp), intent(in)  :: q(g%cells, nq)
    real(wp), intent(out) :: speed(g%n)
    integer :: j, k, c, f, u
    u = iU + d - 1
    do k = 0, g%m(3) - 1
      do j = 0, g%m(2) - 1
        c = g%base + g%row*j + g%plane*k
        f = g%m(1)*(j + g%m(2)*k)
        associate (m => g%m(1), r => c + g%across)
          speed(f+1:f+m) = max(abs(q(c+1:c+m, u)) + q(c+1:c+m, iC), abs(q(r+1:r+m, u)) + q(r+1:r+m, iC))
        end associate
      end do
    end do
  end subroutine

  !> P, velocity, T and Y on both sides; low where they are far from those of the cells or no state at all.
  pure subroutine interpolate(g, q, L, R, low)
    type(faces_t), intent(in) :: g
    real(wp), intent(in)    :: q(g%cells, nq)
    real(wp), intent(inout) :: L(g%n, iE), R(g%n, iE)
    logical,  intent(out)   :: low(g%n)
    integer :: i, j, k, c, f, v, s
    low = .false.
    s = g%across
    do v = 1, iY + ns - 1
      do k = 0, g%m(3) - 1
        do j = 0, g%m(2) - 1
          c = g%base + g%row*j + g%plane*k
          f = g%m(1)*(j + g%m(2)*k)
          do i = 1, g%m(1)
            L(f+i, v) = upwind(-4)*q(c+i-4*s, v) + upwind(-3)*q(c+i-3*s, v) + upwind(-2)*q(c+i-2*s, v) &
              + upwind(-1)*q(c+i-s, v) + upwind(0)*q(c+i, v) + upwind(1)*q(c+i+s, v) + upwind(2)*q(c+i+2*s, v) &
              + upwind(3)*q(c+i+3*s, v) + upwind(4)*q(c+i+4*s, v)
            R(f+i, v) = upwind(-4)*q(c+i+5*s, v) + upwind(-3)*q(c+i+4*s, v) + upwind(-2)*q(c+i+3*s, v) &
              + upwind(-1)*q(c+i+2*s, v) + upwind(0)*q(c+i+s, v) + upwind(1)*q(c+i, v) + upwind(2)*q(c+i-s, v) &
              + upwind(3)*q(c+i-2*s, v) + upwind(4)*q(c+i-3*s, v)
          end do
          if (v == iP .or. v == iT) then
            do i = 1, g%m(1)
              low(f+i) = low(f+i) .or. min(L(f+i, v), R(f+i, v)) < 0.8_wp*min(q(c+i, v), q(c+i+s, v)) &
                .or. max(L(f+i, v), R(f+i, v)) > 1.25_wp*max(q(c+i, v), q(c+i+s, v))
            end do
          else if (v >= iY) then
            do i = 1, g%m(1)
              low(f+i) = low(f+i) .or. min(L(f+i, v), R(f+i, v)) < -1e-9_wp
            end do
          end if
        end do
      end do
    end do
    call take_cells(g, q, low, L, R)
  end subroutine

  !> Where `low` says so, both sides are the cells' own states.
  pure subroutine take_cells(g, q, low, L, R)
    type(faces_t), intent(in) :: g
    real(wp), intent(in)    :: q(g%cells, nq)
    logical,  intent(in)    :: low(g%n)
    real(wp), intent(inout) :: L(g%n, iE), R(g%n, iE)
    integer :: j, k, c, f, v
    do k = 0, g%m(3) - 1
      do j = 0, g%m(2) - 1
        c = g%base + g%row*j + g%plane*k
        f = g%m(1)*(j + g%m(2)*k)
        associate (m => g%m(1), s => g%across)
          if (.not. any(low(f+1:f+m))) cycle
          do v = 1, iE
            L(f+1:f+m, v) = merge(q(c+1:c+m, v), L(f+1:f+m, v), low(f+1:f+m))
            R(f+1:f+m, v) = merge(q(c+s+1:c+s+m, v), R(f+1:f+m, v), low(f+1:f+m))
          end do
        end associate
      end do
    end do
  end subroutine

  !> Rusanov's flux of the interfaces first..last. With lambda = speed, the mass that goes right is mL = rhoL (uL+lambda)/2,
  !> the mass that goes left mR = rhoR (uR-lambda)/2; a carried quantity phi gets mL phiL + mR phiR, plus the pressure
  !> where it acts. Both cells of an interface get the same number, on every rank: nothing is lost.
  pure subroutine rusanov(n, first, last, d, L, R, speed, flux)
    integer,  intent(in)    :: n, first, last, d
    real(wp), intent(in)    :: L(n, iE), R(n, iE), speed(n)
    real(wp), intent(inout) :: flux(n, ncons)
    real(wp) :: mL(first:last), mR(first:last)
    integer  :: i, v, u
    u = iU + d - 1
    do i = first, last
      mL(i) = 0.5_wp*L(i, iRho)*(L(i, u) + speed(i))
      mR(i) = 0.5_wp*R(i, iRho)*(R(i, u) - speed(i))
      flux(i, ncons) = mL(i)*(L(i, iE) + 0.5_wp*(L(i, iU)**2 + L(i, iV)**2 + L(i, iW)**2)) &
        + mR(i)*(R(i, iE) + 0.5_wp*(R(i, iU)**2 + R(i, iV)**2 + R(i, iW)**2)) &
        + 0.5_wp*(L(i, iP)*L(i, u) + R(i, iP)*R(i, u))
    end do
    do v = 1, ns
      do i = first, last
        flux(i, v) = mL(i)*L(i, iY+v-1) + mR(i)*R(i, iY+v-1)
      end do
    end do
    do v = 1, 3
      do i = first, last
        flux(i, ns+v) = mL(i)*L(i, iU+v-1) + mR(i)*R(i, iU+v-1)
        if (v == d) flux(i, ns+v) = flux(i, ns+v) + 0.5_wp*(L(i, iP) + R(i, iP))
      end do
    end do
  end subroutine

  !> Where the order is 9: from the flux at the point to the one of the difference, by the fluxes of ten cells.
  pure subroutine correct(g, q, d, low, flux)
    type(faces_t), intent(in) :: g
    integer,  intent(in)    :: d
    real(wp), intent(in)    :: q(g%cells, nq)
    logical,  intent(in)    :: low(g%n)
    real(wp), intent(inout) :: flux(g%n, ncons)
    real(wp) :: own(g%cells), by_point
    integer  :: i, j, k, c, f, v, s
    s = g%across
    do v = 1, ncons
      call flux_of_cells(g%cells, q, d, v, own)
      do k = 0, g%m(3) - 1
        do j = 0, g%m(2) - 1
          c = g%base + g%row*j + g%plane*k
          f = g%m(1)*(j + g%m(2)*k)
          do i = 1, g%m(1)
            by_point = central(0)*(own(c+i) + own(c+i+s)) + central(1)*(own(c+i-s) + own(c+i+2*s)) &
              + central(2)*(own(c+i-2*s) + own(c+i+3*s)) + central(3)*(own(c+i-3*s) + own(c+i+4*s)) &
              + central(4)*(own(c+i-4*s) + own(c+i+5*s))
            flux(f+i, v) = flux(f+i, v) + merge(0.0_wp, by_point, low(f+i))
          end do
        end do
      end do
    end do
  end subroutine

  !> The flux of conserved variable v in direction d of every cell.
  pure subroutine flux_of_cells(n, q, d, v, own)
    integer,  intent(in)  :: n, d, v
    real(wp), intent(in)  :: q(n, nq)
    real(wp), intent(out) :: own(n)
    integer :: u
    u = iU + d - 1
    if (v <= ns) own = q(:, iRho)*q(:, u)*q(:, iY+v-1)
    if (v > ns .and. v < ncons) own = q(:, iRho)*q(:, u)*q(:, iU+v-ns-1)
    if (v == ns + d) own = own + q(:, iP)
    if (v == ncons) own = q(:, u)*(q(:, iRho)*(q(:, iE) + 0.5_wp*(q(:, iU)**2 + q(:, iV)**2 + q(:, iW)**2)) + q(:, iP))
  end subroutine

  !> An interface that would take more of a species from a cell than its share falls back (Hu, Adams & Shu, J. Comput.
  !> Phys. 242 (2013) 169): low becomes true there, and speed negative for a mark. part = 2 dt/dx times the directions.
  pure subroutine keep_positive(g, q, part, flux, low, speed)
    type(faces_t), intent(in) :: g
    real(wp), intent(in)    :: q(g%cells, nq), part, flux(g%n, ncons)
    logical,  intent(inout) :: low(g%n)
    real(wp), intent(inout) :: speed(g%n)
    real(wp) :: room(g%m(1))
    integer  :: j, k, c, f, v
    do k = 0, g%m(3) - 1
      do j = 0, g%m(2) - 1
        c = g%base + g%row*j + g%plane*k
        f = g%m(1)*(j + g%m(2)*k)
        associate (m => g%m(1), s => g%across)
          room = 0
          do v = 1, ns
            room = min(room, q(c+1:c+m, iRho)*(q(c+1:c+m, iY+v-1) + 1e-12_wp) - part*flux(f+1:f+m, v), &
              q(c+s+1:c+s+m, iRho)*(q(c+s+1:c+s+m, iY+v-1) + 1e-12_wp) + part*flux(f+1:f+m, v))
          end do
          where (room < 0 .and. .not. low(f+1:f+m)) speed(f+1:f+m) = -speed(f+1:f+m)
          low(f+1:f+m) = low(f+1:f+m) .or. room < 0
        end associate
      end do
    end do
  end subroutine
end module
