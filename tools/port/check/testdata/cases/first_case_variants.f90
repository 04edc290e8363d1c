! CASEs in other forms: a negative bound, a CASE that is split over lines, a named construct, a label in front of CASE.
subroutine ranges(k, r)
  integer, intent(in) :: k
  integer, intent(out) :: r
  pick: select case (mod(k, 20))
  case (-5: &
      -1) pick
    r = 1
  ca&
  &se (: -6)
    r = 2
  case (11, 13:15) pick
    r = 3
  case default
    r = 4
  end select pick
end subroutine
