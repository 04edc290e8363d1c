! Kernels of an owner's library on fields with halo: the bits of direct calls at every point on a host, 1e-13 of it on a GPU; the
! halo stays; wrong files and wrong arguments are refused by name.
!   load [device [packs]]
program load
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  use drawbridge
  use gas
  implicit none
  integer, parameter :: n(3) = [13, 7, 5], box(6) = [3, 15, 3, 9, 3, 7]
  type(frame_t) :: frame
  type(sequence_t) :: step
  real(wp), target :: q(n(1), n(2), n(3), 4), padded(n(1) + 4, n(2) + 4, n(3) + 4)
  real(wp) :: tolerance
  integer :: stat, failures = 0, checks = 0
  character(400) :: message
  character(20) :: device
  device = 'host'
  if (command_argument_count() > 0) call get_command_argument(1, device)
  tolerance = merge(1e-13_wp, 0.0_wp, device(:4) == 'cuda' .or. command_argument_count() > 1)  ! NVRTC and packs contract
  call frame%initialize(max_block=100, device=trim(device), log='off')
  ns = 2
  weight(:2) = [0.002_wp, 0.032_wp]
  call random_number(q)
  q(:, :, :, 1) = 200 + 2000*q(:, :, :, 1)
  q(:, :, :, 2) = 1e5_wp + 1e6_wp*q(:, :, :, 2)
  q(7, 4, 3, 2) = -1                                       ! the other side of the if, in the middle
  call frame%create_field('T', n, halo=2)
  call frame%create_field('P', n)
  call frame%create_field('Y', n, halo=1, components=2)
  call frame%create_field('c', n, halo=2)
  call frame%upload('T', q, 1)
  call frame%upload('P', q, 2)
  call frame%upload('Y', q, 3)
  call frame%load_kernels('libmine.so')
  call at_once()
  call in_a_list()
  call points_apart()
  call structures()
  call refusals()
  call frame%finalize()
  print '(a,i0,a,i0,a)', 'load: ', checks, ' checks, ', failures, ' failed'
  if (failures > 0) error stop 1

contains

  subroutine check(what, holds)
    character(*), intent(in) :: what
    logical, intent(in) :: holds
    checks = checks + 1
    if (holds) return
    failures = failures + 1
    print '(2a)', 'FAILED: ', what
  end subroutine

  subroutine nothing_in_c()
    padded = ieee_value(1.0_wp, ieee_quiet_nan)
    padded(1:2, :, :) = -7
    call frame%upload('c', padded, interior=box, layers=2)
    call frame%download('c', padded, interior=box, layers=2)
  end subroutine

  subroutine at_once()
    call nothing_in_c()
    call frame%properties('sound_speed', 't=T p=P y=Y gamma=1.4', 'c=c')
    call judge('sound_speed at once', .true.)
  end subroutine

  ! A number that the module has changed between two runs is seen by the second.
  subroutine in_a_list()
    integer :: i
    call step%create(frame, 'loop')
    call step%properties('density', 't=T p=P y=Y', 'rho=c')
    do i = 1, 3
      weight(1) = 0.002_wp*i
      call nothing_in_c()
      call step%run(2)
      call judge('density in a list', .false.)
    end do
    call step%destroy()
    weight(1) = 0.002_wp
  end subroutine

  ! Each point has what `tick` keeps, and COMMON, for itself: all begin with what the host program has, which stays.
  subroutine points_apart()
    real(wp) :: total
    common /meter/ total
    integer :: i
    do i = 1, 2
      total = 100*i
      call frame%properties('metered', 'x=T', 'y=c')
      call frame%download('c', padded, interior=box, layers=2)
      call check('metered: every point begins anew', &
          all(abs(padded(3:15, 3:9, 3:7) - (total + 6*q(:, :, :, 1))) <= max(tolerance, 1e-15_wp)*padded(3:15, 3:9, 3:7)))
      call check('metered: COMMON of the host stays', total == 100*i)
    end do
  end subroutine

  ! Components of a derived type are arguments of their own, of every kind that a component may have.
  subroutine structures()
    real(wp), target, dimension(n(1), n(2), n(3)) :: t, hot, mean, dose
    real(wp), target :: y(n(1), n(2), n(3), 2)
    real(wp) :: want
    type(state_t) :: s
    integer :: i, j, k, different
    call frame%create_field('hot', n)
    call frame%create_field('mean', n)
    call frame%create_field('dose', n)
    call frame%create_field('t2', n)
    call frame%create_field('steps', n)
    call frame%create_field('y2', n, components=2)
    hot = merge(1.0_wp, 0.0_wp, q(:, :, :, 3) > 0.5_wp)
    dose = 0.25_wp
    call frame%upload('hot', hot)
    call frame%upload('dose', dose)
    t = 2
    call frame%upload('steps', t)
    call frame%properties('heat', 'S%t=T s%p=P s%steps=steps s%y=Y s%hot=hot s%dose=dose power=40.5', &
        's%t=t2 s%y=y2 s%hot=hot s%dose=dose mean')
    call frame%download('t2', t)
    call frame%download('y2', y, 1)
    call frame%download('hot', hot)
    call frame%download('mean', mean)
    call frame%download('dose', dose)
    different = 0
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          s = state_t(q(i, j, k, 1), q(i, j, k, 2), 2, q(i, j, k, 3:4), q(i, j, k, 3) > 0.5_wp, 0.25)
          call heat(s, 40.5_wp, want)
          if (.not. (abs(t(i, j, k) - s%t) <= tolerance*s%t .and. all(abs(y(i, j, k, :) - s%y) <= tolerance*s%y) .and. &
              (hot(i, j, k) > 0) .eqv. s%hot .and. abs(mean(i, j, k) - want) <= tolerance*abs(want) .and. &
              dose(i, j, k) == real(s%dose, wp))) different = different + 1
        end do
      end do
    end do
    call check('heat: every component as by a direct call', different == 0)
    call frame%properties('heat', 's%t=T s%p=P s%steps=steps s%y=T s%hot=hot s%dose=dose power=40.5', 'mean', stat, message)
    call check('a component with other values: '//trim(message), stat /= 0 .and. index(message, 's%y has 2 values') > 0)
    call frame%properties('heat', 's%t=T s%p=P s%steps=steps s%hot=hot s%dose=dose power=40.5', 'mean', stat, message)
    call check('a component is left out: '//trim(message), stat /= 0 .and. index(message, 's%y') > 0)
    call frame%properties('heat', 's=T power=40.5', 'mean', stat, message)
    call check('a structure is no argument: '//trim(message), stat /= 0 .and. index(message, 's%t') > 0)
  end subroutine

  subroutine judge(what, speed)
    character(*), intent(in) :: what
    logical, intent(in) :: speed
    real(wp) :: want, got
    integer :: i, j, k, different
    call frame%download('c', padded, interior=box, layers=2)
    different = 0
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          if (speed) call sound_speed(q(i, j, k, 1), q(i, j, k, 2), q(i, j, k, 3:4), 1.4_wp, want)
          if (.not. speed) call density(q(i, j, k, 1), q(i, j, k, 2), q(i, j, k, 3:4), want)
          got = padded(i + 2, j + 2, k + 2)
          if (.not. abs(got - want) <= tolerance*abs(want)) different = different + 1
        end do
      end do
    end do
    call check(what//': every point as by a direct call', different == 0)
    call check(what//': the halo stays', all(padded(1:2, :, :) == -7) .and. &
        count(padded == padded) == product(n) + 2*size(padded(1, :, :)))
  end subroutine

  subroutine refusals()
    call refused('libmine.so', 'has the name of one of')
    call refused('gas.f90', 'gas.f90')
    call refused('nowhere.so', 'nowhere.so')
    call refused('./cut.so', 'cut.so')
    call refused('./plain.so', 'plain.so')
    call refused('./other_version.so', 'version')
    call refused('./other_species.so', 'species')
    call refused('./changed.so', 'digest')
    call refused('./changed_text.so', 'digest')
    call refused('./no_points.so', 'points_')
    call refused('./no_kinds.so', 'compile kinds.f90 into it')
    call refused('./other-fdefault-real-8.so', 'its Fortran was compiled with -fdefault-real-8, and translated without')
    call refused('./other-freal-4-real-8.so', 'its Fortran was compiled with -freal-4-real-8')
    call refused('./other-fdefault-integer-8.so', 'its Fortran was compiled with -fdefault-integer-8')
    call frame%properties('sound_speed', 't=T p=P y=Y', 'c=c', stat, message)
    call check('an argument is left out: '//trim(message), stat /= 0 .and. index(message, 'gamma') > 0)
    call frame%properties('sound_speed', 't=T p=P y=T gamma=1.4', 'c=c', stat, message)
    call check('a field with other components: '//trim(message), stat /= 0 .and. index(message, 'component') > 0)
    ns = 3
    call frame%properties('sound_speed', 't=T p=P y=Y gamma=1.4', 'c=c', stat, message)
    call check('an extent that changed: '//trim(message), stat /= 0 .and. index(message, '3') > 0)
    ns = 2
  end subroutine

  subroutine refused(file, word)
    character(*), intent(in) :: file, word
    message = ''
    call frame%load_kernels(file, stat, message)
    call check('load_kernels '//file//': '//trim(message), stat /= 0 .and. index(message, word) > 0)
  end subroutine

end program
