! The paths of the data give bitwise the same answer: stripes one by one or overlapped, of any size, arrays
! pinned or not, views that stay on the device; a freed and reused address is never read stale.
program transfers
  use testing
  use drawbridge
  implicit none
  integer, parameter :: halo = 3, mx = 14, my = 11, mz = 9, ns = 5
  integer, parameter :: nx = mx + 2*halo, ny = my + 2*halo, nz = mz + 2*halo
  integer, parameter :: interior(6) = [halo + 1, halo + mx, halo + 1, halo + my, halo + 1, halo + mz]
  character(5), parameter :: outputs(5) = [character(5) :: 'rho', 'e', 'cp', 'hP', 'c']
  character(3), parameter :: species(ns) = ['CH4', 'O2 ', 'CO2', 'H2O', 'N2 ']
  integer, parameter :: sizes(6) = [mx*my*mz, 1, 37, mx*my, mx*my + 5, 500]
  real(wp), allocatable :: truth(:, :, :, :), answer(:, :, :, :)
  integer :: i

  call one_by_one('off')
  call run(truth, max_block=sizes(1), pinned=.false.)
  call check('the truth is numbers but for the corrupt points', &
      count(is_nan(truth)) == size(truth) - size(outputs)*(mx*my*mz - 3))
  do i = 1, size(sizes)
    call one_by_one('off')
    call run(answer, sizes(i), pinned=.false.)
    call same('one by one, packed', sizes(i))
    call run(answer, sizes(i), pinned=.true.)
    call same('one by one, pinned', sizes(i))
    call one_by_one('on')
    call run(answer, sizes(i), pinned=.false.)
    call same('overlapped, packed', sizes(i))
    call run(answer, sizes(i), pinned=.true.)
    call same('overlapped, pinned', sizes(i))
    call run(answer, sizes(i), pinned=.true., layout='right')
    call same('overlapped, pinned, layout right', sizes(i))
    call run(answer, sizes(i), pinned=.false., resident=.true.)
    call same('resident', sizes(i))
  end do
  call chain()
  call guess()
  call parts()
  call written_over()
  call pin_and_free()
  call misuse()
  call finish('transfers')

contains

  subroutine one_by_one(word)
    character(*), intent(in) :: word
    call set_environment('DRAWBRIDGE_OVERLAP', word)
  end subroutine

  subroutine run(props, max_block, pinned, layout, resident)
    real(wp), allocatable, intent(out) :: props(:, :, :, :)
    integer, intent(in) :: max_block
    logical, intent(in) :: pinned
    character(*), intent(in), optional :: layout
    logical, intent(in), optional :: resident
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :)
    integer :: i
    logical :: stays
    stays = .false.
    if (present(resident)) stays = resident
    allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, size(outputs)))
    call fill(q)
    p = nan(1.0_wp)
    call frame%initialize(species=species, max_block=max_block, layout=layout, log='off')
    if (pinned) call frame%pin(q)
    if (pinned) call frame%pin(p)
    call create(plan, frame, q, p, stays)
    call plan%run()
    call plan%run() ! what a step leaves does not spoil the next
    if (stays) call check('nothing comes to the host before fetch', all(is_nan(p)))
    do i = 1, size(outputs)
      if (stays) call plan%fetch(trim(outputs(i)))
    end do
    if (pinned) call frame%unpin(q)
    if (pinned) call frame%unpin(p)
    call frame%finalize()
    props = p
  end subroutine

  subroutine create(plan, frame, q, p, stays)
    type(plan_t), intent(inout) :: plan
    type(frame_t), intent(in) :: frame
    real(wp), intent(in), target :: q(:, :, :, :)
    real(wp), intent(inout), target :: p(:, :, :, :)
    logical, intent(in) :: stays
    integer :: i
    call plan%create(frame, 'preosthermalproperties', shape(q), interior)
    call plan%read('T', q, 1, resident=stays)
    call plan%read('P', q, 2, resident=stays)
    call plan%read('Yi', q, 3, resident=stays)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), p, i, resident=stays)
    end do
  end subroutine

  ! The halo is NaN; three points within stripes are corrupt.
  subroutine fill(q)
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k, n
    q = nan(1.0_wp)
    do k = halo + 1, halo + mz
      do j = halo + 1, halo + my
        do i = halo + 1, halo + mx
          q(i, j, k, 1) = 110 + 130*i + 7*j + 3*k
          q(i, j, k, 2) = 1e5_wp*10**(0.1_wp*j)
          do n = 1, ns
            q(i, j, k, 2 + n) = 1.01_wp + sin(2.0_wp*n*k + i)
          end do
          q(i, j, k, 3:) = q(i, j, k, 3:)/sum(q(i, j, k, 3:))
        end do
      end do
    end do
    q(halo + 7, halo + 5, halo + 4, 1) = -1
    q(halo + 2, halo + 9, halo + 6, 2) = 0
    q(halo + 3, halo + 3, halo + 3, 4) = 7
  end subroutine

  subroutine same(what, max_block)
    character(*), intent(in) :: what
    integer, intent(in) :: max_block
    character(60) :: text
    write (text, '(2a,i0)') what, ', max_block ', max_block
    call check(trim(text), identical(answer, truth))
  end subroutine

  logical function identical(a, b)
    real(wp), intent(in) :: a(:, :, :, :), b(:, :, :, :)
    identical = all((a == b) .or. (is_nan(a) .and. is_nan(b)))
  end function

  ! rho and e go from one plan to the next without touching the host.
  subroutine chain()
    type(frame_t) :: frame
    type(plan_t) :: first, second
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :), back(:, :, :, :)
    integer :: stat
    character(4000) :: text
    character(300) :: message
    allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, size(outputs)), back(nx, ny, nz, 2))
    call fill(q)
    p = nan(1.0_wp)
    back = nan(1.0_wp)
    call frame%initialize(species=species, max_block=300, log='off')
    call create(first, frame, q, p, .true.)
    call second%create(frame, 'preoscalctpfromrhoe', shape(q), interior)
    call second%read('rho', p, 1, resident=.true.)
    call second%read('e', p, 2, resident=.true.)
    call second%read('Yi', q, 3, resident=.true.)
    call second%write('T', back, 1)
    call second%write('P', back, 2)
    call first%run()
    call second%run()
    call check('rho and e stayed', all(is_nan(p)))
    call check('T comes back', near(back(:, :, :, 1), q(:, :, :, 1), 1e-6_wp))
    call check('P comes back', near(back(:, :, :, 2), q(:, :, :, 2), 1e-5_wp))
    q(halo + 1, halo + 1, halo + 1, 1) = 555
    call first%run()
    call second%run()
    call check('a change that was not said is not seen', abs(back(halo + 1, halo + 1, halo + 1, 1) - 555) > 50)
    call first%changed('T')
    call first%run()
    call second%run()
    call check('a change that was said is seen', abs(back(halo + 1, halo + 1, halo + 1, 1) - 555) < 1e-3_wp)
    call first%fetch('rho', stat)
    call check('rho is fetched', stat == 0 .and. &
        count(.not. is_nan(p(:, :, :, 1))) == mx*my*mz - 3)
    call first%fetch('Z', stat, message)
    call check('what is no output is not fetched', stat == DRAWBRIDGE_UNKNOWN_NAME .and. index(message, 'Z') > 0, message)
    call report_of(frame, text)
    call check('copies that were not needed are counted', index(text, 'skipped') > 0, text)
    call frame%finalize()
  end subroutine

  ! The first guess T and the T that is found stay on the device side by side: the second run copies nothing.
  subroutine guess()
    type(frame_t) :: frame
    type(plan_t) :: first, second
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :), back(:, :, :, :)
    character(4000) :: text
    integer :: run
    allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, size(outputs)), back(nx, ny, nz, 2))
    call fill(q)
    p = nan(1.0_wp)
    back = nan(1.0_wp)
    call frame%initialize(species=species, max_block=300, log='off')
    call create(first, frame, q, p, .true.)
    call first%run()
    call second%create(frame, 'preoscalctpfromrhoe', shape(q), interior)
    call second%read('rho', p, 1, resident=.true.)
    call second%read('e', p, 2, resident=.true.)
    call second%read('Yi', q, 3, resident=.true.)
    call second%read('T', q, 1, scale=1.01_wp, resident=.true.)
    call second%write('T', back, 1, resident=.true.)
    call second%write('P', back, 2, resident=.true.)
    do run = 1, 2
      call second%run()
    end do
    call report_of(frame, text)
    call second%fetch('T')
    call second%fetch('P')
    call check('T beside its first guess', near(back(:, :, :, 1), q(:, :, :, 1), 1e-6_wp))
    call check('P beside a first guess of T', near(back(:, :, :, 2), q(:, :, :, 2), 1e-5_wp))
    call check('both stay', index(between(text, ' in T ', ' in '), ' 1 skipped') > 0 .and. &
        index(text, ' out T 2,') > 0, text) ! never copied: on the line of what was used in place
    q(:, :, :, 1) = 1.1_wp*q(:, :, :, 1) ! another first guess, which changes no answer
    call second%changed('T')
    call second%run()
    call second%fetch('T')
    call check('T from another guess', near(back(:, :, :, 1), q(:, :, :, 1)/1.1_wp, 1e-6_wp))
    call report_of(frame, text)
    call check('what was said to be changed is copied', index(between(text, ' in T ', ' in '), ' 1 skipped') > 0, text)
    call frame%finalize()
  end subroutine

  ! What stands in a text from some words to others.
  function between(text, first, last) result(part)
    character(*), intent(in) :: text, first, last
    character(:), allocatable :: part
    integer :: at, length
    at = index(text, first)
    part = ''
    if (at == 0) return
    part = text(at + len(first):)
    length = index(part, last)
    if (length > 0) part = part(:length)
  end function

  ! Another plan reads part of what stays on the device: a smaller interior, and a section of the array.
  subroutine parts()
    integer, parameter :: inner(6) = interior + [1, -1, 1, -1, 1, -1]
    integer, parameter :: at = halo + 2
    type(frame_t) :: frame
    type(plan_t) :: first, second, third
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :), back(:, :, :, :)
    allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, size(outputs)), back(nx, ny, nz, 2))
    call fill(q)
    p = nan(1.0_wp)
    back = nan(1.0_wp)
    call frame%initialize(species=species, max_block=300, log='off')
    call create(first, frame, q, p, .true.)
    call second%create(frame, 'preoscalctpfromrhoe', shape(q), inner)
    call second%read('rho', p, 1, resident=.true.)
    call second%read('e', p, 2, resident=.true.)
    call second%read('Yi', q, 3)
    call second%write('T', back, 1)
    call third%create(frame, 'preoscalctpfromrhoe', shape(q), interior)
    call third%read('rho', p, 1)
    call third%read('e', p(:, :, :, 2:), 1)
    call third%read('Yi', q, 3)
    call third%write('T', back, 2)
    call first%run()
    call second%run()
    call check('a smaller interior of what stays', abs(back(at, at, at, 1) - q(at, at, at, 1)) < 1e-3_wp)
    q(at, at, at, 1) = 555
    call first%changed('T')
    call first%run()
    call second%run()
    call check('a smaller interior of what was computed again', abs(back(at, at, at, 1) - 555) < 1e-3_wp)
    q(at, at, at, 1) = 666
    call first%changed('T')
    call first%run()
    call third%run()
    call check('a section of the array', abs(back(at, at, at, 2) - 666) < 1e-3_wp)
    call frame%finalize()
  end subroutine

  ! A plan writes over its own input, which stays on the device, through another view.
  subroutine written_over()
    type(frame_t) :: frame
    type(plan_t) :: first, second, third
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :)
    allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, 2))
    call fill(q)
    p = nan(1.0_wp)
    call frame%initialize(species=species, max_block=300, log='off')
    call first%create(frame, 'preosthermalproperties', shape(q), interior)
    call first%read('T', q, 1, resident=.true.)
    call first%read('P', q, 2)
    call first%read('Yi', q, 3)
    call first%write('cp', q, 1)
    call second%create(frame, 'preosthermalproperties', shape(q), interior)
    call second%read('T', q, 1, resident=.true.)
    call second%read('P', q, 2)
    call second%read('Yi', q, 3)
    call second%write('rho', p, 1)
    call third%create(frame, 'preosthermalproperties', shape(q), interior)
    call third%read('T', q, 1)
    call third%read('P', q, 2)
    call third%read('Yi', q, 3)
    call third%write('rho', p, 2)
    call first%run()
    call second%run()
    call third%run()
    call check('an input that was written over is read anew', identical(p(:, :, :, 1:1), p(:, :, :, 2:2)) .and. &
        count(is_nan(p(:, :, :, 1))) < nx*ny*nz - mx*my*mz/2)
    call frame%finalize()
  end subroutine

  logical function near(a, b, tolerance)
    real(wp), intent(in) :: a(:, :, :), b(:, :, :), tolerance
    near = count(abs(a - b) <= tolerance*abs(b)) >= mx*my*mz - 3
  end function

  subroutine report_of(frame, text)
    type(frame_t), intent(in) :: frame
    character(*), intent(out) :: text
    integer :: unit, status
    open (newunit=unit, status='scratch', access='stream', form='formatted')
    call frame%report(unit)
    rewind (unit)
    text = ''
    do
      read (unit, '(a)', iostat=status) text(len_trim(text) + 2:)
      if (status /= 0) exit
    end do
    close (unit)
  end subroutine

  ! The host forgets unpin: what lies at the address now is what is computed with. Large enough for an
  ! allocation of its own, which the system hands out again at the same place.
  subroutine pin_and_free()
    integer, parameter :: n = 64
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :)
    real(wp) :: ideal ! density of the ideal gas
    integer :: round
    allocate (p(n, n, n))
    call frame%initialize(species=['N2'], max_block=20000, log='off')
    call plan%create(frame, 'preosrhohfromtpprop', shape(p), [1, n, 1, n, 1, n])
    do round = 1, 4
      allocate (q(n, n, n, 3))
      q(:, :, :, 1) = 300 + 100*round
      q(:, :, :, 2) = 1e5_wp
      q(:, :, :, 3) = 1
      call frame%pin(q)
      if (round == 1) then
        call plan%read('T', q, 1)
        call plan%read('P', q, 2)
        call plan%read('Yi', q, 3)
        call plan%write('rho', p)
      else
        call plan%bind('T', q)
        call plan%bind('P', q)
        call plan%bind('Yi', q)
      end if
      p = nan(1.0_wp)
      call plan%run()
      ideal = 1e5_wp*28.0134e-3_wp/(8.314463_wp*(300 + 100*round))
      call check('new memory at an old address', all(abs(p/ideal - 1) < 0.01_wp))
      deallocate (q)
    end do
    call frame%finalize()
  end subroutine

  subroutine misuse()
    type(frame_t) :: frame, other
    real(wp), allocatable, target :: q(:, :, :, :)
    real(wp), pointer :: nothing(:, :, :)
    integer :: stat
    character(300) :: message
    external :: frame_castles_pin, frame_castles_unpin
    allocate (q(nx, ny, nz, 2))
    q = 0
    nothing => null()
    message = ''
    call frame%pin(q, stat, message)
    call check('no Frame, no pin', stat == DRAWBRIDGE_ORDER .and. index(message, 'initialize') > 0, message)
    call frame%initialize(species=['N2'], max_block=10, log='off')
    call other%pin(q, stat, message)
    call check('no pin through a frame that was not initialized', stat == DRAWBRIDGE_ORDER .and. &
        index(message, 'pin: this frame was not initialized') > 0, message)
    call other%unpin(q, stat, message)
    call check('no unpin through it', stat == DRAWBRIDGE_ORDER .and. index(message, 'unpin: this frame was not') > 0, message)
    call frame%unpin(q, stat, message)
    call check('unpin of what is not pinned', stat == DRAWBRIDGE_ORDER .and. index(message, 'no array is pinned') > 0, message)
    call frame%pin(q(:, :, ::2, 1), stat, message)
    call check('no slice is pinned', stat == DRAWBRIDGE_SHAPE .and. index(message, 'slice') > 0, message)
    call frame%pin(nothing, stat, message)
    call check('nothing is not pinned', stat == DRAWBRIDGE_NULL_POINTER, message)
    call frame%pin(q, stat)
    call check('pin', stat == 0)
    call frame%pin(q, stat)
    call check('pinning again does no harm', stat == 0)
    call frame%unpin(q, stat)
    call check('unpin', stat == 0)
    call frame_castles_pin(q, %VAL(nx), %VAL(ny), %VAL(nz), %VAL(2))
    call frame_castles_unpin(q)
    call frame%pin(q)
    call frame%finalize() ! lets go of what is pinned
    q = 1
    deallocate (q)
  end subroutine
end program
