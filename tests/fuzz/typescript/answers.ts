/** What every answer must keep, whatever the input: its sizes are sizes, and its errors are the package's own. */

const words = (text: string) => new Set(text.split(" "));

/** Counts of at least one thing. */
const counts = words(
  "heads keyHeads headDim rotaryDim chunk originalLength maxLength buckets maxDistance length axes dModel count width " +
    "hidden_size num_hidden_layers num_attention_heads num_key_value_heads head_dim rotary_dim sliding_window " +
    "max_position_embeddings original_max_position_embeddings kv_lora_rank qk_rope_head_dim",
);
/** Counts that may be zero: a window of one token has no token before the query. */
const countsFromZero = words("before after rotaryOffset start first sections axisOfPair frequencyOfPair");
/** Numbers that may be zero or below: a length of 0 stands for none, a factor for a sum may be 0. */
const anyFinite = words("shift mscale mscaleAllDim currentLength partialRotaryFactor betaFast betaSlow");
/** Numbers of a file that are passed on to the reader of configs, which checks them. */
const unchecked = words(
  "short_factor long_factor factor attention_factor mscale mscale_all_dim beta_fast beta_slow rope_theta " +
    "rope_local_base_freq attn_logit_softcapping sliding_window_pattern mrope_section qk_nope_head_dim",
);

/** The first number of an answer that is not what its name says, with its path. */
export function wrongSizeIn(answer: unknown, path = "", name = ""): string | undefined {
  if (typeof answer === "number") return isRight(name, answer) ? undefined : `${path} is ${answer}`;
  if (typeof answer !== "object" || answer === null || ArrayBuffer.isView(answer)) return undefined;
  const isList = Array.isArray(answer);
  const seen = new Set<unknown>();
  for (const [key, value] of Object.entries(answer)) {
    if (seen.has(value)) continue; // layers with one recipe are one object
    seen.add(value);
    const fault = wrongSizeIn(value, `${path}.${key}`, isList ? name : key);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const isCount = (value: number, from: number) => Number.isInteger(value) && value >= from && value <= 2 ** 53;

function isRight(name: string, value: number): boolean {
  if (unchecked.has(name)) return true;
  if (counts.has(name)) return isCount(value, 1);
  if (countsFromZero.has(name)) return isCount(value, 0);
  return anyFinite.has(name) ? Number.isFinite(value) : Number.isFinite(value) && value > 0;
}

/** Plural nouns after a single 1, as in “1 entries”. Sentences count with `counted`. */
const oneOfMany =
  /(?<![\d.,·−⁻-])(?<![+×/] |\d and )\b1 (axes|bits|blocks|buckets|channels|chunks|columns|copies|decimals|digits|entries|heads|keys|layers|numbers|pairs|positions|programs|rows|scores|slopes|steps|times|tokens|values|vectors)\b/;

/** Whether a text counts one thing as several. */
export const countsWrongly = (text: string): boolean => oneOfMany.test(text);

/** The first sentence that tells a reader about a number that is none. The names of parts and of kinds of layers are the file's own. */
export const wrongSentenceIn = (sentences: readonly string[]): string | undefined =>
  sentences.find((sentence) => countsWrongly(sentence) || isStrange(sentence));

const isStrange = (sentence: string): boolean =>
  /\bNaN\b|Infinity|∞|undefined|\[object|(?<![\w.])-\d/.test(
    sentence.replace(/^.{0,400}: (?=[A-Z\d])/s, "").replace(/, of kind .*?, (?=\w+ )/s, " "),
  );

/** Characters that a terminal obeys, and marks that turn letters around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/** What is wrong with an error: it must have a code, and name its argument and the value. */
export function wrongError(error: unknown): string | undefined {
  const told = error as { code?: unknown; param?: unknown; message: string };
  const isOwn = error instanceof Error && typeof told.code === "string" && typeof told.param === "string";
  if (isOwn && obeyed.test(told.message))
    return `a raw character in the error ${JSON.stringify(told.message)}`;
  if (isOwn && countsWrongly(told.message)) return `one thing is counted as several: ${told.message}`;
  if (isOwn && "value" in error && /^\S.*[^\s]$/s.test(told.message)) return undefined;
  return `an error without a code: ${error instanceof Error ? error.stack : String(error)}`;
}
