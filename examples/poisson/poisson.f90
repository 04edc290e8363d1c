!> Poisson's equation, laplacian(u) = f, by geometric multigrid on fields that live on the device.
!>
!>     poisson                         128 x 128 x 64 cells to a residual of 1e-10
!>     mpirun -n 4 poisson cells=64    --help lists the keys
!>
!> Cells of the box 1 x 1 x 0.5, u = 0 on its faces. f is made from a known u (the manufactured solution), so that
!> the error of the second-order scheme is known on every grid.
program poisson
  use drawbridge
  use example_ranks
  use example_support
  implicit none
  integer  :: cells = 128                              ! in x and y; z has half
  real(wp) :: tolerance = 1e-10_wp                     ! norm2(f - laplacian(u)) at most this times norm2(f)
  character(256) :: output = 'poisson.h5', history = 'poisson_history.h5'   ! none: not written
  namelist /poisson_inputs/ cells, tolerance, output, history
  character(90), parameter :: usage(6) = [character(90) :: 'usage: poisson [KEY=VALUE ...]', &
    '  cells      cells in x and y, z has half: a multiple of 8 from 64 to 1024 (128)', &
    '  tolerance  residual that is reached, relative to f, 1e-12 to 1e-3 (1e-10)', &
    '  output     snapshot with the solution and its error, or none (poisson.h5)', &
    '  history    snapshot with the residual of every cycle, or none (poisson_history.h5)', &
    'exit code: 0 all checks passed, 1 a check failed, 2 wrong input']

  integer, parameter  :: most_cycles = 40
  real(wp), parameter :: lengths(3) = [1.0_wp, 1.0_wp, 0.5_wp], steepness(3) = [2.0_wp, -1.0_wp, 3.0_wp]
  type(frame_t) :: frame
  real(wp), allocatable :: u(:, :, :), answer(:, :, :)
  real(wp) :: error(3), residuals(0:most_cycles)
  integer  :: grid, cycles

  call read_inputs()
  call begin_ranks(frame)
  speaks = rank == 0
  call compare_with_key()
  do grid = 1, 3
    call solve(cells/2**(3 - grid), error(grid))
  end do
  call frame%finalize()
  call end_ranks()
  call check_between('order of convergence, the coarser two grids', log(error(1)/error(2))/log(2.0_wp), 1.9_wp, 2.1_wp)
  call check_between('order of convergence, the finer two grids', log(error(2)/error(3))/log(2.0_wp), 1.95_wp, 2.05_wp)
  call check('reduction of the residual by a cycle, finest grid', (residuals(cycles)/residuals(0))**(1.0_wp/cycles), 0.2_wp)
  call tell_bits('the solution', [u])
  if (history /= 'none' .and. rank == 0) call write_history()
  if (output /= 'none' .and. rank == 0) call write_solution()
  call verdict('poisson')

contains

  subroutine read_inputs()
    character(:), allocatable :: text
    character(200) :: message
    integer :: i, status
    do i = 1, command_argument_count()
      text = argument_group(i, 'poisson_inputs', usage, 'output history')
      read (text, nml=poisson_inputs, iostat=status, iomsg=message)
      if (status /= 0) call refuse_argument(i, message)
    end do
    if (cells < 64 .or. cells > 1024 .or. mod(cells, 8) /= 0) call refuse('cells: a multiple of 8 from 64 to 1024 is expected')
    if (.not. (tolerance >= 1e-12_wp .and. tolerance <= 1e-3_wp)) call refuse('tolerance: 1e-12 to 1e-3 is expected')
  end subroutine

  function extents(n)
    integer, intent(in) :: n
    integer :: extents(3)
    extents = [n, n, n/2]
  end function

  !> On a grid with n cells across: cycles and residuals of the run stay in the program's variables. error: the root
  !> mean square of the difference from the manufactured solution, relative to that of the solution.
  subroutine solve(n, error)
    integer, intent(in) :: n
    real(wp), intent(out) :: error
    real(wp), allocatable :: f(:, :, :)
    character(40) :: on
    write (on, '(a, i0, a)') ', ', n, ' cells across'
    call manufactured(n, answer, f)
    call multigrid(f, tolerance, u)
    error = norm2(u - answer)/norm2(answer)
    call check('residual by plain Fortran loops'//on, norm2(f - laplacian(u))/norm2(f), 1.01_wp*tolerance)
    if (speaks) print '(2x, i0, a, i0, a, es9.2, a)', n, ' cells across: ', cycles, ' cycles, relative error', error, &
      ' (root mean square)'
  end subroutine

  subroutine multigrid(f, tolerance, u)
    real(wp), intent(in) :: f(:, :, :), tolerance
    real(wp), allocatable, intent(out) :: u(:, :, :)
    real(wp), allocatable, target :: part(:, :, :)
    type(domain_t) :: domain
    allocate (u, mold=f)
    call domain%create(frame, shape(f))
    call domain%create_field('u', halo=1)
    call domain%create_field('f', halo=1)
    part = part_of(domain, f)
    call frame%upload('f', part)
    call frame%poisson('u', 'f', lengths/shape(f), 'dirichlet', tolerance, most_cycles, cycles, residuals)
    call frame%download('u', part)
    call collect(domain, part, u)
    call frame%destroy_field('u')
    call frame%destroy_field('f')
    call domain%destroy()
  end subroutine

  !> The answer key: the same equations of a small grid solved by conjugate gradients, without Drawbridge.
  subroutine compare_with_key()
    integer, parameter :: small = 32
    real(wp), allocatable :: f(:, :, :), key(:, :, :)
    call manufactured(small, answer, f)
    call multigrid(f, 1e-12_wp, u)
    key = conjugate_gradients(f)
    call check('plain Fortran conjugate gradients, 32 cells across', largest(u - key)/largest(key), 1e-10_wp)
  end subroutine

  !> u = product over the axes of t (1 - t) exp(a t), t = x/length, and its laplacian, at the cells' centres.
  subroutine manufactured(n, u, f)
    integer, intent(in) :: n
    real(wp), allocatable, intent(out) :: u(:, :, :), f(:, :, :)
    real(wp) :: v(n, 3), w(n, 3), t                        ! the factors of an axis and their second derivatives
    integer  :: cells(3), axis, i, j, k
    cells = extents(n)
    allocate (u(cells(1), cells(2), cells(3)), f(cells(1), cells(2), cells(3)))
    do axis = 1, 3
      associate (a => steepness(axis))
        do i = 1, cells(axis)
          t = (i - 0.5_wp)/cells(axis)
          v(i, axis) = t*(1 - t)*exp(a*t)
          w(i, axis) = (a**2*t*(1 - t) + 2*a*(1 - 2*t) - 2)*exp(a*t)/lengths(axis)**2
        end do
      end associate
    end do
    do k = 1, cells(3)
      do j = 1, cells(2)
        do i = 1, cells(1)
          u(i, j, k) = v(i, 1)*v(j, 2)*v(k, 3)
          f(i, j, k) = w(i, 1)*v(j, 2)*v(k, 3) + v(i, 1)*w(j, 2)*v(k, 3) + v(i, 1)*v(j, 2)*w(k, 3)
        end do
      end do
    end do
  end subroutine

  !> The largest value; NaN where anything is no number.
  pure real(wp) function largest(a)
    real(wp), intent(in) :: a(:, :, :)
    largest = maxval(abs(a)) + 0*sum(a)
  end function

  !> In plain loops, with u = 0 on the faces: the cell beyond a face holds -u.
  function laplacian(u) result(l)
    real(wp), intent(in) :: u(:, :, :)
    real(wp) :: l(size(u, 1), size(u, 2), size(u, 3)), c(3)
    real(wp), allocatable :: w(:, :, :)
    integer :: nx, ny, nz, i, j, k
    nx = size(u, 1); ny = size(u, 2); nz = size(u, 3)
    c = (shape(u)/lengths)**2
    allocate (w(0:nx + 1, 0:ny + 1, 0:nz + 1), source=0.0_wp)
    w(1:nx, 1:ny, 1:nz) = u
    w(0, :, :) = -w(1, :, :);  w(nx + 1, :, :) = -w(nx, :, :)
    w(:, 0, :) = -w(:, 1, :);  w(:, ny + 1, :) = -w(:, ny, :)
    w(:, :, 0) = -w(:, :, 1);  w(:, :, nz + 1) = -w(:, :, nz)
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          l(i, j, k) = c(1)*(w(i - 1, j, k) + w(i + 1, j, k)) + c(2)*(w(i, j - 1, k) + w(i, j + 1, k)) &
            + c(3)*(w(i, j, k - 1) + w(i, j, k + 1)) - 2*sum(c)*w(i, j, k)
        end do
      end do
    end do
  end function

  !> M. Hestenes, E. Stiefel, J. Res. Natl. Bur. Stand. 49 (1952) 409, for -laplacian, which is positive definite.
  function conjugate_gradients(f) result(u)
    real(wp), intent(in) :: f(:, :, :)
    real(wp), dimension(size(f, 1), size(f, 2), size(f, 3)) :: u, r, p, a
    real(wp) :: old, new, along
    integer  :: step
    u = 0
    r = -f
    p = r
    new = sum(r**2)
    do step = 1, 1000
      if (new <= 1e-28_wp*sum(f**2)) exit
      a = -laplacian(p)
      along = new/sum(p*a)
      u = u + along*p
      r = r - along*a
      old = new
      new = sum(r**2)
      p = r + new/old*p
    end do
  end function

  subroutine write_history()
    type(snapshot_t) :: snap
    real(wp) :: values(cycles + 1, 1, 1)
    values(:, 1, 1) = log10(residuals(:cycles))
    call snap%create(trim(history), shape(values), [-0.5_wp, 0.0_wp, 0.0_wp], [1.0_wp, 1.0_wp, 1.0_wp], 0.0_wp, cycles, &
      case_name='residual relative to f after each V-cycle')
    call snap%note('axis_x', 'V-cycles')
    call snap%write('log10_residual', values)
    call snap%close()
    print '(2a)', '  wrote ', trim(history)
  end subroutine

  subroutine write_solution()
    type(snapshot_t) :: snap
    call snap%create(trim(output), shape(u), [0.0_wp, 0.0_wp, 0.0_wp], lengths/shape(u), 0.0_wp, cycles, case_name='poisson')
    call snap%write('u', u)
    call snap%write('error', u - answer)
    call snap%close()
    print '(2a)', '  wrote ', trim(output)
  end subroutine
end program
