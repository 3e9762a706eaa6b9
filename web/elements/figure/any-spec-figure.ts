import type { PropertyDeclarations } from "@lit/reactive-element";
import { formatSpec, type PresetName, parseSpec, presets, type ResolvedSpec } from "../../../src/api/full.ts";
import { specOf } from "./any-spec.ts";
import { presetImage } from "./embed-tag.ts";
import { LinkedFigure } from "./linked-figure.ts";

const presetNames = Object.keys(presets) as PresetName[];

/**
 * A figure of any encoding: the attribute `spec` holds it as text, as in `spec="preset=llama-3.1"` or
 * `spec="method=alibi"`. In a link the text's own fields stand, as for every other figure.
 *
 * @attr spec - The encoding, as text.
 */
export abstract class AnySpecFigure<Module> extends LinkedFigure<Module> {
  static override properties: PropertyDeclarations = { spec: { reflect: true, useDefault: true } };

  static override readonly specAttributes = ["spec"];

  declare spec: string;

  /** @param spec - the encoding while the attribute is absent */
  constructor(spec: string) {
    super();
    this.spec = spec;
  }

  /** The encoding that is shown; throws when the attribute's text is not understood. */
  get encoding(): ResolvedSpec {
    return specOf(this.spec);
  }

  protected override get fallback(): string {
    const [name] = presetNames.filter((name) => this.spec === `preset=${name}`);
    if (name === undefined || presets[name].spec.method === "learned") return ""; // which has no picture
    return presetImage(name, `The encoding of ${presets[name].title}`);
  }

  protected override get specText(): string {
    return this.spec;
  }

  /** A link is written by strangers: what cannot be used is replaced, and said. */
  protected override readSpec(text: string): string[] {
    const { spec, notes } = parseSpec(text);
    if (text !== "") this.spec = notes.length === 0 ? text : formatSpec(spec);
    return notes;
  }
}
