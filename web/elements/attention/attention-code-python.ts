import type { Posenc, ResolvedSpec } from "../../../src/api/full.ts";
import { type Encoding, FIRE_UNITS } from "./attention-encoding.ts";

/**
 * What an encoding does to a layer of n words, as a Python function on NumPy that returns the arguments `table`, `turn`
 * or `bias`. Frequencies and slopes that rules make are written out.
 * @param tokens - most words that it is made for
 */
export function pythonSide(
  pe: Posenc,
  { spec, title }: Encoding,
  name: string,
  heads: number,
  tokens: number,
): string {
  const lines = linesOf(pe, spec, heads, tokens);
  return `
def ${name}(n):  # ${title}
    t = np.arange(n)
    ${lines.join("\n    ")}
`;
}

function linesOf(pe: Posenc, spec: ResolvedSpec, heads: number, tokens: number): string[] {
  switch (spec.method) {
    case "sinusoidal":
      return sinusoidal(spec);
    case "sine":
      return [
        `frequency = ${float(spec.base)} ** (-np.arange(d) / d)`,
        `return dict(table=np.sin((${spec.start} + t)[:, None] * frequency))`,
      ];
    case "index":
      return [`return dict(table=(${spec.start} + t)[:, None])`];
    case "normalized-index":
      return [`return dict(table=2 * (${spec.start} + t)[:, None] / ${spec.maxLength - 1} - 1)`];
    case "one-hot":
      return [`return dict(table=(${spec.start} + t)[:, None] == np.arange(d))`];
    case "learned":
      return [`return dict(table=draw("learned", ${spec.maxLength}, d)[${spec.start} + t])`];
    case "rope":
    case "xpos":
      return rotary(pe, spec);
    default:
      return bias(pe, spec, heads, tokens);
  }
}

const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

const numbers = (values: Iterable<number>): string => `np.array([${[...values].join(", ")}])`;

function sinusoidal(spec: ResolvedSpec<"sinusoidal">): string[] {
  const { base, shift, start, scale, outputScale, paddingIndex, layout } = spec;
  const order = {
    interleaved: "np.stack([sin, cos], 2).reshape(n, d)",
    halves: "np.concatenate([sin, cos], 1)",
    "flipped-halves": "np.concatenate([cos, sin], 1)",
  }[layout];
  const amplitude =
    outputScale === "inverse-sqrt" ? " / np.sqrt(d)" : outputScale === 1 ? "" : ` * ${outputScale}`;
  const padding =
    paddingIndex === undefined ? [] : [`table = table * (${start} + t != ${paddingIndex})[:, None]`];
  return [
    `angle = ${scale} * (${start} + t)[:, None] * ${float(base)} ** (-np.arange(d // 2) / (d / 2 - ${shift}))`,
    "sin, cos = np.sin(angle), np.cos(angle)",
    `table = ${order}${amplitude}`,
    ...padding,
    "return dict(table=table)",
  ];
}

function rotary(pe: Posenc, spec: ResolvedSpec<"rope"> | ResolvedSpec<"xpos">): string[] {
  const { rotaryDim, pairing } = spec;
  const half = rotaryDim / 2;
  const [first, second] =
    pairing === "halves" ? [`:${half}`, `${half}:${rotaryDim}`] : [`0:${rotaryDim}:2`, `1:${rotaryDim}:2`];
  const amplitude =
    spec.method === "xpos"
      ? [
          `zeta = (2 * np.arange(${half}) / ${rotaryDim} + ${spec.gamma}) / (1 + ${spec.gamma})`,
          `grow = zeta ** (t[:, None, None] / ${spec.scaleBase})`,
        ]
      : [`factor = ${pe.attentionFactor(spec)}`];
  const factor = spec.method === "xpos" ? '(grow if side == "query" else 1 / grow)' : "factor";
  return [
    `angle = t[:, None, None] * ${numbers(pe.frequencies(spec))}`,
    ...amplitude,
    "def turn(x, side):",
    "    y = x.copy()",
    `    a, b = x[..., ${first}], x[..., ${second}]`,
    `    y[..., ${first}] = ${factor} * (a * np.cos(angle) - b * np.sin(angle))`,
    `    y[..., ${second}] = ${factor} * (a * np.sin(angle) + b * np.cos(angle))`,
    "    return rounded(y)",
    "return dict(turn=turn)",
  ];
}

function bias(pe: Posenc, spec: ResolvedSpec, heads: number, tokens: number): string[] {
  const distance = "distance = abs(t[:, None] - t)";
  switch (spec.method) {
    case "alibi":
      return [distance, `return dict(bias=-${numbers(pe.alibiSlopes({ heads }))}[:, None, None] * distance)`];
    case "t5": {
      const index = pe.relativeIndex(spec, { queries: tokens, keys: tokens });
      const ofOffset = Array.from({ length: 2 * tokens - 1 }, (_, at) => {
        const offset = at - tokens + 1; // key after query
        return index[Math.max(-offset, 0) * tokens + Math.max(offset, 0)] as number;
      });
      return [
        `bucket = ${numbers(ofOffset)}[t - t[:, None] + ${tokens - 1}]`,
        `return dict(bias=draw("t5", ${spec.buckets}, heads)[bucket].transpose(2, 0, 1))`,
      ];
    }
    case "kerple":
      return [
        distance,
        'r1, r2 = ((1 - draw(f"kerple/{name}", heads, 1, 1)) / 2 for name in ("r1", "r2"))',
        `return dict(bias=${spec.kernel === "power" ? "-r1 * distance**r2" : "-r1 * np.log(1 + r2 * distance)"})`,
      ];
    case "sandwich": {
      const ratios = spec.headRatios ? "8 * (np.arange(heads)[:, None, None] + 1) / heads" : "1";
      return [
        distance,
        `pair = np.arange(${spec.firstPair}, ${spec.firstPair + spec.dModel / 2})`,
        `cosines = np.cos(distance[..., None] * ${float(spec.base)} ** (-2 * pair / ${spec.dModel}))`,
        `return dict(bias=np.repeat(cosines.sum(-1)[None], heads, 0) / (${ratios}))`,
      ];
    }
    case "fire":
      return [
        distance,
        `psi = lambda x: np.log(1 + ${spec.c} * x)`,
        `share = psi(distance) / psi(np.maximum(${spec.threshold}, t))[:, None]`,
        `hidden = share[..., None] * draw("fire/hidden", ${FIRE_UNITS}) + draw("fire/bias", ${FIRE_UNITS})`,
        `return dict(bias=(np.maximum(hidden, 0) @ draw("fire/output", heads, ${FIRE_UNITS}).T).transpose(2, 0, 1))`,
      ];
    default:
      return ["return dict()"];
  }
}
