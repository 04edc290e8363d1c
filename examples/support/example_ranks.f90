!> One process, for programs that are compiled without MPI. mpi/example_ranks.f90 has the same names for any number of ranks.
module example_ranks
  use drawbridge, only: frame_t, domain_t
  use example_parts, only: part_of, faces
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: rank, ranks, begin_ranks, end_ranks, part_of, collect, faces
  integer, protected :: rank = 0, ranks = 1
  interface collect
    module procedure collect_2, collect_3
  end interface

contains

  subroutine begin_ranks(frame)
    type(frame_t), intent(inout) :: frame
    call frame%initialize()
  end subroutine

  subroutine end_ranks()
  end subroutine

  !> The whole grid, on every rank, of the parts that ranks have.
  subroutine collect_2(domain, part, whole)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: part(:, :)
    real(wp), intent(inout) :: whole(:, :)
    whole(domain%first(1):, domain%first(2):) = part
  end subroutine

  subroutine collect_3(domain, part, whole)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: part(:, :, :)
    real(wp), intent(inout) :: whole(:, :, :)
    whole(domain%first(1):, domain%first(2):, domain%first(3):) = part
  end subroutine
end module
