!> The cases: their states at the start and, where it is known, for ever; and the judgement on a run.
module cases
  use mpi
  use inputs
  use state
  use properties
  use reference_shock_tube
  implicit none
  private
  public :: start_case, set_state, judge, case_levels

  real(wp), parameter :: two_pi = 8*atan(1.0_wp)
  type(gas_t)  :: base                                       ! pressure, T_warm, warm stream
  type(tube_t) :: tube
  real(wp)     :: coarse_error = 0                           ! of the density wave on half the cells

contains

  !> How many grids the case runs on, each of twice the cells of the one before; a convergence needs two.
  pure integer function case_levels()
    case_levels = merge(2, 1, case_name == 'density wave')
  end function

  subroutine start_case()
    select case (case_name)
    case ('mixing layer')
      if (layer < 8*lengths(2)/cells(2) .and. rank == 0) &
        print '(a)', 'warning: the initial layer is thinner than 8 cells; the pressure will oscillate more'
    case ('shock tube')
      if (.not. (walls .and. cells(2) > 1)) call stop_all('case_name = shock tube: it lies in y, between walls')
    case ('pulse', 'density wave')
      if (walls .and. cells(2) > 1) call stop_all('case_name = '//trim(case_name)//': it is periodic, walls = .false.')
    case ('uniform', 'jet')
    case default
      call stop_all('case_name = '//trim(case_name)//': expected ''mixing layer'', ''jet'', ''uniform'', ''pulse'', '// &
        '''density wave'' or ''shock tube''')
    end select
    base = gas_at(pressure, T_warm, u_warm, mixture(1.0_wp))
    if (case_name == 'shock tube') tube = solve_tube(base, gas_at(pressure_cold, T_cold, u_cold, mixture(0.0_wp)))
  end subroutine

  !> Mass fractions of f parts of the warm and 1-f parts of the cold species, and the trace of all others.
  pure function mixture(f) result(Y)
    real(wp), intent(in) :: f
    real(wp) :: Y(ns)
    Y = trace/max(ns - merge(1, 2, cold == warm), 1)
    Y(cold) = 0
    Y(warm) = 0
    Y(cold) = (1 - f)*(1 - sum(Y))
    Y(warm) = Y(warm) + 1 - sum(Y)
  end function

  !> T, P, velocity and Y at a point x (m) and time t (s); exact but for mixing layer and jet, which are as at the start.
  pure type(gas_t) function exact(x, t) result(s)
    real(wp), intent(in) :: x(3), t
    real(wp) :: r(3), f, shear, bump
    r = x/lengths
    s = base
    select case (case_name)
    case ('mixing layer')                                    ! a plane shear, across it the displaced boundary of the fluids
      bump = wave*(sin(two_pi*r(1)) + 0.4_wp*sin(two_pi*r(1))*cos(two_pi*r(3)))
      shear = 0.5_wp*(1 + tanh(2*(x(2) - lengths(2)/2)/layer))
      f = 0.5_wp*(1 + tanh(2*(x(2) - lengths(2)/2 - bump)/layer))
    case ('jet')                                             ! a round (in 2-D a plane) column that has come in so far
      f = norm2(merge(x(2:3) - lengths(2:3)/2, 0.0_wp, cells(2:3) > 1)) - lengths(2)/6
      f = 0.25_wp*(1 - tanh(2*f/layer))*(tanh(2*(x(1) - lengths(1)/8)/layer) - tanh(2*(x(1) - lengths(1)/2)/layer))
      f = 1 - f*(1 + wave*sin(two_pi*3*r(2)))/(1 + wave)
      shear = f
    case ('density wave')
      f = 0.5_wp + 0.45_wp*sin(two_pi*sum(merge(r - u_warm*t/lengths, 0.0_wp, cells > 1)))
      shear = 1
    case ('pulse')                                           ! an acoustic wave in +x: along the isentrope, du = dP/(rho c)
      f = pressure*wave*exp(-((x(1) - lengths(1)/2)/layer)**2)
      s%P = pressure + f
      s%T = base%T - base%T*base%rhoT/(base%rho**2*base%cp)*f
      s%u = base%u + f/(base%rho*base%c)
      return
    case ('shock tube')
      s = tube%side(merge(1, 2, x(2) < lengths(2)/2))
      if (t > 0) s = sample_tube(tube, (x(2) - lengths(2)/2)/t)
      return
    case default
      f = 0.5_wp
      shear = 0.5_wp
    end select
    s%T = T_cold + f*(T_warm - T_cold)
    s%u = u_cold + shear*(u_warm - u_cold)
    s%Y(:ns) = mixture(f)
  end function

  !> Where the velocity s%u of the case points: along x, along y in the tube, along every diagonal of the density wave.
  pure function direction()
    logical :: direction(3)
    direction = [case_name /= 'shock tube', case_name == 'shock tube', .false.]
    if (case_name == 'density wave') direction = cells > 1
  end function

  pure function centre(b, i, j, k) result(x)
    type(block_t), intent(in) :: b
    integer, intent(in) :: i, j, k
    real(wp) :: x(3)
    x = (b%low + [i, j, k] - 1.5_wp)*lengths/cells
  end function

  !> The state of the case at time 0: P, velocity, T and Y; rho and e from them.
  subroutine set_state()
    type(gas_t) :: s
    integer :: b, i, j, k
    do b = 1, size(mine)
      do k = 1, size(mine(b)%own, 3)
        do j = 1, size(mine(b)%own, 2)
          do i = 1, size(mine(b)%own, 1)
            s = exact(centre(mine(b), i, j, k), 0.0_wp)
            mine(b)%own(i, j, k, :iY+ns-1) = [s%P, merge(s%u, 0.0_wp, direction()), s%T, s%Y(:ns)]
          end do
        end do
      end do
      call call_property(density_and_energy, mine(b)%q, mine(b)%inside)
    end do
  end subroutine

  !> Is the run what the theory says? level counts the grids of the case from its coarsest.
  logical function judge(time, level) result(right)
    real(wp), intent(in) :: time
    integer,  intent(in) :: level
    real(wp) :: sums(8), worst(3), far(3), phase, order_seen
    type(gas_t) :: s
    character(100) :: said
    integer :: b, i, j, k, ierr
    sums = 0
    worst = [0.0_wp, -huge(time), -huge(time)]               ! departure, highest T, highest -T
    do b = 1, size(mine)
      do k = 1, size(mine(b)%own, 3)
        do j = 1, size(mine(b)%own, 2)
          do i = 1, size(mine(b)%own, 1)
            associate (q => mine(b)%own(i, j, k, :))
              s = exact(centre(mine(b), i, j, k), time)
              s = gas_at(s%P, s%T, s%u, s%Y(:ns))
              far = [abs(q(iRho) - s%rho), abs(q(iP) - s%P), maxval(abs(q(iU:iW) - merge(s%u, 0.0_wp, direction())))]
              sums(:6) = sums(:6) + [far, s%rho, s%P, s%c]
              phase = two_pi*(mine(b)%low(1) + i - 1.5_wp)/cells(1)
              sums(7:8) = sums(7:8) + (q(iP) - pressure)*[cos(phase), sin(phase)]
              worst = max(worst, [max(maxval(far/[s%rho, s%P, s%c]), abs(q(iT) - s%T)/s%T), q(iT), -q(iT)])
            end associate
          end do
        end do
      end do
    end do
    call MPI_Allreduce(MPI_IN_PLACE, sums, 8, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(MPI_IN_PLACE, worst, 3, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    sums(:3) = sums(:3)/sums(4:6)                            ! of rho and P relative, of velocity over c
    right = .true.
    select case (case_name)
    case ('uniform')
      right = worst(1) <= 1e-12_wp
      write(said, '(a, es9.2, a)') 'largest relative departure', worst(1), ', at most 1e-12'
    case ('jet', 'mixing layer')
      right = worst(2) <= T_warm + 0.05_wp*(T_warm - T_cold) .and. -worst(3) >= T_cold - 0.05_wp*(T_warm - T_cold)
      write(said, '(2(a, f8.2), a)') 'T between', -worst(3), ' and', worst(2), ' K, at most 5 % beyond both streams'
    case ('pulse')                                           ! its first Fourier mode has turned by the way over the length
      phase = modulo(atan2(sums(8), sums(7)) - two_pi/2 - two_pi*base%u*time/lengths(1), two_pi)
      phase = phase + two_pi*nint((base%c*time/lengths(1)) - phase/two_pi)
      phase = phase*lengths(1)/(two_pi*time)
      right = abs(phase/base%c - 1) <= 1e-3_wp
      write(said, '(2(a, f10.4), a, es9.2, a)') 'speed', phase, ' m/s, c is', base%c, ', off by', phase/base%c - 1, ', at most 1e-3'
    case ('density wave')
      if (level == 1) coarse_error = sums(1)
      if (level == 1) return
      order_seen = log(coarse_error/sums(1))/log(2.0_wp)
      right = order_seen >= merge(7.0_wp, 0.7_wp, order == 9)
      write(said, '(2(a, es9.2), a, f6.2, a, f3.1)') 'L1 of rho', coarse_error, ' and', sums(1), ', order', order_seen, &
        ', at least ', merge(7.0_wp, 0.7_wp, order == 9)
    case ('shock tube')
      right = all(sums(:3) <= merge(0.01_wp, 0.04_wp, order == 9))
      write(said, '(a, 3es9.2, a, f4.2)') 'L1 of rho, P, u', sums(:3), ', at most ', merge(0.01_wp, 0.04_wp, order == 9)
    end select
    if (rank == 0) print '(5a)', 'case ', trim(case_name), ': ', trim(said), merge(': pass', ': FAIL', right)
  end function
end module
