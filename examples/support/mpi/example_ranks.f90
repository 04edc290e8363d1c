!> Any number of MPI ranks, each with its box of the grid. ../example_ranks.f90 has the same names for programs without MPI.
module example_ranks
  use mpi
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
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call frame%initialize(comm=MPI_COMM_WORLD)
  end subroutine

  subroutine end_ranks()
    integer :: ierr
    call MPI_Finalize(ierr)
  end subroutine

  !> The whole grid, on every rank, of the parts that ranks have. The bits of other ranks' points are 0 at first.
  subroutine collect_2(domain, part, whole)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: part(:, :)
    real(wp), intent(inout) :: whole(:, :)
    integer :: ierr
    whole = 0
    associate (a => domain%first, b => domain%first + domain%extents - 1)
      whole(a(1):b(1), a(2):b(2)) = part
    end associate
    call MPI_Allreduce(MPI_IN_PLACE, whole, size(whole), MPI_INTEGER8, MPI_BOR, MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine collect_3(domain, part, whole)
    type(domain_t), intent(in) :: domain
    real(wp), intent(in) :: part(:, :, :)
    real(wp), intent(inout) :: whole(:, :, :)
    integer :: ierr
    whole = 0
    associate (a => domain%first, b => domain%first + domain%extents - 1)
      whole(a(1):b(1), a(2):b(2), a(3):b(3)) = part
    end associate
    call MPI_Allreduce(MPI_IN_PLACE, whole, size(whole), MPI_INTEGER8, MPI_BOR, MPI_COMM_WORLD, ierr)
  end subroutine
end module
