!> The rest of the solver, the same in both stages: compressible flow in a periodic cube, cut along z for the ranks. Convection by
!> central differences of order 8 in the split form that keeps kinetic energy (Pirozzoli, J. Comput. Phys. 229 (2010) 7180), viscosity
!> and conduction by differences of order 8, three-stage Runge-Kutta steps (Shu & Osher 1988).
module flow
  use mpi
  use gas_state
  use own_gas, only: internal_energy
  implicit none
  private
  public :: allocate_flow, start_flow, step, conserved_sums, spent

  real(wp), parameter :: first(4) = [672, -168, 32, -3]/840.0_wp ! of f(i+t) - f(i-t) in df/dx
  real(wp), parameter :: viscosity = 2e-3_wp, conductivity = 1e-2_wp
  real(wp), allocatable :: u(:, :, :, :), u0(:, :, :, :), rate(:, :, :, :)   ! rho, rho u, rho v, rho w, rho E
  real(wp), allocatable :: s(:, :, :, :)                      ! stresses xx yy zz xy xz yz, and the flux of energy by them and by heat
  integer, parameter :: tensor(3, 3) = reshape([1, 4, 5,  4, 2, 6,  5, 6, 3], [3, 3])
  real(wp) :: spent = 0                                       ! s in the equation of state
  integer  :: communicator, below, above

  interface
    subroutine gas_routine()
    end subroutine
  end interface

contains

  subroutine allocate_flow(cells, comm)
    integer, intent(in) :: cells, comm
    integer :: rank, ranks, ierr
    communicator = comm
    call MPI_Comm_rank(comm, rank, ierr)
    call MPI_Comm_size(comm, ranks, ierr)
    below = modulo(rank - 1, ranks)
    above = modulo(rank + 1, ranks)
    n = [cells, cells, cells/ranks]
    dx = 2*acos(-1.0_wp)/cells
    allocate (q(1-halo:n(1)+halo, 1-halo:n(2)+halo, 1-halo:n(3)+halo, variables))
    allocate (s(1-halo:n(1)+halo, 1-halo:n(2)+halo, 1-halo:n(3)+halo, 9))
    allocate (u(n(1), n(2), n(3), 5), u0(n(1), n(2), n(3), 5), rate(n(1), n(2), n(3), 5))
  end subroutine

  !> Vortices of Taylor and Green in fluid of uneven temperature. z0: cells below this rank's.
  subroutine start_flow(z0, gas)
    integer, intent(in) :: z0
    procedure(gas_routine) :: gas
    real(wp) :: x, y, z
    integer  :: i, j, k
    q = 1
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          x = dx*(i - 0.5_wp)
          y = dx*(j - 0.5_wp)
          z = dx*(z0 + k - 0.5_wp)
          q(i, j, k, iT) = 1.7_wp + 0.3_wp*sin(x)*cos(y)
          q(i, j, k, iRho) = 2.5_wp + 0.5_wp*cos(z)*sin(y)
          q(i, j, k, iU) = 0.3_wp*sin(x)*cos(y)*cos(z)
          q(i, j, k, iU+1) = -0.3_wp*cos(x)*sin(y)*cos(z)
          q(i, j, k, iU+2) = 0
        end do
      end do
    end do
    q(:, :, :, iE) = internal_energy(q(:, :, :, iRho), q(:, :, :, iT))
    associate (p => q(1:n(1), 1:n(2), 1:n(3), :))
      u(:, :, :, 1) = p(:, :, :, iRho)
      do i = 0, 2
        u(:, :, :, 2+i) = p(:, :, :, iRho)*p(:, :, :, iU+i)
      end do
      u(:, :, :, 5) = p(:, :, :, iRho)*(p(:, :, :, iE) + 0.5_wp*sum(p(:, :, :, iU:iU+2)**2, 4))
    end associate
    spent = 0
    call primitive(gas)
  end subroutine

  subroutine step(dt, gas)
    real(wp), intent(in) :: dt
    procedure(gas_routine) :: gas
    real(wp), parameter :: old(3) = [0.0_wp, 0.75_wp, 1.0_wp/3]
    integer :: stage
    u0 = u
    do stage = 1, 3
      call right_side()
      u = old(stage)*u0 + (1 - old(stage))*(u + dt*rate)
      call primitive(gas)
    end do
  end subroutine

  !> q of the conserved variables, halos included.
  subroutine primitive(gas)
    procedure(gas_routine) :: gas
    real(wp) :: volume
    integer  :: i, j, k
    real(8)  :: began
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          volume = 1/u(i, j, k, 1)
          q(i, j, k, iRho) = u(i, j, k, 1)
          q(i, j, k, iU) = u(i, j, k, 2)*volume
          q(i, j, k, iU+1) = u(i, j, k, 3)*volume
          q(i, j, k, iU+2) = u(i, j, k, 4)*volume
          q(i, j, k, iE) = u(i, j, k, 5)*volume - 0.5_wp*(q(i, j, k, iU)**2 + q(i, j, k, iU+1)**2 + q(i, j, k, iU+2)**2)
        end do
      end do
    end do
    began = MPI_Wtime()
    call gas()
    spent = spent + MPI_Wtime() - began
    do k = 1, n(3)
      q(1:n(1), 1:n(2), k, iH) = (u(:, :, k, 5) + q(1:n(1), 1:n(2), k, iP))/u(:, :, k, 1)
    end do
    call exchange(q)
  end subroutine

  !> d/dt of the conserved variables.
  subroutine right_side()
    real(wp) :: row(n(1))
    integer  :: j, k, d, v
    call stresses()
    do k = 1, n(3)
      do j = 1, n(2)
        rate(:, j, k, :) = 0
        do d = 1, 3
          call convection(d, j, k, rate)
          do v = 1, 3
            call slope(s(:, :, :, tensor(v, d)), d, j, k, row)
            rate(:, j, k, 1+v) = rate(:, j, k, 1+v) + row
          end do
          call slope(s(:, :, :, 6+d), d, j, k, row)
          rate(:, j, k, 5) = rate(:, j, k, 5) + row
        end do
      end do
    end do
  end subroutine

  !> Adds convection and pressure along direction d in one row: products of means of pairs of points.
  subroutine convection(d, j, k, r)
    integer,  intent(in)    :: d, j, k
    real(wp), intent(inout) :: r(n(1), n(2), n(3), 5)
    real(wp) :: mass, c
    integer  :: e(3), t, i, x, y, z
    e = merge(1, 0, [1, 2, 3] == d)
    do t = -halo, halo
      if (t == 0) cycle
      c = -2*sign(first(abs(t)), real(t, wp)*first(abs(t)))/dx
      x = t*e(1)
      y = j + t*e(2)
      z = k + t*e(3)
      do i = 1, n(1)
        mass = c*0.25_wp*(q(i, j, k, iRho) + q(i+x, y, z, iRho))*(q(i, j, k, iU+d-1) + q(i+x, y, z, iU+d-1))
        r(i, j, k, 1) = r(i, j, k, 1) + mass
        r(i, j, k, 2) = r(i, j, k, 2) + 0.5_wp*mass*(q(i, j, k, iU) + q(i+x, y, z, iU))
        r(i, j, k, 3) = r(i, j, k, 3) + 0.5_wp*mass*(q(i, j, k, iU+1) + q(i+x, y, z, iU+1))
        r(i, j, k, 4) = r(i, j, k, 4) + 0.5_wp*mass*(q(i, j, k, iU+2) + q(i+x, y, z, iU+2))
        r(i, j, k, 5) = r(i, j, k, 5) + 0.5_wp*mass*(q(i, j, k, iH) + q(i+x, y, z, iH))
        r(i, j, k, 1+d) = r(i, j, k, 1+d) + 0.5_wp*c*(q(i, j, k, iP) + q(i+x, y, z, iP))
      end do
    end do
  end subroutine

  !> Viscous stresses and the flux of energy, with their halos.
  subroutine stresses()
    real(wp) :: g(n(1), 3, 4), third(n(1))                    ! gradients of u, v, w, T
    integer  :: j, k, d, v
    do k = 1, n(3)
      do j = 1, n(2)
        do d = 1, 3
          do v = 1, 3
            call slope(q(:, :, :, iU+v-1), d, j, k, g(:, d, v))
          end do
          call slope(q(:, :, :, iT), d, j, k, g(:, d, 4))
        end do
        third = 2*(g(:, 1, 1) + g(:, 2, 2) + g(:, 3, 3))/3
        do d = 1, 3
          s(1:n(1), j, k, d) = viscosity*(2*g(:, d, d) - third)
        end do
        s(1:n(1), j, k, 4) = viscosity*(g(:, 2, 1) + g(:, 1, 2))
        s(1:n(1), j, k, 5) = viscosity*(g(:, 3, 1) + g(:, 1, 3))
        s(1:n(1), j, k, 6) = viscosity*(g(:, 3, 2) + g(:, 2, 3))
        do d = 1, 3
          s(1:n(1), j, k, 6+d) = conductivity*g(:, d, 4) + s(1:n(1), j, k, tensor(1, d))*q(1:n(1), j, k, iU) &
            + s(1:n(1), j, k, tensor(2, d))*q(1:n(1), j, k, iU+1) + s(1:n(1), j, k, tensor(3, d))*q(1:n(1), j, k, iU+2)
        end do
      end do
    end do
    call exchange(s)
  end subroutine

  !> df/dx along direction d in one row.
  subroutine slope(f, d, j, k, row)
    integer,  intent(in)  :: d, j, k
    real(wp), intent(in)  :: f(1-halo:n(1)+halo, 1-halo:n(2)+halo, 1-halo:n(3)+halo)
    real(wp), intent(out) :: row(n(1))
    integer :: e(3), i, x, y, z
    e = merge(1, 0, [1, 2, 3] == d)
    x = e(1)
    y = e(2)
    z = e(3)
    do i = 1, n(1)
      row(i) = (first(1)*(f(i+x, j+y, k+z) - f(i-x, j-y, k-z)) + first(2)*(f(i+2*x, j+2*y, k+2*z) - f(i-2*x, j-2*y, k-2*z)) &
        + first(3)*(f(i+3*x, j+3*y, k+3*z) - f(i-3*x, j-3*y, k-3*z)) &
        + first(4)*(f(i+4*x, j+4*y, k+4*z) - f(i-4*x, j-4*y, k-4*z)))/dx
    end do
  end subroutine

  !> Halos of all variables: x and y are periodic within the rank, z over the ranks.
  subroutine exchange(f)
    real(wp), intent(inout) :: f(1-halo:, 1-halo:, 1-halo:, :)
    real(wp), dimension(size(f, 1), size(f, 2), halo, size(f, 4)) :: sent, got
    integer :: ierr
    f(1-halo:0, :, :, :) = f(n(1)+1-halo:n(1), :, :, :)
    f(n(1)+1:n(1)+halo, :, :, :) = f(1:halo, :, :, :)
    f(:, 1-halo:0, :, :) = f(:, n(2)+1-halo:n(2), :, :)
    f(:, n(2)+1:n(2)+halo, :, :) = f(:, 1:halo, :, :)
    sent = f(:, :, n(3)+1-halo:n(3), :)
    call MPI_Sendrecv(sent, size(sent), MPI_DOUBLE_PRECISION, above, 1, got, size(got), MPI_DOUBLE_PRECISION, below, 1, &
      communicator, MPI_STATUS_IGNORE, ierr)
    f(:, :, 1-halo:0, :) = got
    sent = f(:, :, 1:halo, :)
    call MPI_Sendrecv(sent, size(sent), MPI_DOUBLE_PRECISION, below, 2, got, size(got), MPI_DOUBLE_PRECISION, above, 2, &
      communicator, MPI_STATUS_IGNORE, ierr)
    f(:, :, n(3)+1:n(3)+halo, :) = got
  end subroutine

  !> Mass and total energy of all ranks.
  function conserved_sums() result(sums)
    real(wp) :: sums(2), mine(2)
    integer  :: ierr
    mine = [sum(u(:, :, :, 1)), sum(u(:, :, :, 5))]
    call MPI_Allreduce(mine, sums, 2, MPI_DOUBLE_PRECISION, MPI_SUM, communicator, ierr)
  end function
end module
