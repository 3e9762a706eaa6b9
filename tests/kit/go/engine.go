// Package kit has a small engine, for the rules without scaling and with linear scaling.
package kit

import "math"

// Rule has the fields of a rotation.
type Rule struct {
	HeadDim, RotaryDim, RotaryOffset int
	Base                             float64
	Pairing, Direction               string
	Scaling                          struct {
		Type   string
		Factor float64
	}
}

// Rotate returns the rotated vector, or nil for a rule that this engine does not have.
func Rotate(rule Rule, x []float64, position any) []float64 {
	at, isOne := position.(float64)
	factor := map[string]float64{"none": 1, "linear": rule.Scaling.Factor}[rule.Scaling.Type]
	if !isOne || factor == 0 {
		return nil
	}
	if rule.Direction == "backward" {
		at = -at
	}
	result := append([]float64(nil), x...)
	for i := 0; i < rule.RotaryDim/2; i++ {
		first, second := rule.RotaryOffset+2*i, rule.RotaryOffset+2*i+1
		if rule.Pairing == "halves" {
			first, second = rule.RotaryOffset+i, rule.RotaryOffset+i+rule.RotaryDim/2
		}
		sin, cos := math.Sincos(at / factor * math.Pow(rule.Base, -2*float64(i)/float64(rule.RotaryDim)))
		result[first], result[second] = x[first]*cos-x[second]*sin, x[first]*sin+x[second]*cos
	}
	return result
}
