! Fields that are parts of a global grid: red and black points and the coordinates i, j, k go by the place that first= gives. A grid that
! is cut in two anywhere has the bits of the whole one, and expressions of coordinates are plain loops over them.
program global_places
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer :: stat, axis, cut
  character(400) :: text

  call frame%initialize(log='off')
  do axis = 1, 3
    do cut = 1, 6
      call red_and_black([13, 9, 8], axis, cut, 'double')
      call red_and_black([70, 7, 8], axis, cut, 'float')
    end do
  end do
  do axis = 1, 2
    call red_and_black([21, 8, 1], axis, 5, 'double')
  end do
  call red_and_black([80, 40, 36], 3, 17, 'double')
  call coordinates([33, 9, 7], [-3, 8, 1000], 'double')
  call coordinates([130, 3, 4], [1, 1, 1], 'double')
  call coordinates([1, 5, 2], [7, -9, 0], 'double')
  call coordinates([600, 2, 3], [2**24 - 599, -2**24, 5], 'float')
  call flat()
  call names()
  call refusals()
  call frame%finalize()
  call finish('global_places')

contains

  ! Three sweeps of a whole grid, and of its two parts whose halos are exchanged after each colour. The grid begins at an odd place.
  subroutine red_and_black(n, axis, cut, precision)
    integer, intent(in) :: n(3), axis, cut
    character(*), intent(in) :: precision
    integer :: first(3), from(3, 2), to(3, 2), d, p, sweep
    real(wp) :: u(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1), f(n(1), n(2), n(3)), whole(n(1), n(2), n(3)), apart(n(1), n(2), n(3)), c(3)
    character(1), parameter :: digit(2) = ['1', '2']
    character(60) :: title
    type(sequence_t) :: step(2), red(2), black(2)
    d = merge(2, 3, n(3) == 1)
    write (title, '(a,5(1x,i0))') precision//', cut', n, axis, cut
    c = [1.0_wp, 0.5_wp, 0.25_wp]
    first = [4, -7, 2]
    from(:, 1) = 1
    to(:, 1) = n
    from(:, 2) = 1
    to(:, 2) = n
    to(axis, 1) = cut
    from(axis, 2) = cut + 1
    call random_number(u)
    call random_number(f)
    if (precision == 'float') u = real(real(u, sp), wp)
    if (precision == 'float') f = real(real(f, sp), wp)
    call frame%create_field('u', n(:d), precision=precision, first=first(:d))
    call frame%create_field('f', n(:d), precision=precision, first=first(:d))
    call lift('u', u, [1, 1, 1], n, precision)
    call lift_inside('f', f, precision)
    call step(1)%create(frame, 'whole')
    call step(1)%apply('gauss_seidel', 'f', 'u', c(:d))
    call step(1)%run(times=3)
    call fetch('u', whole, precision)
    do p = 1, 2
      call frame%create_field('u'//digit(p), to(:d, p) - from(:d, p) + 1, precision=precision, first=first(:d) + from(:d, p) - 1)
      call frame%create_field('f'//digit(p), to(:d, p) - from(:d, p) + 1, precision=precision, first=first(:d) + from(:d, p) - 1)
      call lift('u'//digit(p), u, from(:, p), to(:, p), precision)
      call lift_inside('f'//digit(p), f(from(1, p):to(1, p), from(2, p):to(2, p), from(3, p):to(3, p)), precision)
      call red(p)%create(frame, 'red')
      call red(p)%apply('gauss_seidel_red', 'f'//digit(p), 'u'//digit(p), c(:d))
      call black(p)%create(frame, 'black')
      call black(p)%apply('gauss_seidel_black', 'f'//digit(p), 'u'//digit(p), c(:d))
    end do
    do sweep = 1, 3
      call red(1)%run()
      call red(2)%run()
      call exchange(u, from, to, precision)
      call black(1)%run()
      call black(2)%run()
      call exchange(u, from, to, precision)
    end do
    apart = u(1:n(1), 1:n(2), 1:n(3))
    call check(trim(title)//': bits', all(apart == whole))
    call check(trim(title)//': something changed', any(abs(whole - f) > 0.1_wp))
    do p = 1, 2
      call red(p)%destroy()
      call black(p)%destroy()
    end do
    call step(1)%destroy()
    call drop('u f u1 u2 f1 f2')
  end subroutine

  ! The interiors of both parts into the whole grid, and from there the layers around them into their halos.
  subroutine exchange(u, from, to, precision)
    real(wp), intent(inout) :: u(0:, 0:, 0:)
    integer, intent(in) :: from(3, 2), to(3, 2)
    character(*), intent(in) :: precision
    character(2), parameter :: name(2) = ['u1', 'u2']
    integer :: p
    do p = 1, 2
      call fetch(name(p), u(from(1, p):to(1, p), from(2, p):to(2, p), from(3, p):to(3, p)), precision)
    end do
    do p = 1, 2
      call lift(name(p), u, from(:, p), to(:, p), precision)
    end do
  end subroutine

  ! A part of a grid with one layer of halo, into a field.
  subroutine lift(name, u, from, to, precision)
    character(*), intent(in) :: name, precision
    real(wp), intent(in) :: u(0:, 0:, 0:)
    integer, intent(in) :: from(3), to(3)
    real(wp), allocatable, target :: part(:, :, :)
    real(sp), allocatable, target :: small(:, :, :)
    integer :: z(2), inside(6)
    z = [from(3) - 1, to(3) + 1]
    inside = [2, to(1) - from(1) + 2, 2, to(2) - from(2) + 2, 2, to(3) - from(3) + 2]
    if (size(u, 3) == 3) z = 1
    if (size(u, 3) == 3) inside(5:6) = 1
    part = u(from(1) - 1:to(1) + 1, from(2) - 1:to(2) + 1, z(1):z(2))
    if (precision == 'double') then
      call frame%upload(name, part, interior=inside, layers=1)
    else
      small = real(part, sp)
      call frame%upload(name, small, interior=inside, layers=1)
    end if
  end subroutine

  subroutine lift_inside(name, f, precision)
    character(*), intent(in) :: name, precision
    real(wp), intent(in) :: f(:, :, :)
    real(wp), allocatable, target :: part(:, :, :)
    real(sp), allocatable, target :: small(:, :, :)
    part = f
    small = real(f, sp)
    if (precision == 'double') call frame%upload(name, part)
    if (precision == 'float') call frame%upload(name, small)
  end subroutine

  ! The interior of a field.
  subroutine fetch(name, to, precision)
    character(*), intent(in) :: name, precision
    real(wp), intent(out) :: to(:, :, :)
    real(wp), allocatable, target :: part(:, :, :)
    real(sp), allocatable, target :: small(:, :, :)
    allocate (part(size(to, 1), size(to, 2), size(to, 3)), source=nan(1.0_wp))
    allocate (small(size(to, 1), size(to, 2), size(to, 3)), source=real(nan(1.0_wp), sp))
    if (precision == 'double') call frame%download(name, part)
    if (precision == 'float') call frame%download(name, small)
    if (precision == 'float') part = small
    to = part
  end subroutine

  ! Coordinates alone, beside a field and its neighbours, and behind a Laplacian in the same pass.
  subroutine coordinates(n, first, precision)
    integer, intent(in) :: n(3), first(3)
    character(*), intent(in) :: precision
    real(wp) :: u(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1), got(n(1), n(2), n(3)), want(n(1), n(2), n(3)), l, tolerance
    type(sequence_t) :: step
    character(60) :: title
    integer :: i, j, k, gi, gj, gk, way
    write (title, '(a,6(1x,i0))') precision//', places', n, first
    tolerance = merge(1e-12_wp, 1e-5_wp, precision == 'double')
    call random_number(u)
    u = real(real(u, sp), wp)
    call frame%create_field('u', n, precision=precision, first=first)
    call frame%create_field('l', n, precision=precision, first=first)
    call frame%create_field('z', n, precision=precision, first=first)
    do way = 1, 5
      call lift('u', u, [1, 1, 1], n, precision)
      call step%create(frame, 'places')
      select case (way)
      case (1)
        call step%pointwise('z', 'i')
      case (2)
        call step%pointwise('z', 'merge(j, k, i > 3)')
      case (3)
        call step%pointwise('z', 'u*(i - j) + u[+1,0,0] + k')
      case (4)
        call step%apply('laplacian', 'u', 'l', [1.0_wp, 1.0_wp, 1.0_wp])
        call step%pointwise('z', 'l*(j - 2*k) + u*i')
      case (5) ! the field that is read becomes the field that is written
        call step%apply('laplacian', 'u', 'l', [1.0_wp, 1.0_wp, 1.0_wp])
        call step%pointwise('u', 'u + l*(j - k)')
        call step%pointwise('z', 'u + i')
      end select
      call step%run()
      do k = 1, n(3)
        do j = 1, n(2)
          do i = 1, n(1)
            gi = first(1) + i - 1
            gj = first(2) + j - 1
            gk = first(3) + k - 1
            l = u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1) - 6*u(i, j, k)
            select case (way)
            case (1)
              want(i, j, k) = gi
            case (2)
              want(i, j, k) = merge(gj, gk, gi > 3)
            case (3)
              want(i, j, k) = u(i, j, k)*(gi - gj) + u(i + 1, j, k) + gk
            case (4)
              want(i, j, k) = l*(gj - 2*gk) + u(i, j, k)*gi
            case (5)
              want(i, j, k) = u(i, j, k) + l*(gj - gk) + gi
            end select
          end do
        end do
      end do
      call fetch('z', got, precision)
      if (way < 3) then
        call check(trim(title)//': whole numbers', all(got == want))
      else
        call check(trim(title)//': values', all(abs(got - want) <= tolerance*(1 + maxval(abs(want)))))
      end if
      call step%destroy()
    end do
    call drop('u l z')
  end subroutine

  ! In two dimensions and on components.
  subroutine flat()
    real(wp), target :: got(20, 7, 1, 2)
    integer :: i, j
    call frame%create_field('w', [20, 7], components=2, first=[11, 5])
    call frame%pointwise('w', '100*i + j')
    got = nan(1.0_wp)
    call frame%download('w', got, 1)
    call check('in two dimensions', all(got(:, :, 1, 1) == reshape([((100.0_wp*(10 + i) + 4 + j, i=1, 20), j=1, 7)], [20, 7])))
    call check('on both components', all(got(:, :, 1, 2) == got(:, :, 1, 1)))
    call drop('w')
    call frame%create_field('w', [20, 7])
    call frame%pointwise('w', 'i - j')
    call frame%download('w', got, 1)
    call check('the grid begins at 1', all(got(:, :, 1, 1) == reshape([((real(i - j, wp), i=1, 20), j=1, 7)], [20, 7])))
    call drop('w')
  end subroutine

  ! A number or a field of such a name comes first.
  subroutine names()
    real(wp), target :: got(5, 4, 3)
    call frame%create_field('z', [5, 4, 3])
    call frame%pointwise('z', 'i + j', 'i', [0.25_wp])
    got = nan(1.0_wp)
    call frame%download('z', got)
    call check('a number named i', got(5, 3, 2) == 3.25_wp)
    call frame%create_field('k', [5, 4, 3])
    call frame%pointwise('k', '0.5')
    call frame%pointwise('z', 'k + j')
    got = nan(1.0_wp)
    call frame%download('z', got)
    call check('a field named k', got(5, 3, 2) == 3.5_wp)
    call frame%destroy_field('k')
    call frame%pointwise('z', 'k + j')
    got = nan(1.0_wp)
    call frame%download('z', got)
    call check('no field named k', got(5, 3, 2) == 5.0_wp)
    call drop('z')
  end subroutine

  subroutine refusals()
    real(wp) :: number
    type(sequence_t) :: step
    call frame%create_field('u', [6, 5, 4], first=[3, 1, 1])
    call frame%create_field('v', [6, 5, 4], first=[4, 1, 1])
    call frame%create_field('w', [6, 5])
    call frame%create_field('s', [6, 5, 4], precision='float', first=[1, 1, 2**24])
    call frame%create_field('x', [6, 5, 4], first=[1, 1], stat=stat, errmsg=text)
    call expect_error('two numbers of three', stat, text, DRAWBRIDGE_SHAPE, 'first must have as many numbers as shape')
    call frame%create_field('x', [6, 5, 4], first=[1, 1, huge(1) - 2], stat=stat, errmsg=text)
    call expect_error('too far', stat, text, DRAWBRIDGE_SHAPE, 'number 3 of first')
    call frame%pointwise('w', 'k', stat=stat, errmsg=text)
    call expect_error('a third axis', stat, text, DRAWBRIDGE_SHAPE, 'has 2 axes')
    call frame%pointwise('s', 'k', stat=stat, errmsg=text)
    call expect_error('beyond a float', stat, text, DRAWBRIDGE_SHAPE, 'a float holds whole numbers up to 16777216')
    call frame%pointwise('s', 'i', stat=stat, errmsg=text)
    call check('the other axes of it', stat == 0, trim(text))
    call frame%pointwise('u', 'i[+1,0,0]', stat=stat, errmsg=text)
    call expect_error('a neighbour of a coordinate', stat, text, DRAWBRIDGE_ARGUMENT, 'has no neighbours')
    call frame%pointwise('u', '2*v', stat=stat, errmsg=text)
    call expect_error('an expression of another place', stat, text, DRAWBRIDGE_SHAPE, 'create both with the same first')
    call frame%reduce('dot', 'u', number, 'v', stat=stat, errmsg=text)
    call expect_error('a product of another place', stat, text, DRAWBRIDGE_SHAPE, 'create both with the same first')
    call step%create(frame, 'step')
    call step%apply('laplacian', 'u', 'v', [1.0_wp, 1.0_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('another place', stat, text, DRAWBRIDGE_SHAPE, &
                      'begins at point [4 1 1] of the global grid and field u at [3 1 1]')
    call step%swap('u', 'v', stat=stat, errmsg=text)
    call expect_error('a swap of places', stat, text, DRAWBRIDGE_SHAPE, 'create both with the same first')
    call step%destroy()
    call drop('u v w s')
  end subroutine
end program
