! Expressions that read neighbours of the point, against plain loops: all distances that a halo allows, components, a kernel with
! operators behind it, and what is refused.
program neighbours
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer :: stat
  character(400) :: text

  call frame%initialize(log='off')
  call fluxes([33, 9, 7])
  call fluxes([8, 5, 21])
  call fluxes([130, 3, 4])
  call far_away(2)
  call far_away(3)
  call in_float()
  call components()
  call at_the_point()
  call refusals()
  call frame%finalize()
  call finish('neighbours')

contains

  ! q = div(c grad p) with conductivities at the faces, then p = p + dt q in the same pass: three steps, bit for bit on machines that
  ! round each operation once.
  subroutine fluxes(n)
    integer, intent(in) :: n(3)
    real(wp), allocatable, target :: p(:, :, :), c(:, :, :, :), q(:, :, :), got(:, :, :)
    type(sequence_t) :: step
    character(20) :: title
    integer :: i, j, k, s, nx, ny, nz
    nx = n(1)
    ny = n(2)
    nz = n(3)
    write (title, '(a,3(1x,i0))') 'fluxes', n
    allocate (p(0:nx + 1, 0:ny + 1, 0:nz + 1), c(0:nx + 1, 0:ny + 1, 0:nz + 1, 3), q(nx, ny, nz), got(nx, ny, nz))
    call random_number(p)
    call random_number(c)
    call frame%create_field('p', n, halo=1)
    call frame%create_field('c', n, halo=1, components=3)
    call frame%create_field('q', n)
    call frame%upload('p', p, interior=[2, nx + 1, 2, ny + 1, 2, nz + 1], layers=1)
    call frame%upload('c', c, 1, interior=[2, nx + 1, 2, ny + 1, 2, nz + 1], layers=1)
    call step%create(frame, 'fluxes')
    call step%fill('p', 'all', 'periodic')
    call step%pointwise('q', 'c(1)[+1,0,0]*(p[+1,0,0] - p) - c(1)*(p - p[-1,0,0])'// &
                        ' + c(2)[0,+1,0]*(p[0,+1,0] - p) - c(2)*(p - p[0,-1,0])'// &
                        ' + c(3)[0,0,+1]*(p[0,0,+1] - p) - c(3)*(p - p[0,0,-1])')
    call step%pointwise('p', 'p + 0.125*q')
    call step%run(times=3)
    do s = 1, 3
      call wrap(p, n)
      do k = 1, nz
        do j = 1, ny
          do i = 1, nx
            q(i, j, k) = c(i + 1, j, k, 1)*(p(i + 1, j, k) - p(i, j, k)) - c(i, j, k, 1)*(p(i, j, k) - p(i - 1, j, k)) &
                         + c(i, j + 1, k, 2)*(p(i, j + 1, k) - p(i, j, k)) - c(i, j, k, 2)*(p(i, j, k) - p(i, j - 1, k)) &
                         + c(i, j, k + 1, 3)*(p(i, j, k + 1) - p(i, j, k)) - c(i, j, k, 3)*(p(i, j, k) - p(i, j, k - 1))
          end do
        end do
      end do
      p(1:nx, 1:ny, 1:nz) = p(1:nx, 1:ny, 1:nz) + 0.125_wp*q
    end do
    got = nan(1.0_wp)
    call frame%download('q', got)
    call check(trim(title)//': q', all(abs(got - q) <= 1e-13_wp))
    got = nan(1.0_wp)
    call frame%download('p', got)
    call check(trim(title)//': p', all(abs(got - p(1:nx, 1:ny, 1:nz)) <= 1e-13_wp))
    call step%destroy()
    call drop('p c q')
  end subroutine

  subroutine wrap(p, n)
    real(wp), intent(inout) :: p(0:, 0:, 0:)
    integer, intent(in) :: n(3)
    p(0, :, :) = p(n(1), :, :)
    p(n(1) + 1, :, :) = p(1, :, :)
    p(:, 0, :) = p(:, n(2), :)
    p(:, n(2) + 1, :) = p(:, 1, :)
    p(:, :, 0) = p(:, :, n(3))
    p(:, :, n(3) + 1) = p(:, :, 1)
  end subroutine

  ! One neighbour at a time, to the end of the halo: what is read is there, bit for bit. The fields have halos of their own.
  subroutine far_away(dims)
    integer, intent(in) :: dims
    integer, parameter :: h = 3
    integer, parameter :: away(3, 8) = reshape([3, 0, 0, -3, 0, 0, 0, 3, 0, 0, -3, 1, &
                                                1, 0, 3, -2, 2, -3, 3, 3, 3, -1, -3, -1], [3, 8])
    integer :: n(3), low(3), i, j, k, m
    real(wp), allocatable, target :: u(:, :, :), got(:, :, :)
    character(40) :: where
    logical :: right
    n = [19, 6, merge(5, 1, dims == 3)]
    low = [h, h, merge(h, 0, dims == 3)]
    allocate (u(1 - low(1):n(1) + low(1), 1 - low(2):n(2) + low(2), 1 - low(3):n(3) + low(3)), got(n(1), n(2), n(3)))
    call random_number(u)
    call frame%create_field('u', n(:dims), halo=h)
    call frame%create_field('v', n(:dims), halo=1)
    if (dims == 3) call frame%upload('u', u, interior=[h + 1, n(1) + h, h + 1, n(2) + h, h + 1, n(3) + h], layers=h)
    if (dims == 2) call frame%upload('u', u(:, :, 1), interior=[h + 1, n(1) + h, h + 1, n(2) + h, 1, 1], layers=h)
    right = .true.
    do m = 1, size(away, 2)
      i = away(1, m)
      j = away(2, m)
      k = away(3, m)
      if (dims == 3) write (where, '(a,2(i0,a),i0,a)') 'u[', i, ',', j, ',', k, '] - 0'
      if (dims == 2) write (where, '(a,i0,a,i0,a)') 'u[', i, ',', j, '] - 0'
      if (dims == 2) k = 0
      call frame%pointwise('v', trim(where))
      got = nan(1.0_wp)
      if (dims == 3) call frame%download('v', got)
      if (dims == 2) call frame%download('v', got(:, :, 1))
      right = right .and. all(abs(got - u(1 + i:n(1) + i, 1 + j:n(2) + j, 1 + k:n(3) + k)) <= 0)
    end do
    call check(merge('neighbours in 3-D', 'neighbours in 2-D', dims == 3), right)
    call drop('u v')
  end subroutine

  subroutine in_float()
    real(sp), allocatable, target :: u(:, :, :), got(:, :, :), want(:, :, :)
    allocate (u(0:38, 0:8, 0:6), got(37, 7, 5))
    call random_number(u)
    call frame%create_field('u', [37, 7, 5], halo=1, precision='float')
    call frame%create_field('v', [37, 7, 5], precision='float')
    call frame%upload('u', u, interior=[2, 38, 2, 8, 2, 6], layers=1)
    call frame%pointwise('v', '(u[+1,0,0] - u[-1,0,0]) + (u[0,+1,0] - u[0,0,-1])')
    call frame%download('v', got)
    want = (u(2:38, 1:7, 1:5) - u(0:36, 1:7, 1:5)) + (u(1:37, 2:8, 1:5) - u(1:37, 1:7, 0:4))
    call check('floats', all(abs(got - want) <= 1e-6))
    call drop('u v')
  end subroutine

  ! A whole field of components: each component reads its own neighbours.
  subroutine components()
    real(wp), target :: y(0:9, 0:9, 0:9, 2), got(8, 8, 8, 2)
    integer :: k
    call random_number(y)
    call frame%create_field('y', [8, 8, 8], halo=1, components=2)
    call frame%create_field('z', [8, 8, 8], components=2)
    call frame%upload('y', y, 1, interior=[2, 9, 2, 9, 2, 9], layers=1)
    call frame%pointwise('z', 'y[0,0,+1] + y[0,-1,0]')
    got = nan(1.0_wp)
    call frame%download('z', got, 1)
    do k = 1, 2
      call check('a component and its neighbours', all(abs(got(:, :, :, k) - (y(1:8, 1:8, 2:9, k) + y(1:8, 0:7, 1:8, k))) <= 0))
    end do
    call drop('y z')
  end subroutine

  ! u and u[0,0,0] are the same, alone and behind another operator.
  subroutine at_the_point()
    real(wp), target :: u(8, 8, 8), got(8, 8, 8)
    type(sequence_t) :: list
    call random_number(u)
    call frame%create_field('u', [8, 8, 8], halo=1)
    call frame%create_field('v', [8, 8, 8], halo=1)
    call frame%create_field('w', [8, 8, 8], halo=1)
    call frame%upload('u', u)
    call frame%upload('v', u + 1)
    call frame%pointwise('w', 'u + u[0,0,0] + v')
    got = nan(1.0_wp)
    call frame%download('w', got)
    call check('u and u[0,0,0]', all(abs(got - (u + u + (u + 1))) <= 1e-15_wp))
    call list%create(frame, 'list')
    call list%apply('combine', 'u v', 'w', [1.0_wp, 2.0_wp])
    call list%pointwise('v', 'w + w[0,0,0] + u[0,0,0] + u')
    call list%run()
    got = nan(1.0_wp)
    call frame%download('v', got)
    call check('the same behind an operator', all(abs(got - (2*(u + 2*(u + 1)) + 2*u)) <= 1e-14_wp))
    call list%destroy()
    call drop('u v w')
  end subroutine

  subroutine refusals()
    call frame%create_field('u', [8, 8, 8], halo=1)
    call frame%create_field('v', [8, 8, 8])
    call frame%create_field('w', [8, 8])
    call refused('u[+2,0,0]', 'v', DRAWBRIDGE_SHAPE, 'u[+2,0,0] reads 2 layers beyond the interior, field u')
    call refused('u[+1,0]', 'v', DRAWBRIDGE_ARGUMENT, 'u[+1,0] has 2 distances, 3 expected')
    call refused('w[0,0,0]', 'w', DRAWBRIDGE_ARGUMENT, 'w[0,0,0] has 3 distances, 2 expected')
    call refused('u - u[-1,0,0]', 'u', DRAWBRIDGE_ARGUMENT, 'u[-1,0,0] is read and field u is written')
    call refused('u[0.5,0,0]', 'v', DRAWBRIDGE_ARGUMENT, 'a distance of 0 to 64 points expected')
    call refused('u(i+1,j,k)', 'v', DRAWBRIDGE_ARGUMENT, 'a neighbour of the point is u[+1,0,0]')
    call refused('u[1,0,0', 'v', DRAWBRIDGE_ARGUMENT, 'more is expected')
    call frame%pointwise('u', 'u[0,0,0] + 1', stat=stat, errmsg=text)
    call check('the point itself may be written', stat == DRAWBRIDGE_OK, text)
    call drop('u v w')
  end subroutine

  subroutine refused(expression, field, code, words)
    character(*), intent(in) :: expression, field, words
    integer, intent(in) :: code
    text = ''
    call frame%pointwise(field, expression, stat=stat, errmsg=text)
    call expect_error(expression, stat, text, code, words)
  end subroutine
end program
