! Random states that no golden file knows, through the bridge, as text for precise.py. Per state four lines: ns and
! the names; T P Y; the scalars; the rows over the species one after another (SI; order: scalars, rows below).
!   random_states [number of states]
program random_states
  use testing
  use drawbridge
  implicit none
  character(7), parameter :: mixtures(9, 8) = reshape([character(7) :: &
      'O2', 'CH4', '', '', '', '', '', '', '', &
      'H2O', '', '', '', '', '', '', '', '', &
      'C12H26', 'O2', 'N2', '', '', '', '', '', '', &
      'CH4', 'O2', 'CO2', 'H2O', 'N2', '', '', '', '', &
      'H2', 'O2', 'H2O', 'OH', 'H', 'O', 'HO2', 'H2O2', 'N2', &
      'CH3OH', 'H2O', 'CO2', 'CO', 'H2', '', '', '', '', &
      'AR', 'C3H8', 'C2H6', 'NH3', 'N2O', 'NO', 'C2H4', '', '', &
      'HNCO', 'HCNO', 'O2', 'N2', 'C12H26', 'CH4', '', '', ''], [9, 8])
  character(6), parameter :: scalars(15) = [character(6) :: 'rho', 'h', 'e', 'cp', 'cv', 'gamma', 'c', 'rhoP', 'rhoT', 'hP', 'hT', &
      'Z', 'W', 'eP', 'eT']
  character(8) :: word
  integer :: each, i
  word = ''
  call get_command_argument(1, word)
  each = 5
  if (word /= '') read (word, *) each
  call random_seed(put=[(20261123 + 31*i, i=1, 40)])
  do i = 1, size(mixtures, 2)
    call states(pack(mixtures(:, i), mixtures(:, i) /= ''))
  end do

contains

  subroutine states(species)
    character(*), intent(in) :: species(:)
    real(wp), target :: q(each, 1, 1, 2 + size(species)), props(each, 1, 1, 18 + 6*size(species))
    type(frame_t) :: frame
    integer :: ns, k
    ns = size(species)
    call random_number(q)
    q(:, 1, 1, 1) = 100*32**q(:, 1, 1, 1)
    q(:, 1, 1, 2) = 1e5_wp*400**q(:, 1, 1, 2)
    q(:, 1, 1, 3:) = q(:, 1, 1, 3:)**3
    do k = 1, each
      q(k, 1, 1, 3:) = q(k, 1, 1, 3:)/sum(q(k, 1, 1, 3:))
    end do
    props = nan(1.0_wp)
    call frame%initialize(species=species, max_block=each)
    call run(frame, q, props, 'eosgammajacobianproperties', scalars, 1)
    call run(frame, q, props, 'preosentropy', ['s     '], 16)
    call run(frame, q, props, 'preosviscousproperties', ['mu    ', 'lambda'], 17)
    call run(frame, q, props, 'preosfugacity', ['lnphi '], 19)
    call run(frame, q, props, 'preospartialvolumes', ['vi    '], 19 + ns)
    call run(frame, q, props, 'preosviscousfluxproperties', ['hi    '], 19 + 2*ns)
    call run(frame, q, props, 'eosgammajacobianproperties', ['rhoYi '], 19 + 3*ns)
    call run(frame, q, props, 'eosgammajacobianproperties', ['hYi   '], 19 + 4*ns)
    call run(frame, q, props, 'preosviscousfluxproperties', ['Di    '], 19 + 5*ns)
    call frame%finalize()
    do k = 1, each
      print '(i0, *(1x, a))', ns, species
      print '(*(1x, es24.17))', q(k, 1, 1, :)
      print '(*(1x, es24.17))', props(k, 1, 1, :18)
      print '(*(1x, es24.17))', props(k, 1, 1, 19:)
    end do
  end subroutine

  subroutine run(frame, q, props, collection, outputs, first)
    type(frame_t), intent(in) :: frame
    real(wp), intent(inout), target :: q(:, :, :, :), props(:, :, :, :)
    character(*), intent(in) :: collection, outputs(:)
    integer, intent(in) :: first
    type(plan_t) :: plan
    integer :: i
    call plan%create(frame, collection, shape(q), [1, each, 1, 1, 1, 1])
    call plan%read('T', q, 1)
    call plan%read('P', q, 2)
    call plan%read('Yi', q, 3)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), props, first + i - 1)
    end do
    call plan%run()
    call plan%destroy()
  end subroutine
end program
