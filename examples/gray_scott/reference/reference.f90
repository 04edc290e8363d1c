!> Statistics of Gray-Scott patterns from plain Fortran, for gray_scott to be judged by. Nothing of Drawbridge and nothing
!> of gray_scott.f90 is in here: own loops, own random numbers, own statistics.
!>
!>     gfortran -O3 -march=native reference.f90 -o reference && ./reference > ../reference.inc
!>
!> J. Pearson, Science 261 (1993) 189: u' = Du lap u - u v v + F (1 - u), v' = Dv lap v + u v v - (F + k) v; spacing 1, dt 1,
!> periodic. Start: u = 1, v = 0, and one square of 6 x 6 points with u = 0.5, v = 0.25 for every 32 x 32 points, anywhere.
program reference
  use, intrinsic :: iso_fortran_env, only: real64, int64, compiler_version
  implicit none
  real(real64), parameter :: du = 0.16d0, dv = 0.08d0, feed = 0.0545d0, kill = 0.062d0
  integer, parameter :: runs = 16, sizes(2) = [128, 256], steps(2) = [5000, 8000]
  character(*), parameter :: five = '(a, 4(es13.6, ", "), es13.6, a)'
  integer(int64) :: state
  real(real64) :: found(5, runs), middle(5), scatter(5)
  integer :: which, run
  print '(a)', '! Made by reference/reference.f90, whose head says how, with '//compiler_version()//'.'
  print '(a, i0, a)', '! Means and standard deviations over ', runs, ' random starts: mean of u, mean of v, root mean square of'
  print '(a)', '! the fluctuation of v, share of the points with v > 0.2, length of the pattern.'
  do which = 1, size(sizes)
    do run = 1, runs
      state = 1000*which + run
      call one_run(sizes(which), steps(which), found(:, run))
    end do
    middle = sum(found, 2)/runs
    scatter = [(sqrt(sum((found(run, :) - middle(run))**2)/(runs - 1)), run=1, 5)]
    print '(2(a, i0), a, i0, a)', 'type(statistics_t), parameter :: of_', sizes(which), ' = statistics_t(', sizes(which), ', ', &
      steps(which), ', &'
    print five, '  [', middle, '], &'
    print five, '  [', scatter, '])'
  end do

contains

  !> D. Lehmer's generator with the numbers of S. Park and K. Miller, Comm. ACM 31 (1988) 1192; 0 to n - 1.
  integer function random(n)
    integer, intent(in) :: n
    state = mod(16807*state, 2147483647_int64)
    random = int(n*(state/2147483647d0))
  end function

  subroutine one_run(n, steps, found)
    integer, intent(in) :: n, steps
    real(real64), intent(out) :: found(5)
    real(real64) :: u(n, n), v(n, n), next_u(n, n), next_v(n, n), reaction
    integer :: i, j, west, east, south, north, spot, step, corner(2)
    u = 1
    v = 0
    do spot = 1, (n/32)**2
      corner = [random(n), random(n)]
      do j = 0, 5
        do i = 0, 5
          u(1 + mod(corner(1) + i, n), 1 + mod(corner(2) + j, n)) = 0.5d0
          v(1 + mod(corner(1) + i, n), 1 + mod(corner(2) + j, n)) = 0.25d0
        end do
      end do
    end do
    do step = 1, steps
      do j = 1, n
        south = merge(n, j - 1, j == 1)
        north = merge(1, j + 1, j == n)
        do i = 1, n
          west = merge(n, i - 1, i == 1)
          east = merge(1, i + 1, i == n)
          reaction = u(i, j)*v(i, j)**2
          next_u(i, j) = u(i, j) + du*(u(west, j) + u(east, j) + u(i, south) + u(i, north) - 4*u(i, j)) &
            - reaction + feed*(1 - u(i, j))
          next_v(i, j) = v(i, j) + dv*(v(west, j) + v(east, j) + v(i, south) + v(i, north) - 4*v(i, j)) &
            + reaction - (feed + kill)*v(i, j)
        end do
      end do
      u = next_u
      v = next_v
    end do
    found(1) = sum(u)/n**2
    found(2) = sum(v)/n**2
    found(3) = sqrt(sum((v - found(2))**2)/n**2)
    found(4) = real(count(v > 0.2d0), real64)/n**2
    found(5) = 2*acos(-1d0)*found(3)/sqrt(sum((cshift(v, 1, 1) - v)**2 + (cshift(v, 1, 2) - v)**2)/n**2)
  end subroutine
end program
