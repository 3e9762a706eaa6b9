/** Small files of each binary format, right before they are damaged. */
import { deflateRawSync } from "node:zlib";
import { storedZip } from "../../api/harness/stored-zip.ts";
import { hostileNumber } from "./hostile.ts";
import type { Random } from "./random.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** Bytes without a meaning, drawn four at a time. */
function noise(random: Random, count: number): Bytes {
  const words = Uint32Array.from({ length: Math.ceil(count / 4) }, () => 2 ** 32 * random.next());
  return new Uint8Array(words.buffer, 0, count);
}

function word(bytes: 2 | 4 | 8, value: number | bigint, little = true): Bytes {
  const view = new DataView(new ArrayBuffer(bytes));
  if (bytes === 2) view.setUint16(0, Number(value), little);
  else if (bytes === 4) view.setUint32(0, Number(value), little);
  else view.setBigUint64(0, BigInt(value), little);
  return new Uint8Array(view.buffer);
}

const codes = ["<f4", "<f8", ">f4", "<f2", "|i1", "<i8", "<u8", "|b1", "|V2", "<c8", "|O", "<U4"];

export function npyFor(random: Random): Bytes {
  const code = random.pick(codes);
  const shape = random.list(random.below(4), () => random.pick([0, 1, 2, 3, 8]));
  const size = Number(/\d+/.exec(code)?.[0] ?? 8);
  const order = random.chance(0.3) ? "True" : "False";
  const text = `{'descr': '${code}', 'fortran_order': ${order}, 'shape': (${shape.map((n) => `${n},`).join(" ")}), }`;
  const header = bytesOf(`${text.padEnd(random.pick([0, 80, 118]))}\n`);
  const version = random.pick([1, 2, 3]);
  const start = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0];
  const count = shape.reduce((a, b) => a * b, 1);
  return joined(
    Uint8Array.from(start),
    word(version === 1 ? 2 : 4, header.length),
    header,
    noise(random, size * count),
  );
}

export function npzFor(random: Random): Bytes {
  const names = random.list(random.below(4), (n) =>
    random.pick([`arr_${n}.npy`, "a.npy", "data.pkl", `${n}/é.npy`]),
  );
  const zip = Uint8Array.from(storedZip(names.map((name) => [name, npyFor(random)])));
  return random.chance(0.5) ? zip : deflated(zip);
}

/** Packs the entries of an archive anew: sizes and offsets change in both of their places. */
function deflated(zip: Bytes): Bytes {
  const view = new DataView(zip.buffer);
  const parts: Bytes[] = [];
  const directory: Bytes[] = [];
  const count = view.getUint16(zip.length - 12, true);
  let [from, listed, at] = [0, view.getUint32(zip.length - 6, true), 0];
  for (let n = 0; n < count; n++) {
    const [size, title] = [view.getUint32(from + 18, true), view.getUint16(from + 26, true)];
    const head = zip.slice(from, from + 30 + title);
    const entry = zip.slice(listed, listed + 46 + title);
    const packed = deflateRawSync(zip.subarray(from + head.length, from + head.length + size));
    for (const [bytes, place] of [[head, 8] as const, [entry, 10] as const]) {
      bytes.set(word(2, 8), place);
      bytes.set(word(4, packed.length), place + 10);
    }
    entry.set(word(4, at), 42);
    parts.push(joined(head, packed));
    directory.push(entry);
    at += parts.at(-1)!.length;
    from += head.length + size;
    listed += entry.length;
  }
  const end = zip.slice(zip.length - 22);
  end.set(word(4, at), 16);
  return joined(...parts, ...directory, end);
}

const dtypes: Record<string, number> = {
  F32: 4,
  F64: 8,
  F16: 2,
  BF16: 2,
  I64: 8,
  U8: 1,
  BOOL: 1,
  F8_E4M3: 1,
};
const tensorNames = (layer: number) => [
  `model.layers.${layer}.self_attn.q_proj.weight`,
  `model.layers.${layer}.self_attn.k_proj.weight`,
  `blk.${layer}.attn_q.weight`,
  "rope_freqs.weight",
  "rope_factors_long.weight",
  `t${layer}`,
];

export function safetensorsFor(random: Random): Bytes {
  const header: Record<string, unknown> = {};
  let end = 0;
  for (let layer = random.below(5); layer > 0; layer--) {
    const dtype = random.pick(Object.keys(dtypes));
    const shape = random.list(random.below(4), () => random.pick([0, 1, 2, 4, 8]));
    const bytes = dtypes[dtype]! * shape.reduce((a, b) => a * b, 1);
    const lies = random.chance(0.1);
    header[random.pick(tensorNames(layer))] = {
      dtype,
      shape: lies ? shape.map(() => hostileNumber(random)) : shape,
      data_offsets: [end, lies ? hostileNumber(random) : end + bytes],
    };
    end += bytes;
  }
  if (random.chance(0.4)) header.__metadata__ = random.chance(0.6) ? { format: "pt" } : nested(random);
  const text = bytesOf(JSON.stringify(header));
  return joined(word(8, text.length), text, noise(random, Math.min(end, 4096)));
}

/** Metadata of another type, which the format does not allow. */
function nested(random: Random): unknown {
  let value: unknown = random.pick<unknown>([
    null,
    1,
    "text",
    [],
    {},
    { a: null },
    { toString: 1 },
    { "": [[[]]] },
  ]);
  for (let depth = random.pick([0, 1, 2, 300]); depth > 0; depth--)
    value = random.chance(0.5) ? [value] : { a: value };
  return value;
}

const keys = [
  ...[
    "general.architecture",
    "general.alignment",
    "llama.block_count",
    "llama.embedding_length",
    "tokenizer.list",
  ],
  ...["llama.attention.head_count", "llama.attention.head_count_kv", "llama.attention.key_length"],
  ...[
    "llama.context_length",
    "llama.rope.freq_base",
    "llama.rope.dimension_count",
    "llama.rope.scaling.type",
  ],
  ...["llama.rope.scaling.factor", "llama.rope.scaling.attn_factor", "llama.attention.sliding_window"],
  ...[
    "llama.rope.scaling.original_context_length",
    "llama.rope.dimension_sections",
    "llama.attn_logit_softcapping",
  ],
];

export function ggufFor(random: Random): Bytes {
  const little = random.chance(0.9);
  const short = (value: number) => word(4, value >>> 0, little);
  const long = (value: number | bigint) => word(8, value, little);
  const text = (value: string) => joined(long(bytesOf(value).length), bytesOf(value));
  const scalar = (): [type: number, bytes: Bytes] => {
    const kind = random.below(5);
    if (kind === 0) return [4, short(random.pick([0, 1, 32, 64, 4096, 2 ** 32 - 1]))];
    if (kind === 1)
      return [6, word(4, random.pick([0x3f800000, 0x7fc00000, 0xff800000, 0xbf800000, 0x461c4000]), little)];
    if (kind === 2) return [7, Uint8Array.of(random.below(3))];
    if (kind === 3) return [10, long(random.pick([0n, 1n, 4096n, 2n ** 53n, 2n ** 64n - 1n]))];
    return [8, text(random.pick(["llama", "yarn", "linear", "none", "qwen2", "", "__proto__"]))];
  };
  const value = (depth: number): [type: number, bytes: Bytes] => {
    if (depth === 0 || random.chance(0.8)) return scalar();
    const [type, one] = value(depth - 1);
    const count = Math.min(random.pick([0, 1, 2, 3, 300]), Math.ceil(2 ** 16 / (one.length + 1))); // lists of lists grow fast
    return [9, joined(short(type), long(count), ...new Array<Bytes>(count).fill(one))];
  };
  const told = new Map<string, [type: number, bytes: Bytes]>();
  if (random.chance(0.9))
    told.set("general.architecture", [8, text(random.pick(["llama", "qwen2", "gemma3", "bert"]))]);
  for (let n = random.below(8); n > 0; n--) told.set(random.pick(keys), value(3));
  const metadata = [...told].map(([key, [type, bytes]]) => joined(text(key), short(type), bytes));
  const tensors: Bytes[] = [];
  let end = 0;
  for (let layer = random.below(4); layer > 0; layer--) {
    const [type, block, bytes] = random.pick([
      [0, 1, 4],
      [1, 1, 2],
      [8, 32, 34],
      [30, 1, 2],
    ] as const);
    const shape = [
      block * random.pick([1, 2, 4]),
      ...random.list(random.below(3), () => random.pick([1, 2, 8])),
    ];
    const at = [
      text(`${random.pick(tensorNames(layer))}`),
      short(shape.length),
      ...shape.map(long),
      short(type),
      long(end),
    ];
    tensors.push(joined(...at));
    end += 32 * Math.ceil(((shape.reduce((a, b) => a * b, 1) / block) * bytes) / 32);
  }
  const start = [
    bytesOf("GGUF"),
    short(random.pick([2, 3, 3, 3])),
    long(tensors.length),
    long(metadata.length),
  ];
  const header = joined(...start, ...metadata, ...tensors);
  return joined(header, new Uint8Array((32 - (header.length % 32)) % 32), noise(random, end));
}
