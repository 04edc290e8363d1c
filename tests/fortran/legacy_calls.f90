! The talk's calls as a legacy solver writes them: implicit interfaces, %VAL, no module of ours. The
! halo is full of NaN. The reference routines give the truth, point by point.
!   legacy_calls golden.txt
module legacy_host
  use testing
  use golden_states
  use reference_peng_robinson
  implicit none
  integer, parameter :: nx = 13, ny = 11, nz = 9, ng = 2, nq = 20
  integer, parameter :: x1 = ng + 1, x2 = nx - ng, y1 = ng + 1, y2 = ny - ng, z1 = ng + 1, z2 = nz - ng
  integer, parameter :: points = (x2 - x1 + 1)*(y2 - y1 + 1)*(z2 - z1 + 1)
  integer, parameter :: iP = 1, iT = 2, iY = 3
  character(5), parameter :: thermal(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W']
  external :: frame_initialize, frame_finalize, frame_castles_populatepreosshareddata
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosthermalproperties, frame_tvproperties_preosrhohfromtpprop
  external :: frame_tvproperties_preoscalctfromhp, frame_tvproperties_preoscalctpfromrhoe
  external :: frame_tvproperties_preoscalcsoundspeed

contains

  subroutine run(s, max_block, from_reference)
    type(golden_state), intent(in) :: s
    integer, intent(in) :: max_block
    logical, intent(in) :: from_reference
    real(wp), allocatable :: q(:, :, :, :), p(:, :, :, :)
    integer :: ns, start, end
    allocate (q(nx, ny, nz, nq), p(nx, ny, nz, 17))
    ns = s%ns
    call fill(q, ns)
    p = nan(1.0_wp)
    call frame_initialize(%VAL(-1), %VAL(max_block), %VAL(ns), %VAL(nq), %VAL(0))
    call frame_castles_populatepreosshareddata(s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
    do start = 1, points, max_block
      end = min(start + max_block - 1, points)
      call take('T'//char(0), q, iT, iT, start, end)
      call take('P'//char(0), q, iP, iP, start, end)
      call take('Yi'//char(0), q, iY, iY + ns - 1, start, end)
      call frame_tvproperties_preosthermalproperties(%VAL(end - start + 1))
      call give_thermal(p, start, end)
      ! back from (h,P): T is now the former answer, spoilt on purpose to be a poor first guess
      call take('T'//char(0), q, iT + ns + 1, iT + ns + 1, start, end)
      call frame_tvproperties_preoscalctfromhp(%VAL(end - start + 1))
      call give('T       ', p, 14, start, end)
      call frame_tvproperties_preoscalctpfromrhoe(%VAL(end - start + 1))
      call give('T'//char(0), p, 15, start, end)
      call give('P'//char(0), p, 16, start, end)
      call frame_tvproperties_preoscalcsoundspeed(%VAL(end - start + 1))
      call give('c'//char(0), p, 17, start, end)
    end do
    call take_q(q)
    call frame_finalize
    if (from_reference) call compare(q, p, ns)
  end subroutine

  ! Smooth hot and cold states, mole-fraction corners included; everything else is NaN.
  subroutine fill(q, ns)
    real(wp), intent(out) :: q(nx, ny, nz, nq)
    integer, intent(in) :: ns
    integer :: i, j, k, n
    q = nan(1.0_wp)
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          q(i, j, k, iP) = 2e5_wp*10**(0.15_wp*(i + j))
          q(i, j, k, iT) = 140.7_wp + 35*i + 60*j + 140*(k - z1) ! off Tmid, where h jumps
          do n = 1, ns
            q(i, j, k, iY + n - 1) = 1 + sin(1.0_wp*n*i + j) + 0.1_wp*k
          end do
          if (mod(i + j + k, 7) == 0) q(i, j, k, iY:iY + ns - 2) = 0
          q(i, j, k, iY:iY + ns - 1) = q(i, j, k, iY:iY + ns - 1)/sum(q(i, j, k, iY:iY + ns - 1))
          q(i, j, k, iT + ns + 1) = merge(-1.0_wp, 0.9_wp*q(i, j, k, iT), mod(i, 3) == 0)
        end do
      end do
    end do
  end subroutine

  subroutine take(name, q, v1, v2, start, end)
    character(*), intent(in) :: name
    real(wp), intent(in) :: q(nx, ny, nz, *)
    integer, intent(in) :: v1, v2, start, end
    call frame_castles_populateinputstripe(name, q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), %VAL(y2), &
        %VAL(z1), %VAL(z2), %VAL(v1), %VAL(v2), %VAL(start), %VAL(end))
  end subroutine

  subroutine give(name, p, v, start, end)
    character(*), intent(in) :: name
    real(wp), intent(inout) :: p(nx, ny, nz, *)
    integer, intent(in) :: v, start, end
    call frame_castles_populateoutputstripe(name, p, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), %VAL(y2), &
        %VAL(z1), %VAL(z2), %VAL(v), %VAL(v), %VAL(start), %VAL(end))
  end subroutine

  subroutine give_thermal(p, start, end)
    real(wp), intent(inout) :: p(nx, ny, nz, *)
    integer, intent(in) :: start, end
    integer :: i
    do i = 1, size(thermal)
      call give(trim(thermal(i))//char(0), p, i, start, end)
    end do
  end subroutine

  ! Q goes out and comes back through another part of the numbering.
  subroutine take_q(q)
    real(wp), intent(in) :: q(nx, ny, nz, nq)
    real(wp), allocatable :: back(:, :, :, :)
    allocate (back(nx, ny, nz, nq))
    back = nan(1.0_wp)
    call frame_castles_populateinputstripe('Q'//char(0), q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), &
        %VAL(y2), %VAL(z1), %VAL(z2), %VAL(1), %VAL(nq), %VAL(3), %VAL(9))
    call frame_castles_populateoutputstripe('Q'//char(0), back, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(x1), %VAL(x2), %VAL(y1), &
        %VAL(y2), %VAL(z1), %VAL(z2), %VAL(1), %VAL(nq), %VAL(3), %VAL(9))
    call check('Q comes back', all(back(x1 + 2:x2, y1, z1, 1:2) == q(x1 + 2:x2, y1, z1, 1:2)))
    call check('Q: only the stripe is written', all(is_nan(back(x1:x1 + 1, y1, z1, 1:2))))
  end subroutine

  subroutine compare(q, p, ns)
    real(wp), intent(in) :: q(nx, ny, nz, nq), p(nx, ny, nz, 17)
    integer, intent(in) :: ns
    real(wp) :: r(13), scale(13), worst(17), rho_c2
    integer :: i, j, k
    worst = 0
    do k = z1, z2
      do j = y1, y2
        do i = x1, x2
          call reference_preosthermalproperties(q(i, j, k, iT), q(i, j, k, iP), q(i, j, k, iY:iY + ns - 1), r(1), r(2), r(3), &
              r(4), r(5), r(6), r(7), r(8), r(9), r(10), r(11), r(12), r(13))
          scale = abs(r)
          scale(2:3) = abs(r(2)) + r(4)*q(i, j, k, iT)
          scale(10) = scale(10) + 1/r(1)
          rho_c2 = r(1)*r(7)**2
          worst(:13) = max(worst(:13), abs(p(i, j, k, :13) - r)/scale)
          worst(14:15) = max(worst(14:15), abs(p(i, j, k, 14:15) - q(i, j, k, iT))/q(i, j, k, iT))
          worst(16) = max(worst(16), abs(p(i, j, k, 16) - q(i, j, k, iP))/(rho_c2 + q(i, j, k, iP)))
          worst(17) = max(worst(17), abs(p(i, j, k, 17) - r(7))/r(7))
          call check('a number at every point', .not. any(is_nan(p(i, j, k, :))))
        end do
      end do
    end do
    do i = 1, 17
      call check('agreement with the reference', worst(i) < 1e-9_wp, merge(thermal(min(i, 13)), 'back ', i <= 13))
    end do
    print '(a,i0,a,17es8.1)', 'ns ', ns, ', worst differences', worst
    call check('the halo stays NaN', count(.not. is_nan(p(:, :, :, 1))) == points)
  end subroutine
end module

program legacy_calls
  use legacy_host
  implicit none
  type(golden_state), allocatable :: states(:)
  character(500) :: path
  integer :: k, ns_done
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  ns_done = 0
  do k = 1, size(states)
    if (states(k)%nasa_clip .or. states(k)%alpha_signed .or. states(k)%ns > 16) cycle
    if (states(k)%ns <= ns_done .and. .not. states(k)%has_kij) cycle
    ns_done = max(ns_done, states(k)%ns)
    call reference_initialize(states(k)%ns, states(k)%W, states(k)%Tc, states(k)%Pc, states(k)%omega, states(k)%kij, &
        states(k)%Tmid, states(k)%low, states(k)%high)
    call run(states(k), 17, .true.)
    call run(states(k), 12288, .true.)
  end do
  call finish('legacy_calls')
end program
