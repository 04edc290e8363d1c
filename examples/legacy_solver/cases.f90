!> The cases (their flows are in fortran/reference_flows.f90): the start of a run, and the judgement on it.
module cases
  use state
  use properties
  use reference_shock_tube, only: gas_t, gas_at
  use reference_flows, only: flow_t, start_flow, exact, direction, modes_of, speed, rates
  implicit none
  private
  public :: start_case, set_state, judge, case_levels

  type(flow_t) :: flow                                       ! the case as the exact solutions know it
  real(wp)     :: coarse(4) = 0                              ! errors on half the cells

contains

  !> How many grids the case runs on, each of twice the cells of the one before; a convergence needs two.
  pure integer function case_levels()
    case_levels = merge(2, 1, case_name == 'density wave' .or. case_name == 'decay')
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
    case ('decay')
      if (walls .or. ns /= 2 .or. cold == warm .or. order /= 9 .or. .not. viscous) &
        call stop_all('case_name = decay: expected two species, order = 9, viscous = .true., walls = .false.')
    case ('uniform', 'jet')
    case default
      call stop_all('case_name = '//trim(case_name)//': expected ''mixing layer'', ''jet'', ''uniform'', ''pulse'', '// &
        '''density wave'', ''decay'' or ''shock tube''')
    end select
    flow = flow_t(case_name, lengths, pressure, pressure_cold, T_cold, T_warm, u_cold, u_warm, layer, wave, trace, cold, warm)
    call start_flow(flow)
  end subroutine

  pure function centre(b, c) result(x)
    type(block_t), intent(in) :: b
    integer,       intent(in) :: c(3)
    real(wp) :: x(3)
    x = (b%low + c - 1.5_wp)*lengths/cells
  end function

  !> The state of the case at time 0: P, velocity, T and Y; rho and e from them.
  subroutine set_state()
    type(gas_t) :: s
    integer :: b, n, c(3)
    do b = 1, size(mine)
      do n = 1, size(mine(b)%own(:, :, :, iP))
        c = cell(mine(b)%high - mine(b)%low + 1, n)
        s = exact(flow, centre(mine(b), c), 0.0_wp, cells > 1)
        mine(b)%own(c(1), c(2), c(3), :iY+ns-1) = [s%P, s%u*direction(flow, cells > 1), s%T, s%Y(:ns)]
      end do
      call call_property(density_and_energy, mine(b)%q, mine(b)%inside)
      associate (q => mine(b)%own)
        q(:, :, :, iE) = q(:, :, :, iE) - q(:, :, :, iP)/q(:, :, :, iRho)   ! the call gives h
      end associate
    end do
  end subroutine

  !> Is the run what the theory says? level counts the grids of the case from its coarsest.
  logical function judge(time, level) result(right)
    real(wp), intent(in) :: time
    integer,  intent(in) :: level
    real(wp) :: sums(12), worst(3), far(3), x(3), found(4), ratio(4)
    type(gas_t) :: s
    character(200) :: said
    integer :: b, n, c(3)
    sums = 0
    worst = [0.0_wp, -huge(time), -huge(time)]               ! departure, highest T, highest -T
    do b = 1, size(mine)
      do n = 1, size(mine(b)%own(:, :, :, iP))
        c = cell(mine(b)%high - mine(b)%low + 1, n)
        x = centre(mine(b), c)
        s = exact(flow, x, time, cells > 1)
        s = gas_at(s%P, s%T, s%u, s%Y(:ns))
        associate (q => mine(b)%own(c(1), c(2), c(3), :))
          far = [abs(q(iRho) - s%rho), abs(q(iP) - s%P), maxval(abs(q(iU:iW) - s%u*direction(flow, cells > 1)))]
          sums = sums + [far, s%rho, s%P, s%c, modes_of(flow, x, cells > 1, q(iP), q(iU:iW), q(iT), q(iY:iY+ns-1))/product(cells)]
          worst = max(worst, [max(maxval(far/[s%rho, s%P, s%c]), abs(q(iT) - s%T)/s%T), q(iT), -q(iT)])
        end associate
      end do
    end do
    sums = over_ranks(MPI_SUM, sums)
    worst = over_ranks(MPI_MAX, worst)
    sums(:3) = sums(:3)/sums(4:6)                            ! of rho and P relative, of velocity over c
    right = .true.
    found = sums(1)
    if (case_name == 'decay') found = rates(flow, sums(7:), time, cells > 1) - 1
    ratio = coarse/found                                     ! of the errors on half the cells and on all
    coarse = found
    if (level < case_levels()) return
    select case (case_name)
    case ('uniform')
      right = worst(1) <= 1e-12_wp
      write(said, '(a, es9.2, a)') 'largest relative departure', worst(1), ', at most 1e-12'
    case ('jet', 'mixing layer')
      right = worst(2) <= T_warm + 0.05_wp*(T_warm - T_cold) .and. -worst(3) >= T_cold - 0.05_wp*(T_warm - T_cold)
      write(said, '(2(a, f8.2), a)') 'T between', -worst(3), ' and', worst(2), ' K, at most 5 % beyond both streams'
    case ('pulse')
      found(1) = speed(flow, sums(7:), time)
      right = abs(found(1)/flow%base%c - 1) <= 1e-3_wp
      write(said, '(2(a, f10.4), a, es9.2, a)') 'speed', found(1), ' m/s, c is', flow%base%c, ', off by', &
        found(1)/flow%base%c - 1, ', at most 1e-3'
    case ('density wave')
      right = log(ratio(1))/log(2.0_wp) >= merge(7.0_wp, 0.7_wp, order == 9)
      write(said, '(2(a, es9.2), a, f6.2, a, f3.1)') 'L1 of rho', sums(1)*ratio(1), ' and', sums(1), ', order', &
        log(ratio(1))/log(2.0_wp), ', at least ', merge(7.0_wp, 0.7_wp, order == 9)
    case ('decay')
      found = found - found*(ratio - 1)/3                ! the same without its error of order 2
      right = all(abs(log(ratio(:3))/log(2.0_wp) - 2) <= 0.1_wp) .and. all(abs(found) <= [1e-3_wp, 1e-3_wp, 1e-3_wp, 0.02_wp])
      write(said, '(a, 3es11.4, a, 3es9.1, a, es9.1, a, 3f5.2, a)') 'mu/rho, lambda/(rho cp), D', (1 + found(:3))* &
        flow%diffusivity(:3), ' m2/s, off by', found(:3), ', at most 1e-3, sound', found(4), ', at most 0.02, order', &
        log(ratio(:3))/log(2.0_wp), ', 1.9 to 2.1'
    case ('shock tube')
      right = all(sums(:3) <= merge(0.01_wp, 0.04_wp, order == 9))
      write(said, '(a, 3es9.2, a, f4.2)') 'L1 of rho, P, u', sums(:3), ', at most ', merge(0.01_wp, 0.04_wp, order == 9)
    end select
    if (rank == 0) print '(5a)', 'case ', trim(case_name), ': ', trim(said), merge(': pass', ': FAIL', right)
  end function
end module
