! DRAWBRIDGE_CHECK=strict: the first bad point is named as the host's array counts it, with what was read there.
program strict
  use testing
  use drawbridge
  implicit none
  real(wp), target :: q(20, 6, 7, 5), props(20, 6, 7, 2)
  integer, parameter :: interior(6) = [3, 18, 2, 5, 4, 6]
  integer :: stat, k
  character(600) :: errmsg

  call by_plan(.false.)
  call by_plan(.true.)
  call by_legacy_calls()
  call by_what_a_collection_wrote()
  call no_result_to_fetch()
  call views_after_a_plan('strict')
  call views_after_a_plan('flag')
  call finish('strict')

contains

  subroutine good_values()
    q(:, :, :, 1) = 300
    q(:, :, :, 2) = 1e6_wp
    q(:, :, :, 3) = 0.25_wp
    q(:, :, :, 4) = 0.75_wp
    props = 7
  end subroutine

  subroutine by_plan(resident)
    logical, intent(in) :: resident
    type(frame_t) :: frame
    type(plan_t) :: plan
    do k = 1, 3
      call good_values()
      call frame%initialize(species=['O2 ', 'CH4'], max_block=50, check='strict')
      call plan%create(frame, 'preosrhohfromtpprop', shape(q), interior)
      call plan%read('T', q, 1, resident=resident)
      call plan%read('P', q, 2)
      call plan%read('Yi', q, 3)
      call plan%write('rho', props, 1)
      if (k == 1) q(17, 5, 6, 1) = -3 ! of the last stripe
      if (k == 2) q(4, 3, 5, 3:4) = [1.5_wp, -0.45_wp]
      if (k == 3) q(3, 2, 4, 2) = nan(1.0_wp)
      q(1, 1, 1, 1) = 0 ! values of the halo are not judged
      call plan%run(stat, errmsg)
      if (k == 1) call expect('last stripe', 'point (17,5,6) of the array is flagged bad_temperature: T = -3, '// &
          'P = 1e+06, Yi sums to 1')
      if (k == 2) call expect('species', 'point (4,3,5) of the array is flagged bad_composition: T = 300, P = 1e+06, '// &
          'Yi sums to 1.05, the least is -0.45 (species 2 CH4)')
      if (k == 3) call expect('the first point', 'point (3,2,4) of the array is flagged bad_pressure: T = 300, P = NaN')
      call frame%finalize()
    end do
  end subroutine

  ! A result that stays on the device is fetched after a run that went well, and refused after one that failed.
  subroutine no_result_to_fetch()
    type(frame_t) :: frame
    type(plan_t) :: plan
    call good_values()
    call frame%initialize(species=['O2 ', 'CH4'], max_block=50, check='strict')
    call plan%create(frame, 'preosrhohfromtpprop', shape(q), interior)
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1, resident=.true.)
    call plan%run()
    q(17, 5, 6, 1) = -3
    call plan%run(stat)
    call check('the run fails', stat /= 0)
    call plan%fetch('rho', stat, errmsg)
    call check('what a failed run left is not fetched', stat == DRAWBRIDGE_ORDER .and. index(errmsg, 'rho failed') > 0, errmsg)
    call check('the array is as before', all(props <= 7) .and. all(props >= 7))
    q(17, 5, 6, 1) = 300
    call plan%run()
    call plan%fetch('rho', stat, errmsg)
    call check('a good run is fetched again', stat == 0 .and. props(17, 5, 6, 1) > 7, errmsg)
    call frame%finalize()
  end subroutine

  subroutine by_legacy_calls()
    type(frame_t) :: frame
    external :: frame_tvproperties_preosrhohfromtpprop
    call good_values()
    q(9, 4, 5, 1) = 0
    call frame%initialize(species=['O2 ', 'CH4'], max_block=100, check='strict')
    call stripe('T', 1, 1)
    call stripe('P', 2, 2)
    call stripe('Yi', 3, 4)
    call execute(frame_tvproperties_preosrhohfromtpprop)
    call expect('legacy', 'point (9,4,5) of the array is flagged bad_temperature: T = 0')
    call frame%finalize()
  end subroutine

  ! After a plan the views of its names hold no values: neither those of the plan nor older ones.
  subroutine views_after_a_plan(how)
    character(*), intent(in) :: how
    type(frame_t) :: frame
    type(plan_t) :: plan
    external :: frame_tvproperties_preosrhohfromtpprop
    call good_values()
    call frame%initialize(species=['O2 ', 'CH4'], max_block=100, check=how)
    call plan%create(frame, 'preosrhohfromtpprop', shape(q), interior)
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    call plan%write('rho', props, 1)
    do k = 1, 2
      call stripe('T', 1, 1)
      call stripe('P', 2, 2)
      call stripe('Yi', 3, 4)
      call execute(frame_tvproperties_preosrhohfromtpprop)
      call check('views that were filled are read', stat == 0, errmsg)
      call plan%run()
      call execute(frame_tvproperties_preosrhohfromtpprop)
      call expect_error('a plan leaves no values in views', stat, errmsg, DRAWBRIDGE_ORDER, &
        'input T: 80 points are asked, 0 hold values; input P: 80 points are asked, 0 hold values; input Yi: 80')
    end do
    call frame%finalize()
  end subroutine

  ! T was given for other points first; then a collection writes it for these, and the next reads it.
  subroutine by_what_a_collection_wrote()
    type(frame_t) :: frame
    external :: frame_tvproperties_preosrhohfromtpprop, frame_tvproperties_preoscalctfromhp
    call good_values()
    q(:, :, :, 5) = 1e5_wp
    q(9, 4, 5, 2) = -1
    call frame%initialize(species=['O2 ', 'CH4'], max_block=100, check='strict')
    call stripe('T', 1, 1, 1)
    call stripe('h', 5, 5)
    call stripe('P', 2, 2)
    call stripe('Yi', 3, 4)
    call execute(frame_tvproperties_preoscalctfromhp)
    call expect('an answer is not what was read', 'point (9,4,5) of the array is flagged bad_pressure: h = 100000, P = -1, '// &
        'Yi sums to 1, the least is 0.25 (species 1 O2) (')
    call execute(frame_tvproperties_preosrhohfromtpprop)
    call expect('a view lies where its collection''s inputs were', 'point (9,4,5) of the array is flagged')
    call frame%finalize()
  end subroutine

  ! 80 interior points, from the 71st on
  subroutine stripe(name, first, last, start)
    character(*), intent(in) :: name
    integer, intent(in) :: first, last
    integer, intent(in), optional :: start
    integer :: begin
    external :: frame_castles_populateinputstripe
    begin = 71
    if (present(start)) begin = start
    call frame_castles_populateinputstripe(name//char(0), q, %VAL(20), %VAL(6), %VAL(7), %VAL(3), %VAL(18), %VAL(2), &
        %VAL(5), %VAL(4), %VAL(6), %VAL(first), %VAL(last), %VAL(begin), %VAL(begin + 79))
  end subroutine

  ! The legacy face has no stat: the policy is `return` (of the test's environment).
  subroutine execute(collection)
    external :: collection, frame_status, frame_message
    call collection(%VAL(80))
    call frame_status(stat)
    call frame_message(errmsg, %VAL(len(errmsg)))
  end subroutine

  subroutine expect(what, part)
    character(*), intent(in) :: what, part
    call expect_error(what, stat, errmsg, DRAWBRIDGE_BAD_VALUE, part)
    call check(what//': nothing of its stripe is written', props(4, 3, 5, 1) == 7 .or. k == 1)
  end subroutine
end program
