import type { Language } from "../share/snippets.ts";
import type { Sentences } from "./attention-comparison.ts";
import type { Settings } from "./attention-settings.ts";

/**
 * Code that makes the outputs of the attention figure: random numbers by the stated rule, float64 up to q, k and v, which
 * are float32. It ends with `outputs`: without positions the first and the second sentence, then with them.
 */
export function attentionSnippet(language: Language, settings: Settings, sentences: Sentences): string {
  const words = sentences.map((sentence) => sentence.map(named));
  return WRITERS[language](settings, words);
}

/** A word as its random numbers are named: Unicode NFC, and U+FFFD for half a surrogate pair. */
function named(word: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(word.normalize("NFC")));
}

type Words = readonly (readonly string[])[];

const WRITERS: Readonly<Record<Language, (settings: Settings, words: Words) => string>> = {
  numpy: (settings, words) => `${pythonInput(settings, words)}
def attention(x):
    q, k, v = (
        (x @ (uniforms(f"{seed}/{name}", d * d) * np.sqrt(3 / d)).reshape(d, d))
        .astype(np.float32).astype(float).reshape(len(x), heads, -1).swapaxes(0, 1)
        for name in ("query", "key", "value")
    )
    scores = q @ k.swapaxes(1, 2) / np.sqrt(d // heads)
    if causal:
        scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v).swapaxes(0, 1).reshape(len(x), d).astype(np.float32)

outputs = [attention(embed(words, positions)) for positions in (False, True) for words in sentences]
`,

  pytorch: (settings, words) => `import torch
${pythonInput(settings, words)}
def attention(x):
    q, k, v = (
        torch.from_numpy((x @ (uniforms(f"{seed}/{name}", d * d) * np.sqrt(3 / d)).reshape(d, d)).astype(np.float32))
        .reshape(len(x), heads, -1).transpose(0, 1)
        for name in ("query", "key", "value")
    )
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return out.transpose(0, 1).reshape(len(x), d)

outputs = [attention(embed(words, positions)) for positions in (False, True) for words in sentences]
`,

  javascript: ({ spec, heads, causal, scaled, seed }, words) => `import { load } from "posenc";

const pe = await load();
const spec = ${JSON.stringify(spec)};
const d = spec.dModel;
const sentences = ${JSON.stringify(words)};

function uniforms(name) {
  let h = 0x811c9dc5; // FNV-1a
  for (const byte of new TextEncoder().encode(name)) h = Math.imul(h ^ byte, 0x01000193);
  return (i) => {
    let x = h + Math.imul(i + 1, 0x9e3779b9); // MurmurHash3's fmix32
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return ((((x ^ (x >>> 16)) >>> 8) / 2 ** 23) - 1) * Math.sqrt(3 / d);
  };
}

function attention(words, positions) {
  const encoding = pe.encode(spec, { length: words.length });
  const x = words.flatMap((word, t) => {
    const entry = uniforms(\`${seed}/word/\${word}\`);
    return Array.from({ length: d }, (_, i) => entry(i) * ${scaled ? "Math.sqrt(d)" : "1"} + (positions ? encoding[t * d + i] : 0));
  });
  const project = (name) => {
    const entry = uniforms(\`${seed}/\${name}\`);
    return Float32Array.from(x, (_, at) => {
      let sum = 0;
      for (let i = 0; i < d; i++) sum += x[at - (at % d) + i] * entry(i * d + (at % d));
      return sum;
    });
  };
  const [q, k, v] = ["query", "key", "value"].map(project);
  return pe.attention({ q, k, v, heads: ${heads}, headDim: d / ${heads}, causal: ${causal} }).output;
}

const outputs = [false, true].flatMap((positions) => sentences.map((words) => attention(words, positions)));
`,
};

function pythonInput({ spec, heads, causal, scaled, seed }: Settings, words: Words): string {
  const bool = (value: boolean) => (value ? "True" : "False");
  const [sines, cosines] = spec.layout === "halves" ? [":d // 2", "d // 2:"] : ["0::2", "1::2"];
  return `import numpy as np

d, base, heads, seed, causal = ${spec.dModel}, ${spec.base}, ${heads}, ${seed}, ${bool(causal)}
sentences = ${JSON.stringify(words)}

def uniforms(name, count):
    h = 0x811C9DC5  # FNV-1a
    for byte in name.encode():
        h = (h ^ byte) * 0x01000193 % 2**32
    h = (h + np.arange(1, count + 1, dtype=np.uint64) * 0x9E3779B9) % 2**32  # MurmurHash3's fmix32
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = (h ^ h >> shift) * factor % 2**32
    return ((h ^ h >> 16) >> 8) / 2**23 - 1

def embed(words, positions):
    x = np.array([uniforms(f"{seed}/word/{word}", d) for word in words]) * np.sqrt(3 / d)${scaled ? " * np.sqrt(d)" : ""}
    if positions:
        angle = np.arange(len(words))[:, None] * float(base) ** (-np.arange(0, d, 2) / d)
        x[:, ${sines}] += np.sin(angle).astype(np.float32)
        x[:, ${cosines}] += np.cos(angle).astype(np.float32)
    return x
`;
}
