package frame

import (
	"fmt"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/device/gpu"
	"drawbridge/device/profile"
	"drawbridge/domains"
	"drawbridge/mpi"
	"drawbridge/properties"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// Config is what initialize is told.
type Config struct {
	MaxBlock    int                     // points every view can hold
	Species     int                     // ns, 1..64; 0 with a mechanism: as many as it has
	GridsAlone  bool                    // without a mechanism, 0 species are no mistake: only fields are wanted
	Variables   int                     // nq, width of the view Q
	Turbulence  int                     // stored, not interpreted
	Names       []string                // species by name; nil: all of the mechanism, or data will be given
	DeviceID    int                     // >= 0: that GPU; < 0: choose
	Compile     string                  // an architecture, as sm_90: nothing runs, its kernels are compiled into the cache
	Settings    map[string]string       // arguments of initialize, by setting
	Environment map[string]string       // the process's environment, read by C
	Ignored     bool                    // settings of the environment were left out: the process has more rights than its user
	Comm        *int                    // Fortran handle of a communicator; nil: this process stands alone
	Refused     error                   // what was wrong with the arguments before they came here
	World       func() (rank, size int) // this process in MPI_COMM_WORLD; 0 of 1 without MPI. nil: nobody knows
}

// Frame is a live Frame.
type Frame struct {
	Config
	values      settings.Values
	place       place
	ranks       mpi.Ranks // nil where no communicator was given
	device      device.Device
	compiler    *gpu.Compiler // of a Frame that only compiles
	store       *views.Store  // of the legacy calls
	properties  *properties.TVProperties
	report      *report.Report
	fixed       map[string]string // options that the environment says
	plans       map[int]*Plan
	stencils    *stencils.Stencils // nil until a call needs it
	sequences   map[int]*stencils.Sequence
	domains     *domains.Domains         // nil until a call needs them
	text        string                   // a report that was asked for by its length, and not fetched yet
	queues      []*stripeQueue           // where stripes overlap
	serial      *stripeQueue             // where they do not: the device itself
	sharers     int                      // ranks on this rank's GPU; without a communicator as the ranks of a node take its GPUs in turn
	copies      []*views.DeviceCopy      // what stays on the device
	pins        map[uintptr]int64        // bytes of pinned arrays, by address
	ceilings    *report.Ceilings         // of the device, once measured
	profile     *profile.Profile         // who is told of it all; nil: nobody
	fate        fate                     // of the search for a GPU that nobody asked for
	fates       []fate                   // of all ranks
	origins     map[string]origin        // of what legacy calls copied into views
	lent        map[lentTo]lent          // of the latest legacy copy of each view, by direction and view
	ownUnits    bool                     // species data come in the units of the Frame
	comparisons []*properties.Comparison // with the owner's routines, where something differs
	compared    int                      // plans that were compared with the owner's routine
	packed      bool                     // the owner was told that the compiler passes copies of arrays
	noted       map[[2]string]bool       // notes and collections that have them, of which the log or the report says so
	ran         map[string]int           // turn of the latest legacy run of each collection
	turn        int                      // of legacy copies and runs
	looked      int                      // turn at which the legacy arrays were looked at last
}

var (
	current   *Frame
	finalized bool   // a Frame lived before
	selected  string // device chosen before initialize
	lastPlan  int    // over all Frames: a handle never means another plan or sequence
	warned    = map[string]bool{}
)

// Current gives the live Frame, or an error that names the call that needs it. Lists that were started are done then: what they did
// wrong is the error of the first call that waits for them.
func Current(call string) (*Frame, error) {
	f, err := Running(call)
	if err != nil {
		return nil, err
	}
	if err := f.settleLists(); err != nil {
		return nil, status.Wrap(err, "%s: refused, because a list that was started before (wait=.false.) has failed: %v", call, err)
	}
	return f, nil
}

// settleLists waits for lists that were started.
func (f *Frame) settleLists() error {
	if f.stencils == nil {
		return nil
	}
	return f.stencils.Settle()
}

// Running is Current for calls that need not wait for lists that were started.
func Running(call string) (*Frame, error) {
	if current == nil {
		why := ""
		if finalized {
			why = "; the last Frame was finalized"
		}
		return nil, status.Errorf(status.Order, "%s: there is no live Frame; call initialize first%s", call, why)
	}
	return current, nil
}

// SelectDevice chooses the device of the next initialize; it is safe before MPI_Init.
func SelectDevice(word string) error {
	if current != nil {
		return status.Errorf(status.Order, "select_device '%s': the Frame is live on %s; finalize first", word, current.device.About().Description)
	}
	if _, _, err := settings.Resolve(map[string]string{"device": word}, nil); err != nil {
		return err
	}
	selected = word
	return nil
}

// Initialize makes the Frame. With a communicator it is collective, and fails on every rank where it
// fails on one.
func Initialize(c Config) error {
	ranks, place, err := adopt(c)
	if err != nil {
		return err
	}
	f, warnings, err := prepare(c, place)
	if ranks != nil {
		made := err == nil
		err = agreeOnDevice(ranks, f, err)
		agreed := ranks.Agree("initialize", err)
		if agreed == nil {
			agreed = refuseOtherPhysics("initialize", ranks, f)
		}
		if agreed == nil {
			agreed = f.countSharers(ranks)
		}
		if agreed != nil {
			if made {
				f.close()
			}
			_ = ranks.Close() // where even that fails, MPI keeps the communicator
			return agreed
		}
		f.ranks = ranks
	}
	if err != nil {
		return err
	}
	f.settle()
	for _, w := range warnings {
		f.warnOnce(w)
	}
	current = f
	return nil
}

// prepare makes a Frame of this rank alone.
func prepare(c Config, place place) (*Frame, []string, error) {
	if c.Refused != nil {
		return nil, nil, c.Refused
	}
	if current != nil {
		return nil, nil, status.Errorf(status.Order, "initialize: a Frame of max_block %d and %d species is live; call finalize first", current.MaxBlock, current.Species)
	}
	if selected != "" && c.Settings["device"] == "" {
		c.Settings = with(c.Settings, "device", selected)
	}
	values, warnings, err := settings.Resolve(c.Settings, drawbridgeOnly(c.Environment))
	if err != nil {
		return nil, nil, err
	}
	c.MaxBlock = c.blockSize(values)
	values["log"] = ofRank(values["log"], strconv.Itoa(place.rank))
	f := &Frame{Config: c, values: values, place: place, plans: map[int]*Plan{}, sequences: map[int]*stencils.Sequence{}, pins: map[uintptr]int64{}, origins: map[string]origin{}, ran: map[string]int{}, lent: map[lentTo]lent{}}
	data, err := f.mixture()
	if err == nil {
		err = f.checkTune()
	}
	if err != nil {
		return nil, nil, err
	}
	if err := f.open(data); err != nil {
		return nil, nil, err
	}
	if c.Ignored {
		warnings = append(warnings, "this program runs with more rights than its user (set-user-id, set-group-id or capabilities): every DRAWBRIDGE_ environment variable is ignored")
	}
	return f, append(warnings, f.idle()...), nil
}

// Finalize always goes through: it writes the report, says what still lived, and frees everything.
func Finalize() error {
	f, err := Running("finalize")
	if err != nil {
		return err
	}
	if err := f.settleLists(); err != nil {
		f.warnHere(err.Error())
	}
	current, selected, finalized = nil, "", true
	if n := len(f.plans); n > 0 {
		f.report.Note("plans that were not destroyed before finalize: %d", n)
	}
	if n := f.unfetched(); n > 0 {
		f.report.Note("outputs on the device that were never fetched and are lost: %d", n)
	}
	if n := len(open); n > 0 {
		f.report.Note("snapshots that were not closed before finalize: %d", n)
	}
	f.tellOtherPhysics()
	f.tellCompared()
	if err := f.writeReport(); err != nil {
		f.warnHere(err.Error()) // the end of a week's run is no time to fail
	}
	f.domains.Leave()
	if err := f.leave(); err != nil { // the end of all ranks
		f.warnHere(err.Error())
	}
	f.close()
	return nil
}

func (c Config) check() error {
	switch {
	case c.MaxBlock < 1:
		return status.Errorf(status.Argument, "initialize: max_block (nGridPoints) is %d, at least 1 expected", c.MaxBlock)
	case c.Species < 1 || c.Species > properties.MaxSpecies:
		return status.Errorf(status.Argument, "initialize: ns is %d, 1 to %d expected", c.Species, properties.MaxSpecies)
	case c.Variables < 0:
		return status.Errorf(status.Argument, "initialize: nq is %d, 0 or more expected", c.Variables)
	case c.Names != nil && len(c.Names) != c.Species:
		return status.Errorf(status.Argument, "initialize: %d species names for ns = %d", len(c.Names), c.Species)
	}
	return nil
}

// open takes a device and makes on it what a Frame has; where it fails, it leaves nothing open.
func (f *Frame) open(data *properties.Mixture) error {
	if f.searches() {
		err := f.openFound(data)
		if err == nil {
			return nil
		}
		f.fate.Lost = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return f.openNamed(data)
}

// openNamed takes the device that the settings name, the host where they name none.
func (f *Frame) openNamed(data *properties.Mixture) error {
	isa, err := properties.ISA(f.values["isa"])
	if err != nil {
		return err
	}
	threads := f.threads()
	if f.device, err = f.openDevice(isa, threads); err == nil {
		err = f.furnish(isa, threads, data)
	}
	if err != nil {
		f.close()
	}
	return err
}

// furnish makes the views, the collections and the report on the device.
func (f *Frame) furnish(isa string, threads int, data *properties.Mixture) (err error) {
	about := f.device.About()
	device := about.Description
	if f.place.local.size > 1 {
		device = fmt.Sprintf("%s, rank %d of %d of its node", device, f.place.local.rank, f.place.local.size)
	}
	f.report = report.New(device)
	nvtx := f.values["nvtx"]
	if !about.Compiles && nvtx == "" {
		nvtx = "off"
	}
	if f.profile, err = profile.Open(f.values["tool"], nvtx, about.Description); err != nil {
		return err
	}
	f.report.At(f.here(threads))
	f.sharers = len(Placement{Rank: f.place.local.rank, Size: f.place.local.size, GPUs: about.Units}.deal().Sharing)
	if changed := f.values.Changed(f.Environment); len(changed) > 0 {
		f.report.Note("settings: %s", strings.Join(changed, ", "))
	}
	f.store = views.NewStore(f.device, f.MaxBlock, f.layout(), properties.Declarations(f.Species, f.Variables))
	f.serial = &stripeQueue{device: f.device, buffers: views.NewBuffers(f.device, f.MaxBlock, f.layout(), "")}
	f.properties = properties.New(f.device, f.store, isa, f.Species)
	if err := f.firstOptions(); err != nil {
		return err
	}
	if err := f.take(data); err != nil {
		return err
	}
	return f.checkStencils()
}

// layout is the order of the elements of views.
func (f *Frame) layout() views.Layout {
	if f.values["layout"] == "right" {
		return views.Right
	}
	return views.Left
}

// close gives everything back; the Frame may be opened anew.
func (f *Frame) close() {
	f.domains.Close()
	for _, p := range f.plans {
		p.call.Close()
	}
	if f.stencils != nil {
		f.stencils.Close()
	}
	if f.properties != nil {
		f.properties.Close()
	}
	for _, l := range f.queues {
		l.buffers.Close()
	}
	for _, r := range f.copies {
		r.Close()
	}
	if f.store != nil {
		f.store.Close()
		f.serial.buffers.Close()
	}
	if f.device != nil {
		f.device.Close()
	}
	f.profile.Close()
	f.stencils, f.properties, f.queues, f.copies, f.store, f.device, f.profile = nil, nil, nil, nil, nil, nil, nil
}

// copied and launched put one finished copy or launch into the report, and tell who listens.
func (f *Frame) copied(name string, bytes int64, seconds, packing float64) {
	f.report.Copy(name, bytes, seconds)
	f.report.Pack(name, packing)
	f.profile.Copy(name, bytes, seconds, packing)
}

func (f *Frame) launched(launch properties.Launch, seconds float64) {
	f.report.Kernel(launch.Kernel, int64(launch.Points), launch.Bytes, seconds)
	f.profile.Kernel(launch.Kernel, int64(launch.Points), launch.Bytes, seconds)
}

func with(m map[string]string, name, value string) map[string]string {
	c := map[string]string{name: value}
	for k, v := range m {
		if k != name {
			c[k] = v
		}
	}
	return c
}

func drawbridgeOnly(environment map[string]string) map[string]string {
	ours := map[string]string{}
	for name, value := range environment {
		if strings.HasPrefix(name, "DRAWBRIDGE_") {
			ours[name] = value
		}
	}
	return ours
}

// blockSize is max_block as the settings and the caller give it. A legacy caller cuts its own stripes, so its number stays.
func (c Config) blockSize(values settings.Values) int {
	if !c.GridsAlone || c.MaxBlock != 0 && c.Environment["DRAWBRIDGE_MAX_BLOCK"] == "" {
		return c.MaxBlock
	}
	return values.Int("max_block")
}
