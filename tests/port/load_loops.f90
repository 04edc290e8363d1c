! Loop nests of an owner's library on fields: the bits of the Fortran loops on a host, 1e-13 of them on a GPU. One is an
! expression, which may be fused; the others run as compiled by the owner. Wrong fields and numbers are refused by name.
!   load_loops [device [packs]]
program load_loops
  use drawbridge
  use loops
  implicit none
  integer, parameter :: n(3) = [19, 7, 5], box(6) = [2, 20, 2, 8, 2, 6], nvar = 3
  character(*), parameter :: loop(2) = [character(20) :: 'limited', 'operator7'], &
    words(2) = [character(20) :: 'u=p', 'cx cy cz p=p'], &
    writes(2) = [character(20) :: 'f=q', 'q'], argument(2) = [character(4) :: 'dx', 'c']
  type(frame_t) :: frame
  type(sequence_t) :: step
  real(wp), dimension(0:n(1)+1, 0:n(2)+1, 0:n(3)+1) :: cx, cy, cz, p, q, got
  real(wp), dimension(0:n(1)+1, 0:n(2)+1, 0:n(3)+1, nvar) :: u, r, gotten
  real(wp) :: s(n(2)), tolerance
  integer :: stat, failures = 0, checks = 0
  character(2000) :: message
  character(20) :: device
  device = 'host'
  if (command_argument_count() > 0) call get_command_argument(1, device)
  tolerance = merge(1e-13_wp, 0.0_wp, device(:4) == 'cuda' .or. command_argument_count() > 1)  ! NVRTC and packs contract
  call random_number(cx)
  call random_number(cy)
  call random_number(cz)
  call random_number(p)
  call random_number(u)
  call random_number(s)
  call frame%initialize(device=trim(device), log='off')
  call frame%load_kernels('libmine.so')
  call fields()
  call expression()
  call branches()
  call computed()
  call two_results()
  call components()
  call arrays_of_modules()
  call refusals()
  call frame%finalize()
  print '(a,i0,a,i0,a)', 'load_loops: ', checks, ' checks, ', failures, ' failed'
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

  subroutine fields()
    call field('cx', cx)
    call field('cy', cy)
    call field('cz', cz)
    call field('p', p)
    call frame%create_field('q', n)
    call frame%create_field('thin', n, halo=0)
    call frame%create_field('u', n, halo=1, components=nvar)
    call frame%create_field('r', n, components=nvar)
    call frame%create_field('s', [1, n(2), 1])
    call frame%create_field('flat', n(:2), halo=1)
    call frame%upload('s', reshape(s, [1, n(2), 1]))
    call frame%upload('u', u, 1, interior=box, layers=1)
  end subroutine

  subroutine field(name, a)
    character(*), intent(in) :: name
    real(wp), intent(in) :: a(0:, 0:, 0:)
    call frame%create_field(name, n, halo=1)
    call frame%upload(name, a, interior=box, layers=1)
  end subroutine

  subroutine judge(what, want)
    character(*), intent(in) :: what
    real(wp), intent(in) :: want(0:, 0:, 0:)
    got = want
    got(1:n(1), 1:n(2), 1:n(3)) = -1e300_wp
    call frame%download('q', got, interior=box)
    call check(what, all(abs(got - want) <= tolerance*abs(want)))
  end subroutine

  ! Its number is changed by name, and what follows it in the list is its epilogue on a GPU.
  subroutine expression()
    integer :: i
    call step%create(frame, 'apply')
    call step%properties('operator7', 'c=3.5 cx cy cz p=p', 'q')
    call step%pointwise('q', '2*q - p')
    do i = 1, 2
      call step%run()
      q = 0
      call operator7(n(1), n(2), n(3), 3.5_wp/i, cx, cy, cz, p, q)
      q(1:n(1), 1:n(2), 1:n(3)) = 2*q(1:n(1), 1:n(2), 1:n(3)) - p(1:n(1), 1:n(2), 1:n(3))
      call judge('operator7 as an expression', q)
      call step%set('c', 3.5_wp/2)
    end do
    call step%set('d', 1.0_wp, stat, message)
    call check('a number that it has not: '//trim(message), stat /= 0 .and. index(message, "'d'") > 0)
    call step%destroy()
  end subroutine

  ! A variable of the module and a number change between runs.
  subroutine branches()
    integer :: i
    call step%create(frame, 'limit')
    call step%properties('limited', 'dx= 2.5E-01 u = p', 'f=q')
    do i = 1, 3
      scale = i
      call step%set('dx', 0.25_wp*i)
      call step%run()
      q = 0
      call limited(n(1), n(2), n(3), 0.25_wp*i, p, q)
      call judge('limited', q)
    end do
    call step%destroy()
  end subroutine

  ! Numbers that the list computes: by the argument's name, by another name, before and after the kernel, of loops that are an
  ! expression and of loops that are not.
  subroutine computed()
    real(wp) :: value
    integer :: i
    scale = 1
    do i = 1, 2
      call step%create(frame, 'computed')
      call step%reduce('max', 'p', trim(argument(i)))
      call step%properties(loop(i), words(i), writes(i))
      call refused_here(i, trim(argument(i))//'=0.5 ', 'is computed by an entry before; leave its value out')
      call step%run()
      call step%get(trim(argument(i)), value)
      call judge_loop(i, 'computed by the name of the argument', value)
      call step%destroy()
      call step%create(frame, 'computed')
      call step%reduce('max', 'p', 'most')
      call step%compute('half', '0.5*most')
      call step%properties(loop(i), trim(argument(i))//'=half '//words(i), writes(i))
      call refused_here(i, '', 'no value is given for')
      call step%run()
      call step%get('half', value)
      call judge_loop(i, 'computed by another name', value)
      call step%set('half', 0.125_wp, stat, message)
      call check('set before: '//trim(message), stat /= 0 .and. index(message, "'half' is computed before") > 0)
      call step%run()
      call judge_loop(i, 'computed again', value)
      call step%destroy()
      call step%create(frame, 'computed')
      call step%properties(loop(i), trim(argument(i))//'=0.25 '//words(i), writes(i))
      call step%reduce('max', 'p', trim(argument(i)))
      call step%run()
      call judge_loop(i, 'given before the first result', 0.25_wp)
      call step%run()
      call step%get(trim(argument(i)), value)
      call judge_loop(i, 'computed by the run before', value)
      call step%set(trim(argument(i)), 0.75_wp)
      call step%run()
      call judge_loop(i, 'set', 0.75_wp)
      call step%destroy()
    end do
    call step%create(frame, 'computed')
    call step%reduce('max', 'p', 'nvar')
    call step%reduce('max', 'p', 'dt')
    call step%properties('moved', 's q=u r', 'r', stat, message)
    call check('an integer that is computed: '//trim(message), stat /= 0 .and. index(message, 'nvar') > 0)
    call step%destroy()
  end subroutine

  subroutine judge_loop(i, what, number)
    integer, intent(in) :: i
    character(*), intent(in) :: what
    real(wp), intent(in) :: number
    q = 0
    if (i == 1) call limited(n(1), n(2), n(3), number, p, q)
    if (i == 2) call operator7(n(1), n(2), n(3), number, cx, cy, cz, p, q)
    call judge(trim(loop(i))//': '//what, q)
  end subroutine

  subroutine refused_here(i, before, part)
    integer, intent(in) :: i
    character(*), intent(in) :: before, part
    call step%properties(loop(i), before//words(i), writes(i), stat, message)
    call check(trim(loop(i))//' '//before//': '//trim(message), stat /= 0 .and. index(message, part) > 0)
  end subroutine

  ! What is read may be another field than what is written.
  subroutine two_results()
    real(wp) :: f(0:n(1)+1, 0:n(2)+1, 0:n(3)+1)
    f = cx
    call both(n(1), n(2), n(3), 0.75_wp, p, f, q)
    call frame%create_field('f', n)
    call frame%properties('both', 'c=0.75 p f=cx', 'f g=q')
    call judge('both, of another field', q)
    call frame%properties('both', 'c=0.75 p f', 'f g=q')
    call both(n(1), n(2), n(3), 0.75_wp, p, f, q)
    call judge('both, in place', q)
  end subroutine

  subroutine components()
    integer :: i
    call random_number(r)
    call frame%upload('r', r, 1, interior=box)
    do i = 1, 2
      call frame%properties('moved', 'nvar=3 dt=0.5 s q=u r', 'r')
      call moved(n(1), n(2), n(3), nvar, 0.5_wp, s, u, r)
    end do
    gotten = r
    call frame%download('r', gotten, 1, interior=box)
    call check('moved: components, places, a profile', all(abs(gotten - r) <= tolerance*abs(r)))
  end subroutine

  subroutine arrays_of_modules()
    allocate (held(0:n(1)+1, 0:n(2)+1, 0:n(3)+1), made(0:n(1)+1, 0:n(2)+1, 0:n(3)+1))
    held = p
    made = 0
    mx = n(1)
    my = n(2)
    mz = n(3)
    scale = 0.5_wp
    call of_module()
    call frame%properties('of_module', 'held=p', 'made=q')
    call judge('of_module', made)
    call refused('of_module', 'held=thin', 'made=q', 'halo=1')
    call refused('of_module', '', 'made=q', 'held')
    deallocate (held, made)
  end subroutine

  subroutine refusals()
    call refused('operator7', 'c=3.5 cx cy cz p=thin', 'q', 'halo=1')
    call refused('limited', 'dx=0.25 u=thin', 'f=q', 'halo=1')
    call refused('operator7', 'c=3.5 cx cy cz p=u', 'q', 'input p has 1 value at a point')
    call refused('moved', 'nvar=3 dt=0.5 s q=u(1) r', 'r', 'has 3 values at a point')
    call refused('limited', 'dx=p u=p', 'f=q', 'dx=1.5')
    call refused('limited', 'dx=0.25 u=2', 'f=q', 'takes a field')
    call refused('limited', 'u=p', 'f=q', 'dx')
    call refused('limited', 'dx=1 u=flat', 'f=q', 'flat')
    call refused('limited', 'dx=1 u=flat', 'f=flat', 'axes')
    call refused('limited', 'dx=1 u=p', 'f=p', 'written')
    call refused('both', 'c=0.75 p f=cx', 'g=q', 'output f')
    call refused('moved', 'dt=0.5 s q=u r', 'r', 'nvar')
    call refused('moved', 'nvar=4 dt=0.5 s q=u r', 'r', '4')
    call refused('moved', 'nvar=3 dt=0.5 s q=u r i=2', 'r', "'i'")
  end subroutine

  subroutine refused(kernel, reads, writes, word)
    character(*), intent(in) :: kernel, reads, writes, word
    message = ''
    call frame%properties(kernel, reads, writes, stat, message)
    call check(kernel//' '//reads//': '//trim(message), stat /= 0 .and. index(message, word) > 0)
    call check('the loops are called by their name: '//trim(message), index(message, 'pointwise') == 0)
  end subroutine

end program
