! A point that calls xerbla, prints or stops ends with an error, where the owner says so.
subroutine ends(x, y, n)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(in) :: n
  if (n < 0) then
    call xerbla('ENDS  ', n)
    return
  end if
  if (n > 9) stop 'too large'
  if (n == 2) print *, 'two'
  y = sqrt(abs(x)) + n
end subroutine
