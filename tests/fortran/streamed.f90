! What stays on the device goes into a snapshot from there: the host array is not touched, the numbers
! are those that a fetch would bring.
program streamed
  use testing
  use drawbridge
  implicit none
  integer, parameter :: halo = 2, mx = 14, my = 11, mz = 9, ns = 2
  integer, parameter :: nx = mx + 2*halo, ny = my + 2*halo, nz = mz + 2*halo
  integer, parameter :: interior(6) = [halo + 1, halo + mx, halo + 1, halo + my, halo + 1, halo + mz]
  integer, parameter :: smaller(6) = [halo + 2, halo + mx, halo + 1, halo + my, halo + 1, halo + mz]
  character(*), parameter :: path = 'streamed.h5', part = 'streamed_part.h5'
  type(frame_t) :: frame
  type(plan_t) :: plan
  type(snapshot_t) :: snap
  real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :), back(:, :, :, :)
  real(wp), parameter :: origin(3) = 0, spacing(3) = 1
  integer :: i, j, k

  allocate (q(nx, ny, nz, ns + 2), p(nx, ny, nz, 3), back(nx, ny, nz, 3))
  q = nan(1.0_wp)
  do k = 1, nz
    do j = 1, ny
      do i = 1, nx
        q(i, j, k, 1) = 290 + 3*i + 7*j
        q(i, j, k, 2) = 1e5_wp*(1 + 0.1_wp*k)
        q(i, j, k, 3) = 0.02_wp*i
        q(i, j, k, 4) = 1 - 0.02_wp*i
      end do
    end do
  end do
  p = nan(1.0_wp)
  call frame%initialize(species=[character(2) :: 'O2', 'N2'], max_block=500, log='off')
  call plan%create(frame, 'preosthermalproperties', shape(q), interior)
  call plan%read('T', q, 1)
  call plan%read('P', q, 2)
  call plan%read('Yi', q, 3)
  call plan%write('rho', p, 1, resident=.true.)
  call plan%write('cp', p, 2, resident=.true.)
  call plan%write('e', p, 3)
  call plan%run()

  ! 1. From the device: the host array keeps its NaN.
  call snap%create(path, cells=[mx, my, mz], origin=origin, spacing=spacing, time=0.0_wp, step=1)
  call snap%write('rho', p, var=1, unit='kg/m3', interior=interior)
  call snap%write('cp', p, var=2, unit='J/kg/K', interior=interior)
  call snap%write('e', p, var=3, unit='J/kg', interior=interior)
  call snap%close()
  call check('nothing came to the host', all(is_nan(p(:, :, :, 1:2))))

  ! 2. The file holds what a fetch brings.
  call plan%fetch('cp')
  call plan%fetch('rho')
  call check('fetched', .not. any(is_nan(inner(p))))
  call read_back(path, interior, [character(3) :: 'rho', 'cp', 'e'])
  call check('the same bits', all(inner(back) == inner(p)))

  ! 3. Another cut of the array than the plan's: brought to the host, then written from there.
  call plan%run()
  p(:, :, :, 1) = nan(1.0_wp)
  call snap%create(part, cells=[mx - 1, my, mz], origin=origin, spacing=spacing, time=0.0_wp, step=1)
  call snap%write('rho', p, var=1, unit='kg/m3', interior=smaller)
  call snap%close()
  back = nan(1.0_wp)
  call read_back(part, smaller, [character(3) :: 'rho'])
  call check('a smaller box came to the host first', .not. any(is_nan(inner(p))))
  call check('and is the same', count(back(:, :, :, 1) == p(:, :, :, 1)) == (mx - 1)*my*mz)
  call frame%finalize()
  call finish('streamed')

contains

  subroutine read_back(name, box, fields)
    character(*), intent(in) :: name, fields(:)
    integer, intent(in) :: box(6)
    integer :: n
    back = nan(1.0_wp)
    call snap%open(name)
    do n = 1, size(fields)
      call snap%read(trim(fields(n)), back, var=n, interior=box)
    end do
    call snap%close()
  end subroutine

  function inner(a)
    real(wp), intent(in) :: a(:, :, :, :)
    real(wp), allocatable :: inner(:, :, :, :)
    inner = a(interior(1):interior(2), interior(3):interior(4), interior(5):interior(6), :)
  end function
end program
