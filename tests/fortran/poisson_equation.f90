! Poisson's equation on grids of any extents: few cycles, the residual by plain loops, and an error of second order.
program poisson_equation
  use testing
  use drawbridge
  implicit none
  type(frame_t) :: frame
  real(wp), parameter :: pi = acos(-1.0_wp)
  character(9), parameter :: boundaries(3) = ['dirichlet', 'neumann  ', 'periodic ']
  integer :: b

  call frame%initialize()
  do b = 1, 3
    call order(boundaries(b))
    call solve([125, 125, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
    call solve([64, 48, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
    call solve([13, 200, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
    call solve([3, 97, 1], [0.1_wp, 0.1_wp, 0.0_wp], boundaries(b))
    call solve([2, 2, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
    call solve([100, 90, 1], [1.0_wp, 0.2_wp, 0.0_wp], boundaries(b)) ! cells that are long along x
    call solve([25, 25, 25], [1.0_wp, 1.0_wp, 1.0_wp], boundaries(b))
    call solve([37, 5, 18], [1.0_wp, 1.0_wp, 1.0_wp], boundaries(b))
    call solve([20, 21, 3], [1.0_wp, 0.3_wp, 1.0_wp], boundaries(b))
    if (boundaries(b) == 'dirichlet') cycle
    call solve([64, 1, 1], [1.0_wp, 1.0_wp, 0.0_wp], boundaries(b))
    call solve([1, 33, 1], [1.0_wp, 1.0_wp, 1.0_wp], boundaries(b))
  end do
  call frame%finalize()
  call finish('poisson_equation')

contains

  ! A random right-hand side. A spacing of 0 along z: a field of two dimensions.
  subroutine solve(n, spacing, boundary)
    integer, intent(in) :: n(3)
    real(wp), intent(in) :: spacing(3)
    character(*), intent(in) :: boundary
    integer, parameter :: place(3) = [4, -7, 3] ! in some global grid
    real(wp), target, allocatable :: f(:, :, :), u(:, :, :)
    real(wp) :: history(51)
    integer :: dims, cycles, stat
    character(200) :: text, title
    dims = merge(3, 2, spacing(3) > 0)
    allocate (f(n(1), n(2), n(3)), u(n(1), n(2), n(3)))
    call random_number(f)
    if (boundary /= 'dirichlet') f = f - sum(f)/size(f)
    u = nan(u)
    call frame%create_field('u', n(:dims), halo=2, first=place(:dims))
    call frame%create_field('f', n(:dims), halo=0, first=place(:dims))
    if (dims == 3) call frame%upload('f', f)
    if (dims == 2) call frame%upload('f', f(:, :, 1))
    call frame%poisson('u', 'f', spacing(:dims), trim(boundary), cycles=cycles, history=history, stat=stat, errmsg=text)
    write (title, '(a,3(1x,i0),1x,a,3es8.1)') 'poisson', n, trim(boundary)//',', spacing
    call check(title, stat == DRAWBRIDGE_OK, text)
    if (dims == 3) call frame%download('u', u)
    if (dims == 2) call frame%download('u', u(:, :, 1))
    write (text, '(i0,a,es9.2)') cycles, ' cycles, residual', norm2(f - laplacian(u, spacing, boundary))/norm2(f)
    call check(trim(title)//' takes few cycles', cycles <= 16, text)
    call check(trim(title)//' by plain loops', norm2(f - laplacian(u, spacing, boundary)) <= 1.01e-10_wp*norm2(f), text)
    call frame%destroy_field('u')
    call frame%destroy_field('f')
  end subroutine

  ! In plain loops, with a layer of cells beyond each face.
  function laplacian(u, spacing, boundary) result(l)
    real(wp), intent(in) :: u(:, :, :), spacing(3)
    character(*), intent(in) :: boundary
    real(wp) :: l(size(u, 1), size(u, 2), size(u, 3)), w(0:size(u, 1) + 1, 0:size(u, 2) + 1, 0:size(u, 3) + 1), c(3)
    integer :: n(3), s
    n = shape(u)
    c = 0
    where (spacing > 0) c = 1/spacing**2
    w = 0
    w(1:n(1), 1:n(2), 1:n(3)) = u
    select case (boundary)
    case ('periodic')
      w(0, :, :) = w(n(1), :, :);  w(n(1) + 1, :, :) = w(1, :, :)
      w(:, 0, :) = w(:, n(2), :);  w(:, n(2) + 1, :) = w(:, 1, :)
      w(:, :, 0) = w(:, :, n(3));  w(:, :, n(3) + 1) = w(:, :, 1)
    case default
      s = merge(-1, 1, boundary == 'dirichlet') ! the sign of the cell beyond a face
      w(0, :, :) = s*w(1, :, :);  w(n(1) + 1, :, :) = s*w(n(1), :, :)
      w(:, 0, :) = s*w(:, 1, :);  w(:, n(2) + 1, :) = s*w(:, n(2), :)
      w(:, :, 0) = s*w(:, :, 1);  w(:, :, n(3) + 1) = s*w(:, :, n(3))
    end select
    associate (m => w(1:n(1), 1:n(2), 1:n(3)))
      l = c(1)*(w(:n(1) - 1, 1:n(2), 1:n(3)) - 2*m + w(2:, 1:n(2), 1:n(3))) + c(2)*(w(1:n(1), :n(2) - 1, 1:n(3)) - 2*m &
        + w(1:n(1), 2:, 1:n(3))) + c(3)*(w(1:n(1), 1:n(2), :n(3) - 1) - 2*m + w(1:n(1), 1:n(2), 2:))
    end associate
  end function

  ! Cells; solutions that fit the boundary. The error must fall by 4 when the cells are halved.
  subroutine order(boundary)
    character(*), intent(in) :: boundary
    real(wp) :: error(2), rate
    character(60) :: detail
    error = [poisson_error(boundary, 16), poisson_error(boundary, 32)]
    rate = log(error(1)/error(2))/log(2.0_wp)
    write (detail, '(a,f6.2)') 'measured order', rate
    call check('poisson, '//boundary//', is of second order', abs(rate - 2) < 0.1_wp, detail)
  end subroutine

  real(wp) function poisson_error(boundary, n) result(error)
    character(*), intent(in) :: boundary
    integer, intent(in) :: n
    real(wp), target :: u(n, n, n), f(n, n, n), exact(n, n, n)
    real(wp) :: x(n), w(n), history(51)
    integer :: i, j, k, cycles
    character(60) :: detail
    x = [((i - 0.5_wp)/n, i=1, n)]
    select case (boundary)
    case ('dirichlet')
      w = sin(pi*x)
    case ('neumann')
      w = cos(pi*x)
    case default
      w = sin(2*pi*x)
    end select
    do k = 1, n
      do j = 1, n
        do i = 1, n
          exact(i, j, k) = w(i)*w(j)*w(k)
        end do
      end do
    end do
    f = -3*merge(4*pi**2, pi**2, boundary == 'periodic')*exact
    u = 0
    call frame%create_field('u', [n, n, n], halo=1)
    call frame%create_field('f', [n, n, n], halo=0)
    call frame%upload('f', f)
    call frame%poisson('u', 'f', [1.0_wp, 1.0_wp, 1.0_wp]/n, boundary=boundary, cycles=cycles, history=history)
    call frame%download('u', u)
    u = u - merge(sum(u)/size(u), 0.0_wp, boundary /= 'dirichlet')
    error = maxval(abs(u - exact))
    write (detail, '(i0,a,es9.2)') cycles, ' cycles to', history(cycles + 1)
    call check('poisson, '//boundary//', takes few cycles', cycles <= 20 .and. history(cycles + 1) <= 1e-10_wp, detail)
    call frame%destroy_field('u')
    call frame%destroy_field('f')
  end function

end program
