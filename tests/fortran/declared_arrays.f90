! Arrays whose bounds do not begin with 1, and arrays in other orders: an interior that seems to mean other points is warned of, a wrong
! order= is named before bounds are, and messages count points as the host does. The log is the file of DRAWBRIDGE_LOG.
program declared_arrays
  use testing
  use drawbridge
  implicit none
  integer, parameter :: n = 6, h = 2, m = n + 2*h, variables = 4, core(6) = [1, n, 1, n, 1, n]
  character(*), parameter :: density = 'preosdensity', corner = 'begins at the first of', declared = 'the array is declared'
  character(*), parameter :: orders(5) = [character(9) :: 'i,j,k,var', 'var,i,j,k', 'i,j,var,k', 'i,var,j,k', 'k,j,i,var']
  type(frame_t) :: frame
  type(plan_t) :: plan
  integer :: stat
  character(1000) :: errmsg

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call frame%initialize(species=['CH4', 'O2 '])
  call corners()
  call no_corners()
  call points_in_messages()
  call wrong_order_of_create()
  call wrong_order_of_read()
  call frame%finalize()
  call points_of_compare()
  call finish('declared_arrays')

contains

  ! Without lbound= the first element would be taken for the first point. A plan warns once.
  subroutine corners()
    real(wp), target :: q(1-h:n+h, 1-h:n+h, 1-h:n+h, 4), line(1-h:n+h, 1, 1, 4)
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1d6
    q(:, :, :, 3:) = 0.5_wp
    line = 1
    call logged('nothing yet', corner, .false.)
    call plan%create(frame, density, shape(q), core)
    call plan%read('T', q, 1)
    call logged('bounds that are known', declared//' -1:8, -1:8, -1:8: the run computes x -1..4, y -1..4, z -1..4.', .true.)
    call plan%read('P', q, 2)
    call logged('once', declared, .false.)
    call through_dummy(q)
    call logged('bounds that are not known', 'If the array is declared as -1:8, -1:8, -1:8, give create lbound=[-1,-1,-1];', .true.)
    call plan%create(frame, density, shape(line), [1, n, 1, 1, 1, 1], order='i,j,k,var')
    call plan%read('T', line, 1)
    call logged('one dimension', declared//' -1:8, 1:1, 1:1', .true.)
    call plan%create(frame, density, shape(q), core + h - 1)
    call through_dummy_zero(q)
    call logged('an interior counted from 0', 'as in C, give [3,8, 3,8, 3,8]', .true.)
    call copies(q)
  end subroutine

  subroutine through_dummy_zero(q)
    real(wp), intent(in), target :: q(:, :, :, :)
    call plan%read('T', q, 1)
  end subroutine

  ! An array with halo that is copied to a field or from one.
  subroutine copies(q)
    real(wp), intent(inout), target :: q(:, :, :, :)
    call frame%create_field('f', [n, n, n], halo=h)
    call frame%upload('f', q, 1, interior=core + h)
    call logged('a copy of the interior', corner, .false.)
    call frame%upload('f', q, 1, interior=core)
    call logged('an upload from the corner', 'upload f: interior = [1,6, 1,6, 1,6] '//corner, .true.)
    call frame%upload('f', q, 1, interior=core)
    call logged('said once', corner, .false.)
    call frame%download('f', q, 1, interior=core)
    call logged('a download to the corner', '-1:8, -1:8, -1:8, give lbound=[-1,-1,-1]', .true.)
    call frame%upload('f', q, 1, interior=core, lbound=[-1, -1, -1, 1])
    call logged('lower bounds are given', corner, .false.)
    call frame%destroy_field('f')
  end subroutine

  subroutine through_dummy(q)
    real(wp), intent(in), target :: q(:, :, :, :)
    call plan%create(frame, density, shape(q), core)
    call plan%read('T', q, 1)
  end subroutine

  ! What may be meant so is not remarked on.
  subroutine no_corners()
    real(wp), target :: q(1-h:n+h, 1-h:n+h, 1-h:n+h, 4), padded(n+2, n, n, 4), vertices(0:n, 0:n, 0:n, 4)
    q = 1
    padded = 1
    vertices = 1
    call plan%create(frame, density, shape(q), core, lbound=lbound(q))
    call plan%read('T', q, 1)
    call plan%create(frame, density, shape(q), core + h)
    call plan%read('T', q, 1)
    call plan%create(frame, density, shape(q), core, lbound=[1, 1, 1])
    call first_elements(q)
    call plan%create(frame, density, shape(padded), core)
    call plan%read('T', padded, 1)
    call plan%create(frame, density, shape(vertices), core + [0, 1, 0, 1, 0, 1])
    call plan%read('T', vertices, 1)
    call logged('an interior that is meant', 'give create lbound=', .false.)
  end subroutine

  subroutine first_elements(q)
    real(wp), intent(in), target :: q(:, :, :, :)
    call plan%read('T', q, 1, stat, errmsg)
    call check('the first elements', stat == 0, errmsg)
  end subroutine

  ! Points and bounds are told as they are declared, from create to bind and run.
  subroutine points_in_messages()
    real(wp), target :: q(1-h:n+h, 0:m-1, 11:m+10, 4), rho(1-h:n+h, 0:m-1, 11:m+10), one(m, m, m), turned(8, 9, 10)
    integer, parameter :: points(6) = [1, n, h, m-1-h, 11+h, 10+m-h]
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1d6
    q(:, :, :, 3:) = 0.5_wp
    q(4, 3, 15, 1) = -1
    call plan%create(frame, density, shape(q), points([1, 3, 5, 2, 4, 6]), lbound=lbound(q), stat=stat, errmsg=errmsg)
    call expect_error('the order of bounds', stat, errmsg, DRAWBRIDGE_SHAPE, 'give [1,6, 2,7, 13,18] if x 1..6, y 2..7, z 13..18')
    call plan%create(frame, density, shape(q), points, lbound=lbound(q))
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', rho)
    call plan%run()
    call logged('a point that fails', 'point (4,3,15) of the array', .true.)
    call plan%bind('T', q, points + 3, stat, errmsg)
    call expect_error('bounds of bind', stat, errmsg, DRAWBRIDGE_SHAPE, 'interior x 4..9 is not within the declared bounds -1..8')
    call plan%bind('T', q, points + 1)
    call plan%run(stat, errmsg)
    call expect_error('one array bound', stat, errmsg, DRAWBRIDGE_SHAPE, &
        '[1,6, 2,7, 13,18] of extents [10,10,10], the plan now has [2,7, 3,8, 14,19]')
    call plan%bind('rho', one, points + 1, stat, errmsg)
    call check('bounds that are not known', stat == 0, errmsg)
    call other_bounds(q(:, :, :, 1))
    call plan%create(frame, density, shape(q), [1 - h, n + h, 1, n, 1, n], stat=stat, errmsg=errmsg)
    call expect_error('bounds below 1', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'without lbound= interior counts from 1: give create lbound=')
    call plan%create(frame, density, [n, n, n, 4], [1 - h, n + h, 1, n, 1, n], lbound=[1-h, 1-h, 1-h], stat=stat, &
        errmsg=errmsg)
    call expect_error('a shape without halo', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'shape [6,6,6,4] from lbound [-1,-1,-1] ends at 4, 4, 4: give shape(q), with its halo')
    call plan%create(frame, density, [n, n, n], core + h, stat=stat, errmsg=errmsg)
    call expect_error('a shape without halo, from 1', stat, errmsg, DRAWBRIDGE_SHAPE, 'shape [6,6,6] is too small: give shape(q)')
    call plan%create(frame, density, [2, 8, 9, 10], [1, 10, 1, 9, 1, 8], stat=stat, errmsg=errmsg)
    call expect_error('a shape of C', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'in C give extents with the fastest first: [10,9,8,2]')
    call plan%create(frame, density, [10, 9, 8], [1, 10, 1, 9, 1, 8])
    call plan%read('T', turned, stat=stat, errmsg=errmsg)
    call expect_error('an array of C', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'in C give extents with the fastest first: [10,9,8,1]')
    call plan%create(frame, density, shape(q), points, lbound=[-1, 0], stat=stat, errmsg=errmsg)
    call expect_error('two bounds', stat, errmsg, DRAWBRIDGE_SHAPE, 'lbound: the array has rank 2')
    call plan%create(frame, density, shape(q), points(:4), stat=stat, errmsg=errmsg)
    call expect_error('four numbers', stat, errmsg, DRAWBRIDGE_SHAPE, 'interior has other than 6 numbers')
    call plan%create(frame, density, [m, m], points, stat=stat, errmsg=errmsg)
    call expect_error('two extents', stat, errmsg, DRAWBRIDGE_SHAPE, 'shape has 2 numbers')
  end subroutine

  ! A comparison with the host's routine names the first of equal differences.
  subroutine points_of_compare()
    real(wp), target :: q(1-h:n+h, 0:m-1, 11:m+10, 4), rho(1-h:n+h, 0:m-1, 11:m+10)
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1d6
    q(:, :, :, 3:) = 0.5_wp
    call frame%initialize(species=['CH4', 'O2 '], check='compare')
    call plan%create(frame, density, shape(q), [1, n, h, m-1-h, 11+h, 10+m-h], lbound=lbound(q))
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', rho)
    call plan%reference(one_everywhere)
    call plan%run()
    call frame%finalize()
    call logged('a point of compare', 'at (1,2,13)', .true.)
  end subroutine

  subroutine one_everywhere(points, x, y)
    integer, intent(in) :: points
    real(wp), intent(in) :: x(points, *)
    real(wp), intent(inout) :: y(points, *)
    y(:, 1) = 1 + 0*x(:, 1)
  end subroutine

  subroutine other_bounds(t)
    real(wp), intent(in), target :: t(0:, 0:, 0:)
    call plan%bind('T', t, stat=stat, errmsg=errmsg)
    call expect_error('other bounds', stat, errmsg, DRAWBRIDGE_SHAPE, &
        'its lower bounds are [0,0,0], and those of lbound= of create')
  end subroutine

  ! An array in one order, and each of the others given to create: whichever message comes, it names the order that fits.
  subroutine wrong_order_of_create()
    integer :: is, said, extents(4), lower(4), interior(6), begin
    logical :: wrong
    do begin = 1, 1 - h, -h ! counted from 1, and from declared bounds
      interior = core + merge(h, 0, begin == 1)
      do is = 1, size(orders)
        extents = reordered([m + 2, m, m, variables], orders(is))
        lower = reordered([begin, begin, begin, 1], orders(is))
        interior(2) = n + 3 + merge(h, 0, begin == 1)
        do said = 1, size(orders)
          call create(extents, interior, lower, orders(said))
          wrong = said /= is
          call check(orders(is)//' given as '//orders(said), (stat /= 0) .eqv. wrong, errmsg)
          if (.not. wrong) cycle
          call expect_error('its message', stat, errmsg, DRAWBRIDGE_SHAPE, 'order='''//trim(orders(said))//''' does not fit')
          call expect_error('the order that fits', stat, errmsg, DRAWBRIDGE_SHAPE, 'and order='''//trim(orders(is))//''' fits')
        end do
      end do
    end do
    call plan%create(frame, density, [variables, m, m, m], core + h, stat, errmsg)
    call expect_error('no order said', stat, errmsg, DRAWBRIDGE_SHAPE, '; order=''var,i,j,k'' fits shape [4,10,10,10]')
    call plan%create(frame, density, [m, m, m, 4], core + 2*m, stat, errmsg, order='var,i,j,k')
    call check('no order fits', stat == DRAWBRIDGE_SHAPE .and. index(errmsg, 'order=') == 0, errmsg)
    call plan%create(frame, density, [m, m, m, 4], core + h, stat, errmsg, order='i,j,k,k')
    call expect_error('not an order', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'order = ''i,j,k,k''')
  end subroutine

  subroutine create(extents, interior, lower, order)
    integer, intent(in) :: extents(4), interior(6), lower(4)
    character(*), intent(in) :: order
    if (all(lower == 1)) then
      call plan%create(frame, density, extents, interior, stat, errmsg, order=order)
    else
      call plan%create(frame, density, extents, interior, stat, errmsg, order=order, lbound=lower)
    end if
  end subroutine

  ! Numbers of i, j, k and var in another order.
  function reordered(numbers, order) result(list)
    integer, intent(in) :: numbers(4)
    character(*), intent(in) :: order
    integer :: list(4), axis, at
    character(*), parameter :: names = 'ijkv'
    do axis = 1, 4
      at = scan(order, names(axis:axis))
      list(1 + count(transfer(order(:at), ['a']) == ',')) = numbers(axis)
    end do
  end function

  ! The order of one read: the extents are told of before the lower bounds, which differ too.
  subroutine wrong_order_of_read()
    real(wp), target :: q(variables, 1-h:n+h, 1-h:n+h, 1-h:n+h), t(1-h:n+h, 1-h:n+h, 1-h:n+h)
    integer :: said
    q = 1
    t = 1
    do said = 1, size(orders)
      call plan%create(frame, density, shape(t), core, lbound=lbound(t))
      call plan%read('T', q, 1, stat, errmsg, order=orders(said))
      if (orders(said) == 'var,i,j,k') call check('the order of q', stat == 0, errmsg)
      if (orders(said) /= 'var,i,j,k') call expect_error('read in '//orders(said), stat, errmsg, DRAWBRIDGE_SHAPE, &
          'order=''var,i,j,k'' fits')
    end do
    call plan%read('P', t, stat=stat, errmsg=errmsg, order='k,j,i')
    call check('k,j,i of a cube', stat == 0, errmsg)
  end subroutine
end program
