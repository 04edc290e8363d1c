subroutine broken(x)
  real(8), intent(inout) :: x
  x = x + 1
end subroutine
subroutine nonsense(x)
  real(8), intent(inout) :: x
  call broken(x, x, this is not Fortran)
end subroutine
