!> A rank's part of a grid.
module example_parts
  use drawbridge, only: domain_t
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: part_of, faces
  interface part_of
    module procedure part_of_2, part_of_3
  end interface

contains

  !> This rank's box of a grid.
  function part_of_2(domain, whole) result(part)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: whole(:, :)
    real(wp) :: part(domain%extents(1), domain%extents(2))
    associate (a => domain%first, b => domain%first + domain%extents - 1)
      part = whole(a(1):b(1), a(2):b(2))
    end associate
  end function

  function part_of_3(domain, whole) result(part)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: whole(:, :, :)
    real(wp) :: part(domain%extents(1), domain%extents(2), domain%extents(3))
    associate (a => domain%first, b => domain%first + domain%extents - 1)
      part = whole(a(1):b(1), a(2):b(2), a(3):b(3))
    end associate
  end function

  !> The faces along an axis that have no neighbour, for fill: 'x- x+', say.
  pure function faces(domain, axis)
    type(domain_t), intent(in) :: domain
    character, intent(in) :: axis
    character(:), allocatable :: faces
    faces = ''
    if (index(domain%edges, axis//'-') > 0) faces = axis//'-'
    if (index(domain%edges, axis//'+') > 0) faces = adjustl(faces//' '//axis//'+')
    faces = trim(faces)
  end function
end module
