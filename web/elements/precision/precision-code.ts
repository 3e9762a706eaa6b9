import { type ArrayLibrary, type Code, code, literal } from "../../methods/code.ts";
import { frequenciesOf, rowsOf, type Sinusoid } from "../../methods/sinusoidal.ts";

/** Code for every recipe, rounding step by step. Rows: exact, float64, float32 (two recipes), float16, bfloat16. */
export const precisionCode = (spec: Sinusoid, position: number): Code =>
  code(
    (library) => `t = ${position}
${frequenciesOf(spec)}
${recipes(spec)[library]}`,
    javascript(spec, position),
  );

const recipes = ({ layout }: Sinusoid): Readonly<Record<ArrayLibrary, string>> => ({
  np: `
def f32(x):
    return np.asarray(x, np.float32).astype(float)

def f16(x):
    return np.asarray(x, np.float16).astype(float)

def bf16(x):  # the upper half of a float32, ties to even
    bits = np.asarray(x, np.float32).reshape(-1).view(np.uint32)
    bits = (bits + np.uint32(0x7FFF) + ((bits >> 16) & np.uint32(1))) & np.uint32(0xFFFF0000)
    return bits.view(np.float32).astype(float)

direct = f32(1 / f32(f32(base) ** f32(2 * i / d)))
log_space = f32(np.exp(f32(2 * i * f32(-np.log(base) / d))))

def row(angle, to):
    sin, cos = to(np.sin(angle)), to(np.cos(angle))
    return ${rowsOf(layout)}

values = np.vstack([
    row(t * frequency, np.asarray),
    row(t * frequency, f32),
    row(f32(f32(t) * direct), f32),
    row(f32(f32(t) * log_space), f32),
    row(f16(f16(t) * f16(f32(frequency))), f16),
    row(bf16(bf16(t) * bf16(f32(frequency))), bf16),
])
`,
  torch: `direct = 1 / base ** (2 * i / d).float()
log_space = torch.exp((2 * i).float() * (-torch.log(torch.tensor(base)) / d))

def row(angle, dtype):
    sin, cos = angle.sin().to(dtype).double(), angle.cos().to(dtype).double()
    return ${rowsOf(layout)}

def half(dtype):  # frameworks compute sines in float32, and then round
    angle = torch.tensor(float(t)).to(dtype) * frequency.float().to(dtype)
    return row(angle.float(), dtype)

values = torch.vstack([
    row(t * frequency, torch.float64),
    row(t * frequency, torch.float32),
    row(t * direct, torch.float32),
    row(t * log_space, torch.float32),
    half(torch.float16),
    half(torch.bfloat16),
])
`,
});

function javascript(spec: Sinusoid, position: number): string {
  const { dModel, layout } = spec;
  const sine = layout === "halves" ? "i" : "2 * i";
  const cosine = layout === "halves" ? `i + ${dModel / 2}` : "2 * i + 1";
  return `const t = ${position};
const spec = ${literal(spec)};
const frequency = pe.frequencies(spec);

function row(angles, round) {
  const out = new Float64Array(${dModel});
  angles.forEach((angle, i) => {
    [out[${sine}], out[${cosine}]] = [round(Math.sin(angle)), round(Math.cos(angle))];
  });
  return out;
}

function half(bits, leastExponent, largest) { // ties to even
  return (x) => {
    if (x === 0 || !Number.isFinite(x)) return x;
    let exponent = Math.floor(Math.log2(Math.abs(x)));
    if (2 ** exponent > Math.abs(x)) exponent--;
    if (2 ** (exponent + 1) <= Math.abs(x)) exponent++;
    const unit = 2 ** (Math.max(exponent, leastExponent) - bits + 1);
    const nearest = (x / unit + 1.5 * 2 ** 52 - 1.5 * 2 ** 52) * unit;
    return Math.abs(nearest) > largest ? Math.sign(x) * Infinity : nearest;
  };
}

const f16 = half(11, -14, 65504);
const bf16 = half(8, -126, 2 ** 128 - 2 ** 120);
const inHalf = (to) => row(frequency.map((f) => to(to(t) * to(Math.fround(f)))), to);
const angles = frequency.map((f) => t * f);
const values = [
  row(angles, (x) => x),
  row(angles, Math.fround),
  pe.encode({ ...spec, precision: "float32" }, { positions: [t] }),
  pe.encode({ ...spec, precision: "float32-logarithmic" }, { positions: [t] }),
  inHalf(f16),
  inHalf(bf16),
].flatMap((entries) => [...entries]);
`;
}
