! A host that passes no stat and goes on after errors: what it is told is judged by tests/unheard.sh.
program unheard
  use drawbridge
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: q(8, 8, 8, 3)
  integer :: i, code
  character(200) :: text
  external :: frame_castles_populateinputstripe, frame_status, frame_message

  q = 300
  do i = 1, 2 ! without a Frame
    call frame%initialize(species=['XY2'])
  end do
  call frame%initialize(species=['O2'], max_block=64, device='host')
  call plan%create(frame, 'asked with stat', shape(q), [1, 8, 1, 8, 1, 8], code)
  do i = 1, 3
    call plan%create(frame, 'no collection', shape(q), [1, 8, 1, 8, 1, 8])
  end do
  call frame_status(code)
  call frame_message(text, %VAL(len(text)))
  print '(a,i0,2a)', 'code ', code, ' ', trim(text)
  do i = 1, 100 ! each has its own words
    call frame_castles_populateinputstripe('T'//char(0), q, %VAL(8), %VAL(8), %VAL(8), %VAL(1), %VAL(8), %VAL(1), %VAL(8), &
        %VAL(1), %VAL(8), %VAL(1), %VAL(1), %VAL(1), %VAL(1000 + i))
  end do
  call frame%finalize()
  print '(a)', 'went on'
end program
