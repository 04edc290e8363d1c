! Plans whose kernels work on the host's arrays where they are give bitwise what plans give that copy, halos
! included: several threads, stripes of any size, rows of any length, outputs over inputs. What must be copied
! is copied: several components over an input, arrays that lie askew in one memory.
program in_place
  use, intrinsic :: iso_c_binding, only: c_int, c_char, c_null_char
  use testing
  use drawbridge
  implicit none
  integer, parameter :: ns = 5, nvar = 13, T = 1, P = 2, Y = 3, rho = 8, e = 9, mu = 10, flag = 13
  character(3), parameter :: species(ns) = ['CH4', 'O2 ', 'CO2', 'H2O', 'N2 ']
  integer, parameter :: rows(7) = [1, 2, 5, 15, 16, 17, 41], ny = 7, nz = 6
  integer :: i, halo
  interface
    integer(c_int) function setenv(name, value, overwrite) bind(c)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int), value :: overwrite
    end function
  end interface

  do halo = 0, 2
    do i = 1, size(rows)
      call compare(rows(i), 'iteration')
      call compare(rows(i), 'thermal')
      call compare(rows(i), 'flags')
      call compare(rows(i), 'transport')
      call compare(rows(i), 'askew')
    end do
  end do
  call finish('in_place')

contains

  subroutine compare(mx, what)
    integer, intent(in) :: mx
    character(*), intent(in) :: what
    real(wp), allocatable :: truth(:), answer(:)
    character(80) :: text
    integer :: points, threads
    points = mx*ny*nz
    call run(truth, mx, what, 'off', points, 1)
    write (text, '(2a,2(i0,a))') what, ', rows of ', mx, ', halo ', halo, ': '
    call check(trim(text)//' computed', count(.not. is_nan(truth)) >= points*(ns + 6))
    do threads = 1, 3, 2
      call run(answer, mx, what, 'on', points, threads)
      call check(trim(text)//' whole', identical(answer, truth))
      if (what == 'askew') cycle                           ! stripes would read what earlier ones wrote
      call run(answer, mx, what, 'on', 37, threads)
      call check(trim(text)//' in stripes', identical(answer, truth))
    end do
  end subroutine

  subroutine run(memory, mx, what, overlap, max_block, threads)
    real(wp), allocatable, target, intent(out) :: memory(:)
    integer, intent(in) :: mx, max_block, threads
    character(*), intent(in) :: what, overlap
    real(wp), pointer, contiguous :: q(:, :, :, :), askew(:, :, :, :)
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: nx, m(3), inner(6), step
    if (setenv('DRAWBRIDGE_OVERLAP'//c_null_char, overlap//c_null_char, 1_c_int) /= 0) stop 1
    nx = mx + 2*halo
    m = [nx, ny + 2*halo, nz + 2*halo]
    inner = [halo + 1, halo + mx, halo + 1, halo + ny, halo + 1, halo + nz]
    allocate (memory(product(m)*nvar + nx))
    memory = nan(1.0_wp)
    q(1:m(1), 1:m(2), 1:m(3), 1:nvar) => memory(:product(m)*nvar)
    askew(1:m(1), 1:m(2), 1:m(3), 1:nvar) => memory(nx + 1:)
    call fill(q(inner(1):inner(2), inner(3):inner(4), inner(5):inner(6), :))
    call frame%initialize(species=species, max_block=max_block, threads=threads, log='off')
    select case (what)
    case ('iteration')                                     ! T from its own guess, P over e
      call plan%create(frame, 'preoscalctpfromrhoe', m, inner)
      call plan%read('rho', q, rho)
      call plan%read('e', q, e)
      call plan%read('Yi', q, Y)
      call plan%read('T', q, T)
      call plan%write('T', q, T)
      call plan%write('P', q, e)
    case ('thermal', 'flags', 'askew')
      call plan%create(frame, 'preosthermalproperties', m, inner)
      call plan%read('T', q, T)
      call plan%read('P', q, P)
      call plan%read('Yi', q, Y)
      if (what == 'flags') call plan%write('flag', q, flag)
      if (what == 'askew') call plan%write('rho', askew, P)  ! a row further on than P
      if (what /= 'askew') call plan%write('cp', q, T)
      if (what /= 'askew') call plan%write('rho', q, Y + 1)
    case ('transport')                                     ! Di over Yi
      call plan%create(frame, 'preosviscousfluxproperties', m, inner)
      call plan%read('T', q, T)
      call plan%read('P', q, P)
      call plan%read('Yi', q, Y)
      call plan%write('mu', q, mu)
      call plan%write('Di', q, Y)
    end select
    do step = 1, merge(2, 1, what == 'iteration')
      call plan%run()
    end do
    call frame%finalize()
  end subroutine

  ! Two points are corrupt.
  subroutine fill(q)
    real(wp), intent(out) :: q(:, :, :, :)
    integer :: i, j, k, n
    do k = 1, size(q, 3)
      do j = 1, size(q, 2)
        do i = 1, size(q, 1)
          q(i, j, k, T) = 300 + 11*i + 7*j + 3*k
          q(i, j, k, P) = 1e5_wp*(1 + 3*j)
          q(i, j, k, Y:Y + ns - 1) = [(1.01_wp + sin(2.0_wp*n*k + i), n=1, ns)]
          q(i, j, k, Y:Y + ns - 1) = q(i, j, k, Y:Y + ns - 1)/sum(q(i, j, k, Y:Y + ns - 1))
          q(i, j, k, rho) = 1 + 0.1_wp*i
          q(i, j, k, e) = 1e5_wp*k
          q(i, j, k, mu:) = i + 10*j
        end do
      end do
    end do
    q(1, 2, 3, T) = -1
    q(size(q, 1), ny, nz, Y) = 7
  end subroutine

  logical function identical(a, b)
    real(wp), intent(in) :: a(:), b(:)
    identical = all((a == b) .or. (is_nan(a) .and. is_nan(b)))
  end function
end program
