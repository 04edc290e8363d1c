! Arrays in other orders, with lower bounds of their own and of rank 5 are copied to fields, from fields, to snapshots and from them. Plain
! loops over the array of the usual order say what must come.
program copied_orders
  use testing
  use drawbridge
  implicit none
  integer, parameter :: nx = 6, ny = 5, nz = 4, h = 2, variables = 3
  integer, parameter :: lower(4) = [1 - h, 0, 11, 1], extents(4) = [nx + 2*h, ny + 2*h, nz + 2*h, variables]
  integer, parameter :: core(6) = [1, nx, h, h + ny - 1, 11 + h, 10 + h + nz]
  character(*), parameter :: orders(8) = [character(9) :: 'i,j,k,var', 'var,i,j,k', 'i,j,var,k', 'i,var,j,k', 'k,j,i,var', &
      'var,k,j,i', 'k,j,var,i', 'k,var,j,i']
  real(wp), target :: usual(nx + 2*h, ny + 2*h, nz + 2*h, variables)
  type(frame_t) :: frame
  integer :: o, stat, unit
  real(wp) :: number
  character(1000) :: errmsg
  character(40) :: path ! of its own: the tests of other devices may run at the same time

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call random_number(usual)
  call random_number(number)
  write (path, '(a, i0, a)') 'copied_orders_', int(1d9*number), '.h5'
  call frame%initialize()
  call frame%create_field('f', [nx, ny, nz], halo=h)
  call frame%create_field('pair', [nx, ny, nz], halo=h, components=2)
  call frame%create_field('short', [nx, ny, nz], halo=h, precision='float')
  do o = 1, size(orders)
    call fields(orders(o))
    call snapshots(orders(o))
    call refusals(orders(o))
  end do
  call rank_3()
  call rank_5()
  call newer_on_the_device()
  call frame%finalize()
  open (newunit=unit, file=path)
  close (unit, status='delete')
  call finish('copied_orders')

contains

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

  ! The array of the usual order in another one, and back.
  subroutine turn(order, q, back)
    character(*), intent(in) :: order
    real(wp), intent(inout) :: q(:, :, :, :)
    real(wp), intent(inout), optional :: back(:, :, :, :)
    integer :: i, j, k, v, at(4)
    do v = 1, variables
      do k = 1, extents(3)
        do j = 1, extents(2)
          do i = 1, extents(1)
            at = reordered([i, j, k, v], order)
            if (present(back)) then
              back(i, j, k, v) = q(at(1), at(2), at(3), at(4))
            else
              q(at(1), at(2), at(3), at(4)) = usual(i, j, k, v)
            end if
          end do
        end do
      end do
    end do
  end subroutine

  subroutine fields(order)
    character(*), intent(in) :: order
    integer :: e(4), l(4), layers, x
    real(wp), allocatable, target :: q(:, :, :, :), back(:, :, :, :)
    real, allocatable, target :: single(:, :, :, :)
    e = reordered(extents, order)
    l = reordered(lower, order)
    allocate (q(e(1), e(2), e(3), e(4)), single(e(1), e(2), e(3), e(4)))
    allocate (back(extents(1), extents(2), extents(3), extents(4)))
    do layers = 0, h
      x = h - layers
      call turn(order, q)
      call frame%upload('pair', q, 2, core, layers, order=order, lbound=l)
      q = -1
      call frame%download('pair', q, 1, core, layers, order=order, lbound=l)
      back = 0
      call turn(order, q, back)
      call check(order//': what was copied', all(back(x+1:extents(1)-x, x+1:extents(2)-x, x+1:extents(3)-x, 1:2) == &
          usual(x+1:extents(1)-x, x+1:extents(2)-x, x+1:extents(3)-x, 2:3)))
      call check(order//': nothing else', count(back == -1) == size(back) - 2*product(extents(:3) - 2*x))
    end do
    call turn(order, q)
    single = real(q)
    call frame%upload('short', single, 3, core, order=order, lbound=l)
    single = -1
    call frame%download('short', single, 1, core, order=order, lbound=l)
    call turn(order, q)
    q = merge(real(single, wp), q, single /= -1)
    call turn(order, q, back)
    call check(order//': real(4)', all(back(h+1:h+nx, h+1:h+ny, h+1:h+nz, 1) == &
        real(real(usual(h+1:h+nx, h+1:h+ny, h+1:h+nz, 3)), wp)))
    call part(order, l, q)
  end subroutine

  ! A part of a field: two planes of y.
  subroutine part(order, l, q)
    character(*), intent(in) :: order
    integer, intent(in) :: l(4)
    real(wp), intent(inout), target :: q(:, :, :, :)
    real(wp), target :: whole(nx, ny, nz)
    call turn(order, q)
    whole = -1
    call frame%upload('f', whole)
    call frame%upload('f', q, 2, [1, nx, h + 1, h + 2, core(5:6)], first=[1, 3, 1], order=order, lbound=l)
    call frame%download('f', whole)
    call check(order//': a part', all(whole(:, 3:4, :) == usual(h+1:h+nx, h+2:h+3, h+1:h+nz, 2)))
    call check(order//': nothing beside it', count(whole == -1) == size(whole) - 2*nx*nz)
  end subroutine

  subroutine snapshots(order)
    character(*), intent(in) :: order
    integer :: e(4), l(4)
    type(snapshot_t) :: file
    real(wp), allocatable, target :: q(:, :, :, :), back(:, :, :, :)
    real(wp), target :: whole(nx, ny, nz)
    e = reordered(extents, order)
    l = reordered(lower, order)
    allocate (q(e(1), e(2), e(3), e(4)), back(extents(1), extents(2), extents(3), extents(4)))
    call turn(order, q)
    call file%create(trim(path), [nx, ny, nz], [0d0, 0d0, 0d0], [1d0, 1d0, 1d0], 0d0, 1, '')
    call file%write('v', q, 2, interior=core, order=order, lbound=l)
    call file%close()
    call file%open(trim(path))
    call file%read('v', whole)
    call check(order//': in the file', all(whole == usual(h+1:h+nx, h+1:h+ny, h+1:h+nz, 2)))
    q = -1
    call file%read('v', q, 3, [1, nx, h, h + 1, core(5:6)], [1, 4, 1], order=order, lbound=l)
    call turn(order, q, back)
    call check(order//': read', all(back(h+1:h+nx, h+1:h+2, h+1:h+nz, 3) == whole(:, 4:5, :)))
    call check(order//': nothing else is read', count(back == -1) == size(back) - 2*nx*nz)
    call file%close()
  end subroutine

  ! Without order= the message names the order that fits, and no call says yes.
  subroutine refusals(order)
    character(*), intent(in) :: order
    integer :: e(4)
    type(snapshot_t) :: file
    real(wp), allocatable, target :: q(:, :, :, :)
    if (order == 'i,j,k,var') return
    e = reordered([nx, ny, nz, variables], order)
    allocate (q(e(1), e(2), e(3), e(4)))
    q = 1
    call frame%upload('f', q, 2, stat=stat, errmsg=errmsg)
    call expect_error('upload of '//order, stat, errmsg, DRAWBRIDGE_SHAPE, 'order='''//trim(order)//''' fits the extents')
    call frame%download('f', q, 2, stat=stat, errmsg=errmsg)
    call expect_error('download of '//order, stat, errmsg, DRAWBRIDGE_SHAPE, 'order='''//trim(order)//''' fits the extents')
    call file%create(trim(path), [nx, ny, nz], [0d0, 0d0, 0d0], [1d0, 1d0, 1d0], 0d0, 1, '')
    call file%write('v', q, 2, stat=stat, errmsg=errmsg)
    call expect_error('write of '//order, stat, errmsg, DRAWBRIDGE_SHAPE, 'order='''//trim(order)//''' fits the extents')
    call file%write('v', q, 2, stat=stat, errmsg=errmsg, order='i,j,k')
    call expect_error('three names', stat, errmsg, DRAWBRIDGE_SHAPE, 'the interior has')
    call file%write('v', q, 2, stat=stat, errmsg=errmsg, order='i,j,k,k')
    call expect_error('not an order', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'order = ''i,j,k,k''')
    call file%write('v', q, 2, stat=stat, errmsg=errmsg, order=order, lbound=[1, 1])
    call expect_error('two bounds', stat, errmsg, DRAWBRIDGE_SHAPE, 'lbound has 2 numbers, and the array 4 dimensions')
    call file%write('v', q, 2, stat=stat, errmsg=errmsg, order=order)
    call check('the order of a whole array', stat == 0, errmsg)
    call file%abandon()
  end subroutine

  subroutine rank_3()
    real(wp), target :: q(nz, ny, nx), whole(nx, ny, nz), plane(nx, ny)
    integer :: i, j, k
    call random_number(q)
    call frame%upload('f', q, order='k,j,i')
    call frame%download('f', whole)
    call check('k,j,i', all([(((whole(i, j, k) == q(k, j, i), i=1, nx), j=1, ny), k=1, nz)]))
    call frame%create_field('plane', [nx, ny])
    plane = 1
    call frame%upload('plane', plane, interior=[0, nx - 1, 5, ny + 4, 1, 1], lbound=[0, 5])
    call frame%upload('plane', plane, order='j,i', stat=stat, errmsg=errmsg)
    call expect_error('two dimensions', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'order= is given for an array of two dimensions')
  end subroutine

  ! Variable 2 of level 3 of two levels of variables.
  subroutine rank_5()
    real(wp), target :: q(nx, ny, nz, 2, 3), whole(nx, ny, nz)
    call random_number(q)
    call frame%upload('f', q, 2 + 2*(3 - 1))
    call frame%download('f', whole)
    call check('rank 5', all(whole == q(:, :, :, 2, 3)))
    call frame%upload('f', q, 1, order='var,i,j,k', stat=stat, errmsg=errmsg)
    call expect_error('rank 5 in another order', stat, errmsg, DRAWBRIDGE_SHAPE, 'has its variables last')
  end subroutine

  ! The device has newer values of an array that its plan takes in the usual order. The snapshot gets them in the order that it asks.
  subroutine newer_on_the_device()
    integer, parameter :: n = 4
    real(wp), target :: q(n, n, n, 4), whole(n, n, n)
    character(*), parameter :: orders(3) = [character(9) :: '', 'i,j,k,var', 'k,j,i,var']
    type(frame_t) :: other
    type(plan_t) :: plan
    type(snapshot_t) :: file
    integer :: o, i, j, k
    call frame%finalize()
    call other%initialize(species=['O2'])
    call random_number(q)
    q(:, :, :, 1) = 300 + 100*q(:, :, :, 1)
    q(:, :, :, 2) = 1e5*(1 + q(:, :, :, 2))
    q(:, :, :, 3) = 1
    call plan%create(other, 'preosdensity', shape(q), [1, n, 1, n, 1, n])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', q, 4, resident=.true.)
    do o = 1, size(orders)
      call plan%run()
      call file%create(trim(path), [n, n, n], [0d0, 0d0, 0d0], [1d0, 1d0, 1d0], 0d0, 1, '')
      call file%write('rho', q, 4, order=orders(o))
      call file%close()
      call file%open(trim(path))
      call file%read('rho', whole)
      call file%close()
      call plan%fetch('rho')
      if (orders(o) == 'k,j,i,var') then
        call check('newer values in another order', all([(((whole(i, j, k) == q(k, j, i, 4), i=1, n), j=1, n), k=1, n)]))
      else
        call check('newer values in the usual order', all(whole == q(:, :, :, 4)))
      end if
    end do
    call other%finalize()
    call frame%initialize()
  end subroutine
end program
