import { checkLightSpec, isLightMethod, parseLightSpec } from "../../../src/api/light-spec.ts";
import { addsNothing, isAdditive, type ShownSpec } from "../../methods/methods.ts";
import { ENCODINGS, type NamedEncoding } from "../controls/encoding-choice.ts";
import type { PageModule } from "../definition/definition.ts";
import { type Attending, attentionModule, kept } from "../definition/page-modules.ts";
import { spelled } from "../definition/spelled.ts";
import type { LayerModule } from "./attention-model.ts";

// The encodings of the menu that need no more than the modules of the sinusoidal encoding and of attention.

/** The row of the menu; undefined if a text is not a name, or the encoding needs more. */
function plainEncoding(text: string): NamedEncoding | undefined {
  const wanted = spelled(text);
  const named = ENCODINGS.find(({ spec }) => spec === wanted);
  return named && (addsNothing(named.method) || isLightMethod(named.method)) ? named : undefined;
}

const isPlain = (text: string): boolean => plainEncoding(text) !== undefined;

/** The modules for these encodings. */
export const plainModule: PageModule<LayerModule> = {
  load: async () => plainLayer(await attentionModule.load()),
};

const plainLayer = (pe: Attending): LayerModule => ({
  attention: pe.attention,
  matmul: pe.matmul,
  encodingOf(text, { dModel }) {
    const named = plainEncoding(text) as NamedEncoding;
    const { method, title, spec } = named;
    const checked = addsNothing(method)
      ? { version: 1, method }
      : checkLightSpec({ ...parseLightSpec(spec).spec, dModel });
    return { spec: checked as ShownSpec, title, named };
  },
  tableOf: ({ spec }, _, length) => (isAdditive(spec) ? pe.encode(spec as never, { length }) : undefined),
  rotated: (_, x) => x,
  biasOf: () => ({}),
});

const anyEncoding = kept(async () => (await import("./any-encoding.ts")).loadAny);

/** The module of all methods, which is loaded with its code once an encoding needs it. */
const anyModule: PageModule<LayerModule> = {
  load: async () => (await anyEncoding())(),
};

/** The modules that encodings need. */
export const moduleFor = (...texts: readonly string[]): PageModule<LayerModule> =>
  texts.every(isPlain) ? plainModule : anyModule;
