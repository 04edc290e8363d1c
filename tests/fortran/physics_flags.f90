! Notes of the view flag as a user meets them through plans: a note about an output is said only where that output is computed,
! and the bracket of the search for T is the one that the page of flags states.
program physics_flags
  use testing
  use drawbridge
  implicit none
  type(frame_t) :: frame
  real(wp), target :: q(1, 1, 1, 5), answer(1, 1, 1, 4)

  call frame%initialize(species=['H2', 'O2'], max_block=8)
  call transport()
  call bracket()
  call frame%finalize()
  call finish('physics_flags')

contains

  ! Oxygen with a little hydrogen at 75 K: Takahashi's factor falls below the floor.
  subroutine transport()
    q(1, 1, 1, :) = [75.0_wp, 2.5e6_wp, 0.005_wp, 0.995_wp, 0.0_wp]
    call run('preosviscousproperties', 'T P', 'mu')
    call check('diffusion_floored is not said where nobody asks for Di', .not. said(DRAWBRIDGE_FLAG_DIFFUSION_FLOORED))
    call check('outside_chung is said of cold oxygen', said(DRAWBRIDGE_FLAG_OUTSIDE_CHUNG))
    call run('preosviscousproperties', 'T P', 'Di')
    call check('diffusion_floored is said where Di is asked for', said(DRAWBRIDGE_FLAG_DIFFUSION_FLOORED))
    call run('preosrhohfromtpprop', 'T P', 'rho')
    call check('outside_chung is not said of a density', .not. said(DRAWBRIDGE_FLAG_OUTSIDE_CHUNG))
  end subroutine

  ! 10 to 5000 K: temperatures within are found, those beyond are said to be none.
  subroutine bracket()
    real(wp), parameter :: temperatures(4) = [10.5_wp, 4950.0_wp, 9.5_wp, 5050.0_wp]
    integer :: i
    do i = 1, size(temperatures)
      q(1, 1, 1, :) = [temperatures(i), 1e3_wp, 0.0_wp, 1.0_wp, 0.0_wp]
      call run('preosthermalproperties', 'T P', 'h')
      q(1, 1, 1, 5) = answer(1, 1, 1, 1)
      call run('preoscalctfromhp', 'h P', 'T')
      if (i <= 2) then
        call check('a temperature within the bracket is found', abs(answer(1, 1, 1, 1)/temperatures(i) - 1) < 1e-10_wp .and. &
                   .not. said(DRAWBRIDGE_FLAG_NO_TEMPERATURE))
      else
        call check('a temperature beyond the bracket is none', said(DRAWBRIDGE_FLAG_NO_TEMPERATURE) .and. &
                   is_nan(answer(1, 1, 1, 1)))
      end if
    end do
  end subroutine

  logical function said(bit)
    integer, intent(in) :: bit
    said = btest(int(answer(1, 1, 1, 4)), bit)
  end function

  subroutine run(collection, inputs, output)
    character(*), intent(in) :: collection, inputs, output
    type(plan_t) :: plan
    answer = nan(1.0_wp)
    call plan%create(frame, collection, shape(q), [1, 1, 1, 1, 1, 1])
    if (inputs == 'T P') call plan%read('T', q, 1)
    if (inputs == 'h P') call plan%read('h', q, 5)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write(output, answer, 1)
    call plan%write('flag', answer, 4)
    call plan%run()
    call plan%destroy()
  end subroutine
end program
