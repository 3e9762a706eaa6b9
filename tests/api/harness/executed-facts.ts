/** Measured facts of a model as lists of layers: what `tests/measure/executed` wrote, spelled out. */

/** Channels a and b, the step of both, the number of pairs, and the first and the last frequency. */
export type Run = readonly [number, number, number, number, number, number];

export interface Rotation {
  runs?: readonly Run[];
  grid?: { before: number; order: string; rows: readonly Run[]; columns: readonly Run[] };
  factor?: number;
  growth?: readonly (readonly [number, number])[];
  irregular?: number;
  /** Channels that change and belong to no pair. */
  unpaired?: number;
  /** Whether the class counts positions by itself: the run has eight of them then, and not 40 000. */
  counts?: boolean;
}

export interface Mask {
  before?: number | null;
  after?: number | null;
  /** Number of tokens of the run, if longer windows do not show. */
  tokens?: number;
  pattern?: string;
  /** The tokens of each piece of the text, if the class cuts it. */
  lengths?: readonly number[];
  starts?: readonly number[];
}

export interface Call {
  stack: string;
  at: string;
  calls?: number;
  heads?: number;
  keyHeads?: number;
  headDim: number;
  valueDim?: number;
  keysFromElsewhere?: boolean;
  rotation: Rotation | null;
  /** If it differs from the queries'. */
  rotationOfKeys?: Rotation | null;
  scale?: number;
  softcap?: number;
  sinks?: boolean;
  bias?: { heads: number; slopes?: readonly number[] };
  notlinear?: boolean;
  mask: Mask;
}

export interface Facts {
  type?: string;
  built?: Readonly<Record<string, number>>;
  tables?: readonly {
    name: string;
    rows: number;
    width: number;
    looked?: readonly number[];
    /** Null if the table was too large for the run to look at its numbers. */
    sinusoidal?: boolean | null;
  }[];
  weights?: readonly (readonly [string, readonly number[]])[];
  layers?: readonly Call[];
  error?: string;
  parts?: Readonly<Record<string, Facts>>;
  long?: readonly Rotation[];
  /** For each axis of positions, first channels of the pairs that turn with it; null if the run stopped. */
  axes?: readonly string[] | null;
  /** Stacks, and the layers there whose attention was not recorded. */
  unseen?: readonly (readonly [string, string])[];
}

/** The attention of a layer to its own stack and to another one; a layer with neither has another mixer. */
export interface MeasuredLayer {
  stack: string;
  self?: Call;
  cross?: Call;
  /** It has projections of queries, and no attention that the probe can record. */
  hidden?: boolean;
}

const across = /cross|encdec|encoder_attn|enc_attn|multihead_attn|visual_attention/i;
export const numbersIn = (spans: string): number[] =>
  spans.split(",").flatMap((span) => {
    const [from = 0, to = from] = span.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });

/** The layers in order: an encoder before its decoder, and stages one after the other. */
export function layersOf({ layers = [], built = {}, unseen = [] }: Facts): MeasuredLayer[] {
  const stacks = new Map<string, Map<string, MeasuredLayer>>();
  // An attention without a number pools the output of the numbered ones.
  const numbered = layers.filter(({ stack }) => stack.includes("*"));
  const calls = attentionsIn(numbered.length > 0 ? numbered : layers);
  // Stacks of encoders stand in the order in which the class builds them.
  const hasUnseen = unseen.some(([name]) => /^(en|de)coder/.test(name));
  for (const name of hasUnseen ? Object.keys(built) : [])
    if (
      /^(en|de)coder/.test(name) &&
      (isAmong(unseen, name) || calls.some(({ stack }) => stack.startsWith(`${name}.*`)))
    )
      stacks.set(`${name}.`, new Map());
  // An encoder whose queries have no keys, before a decoder with attention.
  if (calls.length > 0 && calls.every(({ stack }) => stack.startsWith("decoder.layers.")))
    if (built["encoder.layers"] !== undefined) stacks.set("encoder.layers.", new Map());
  for (const call of calls) {
    const [stack = "", rest = ""] = call.stack.split("*");
    const made = stacks.get(stack) ?? new Map<string, MeasuredLayer>();
    stacks.set(stack, made);
    // A number further down counts the layers of a stage.
    const within = isStaged(layers, stack) ? `.${/\.(\d+)(\.|$)/.exec(rest)?.[1] ?? 0}` : "";
    const times = built[stack.slice(0, -1)] === undefined ? (call.calls ?? 1) : 1;
    for (const at of times > 1 ? Array.from({ length: times }, (_, time) => time) : numbersIn(call.at)) {
      const layer = made.get(`${at}${within}`) ?? { stack };
      made.set(`${at}${within}`, layer);
      const to = across.test(call.stack) ? "cross" : "self";
      // Of two softmaxes in a layer, the one whose scores are not q · k pools keys: the other one is the attention.
      if (layer[to] === undefined || (layer[to].notlinear && !call.notlinear)) layer[to] = call;
    }
  }
  if (stacks.size === 0)
    for (const [stack, count] of Object.entries(built).slice(0, 1))
      stacks.set(`${stack}.`, new Map([[`${count - 1}`, { stack: `${stack}.` }]]));
  putBetween(stacks);
  const inOrder = [...stacks].sort(
    ([a], [b]) => Number(a.startsWith("decoder")) - Number(b.startsWith("decoder")),
  );
  return inOrder.flatMap(([stack, made]) => {
    const name = stack.slice(0, -1);
    const count = isStaged(layers, stack) ? 0 : (built[name] ?? 0);
    for (let at = 0; at < count; at++) if (!made.has(`${at}`)) made.set(`${at}`, { stack });
    const hidden = new Set(unseen.flatMap(([of, spans]) => (of === name ? numbersIn(spans) : [])));
    return [...made]
      .sort(([a], [b]) => orderOf(a) - orderOf(b))
      .map(([key, layer]) => (hidden.has(Number(key)) && !layer.self ? { ...layer, hidden: true } : layer));
  });
}

/** A stack with cross-attention alone stands between the layers of the stack beside it, at equal steps: they are one stack. */
function putBetween(stacks: Map<string, Map<string, MeasuredLayer>>) {
  for (const [stack, made] of stacks) {
    if (!/cross\w*layers\.$/.test(stack)) continue;
    const folder = stack.slice(0, stack.slice(0, -1).lastIndexOf(".") + 1);
    const own = stacks.get(`${folder}layers.`);
    if (own === undefined) continue;
    const step = own.size / made.size;
    for (const [at, { cross }] of made) {
      const layer = own.get(`${Number(at) * step}`);
      if (layer !== undefined && cross !== undefined) layer.cross = cross;
    }
    stacks.delete(stack);
  }
}

const isAmong = (unseen: NonNullable<Facts["unseen"]>, name: string) => unseen.some(([of]) => of === name);

/** Without calls beside those of attentions, such as a mixing of layers. */
function attentionsIn(calls: readonly Call[]): readonly Call[] {
  const named = calls.filter(({ stack }) =>
    /(att|self|transf|mixer|^\.shared$)(?!\w*_input)/i.test(stack.split("*")[1] ?? ""),
  );
  return named.length > 0 ? named : calls;
}

const orderOf = (key: string) => {
  const [at = 0, within = 0] = key.split(".").map(Number);
  return at * 1000 + within;
};
/** Whether the layers of a stack have layers of the same kind in them. */
const isStaged = (calls: readonly Call[], stack: string) => {
  const inner = calls.flatMap((call) =>
    call.stack.startsWith(`${stack}*`) ? [call.stack.slice(stack.length + 1)] : [],
  );
  return new Set(inner).size > new Set(inner.map((rest) => rest.replace(/\d+/, "#"))).size;
};

/** Pairs of channels with their frequencies. */
export function pairsOf(runs: readonly Run[]): [a: number, b: number, frequency: number][] {
  return runs.flatMap(([a, b, step, count, first, last]) =>
    Array.from({ length: count }, (_, i): [number, number, number] => [
      a + i * step,
      b + i * step,
      count === 1 ? first : first * (last / first) ** (i / (count - 1)),
    ]),
  );
}

/** Reports a difference; `unknown`: the answer says that it does not know. */
export type Say = (what: string, got: unknown, want: unknown, unknown?: boolean) => void;
