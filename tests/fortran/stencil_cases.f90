! Fields of the tests of stencils: random values on both sides, in either precision, and the judge.
module stencil_cases
  use testing
  use drawbridge
  use reference_stencils
  use, intrinsic :: iso_fortran_env, only: sp => real32
  implicit none
  private
  public :: frame, single, made, dims_of, make, put, judge, judge_whole, variants_of, only_variant, tried, untouched, alike, &
      fetched, drop

  type(frame_t) :: frame
  logical :: single = .false.  ! float fields
  integer :: dims_of = 3       ! 2-D or 3-D
  integer :: made = 0          ! launches that were judged
  integer :: tried = 0         ! variants that operators had
  character(20) :: only_variant = ' ' ! names that begin so; blank: all

contains

  ! The names of all variants of an operator on these fields, as the refusal of an unknown one lists them.
  function variants_of(operator, reads, writes, numbers, options) result(names)
    character(*), intent(in) :: operator, reads, writes, options
    real(wp), intent(in) :: numbers(:)
    character(40), allocatable :: names(:)
    type(sequence_t) :: step
    character(4000) :: message
    integer :: stat, a, b
    names = [character(40) ::]
    call step%create(frame, 'variants')
    call step%apply(operator, reads, writes, numbers, trim(options)//' variant=?', stat=stat, errmsg=message)
    call step%destroy()
    if (stat /= DRAWBRIDGE_UNKNOWN_NAME) return
    a = index(message, 'variants are ') + 13
    do while (a <= len_trim(message))
      b = a + index(message(a:)//' ', ' ') - 2
      if (index(message(a:b), trim(only_variant)) == 1) tried = tried + 1
      if (index(message(a:b), trim(only_variant)) == 1) names = [character(40) :: names, message(a:b)]
      a = b + 2
    end do
  end function

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
  subroutine judge_whole(what, name, f, scale)
    character(*), intent(in) :: what, name
    type(field_t), intent(in) :: f
    real(wp), intent(in), optional :: scale
    real(wp), allocatable :: a(:, :, :)
    real(wp) :: allowed
    allowed = 4*tolerance()
    if (present(scale)) allowed = scale*allowed
    a = fetched(name, f)
    call check(label(what, f%n), all(abs(a - f%a) <= allowed .or. (is_nan(a) .and. is_nan(f%a))))
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

  ! Field u, halo and all, bit for bit as after the first variant; its halo as it was.
  subroutine alike(what, first, u)
    character(*), intent(in) :: what
    logical, intent(in) :: first
    type(field_t), intent(in) :: u
    real(wp), allocatable, save :: before(:, :, :)
    real(wp), allocatable :: a(:, :, :)
    a = fetched('u', u)
    if (first) before = a
    call check(what//' gives the bits of the first variant', all(abs(a - before) <= 0))
    a(u%h(1) + 1:u%h(1) + u%n(1), u%h(2) + 1:u%h(2) + u%n(2), u%h(3) + 1:u%h(3) + u%n(3)) = u%a(1:u%n(1), 1:u%n(2), 1:u%n(3))
    call check(what//' leaves the halo', all(abs(a - u%a) <= 0))
  end subroutine

  ! Gives fields back, named with blanks between.
  subroutine drop(names)
    character(*), intent(in) :: names
    integer :: a, b
    a = 1
    do while (a <= len(names))
      b = index(names(a:)//' ', ' ') + a - 2
      call frame%destroy_field(names(a:b))
      a = b + 2
    end do
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
