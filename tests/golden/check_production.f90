!> Judge the owner's source of drawbridge bench ported on the golden states that it is made for (all k_ij zero), and against the
!> textbook routine on states between them: check_production golden.txt
program check_production
  use golden_states
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use reference_peng_robinson, only: reference_initialize, reference_preosthermalproperties
  use production_peng_robinson, only: production_initialize, production_thermal
  implicit none
  character(5), parameter :: names(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', 'hT', &
                                          'Z', 'W']
  type(golden_state), allocatable :: states(:)
  type(golden_tally) :: tally
  character(500) :: path
  real(wp) :: q(13), textbook(13), worst(13), f
  integer :: k, i, j, used
  call get_command_argument(1, path)
  call golden_read(trim(path), states)
  used = 0
  worst = 0
  do k = 1, size(states)
    associate (s => states(k))
      if (any(abs(s%kij) > 0) .or. s%alpha_signed .or. s%nasa_clip .or. s%equation /= 'pr' .or. s%translation /= 'none') cycle
      used = used + 1
      call production_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high)
      call reference_initialize(s%ns, s%W, s%Tc, s%Pc, s%omega, s%kij, s%Tmid, s%low, s%high)
      q = production(s%T, s%P, s%Y)
      do i = 1, size(q)
        call golden_judge(tally, s, trim(names(i)), q(i))
      end do
      do j = 1, 20 ! gases around it
        f = 0.9_wp + 0.01_wp*j
        q = production(600*f + s%T, 1e5_wp*j, s%Y)
        call reference_preosthermalproperties(600*f + s%T, 1e5_wp*j, s%Y, textbook(1), textbook(2), textbook(3), textbook(4), &
                                              textbook(5), textbook(6), textbook(7), textbook(8), textbook(9), textbook(10), &
                                              textbook(11), textbook(12), textbook(13))
        worst = max(worst, abs(q - textbook)/abs(textbook))
      end do
    end associate
  end do
  call golden_report(tally, 'production routine')
  print '(a,i0,a,13(es8.1))', 'states used: ', used, '; farthest from the textbook: ', worst
  if (used < 50 .or. tally%failures > 0) stop 1
  if (maxval(worst, mask=[(all(names(i) /= ['h ', 'e ', 'hP']), i=1, 13)]) > 1e-11_wp) stop 2 ! differences that cancel apart

contains

  function production(T, P, Y) result(q)
    real(wp), intent(in) :: T, P, Y(:)
    real(wp) :: q(13)
    call production_thermal(T, P, Y, q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), q(10), q(11), q(12), q(13))
  end function
end program
