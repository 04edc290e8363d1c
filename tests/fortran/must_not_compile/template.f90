! run.sh puts one call in the place of the mark, and asks a compiler.
module blocks
  implicit none
  type block_t
    real(8) :: q(8, 8, 8, 3), p(8, 8, 8)
  end type
end module
subroutine host(explicit, block)
  use drawbridge
  use blocks
  implicit none
  type(frame_t) :: frame
  type(plan_t) :: plan
  type(block_t), intent(inout), target :: block
  real(8), target :: explicit(8, 8, 8, 3)
  real(8), target :: q(8, 8, 8, 3), p(8, 8, 8)
  real(8), allocatable, target :: lazy(:, :, :, :), lazy3(:, :, :)
  real(8), pointer :: points(:, :, :, :), points3(:, :, :)
  real(8) :: moves(8, 8, 8, 3), moves3(8, 8, 8)
  real(8), allocatable :: lazy_moves(:, :, :, :)
  type(block_t) :: moving
@@
end subroutine
