! Fields of several components: operators, expressions, fills, swaps and copies of one component and of all. What does not fit
! is refused by name.
program field_components
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  implicit none
  integer :: stat
  character(400) :: text

  call frame%initialize(log='off')
  call components()
  call measured()
  call refused_names()
  call refused_counts()
  call frame%finalize()
  call finish('field_components')

contains

  ! Operators on one component and on all; expressions, numbers of a field, swaps.
  subroutine components()
    integer, parameter :: n(3) = [9, 8, 7], m = 3
    real(wp), target :: q(n(1), n(2), n(3), m + 2), back(n(1), n(2), n(3), m), one(n(1), n(2), n(3)), largest
    type(sequence_t) :: step
    integer :: c
    call random_number(q)
    call frame%create_field('w', n, halo=1, components=m)
    call frame%create_field('w2', n, halo=1, components=m)
    call frame%create_field('s', n, halo=1)
    call frame%upload('w', q, 3)
    call frame%upload('s', q, 1)
    call frame%download('w', back, 1)
    call check('components come back', all(back == q(:, :, :, 3:)))
    call frame%download('w(2)', one)
    call check('one of them', all(one == q(:, :, :, 4)))
    call step%create(frame, 'all')
    call step%apply('combine', 'w s', 'w2', [2.0_wp, 3.0_wp])
    call step%run()
    call frame%download('w2', back, 1)
    do c = 1, m
      call check('all components are combined with one field', &
          maxval(abs(back(:, :, :, c) - 2*q(:, :, :, c + 2) - 3*q(:, :, :, 1))) < 1e-14_wp)
    end do
    call frame%pointwise('w2(2)', 'w(1)*w(3) + s')
    call frame%download('w2', back, 1)
    call check('an expression of components', &
        maxval(abs(back(:, :, :, 2) - q(:, :, :, 3)*q(:, :, :, 5) - q(:, :, :, 1))) < 1e-14_wp)
    call check('the other components are as they were', &
        maxval(abs(back(:, :, :, 3) - 2*q(:, :, :, 5) - 3*q(:, :, :, 1))) < 1e-14_wp)
    call frame%pointwise('w2', '10*w')
    call frame%download('w2', back, 1)
    call check('an expression of whole fields', maxval(abs(back - 10*q(:, :, :, 3:))) < 1e-13_wp)
    call frame%reduce('max', 'w(3)', largest)
    call check('a reduction', largest == maxval(q(:, :, :, 5)))
    call step%create(frame, 'swap')
    call step%fill('w', 'all', 'periodic')
    call step%apply('laplacian', 'w', 'w2', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%swap('w', 'w2')
    call step%run()
    call frame%download('w', back, 1)
    one = q(:, :, :, 4)
    call check('a stencil on all, and a swap', &
        maxval(abs(back(:, :, :, 2) - (cshift(one, 1, 1) + cshift(one, -1, 1) + cshift(one, 1, 2) &
        + cshift(one, -1, 2) + cshift(one, 1, 3) + cshift(one, -1, 3) - 6*one))) < 1e-13_wp)
    call frame%create_field('alone', n, halo=1)
    call frame%upload('alone', back(:, :, :, 2))
    call step%create(frame, 'sweeps')
    call step%fill('alone', 'all', 'constant', value=0.0_wp)
    call step%fill('w', 'all', 'constant', value=0.0_wp)
    call step%apply('gauss_seidel', 's', 'alone', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%apply('gauss_seidel', 's', 'w(2)', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%run(times=2)
    call frame%download('alone', one)
    call frame%download('w', back, 1)
    call check('sweeps of one component', all(back(:, :, :, 2) == one) .and. any(one /= q(:, :, :, 4)))
    call step%destroy()
    call drop('alone w w2 s')
  end subroutine

  ! Sweeps of a field and of a component of the same shape, so large that variants are measured: the other components stay.
  subroutine measured()
    integer, parameter :: n = 48, m = 2
    real(wp), allocatable, target :: q(:, :, :, :), back(:, :, :, :), one(:, :, :)
    type(sequence_t) :: step
    allocate (q(n, n, n, m + 1), back(n, n, n, m), one(n, n, n))
    call random_number(q)
    call frame%create_field('f', [n, n, n])
    call frame%create_field('plain', [n, n, n])
    call frame%create_field('w', [n, n, n], components=m)
    call frame%upload('f', q, 3)
    call frame%upload('plain', q, 2)
    call frame%upload('w', q, 1)
    call step%create(frame, 'plain first')
    call step%apply('gauss_seidel', 'f', 'plain', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%apply('gauss_seidel', 'f', 'w(2)', [1.0_wp, 1.0_wp, 1.0_wp])
    call step%run(times=2)
    call frame%download('w', back, 1)
    call frame%download('plain', one)
    call check('a measured sweep of a component', all(back(:, :, :, 2) == one))
    call check('the other component is as it was', all(back(:, :, :, 1) == q(:, :, :, 1)))
    call step%destroy()
    call drop('f plain w')
  end subroutine

  ! Names of components where a whole field must stand, and the other way round.
  subroutine refused_names()
    integer, parameter :: n(3) = [6, 5, 4]
    real(wp), target :: q(n(1), n(2), n(3), 2)
    q = 0
    call frame%create_field('T', n)
    call frame%create_field('Y', n, components=5)
    call frame%create_field('u(1)', n, stat=stat, errmsg=text)
    call expect_error('a name with parentheses', stat, text, DRAWBRIDGE_ARGUMENT, 'parenthesis')
    call frame%create_field('u', n, components=0, stat=stat, errmsg=text)
    call expect_error('no components', stat, text, DRAWBRIDGE_ARGUMENT, 'components')
    call frame%download('Y(6)', q(:, :, :, 1), stat=stat, errmsg=text)
    call expect_error('a component that is not there', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'Y(1) to Y(5)')
    call frame%upload('Y', q, 1, stat=stat, errmsg=text)
    call expect_error('too few variables', stat, text, DRAWBRIDGE_SHAPE, 'variables 1 to 5')
    call frame%destroy_field('Y(1)', stat, text)
    call expect_error('a component destroyed', stat, text, DRAWBRIDGE_ARGUMENT, 'whole field Y')
    call frame%destroy_field('T(1)', stat, text)
    call expect_error('the component of a field of one', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'without parentheses')
    call drop('T Y')
  end subroutine

  ! Operators and expressions whose fields have different numbers of components.
  subroutine refused_counts()
    integer, parameter :: n(3) = [6, 5, 4]
    type(sequence_t) :: step
    call frame%create_field('Y', n, components=5)
    call frame%create_field('few', n, components=4)
    call frame%create_field('rho', n)
    call step%create(frame, 'wrong')
    call step%swap('Y(1)', 'Y(2)', stat, text)
    call expect_error('components swapped', stat, text, DRAWBRIDGE_ARGUMENT, 'cannot be swapped')
    call step%apply('combine', 'Y', 'rho', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('many components into one', stat, text, DRAWBRIDGE_SHAPE, 'name a component')
    call step%apply('combine', 'few', 'Y', [1.0_wp], stat=stat, errmsg=text)
    call expect_error('components of two counts', stat, text, DRAWBRIDGE_SHAPE, 'components')
    call frame%pointwise('Y', 'Y/(Y(1) + Y(2))', stat=stat, errmsg=text)
    call expect_error('a component read while the whole is written', stat, text, DRAWBRIDGE_ARGUMENT, 'component by component')
    call frame%pointwise('rho', '2*Y', stat=stat, errmsg=text)
    call expect_error('an expression of many components into one', stat, text, DRAWBRIDGE_SHAPE, 'name a component')
    call frame%pointwise('Y', '2*few', stat=stat, errmsg=text)
    call expect_error('an expression of another count', stat, text, DRAWBRIDGE_SHAPE, 'components')
    call frame%create_field('u', [20, 20], components=2)
    call frame%create_field('u2', [20, 20], components=2)
    call frame%create_field('v', [20, 20])
    call frame%create_field('v2', [20, 20])
    call step%apply('gray_scott', 'u v', 'u2 v2', [0.1_wp, 0.1_wp, 0.01_wp, 0.05_wp, 1.0_wp], stat=stat, errmsg=text)
    call expect_error('outputs of two counts', stat, text, DRAWBRIDGE_SHAPE, 'name a component')
  end subroutine
end program
