! Transport, Jacobian, total enthalpy and critical state by the talk's calls: arrays of species data, implicit
! interfaces, %VAL, stripes that end in the middle of a row, a halo full of NaN. The reference routines,
! with the same arrays, give the truth at every point. From 10 species on also with k_ij, dense and sparse.
!   legacy_transport golden.txt
module legacy_transport_host
  use testing
  use golden_states
  use reference_peng_robinson
  use reference_chung
  implicit none
  integer, parameter :: nx = 12, ny = 9, nz = 7, ng = 2, x1 = ng + 1, x2 = nx - ng, y1 = ng + 1, y2 = ny - ng, &
      z1 = ng + 1, z2 = nz - ng, points = (x2 - x1 + 1)*(y2 - y1 + 1)*(z2 - z1 + 1)
  integer, parameter :: iP = 1, iT = 2, iKe = 3, iY = 4
  external :: frame_initialize, frame_finalize, frame_castles_populatepreosshareddata, frame_castles_populatechungshareddata
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
  external :: frame_tvproperties_chungcalctransprop, frame_tvproperties_preosviscousproperties
  external :: frame_tvproperties_preosviscousfluxproperties, frame_tvproperties_eosthermalandviscousproperties
  external :: frame_tvproperties_eosgammajacobianproperties, frame_tvproperties_eoscalcrhoh0fromtp
  external :: frame_tvproperties_preoscriticalstate

contains

  ! Variables of p: 1 rho, 2 mu, 3 lambda, 4 h0, 5 c, 6 eP, 7 eT, 8 to 10 Tcrit Pcrit Vcrit, then rows of ns: Di of
  ! each collection that has it (4), hi, rhoYi, hYi; mu and lambda of the other collections last.
  subroutine run(s, max_block)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    real(wp), allocatable :: q(:, :, :, :), p(:, :, :, :)
    integer :: ns, first, last
    ns = s%ns
    allocate (q(nx, ny, nz, 3 + ns), p(nx, ny, nz, 16 + 7*ns))
    call fill(q, ns)
    p = nan(1.0_wp)
    call frame_initialize(%VAL(-1), %VAL(max_block), %VAL(ns), %VAL(0), %VAL(0))
    call frame_castles_populatepreosshareddata(s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call frame_castles_populatechungshareddata(s%Vc, s%dipole, s%kappa, s%sigma, s%eps)
    do first = 1, points, max_block
      last = min(first + max_block - 1, points)
      call inputs(q, ns, first, last)
      call stripe(p, ns, first, last)
    end do
    call frame_finalize
    call compare(q, p, ns, s)
  end subroutine

  subroutine inputs(q, ns, first, last)
    real(wp), intent(in) :: q(nx, ny, nz, *)
    integer, intent(in) :: ns, first, last
    call take('T       ', q, iT, iT, first, last)
    call take('P'//char(0), q, iP, iP, first, last)
    call take('ke'//char(0), q, iKe, iKe, first, last)
    call take('Yi'//char(0), q, iY, iY + ns - 1, first, last)
  end subroutine

  subroutine stripe(p, ns, first, last)
    real(wp), intent(inout) :: p(nx, ny, nz, *)
    integer, intent(in) :: ns, first, last
    integer :: n, after
    n = last - first + 1
    after = 10 + 7*ns
    call frame_tvproperties_preosviscousfluxproperties(%VAL(n))
    call give('rho', p, 1, 1, first, last)
    call give('mu', p, 2, 2, first, last)
    call give('lambda', p, 3, 3, first, last)
    call give('Di', p, 11, 10 + ns, first, last)
    call give('hi', p, 11 + 4*ns, 10 + 5*ns, first, last)
    call frame_tvproperties_chungcalctransprop(%VAL(n))         ! rho is the former's output
    call give('mu', p, after + 1, after + 1, first, last)
    call give('lambda', p, after + 2, after + 2, first, last)
    call give('Di', p, 11 + ns, 10 + 2*ns, first, last)
    call frame_tvproperties_preosviscousproperties(%VAL(n))
    call give('mu', p, after + 3, after + 3, first, last)
    call give('lambda', p, after + 4, after + 4, first, last)
    call give('Di', p, 11 + 2*ns, 10 + 3*ns, first, last)
    call frame_tvproperties_eosthermalandviscousproperties(%VAL(n))
    call give('mu', p, after + 5, after + 5, first, last)
    call give('lambda', p, after + 6, after + 6, first, last)
    call give('Di', p, 11 + 3*ns, 10 + 4*ns, first, last)
    call give('c', p, 5, 5, first, last)
    call frame_tvproperties_eosgammajacobianproperties(%VAL(n))
    call give('eP', p, 6, 6, first, last)
    call give('eT', p, 7, 7, first, last)
    call give('rhoYi', p, 11 + 5*ns, 10 + 6*ns, first, last)
    call give('hYi', p, 11 + 6*ns, 10 + 7*ns, first, last)
    call frame_tvproperties_eoscalcrhoh0fromtp(%VAL(n))
    call give('h0', p, 4, 4, first, last)
    call frame_tvproperties_preoscriticalstate(%VAL(n))
    call give('Tcrit', p, 8, 8, first, last)
    call give('Pcrit', p, 9, 9, first, last)
    call give('Vcrit', p, 10, 10, first, last)
  end subroutine

  subroutine take(name, q, v1, v2, first, last)
    character(*), intent(in) :: name
    real(wp), intent(in) :: q(nx, ny, nz, *)
    integer, intent(in) :: v1, v2, first, last
    call frame_castles_populateinputstripe(name, q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), %VAL(y2), &
        %VAL(z1), %VAL(z2), %VAL(v1), %VAL(v2), %VAL(first), %VAL(last))
  end subroutine

  subroutine give(name, p, v1, v2, first, last)
    character(*), intent(in) :: name
    real(wp), intent(inout) :: p(nx, ny, nz, *)
    integer, intent(in) :: v1, v2, first, last
    call frame_castles_populateoutputstripe(name//char(0), p, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), &
        %VAL(y2), %VAL(z1), %VAL(z2), %VAL(v1), %VAL(v2), %VAL(first), %VAL(last))
  end subroutine

  ! Cold and hot states of all mixtures between pure and even; the halo is NaN.
  subroutine fill(q, ns)
    real(wp), intent(out) :: q(nx, ny, nz, *)
    integer, intent(in) :: ns
    integer :: i, j, k, n
    q(:, :, :, :3 + ns) = nan(1.0_wp)
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          q(i, j, k, 1:3) = [1.5e5_wp*10**(0.16_wp*(i + j)), 231.3_wp + 47*i + 80*j + 350*(k - z1), 1e4_wp*(i + j)]
          do n = 1, ns
            q(i, j, k, 3 + n) = 1 + sin(2.0_wp*n*i + j) + 0.1_wp*k
            if (mod(i + j + k, 6) == 0 .and. n /= 1 + mod(i*j, ns)) q(i, j, k, 3 + n) = 0
          end do
          q(i, j, k, iY:3 + ns) = q(i, j, k, iY:3 + ns)/sum(q(i, j, k, iY:3 + ns))
        end do
      end do
    end do
  end subroutine

  subroutine compare(q, p, ns, s)
    real(wp), intent(in) :: q(nx, ny, nz, *), p(:, :, :, :)
    integer, intent(in) :: ns
    type(golden_state), intent(in) :: s
    real(wp) :: r(16 + 7*ns), scale(16 + 7*ns), worst, one(13), T, pressure, Y(ns)
    integer :: i, j, k
    character(60) :: text
    call reference_initialize(ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    call reference_chung_initialize(s%Vc, s%dipole, s%kappa, s%sigma, s%eps)
    worst = 0
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          T = q(i, j, k, iT)
          pressure = q(i, j, k, iP)
          Y = q(i, j, k, iY:3 + ns)
          call reference_eosthermalandviscousproperties(T, pressure, Y, one(1), one(2), one(3), one(4), one(5), one(6), &
              one(7), one(8), one(9), one(10), one(11), one(12), one(13), r(2), r(3), r(11:10 + ns))
          call reference_preosviscousfluxproperties(T, pressure, Y, r(1), r(2), r(3), r(11:10 + ns), r(11 + 4*ns:10 + 5*ns))
          call reference_jacobian(T, pressure, Y, r(11 + 5*ns:10 + 6*ns), r(11 + 6*ns:10 + 7*ns), r(6), r(7))
          call reference_preoscriticalstate(Y, r(8), r(9), r(10))
          r(4) = one(2) + q(i, j, k, iKe)
          r(5) = one(7)
          r(11 + ns:10 + 4*ns) = [r(11:10 + ns), r(11:10 + ns), r(11:10 + ns)]
          r(11 + 7*ns:) = [r(2:3), r(2:3), r(2:3)]
          scale = abs(r)
          scale(4) = abs(r(4)) + one(4)*T
          scale(11 + 4*ns:10 + 5*ns) = abs(r(11 + 4*ns:10 + 5*ns)) + one(4)*T
          scale(11 + 5*ns:10 + 6*ns) = abs(r(11 + 5*ns:10 + 6*ns)) + one(1)
          scale(11 + 6*ns:10 + 7*ns) = abs(r(11 + 6*ns:10 + 7*ns)) + one(4)*T
          call check('a number at every point', .not. any(is_nan(p(i, j, k, :))))
          worst = max(worst, maxval(abs(p(i, j, k, :) - r)/scale))
        end do
      end do
    end do
    write (text, '(a,i0,a,es9.1)') 'ns ', ns, ', worst difference', worst
    call check('agreement with the reference', worst < 1e-10_wp, text)
    print '(a)', trim(text)
    call check('the halo stays NaN', count(.not. is_nan(p(:, :, :, 2))) == points)
  end subroutine
end module

program legacy_transport
  use legacy_transport_host
  implicit none
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: k, done
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  done = 0
  do k = 1, size(states)
    if (states(k)%nasa_clip .or. states(k)%alpha_signed .or. (states(k)%ns <= done .and. .not. states(k)%has_kij)) cycle
    done = max(done, states(k)%ns)
    call run(states(k), 13)     ! rows have 8 points
    call run(states(k), 12288)
    if (states(k)%ns < 10) cycle
    call interact(states(k)%kij)
    call run(states(k), 100)    ! every pair interacts
    states(k)%kij(:states(k)%ns - 1, :states(k)%ns - 1) = 0
    states(k)%kij(states(k)%ns, 3:) = 0
    states(k)%kij(3:, states(k)%ns) = 0
    call run(states(k), 100)    ! two pairs do
  end do
  call finish('legacy_transport')

contains

  pure subroutine interact(kij)
    real(wp), intent(out) :: kij(:, :)
    integer :: i, j
    do j = 1, size(kij, 2)
      do i = 1, size(kij, 1)
        kij(i, j) = 0.08_wp*sin(1.0_wp*i*j) + 0.01_wp
        if (i == j) kij(i, j) = 0
      end do
    end do
  end subroutine
end program
