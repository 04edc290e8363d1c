! The same answer whatever the stripe, the halo, the order of the points, the layout, the threads.
program invariance
  use testing
  use drawbridge
  implicit none
  integer, parameter :: m = 12, ns = 5
  character(5), parameter :: outputs(13) = [character(5) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', &
      'hP', 'hT', 'Z', 'W']
  real(wp) :: truth(m, m, m, 13), answer(m, m, m, 13)
  integer :: i

  call run(truth, halo=0, max_block=m**3, reversed=.false.)
  call check('the truth is numbers', .not. any(is_nan(truth)))
  do i = 1, 5
    call run(answer, halo=i, max_block=m**3, reversed=.false.)
    call compare('halo')
  end do
  do i = 1, 40, 3
    call run(answer, halo=2, max_block=i, reversed=.false.)
    call compare('stripe')
  end do
  call run(answer, halo=2, max_block=1000, reversed=.true.)
  call compare('order of points')
  call run(answer, halo=2, max_block=1000, reversed=.false., layout='right')
  call compare('layout right')
  call run(answer, halo=2, max_block=1000, reversed=.true., layout='right', threads=2)
  call compare('layout right, two threads')
  do i = 1, 5
    call run(answer, halo=1, max_block=m**3, reversed=.false., threads=i)
    call compare('threads')
  end do
  call run(answer, halo=3, max_block=500, reversed=.false., device='memcheck')
  call compare('memcheck')
  call finish('invariance')

contains

  subroutine run(answer, halo, max_block, reversed, layout, threads, device)
    real(wp), intent(out) :: answer(m, m, m, 13)
    integer, intent(in) :: halo, max_block
    logical, intent(in) :: reversed
    character(*), intent(in), optional :: layout, device
    integer, intent(in), optional :: threads
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp), allocatable, target :: q(:, :, :, :), props(:, :, :, :)
    integer :: i, a, b, step
    a = halo + 1
    b = halo + m
    step = merge(-1, 1, reversed)
    allocate (q(m + 2*halo, m + 2*halo, m + 2*halo, ns + 2), props(m + 2*halo, m + 2*halo, m + 2*halo, 13))
    q = nan(1.0_wp)
    props = nan(1.0_wp)
    call states(q(a:b, a:b, a:b, :))
    if (reversed) q(a:b, a:b, a:b, :) = q(b:a:-1, b:a:-1, b:a:-1, :)
    call frame%initialize(species=['CH4', 'O2 ', 'CO2', 'H2O', 'N2 '], max_block=max_block, layout=layout, threads=threads, &
        device=device)
    call plan%create(frame, 'preosthermalproperties', shape(q), [a, b, a, b, a, b])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), props, i)
    end do
    call plan%run()
    call frame%finalize()
    answer = props(a:b, a:b, a:b, :)
    if (reversed) answer = answer(m:1:-1, m:1:-1, m:1:-1, :)
    call check('the halo stays NaN', count(.not. is_nan(props)) == 13*m**3)
  end subroutine

  subroutine states(q)
    real(wp), intent(out) :: q(m, m, m, ns + 2)
    integer :: i, j, k, n
    do k = 1, m
      do j = 1, m
        do i = 1, m
          q(i, j, k, 1) = 110 + 230*i + 7*j + 3*k
          q(i, j, k, 2) = 1e5_wp*10**(0.2_wp*j)
          do n = 1, ns
            q(i, j, k, 2 + n) = 1.01_wp + sin(2.0_wp*n*k + i)
          end do
          q(i, j, k, 3:) = q(i, j, k, 3:)/sum(q(i, j, k, 3:))
        end do
      end do
    end do
  end subroutine

  subroutine compare(what)
    character(*), intent(in) :: what
    real(wp) :: worst, scale
    integer :: i
    character(40) :: text
    worst = 0
    do i = 1, size(outputs)
      scale = merge(1e5_wp, 0.0_wp, outputs(i) == 'h' .or. outputs(i) == 'e') ! J/kg: both pass through zero
      worst = max(worst, maxval(abs(answer(:, :, :, i) - truth(:, :, :, i))/(abs(truth(:, :, :, i)) + scale)))
    end do
    write (text, '(a,es9.2)') 'worst relative difference', worst
    call check(what, worst < 1e-11_wp, text)
  end subroutine
end program
