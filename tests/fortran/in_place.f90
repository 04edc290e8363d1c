! Plans whose kernels work on the host's arrays where they are give bitwise what plans give that copy, halos
! included: several threads, stripes of any size, rows of any length, outputs over inputs, one species or five.
! What must be copied is copied: outputs over the species over an input, arrays that lie askew in one memory,
! the flag. The report says which path was taken.
program in_place
  use testing
  use drawbridge
  implicit none
  integer, parameter :: most = 5, nvar = 13, T = 1, P = 2, Y = 3, rho = 8, e = 9, mu = 10, flag = 13
  character(3), parameter :: species(most) = ['CH4', 'O2 ', 'CO2', 'H2O', 'N2 ']
  character(*), parameter :: over_species(5) = [character(5) :: 'Di', 'hi', 'rhoYi', 'hYi', 'Xi']
  integer, parameter :: rows(7) = [1, 2, 5, 15, 16, 17, 41], ny = 7, nz = 6
  integer :: i, halo, ns

  do halo = 0, 2
    do i = 1, size(rows)
      do ns = 1, most, most - 1
        call compare(rows(i), 'iteration', copies=.false.)
        call compare(rows(i), 'thermal', copies=.false.)
        call compare(rows(i), 'behind', copies=.false.)
        call compare(rows(i), 'flags', copies=.true.)
        call compare(rows(i), 'askew', copies=.true.)
        call compare(rows(i), 'before', copies=.true.)
        call compare(rows(i), 'Di', copies=.true.)
        call compare(rows(i), 'hi', copies=.true.)
        call compare(rows(i), 'rhoYi', copies=.true.)
        call compare(rows(i), 'hYi', copies=.true.)
        call compare(rows(i), 'Xi', copies=.true.)
      end do
    end do
  end do
  call one_place()
  call finish('in_place')

contains

  subroutine compare(mx, what, copies)
    integer, intent(in) :: mx
    character(*), intent(in) :: what
    logical, intent(in) :: copies                          ! even where plans may work in place
    real(wp), allocatable :: truth(:), answer(:)
    character(80) :: text
    integer :: points, threads
    logical :: copied
    points = mx*ny*nz
    write (text, '(2a,3(i0,a))') what, ', rows of ', mx, ', halo ', halo, ', ', ns, ' species: '
    call run(truth, copied, mx, what, 'off', points, 1)
    call check(trim(text)//' computed', count(.not. is_nan(truth)) >= points*(ns + 6))
    call check(trim(text)//' copied where that was asked for', copied)
    do threads = 1, 3, 2
      call run(answer, copied, mx, what, 'on', points, threads)
      call check(trim(text)//' whole', identical(answer, truth))
      call check(trim(text)//merge(' copied  ', ' in place', copies), copied .eqv. copies)
      if (what == 'askew' .or. what == 'before') cycle     ! stripes would read what earlier ones wrote
      call run(answer, copied, mx, what, 'on', 37, threads)
      call check(trim(text)//' in stripes', identical(answer, truth))
      call check(trim(text)//merge(' copied  ', ' in place', copies)//' in stripes', copied .eqv. copies)
      if (.not. any(what == over_species)) cycle
      call run(answer, copied, mx, what, 'on', 37, threads, stays=.true.)
      call check(trim(text)//' where both stay on the device', identical(answer, truth))
    end do
  end subroutine

  subroutine run(memory, copied, mx, what, overlap, max_block, threads, stays)
    real(wp), allocatable, target, intent(out) :: memory(:)
    logical, intent(out) :: copied
    integer, intent(in) :: mx, max_block, threads
    character(*), intent(in) :: what, overlap
    logical, intent(in), optional :: stays                 ! Yi and the output over it, on the device
    real(wp), pointer, contiguous :: from(:, :, :, :), to(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: nx, m(3), inner(6), step
    call set_environment('DRAWBRIDGE_OVERLAP', overlap)
    nx = mx + 2*halo
    m = [nx, ny + 2*halo, nz + 2*halo]
    inner = [halo + 1, halo + mx, halo + 1, halo + ny, halo + 1, halo + nz]
    allocate (memory((product(m) + 1)*nvar + nx))
    memory = nan(1.0_wp)
    from(1:m(1), 1:m(2), 1:m(3), 1:nvar) => memory(:product(m)*nvar)
    to => from
    if (what == 'askew') to(1:m(1), 1:m(2), 1:m(3), 1:nvar) => memory(nx + 1:)    ! a row further on
    if (what == 'before') from(1:m(1), 1:m(2), 1:m(3), 1:nvar) => memory(nx + 1:) ! a row before
    call fill(from(inner(1):inner(2), inner(3):inner(4), inner(5):inner(6), :))
    call frame%initialize(species=species(most + 1 - ns:), max_block=max_block, threads=threads, log='off')
    select case (what)
    case ('iteration')                                     ! T from its own guess, P over e
      call plan%create(frame, 'preoscalctpfromrhoe', m, inner)
      call plan%read('rho', from, rho)
      call plan%read('e', from, e)
      call plan%read('Yi', from, Y)
      call plan%read('T', from, T)
      call plan%write('T', from, T)
      call plan%write('P', from, e)
    case ('thermal', 'flags')
      call read_state(plan, frame, 'preosthermalproperties', m, inner, from)
      if (what == 'flags') call plan%write('flag', from, flag)
      call plan%write('cp', from, T)
      call plan%write('rho', from, Y + ns - 1)
    case ('behind')                                        ! the memory of what is read begins two variables later
      to(1:m(1), 1:m(2), 1:m(3), 1:nvar - 2) => memory(2*product(m) + 1:product(m)*nvar)
      call plan%create(frame, 'preoscalcsoundspeed', m, inner)
      call plan%read('rho', to, rho - 2)
      call plan%read('rhoP', to, e - 2)
      call plan%read('rhoT', to, mu - 2)
      call plan%read('hP', to, mu - 1)
      call plan%read('hT', to, mu)
      call plan%write('c', from, e)
    case ('askew', 'before')
      call read_state(plan, frame, 'preosthermalproperties', m, inner, from)
      call plan%write('rho', to, P)
    case ('Di', 'hi')
      call read_state(plan, frame, 'preosviscousfluxproperties', m, inner, from, stays)
      call plan%write(what, from, Y, resident=stays)
      call plan%write('mu', from, mu)
      call plan%write('lambda', from, mu + 1)
    case ('rhoYi', 'hYi')
      call read_state(plan, frame, 'eosgammajacobianproperties', m, inner, from, stays)
      call plan%write(what, from, Y, resident=stays)
      call plan%write(trim(merge('hYi  ', 'rhoYi', what == 'rhoYi')), from, rho)
      call plan%write('eT', from, flag)
    case ('Xi')
      call plan%create(frame, 'molefractions', m, inner)
      call plan%read('Yi', from, Y, resident=stays)
      call plan%write('Xi', from, Y, resident=stays)
      call plan%write('W', from, rho)
    end select
    do step = 1, merge(2, 1, what == 'iteration')
      call plan%run()
    end do
    if (present(stays)) call plan%fetch(what)
    copied = .true.
    if (.not. present(stays)) copied = .not. in_place_by_report(frame)
    call frame%finalize()
  end subroutine

  subroutine read_state(plan, frame, collection, m, inner, q, stays)
    type(plan_t), intent(inout) :: plan
    type(frame_t), intent(in) :: frame
    character(*), intent(in) :: collection
    integer, intent(in) :: m(3), inner(6)
    real(wp), pointer, contiguous, intent(in) :: q(:, :, :, :)
    logical, intent(in), optional :: stays
    call plan%create(frame, collection, m, inner)
    call plan%read('T', q, T)
    call plan%read('P', q, P)
    call plan%read('Yi', q, Y, resident=stays)
  end subroutine

  ! All lines of copies say that nothing was copied, or none does.
  logical function in_place_by_report(frame) result(yes)
    type(frame_t), intent(in) :: frame
    character(200) :: line
    integer :: unit, status, calls, skipped, copies
    yes = .false.
    skipped = 0
    copies = 0
    open (newunit=unit, status='scratch')
    call frame%report(unit=unit)
    rewind (unit)
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (index(line, 'used in place') > 0) skipped = skipped + 1
      if (line(:3) /= 'in ' .and. line(:4) /= 'out ') cycle
      read (line(33:), *) calls
      if (calls > 0) copies = copies + 1
    end do
    close (unit)
    call check('the report knows one path', (copies > 0) .neqv. (skipped > 0))
    yes = copies == 0
  end function

  ! Outputs that bind brings together are refused before anything is written.
  subroutine one_place()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: q(8, 8, 8, 5), h(8, 8, 8, 1)
    integer :: stat
    character(300) :: message
    q = 300
    q(:, :, :, 2) = 1e6_wp
    q(:, :, :, 3) = 1
    call frame%initialize(species=['O2'], max_block=64, log='off')
    call plan%create(frame, 'preosrhohfromtpprop', shape(q(:, :, :, 1)), [2, 7, 2, 7, 2, 7])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', q, 5)
    call plan%write('h', q, 5, stat=stat, errmsg=message)
    call expect_error('an output in the place of another', stat, message, DRAWBRIDGE_ARGUMENT, &
        'outputs rho and h would both be written to variable 5')
    call plan%write('h', h, 1)
    call plan%bind('h', q(:, :, :, 5:5))
    call plan%run(stat=stat, errmsg=message)
    call expect_error('an output bound to the place of another', stat, message, DRAWBRIDGE_ARGUMENT, &
        'outputs rho and h would both be written')
    call check('a refused run writes nothing', all(q(:, :, :, 5) == 300))
    call plan%bind('rho', q(:, :, :, :))                   ! as two that change places
    call plan%bind('h', h)
    call plan%run(stat=stat, errmsg=message)
    call check('bound apart it runs', stat == 0 .and. all(q(2:7, 2:7, 2:7, 5) < 20), message)
    call frame%finalize()
  end subroutine

  ! Two points are corrupt.
  subroutine fill(q)
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k, n
    do k = 1, size(q, 3)
      do j = 1, size(q, 2)
        do i = 1, size(q, 1)
          q(i, j, k, T) = 300 + 11*i + 7*j + 3*k
          q(i, j, k, P) = 1e5_wp*(1 + 3*j)
          q(i, j, k, Y:Y + ns - 1) = [(1.01_wp + sin(2.0_wp*n*k + i), n=1, ns)]
          q(i, j, k, Y:Y + ns - 1) = q(i, j, k, Y:Y + ns - 1)/sum(q(i, j, k, Y:Y + ns - 1))
          q(i, j, k, rho) = 1 + 0.1_wp*i
          q(i, j, k, e) = 1e5_wp*k
          q(i, j, k, mu:) = i + 10*j
        end do
      end do
    end do
    q(1, 2, 3, T) = -1
    q(size(q, 1), ny, nz, Y) = 7
  end subroutine

  logical function identical(a, b)
    real(wp), intent(in) :: a(:), b(:)
    identical = all((a == b) .or. (is_nan(a) .and. is_nan(b)))
  end function
end program
