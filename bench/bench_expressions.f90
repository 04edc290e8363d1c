! Expressions and reductions on one host core, beside plain Fortran loops (gfortran -O3 -march=native). One JSON line for each expression, shape and
! precision. Plain loops and expressions take turns; the time of each is the shortest of all rounds, which other users of the
! machine disturb least. A round repeats the call until it has computed about 100,000 points.
!
!   bench_expressions [rounds=40] [only=1|..|11] [precision=float|double] [shape=16|29|48|128|512] [halo=1]
!
! entry_ns: the time of one such entry on fields of one point, which is what lists and the way into the kernel cost.
! apart: the greatest difference between the two results. halo: of the field that is written; the fields that are read have 1.
program bench_expressions
  use bench_support
  use plain_expressions
  use drawbridge
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  integer, parameter :: shapes(3, 5) = reshape([16, 16, 16, 29, 29, 29, 48, 48, 48, 128, 128, 128, 512, 512, 16], [3, 5])
  character(1), parameter :: names(7) = ['z', 'a', 'b', 'c', 'd', 'e', 'f']
  character(24), parameter :: titles(11) = [character(24) :: 'a*b + c', 'a + b*c - d/e', 'a + dt*(k*c - a*b**2)', &
                                           'sqrt(a*a + b*b)*exp(-c)', 'merge(a, b, a > 0)', 'a*b + c*d + e*f', &
                                           'fluxes through 6 faces', 'sum', 'dot', 'norm2', 'max']
  character(*), parameter :: fluxes = 'd[+1,0,0]*(a[+1,0,0] - a) - d*(a - a[-1,0,0])'// &
                             ' + e[0,+1,0]*(a[0,+1,0] - a) - e*(a - a[0,-1,0]) + f[0,0,+1]*(a[0,0,+1] - a) - f*(a - a[0,0,-1])'
  character(160), parameter :: texts(11) = [character(160) :: titles(:6), fluxes, titles(8:)]
  real(wp), parameter :: dt = 0.1_wp, k = 0.3_wp
  real(wp) :: entry = 0
  type(frame_t) :: frame
  integer :: rounds = 40, only = 0, row = 0, halo = 1, s, p, e
  character(6) :: kind = ' ', precision

  call arguments_are('bench_expressions', 'rounds=40 only=1..11 precision=float|double shape=16|29|48|128|512 halo=1')
  call given('rounds', rounds, least=1)
  call given('only', only, least=1, greatest=11)
  call given('shape', row, least=1)
  call given('halo', halo, least=0, greatest=8)
  call given('precision', kind)
  if (all(kind /= [character(6) :: ' ', 'float', 'double'])) call misfit('precision='//kind)
  if (row > 0 .and. all(shapes(1, :) /= row)) call misfit('shape', 'shape is 16, 29, 48, 128 or 512')
  call no_others()
  call frame%initialize(log='off')
  call measure_entry()
  do p = 1, 2
    precision = merge('double', 'float ', p == 1)
    if (kind /= ' ' .and. kind /= precision) cycle
    do s = 1, size(shapes, 2)
      if (row > 0 .and. shapes(1, s) /= row) cycle
      if (p == 1) call of_shape_double(shapes(:, s))
      if (p == 2) call of_shape_float(shapes(:, s))
    end do
  end do
  call frame%finalize()

contains

  subroutine measure_entry()
    type(sequence_t) :: step
    integer(int64) :: begin
    integer :: i
    do i = 1, 4
      call frame%create_field(names(i), [1, 1, 1], halo=1)
    end do
    call step%create(frame, 'entry')
    call step%pointwise('z', texts(1))
    entry = huge(entry)
    do i = 1, 50
      begin = now()
      call step%run(times=100)
      entry = min(entry, since(begin)/100)
    end do
    call step%destroy()
    do i = 1, 4
      call frame%destroy_field(names(i))
    end do
  end subroutine

  subroutine of_shape_double(n)
    integer, parameter :: rk = wp
    include 'expressions_of_shape.inc'
  end subroutine

  subroutine of_shape_float(n)
    integer, parameter :: rk = sp
    include 'expressions_of_shape.inc'
  end subroutine
end program
