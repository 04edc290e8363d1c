module shapes
  implicit none
  type, abstract :: root_t
    real(8) :: scale
    integer :: n
  contains
    procedure(face), deferred :: area
  end type
  type, extends(root_t) :: box_t
    integer :: m
    real(8) :: a(3)
    real(8), allocatable :: c(:)
  contains
    procedure :: area => box_area
    procedure :: grow
  end type
  type, extends(box_t) :: tall_t
    real(8) :: h
  end type
  abstract interface
    function face(this) result(r)
      import :: root_t
      class(root_t), intent(in) :: this
      real(8) :: r
    end function
  end interface
contains
  function box_area(this) result(r)
    class(box_t), intent(in) :: this
    real(8) :: r
    r = this%scale*this%a(1)*this%n + this%root_t%scale*this%m
    if (allocated(this%c)) r = r + this%c(2)
  end function
  subroutine grow(this, by)
    class(box_t), intent(inout) :: this
    real(8), intent(in) :: by
    this%scale = this%scale*by
    this%a = this%a + by
    this%m = this%m + this%n
  end subroutine
  function tall(t) result(r)
    type(tall_t), intent(in) :: t
    real(8) :: r
    r = t%h*t%scale + t%a(2) + t%box_t%a(1) + t%m + t%c(1)
  end function
  subroutine twice(this, r)
    class(box_t), intent(inout) :: this
    real(8), intent(out) :: r
    call grow(this, 2d0)
    r = box_area(this)
  end subroutine
  subroutine sets(this, other)
    class(tall_t), intent(inout) :: this
    type(tall_t), intent(in) :: other
    this%h = other%h + other%n
  end subroutine
  subroutine whole(this, other)
    class(root_t), intent(inout) :: this
    class(root_t), intent(in) :: other
    select type (this)
    type is (box_t)
      this%m = other%n
    end select
  end subroutine
  subroutine bound(this, r)
    class(box_t), intent(in) :: this
    real(8), intent(out) :: r
    r = this%area()
  end subroutine
  subroutine made(this)
    class(box_t), intent(out) :: this
    this%m = 1
  end subroutine
end module
module empties
  implicit none
  type, abstract :: nothing_t
  end type
  type, extends(nothing_t) :: something_t
    real(8) :: x
    integer :: n
  end type
contains
  function of_something(this) result(r)
    class(something_t), intent(in) :: this
    real(8) :: r
    r = this%x*this%n
  end function
end module
