! Components with first values: variables that are new get them, and are refused; others have those of the caller.
module m
 type inner
  real(8) :: z = 3
 end type
 type gas
  real(8) :: t = 300, p(2) = 1
  integer :: n = 2
  type(inner) :: i
 end type
 type(gas) :: air
 type holds
  type(gas) :: g
 end type
contains
subroutine reads(g, x)
 type(gas), intent(in) :: g
 real(8), intent(out) :: x
 x = g%t + g%p(2)*g%n + air%t + air%i%z
end subroutine
subroutine sets(g, x)
 type(gas), intent(inout) :: g
 real(8), intent(in) :: x
 g%t = x
 g%i%z = g%n
end subroutine
subroutine out(g, x)
 type(gas), intent(out) :: g
 real(8), intent(in) :: x
 g%t = x
end subroutine
subroutine loc(x)
 real(8), intent(inout) :: x
 type(gas) :: g
 x = g%t + x
end subroutine
subroutine loc2(x)
 real(8), intent(inout) :: x
 type(holds) :: h
 x = h%g%t + x
end subroutine
subroutine calls(x)
 real(8), intent(inout) :: x
 type(gas) :: g
 call out(g, x)
 x = x + 1
end subroutine
subroutine inblock(x)
 real(8), intent(inout) :: x
 block
  type(gas) :: g
  x = g%t
 end block
end subroutine
subroutine array(x)
 real(8), intent(inout) :: x
 type(gas) :: g(2)
 x = g(1)%t
end subroutine
subroutine whole(g, h)
 type(gas), intent(inout) :: g
 type(gas), intent(in) :: h
 g = h
end subroutine
end module
