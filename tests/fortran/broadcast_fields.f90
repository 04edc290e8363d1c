! Expressions that read fields with one point along some axes, against plain loops and against fields filled out: all combinations of axes,
! neighbours, components, floats, operators around them, parts, places in a global grid, and what is refused.
program broadcast_fields
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer :: stat, m
  character(400) :: text

  call frame%initialize(log='off')
  do m = 1, 7
    call all_axes([37, 6, 5], m)
    call all_axes([8, 11, 3], m)
    call all_axes([150, 2, 3], m)
    call all_axes([1, 9, 4], m)
  end do
  call two_dimensions()
  call stretched_grid()
  call components()
  call in_float()
  call in_a_global_grid()
  call refusals()
  call frame%finalize()
  call finish('broadcast_fields')

contains

  ! v = u*t + t with a field t that has one point along the axes whose bits are set in m; alone, behind another operator, and on a part.
  subroutine all_axes(n, m)
    integer, intent(in) :: n(3), m
    real(wp), allocatable, target :: u(:, :, :), t(:, :, :), full(:, :, :), got(:, :, :), want(:, :, :)
    type(sequence_t) :: list
    character(30) :: title
    real(wp) :: total, of_full
    integer :: e(3), i, j, k
    e = [(merge(1, n(i), btest(m, i - 1)), i=1, 3)]
    write (title, '(6(i0,1x))') n, e
    allocate (u(n(1), n(2), n(3)), t(e(1), e(2), e(3)), full(n(1), n(2), n(3)), got(n(1), n(2), n(3)))
    call random_number(u)
    call random_number(t)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          full(i, j, k) = t(min(i, e(1)), min(j, e(2)), min(k, e(3)))
        end do
      end do
    end do
    call frame%create_field('u', n)
    call frame%create_field('v', n)
    call frame%create_field('w', n)
    call frame%create_field('t', e)
    call frame%create_field('full', n)
    call frame%upload('u', u)
    call frame%upload('t', t)
    call frame%upload('full', full)
    call frame%pointwise('v', 'u*t + t')
    got = nan(1.0_wp)
    call frame%download('v', got)
    call check(trim(title)//': plain loops', all(abs(got - (u*full + full)) <= 1e-15_wp))
    call list%create(frame, 'list')
    call list%apply('combine', 'u v', 'v', [1.0_wp, 0.5_wp])
    call list%pointwise('v', '(v + t)*0.5 + t*t')
    call list%reduce('sum', 'v', 'total')
    call list%pointwise('v', 'v - t/total', core=1)
    call list%run(times=3)
    call list%get('total', total)
    want = got
    got = nan(1.0_wp)
    call frame%download('v', got)
    call list%destroy()
    call frame%upload('v', want)
    call list%create(frame, 'list')
    call list%apply('combine', 'u v', 'v', [1.0_wp, 0.5_wp])
    call list%pointwise('v', '(v + full)*0.5 + full*full')
    call list%reduce('sum', 'v', 'total')
    call list%pointwise('v', 'v - full/total', core=1)
    call list%run(times=3)
    call list%get('total', of_full)
    want = nan(1.0_wp)
    call frame%download('v', want)
    call check(trim(title)//': bits of a field filled out', all(same(got, want)) .and. same(total, of_full))
    call list%destroy()
    call drop('u v w t full')
  end subroutine

  elemental logical function same(a, b)
    real(wp), intent(in) :: a, b
    same = transfer(a, 1_8) == transfer(b, 1_8)
  end function

  subroutine two_dimensions()
    real(wp), target :: u(21, 9), x(0:22, 0:2), y(0:2, 0:10), got(21, 9)
    integer :: i, j
    logical :: right
    call random_number(u)
    call random_number(x)
    call random_number(y)
    call frame%create_field('u', [21, 9])
    call frame%create_field('v', [21, 9])
    call frame%create_field('x', [21, 1], halo=1)
    call frame%create_field('y', [1, 9], halo=1)
    call frame%upload('u', u)
    call frame%upload('x', x, interior=[2, 22, 2, 2, 1, 1], layers=1)
    call frame%upload('y', y, interior=[2, 2, 2, 10, 1, 1], layers=1)
    call frame%pointwise('v', 'u*x[+1,0] - y[0,-1] + x*y')
    got = nan(1.0_wp)
    call frame%download('v', got)
    right = .true.
    do j = 1, 9
      do i = 1, 21
        right = right .and. abs(got(i, j) - (u(i, j)*x(i + 1, 1) - y(1, j - 1) + x(i, 1)*y(1, j))) <= 1e-15_wp
      end do
    end do
    call check('two dimensions', right)
    call drop('u v x y')
  end subroutine

  ! Diffusion on a grid whose cells differ along z: the widths are a field along z, whose halo is filled there.
  subroutine stretched_grid()
    integer, parameter :: n(3) = [24, 10, 15]
    real(wp), target :: t(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1), dz(1, 1, n(3)), got(n(1), n(2), n(3))
    real(wp) :: wide(0:n(3) + 1), want(n(1), n(2), n(3))
    type(sequence_t) :: step
    integer :: s, k
    call random_number(t)
    call random_number(dz)
    dz = dz + 1
    call frame%create_field('t', n, halo=1)
    call frame%create_field('dz', [1, 1, n(3)], halo=1)
    call frame%create_field('lap', n, temporary=.true.)
    call frame%upload('t', t, interior=[2, n(1) + 1, 2, n(2) + 1, 2, n(3) + 1])
    call frame%upload('dz', dz)
    call step%create(frame, 'diffusion')
    call step%fill('dz', 'z', 'mirror')
    call step%fill('t', 'all', 'mirror')
    call step%pointwise('lap', 't[+1,0,0] - 2*t + t[-1,0,0] + (2*(t[0,0,+1] - t)/(dz + dz[0,0,+1])' // &
                        ' - 2*(t - t[0,0,-1])/(dz + dz[0,0,-1]))/dz')
    call step%pointwise('t', 't + 0.1*lap/(1 + dz)')
    call step%run(times=4)
    wide(1:n(3)) = dz(1, 1, :)
    wide([0, n(3) + 1]) = wide([1, n(3)])
    do s = 1, 4
      t(0, :, :) = t(1, :, :)
      t(n(1) + 1, :, :) = t(n(1), :, :)
      t(:, :, 0) = t(:, :, 1)
      t(:, :, n(3) + 1) = t(:, :, n(3))
      do k = 1, n(3)
        want(:, :, k) = t(2:n(1) + 1, 1:n(2), k) - 2*t(1:n(1), 1:n(2), k) + t(0:n(1) - 1, 1:n(2), k) &
                        + (2*(t(1:n(1), 1:n(2), k + 1) - t(1:n(1), 1:n(2), k))/(wide(k) + wide(k + 1)) &
                           - 2*(t(1:n(1), 1:n(2), k) - t(1:n(1), 1:n(2), k - 1))/(wide(k) + wide(k - 1)))/wide(k)
      end do
      do k = 1, n(3)
        t(1:n(1), 1:n(2), k) = t(1:n(1), 1:n(2), k) + 0.1_wp*want(:, :, k)/(1 + wide(k))
      end do
    end do
    got = nan(1.0_wp)
    call frame%download('t', got)
    call check('cells of different widths', all(abs(got - t(1:n(1), 1:n(2), 1:n(3))) <= 1e-13_wp))
    call step%destroy()
    call drop('t dz lap')
  end subroutine

  ! Each component of the field that is written takes its own of the profile.
  subroutine components()
    real(wp), target :: y(8, 6, 5, 3), p(1, 6, 1, 3), got(8, 6, 5, 3)
    integer :: c, j
    logical :: right
    call random_number(y)
    call random_number(p)
    call frame%create_field('y', [8, 6, 5], components=3)
    call frame%create_field('p', [1, 6, 1], components=3)
    call frame%create_field('q', [8, 6, 5])
    call frame%upload('y', y, 1)
    call frame%upload('p', p, 1)
    call frame%pointwise('q', 'p(2) - y(1)*p(3)')
    got = nan(1.0_wp)
    call frame%download('q', got(:, :, :, 1))
    right = .true.
    do j = 1, 6
      right = right .and. all(abs(got(:, j, :, 1) - (p(1, j, 1, 2) - y(:, j, :, 1)*p(1, j, 1, 3))) <= 1e-15_wp)
    end do
    call check('components by name', right)
    call frame%pointwise('y', 'y*p')
    right = .true.
    got = nan(1.0_wp)
    call frame%download('y', got, 1)
    do c = 1, 3
      do j = 1, 6
        right = right .and. all(abs(got(:, j, :, c) - y(:, j, :, c)*p(1, j, 1, c)) <= 1e-15_wp)
      end do
    end do
    call check('each component its own', right)
    call drop('y p q')
  end subroutine

  subroutine in_float()
    real(sp), target :: u(37, 7, 5), z(1, 1, 5), xy(37, 7, 1), got(37, 7, 5)
    integer :: k
    logical :: right
    call random_number(u)
    call random_number(z)
    call random_number(xy)
    call frame%create_field('u', [37, 7, 5], precision='float')
    call frame%create_field('z', [1, 1, 5], precision='float')
    call frame%create_field('xy', [37, 7, 1], precision='float')
    call frame%upload('u', u)
    call frame%upload('z', z)
    call frame%upload('xy', xy)
    call frame%pointwise('u', 'u*z + xy')
    call frame%download('u', got)
    right = .true.
    do k = 1, 5
      right = right .and. all(abs(got(:, :, k) - (u(:, :, k)*z(1, 1, k) + xy(:, :, 1))) <= 1e-6)
    end do
    call check('floats', right)
    call drop('u z xy')
  end subroutine

  ! A field along an axis may cover the whole grid: a part of that grid reads its own places.
  subroutine in_a_global_grid()
    real(wp), target :: u(6, 5, 4), x(20, 1, 1), z(1, 1, 30), got(6, 5, 4)
    integer :: i, k
    logical :: right
    call random_number(u)
    call random_number(x)
    call random_number(z)
    call frame%create_field('u', [6, 5, 4], first=[8, 3, 21])
    call frame%create_field('x', [20, 1, 1])
    call frame%create_field('z', [1, 1, 30], halo=0, first=[77, 1, 1])
    call frame%upload('u', u)
    call frame%upload('x', x)
    call frame%upload('z', z)
    call frame%pointwise('u', 'u*x[-1,0,0] + z[0,0,+6] - z')
    got = nan(1.0_wp)
    call frame%download('u', got)
    right = .true.
    do k = 1, 4
      do i = 1, 6
        right = right .and. all(abs(got(i, :, k) - (u(i, :, k)*x(i + 6, 1, 1) + z(1, 1, k + 26) - z(1, 1, k + 20))) <= 1e-15_wp)
      end do
    end do
    call check('places in a global grid', right)
    call refused('u*z[0,0,+7]', 'u', DRAWBRIDGE_SHAPE, 'z[0,0,+7] reads 1 layer beyond')
    call drop('x')
    call frame%create_field('x', [12, 1, 1])
    call refused('u*x', 'u', DRAWBRIDGE_SHAPE, 'field x has the points 1 to 12 of the global grid along x and field u has 8 to 13')
    call drop('u x z')
  end subroutine

  subroutine refusals()
    call frame%create_field('u', [8, 8, 8], halo=1)
    call frame%create_field('z', [1, 1, 8], halo=1)
    call frame%create_field('short', [1, 1, 7])
    call frame%create_field('flat', [8, 8])
    call frame%create_field('x', [8, 1, 1])
    call frame%create_field('single', [1, 1, 8], precision='float')
    call refused('u*z[+1,0,0]', 'u', DRAWBRIDGE_ARGUMENT, 'z[+1,0,0] is read at a neighbour along x')
    call refused('u*z[0,-1,+1]', 'u', DRAWBRIDGE_ARGUMENT, 'write z[0,0,+1]')
    call refused('u + z', 'z', DRAWBRIDGE_SHAPE, 'field z is written, so it needs all points')
    call refused('x*z', 'z', DRAWBRIDGE_SHAPE, 'field z is written, so it needs all points')
    call refused('u*short', 'u', DRAWBRIDGE_SHAPE, 'field short has the points 1 to 7 of the global grid along z')
    call refused('u*flat', 'u', DRAWBRIDGE_SHAPE, 'is given all axes, as [nx,ny,1]')
    call refused('u*single', 'u', DRAWBRIDGE_SHAPE, 'differ in shape or precision')
    call refused('u*z[0,0,+2]', 'u', DRAWBRIDGE_SHAPE, 'create it with halo=2')
    text = ''
    call refuse_apply()
    call drop('u z short flat x single')
  end subroutine

  subroutine refuse_apply()
    type(sequence_t) :: list
    real(wp) :: value
    call list%create(frame, 'list')
    call list%apply('multiply', 'u z', 'u', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('multiply', stat, text, DRAWBRIDGE_SHAPE, 'only an expression (pointwise) takes fields')
    call list%destroy()
    text = ''
    call frame%reduce('dot', 'u', value, other='z', stat=stat, errmsg=text)
    call expect_error('dot', stat, text, DRAWBRIDGE_SHAPE, 'write the product to a field by an expression')
  end subroutine

  subroutine refused(expression, field, code, words)
    character(*), intent(in) :: expression, field, words
    integer, intent(in) :: code
    text = ''
    call frame%pointwise(field, expression, stat=stat, errmsg=text)
    call expect_error(expression, stat, text, code, words)
  end subroutine
end program
