! Every operator in every variant against plain loops, on random fields of awkward sizes, float and double.
!   stencils [float|double] [radius [variant]]      one precision only; derivatives of one radius only; variants whose
!   names begin so only
program stencils
  use testing
  use drawbridge
  use reference_stencils
  use stencil_cases
  use stencil_halos, only: changing_halos
  implicit none
  integer, parameter :: qp = selected_real_kind(30), awkward(*) = [1, 2, 31, 33, 63, 65, 127], halo = 8
  integer :: axis, i, kind, n(3), radius = 0, least
  character(20) :: word

  least = 3000
  call get_command_argument(2, word)
  if (word /= ' ') read (word, *) radius
  if (radius > 0) least = 500
  call get_command_argument(3, only_variant)
  if (only_variant /= ' ') least = 50
  call get_command_argument(1, word)
  call frame%initialize(stencils='first')
  do kind = 1, 2
    single = kind == 2
    if (word == 'float' .and. .not. single .or. word == 'double' .and. single) cycle
    do axis = 1, 3
      do i = 1, size(awkward)
        n = [5, 3, 2]
        n(axis) = awkward(i)
        dims_of = 3
        call operators(n)
        call pointwise(n)
        call expressions(n)
        call reductions(n)
        if (axis == 3) cycle
        dims_of = 2
        n(3) = 1
        call operators(n)
        call two_dimensional(n)
      end do
    end do
    dims_of = 3
    call operators([33, 31, 9])
    call operators([65, 17, 33])
    call changing_halos([33, 31, 9])
    dims_of = 2
    call two_dimensional([257, 129, 1])
  end do
  call check('something was judged', made > least)
  call check('variants were found', tried > 0)
  call frame%finalize()
  call finish('stencils')

contains

  subroutine operators(n)
    integer, intent(in) :: n(3)
    type(field_t) :: u, f, d
    real(wp) :: c(-8:8), half(0:8, 3), e(n(1), n(2), n(3)), p(3)
    integer :: r, a
    call make('u', n, halo, 0.0_wp, u)
    call make('f', n, 0, -0.5_wp, f)
    call make('d', n, 1, 0.0_wp, d)
    call random_number(c)
    call random_number(half)
    call random_number(p)
    c = c - 0.3_wp
    do r = 1, 8
      if (mod(r + sum(n), 3) > 0 .and. r > 1 .and. r /= 4) cycle ! every radius on some sizes
      if (radius > 0 .and. r /= radius) cycle
      do a = 1, dims_of
        call derivative(a, r, c(-r:r), u, e)
        call each('derivative_'//'xyz'(a:a), 'u', c(-r:r), e, d, real(2*r + 1, wp))
      end do
      call laplacian_high(r, half(0:r, :dims_of), u, e)
      call each('laplacian_high', 'u', reshape(half(0:r, :dims_of), [(r + 1)*dims_of]), e, d, real(8*r, wp))
    end do
    call laplacian(p(:dims_of), u, e)
    call each('laplacian', 'u', p(:dims_of), e, d, 12.0_wp)
    call residual(p(:dims_of), u, f, e)
    call each('residual', 'u f', p(:dims_of), e, d, 12.0_wp)
    call stencil7(dims_of, c(0:1), u, e)
    call each('stencil7', 'u', c(0:1), e, d, 8.0_wp)
    call stencil27(dims_of, c(0:dims_of), u, e)
    call each('stencil27', 'u', c(0:dims_of), e, d, 32.0_wp)
    call sweeps('gauss_seidel', [0, 1], 0.1_wp + p(:dims_of), f, u)
    call sweeps('gauss_seidel_red', [0], 0.1_wp + p(:dims_of), f, u)
    call sweeps('gauss_seidel_black', [1], 0.1_wp + p(:dims_of), f, u)
    call drop('u f d')
  end subroutine

  ! One operator in every variant that there is, into an output that begins as NaN.
  subroutine each(operator, reads, numbers, expected, d, scale)
    character(*), intent(in) :: operator, reads
    real(wp), intent(in) :: numbers(:), expected(:, :, :), scale
    type(field_t), intent(inout) :: d
    type(sequence_t) :: step
    integer :: v
    character(40), allocatable :: variants(:)
    d%a = nan(1.0_wp)
    variants = variants_of(operator, reads, 'd', numbers, '')
    do v = 1, size(variants)
      call step%create(frame, 'one')
      call step%apply(operator, reads, 'd', numbers, 'variant='//variants(v))
      call put('d', d, 1)
      call step%run()
      call judge(operator//' '//trim(variants(v)), 'd', d, expected, scale)
      call untouched(operator//' '//trim(variants(v)), 'd', d)
    end do
    if (size(variants) > 0) call step%destroy()
    call check(operator//' has a variant', size(variants) > 0 .or. only_variant /= ' ')
  end subroutine

  subroutine sweeps(operator, colours, c, f, u)
    character(*), intent(in) :: operator
    integer, intent(in) :: colours(:)
    real(wp), intent(in) :: c(:)
    type(field_t), intent(in) :: f, u
    type(field_t) :: e
    type(sequence_t) :: step
    character(40), allocatable :: variants(:)
    integer :: v, i
    e = u
    do i = 1, size(colours)
      call relax(colours(i), c, f, e)
    end do
    variants = variants_of(operator, 'f', 'u', c, '')
    do v = 1, size(variants)
      call step%create(frame, 'sweep')
      call step%apply(operator, 'f', 'u', c, 'variant='//variants(v))
      call put('u', u, halo)
      call step%run()
      call judge(operator//' '//trim(variants(v)), 'u', u, e%a(1:u%n(1), 1:u%n(2), 1:u%n(3)), 20.0_wp)
      call alike(operator//' '//trim(variants(v)), v == 1, u)
    end do
    if (size(variants) > 0) call step%destroy()
    call check(operator//' has a variant', size(variants) > 0 .or. only_variant /= ' ')
  end subroutine

  subroutine pointwise(n)
    integer, intent(in) :: n(3)
    type(field_t) :: x, y, v, w, z
    real(wp) :: a(4), e(n(1), n(2), n(3))
    integer :: i
    call make('x', n, 0, 0.0_wp, x)
    call make('y', n, 1, 1.0_wp, y)
    call make('v', n, 2, -1.0_wp, v)
    call make('w', n, 0, 0.0_wp, w)
    call make('d', n, 1, 0.0_wp, z)
    call random_number(a)
    do i = 1, 4
      call combine(a(:i), [x, y, v, w], e)
      call each('combine', 'x y v w'(:2*i - 1), a(:i), e, z, merge(4.0_wp, 8.0_wp, i == 1))
    end do
    call combine_product(a(:3), [x, y, v, w], e)
    call each('combine_product', 'x y v w', a(:3), e, z, 8.0_wp)
    call multiply(a(1), x, y, e)
    call each('multiply', 'x y', a(:1), e, z, 8.0_wp)
    call divide(a(1), x, y, e)
    call each('divide', 'x y', a(:1), e, z, 8.0_wp)
    call constant(a(1), e)
    call each('constant', '', a(:1), e, z, 1.0_wp)
    call combine(a(:2), [x, y], e)
    call in_place(e, a(:2), x)
    do i = 1, 7
      call fills(n, i)
    end do
    call drop('x y v w d')
  end subroutine

  ! Users' own expressions of fields x, y, v and numbers a, b.
  subroutine expressions(n)
    integer, intent(in) :: n(3)
    type(field_t) :: x, y, v, z
    real(wp) :: a, b, e(n(1), n(2), n(3))
    if (radius > 1) return ! they have none
    call make('x', n, 0, 0.5_wp, x)
    call make('y', n, 1, 1.0_wp, y)
    call make('v2d', n, 2, -0.5_wp, v)
    call make('v', n, 2, -0.5_wp, v)
    call frame%pointwise('v2d', 'v')                       ! a digit and a d may be part of a name
    call make('d', n, 1, 0.0_wp, z)
    a = 0.25_wp
    b = 1.5_wp
    associate (p => x%a, q => y%a(1:n(1), 1:n(2), 1:n(3)), r => v%a(1:n(1), 1:n(2), 1:n(3)))
      call reaction(a, b, x, y, v, e)
      call own('x + a*(b*v - x*y*y)', [a, b], e, 16.0_wp, z)
      call own('-x**2 + 2.*y/(1d0 + v**2) - b', [a, b], -p**2 + 2*q/(1 + r**2) - b, 16.0_wp, z)
      call own('merge(x, y, v > 0 and not (x < a)) * y**(-3)', [a, b], &
          merge(p, q, r > 0 .and. .not. p < a)*q**(-3), 16.0_wp, z)
      call own('v >= a or x != x ? min(x, y) : max(v, -1) + abs(v)', [a, b], &
          merge(min(p, q), max(r, -1.0_wp) + abs(r), r >= a), 8.0_wp, z)
      call own('sqrt(x)*exp(v) + log(y) - sin(x) + cos(y)*tanh(v) + y**1.25 + y**x', [a, b], &
          sqrt(p)*exp(r) + log(q) - sin(p) + cos(q)*tanh(r) + q**1.25_wp + q**p, 40.0_wp, z)
      call own('b', [a, b], merge(b, p, p > -9), 2.0_wp, z)
      call own('y', [a, b], q, 1.0_wp, z)
      call own('v2d-1d0*x + .5D0*b', [a, b], r - p + b/2, 8.0_wp, z)
      call own('x'//repeat(' + a', 200), [a, b], p + 200*a, 400.0_wp, z)
      call own(repeat('max(', 200)//'x'//repeat(',y)', 200), [a, b], max(p, q), 1.0_wp, z)
      call own(repeat('-', 199)//'x', [a, b], -p, 1.0_wp, z)
      call frame%pointwise('x', 'x*y + x', values=[real(wp) ::], names='')
      call judge('pointwise in place', 'x', x, p*q + p, 8.0_wp)
    end associate
    call drop('x y v v2d d')
  end subroutine

  subroutine own(expression, numbers, expected, scale, z)
    character(*), intent(in) :: expression
    real(wp), intent(in) :: numbers(2), expected(:, :, :), scale
    type(field_t), intent(inout) :: z
    type(sequence_t) :: step
    z%a = nan(1.0_wp)
    call put('d', z, 1)
    call step%create(frame, 'own')
    call step%pointwise('d', expression, 'a b', numbers)
    call step%run()
    call judge('pointwise '//expression, 'd', z, expected, scale)
    call untouched('pointwise', 'd', z)
    call step%destroy()
  end subroutine

  ! x = a x + b y, twice through a swap
  subroutine in_place(expected, a, x)
    real(wp), intent(in) :: expected(:, :, :), a(2)
    type(field_t), intent(in) :: x
    type(sequence_t) :: step
    call step%create(frame, 'in place')
    call step%apply('combine', 'x y', 'x', a)
    call step%run()
    call judge('combine in place', 'x', x, expected, 8.0_wp)
    call step%create(frame, 'swap')
    call step%swap('x', 'w')
    call step%run(times=3)
    call judge('swapped three times', 'w', x, expected, 8.0_wp)
    call step%destroy()
  end subroutine

  subroutine fills(n, which)
    integer, intent(in) :: n(3), which
    character(12), parameter :: kinds(*) = [character(12) :: 'periodic', 'mirror', 'mirror_point', 'dirichlet', 'constant', &
        'neumann', 'given']
    type(field_t) :: u, g
    type(sequence_t) :: step
    real(wp), parameter :: value = 0.75_wp
    integer :: axis, layers
    layers = 3
    do axis = 1, dims_of
      layers = min(layers, n(axis) - merge(1, 0, kinds(which) == 'mirror_point'))
    end do
    if (layers < 1) return
    call make('fu', n, 3, 0.0_wp, u)
    call make('fg', n, 4, 0.0_wp, g)
    call step%create(frame, 'fill')
    if (kinds(which) == 'given') then
      call step%fill('fu', 'all', kinds(which), from='fg', layers=layers)
    else
      call step%fill('fu', 'z x- y x+', kinds(which), value=value, layers=layers)
    end if
    call step%run()
    do axis = 1, dims_of
      call fill(axis, trim(kinds(which)), layers, value, g, u)
    end do
    call judge_whole('fill '//trim(kinds(which)), 'fu', u)
    call step%destroy()
    call drop('fu fg')
  end subroutine

  ! Gray-Scott, several steps in a launch: the halo is as wide as there are steps.
  subroutine two_dimensional(n)
    integer, intent(in) :: n(3)
    real(wp), parameter :: p(5) = [0.16_wp, 0.08_wp, 0.04_wp, 0.06_wp, 0.9_wp]
    integer, parameter :: counts(*) = [1, 2, 3, 8]
    type(field_t) :: u, v, a, b, d, e
    type(sequence_t) :: step
    integer :: s, k
    character(40), allocatable :: variants(:)
    character(60) :: options
    call make('u', n, 8, 0.0_wp, u)
    call make('v', n, 9, 0.0_wp, v)
    call make('d', n, 1, 0.0_wp, d)
    call make('e', n, 2, 0.0_wp, e)
    do s = 1, size(counts)
      a = u
      b = v
      call gray_scott(counts(s), p, a, b)
      write (options, '(a,i0)') 'steps=', counts(s)
      variants = variants_of('gray_scott', 'u v', 'd e', p, options)
      do k = 1, size(variants)
        write (options, '(a,i0,2a)') 'steps=', counts(s), ' variant=', variants(k)
        call step%create(frame, 'gray_scott')
        call step%apply('gray_scott', 'u v', 'd e', p, options)
        d%a = nan(1.0_wp) ! what the variant before left is no answer
        e%a = nan(1.0_wp)
        call put('d', d, 1)
        call put('e', e, 2)
        call step%run()
        call judge('gray_scott u '//trim(options), 'd', d, a%a(1:n(1), 1:n(2), 1:1), 20.0_wp*counts(s))
        call judge('gray_scott v '//trim(options), 'e', e, b%a(1:n(1), 1:n(2), 1:1), 20.0_wp*counts(s))
      end do
      call check('gray_scott has a variant', size(variants) > 0 .or. only_variant /= ' ')
    end do
    if (size(variants) > 0) call step%destroy()
    call drop('u v d e')
  end subroutine

  subroutine reductions(n)
    integer, intent(in) :: n(3)
    type(field_t) :: x, y
    real(qp), allocatable :: p(:, :, :), q(:, :, :) ! so that sums are judged by better ones
    call make('x', n, 1, -0.5_wp, x)
    call make('y', n, 2, 0.5_wp, y)
    p = x%a(1:n(1), 1:n(2), 1:n(3))
    q = y%a(1:n(1), 1:n(2), 1:n(3))
    call one('sum', sum(p), sum(abs(p)))
    call one('min', minval(p), 0.0_qp)
    call one('max', maxval(p), 0.0_qp)
    call one('norm1', sum(abs(p)), sum(abs(p)))
    call one('norm2', norm2(p), norm2(p))
    call one('norm_inf', maxval(abs(p)), 0.0_qp)
    call one('dot', sum(p*q), sum(abs(p*q)), 'y')
    x%a(n(1), (n(2) + 1)/2, n(3)) = nan(1.0_wp)
    call put('x', x, 1)
    call one('min', real(nan(1.0_wp), qp), 0.0_qp)
    call one('max', real(nan(1.0_wp), qp), 0.0_qp)
    call one('sum', real(nan(1.0_wp), qp), 0.0_qp)
    call one('norm_inf', real(nan(1.0_wp), qp), 0.0_qp)
    call drop('x y')
  end subroutine

  subroutine one(what, expected, scale, other)
    character(*), intent(in) :: what
    real(qp), intent(in) :: expected, scale
    character(*), intent(in), optional :: other
    real(wp) :: value
    character(60) :: detail
    value = 7
    call frame%reduce(what, 'x', value, other=other)
    write (detail, '(2es22.14)') value, expected
    if (is_nan(real(expected, wp))) then
      call check('reduce '//what//' sees a NaN', is_nan(value), detail)
    else
      call check('reduce '//what, abs(value - expected) <= 2e-15_qp*scale, detail)
    end if
  end subroutine
end program
