// Tests an engine with the conformance kit: KIT=<folder> go test. The engine is Rotate and Move in this package. Rotate returns nil for
// rules that it does not have; Move returns nil if no rotation moves the key. Files of biases and position ids are not read.
package kit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

type mistake struct {
	Says                string
	RotatedQuery, Moved []string
}

// A position: a number, or one for each axis.
type place []float64

func (p *place) UnmarshalJSON(text []byte) error {
	var one float64
	if json.Unmarshal(text, &one) == nil {
		*p = place{one}
		return nil
	}
	return json.Unmarshal(text, (*[]float64)(p))
}

type file struct {
	Rule                                 Rule
	Query, Key                           []float64
	QueryPosition, KeyPosition, From, To place
	RotatedQuery, RotatedKey             []string
	Cached, Moved                        []string
	Wrong                                []mistake
}

// Float32 angles at position 1000 are off by 6e-5.
const tolerance = 3e-4

func read(t *testing.T, name string, into any) {
	text, err := os.ReadFile(filepath.Join(os.Getenv("KIT"), name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// The first value that is too far from the right one, or −1.
func difference(t *testing.T, own []float64, right []string) int {
	for i, text := range right {
		if i >= len(own) || !(math.Abs(own[i]-number(t, text)) <= tolerance) {
			return i
		}
	}
	if len(own) > len(right) {
		return len(right)
	}
	return -1
}

type answer struct {
	says   string
	values []string
}

func check(t *testing.T, own []float64, right []string, wrong []answer) {
	at := difference(t, own, right)
	for _, each := range wrong {
		if difference(t, own, each.values) < 0 {
			t.Fatal(each.says)
		}
	}
	if at >= 0 {
		t.Fatalf("value %d of %v is wrong; the right values are %v", at, own, right)
	}
}

func answers(f file, values func(mistake) []string) []answer {
	var result []answer
	for _, each := range f.Wrong {
		result = append(result, answer{each.Says, values(each)})
	}
	return result
}

func rotation(t *testing.T, f file) {
	own := Rotate(f.Rule, f.Query, f.QueryPosition)
	if own == nil {
		t.Skip("the engine does not have this rule")
	}
	check(t, own, f.RotatedQuery, answers(f, func(m mistake) []string { return m.RotatedQuery }))
	check(t, Rotate(f.Rule, f.Key, f.KeyPosition), f.RotatedKey, nil)
}

func move(t *testing.T, f file) {
	cached := make([]float64, len(f.Cached))
	for i, text := range f.Cached {
		cached[i] = number(t, text)
	}
	own := Move(f.Rule, cached, f.From, f.To)
	if f.Moved == nil {
		if own != nil {
			t.Fatal(f.Wrong[0].Says)
		}
		return
	}
	if own == nil {
		t.Fatal("a rotation moves this key: the engine must return it")
	}
	check(t, own, f.Moved, answers(f, func(m mistake) []string { return m.Moved }))
}

func TestKit(t *testing.T) {
	var index struct{ Files map[string]string }
	read(t, "index", &index)
	readers := map[string]func(*testing.T, file){"rotation": rotation, "move": move}
	for name, kind := range index.Files {
		if readers[kind] == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var f file
			read(t, name, &f)
			readers[kind](t, f)
		})
	}
}
