/** The rules for longer texts straight from their papers, in doubles: tokens in one rotation of each pair. */

export interface Model {
  readonly d: number;
  readonly base: number;
  /** Tokens of the trained texts, and of the text that is read. */
  readonly trained: number;
  readonly context: number;
}

const wavelength = (base: number, pair: number, d: number) => 2 * Math.PI * base ** ((2 * pair) / d);

/** Chen et al. 2023, arXiv 2306.15595: positions are divided by s. */
function linear({ d, base }: Model, pair: number, s: number): number {
  return s * wavelength(base, pair, d);
}

/** Peng et al. 2023, arXiv 2309.00071, definition 1: the base grows instead. */
function ntk({ d, base }: Model, pair: number, s: number): number {
  return wavelength(base * s ** (d / (d - 2)), pair, d);
}

/** Dynamic NTK with the factor 2 of published configurations. */
function dynamic(model: Model, pair: number): number {
  return ntk(model, pair, Math.max(1, (2 * model.context) / model.trained - 1));
}

/** arXiv 2309.00071, section 3.2, with the whole pairs of its code: 32 turns keep, 1 turn is stretched. */
function yarn(model: Model, pair: number, s: number): number {
  const { d, base, trained } = model;
  const at = (turns: number) => (d * Math.log(trained / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const low = Math.max(Math.floor(at(32)), 0);
  const high = Math.min(Math.ceil(at(1)), d - 1);
  const ramp = Math.min(Math.max((pair - low) / (high - low), 0), 1);
  const plain = wavelength(base, pair, d);
  return 1 / (ramp / (s * plain) + (1 - ramp) / plain);
}

/** Llama 3.1's code: wavelengths below trained/4 stay, above trained they grow by s, with a blend between. */
function llama3({ d, base, trained }: Model, pair: number, s: number): number {
  const plain = wavelength(base, pair, d);
  if (plain < trained / 4) return plain;
  if (plain > trained) return s * plain;
  const smooth = (trained / plain - 1) / (4 - 1);
  return 1 / ((1 - smooth) / (s * plain) + smooth / plain);
}

/** Barbero et al. 2024, arXiv 2410.06205, with a quarter of the pairs turning. */
function proportional({ d, base }: Model, pair: number): number {
  return pair < d / 8 ? wavelength(base, pair, d) : Number.POSITIVE_INFINITY;
}

/** What a figure of Llama 3.1 compares: its own rule has factor 8, the others reach from the trained length to the context. */
export function wavelengthOf(rule: string, model: Model, pair: number): number {
  const s = model.context / model.trained;
  switch (rule) {
    case "none":
      return wavelength(model.base, pair, model.d);
    case "linear":
      return linear(model, pair, s);
    case "ntk":
      return ntk(model, pair, s);
    case "dynamic":
      return dynamic(model, pair);
    case "yarn":
      return yarn(model, pair, s);
    case "llama3":
      return llama3(model, pair, 8);
    case "proportional":
      return proportional(model, pair);
    default:
      throw new Error(`no such rule: ${rule}`);
  }
}
