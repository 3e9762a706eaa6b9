/**
 * The mistakes that `diagnose` knows: long, as it has a row for each. A row is the sentence of the verdict, what to check, and for
 * mistakes that change the columns of a table what they make of them, with their cost beside a simpler explanation.
 */
import { counted } from "../../../api/arguments/counted.ts";
import { type Changed, changes } from "./slips.ts";

/** The numbers of a finding by their names, as text. */
export type Shown = (what: string) => string;

export interface Mistake {
  /** The sentence of a verdict. */
  readonly says: string | ((shown: Shown) => string);
  /** What to check. */
  readonly look: string;
  /** A property that many programs have, and that is not an error by itself. */
  readonly note?: true;
  /** What it makes of the columns of a table. Cheaper mistakes are tried first. */
  readonly makes?: Changed;
}

const fromTo =
  (subject: string, now: string, then = "expected") =>
  (shown: Shown) =>
    shown(then) === ""
      ? `${subject} is ${shown(now)}`
      : `${subject} is ${shown(now)}; expected ${shown(then)}`;

/** All mistakes by name. */
export const mistakes = {
  "not-a-number": {
    says: (shown) =>
      `${counted(shown("entries"), "entry is", "entries are")} NaN or infinite, the first in row ${shown("row")}, column ${shown("column")}`,
    look: "the operation that made it: 0/0, the logarithm of 0, a float16 overflow, or a row that was never written",
  },
  "rows-zero": {
    says: (shown) =>
      `${counted(shown("rows"), "row holds", "rows hold")} only zeros, first row ${shown("first row")}`,
    look: "whether the table was allocated longer than it was filled",
  },
  "column-missing": {
    says: (shown) => `Column ${shown("column")} is missing`,
    look: "a slice that ends one column early, or the rule for odd widths",
  },
  "values-differ": {
    says: (shown) =>
      `${shown("entries")} of ${shown("compared")} ${shown("entries") === "1" ? "values differs" : "values differ"}`,
    look: "the worst entry, and what its row and column have in common with the other differing entries",
  },
  "pair-differs": {
    says: (shown) =>
      `Pair ${shown("pair")} turns by ${shown("radians a row")} rad a row; expected ${shown("expected")}`,
    look: "the frequency of this pair, and who else writes to its columns",
  },
  "norm-changed": {
    says: "The length of channel pairs changes",
    look: "whether the two channels of a pair get the same angle",
  },
  "group-law-fails": {
    says: "Rotating by a and then by b is not rotating by a + b",
    look: "whether the sine and the cosine of a pair have the same frequency",
  },
  "not-relative": {
    says: "Scores depend on more than the distance",
    look: "whether queries and keys are rotated by the same angle at the same position",
  },
  "tiled-angles": {
    says: "The list of angles is tiled where each angle should be repeated, or repeated where it should be tiled",
    look: "the line that doubles the angles: interleaved pairs need each angle twice, halves need the whole list twice",
  },
  "signs-equal": {
    says: "Both sines of a pair have the same sign",
    look: "the minus in rotate_half: the first channel gets −x₂ sin, the second x₁ sin",
  },
  overwritten: {
    says: "One channel of each pair is computed from the other channel after its rotation",
    look: "a rotation in place: keep both channels before you write one of them",
  },
  "parts-differ": {
    says: "Cosines and sines follow different rules",
    look: "whether both come from the same angles, in the same call",
  },
  "heads-not-rotated": {
    says: (shown) => `${counted(shown("heads that are not rotated"), "head is", "heads are")} not rotated`,
    look: "how cosines and sines are broadcast over heads",
  },
  "heads-differ": {
    says: "The head's number is used as the position",
    look: "whether the axes of heads and tokens are exchanged before the rotation",
  },
  "tail-changed": {
    says: "Channels beyond the rotary width change",
    look: "whether the part of a head that is not rotated is split off and joined again unchanged",
  },
  "wrong-pairing": {
    says: (shown) => {
      const [first, half] = [Number(shown("first channel")), Number(shown("pairs"))];
      const halves = `(${first}, ${first + half}), (${first + 1}, ${first + 1 + half}) …`;
      const interleaved = `(${first}, ${first + 1}), (${first + 2}, ${first + 3}) …`;
      const [found, right] =
        shown("interleaved pairs") === "1" ? [interleaved, halves] : [halves, interleaved];
      return `Wrong pairing: channels ${found} are rotated together; expected ${right}`;
    },
    look: "halves or interleaved: the layout of the weights, and the flag of the rotation",
  },
  "wrong-base": {
    says: fromTo("The base (`rope_theta`)", "base"),
    look: "rope_theta in the config, and whether the reader falls back to 10000 without a word",
  },
  "wrong-rotary-width": {
    says: (shown) =>
      shown("rotary width") === ""
        ? fromTo("The divisor of the exponents", "divisor of the exponents")(shown)
        : fromTo("The rotary width", "rotary width")(shown),
    look: "partial_rotary_factor, rotary_dim and head_dim, and whether one of them is applied twice or not at all",
  },
  "wrong-divisor": {
    says: fromTo("The divisor of the exponents", "divisor"),
    look: "whether exponents run over n pairs or n − 1, and over pairs or channels",
  },
  "angle-by-channel": {
    says: "The two channels of a pair have different angles",
    look: "the exponent: 2⌊c/2⌋/d for channel c, the same for a sine and its cosine",
    makes: changes.exponentOfChannel,
  },
  "order-reversed": {
    says: "The frequencies are in reverse order",
    look: "the sign of the exponent, and whether pairs are counted from the last one",
    makes: changes.pairsReversed,
  },
  "wrong-layout": {
    says: "Sines and cosines are in another order",
    look: "interleaved or halves, and which of the two comes first",
  },
  degrees: {
    says: "The angles are in degrees",
    look: "whether sin and cos of this program take radians: multiply by 180/π, or leave out the conversion",
    makes: changes.degrees,
  },
  turns: {
    says: "The angles are in turns",
    look: "a factor 2π that is missing or applied twice",
    makes: changes.turns,
  },
  "integer-division": {
    says: "The phase is cut to a whole number",
    look: "// in place of /, or an integer type, where the position is divided",
    makes: changes.wholePhases,
  },
  "exponent-integer": {
    says: "Every exponent is 0, so all pairs have the same frequency",
    look: "2i // d in place of 2i / d: an integer division gives 0 for each channel",
    makes: changes.exponentZero,
  },
  "exponent-doubled": {
    says: "The exponent is doubled: the base acts as its square",
    look: "the exponent 2i/d: i already counts channels in steps of 2, or 2i is multiplied by 2 again",
    makes: changes.exponentDoubled,
  },
  "exponent-halved": {
    says: "The 2 of the exponent 2i/d is missing: the base acts as its square root",
    look: "the exponent 2i/d: i counts pairs, so it needs the 2",
    makes: changes.exponentHalved,
  },
  multiplied: {
    says: "The position is multiplied by base^(2i/d) instead of divided by it",
    look: "the sign of the exponent",
    makes: changes.multiplied,
  },
  "all-sines": {
    says: "Every column holds a sine",
    look: "the line that writes the cosines",
    makes: changes.allSines,
  },
  "all-cosines": {
    says: "Every column holds a cosine",
    look: "the line that writes the sines",
    makes: changes.allCosines,
  },
  "sine-of-sine": {
    says: "The cosine is taken of the sine, not of the angle",
    look: "pe[:, 1::2] = cos(pe[:, 0::2]): the even columns already hold sines",
    makes: changes.cosineOfSine,
  },
  "positions-scaled": {
    says: (shown) => `Positions are multiplied by ${shown("factor")}`,
    look: "scale: a factor of the positions, such as 1000 for timesteps from 0 to 1, or a scaling factor",
  },
  "position-normalised": {
    says: "Positions are divided by the number of rows",
    look: "whether positions should be whole numbers: divided, they depend on the length",
    makes: changes.normalised,
  },
  "sign-reversed": {
    says: "All signs are reversed",
    look: "a minus in front of the table",
    makes: changes.negated,
  },
  "embedding-added": {
    says: "Something else is added to the table, such as an embedding",
    look: "whether the table was saved before or after it was added to the embeddings",
  },
  "position-offset": {
    says: (shown) => `Positions are off by ${shown("offset")}`,
    look: "whether positions start at 0, and whether the length of the cache is counted before or after the new token",
  },
  "positions-constant": {
    says: "All rows have the same position",
    look: "whether position ids reach the rotation, and whether they grow with the cache",
    makes: changes.onePosition,
  },
  "positions-other": {
    says: "Rows have other positions than given",
    look: "position ids, chunks of a long text, and what padding does to them",
  },
  "rotated-twice": {
    says: "The vectors are rotated twice",
    look: "whether keys that are already rotated come out of the cache and are rotated again",
  },
  "attention-factor-missing": {
    says: fromTo("The attention factor is missing: it", "factor of cosines and sines"),
    look: "attention_factor, attn_factor or mscale in the config, and whether the engine reads that name",
  },
  "attention-factor-twice": {
    says: fromTo("The attention factor is applied twice: it", "factor of cosines and sines"),
    look: "whether cosines and sines have it, and queries or the softmax scale again",
  },
  "attention-factor-other": {
    says: fromTo("The attention factor", "factor of cosines and sines"),
    look: "mscale and mscale_all_dim, and the formula 0.1 ln s + 1",
  },
  "ramp-rounded": {
    says: "The ends of YaRN's ramp are rounded to whole pairs",
    look: "truncate in the config, and whether the engine always uses floor and ceil",
  },
  "ramp-not-rounded": {
    says: "The ends of YaRN's ramp are not rounded",
    look: "truncate in the config: its default is true",
  },
  "scaling-missing": {
    says: "The frequencies are not scaled",
    look: "rope_scaling or rope_parameters in the config, and the name of the type",
  },
  "scaling-twice": {
    says: "The frequencies are scaled twice",
    look: "whether positions and frequencies are both divided",
  },
  "scaling-inverted": {
    says: "The frequencies are multiplied by the factor instead of divided",
    look: "whether the reader takes factor for freq_scale, which is its inverse",
  },
  "wrong-scaling": {
    says: "The frequencies follow another scaling rule",
    look: "the type of rope_scaling, and its original length",
  },
  "scaling-unexpected": {
    says: "The frequencies are scaled; expected no scaling",
    look: "whether a scaling rule comes from a default, or from the config of another model",
  },
  "wrong-factor": {
    says: fromTo("The scaling factor", "factor"),
    look: "factor in the config against the ratio of the two lengths: some engines take the ratio",
  },
  "wrong-ramp": {
    says: "YaRN's ramp has other ends",
    look: "beta_fast and beta_slow in the config, and their defaults of 32 and 1",
  },
  "wrong-original-length": {
    says: "The scaling uses another original length",
    look: "original_max_position_embeddings against max_position_embeddings",
  },
  "scaling-always": {
    says: "Dynamic scaling is applied at every length",
    look: "whether the base is computed once for the longest text",
  },
  "long-list": {
    says: "The factors for long texts are used for a short one",
    look: "what the length is compared with: the text, the cache, or the longest length that is served",
  },
  "short-list": {
    says: "The factors for short texts are used for a long one",
    look: "what the length is compared with: the text, the cache, or the longest length that is served",
  },
  "sections-misread": {
    says: "Pairs follow other axes",
    look: "mrope_section and mrope_interleaved, and the axis of the last pairs",
  },
  "axes-exchanged": {
    says: "The axes of the grid are in another order",
    look: "whether rows or columns come first: meshgrid's indexing, and the order of h and w",
  },
  "rotation-reversed": {
    says: "The rotation has the opposite sign",
    look: "the sign of the sine in rotate_half, or a transposed matrix",
    makes: changes.sinesNegated,
  },
  "sin-cos-exchanged": {
    says: "Sines and cosines are exchanged",
    look: "the order in which the two are stored and read",
    makes: changes.exchanged,
  },
  "positions-rounded": {
    says: "Positions are rounded to a short float",
    look: "arange with the dtype of the model: bfloat16 has whole numbers up to 256, float16 up to 2048",
  },
  "frequencies-rounded": {
    says: "Frequencies are rounded to a short float",
    look: "inv_freq, which a cast of the whole model converts too",
  },
  "phases-rounded": {
    says: "Phases are rounded to a short float",
    look: "the dtype of position times frequency, also under autocast",
  },
  "cache-rounded": {
    says: (shown) =>
      `The values were rounded to ${shown("bits") === "11" ? "float16" : "bfloat16"} (${shown("bits")} bits)`,
    look: "the dtype of the table; rotate in float32 if long texts matter",
    note: true,
  },
  "float32-recipe": {
    says: "The table was computed in float32, whose phases are rounded",
    look: "positions beyond some thousands: the phase is rounded there",
    note: true,
  },
  "scale-forgotten": {
    says: "The embeddings are not multiplied by √d",
    look: "whether embeddings are multiplied by the square root of their width before the table is added",
  },
  "scale-on-table": {
    says: "The table is multiplied by √d",
    look: "whether the square root of the width multiplies the sum instead of the embeddings",
  },
  "wrong-scale": {
    says: fromTo("The factor of the entries", "factor"),
    look: "outputScale: a factor of the table, such as a learned scale, 1/√d or √d",
  },
  "slopes-of-a-power": {
    says: "The slopes follow the formula for a power of two, which the number of heads is not",
    look: "the second half of the rule: the slopes of the next lower power, then every second slope of twice that power",
  },
  "slopes-cut": {
    says: "The slopes are the first ones of the next power of two",
    look: "the rule for a number of heads that is not a power of two: the lower power first",
  },
  "slopes-start-at-one": {
    says: "The exponents of the slopes start at 0",
    look: "whether head h has the slope 2^(−8(h + 1)/heads)",
  },
  "slopes-reversed": {
    says: "The slopes are in reverse order",
    look: "the order of heads",
  },
  "slopes-sorted": {
    says: "The slopes are sorted, so heads after the lower power of two have the slope of another head",
    look: "whether heads are sorted by slope: the published order interleaves two series",
  },
  "slopes-inverted": {
    says: "The slopes are inverted",
    look: "the sign of the exponent",
  },
  "slopes-rounded": {
    says: "The slopes are rounded to a short float",
    look: "the dtype in which slopes are computed",
  },
  "bias-sign": {
    says: "The bias grows with the distance",
    look: "the sign of the slope: far keys must get less",
  },
  "bias-one-sided": {
    says: "Keys after the query get no bias",
    look: "whether the model is causal: an encoder needs the absolute distance",
  },
  "bias-distances-rounded": {
    says: "The distances are rounded to a short float",
    look: "the dtype of the distance before it is multiplied by the slope",
  },
  "buckets-one-directional": {
    says: "The buckets have one direction; the model has two",
    look: "bidirectional of relative_position_bucket: true in an encoder",
  },
  "buckets-bidirectional": {
    says: "The buckets have two directions; the model has one",
    look: "bidirectional of relative_position_bucket: false in a decoder",
  },
  "padding-counted": {
    says: "Padding is counted as tokens",
    look: "position ids of a left-padded batch: cumsum(mask) − 1",
  },
  "positions-restart": {
    says: "The position ids start again",
    look: "packed texts, which need a mask for each, or the position of a growing cache",
    note: true,
  },
  "positions-jump": {
    says: "The position ids leave numbers out",
    look: "images and other tokens with a rule of their own, or a chunk that begins too late",
  },
  "positions-repeat": {
    says: "Tokens share a position",
    look: "a counter that is not advanced, or positions in a short float",
  },
  "positions-fall": {
    says: (shown) =>
      `The positions fall from ${shown("before")} to ${shown("after")} at token ${shown("token")}`,
    look: "the order of tokens, or a text that starts again without its own boundary",
  },
  "time-falls": {
    says: (shown) => `Time falls from ${shown("before")} to ${shown("after")} at token ${shown("token")}`,
    look: "the axis of time, which never falls: after an image it goes on at the largest position so far + 1",
  },
  "block-start": {
    says: (shown) =>
      `Token ${shown("token")} begins at position ${shown("position")}; expected ${shown("expected")}`,
    look: "the first position of an image and of the text after it: the largest position so far + 1",
  },
  "grid-mismatch": {
    says: (shown) =>
      `The image at token ${shown("token")} spans ${shown("rows")} × ${shown("columns")} tokens; its grid has ${shown("rows expected")} × ${shown("columns expected")}`,
    look: "image_grid_thw, and whether it counts patches or merged tokens",
  },
  "ids-differ": {
    says: (shown) =>
      `Token ${shown("token")} has position ${shown("position")}; expected ${shown("expected")}`,
    look: "the rule of the model: its start, its padding, its images",
  },
  "other-convention": {
    says: "The numbers follow another convention than expected",
    look: "the whole config: more than one field differs",
  },
} as const satisfies Record<string, Mistake>;
