! Views over the species in an array for each species: the same bits as from one array of all, in any order of calls, of arrays and
! of stripes; and what is refused.
program species_arrays
  use testing
  use drawbridge
  implicit none
  integer, parameter :: nx = 9, ny = 6, nz = 5, interior(6) = [2, 8, 2, 5, 3, 4], ns = 3
  character(*), parameter :: set = 'eosThermalAndViscousProperties'
  real(wp), target :: T(nx, ny, nz), P(nx, ny, nz), Y(nx, ny, nz, ns), pair(2, nx, ny, nz), Y3(nx, ny, nz)
  real(wp), target :: out(nx, ny, nz, 2), D(nx, ny, nz, ns), D2(nx, ny, nz)
  real(wp) :: out_whole(nx, ny, nz, 2), D_whole(nx, ny, nz, ns)
  character(600) :: errmsg
  integer :: stat, blocks(2) = [1000, 7], i

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  call random_number(T)
  call random_number(P)
  call random_number(Y)
  T = 300 + 1200*T
  P = 1e5_wp + 1e7_wp*P
  do i = 1, ns
    Y(:, :, :, i) = Y(:, :, :, i) + 0.1_wp
  end do
  D(:, :, :, 1) = sum(Y, 4)
  do i = 1, ns
    Y(:, :, :, i) = Y(:, :, :, i)/D(:, :, :, 1)
  end do
  Y3 = Y(:, :, :, 3)
  pair(1, :, :, :) = nan(1.0_wp)
  pair(2, :, :, :) = Y(:, :, :, 2)
  do i = 1, size(blocks)
    call set_environment('DRAWBRIDGE_OVERLAP', merge('on ', 'off', i == 1))
    call same_bits(blocks(i))
    call closing(blocks(i))
    call partial_densities(blocks(i))
  end do
  call renewed()
  call refused()
  call failing()
  call finish('species_arrays')

contains

  subroutine start(frame, plan, collection, max_block)
    type(frame_t), intent(inout) :: frame
    type(plan_t), intent(inout) :: plan
    character(*), intent(in) :: collection
    integer, intent(in), optional :: max_block
    integer :: points
    points = 1000
    if (present(max_block)) points = max_block
    call frame%initialize(species=['CH4 ', 'H2O ', 'O2  '], max_block=points, log='off')
    call plan%create(frame, collection, shape(T), interior)
    out = nan(1.0_wp)
    D = nan(1.0_wp)
    D2 = nan(1.0_wp)
  end subroutine

  subroutine outcome(what)
    character(*), intent(in) :: what
    call check(what, stat == 0, errmsg)
  end subroutine

  logical function same(a, b)
    real(wp), intent(in) :: a(:, :, :, :), b(:, :, :, :)
    same = all(a == b .or. is_nan(a) .and. is_nan(b))
  end function

  subroutine same_bits(max_block)
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    type(plan_t) :: plan
    call start(frame, plan, set, max_block)
    call connect(plan)
    call plan%read('Yi', Y, 1)
    call plan%write('Di', D, 1)
    call plan%run(stat, errmsg)
    call outcome('one array of all species')
    out_whole = out
    D_whole = D
    call check('the interior is written', count(.not. is_nan(out_whole)) == 2*56 .and. count(.not. is_nan(D_whole)) == 3*56)
    call frame%finalize()

    call start(frame, plan, set, max_block)
    call plan%read('Yi(O2)', Y3)                              ! in any order, by name or number
    call connect(plan)
    call plan%read('yi( h2o )', pair, 2, order='var,i,j,k', stat=stat, errmsg=errmsg)
    call expect_error('names of views keep their case', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, "did you mean 'Yi'")
    call plan%read('Yi( h2o )', pair, 2, order='var,i,j,k')
    call plan%read('Yi(1)', Y, 1)
    call plan%write('Di(2)', D2)                              ! of outputs, some are enough
    call plan%run(stat, errmsg)
    call outcome('an array for each species')
    call check('the same bits', same(out, out_whole))
    call check('the same bits of one Di', same(reshape(D2, [nx, ny, nz, 1]), D_whole(:, :, :, 2:2)))
    call frame%finalize()
  end subroutine

  subroutine connect(plan)
    type(plan_t), intent(inout) :: plan
    call plan%read('T', T)
    call plan%read('P', P)
    call plan%write('rho', out, 1)
    call plan%write('mu', out, 2)
  end subroutine

  ! All fractions but the last.
  subroutine closing(max_block)
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    type(plan_t) :: plan
    call start(frame, plan, set//'(T, P, closing=last)', max_block)
    call connect(plan)
    call plan%read('Yi', Y, 1)
    call plan%run(stat, errmsg)
    call outcome('all but the last in one array')
    out_whole = out
    call frame%finalize()
    call start(frame, plan, set//'(T, P, closing=last)', max_block)
    call connect(plan)
    call plan%read('Yi(O2)', Y3, stat=stat, errmsg=errmsg)
    call expect_error('the last closes the sum', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'O2 closes the sum and is not read')
    call plan%read('Yi(CH4)', Y, 1)
    call plan%read('Yi(H2O)', Y, 2)
    call plan%run(stat, errmsg)
    call outcome('all but the last in arrays of their own')
    call check('the same bits, closing', same(out, out_whole))
    call frame%finalize()
  end subroutine

  ! Partial densities in g/cm3.
  subroutine partial_densities(max_block)
    integer, intent(in) :: max_block
    type(frame_t) :: frame
    type(plan_t) :: plan
    integer :: k
    do k = 1, 2
      call start(frame, plan, set//'(rhoi, T)', max_block)
      call plan%read('T', T)
      if (k == 1) call plan%read('rhoi', Y, 1, scale=16.0_wp)
      if (k == 2) call plan%read('rhoi(1)', Y, 1, scale=16.0_wp)
      if (k == 2) call plan%read('rhoi(2)', Y, 2, scale=16.0_wp)
      if (k == 2) call plan%read('rhoi(3)', Y3, scale=16.0_wp)
      call plan%write('P', out, 1)
      call plan%write('mu', out, 2)
      call plan%run(stat, errmsg)
      call outcome('partial densities')
      if (k == 1) out_whole = out
      call frame%finalize()
    end do
    call check('the same bits, partial densities', same(out, out_whole) .and. count(.not. is_nan(out)) == 2*56)
  end subroutine

  subroutine all_species(plan)
    type(plan_t), intent(inout) :: plan
    call connect(plan)
    call plan%read('Yi(1)', Y, 1)
    call plan%read('Yi(2)', Y, 2)
    call plan%read('Yi(3)', Y3)
  end subroutine

  ! The array of a species is renewed.
  subroutine renewed()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: moved(:, :, :)
    call start(frame, plan, set)
    call all_species(plan)
    call plan%run()
    out_whole = out
    out = nan(1.0_wp)
    allocate (moved, source=Y3)
    call plan%bind('Yi(3)', moved)
    Y3 = nan(1.0_wp)
    call plan%run(stat, errmsg)
    Y3 = moved
    call outcome('bind of a species')
    call check('the same bits after bind', same(out, out_whole))
    call plan%bind('Yi', Y, stat=stat, errmsg=errmsg)
    call expect_error('bind of all', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, "'Yi' was never read or written")
    deallocate (moved)
    call plan%run(stat, errmsg)
    call expect_error('an array that is gone', stat, errmsg, DRAWBRIDGE_STALE_ARRAY, 'the array of Yi(3)')
    call frame%finalize()
  end subroutine

  subroutine refused()
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), target :: small(nx, ny, nz - 1)
    call start(frame, plan, set)
    call connect(plan)
    call try(plan, 'Yi(CH3)', 'no species ''CH3''; did you mean ''CH4''? Species are CH4 H2O O2')
    call try(plan, 'Yi(4)', 'species 4, and the Frame has 3')
    call try(plan, 'Yi(0)', 'species 0, and the Frame has 3')
    call try(plan, 'T(CH4)', 'T is one number of a point; species in parentheses follow views over the species: Yi Di')
    call try(plan, 'Yi(', 'is not an input')
    call plan%read('Yi(CH4)', Y, 1)
    call try(plan, 'Yi(1)', 'input Yi(1) is given twice')
    call try(plan, 'Yi', 'input Yi is given as Yi(1) too')
    call plan%read('Yi(3)', small, stat=stat, errmsg=errmsg)
    call expect_error('another shape', stat, errmsg, DRAWBRIDGE_SHAPE, 'input Yi(3): the array is')
    call plan%read('Yi(3)', Y3, scale=2.0_wp, stat=stat, errmsg=errmsg)
    call expect_error('a scale of fractions', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'fractions have no unit')
    call plan%run(stat, errmsg)
    call expect_error('species are missing', stat, errmsg, DRAWBRIDGE_ORDER, 'no array was given for input Yi(2) Yi(3)')
    call plan%write('Di(1)', D, 1)
    call plan%write('Di(2)', D, 1, stat=stat, errmsg=errmsg)
    call expect_error('two outputs in one place', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'outputs Di(1) and Di(2)')
    call plan%read('Yi(2)', Y, 2, resident=.true., stat=stat, errmsg=errmsg)
    call expect_error('resident', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'does not stay on the device')
    call plan%create(frame, set//'(rhoi, T)', shape(T), interior)
    call plan%read('rhoi(1)', Y, 1, scale=2.0_wp)
    call plan%read('rhoi(2)', Y, 2, scale=3.0_wp, stat=stat, errmsg=errmsg)
    call expect_error('two scales', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'rhoi(2) has another scale or offset than rhoi(1)')
    call frame%finalize()
    call frame%initialize(ns=2, log='off')
    call frame%species_data([0.016_wp, 0.032_wp], [190.0_wp, 154.0_wp], [4.6e6_wp, 5.0e6_wp], [0.01_wp, 0.02_wp], &
      [1000.0_wp, 1000.0_wp], reshape([3.5_wp, (0.0_wp, i=1, 6), 3.5_wp, (0.0_wp, i=1, 6)], [7, 2]), &
      reshape([3.5_wp, (0.0_wp, i=1, 6), 3.5_wp, (0.0_wp, i=1, 6)], [7, 2]))
    call plan%create(frame, 'preosdensity', shape(T), interior)
    call plan%read('Yi(CH4)', Y, 1, stat=stat, errmsg=errmsg)
    call expect_error('species without names', stat, errmsg, DRAWBRIDGE_UNKNOWN_NAME, 'give a number from 1 to 2')
    call frame%finalize()
  end subroutine

  subroutine try(plan, name, words)
    type(plan_t), intent(inout) :: plan
    character(*), intent(in) :: name, words
    call plan%read(name, Y, 1, stat=stat, errmsg=errmsg)
    call check('refused: '//name, stat /= 0 .and. index(errmsg, words) > 0, errmsg)
  end subroutine

  ! A message about a point that fails knows all species.
  subroutine failing()
    type(frame_t) :: frame
    type(plan_t) :: plan
    call set_environment('DRAWBRIDGE_CHECK', 'strict')
    Y3(3, 3, 3) = Y3(3, 3, 3) + 0.5_wp
    call start(frame, plan, set)
    call all_species(plan)
    call plan%run(stat, errmsg)
    call expect_error('a sum that is not 1', stat, errmsg, DRAWBRIDGE_BAD_VALUE, 'Yi sums to 1.5')
    call frame%finalize()
  end subroutine
end program
