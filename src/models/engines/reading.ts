/** What a config contains about the rotation of a kind of layer: as posenc reads it, and as it stands in the file. */
import type { ConfigObject } from "../reader/config-object.ts";
import { type ConfigLayer, type LayerPositions, positionsOf, read } from "../reader/model-positions.ts";
import type { Part } from "../reader/part.ts";
import { ruleOfKind } from "../reader/rules.ts";

/** Fields of an object of a file. */
export class Fields {
  readonly #object: ConfigObject | undefined;

  constructor(object: ConfigObject | undefined) {
    this.#object = object;
  }

  /** The value, if it is a number. */
  number(name: string): number | undefined {
    const value = this.#object?.get(name);
    return typeof value === "number" ? value : undefined;
  }

  has(name: string): boolean {
    return this.#object?.get(name) !== undefined;
  }

  get(name: string): unknown {
    return this.#object?.get(name);
  }

  /** The path of a field in the file. */
  path(name: string): string {
    return this.#object?.pathOf(name) ?? name;
  }
}

/** A kind of layer that rotates. */
export interface Reading {
  readonly layer: LayerPositions;
  readonly spec: ConfigLayer;
  /** Number of layers of this kind. */
  readonly count: number;
  /** The kind of each layer of the model, in order, those without a rotation included. */
  readonly kinds: readonly string[];
  /** Whether each layer of the model rotates, in order. */
  readonly rotates: readonly boolean[];
  /** Channels of the residual stream divided by the number of heads; null if the file or its class does not give both. */
  readonly hiddenPerHead: number | null;
  /** The type in the atlas; null if it is not there. */
  readonly modelType: string | null;
  /** The rule's object, or the default of the class. */
  readonly rule: Fields;
  /** The object of the model's part. */
  readonly file: Fields;
  /** Whether the file has a rule for each kind of layer. */
  readonly nested: boolean;
  /** Whether the class that supplies the defaults knows the field `rotary_dim`. */
  readonly knowsRotaryDim: boolean;
  /** The part of a head that rotates by the file or the class, from `partial_rotary_factor` alone. */
  readonly share: number;
  /** Whether only a part of a head of latent attention rotates. */
  readonly latent: boolean;
  /** Whether it is a model of diffusion. */
  readonly diffusion: boolean;
  /** The length that the file states, in tokens; null if it states none. */
  readonly stated: number | null;
  /** The length that engines are asked to serve, in tokens. */
  readonly served: number;
}

/** A config and its kinds of layers that rotate. */
export interface ReadConfig {
  readonly modelType: string | null;
  readonly readings: readonly Reading[];
  /** Kinds of layers without a rotation, or with one that has no spec. */
  readonly others: readonly LayerPositions[];
  readonly unknown: readonly string[];
  readonly notes: readonly string[];
}

export interface ReadOptions {
  pairing: "halves" | "interleaved" | undefined;
  /** Tokens. Default: the length that the file states, or else `otherwise`. */
  length: number | undefined;
  otherwise: number;
}

/** Wider heads than any model has: engines are not compared on them, because the search takes the longer the wider they are. */
const widest = 2048;
/** More kinds of layers than any model has. */
const mostKinds = 16;

export function readConfig(config: string | object, options: ReadOptions): ReadConfig {
  const { pairing, length, otherwise } = options;
  const whole = read(config, pairing === undefined ? {} : { pairing });
  const model = positionsOf(whole);
  const { main } = whole;
  const { specs, rules: ofFile } = whole.reading;
  const { rules, nested } = ofFile;
  const stated = main.size("length") ?? null;
  const counts = new Map<LayerPositions, number>();
  for (const layer of model.layers) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  const common = { ...factsOf(main), stated, served: length ?? stated ?? otherwise };
  const { modelType, unknown } = model;
  const notes = [...model.notes];
  const readings: Reading[] = [];
  const kinds = model.layers.map(({ kind }) => kind);
  const rotates = model.layers.map(({ rotary }) => rotary !== null);
  const others: LayerPositions[] = [];
  for (const [layer, count] of counts) {
    const name = ruleOfKind(main, layer.kind);
    // Of a type that is not in the atlas, the rule that its fields give is compared.
    const spec = main.row === undefined ? specs.get(specs.has("all") ? "all" : name) : layer.rotary;
    if (spec === undefined || spec === null || spec === "unknown") {
      others.push(layer);
      continue;
    }
    const width = layer.headDim ?? spec.headDim;
    if (width > widest || readings.length === mostKinds) {
      others.push(layer);
      notes.push(
        width > widest
          ? `layers of kind ${layer.kind} are not compared: heads of ${width} channels are too wide; at most ${widest} are compared`
          : `layers of kind ${layer.kind} are not compared: the first ${mostKinds} kinds are`,
      );
      continue;
    }
    const rule = rules.find((rule) => rule.name === "all" || rule.name === name)?.rule;
    readings.push({ layer, spec, count, kinds, rotates, rule: new Fields(rule), nested, ...common });
  }
  return { modelType, readings, others, unknown, notes };
}

const factsOf = (main: Part) => ({
  modelType: main.type ?? null,
  file: new Fields(main.file),
  knowsRotaryDim: main.reads("rotary"),
  share: main.number("partial") ?? 1,
  latent: main.fact("rope") !== undefined && (main.row === undefined || main.row.latent !== undefined),
  diffusion: /DModel$/.test(main.type ?? ""),
  hiddenPerHead: (main.size("hidden") ?? Number.NaN) / (main.size("heads") ?? Number.NaN) || null,
});
