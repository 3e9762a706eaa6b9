import type { PropertyDeclarations } from "@lit/reactive-element";
import { formatLightSpec, parseLightSpec } from "../../../src/api/light-spec.ts";
import { numberAttribute, wordAttribute } from "./attributes.ts";
import { presetImage } from "./embed-tag.ts";
import { FIGURE_LAYOUTS, type FigureSpec, shownOf } from "./figure-spec.ts";
import { LinkedFigure } from "./linked-figure.ts";

/** Presets that differ from the encoding of a figure in the width alone. */
const PICTURED: Record<FigureSpec["layout"], string> = {
  interleaved: "attention-is-all-you-need",
  halves: "tensorflow-tutorial",
};

/**
 * A figure of the sinusoidal encoding: the attributes `d-model`, `base` and `layout` are its spec.
 *
 * @attr d-model - Channels, an even number from 2 to 65536.
 * @attr base - The base of the frequencies, from 10^−9 to 10^300.
 * @attr layout - Sines and cosines in turn, or all sines before all cosines.
 */
export abstract class SpecFigure<Module> extends LinkedFigure<Module> {
  static override properties: PropertyDeclarations = {
    dModel: numberAttribute("d-model"),
    base: numberAttribute("base"),
    layout: wordAttribute("layout", FIGURE_LAYOUTS),
  };

  static override readonly specAttributes = ["d-model", "base", "layout"];

  declare dModel: number;
  declare base: number;
  declare layout: FigureSpec["layout"];

  /** @param dModel - width while the attribute is absent */
  constructor(dModel: number) {
    super();
    this.dModel = dModel;
    this.base = 10_000;
    this.layout = "interleaved";
  }

  /** The encoding that is shown, as the functions of the module take it. */
  get spec(): FigureSpec {
    return { method: "sinusoidal", dModel: this.dModel, base: this.base, layout: this.layout };
  }

  protected override get fallback(): string {
    return this.base === 10_000 ? presetImage(PICTURED[this.layout], "The sinusoidal encoding") : "";
  }

  protected override get specText(): string {
    return formatLightSpec(this.spec);
  }

  protected override readSpec(text: string): string[] {
    if (text === "") return [];
    const { spec, notes } = parseLightSpec(text);
    const shown = shownOf(spec);
    if (shown === undefined) return [...notes, "this figure cannot show that encoding, and keeps its own"];
    Object.assign(this, { dModel: shown.dModel, base: shown.base, layout: shown.layout });
    return notes;
  }
}
