! Sweeps of Gauss-Seidel between changes of the halo: a way to sweep that writes into a second memory of the field must notice each.
module stencil_halos
  use testing
  use drawbridge
  use reference_stencils
  use stencil_cases
  implicit none
  private
  public :: changing_halos

  integer, parameter :: h = 2 ! layers of u, w and o

contains

  ! Every variant, on fields u (swept) and w, with f on the right-hand side; o is uploaded and copied from. The plain loops follow.
  subroutine changing_halos(n)
    integer, intent(in) :: n(3)
    character(*), parameter :: changes(*) = [character(12) :: 'nothing', 'upload', 'thin upload', 'some faces', 'one layer', &
        'given', 'twice', 'copy', 'swap', 'nothing', 'interior', 'nothing']
    real(wp), parameter :: c(3) = [1.0_wp, 0.5_wp, 0.3_wp]
    type(field_t) :: u, w, o, f, now, beside ! the last two: what fields u and w hold
    type(sequence_t) :: sweep
    character(40), allocatable :: variants(:)
    integer :: v, i
    call make('u', n, h, 0.0_wp, u)
    call make('w', n, h, 2.0_wp, w)
    call make('o', n, h, 1.0_wp, o)
    call make('f', n, 0, -0.5_wp, f)
    variants = variants_of('gauss_seidel', 'f', 'u', c, '')
    do v = 1, size(variants)
      now = u
      beside = w
      call put('u', u, h)
      call put('w', w, h)
      call sweep%create(frame, 'sweep')
      call sweep%apply('gauss_seidel', 'f', 'u', c, 'variant='//variants(v))
      do i = 1, size(changes)
        call change(changes(i), o, now, beside)
        call relax(0, c, f, now)
        call relax(1, c, f, now)
        if (changes(i) == 'twice') then
          call relax(0, c, f, now)
          call relax(1, c, f, now)
        end if
        call sweep%run(times=merge(2, 1, changes(i) == 'twice'))
        call judge_whole('gauss_seidel '//trim(variants(v))//' after '//changes(i), 'u', now, 10.0_wp)
      end do
    end do
    call drop('u w o f')
  end subroutine

  ! One change of field u, on the device and here.
  subroutine change(what, o, now, beside)
    character(*), intent(in) :: what
    type(field_t), intent(in) :: o
    type(field_t), intent(inout) :: now, beside
    type(sequence_t) :: step
    type(field_t) :: before
    integer :: n(3)
    before = now
    n = now%n
    call step%create(frame, 'change')
    select case (what)
    case ('upload')
      now = o
      call put('u', o, h)
    case ('thin upload')
      now%a(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1) = o%a(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1)
      call put('u', o, 1)
    case ('interior')
      now%a(1:n(1), 1:n(2), 1:n(3)) = o%a(1:n(1), 1:n(2), 1:n(3))
      call put('u', o, 0)
    case ('some faces')
      now%a(-1:0, 1:n(2), 1:n(3)) = 7
      now%a(:, n(2) + 1:n(2) + 2, 1:n(3)) = 7
      call step%fill('u', 'x- y+', 'constant', value=7.0_wp)
    case ('one layer')
      now%a(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1) = 5
      now%a(1:n(1), 1:n(2), 1:n(3)) = before%a(1:n(1), 1:n(2), 1:n(3))
      call step%fill('u', 'all', 'constant', value=5.0_wp, layers=1)
    case ('given')
      now = o
      now%a(1:n(1), 1:n(2), 1:n(3)) = before%a(1:n(1), 1:n(2), 1:n(3))
      call step%fill('u', 'all', 'given', from='o')
    case ('copy')
      call copy(beside, now)
      call step%apply('copy', 'w', 'u')
    case ('swap')
      call swap(now, beside)
      call step%swap('u', 'w')
    end select
    call step%run()
    call step%destroy()
  end subroutine
end module
