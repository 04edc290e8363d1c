! Numbers that a list computes: reductions and expressions of numbers, which later entries take without the host. Conjugate gradients
! in one list against plain loops; the first value of a number; numbers in groups of operators; what is refused.
program list_numbers
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer :: stat
  character(400) :: text

  call frame%initialize(log='off')
  call conjugate_gradients([12, 7, 9], 6, 'double')
  call conjugate_gradients([40, 9, 11], 8, 'double')
  call conjugate_gradients([31, 17, 1], 5, 'double')
  call conjugate_gradients([16, 6, 8], 4, 'float')
  call reductions()
  call first_values()
  call expressions_of_numbers()
  call refusals()
  call frame%finalize()
  call finish('list_numbers')

contains

  ! -lap(x) = b with x = 0 outside, from x = 0: after so many steps x and the squared residual are those of plain loops.
  subroutine conjugate_gradients(n, steps, precision)
    integer, intent(in) :: n(3), steps
    character(*), intent(in) :: precision
    type(sequence_t) :: step
    real(wp), allocatable, target :: b(:, :, :), x(:, :, :), want(:, :, :)
    real(wp) :: rr, expected, tolerance
    character(60) :: name
    integer :: d
    write (name, '(a,3(i0,1x),a)') 'conjugate gradients ', n, precision
    tolerance = merge(1e-11_wp, 2e-4_wp, precision == 'double')
    d = merge(2, 3, n(3) == 1)
    allocate (b(n(1), n(2), n(3)), want(n(1), n(2), n(3)))
    x = spread(spread(spread(nan(1.0_wp), 1, n(1)), 2, n(2)), 3, n(3))
    call random_number(b)
    b = b - 0.5_wp
    if (precision == 'float') b = real(real(b), wp)
    call plain(b, steps, d, want, expected)
    call frame%create_field('x', n(:d), precision=precision)
    call frame%create_field('r', n(:d), precision=precision)
    call frame%create_field('p', n(:d), halo=1, precision=precision)
    call frame%create_field('q', n(:d), precision=precision)
    call upload('r', b, precision)
    call upload('p', b, precision)
    call step%create(frame, 'cg')
    call step%reduce('dot', 'r r', 'rr')
    call step%apply('laplacian', 'p', 'q', spread(-1.0_wp, 1, d))
    call step%reduce('dot', 'p, q', 'pq')
    call step%compute('alpha', 'rr/pq')
    call step%pointwise('x', 'x + alpha*p')
    call step%pointwise('r', 'r - alpha*q')
    call step%compute('before', 'rr')
    call step%reduce('dot', 'r r', 'rr')
    call step%compute('beta', 'rr/before')
    call step%pointwise('p', 'r + beta*p')
    call step%run()
    call step%run()
    call step%run(steps - 2)
    call step%get('rr', rr)
    call check(trim(name)//': squared residual', abs(rr - expected) <= 10*tolerance*expected)
    call download('x', x, precision)
    call check(trim(name)//': x', all(abs(x - want) <= tolerance*maxval(abs(want))))
    call step%destroy()
    call drop('x r p q')
  end subroutine

  subroutine upload(name, a, precision)
    character(*), intent(in) :: name, precision
    real(wp), intent(in), contiguous, target :: a(:, :, :)
    real(sp), allocatable, target :: single(:, :, :)
    if (precision == 'double') then
      call frame%upload(name, a)
    else
      allocate (single, source=real(a, sp))
      call frame%upload(name, single)
    end if
  end subroutine

  subroutine download(name, a, precision)
    character(*), intent(in) :: name, precision
    real(wp), intent(inout), contiguous, target :: a(:, :, :)
    real(sp), allocatable, target :: single(:, :, :)
    if (precision == 'double') then
      call frame%download(name, a)
    else
      allocate (single, source=real(a, sp))
      call frame%download(name, single)
      a = single
    end if
  end subroutine

  subroutine plain(b, steps, d, x, rr)
    real(wp), intent(in) :: b(:, :, :)
    integer, intent(in) :: steps, d
    real(wp), intent(out) :: x(:, :, :), rr
    real(wp), allocatable :: r(:, :, :), p(:, :, :), q(:, :, :)
    real(wp) :: alpha, before
    integer :: n(3), s
    n = shape(b)
    allocate (p(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1), source=0.0_wp)
    r = b
    q = b
    x = 0
    p(1:n(1), 1:n(2), 1:n(3)) = b
    rr = sum(r*r)
    do s = 1, steps
      q = 2*d*p(1:n(1), 1:n(2), 1:n(3)) - p(0:n(1) - 1, 1:n(2), 1:n(3)) - p(2:n(1) + 1, 1:n(2), 1:n(3)) &
          - p(1:n(1), 0:n(2) - 1, 1:n(3)) - p(1:n(1), 2:n(2) + 1, 1:n(3))
      if (d == 3) q = q - p(1:n(1), 1:n(2), 0:n(3) - 1) - p(1:n(1), 1:n(2), 2:n(3) + 1)
      alpha = rr/sum(p(1:n(1), 1:n(2), 1:n(3))*q)
      x = x + alpha*p(1:n(1), 1:n(2), 1:n(3))
      r = r - alpha*q
      before = rr
      rr = sum(r*r)
      p(1:n(1), 1:n(2), 1:n(3)) = r + rr/before*p(1:n(1), 1:n(2), 1:n(3))
    end do
  end subroutine

  ! Each kind in a list is that of frame%reduce, bit for bit; what follows a NaN is NaN.
  subroutine reductions()
    character(8), parameter :: kinds(7) = [character(8) :: 'sum', 'min', 'max', 'norm1', 'norm2', 'norm_inf', 'dot']
    type(sequence_t) :: list
    real(wp), allocatable, target :: a(:, :, :)
    real(wp) :: got, want
    character(3) :: fields
    integer :: k, turn
    allocate (a(67, 9, 5))
    call random_number(a)
    a = a - 0.3_wp
    call frame%create_field('a', shape(a), halo=2)
    call frame%create_field('b', shape(a))
    call frame%upload('a', a)
    call frame%upload('b', a + 1)
    do turn = 1, 2
      do k = 1, size(kinds)
        fields = merge('a b', 'a  ', kinds(k) == 'dot')
        call list%create(frame, 'list')
        call list%reduce(trim(kinds(k)), trim(fields), 'n')
        call list%run(3)
        call list%get('n', got)
        if (kinds(k) == 'dot') then
          call frame%reduce('dot', 'a', want, 'b')
        else
          call frame%reduce(trim(kinds(k)), 'a', want)
        end if
        if (turn == 1) call check(trim(kinds(k))//' is that of frame%reduce', transfer(got, 0_8) == transfer(want, 0_8))
        if (turn == 2) call check(trim(kinds(k))//' of a NaN', got /= got)
        call list%destroy()
      end do
      a(33, 5, 3) = nan(1.0_wp)
      call frame%upload('a', a)
    end do
    call drop('a b')
  end subroutine

  ! A number that an operator names before it is computed has the value that was given, or set, until then.
  subroutine first_values()
    type(sequence_t) :: list
    real(wp), target :: a(8, 8)
    real(wp) :: c
    call frame%create_field('a', [8, 8])
    call list%create(frame, 'list')
    call list%pointwise('a', 'c + 0*a', 'c', [7.0_wp])
    call list%reduce('max', 'a', 'big')
    call list%compute('c', 'big + 1')
    call list%get('c', c)
    call check('c as it was given', c == 7)
    c = 1
    call list%get('big', c)
    call check('no value before its entry has run', c /= c)
    call list%pointwise('a', 'a*1 + 0*big*dt', 'dt', [1.0_wp])
    call list%set('dt', 2.0_wp, stat=stat, errmsg=text)
    call check('another number is NaN', stat == DRAWBRIDGE_OK, text)
    call list%run()
    call frame%download('a', a)
    call check('the value that was given', all(a == 7))
    call list%run(2)
    call frame%download('a', a)
    call check('the value that was computed', all(a == 9))
    call list%set('c', 20.0_wp)
    call list%run(4)
    call frame%download('a', a)
    call check('the value that was set', all(a == 23))
    call list%get('c', c)
    call check('c is one ahead', c == 24)
    call list%destroy()
    ! in the middle of operators that run together, and in an operator that has other numbers
    call list%create(frame, 'list')
    call frame%create_field('b', [8, 8])
    call list%reduce('max', 'a', 'big')
    call list%pointwise('b', 'two*a', 'two', [2.0_wp])
    call list%apply('combine', 'b a', 'b', [1.0_wp, 0.0_wp], 'names=one/big')
    call list%pointwise('a', 'a + three - big', 'three', [3.0_wp])
    call list%run(3)
    call frame%download('a', a)
    call check('numbers of several operators: a', all(a == 3))
    call frame%download('b', a)
    call check('numbers of several operators: b', all(a == 2*3 + 3*3))
    call list%destroy()
    call drop('a b')
  end subroutine

  subroutine expressions_of_numbers()
    character(60), parameter :: expressions(12) = [character(60) :: 'n + 2', '-n*3 - n/7', 'n**3', 'n**(-2)', 'sqrt(abs(n))', &
        'min(n, 2) + max(n, 5)', 'n > 1 ? n : -1', 'merge(1.0, 2.0, n < 3 and n != 0 or not n > -9)', 'n <= 3 ? 4 : 5', &
        'n >= 3 ? 4 : 5', 'n == 3 ? 4 : 5', '1e-3*n**0.5']
    type(sequence_t) :: list
    real(wp), target :: a(4, 4)
    real(wp) :: got
    integer :: k
    a = 3
    call frame%create_field('a', [4, 4])
    call frame%create_field('b', [4, 4])
    call frame%upload('a', a)
    do k = 1, size(expressions)
      call list%create(frame, 'list')
      call list%reduce('max', 'a', 'n')
      call list%compute('m', trim(expressions(k)))
      call list%pointwise('b', '('//trim(expressions(k))//') + 0*a')
      call list%run()
      call list%get('m', got)
      call frame%download('b', a)
      call check('the same of numbers and of fields: '//trim(expressions(k)), a(2, 3) == got .and. got /= 0)
      call list%destroy()
    end do
    call drop('a b')
  end subroutine

  subroutine refusals()
    type(sequence_t) :: list
    real(wp) :: value
    call frame%create_field('a', [8, 8], halo=1)
    call frame%create_field('b', [9, 8])
    call frame%create_field('y', [8, 8], components=2)
    call list%create(frame, 'list')
    call list%reduce('dot', 'a', 'n', stat, text)
    call expect_error('dot of one', stat, text, DRAWBRIDGE_ARGUMENT, 'reduce dot: 1 fields given (''a''), 2 expected')
    call list%reduce('maximum', 'a', 'n', stat, text)
    call expect_error('kind', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'reduction ''maximum'' is not known; reductions are sum')
    call list%reduce('sum', 'c', 'n', stat, text)
    call expect_error('field', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'field ''c'' is not known')
    call list%reduce('dot', 'a b', 'n', stat, text)
    call expect_error('shapes', stat, text, DRAWBRIDGE_SHAPE, 'differ in shape')
    call list%reduce('sum', 'y', 'n', stat, text)
    call expect_error('components', stat, text, DRAWBRIDGE_SHAPE, 'name one component, as y(1)')
    call list%reduce('sum', 'a', 'a', stat, text)
    call expect_error('a field''s name', stat, text, DRAWBRIDGE_ARGUMENT, '''a'' is a field; the number needs a name of its own')
    call list%reduce('sum', 'a', '2n', stat, text)
    call expect_error('no name', stat, text, DRAWBRIDGE_ARGUMENT, '''2n'' is not a name for a number')
    call list%compute('n', 'm + 1', stat, text)
    call expect_error('unknown number', stat, text, DRAWBRIDGE_UNKNOWN_NAME, &
        '''m'' is not a number that an entry before computes; there are none')
    call list%get('n', value, stat, text)
    call expect_error('get', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'get: no entry computes the number ''n''; there are none')
    call list%reduce('sum', 'y(2)', 'total')
    call list%set('total', 3.0_wp, stat, text)
    call expect_error('set of a number that is computed first', stat, text, DRAWBRIDGE_ARGUMENT, &
        "set: the number 'total' is computed before an entry uses it, so a run would ignore what is set")
    call list%compute('n', 'totl + 1', stat, text)
    call expect_error('mistyped number', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'did you mean ''total''? There are total')
    call list%pointwise('a', 'a*total', 'total', [5.0_wp], stat, text)
    call expect_error('a value for what the list computes', stat, text, DRAWBRIDGE_ARGUMENT, &
        'the number ''total'' is computed by an entry before')
    call list%apply('reduce', 'a', 'm', [1.0_wp], 'sum', stat, text)
    call expect_error('numbers of a reduction', stat, text, DRAWBRIDGE_ARGUMENT, 'numbers given: 1')
    call list%apply('compute', 'total*2', 'm', options='variant=none', stat=stat, errmsg=text)
    call expect_error('options of compute', stat, text, DRAWBRIDGE_ARGUMENT, 'options ''variant=none''')
    call list%compute('m', 'total/', stat, text)
    call expect_error('an end of compute', stat, text, DRAWBRIDGE_ARGUMENT, 'compute: column 7, the end')
    call list%apply('gauss_seidel', 'a', 'y(1)', [1.0_wp, 1.0_wp], 'names=total/c', stat, text)
    call check('gauss_seidel', stat /= DRAWBRIDGE_OK)
    call list%pointwise('a', 'a*totl', stat=stat, errmsg=text)
    call expect_error('mistyped in an expression', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'totl')
    call list%run()
    call list%get('total', value)
    call check('the list works still', value == 0)
    call frame%destroy_field('y')
    call list%run(stat=stat, errmsg=text)
    call expect_error('destroyed', stat, text, DRAWBRIDGE_ORDER, 'field ''y(2)'' was destroyed')
    call list%destroy()
    call drop('a b')
  end subroutine
end program
