! Operators on a part of the interior: core and rim together have the bits of the interior, boxes are those bits too, and all other
! points stay. Each operator by itself, in all its variants (argument first: in the first one), and lists whose entries run together.
program regions
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop, single, dims_of, make, put, fetched, variants_of
  use reference_stencils, only: field_t
  implicit none
  integer :: stat, i, shape
  character(400) :: text
  character(40) :: word
  integer, parameter :: widths(5) = [1, 4, 0, 5, 9]
  integer, parameter :: shapes(3, 4) = reshape([37, 18, 11, 70, 9, 12, 41, 16, 1, 90, 40, 33], [3, 4])

  call get_command_argument(1, word)
  call frame%initialize(log='off')
  do shape = 1, 4
    single = shape == 2
    dims_of = merge(2, 3, shape == 3)
    do i = 1, merge(5, 2, shape < 4)
      call operators(shapes(:, shape), widths(i))
      call lists(shapes(:, shape), widths(i))
    end do
    call colours(shapes(:, shape))
  end do
  single = .false.
  dims_of = 3
  call refusals()
  call frame%finalize()
  call finish('regions')

contains

  subroutine operators(n, width)
    integer, intent(in) :: n(3), width
    integer :: m, d
    d = dims_of
    call each('derivative_x', 'a', [(0.1_wp*m, m=1, 5)], n, width)
    call each('derivative_y', 'a', [(0.1_wp*m, m=1, 9)], n, width)
    if (d == 3) call each('derivative_z', 'a', [(0.1_wp*m, m=1, 7)], n, width)
    call each('laplacian', 'a', [(0.3_wp*m, m=1, d)], n, width)
    call each('laplacian_high', 'a', [(1.0_wp/m, m=1, 4*d)], n, width)
    call each('residual', 'a b', [(0.3_wp*m, m=1, d)], n, width)
    call each('stencil7', 'a', [0.3_wp, 0.7_wp], n, width)
    call each('stencil27', 'a', [(0.3_wp*m, m=1, d + 1)], n, width)
    call each('combine', 'a b', [0.3_wp, 0.7_wp], n, width)
    call each('combine_product', 'a b a c', [0.3_wp, 0.7_wp, 0.9_wp], n, width)
    call each('multiply', 'a b', [0.3_wp], n, width)
    call each('divide', 'a c', [0.3_wp], n, width)
    call each('constant', '', [0.3_wp], n, width)
    call each('pointwise', 'a*(b + i) - exp(a)*j', [real(wp) ::], n, width)
    if (d == 3) call each('pointwise', 'a[-3,+2,0]*b - merge(a, c, b > 1.5)', [real(wp) ::], n, width)
    call each('pointwise', 'z*2 + a', [real(wp) ::], n, width)
  end subroutine

  ! One operator in its variants.
  subroutine each(operator, reads, numbers, n, width)
    character(*), intent(in) :: operator, reads
    real(wp), intent(in) :: numbers(:)
    integer, intent(in) :: n(3), width
    type(field_t) :: a, b, c, z
    character(40), allocatable :: names(:)
    integer :: v
    call make('a', n, 4, 1.0_wp, a)
    call make('b', n, 4, 1.0_wp, b)
    call make('c', n, 2, 1.0_wp, c)
    call make('z', n, 4, 0.0_wp, z)
    names = [character(40) :: '']
    if (word /= 'first' .and. operator /= 'pointwise') names = variants_of(operator, reads, 'z', numbers, '')
    call check(operator//' has variants', size(names) > 0)
    do v = 1, size(names)
      call parts(operator, reads, numbers, trim(names(v)), n, width, z)
    end do
    call drop('a b c z')
  end subroutine

  subroutine parts(operator, reads, numbers, variant, n, width, z)
    character(*), intent(in) :: operator, reads, variant
    real(wp), intent(in) :: numbers(:)
    integer, intent(in) :: n(3), width
    type(field_t), intent(in) :: z
    real(wp), allocatable :: whole(:, :, :), got(:, :, :)
    logical, allocatable :: inside(:, :, :)
    character(:), allocatable :: options, title
    integer :: box(6), h(3), axis
    options = ''
    if (variant /= '') options = 'variant='//variant
    title = operator//' '//reads//' '//variant
    h = z%h
    call put('z', z, h(1))
    call run(operator, reads, numbers, options)
    whole = fetched('z', z)
    allocate (inside(size(whole, 1), size(whole, 2), size(whole, 3)))
    call put('z', z, h(1))
    call run(operator, reads, numbers, options, core=width)
    got = fetched('z', z)
    inside = .false.
    inside(h(1) + 1 + width:h(1) + n(1) - width, h(2) + 1 + width:h(2) + n(2) - width, &
           merge(h(3) + 1 + width, 1, dims_of == 3):merge(h(3) + n(3) - width, 1, dims_of == 3)) = .true.
    call check(title//': core', all(got == merge(whole, z%a, inside)))
    call run(operator, reads, numbers, options, rim=width)
    got = fetched('z', z)
    call check(title//': core and rim', all(got == whole))
    call put('z', z, h(1))
    call run(operator, reads, numbers, options, rim=width)
    got = fetched('z', z)
    inside(h(1) + 1:h(1) + n(1), h(2) + 1:h(2) + n(2), h(3) + 1:h(3) + n(3)) = &
        .not. inside(h(1) + 1:h(1) + n(1), h(2) + 1:h(2) + n(2), h(3) + 1:h(3) + n(3))
    call check(title//': rim', all(got == merge(whole, z%a, inside)))
    do axis = 1, 3
      box(2*axis - 1) = 1 + mod(3*width + 2*axis, n(axis))
      box(2*axis) = box(2*axis - 1) + mod(7*width + 5, n(axis) - box(2*axis - 1) + 1)
    end do
    call put('z', z, h(1))
    call run(operator, reads, numbers, options, region=box(:2*dims_of))
    got = fetched('z', z)
    inside = .false.
    inside(h(1) + box(1):h(1) + box(2), h(2) + box(3):h(2) + box(4), h(3) + box(5):h(3) + box(6)) = .true.
    call check(title//': box', all(got == merge(whole, z%a, inside)))
  end subroutine

  subroutine run(operator, reads, numbers, options, region, core, rim)
    character(*), intent(in) :: operator, reads, options
    real(wp), intent(in) :: numbers(:)
    integer, intent(in), optional :: region(:), core, rim
    type(sequence_t) :: step
    call step%create(frame, 'part')
    call step%apply(operator, reads, 'z', numbers, options, region=region, core=core, rim=rim)
    call step%run()
    call step%destroy()
  end subroutine

  ! Entries that follow each other on one region run together; a temporary field passes between them.
  subroutine lists(n, width)
    integer, intent(in) :: n(3), width
    type(field_t) :: a, b, z
    type(sequence_t) :: step
    real(wp), allocatable :: whole(:, :, :), other(:, :, :), got(:, :, :)
    integer :: way, times
    allocate (whole(0, 0, 0), other(0, 0, 0), got(0, 0, 0))
    call make('a', n, 4, 1.0_wp, a)
    call make('b', n, 4, 1.0_wp, b)
    call make('z', n, 4, 1.0_wp, z)
    call frame%create_field('t', n(:dims_of), halo=4, precision=merge('float ', 'double', single), temporary=.true.)
    do way = 0, 2
      call put('b', b, b%h(1))
      call put('z', z, z%h(1))
      call step%create(frame, 'list')
      if (way == 0) call entries(step)
      if (way == 1) call entries(step, core=width)
      if (way /= 0) call entries(step, rim=width)
      if (way == 2) call entries(step, core=width)
      do times = 1, 4 ! a GPU replays what it runs again
        call step%run()
      end do
      if (way == 0) whole = fetched('z', z)
      if (way == 0) other = fetched('b', b)
      got = fetched('z', z)
      call check('a list: z', all(got == whole))
      got = fetched('b', b)
      call check('a list: b', all(got == other))
      call step%destroy()
    end do
    call drop('a b z t')
  end subroutine

  subroutine entries(step, core, rim)
    type(sequence_t), intent(inout) :: step
    integer, intent(in), optional :: core, rim
    integer :: m
    call step%apply('laplacian', 'a', 't', [(0.3_wp*m, m=1, dims_of)], core=core, rim=rim)
    call step%pointwise('b', '0.5*b + t*j', core=core, rim=rim)
    call step%pointwise('z', '0.25*z - t + dt*b', 'dt', [0.125_wp], core=core, rim=rim)
  end subroutine

  ! Red on core and rim, then black on core and rim, is a whole sweep.
  subroutine colours(n)
    integer, intent(in) :: n(3)
    type(field_t) :: f, z
    real(wp), allocatable :: whole(:, :, :), got(:, :, :)
    integer :: m
    call make('f', n, 4, 1.0_wp, f)
    call make('z', n, 1, 1.0_wp, z)
    call run('gauss_seidel', 'f', [(0.3_wp*m, m=1, dims_of)], '')
    whole = fetched('z', z)
    call put('z', z, 1)
    call run('gauss_seidel_red', 'f', [(0.3_wp*m, m=1, dims_of)], '', rim=1)
    call run('gauss_seidel_red', 'f', [(0.3_wp*m, m=1, dims_of)], '', core=1)
    call run('gauss_seidel_black', 'f', [(0.3_wp*m, m=1, dims_of)], '', core=3)
    call run('gauss_seidel_black', 'f', [(0.3_wp*m, m=1, dims_of)], '', rim=3)
    got = fetched('z', z)
    call check('colours', all(got == whole))
    call drop('f z')
  end subroutine

  subroutine refusals()
    type(sequence_t) :: step
    call frame%create_field('u', [9, 7, 5])
    call frame%create_field('v', [9, 7, 5])
    call frame%create_field('p', [9, 7], halo=4)
    call frame%create_field('q', [9, 7], halo=4)
    call frame%create_field('r', [9, 7], halo=4)
    call frame%create_field('s', [9, 7], halo=4)
    call step%create(frame, 'step')
    call step%apply('multiply', 'u u', 'v', [1.0_wp], region=[1, 9, 1, 8, 1, 5], stat=stat, errmsg=text)
    call expect_error('beyond the field', stat, text, DRAWBRIDGE_SHAPE, "'1:8' along y, two points from 1 to 7")
    call step%apply('multiply', 'u u', 'v', [1.0_wp], region=[1, 9, 4, 3, 1, 5], stat=stat, errmsg=text)
    call expect_error('backwards', stat, text, DRAWBRIDGE_SHAPE, "'4:3' along y")
    call step%apply('multiply', 'u u', 'v', [1.0_wp], region=[1, 9, 1, 7], stat=stat, errmsg=text)
    call expect_error('too few', stat, text, DRAWBRIDGE_ARGUMENT, 'a box of 3 ranges')
    call step%apply('multiply', 'u u', 'v', [1.0_wp], region=[1, 9, 1, 7, 1], stat=stat, errmsg=text)
    call expect_error('an odd number', stat, text, DRAWBRIDGE_SHAPE, "'1' along z")
    call step%pointwise('v', '2*u', core=-1, stat=stat, errmsg=text)
    call expect_error('a negative width', stat, text, DRAWBRIDGE_ARGUMENT, "region is 'core:-1', a width of 0 or more")
    call step%pointwise('v', '2*u', core=1, rim=1, stat=stat, errmsg=text)
    call expect_error('two regions', stat, text, DRAWBRIDGE_ARGUMENT, "option 'region' is given twice")
    call step%apply('multiply', 'u u', 'v', [1.0_wp], 'region=shell', stat=stat, errmsg=text)
    call expect_error('no region', stat, text, DRAWBRIDGE_ARGUMENT, 'interior, core:1, rim:1 or a box')
    call step%apply('gauss_seidel', 'u', 'v', [1.0_wp, 1.0_wp, 1.0_wp], core=1, stat=stat, errmsg=text)
    call expect_error('two colours', stat, text, DRAWBRIDGE_ARGUMENT, 'gauss_seidel_red to all regions')
    call step%apply('gray_scott', 'p q', 'r s', [1.0_wp, 1.0_wp, 1.0_wp, 1.0_wp, 1.0_wp], 'steps=3', core=1, stat=stat, errmsg=text)
    call expect_error('several steps', stat, text, DRAWBRIDGE_ARGUMENT, 'several steps in one pass need the whole interior')
    call step%apply('copy', 'u', 'v', core=1, stat=stat, errmsg=text)
    call expect_error('a copy', stat, text, DRAWBRIDGE_ARGUMENT, 'a copy is of a whole field')
    call step%apply('swap', '', 'u v', options='region=core:1', stat=stat, errmsg=text)
    call expect_error('a swap', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "option 'region' is not known")
    call step%apply('fill', '', 'u', options='kind=periodic', core=1, stat=stat, errmsg=text)
    call expect_error('a fill', stat, text, DRAWBRIDGE_UNKNOWN_NAME, "option 'region' is not known; options are kind faces layers")
    call step%destroy()
    call drop('u v p q r s')
  end subroutine
end program
