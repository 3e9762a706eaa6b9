package kit

// File has the fields of the index or of another file of the kit.
type File struct {
	Files  []string
	Rule   Rule
	Checks []Check
}

// Check is what a function of the engine gets beside the rule, its right answer, and the answers of usual mistakes.
type Check struct {
	Call               string
	Given              [][]float64
	Answer             []float64
	Absolute, Relative float64
	Wrong              []struct {
		Says   string
		Answer []float64
	}
}

// Rule has the fields of a rotation, a bias, or position ids.
type Rule struct {
	HeadDim, RotaryDim, RotaryOffset     int
	Base, CurrentLength                  float64
	Pairing                              string
	Sections, AxisOfPair                 []int
	InterleavedSections, RestartSections bool
	Scaling                              Scaling

	Method                      string
	Heads, Buckets, MaxDistance int
	Bidirectional               bool

	Ids     string
	Lengths []int
	Mask    [][]int
	Parts   []Part
}

// Scaling changes the frequencies of a rotation.
type Scaling struct {
	Type                          string
	Factor, OriginalLength        float64
	AttentionFactor               float64
	Mscale, MscaleAllDim          float64
	BetaFast, BetaSlow            float64
	Truncate                      bool
	LowFreqFactor, HighFreqFactor float64
	ShortFactor, LongFactor       []float64
	PartialRotaryFactor           float64
}

// Part is a run of text, or an image or video of frames, rows and columns.
type Part struct {
	Text int
	Grid []int
}
