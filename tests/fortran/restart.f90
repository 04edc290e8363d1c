! A snapshot written from blocks with a halo comes back bit for bit into other blocks with another halo.
program restart
  use drawbridge
  use testing
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer, parameter :: cells(3) = [7, 5, 4]
  character(*), parameter :: path = 'restart.h5'
  type(snapshot_t) :: snap
  real(wp) :: whole(7, 5, 4), whole4(7, 5, 4, 2), time, spacing(3), origin(3)
  real(wp), allocatable :: q(:, :, :, :)
  character(500) :: errmsg
  integer :: stat, step, found(3), first(3), last(3), n, part

  call random_number(whole)
  whole = exp(40*(whole - 0.5_wp))
  whole(1, 1, 1) = nan(0.0_wp)
  whole(2, 1, 1) = -0.0_wp
  whole(3, 1, 1) = tiny(1.0_wp)/4
  call snap%create(path, cells=cells, origin=[1.0_wp, 2.0_wp, 3.0_wp], spacing=[0.1_wp, 0.2_wp, 0.3_wp], time=1.5e-6_wp, step=42)
  call snap%write('density', whole, unit='kg/m3')
  call snap%blocks(reshape([1, 3, 1, 5, 1, 4, 4, 7, 1, 5, 1, 4], [6, 2]))
  call snap%note('solver', 'restart test')
  call snap%note('cfl', 0.9_wp)
  call snap%blocks(reshape([1, 7, 1, 5, 1, 4], [6, 1]), stat=stat, errmsg=errmsg)
  call expect_error('blocks twice', stat, errmsg, DRAWBRIDGE_ORDER, 'given twice')
  call snap%close()

  ! 1. The grid and the moment.
  call snap%open(path, cells=found, origin=origin, spacing=spacing, time=time, step=step)
  call check('cells', all(found == cells))
  call check('origin', all(origin == [1.0_wp, 2.0_wp, 3.0_wp]))
  call check('spacing', all(spacing == [0.1_wp, 0.2_wp, 0.3_wp]))
  call check('time and step', time == 1.5e-6_wp .and. step == 42)

  ! 2. Any cut, a halo of any width: the same bits, and nothing else is touched.
  do n = 1, 3
    do part = 1, 3
      first = [1 + (part - 1)*2, 1, n]
      last = [min(first(1) + 2, 7), 5, 4]
      call one_box()
    end do
  end do

  ! 2b. Compressed: the same bits.
  call snap%close()
  call snap%create('packed_'//path, cells=cells, origin=origin, spacing=spacing, time=time, step=42, deflate=6)
  call snap%write('density', whole, unit='kg/m3')
  call snap%close()
  ! 2c. A field that was refused and never came again: no file, and the older one stays.
  call snap%create('packed_'//path, cells=cells, origin=origin, spacing=spacing, time=time, step=43)
  call snap%write('temperature', whole)
  call snap%write('density', whole4, var=3, stat=stat, errmsg=errmsg)
  call expect_error('no such variable', stat, errmsg, DRAWBRIDGE_SHAPE, 'variable')
  call snap%close(stat=stat, errmsg=errmsg)
  call expect_error('a field is missing', stat, errmsg, DRAWBRIDGE_SHAPE, 'nothing was written: Drawbridge rejected a field')
  call snap%open('packed_'//path, step=step)
  call check('the older file stays', step == 42)
  call snap%close()
  whole4(:, :, :, 2) = whole
  call snap%create('again_'//path, cells=cells, origin=origin, spacing=spacing, time=time, step=44)
  call snap%write('density', whole4, var=3, stat=stat, errmsg=errmsg)
  call snap%write('density', whole4, var=2)
  call snap%write('density', whole4, var=2, stat=stat, errmsg=errmsg)
  call expect_error('twice', stat, errmsg, DRAWBRIDGE_ORDER, 'given twice')
  call snap%close(stat=stat)
  call check('what was refused came again', stat == DRAWBRIDGE_OK)
  step = 42
  call snap%create('none.h5', cells=cells, origin=origin, spacing=spacing, time=time, step=step, deflate=10, &
      stat=stat, errmsg=errmsg)
  call snap%abandon()
  call expect_error('compression level', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'compression level 10, expected 0 to 9')
  call snap%open('packed_'//path)
  call snap%read('density', whole4, var=2)
  call check('compressed', all(transfer(whole4(:, :, :, 2), [1_int64]) == transfer(whole, [1_int64])))
  call snap%close()
  call snap%open(path, cells=found)

  ! 3. Wrong input is refused and changes nothing.
  call snap%read('temperature', whole, stat=stat, errmsg=errmsg)
  call expect_error('no such field', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, 'there are density')
  call snap%read('density', whole, first=[2, 1, 1], stat=stat, errmsg=errmsg)
  call expect_error('outside', stat, errmsg, DRAWBRIDGE_SHAPE, 'cells 2:8 in x were requested, the file has 1:7')
  call snap%read('density', whole4, var=3, stat=stat, errmsg=errmsg)
  call expect_error('variable', stat, errmsg, DRAWBRIDGE_SHAPE, 'variable')
  call snap%read('density', whole(1:7:2, :, :), stat=stat, errmsg=errmsg)
  call expect_error('slice', stat, errmsg, DRAWBRIDGE_SHAPE, 'slice')
  call snap%write('density', whole, stat=stat, errmsg=errmsg)
  call expect_error('write while reading', stat, errmsg, DRAWBRIDGE_ORDER, 'not open')
  call snap%close()
  call snap%read('density', whole, stat=stat, errmsg=errmsg)
  call expect_error('closed', stat, errmsg, DRAWBRIDGE_ORDER, 'not open')
  call snap%open('absent.h5', stat=stat, errmsg=errmsg)
  call expect_error('absent', stat, errmsg, DRAWBRIDGE_FILE, 'absent.h5')
  open(newunit=n, file='text.h5')
  write(n, '(a)') 'no snapshot'
  close(n)
  call snap%open('text.h5', stat=stat, errmsg=errmsg)
  call expect_error('text', stat, errmsg, DRAWBRIDGE_FILE, 'text.h5')
  call finish('restart')

contains

  ! Reads the box first..last into variable 2 of an array with a halo of n layers and compares bits.
  subroutine one_box()
    integer :: m(3), i, j, k
    integer(8) :: got, want
    m = last - first + 1
    allocate(q(m(1) + 2*n, m(2) + 2*n, m(3) + 2*n, 2))
    q = -7
    call snap%read('density', q, var=2, interior=[n+1, n+m(1), n+1, n+m(2), n+1, n+m(3)], first=first)
    call check('the halo and the other variable stay as they were', count(q /= -7) <= product(m) .and. all(q(:, :, :, 1) == -7) &
               .and. all(q(:n, :, :, 2) == -7) .and. all(q(:, :, n+m(3)+1:, 2) == -7))
    do k = 1, m(3)
      do j = 1, m(2)
        do i = 1, m(1)
          got = transfer(q(n+i, n+j, n+k, 2), got)
          want = transfer(whole(first(1)+i-1, first(2)+j-1, first(3)+k-1), want)
          if (got /= want) call check('bits', .false.)
        end do
      end do
    end do
    deallocate(q)
  end subroutine
end program
