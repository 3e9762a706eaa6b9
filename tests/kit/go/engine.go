// Package kit has a small engine in float64 for the conformance kit: it shares no code with posenc.
package kit

import (
	"math"
	"math/bits"
	"slices"
)

// Call returns the answer of a function; nil if no rotation moves the key, or for a rule that this engine does not have.
func Call(function string, rule Rule, given [][]float64) []float64 {
	switch function {
	case "frequencies":
		return frequencies(rule)
	case "attentionFactor":
		return []float64{attentionFactor(rule.Scaling)}
	case "rotate":
		return rotate(rule, given[0], given[1])
	case "move":
		return move(rule, given[0], given[1], given[2])
	case "bias":
		return bias(rule, given[0])
	case "ids":
		return ids(rule)
	}
	panic("this engine has no function " + function)
}

// powers returns base^(-2i/width) for the pairs of that many channels.
func powers(base float64, width int) []float64 {
	result := make([]float64, width/2)
	for i := range result {
		result[i] = math.Pow(base, -2*float64(i)/float64(width))
	}
	return result
}

func clip(x float64) float64 { return min(max(x, 0), 1) }

// yarn stretches slow pairs, leaves fast pairs, and blends between both.
func yarn(rule Rule, plain []float64) {
	s, pairs := rule.Scaling, float64(len(plain))
	end := func(turns float64) float64 {
		return pairs * math.Log(s.OriginalLength/(2*math.Pi*turns)) / math.Log(rule.Base)
	}
	low, high := end(s.BetaFast), end(s.BetaSlow)
	if s.Truncate {
		low, high = math.Floor(low), math.Ceil(high)
	}
	low, high = max(low, 0), min(high, 2*pairs-1)
	for i, frequency := range plain {
		stretched := clip((float64(i) - low) / max(high-low, 0.001))
		plain[i] = frequency/s.Factor*stretched + frequency*(1-stretched)
	}
}

func llama3(s Scaling, plain []float64) {
	for i, frequency := range plain {
		turns := s.OriginalLength * frequency / (2 * math.Pi)
		kept := clip((turns - s.LowFreqFactor) / max(s.HighFreqFactor-s.LowFreqFactor, 1e-9))
		plain[i] = frequency/s.Factor*(1-kept) + frequency*kept
	}
}

// frequencies returns the angle of each pair for one position, or nil for a rule that this engine does not have.
func frequencies(rule Rule) []float64 {
	s := rule.Scaling
	plain := powers(rule.Base, rule.RotaryDim)
	if rule.RestartSections {
		plain = nil
		for _, pairs := range rule.Sections {
			plain = append(plain, powers(rule.Base, 2*pairs)...)
		}
	}
	switch s.Type {
	case "none":
	case "linear":
		for i := range plain {
			plain[i] /= s.Factor
		}
	case "yarn":
		yarn(rule, plain)
	case "llama3":
		llama3(s, plain)
	case "longrope":
		factors := s.ShortFactor
		if rule.CurrentLength > s.OriginalLength {
			factors = s.LongFactor
		}
		for i := range plain {
			plain[i] /= factors[i]
		}
	case "dynamic":
		growth := s.Factor*max(rule.CurrentLength, s.OriginalLength)/s.OriginalLength - (s.Factor - 1)
		width := float64(rule.RotaryDim)
		plain = powers(rule.Base*math.Pow(growth, width/(width-2)), rule.RotaryDim)
	case "proportional":
		turning := int(s.PartialRotaryFactor * float64(rule.RotaryDim) / 2)
		for i := range plain {
			plain[i] /= s.Factor
			if i >= turning {
				plain[i] = 0
			}
		}
	default:
		return nil
	}
	return plain
}

func attentionFactor(s Scaling) float64 {
	growth := math.Log(s.Factor)
	switch {
	case s.AttentionFactor != 0:
		return s.AttentionFactor
	case s.Type == "longrope":
		return math.Sqrt(1 + growth/math.Log(s.OriginalLength))
	}
	return (0.1*s.Mscale*growth + 1) / (0.1*s.MscaleAllDim*growth + 1)
}

// rotate returns the vector rotated to its position, which has a number for each axis; nil for a rule that this engine does not have.
func rotate(rule Rule, x []float64, position []float64) []float64 {
	result := turn(rule, x, position)
	for i := 0; i < rule.RotaryDim; i++ {
		if result != nil {
			result[rule.RotaryOffset+i] *= attentionFactor(rule.Scaling)
		}
	}
	return result
}

// move returns the cached key moved from one position to another; nil if no rotation moves it.
func move(rule Rule, cached, from, to []float64) []float64 {
	if rule.Scaling.Type == "dynamic" && max(slices.Max(from), slices.Max(to)) >= rule.Scaling.OriginalLength {
		return nil
	}
	by := make([]float64, len(to))
	for axis := range to {
		by[axis] = to[axis] - from[axis]
	}
	return turn(rule, cached, by)
}

func turn(rule Rule, x []float64, position []float64) []float64 {
	rates := frequencies(rule)
	if rates == nil {
		return nil
	}
	result := slices.Clone(x)
	for i, rate := range rates {
		first, second := rule.RotaryOffset+2*i, rule.RotaryOffset+2*i+1
		if rule.Pairing == "halves" {
			first, second = rule.RotaryOffset+i, rule.RotaryOffset+i+rule.RotaryDim/2
		}
		sin, cos := math.Sincos(rate * position[rule.AxisOfPair[i]])
		result[first], result[second] = x[first]*cos-x[second]*sin, x[first]*sin+x[second]*cos
	}
	return result
}

// slopes are powers of 2^(-8/n) for n heads; more heads than a power of two take every other slope of twice as many.
func slopes(heads int) []float64 {
	whole := 1 << (bits.Len(uint(heads)) - 1)
	result := make([]float64, heads)
	for h := range result {
		step := 8 * float64(h+1) / float64(whole)
		if h >= whole {
			step = 4 * float64(2*(h-whole)+1) / float64(whole)
		}
		result[h] = math.Exp2(-step)
	}
	return result
}

// bias returns values for offsets key - query: a row for each head of ALiBi, buckets of T5.
func bias(rule Rule, offsets []float64) []float64 {
	var result []float64
	if rule.Method == "alibi" {
		for _, slope := range slopes(rule.Heads) {
			for _, offset := range offsets {
				result = append(result, -slope*math.Abs(offset))
			}
		}
		return result
	}
	half := float64(rule.Buckets)
	if rule.Bidirectional {
		half /= 2
	}
	exact := math.Floor(half / 2)
	for _, offset := range offsets {
		far, first := max(-offset, 0), 0.0
		if rule.Bidirectional {
			far = math.Abs(offset)
		}
		if rule.Bidirectional && offset > 0 {
			first = half
		}
		if far >= exact {
			share := math.Log(far/exact) / math.Log(float64(rule.MaxDistance)/exact)
			far = min(exact+math.Floor(share*(half-exact)), half-1)
		}
		result = append(result, first+far)
	}
	return result
}

func counted(length int) []float64 {
	result := make([]float64, length)
	for i := range result {
		result[i] = float64(i)
	}
	return result
}

// ids returns position ids. Text counts on all axes; an image or a video counts time, row and column from the next free position.
func ids(rule Rule) []float64 {
	var result []float64
	switch rule.Ids {
	case "packed":
		for _, length := range rule.Lengths {
			result = append(result, counted(length)...)
		}
		return result
	case "left-padded":
		for _, row := range rule.Mask {
			tokens := 0
			for _, isToken := range row {
				tokens += isToken
			}
			result = append(result, counted(tokens)...)
		}
		return result
	}
	var axes [3][]float64
	start := 0
	for _, part := range rule.Parts {
		grid := part.Grid
		if grid == nil {
			grid = []int{part.Text, 1, 1}
		}
		for i := range counted(grid[0] * grid[1] * grid[2]) {
			at := [3]int{i / (grid[1] * grid[2]), i / grid[2] % grid[1], i % grid[2]}
			for axis := range axes {
				if part.Grid == nil {
					at[axis] = i
				}
				axes[axis] = append(axes[axis], float64(start+at[axis]))
			}
		}
		start += slices.Max(grid)
	}
	return slices.Concat(axes[:]...)
}
