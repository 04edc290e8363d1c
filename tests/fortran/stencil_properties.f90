! What stencils must be beyond agreeing with loops: exact on polynomials, of the order that was promised, able to
! solve Poisson's equation; and what is wrong is refused with its name.
program stencil_properties
  use testing
  use drawbridge
  implicit none
  type(frame_t) :: frame
  type(sequence_t) :: step
  real(wp), parameter :: pi = acos(-1.0_wp)
  integer :: stat, r
  character(400) :: text

  call frame%initialize()
  do r = 1, 8
    call polynomial(r)
    if (r <= 4) call order_of_accuracy(r)
  end do
  call corrupted()
  call poisson_float()
  call points()
  call arrays()
  call refusals()
  call frame%finalize()
  call finish('stencil_properties')

contains

  ! A derivative of radius r is exact for polynomials up to degree 2r (first) and 2r+1 (second).
  subroutine polynomial(r)
    integer, intent(in) :: r
    integer, parameter :: n = 12
    real(wp), target :: q(1 - 8:n + 8, 1), d(n, 1)
    real(wp) :: x(1 - 8:n + 8), h
    integer :: i, degree
    h = 0.1_wp
    x = [((i - 6)*h, i = 1 - 8, n + 8)]
    degree = 2*r
    q(:, 1) = x**degree
    call frame%create_field('p', [n, 1], halo=8)
    call frame%create_field('dp', [n, 1], halo=0)
    call halo_of('p', q)
    call step%create(frame, 'polynomial')
    call step%apply('derivative_x', 'p', 'dp', drawbridge_central(1, r, h))
    call step%run()
    call frame%download('dp', d)
    call check('first derivative is exact', maxval(abs(d(:, 1) - degree*x(1:n)**(degree - 1))) < 1e-10_wp)
    call step%create(frame, 'polynomial')
    call step%apply('derivative_x', 'p', 'dp', drawbridge_central(2, r, h))
    call step%run()
    call frame%download('dp', d)
    call check('second derivative is exact', maxval(abs(d(:, 1) - degree*(degree - 1)*x(1:n)**(degree - 2))) < 1e-9_wp)
    call frame%destroy_field('p')
    call frame%destroy_field('dp')
  end subroutine

  ! The halo along x alone: uploads the whole array into a wider field and copies from it.
  subroutine halo_of(name, q)
    character(*), intent(in) :: name
    real(wp), intent(in), target :: q(:, :)
    real(wp), allocatable, target :: wide(:, :)
    integer :: j
    allocate (wide(size(q, 1), size(q, 2) + 16))
    do j = 1, size(wide, 2)
      wide(:, j) = q(:, 1)
    end do
    call frame%upload(name, wide, interior=[9, size(q, 1) - 8, 9, 9, 1, 1], layers=8)
  end subroutine

  ! sin on two grids: the error must fall by 2**(2r).
  subroutine order_of_accuracy(r)
    integer, intent(in) :: r
    real(wp) :: error(2), order
    character(60) :: detail
    error = [second_derivative_error(r, 16), second_derivative_error(r, 32)]
    order = log(error(1)/error(2))/log(2.0_wp)
    write (detail, '(a,i0,a,f6.2)') 'radius ', r, ', measured order', order
    call check('order of accuracy is twice the radius', abs(order - 2*r) < 0.3_wp, detail)
  end subroutine

  real(wp) function second_derivative_error(r, n) result(error)
    integer, intent(in) :: r, n
    real(wp), target :: q(n, 1), d(n, 1)
    integer :: i
    q(:, 1) = [(sin(2*pi*i/n), i=1, n)]
    call frame%create_field('s', [n, 1], halo=8)
    call frame%create_field('ds', [n, 1], halo=0)
    call frame%upload('s', q)
    call step%create(frame, 'order')
    call step%fill('s', 'x', 'periodic')
    call step%apply('derivative_x', 's', 'ds', drawbridge_central(2, r, 2*pi/n))
    call step%run()
    call frame%download('ds', d)
    error = maxval(abs(d + q))
    call frame%destroy_field('s')
    call frame%destroy_field('ds')
  end function

  ! A single wrong value in the middle of an input changes exactly the points that read it.
  subroutine corrupted()
    real(wp), target :: q(9, 9, 9), before(9, 9, 9), after(9, 9, 9)
    call random_number(q)
    call frame%create_field('c', [9, 9, 9], halo=1)
    call frame%create_field('dc', [9, 9, 9], halo=0)
    call frame%upload('c', q)
    call step%create(frame, 'corrupted')
    call step%apply('stencil27', 'c', 'dc', [0.4_wp, 0.3_wp, 0.2_wp, 0.1_wp])
    call step%run()
    call frame%download('dc', before)
    call frame%add_at('c', reshape([5, 4, 6], [3, 1]), [1e-6_wp])
    call step%run()
    call frame%download('dc', after)
    call check('a corrupted value is seen by its 27 readers', count(abs(after - before) > 1e-9_wp) == 27)
    call check('a corrupted value is seen where it is', all(maxloc(abs(after - before)) == [5, 4, 6]))
    call frame%destroy_field('c')
    call frame%destroy_field('dc')
  end subroutine

  subroutine poisson_float()
    use, intrinsic :: iso_fortran_env, only: sp => real32
    real(sp), target :: f(24, 40)
    integer :: cycles
    call random_number(f)
    call frame%create_field('u', [24, 40], halo=1, precision='float')
    call frame%create_field('f', [24, 40], halo=0, precision='float')
    call frame%upload('f', f)
    call frame%poisson('u', 'f', [0.5_wp, 0.4_wp], tolerance=1e-4_wp, cycles=cycles, stat=stat)
    call check('poisson in float, 2-D, other spacings', stat == DRAWBRIDGE_OK .and. cycles < 20)
    call frame%poisson('u', 'f', [0.5_wp, 0.4_wp], tolerance=1e-4_wp, boundary='neumann', max_cycles=15, stat=stat, errmsg=text)
    call expect_error('poisson without a solution', stat, text, DRAWBRIDGE_BAD_VALUE, 'must sum to 0')
    call step%create(frame, 'zero')
    call step%apply('constant', '', 'u', [0.0_wp])
    call step%run()
    call frame%poisson('u', 'f', [0.5_wp, 0.4_wp], max_cycles=0, stat=stat, errmsg=text)
    call expect_error('poisson without a cycle', stat, text, DRAWBRIDGE_BAD_VALUE, 'the relative residual is 1 after 0 cycles')
    call step%fill('u', 'all', 'dirichlet', stat=stat, errmsg=text)
    call expect_error('a wall without a value', stat, text, DRAWBRIDGE_ARGUMENT, 'fill u: kind dirichlet needs its value')
    call step%fill('u', 'x', 'neumann', stat=stat, errmsg=text)
    call expect_error('a slope without a value', stat, text, DRAWBRIDGE_ARGUMENT, 'kind neumann needs its value')
    call step%fill('u', 'x', 'mirror', stat=stat)
    call check('a mirror needs none', stat == DRAWBRIDGE_OK)
    call frame%pointwise('u', 'u + lupe', stat=stat, errmsg=text)
    call check('a word is said once', index(text, "pointwise: column 5: field 'lupe'") == 1, text)
    call frame%destroy_field('u')
    call frame%destroy_field('f')
  end subroutine

  subroutine points()
    real(wp) :: values(3)
    integer, parameter :: at(3, 3) = reshape([1, 1, 1, 4, 5, 6, 2, 2, 2], [3, 3])
    call frame%create_field('s', [4, 5, 6], halo=2)
    call frame%add_at('s', at, [1.0_wp, 2.0_wp, 3.0_wp])
    call frame%add_at('s', at(:, 2:2), [0.5_wp])
    call frame%sample('s', at, values)
    call check('sources and receivers', all(abs(values - [1.0_wp, 2.5_wp, 3.0_wp]) < 1e-15_wp))
    call frame%sample('s', reshape([5, 1, 1], [3, 1]), values(:1), stat=stat, errmsg=text)
    call expect_error('a receiver outside', stat, text, DRAWBRIDGE_SHAPE, 'not within field s')
    call frame%destroy_field('s')
  end subroutine

  ! One variable of a 4-D array with a halo goes out and comes back; nothing else is touched.
  subroutine arrays()
    real(wp), target :: q(10, 9, 8, 3), back(10, 9, 8, 3)
    call random_number(q)
    back = -1
    call frame%create_field('a', [4, 5, 2], halo=3)
    call frame%upload('a', q, var=2, interior=[4, 7, 3, 7, 4, 5], layers=2)
    call frame%download('a', back, var=3, interior=[4, 7, 3, 7, 4, 5], layers=2)
    call check('a variable of a 4-D array', all(abs(back(2:9, 1:9, 2:7, 3) - q(2:9, 1:9, 2:7, 2)) <= 0))
    back(2:9, 1:9, 2:7, 3) = -1
    call check('nothing else is touched', all(abs(back + 1) <= 0))
    call frame%upload('a', q, var=4, interior=[4, 7, 3, 7, 4, 5], stat=stat, errmsg=text)
    call expect_error('a variable beyond', stat, text, DRAWBRIDGE_SHAPE, 'variable 4')
    call frame%upload('a', q(:, :, :, 1), interior=[4, 7, 3, 8, 4, 5], stat=stat, errmsg=text)
    call expect_error('another interior', stat, text, DRAWBRIDGE_SHAPE, 'has 6 points')
    call frame%upload('a', q, var=1, interior=[4, 7, 3, 7, 4, 5], layers=4, stat=stat, errmsg=text)
    call expect_error('more layers than the halo', stat, text, DRAWBRIDGE_SHAPE, 'upload a writes 4 layers beyond the interior')
    call frame%upload('a', q(::2, :, :, 1), stat=stat, errmsg=text)
    call expect_error('a slice', stat, text, DRAWBRIDGE_SHAPE, 'slice')
    call frame%upload('a', real(q, kind(1.0)), var=1, interior=[4, 7, 3, 7, 4, 5], stat=stat, errmsg=text)
    call expect_error('the other precision', stat, text, DRAWBRIDGE_ARGUMENT, 'elements of 4 bytes')
    call frame%destroy_field('a')
  end subroutine

  subroutine refusals()
    real(wp) :: value
    call frame%create_field('u', [6, 7, 8], halo=2)
    call frame%create_field('d', [6, 7, 8], halo=0)
    call frame%create_field('e', [6, 7, 9], halo=2)
    call frame%create_field('g', [6, 7, 8], halo=2, precision='float')
    call frame%create_field('flat', [6, 7], halo=2)
    call step%create(frame, 'refused')
    call no('derivative_x', 'u', 'd', drawbridge_central(1, 3, 1.0_wp), DRAWBRIDGE_SHAPE, 'reads 3 layers')
    call no('laplacian', 'd', 'u', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_SHAPE, 'has too few')
    call no('laplacian', 'u', 'e', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_SHAPE, 'differ in shape')
    call no('laplacian', 'u', 'g', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_SHAPE, 'differ in shape or precision')
    call no('laplacian', 'u', 'u', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_ARGUMENT, 'read and written')
    call no('gauss_seidel', 'u', 'u', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_ARGUMENT, 'read and written')
    call no('gauss_seidel', 'd', 'u', [0.0_wp, 0.0_wp, 0.0_wp], DRAWBRIDGE_ARGUMENT, 'above 0')
    call no('laplacian', 'u', 'd', [1.0_wp, nan(1.0_wp), 1.0_wp], DRAWBRIDGE_ARGUMENT, 'number 2')
    call no('laplacian', 'u', 'd', [1.0_wp, 1.0_wp], DRAWBRIDGE_ARGUMENT, 'one per axis')
    call no('derivative_z', 'flat', 'flat', [1.0_wp, 0.0_wp, 1.0_wp], DRAWBRIDGE_ARGUMENT, 'read and written')
    call no('derivative_x', 'u', 'd', [1.0_wp, 1.0_wp], DRAWBRIDGE_ARGUMENT, 'odd count')
    call no('derivative_x', 'u', 'd', spread(1.0_wp, 1, 19), DRAWBRIDGE_ARGUMENT, 'radius of 9')
    call no('derivative_x', 'u', 'd', spread(1.0_wp, 1, 65), DRAWBRIDGE_ARGUMENT, '65 numbers')
    call no('gray_scott', 'u g', 'd e', spread(1.0_wp, 1, 5), DRAWBRIDGE_SHAPE, 'differ')
    call no('laplace', 'u', 'd', [1.0_wp], DRAWBRIDGE_UNKNOWN_NAME, "operator 'laplace' is not known")
    call no('laplacian', 'nobody', 'd', [1.0_wp, 1.0_wp, 1.0_wp], DRAWBRIDGE_UNKNOWN_NAME, "field 'nobody' is not known")
    call no('combine', 'u d', 'd', [1.0_wp], DRAWBRIDGE_ARGUMENT, 'one per field')
    call no('swap', '', 'u d', [1.0_wp], DRAWBRIDGE_SHAPE, 'differ in form')
    call no('copy', 'u', 'd', spread(1.0_wp, 1, 0), DRAWBRIDGE_SHAPE, 'differ in form')
    call step%apply('laplacian', 'u', 'd', [1.0_wp, 1.0_wp, 1.0_wp], 'variant=fastest', stat=stat, errmsg=text)
    call expect_error('an unknown variant', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "variant 'fastest'")
    call step%apply('laplacian', 'u', 'd', [1.0_wp, 1.0_wp, 1.0_wp], 'colour=red', stat=stat, errmsg=text)
    call expect_error('an unknown option', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "option 'colour'")
    call frame%pointwise('u', 'u + dt*lupe', 'dt', [0.1_wp], stat=stat, errmsg=text)
    call expect_error('an expression of an unknown field', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "column 8: field 'lupe'")
    call frame%pointwise('u', 'u + * 2', stat=stat, errmsg=text)
    call expect_error('an expression that is none', stat, text, DRAWBRIDGE_ARGUMENT, "column 5, '*'")
    call frame%pointwise('u', repeat('-', 2500)//'u', stat=stat, errmsg=text)
    call expect_error('thousands of signs', stat, text, DRAWBRIDGE_ARGUMENT, 'more than 200 operators')
    call frame%pointwise('u', 'u + 0x1d3', stat=stat, errmsg=text)
    call expect_error('a hexadecimal number', stat, text, DRAWBRIDGE_ARGUMENT, "'0x1d3'")
    call frame%pointwise('u', 'u + dt', 'dt k', [0.1_wp], stat=stat, errmsg=text)
    call expect_error('a number without a value', stat, text, DRAWBRIDGE_ARGUMENT, '2 names of numbers and 1 numbers')
    call frame%pointwise('u', 'u*d', 'd', [0.1_wp], stat=stat, errmsg=text)
    call expect_error('a number named as a field', stat, text, DRAWBRIDGE_ARGUMENT, "'d' names a number")
    call frame%pointwise('u', 'u + g', stat=stat, errmsg=text)
    call expect_error('an expression of two precisions', stat, text, DRAWBRIDGE_SHAPE, 'differ in shape or precision')
    call frame%pointwise('u', 'u*dt', 'dt', [nan(1.0_wp)], stat=stat, errmsg=text)
    call expect_error('a number that is none', stat, text, DRAWBRIDGE_ARGUMENT, "number 'dt' is NaN")
    call step%fill('u', 'x- q', 'periodic', stat=stat, errmsg=text)
    call expect_error('an unknown face', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "face 'q'")
    call step%fill('u', 'all', 'sticky', stat=stat, errmsg=text)
    call expect_error('an unknown kind', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "kind 'sticky'")
    call step%fill('d', 'all', 'mirror', stat=stat, errmsg=text)
    call expect_error('no halo to fill', stat, text, DRAWBRIDGE_SHAPE, 'writes 1 layer beyond the interior')
    call frame%create_field('u', [6, 7, 8], stat=stat, errmsg=text)
    call expect_error('a field twice', stat, text, DRAWBRIDGE_ARGUMENT, 'is there already')
    call frame%create_field('x', [6, 0, 8], stat=stat, errmsg=text)
    call expect_error('an empty field', stat, text, DRAWBRIDGE_SHAPE, 'extent 2 is 0')
    call frame%create_field('x', [6], stat=stat, errmsg=text)
    call expect_error('a 1-D field', stat, text, DRAWBRIDGE_SHAPE, '1 extents')
    call frame%create_field('x', [6, 7], halo=-1, stat=stat, errmsg=text)
    call expect_error('a negative halo', stat, text, DRAWBRIDGE_ARGUMENT, 'halo is -1')
    call frame%create_field('x', [6, 7], precision='half', stat=stat, errmsg=text)
    call expect_error('half precision', stat, text, DRAWBRIDGE_ARGUMENT, "'half'")
    call frame%create_field('x', spread(2**24, 1, 3), stat=stat, errmsg=text)
    call check('a field beyond any memory', stat == DRAWBRIDGE_SHAPE .or. stat == DRAWBRIDGE_OUT_OF_MEMORY, text)
    call frame%reduce('median', 'u', value, stat=stat, errmsg=text)
    call expect_error('an unknown reduction', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "'median'")
    call frame%reduce('sum', 'u', value, other='d', stat=stat, errmsg=text)
    call expect_error('a sum of two fields', stat, text, DRAWBRIDGE_ARGUMENT, 'everything else one')
    call frame%poisson('u', 'd', [1.0_wp, 1.0_wp, 0.0_wp], stat=stat, errmsg=text)
    call expect_error('a spacing of 0', stat, text, DRAWBRIDGE_ARGUMENT, 'spacing')
    call frame%create_field('thin', [33, 1], stat=stat)
    call frame%create_field('thin2', [33, 1], stat=stat)
    call frame%poisson('thin', 'thin2', [1.0_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('a single cell between walls', stat, text, DRAWBRIDGE_SHAPE, 'an axis of a single cell')
    call frame%create_field('one', [1, 1], stat=stat)
    call frame%create_field('one2', [1, 1], stat=stat)
    call frame%poisson('one', 'one2', [1.0_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('a single point', stat, text, DRAWBRIDGE_SHAPE, 'is a single point')
    call no('derivative_x', 'u', 'd', drawbridge_central(3, 1, 1.0_wp), DRAWBRIDGE_ARGUMENT, 'number 1 is NaN')
    call no('derivative_x', 'u', 'd', drawbridge_central(1, 1, 0.0_wp), DRAWBRIDGE_ARGUMENT, 'number 1 is NaN')
    call no('constant', '', 'g', [1e39_wp], DRAWBRIDGE_ARGUMENT, 'number 1 is 1e+39, a finite one (float) expected')
    call strangers()
    call step%create(frame, 'gone')
    call step%apply('constant', '', 'u', [2.0_wp])
    call step%run()
    call step%apply('combine', 'u', 'u', [3.0_wp])
    call step%apply('laplacian', 'u', 'd', [1.0_wp, 1.0_wp, 1.0_wp])
    call frame%destroy_field('d')
    call step%run(stat=stat, errmsg=text)
    call expect_error('a field that was destroyed', stat, text, DRAWBRIDGE_ORDER, "field 'd' was destroyed")
    call frame%reduce('max', 'u', value)
    call check('entries before it did not run either', abs(value - 2) < 1e-15_wp)
    call step%run(times=-1, stat=stat, errmsg=text)
    call expect_error('a negative count of runs', stat, text, DRAWBRIDGE_ARGUMENT, '-1 runs')
    call step%destroy()
    call step%run(stat=stat, errmsg=text)
    call expect_error('a sequence that was destroyed', stat, text, DRAWBRIDGE_ORDER, 'does not exist')
  end subroutine

  ! Calls through a variable that was never initialized change nothing in the Frame that is live.
  subroutine strangers()
    type(frame_t) :: stranger
    real(wp), target :: q(6, 7, 8)
    real(wp) :: before, after
    q = 5
    call frame%reduce('sum', 'u', before)
    call stranger%create_field('new', [3, 3], stat=stat, errmsg=text)
    call expect_error('create_field of a stranger', stat, text, DRAWBRIDGE_ORDER, 'create_field: this frame was not initialized')
    call frame%destroy_field('new', stat=stat, errmsg=text)
    call expect_error('what a stranger creates', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "field 'new' is not known")
    call stranger%upload('u', q, stat=stat, errmsg=text)
    call expect_error('upload of a stranger', stat, text, DRAWBRIDGE_ORDER, 'upload: this frame was not initialized')
    call stranger%add_at('u', reshape([1, 1, 1], [3, 1]), [1.0_wp], stat=stat, errmsg=text)
    call expect_error('add_at of a stranger', stat, text, DRAWBRIDGE_ORDER, 'add_at: this frame was not initialized')
    call stranger%destroy_field('u', stat=stat, errmsg=text)
    call expect_error('destroy_field of a stranger', stat, text, DRAWBRIDGE_ORDER, 'destroy_field: this frame was not initialized')
    call frame%reduce('sum', 'u', after)
    call check('strangers change nothing', abs(after - before) <= 0)
  end subroutine

  subroutine no(operator, reads, writes, numbers, code, part)
    character(*), intent(in) :: operator, reads, writes, part
    real(wp), intent(in) :: numbers(:)
    integer, intent(in) :: code
    call step%apply(operator, reads, writes, numbers, stat=stat, errmsg=text)
    call expect_error(operator//' '//reads//' -> '//writes, stat, text, code, part)
  end subroutine
end program
