module species
  implicit none
  type range_t
    real(8) :: low, a(3)
  end type
  type species_t
    real(8) :: w
    integer :: n
    type(range_t) :: r(2)
    real(8), allocatable :: c(:)
  end type
  type(species_t), target :: spec(5)
  type(species_t), allocatable, target :: more(:)
  real(8), target :: numbers(4)
contains
  subroutine mix(x, m)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: m
    type(species_t), pointer :: sp
    type(range_t), pointer :: r
    real(8), pointer :: one
    integer :: k
    m = 0
    do k = 1, 5
      sp => spec(k)
      if (x(k) > 0.5d0) then
        r => sp%r(2)
      else
        r => spec(k)%r(1)
      end if
      m = m + x(k)*sp%w + r%low + sum(r%a) + sp%n + part(r) + r%a(2)
    end do
    one => numbers(2)
    sp => more(2)
    m = m + one*sp%w + sp%c(2) + half(one)
  end subroutine
  function part(r)
    type(range_t), intent(in) :: r
    real(8) :: part
    part = r%a(1)*r%low
  end function
  function half(x)
    real(8), intent(in) :: x
    real(8) :: half
    half = x/2
  end function
  subroutine changes(x)
    real(8), intent(in) :: x
    type(species_t), pointer :: sp
    sp => spec(2)
    sp%w = x
  end subroutine
  subroutine local(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8), target :: z
    real(8), pointer :: p
    p => z
    z = x
    y = p
  end subroutine
  subroutine hidden(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(species_t), pointer :: sp
    sp => spec(1)
    associate (w => sp%w)
      sp => spec(2)
      y = w*x
    end associate
  end subroutine
  subroutine outer_one(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(species_t), pointer :: sp
    sp => spec(1)
    y = x
    associate (w => sp%w)
      call moves()
      y = y + w
    end associate
  contains
    subroutine moves()
      sp => spec(3)
    end subroutine
  end subroutine
end module
