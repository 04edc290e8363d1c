! Fields of the tests of stencils: random values on both sides, in either precision, and the judge.
module stencil_cases
  use testing
  use drawbridge
  use reference_stencils
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  private
  public :: frame, single, made, dims_of, make, put, judge, judge_whole, variants, untouched

  type(frame_t) :: frame
  logical :: single = .false.  ! float fields
  integer :: dims_of = 3       ! 2-D or 3-D
  integer :: made = 0          ! launches that were judged
  ! Every way in which a kernel may be run; what a device or an operator does not have is refused by name.
  character(20), parameter :: variants(*) = [character(20) :: 'tiled:4', 'tiled:16', 'tiled:64', 'streaming:4', 'streaming:16', &
      'streaming:64', 'fused', 'two_passes', 'one_colour', 'tiles', 'point:32', 'point:64', 'point:256', 'quad:32', 'quad:64', &
      'window:4:32', 'window:8:32', 'window:16:32', 'window:4:128', 'window:8:128', 'window:16:128', 'window_point:16:64', &
      'march:8:32:1', 'march:16:32:1', 'march:64:32:1', 'march:8:64:1', 'march:8:32:2', 'march:16:32:2', 'march:64:32:2', &
      'march:8:64:2', 'march:8:32:4', 'march:16:32:4', 'march:64:32:4', 'march:8:64:4', 'march_point:32:64:1', &
      'strips:64', 'strips:128', 'strips:256']

contains

  ! A field of random numbers between lo and lo+1, its halo included, here and on the device.
  subroutine make(name, n, halo, lo, f)
    character(*), intent(in) :: name
    integer, intent(in) :: n(3), halo
    real(wp), intent(in) :: lo
    type(field_t), intent(out) :: f
    f%n = n
    f%h = halo
    if (dims_of == 2) f%h(3) = 0
    allocate (f%a(1 - f%h(1):n(1) + f%h(1), 1 - f%h(2):n(2) + f%h(2), 1 - f%h(3):n(3) + f%h(3)))
    call random_number(f%a)
    f%a = f%a + lo
    if (single) f%a = real(real(f%a, sp), wp)
    call frame%create_field(name, n(:dims_of), halo=halo, precision=merge('float ', 'double', single))
    call put(name, f, halo)
  end subroutine

  ! Uploads a field with its halo.
  subroutine put(name, f, layers)
    character(*), intent(in) :: name
    type(field_t), intent(in) :: f
    integer, intent(in) :: layers
    real(wp), allocatable, target :: a(:, :, :)
    real(sp), allocatable, target :: b(:, :, :)
    if (single) then
      b = real(f%a, sp)
      call frame%upload(name, b, interior=inside(f), layers=layers)
    else
      a = f%a
      call frame%upload(name, a, interior=inside(f), layers=layers)
    end if
  end subroutine

  function inside(f)
    type(field_t), intent(in) :: f
    integer :: inside(6), a
    inside = [(f%h(a) + 1, f%h(a) + f%n(a), a=1, 3)]
  end function

  ! The whole field as the device has it.
  function fetched(name, f) result(a)
    character(*), intent(in) :: name
    type(field_t), intent(in) :: f
    real(wp), allocatable, target :: a(:, :, :)
    real(sp), allocatable, target :: b(:, :, :)
    allocate (a(size(f%a, 1), size(f%a, 2), size(f%a, 3)), b(size(f%a, 1), size(f%a, 2), size(f%a, 3)))
    a = nan(1.0_wp)
    b = real(a, sp)
    if (single) then
      call frame%download(name, b, interior=inside(f), layers=f%h(1))
      a = real(b, wp)
    else
      call frame%download(name, a, interior=inside(f), layers=f%h(1))
    end if
  end function

  ! Field `name`, whose form is like, must hold `expected` in its interior.
  subroutine judge(what, name, like, expected, scale)
    character(*), intent(in) :: what, name
    type(field_t), intent(in) :: like
    real(wp), intent(in) :: expected(:, :, :), scale
    real(wp), allocatable :: a(:, :, :)
    integer :: o(3)
    real(wp) :: worst
    character(80) :: detail
    a = fetched(name, like)
    o = like%h
    associate (inner => a(o(1) + 1:o(1) + like%n(1), o(2) + 1:o(2) + like%n(2), o(3) + 1:o(3) + like%n(3)))
      worst = maxval(abs(inner - expected))
      if (any(is_nan(inner) .neqv. is_nan(expected))) worst = huge(worst)
    end associate
    write (detail, '(a,es10.2,a,es10.2)') 'apart by', worst, ', allowed', tolerance()*scale
    call check(label(what, like%n), worst <= tolerance()*scale, detail)
    made = made + 1
  end subroutine

  ! Field `name` must hold what f holds, in its halo too; a NaN where f has one.
  subroutine judge_whole(what, name, f)
    character(*), intent(in) :: what, name
    type(field_t), intent(in) :: f
    real(wp), allocatable :: a(:, :, :)
    a = fetched(name, f)
    call check(label(what, f%n), all(abs(a - f%a) <= 4*tolerance() .or. (is_nan(a) .and. is_nan(f%a))))
    made = made + 1
  end subroutine

  ! The halo of an output was NaN and must still be.
  subroutine untouched(what, name, like)
    character(*), intent(in) :: what, name
    type(field_t), intent(in) :: like
    real(wp), allocatable :: a(:, :, :)
    a = fetched(name, like)
    call check(label(what//': the halo of the output is left alone', like%n), count(.not. is_nan(a)) == product(like%n))
  end subroutine

  real(wp) function tolerance()
    tolerance = merge(4e-7_wp, 1e-15_wp, single)
  end function

  function label(what, n) result(text)
    character(*), intent(in) :: what
    integer, intent(in) :: n(3)
    character(:), allocatable :: text
    character(60) :: form
    write (form, '(a,i0,2(a,i0))') merge(' float  ', ' double ', single), n(1), ' x ', n(2), ' x ', n(3)
    text = what//trim(form)
  end function
end module
