! Units, scales and orders that cannot be: each is refused by name when the plan is made.
program refused_units
  use testing
  use drawbridge
  implicit none
  integer, parameter :: nx = 9, ny = 6, nz = 5, interior(6) = [2, 8, 2, 5, 3, 4]
  type(frame_t) :: frame
  type(plan_t) :: plan
  real(wp), target :: a(nx, ny, nz, 4), b(4, nx, ny, nz)
  real(wp) :: zero
  integer :: stat
  character(600) :: errmsg

  call set_environment('DRAWBRIDGE_ON_ERROR', 'return')
  zero = 0
  call frame%initialize(species=['CH4', 'O2 '])
  call frame%units(pressure=-1.0_wp, stat=stat, errmsg=errmsg)
  call expect_error('a negative unit', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'units: pressure = -1')
  call frame%units(pressure=1e5_wp, density=1.0_wp, velocity=300.0_wp, stat=stat, errmsg=errmsg)
  call expect_error('units that contradict', stat, errmsg, DRAWBRIDGE_ARGUMENT, &
      'velocity = 300 m/s contradicts pressure = 100000, density = 1')
  call frame%units(pressure=4e4_wp, density=1.0_wp, velocity=200.0_wp, stat=stat, errmsg=errmsg)
  call check('units of which one follows', stat == 0, errmsg)
  call plan%create(frame, 'preosviscousproperties', shape(a), interior)
  call plan%read('T', a, 1, stat=stat, errmsg=errmsg)
  call expect_error('no unit of temperature', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'T (K) does not follow')
  call plan%read('T', a, 1, scale=zero, stat=stat, errmsg=errmsg)
  call expect_error('a scale of zero', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'input T: scale = 0')
  call plan%read('T', a, 1, scale=nan(zero), stat=stat, errmsg=errmsg)
  call expect_error('a scale that is no number', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'scale = NaN')
  call plan%read('T', a, 1, scale=1/zero, stat=stat, errmsg=errmsg)
  call expect_error('an infinite scale', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'scale = +Inf')
  call plan%read('T', a, 1, offset=nan(zero), stat=stat, errmsg=errmsg)
  call expect_error('an offset that is no number', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'offset = NaN')
  call plan%read('Yi', a, 3, scale=0.01_wp, stat=stat, errmsg=errmsg)
  call expect_error('a scale of fractions', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'fractions have no unit')
  call plan%write('flag', a, 1, scale=0.01_wp, stat=stat, errmsg=errmsg)
  call expect_error('a scale of flags', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'flags are bits')
  call plan%read('T', b, 1, scale=2.0_wp, stat=stat, errmsg=errmsg)
  call expect_error('another order', stat, errmsg, DRAWBRIDGE_SHAPE, 'order=''var,i,j,k'' fits')
  call plan%read('T', a, 1, scale=2.0_wp, order='var,i,j', stat=stat, errmsg=errmsg)
  call expect_error('an order without k', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'each once')
  call plan%create(frame, 'preosdensity', shape(a), interior, order='i,i,j,k', stat=stat, errmsg=errmsg)
  call expect_error('an order with i twice', stat, errmsg, DRAWBRIDGE_ARGUMENT, 'each once')
  call frame%units(stat=stat, errmsg=errmsg)
  call expect_error('units after a plan', stat, errmsg, DRAWBRIDGE_ORDER, 'plans and sequences were made before')
  call frame%finalize()
  call finish('refused_units')
end program
