/** The row of a model type: what its class does with positions, and which fields it reads. Defaults are in `data`. */
import type { Pairing } from "../../api/rotary/pairing.ts";
import type { PositionRule } from "../tokens/position-ids.ts";
import type { EachRule } from "./each-rule.ts";
import type { Config, Fact, Rule } from "./facts.ts";
import type { IndexerRow } from "./indexer-rules.ts";
import type { KindRule, ListRule, RotatingRule } from "./layer-rules.ts";
import type { Causality, QueryRule, ScaleRule, WindowRule } from "./score-rules.ts";
import type { AtlasSource } from "./sources.ts";

/** What a model works on. */
export type AtlasKind =
  | "text"
  | "vision"
  | "audio"
  | "video"
  | "multimodal"
  | "time-series"
  | "reinforcement"
  | "diffusion";

/** What a class does with positions: the pairing that it rotates by, or what it has instead. */
export type Positions =
  | Pairing
  | "none"
  | "learned"
  | "sinusoidal"
  | "convolution"
  | "alibi"
  | "t5"
  | "relative"
  | "buckets"
  | "disentangled"
  | "window-table"
  | "log-spaced"
  | "decomposed";

/** How a layer without attention knows the order of tokens. `none`: it does not mix tokens. */
export type Mixer =
  | "state space"
  | "recurrence"
  | "linear attention"
  | "convolution"
  | "Fourier transform"
  | "none"
  | "other";

/** Facts that only some classes read: shares and widths of what rotates, attention factors for short and long texts, `rope_interleave`, `is_decoder`. */
export type OptionalFact = "partial" | "rotary" | "mscales" | "interleave" | "decoder";

/** Why a rotation has no spec. */
export type Beyond = "axes" | "blocks" | "linear" | "time" | "tiled" | "mixed" | "points";

/** The rule of a kind of layer in a class with several bases. */
export interface NamedBase {
  /** The field that has the base. */
  readonly field: string;
  /** Whether the rule of the file is for this kind; `whole`: so that the field counts in a file without one. Default: it has none. */
  readonly scaled?: true | "whole";
  /** The base is the class's default, whatever the file has in the field. */
  readonly ofClass?: true;
  /** The attention factor, whatever the file's rule gives. The kind has the file's rule then, and keeps its own base. */
  readonly attentionFactor?: number;
}

/** Sections of pairs for text, height and width. */
export interface Sections {
  readonly counts: readonly number[];
  /** In turns: pair i belongs to axis i mod n. `space first`: rows and columns take turns, then time. */
  readonly order?: "in turns" | "space first";
}

/** Equal parts of a head for each axis. */
export interface Axes {
  readonly count: number;
  /** `strided`: axes take turns at the frequencies; `columns`: the second axis first; a list: axes in turns at pairs. */
  readonly order?: "strided" | "columns" | readonly number[];
}

/** Parts of a head with a width for each axis. */
export interface AxisWidths {
  readonly field?: string;
  /** Without a field: `sixths` (default) has a third of the head for rows and for columns, and `eighths` 3/8; the rest is for time. */
  readonly shares?: "sixths" | "eighths";
  /** The field has the pairs of each of this many axes, instead of a list. */
  readonly axes?: number;
  /** Kinds of layers whose tokens have one position, so that all channels of the widths follow it. */
  readonly inRow?: readonly string[];
  /** A field with a factor s for each axis: the base times s^(d/(d − 2)) for d channels. */
  readonly growth?: string;
  /** A field that changes the rule if it is true. */
  readonly refuses?: string;
}

/** The layers of a stack: the field with their number, and their kind. */
export interface Stack {
  readonly field: string;
  /** The number of layers, if no field gives it. */
  readonly count?: number;
  /** The field that counts, if the file has it and not the first one. */
  readonly otherwise?: string;
  readonly kind: string;
  /** Its layers do not rotate. */
  readonly rotates?: false;
}

/** Says by the config that the class has other positions. */
export interface Unless extends Rule<(config: Config) => Positions | undefined> {
  /** What `position_embedding_type` says in files of the type. */
  readonly words: readonly string[];
}

/** Facts of layers that may be open. */
export type OpenFact =
  | "layers"
  | "attention"
  | "causal"
  | "window"
  | "rotation"
  | "indexer"
  | "bias"
  | "scale"
  | "softcap"
  | "sizes";

export interface ModelRow {
  readonly positions: Positions;
  /** Facts that are not known of the class: answers say so. */
  readonly open?: readonly OpenFact[];
  /** Fields of this type's files that never matter, beside those that matter for no type. */
  readonly idle?: readonly string[];
  /** Objects whose fields count for more than the type's own: for each of their fields, the own field. */
  readonly objects?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Other parts of the model, by the field that holds each. */
  readonly parts?: Readonly<Record<string, string | null>>;
  /** Decides by the config whether the class has other positions. */
  readonly unless?: Unless;
  /** Whether a query sees no key after itself, in all layers or by kind. Left out if it was not looked up. */
  readonly causal?: Causality | Readonly<Record<string, boolean>>;
  /** Optional facts that the class reads. */
  readonly reads?: readonly OptionalFact[];
  /** Names of fields in files of this type, if they are others than usual. */
  readonly fields?: Readonly<Partial<Record<Fact, string>>>;

  /** The list with the kinds of layers, in a form of this type. */
  readonly list?: ListRule;
  /** A kind in the file's list that is a part of the layer before it. The number of layers counts it, too. */
  readonly block?: string;
  /** The kinds of layers if the file has no list. */
  readonly kinds?: KindRule;
  readonly rotating?: RotatingRule;
  /** A kind of layer that does not rotate. */
  readonly plain?: string;
  /** No layer attends: what they have instead. */
  readonly mixer?: Mixer;
  /** Kinds of layers that attend to another stack, too. Default: those of a decoder after an encoder. */
  readonly crosses?: readonly string[];
  /** Kinds of layers that attend to another stack and not to their own. */
  readonly crossOnly?: readonly string[];
  /** The heads that choose the keys of sparse attention. */
  readonly indexer?: IndexerRow;
  /** What is different in single layers. */
  readonly each?: EachRule;
  /** The kind of the last layer, whatever the file lists. */
  readonly last?: string;
  /** Layers are alike, whatever the file lists. */
  readonly flat?: true;
  /** Fields with the numbers of layers of each stack. */
  readonly stacks?: readonly Stack[];
  /** The field with the layers of each stage, whose widths and heads differ. */
  readonly stages?: string;
  /** The layers of each stage that the class builds from that field's list. */
  readonly built?: Rule<(config: Config, stages: readonly number[]) => readonly number[]>;
  /** A field that counts blocks of two layers with attention. It counts for more than the number of layers. */
  readonly pairsOfLayers?: string;
  /** The list of kinds alone gives the number of layers. */
  readonly counted?: "by the list";

  /** Heads of latent attention, of which `rope` channels rotate. `parts`: `nope` channels come before them; `whole`: `head` counts both. */
  readonly latent?: "parts" | "whole";
  /** A kind of layer with heads of another width, and its field. */
  readonly otherHead?: { readonly kind: string; readonly field: string };
  /** Fields of a kind of layer, as a file may give them for single layers. They count in files that give none for any layer. */
  readonly ofKind?: Rule<(config: Config) => object> & { readonly kind: string };
  /** What heads have of the model's width: 1 if left out. */
  readonly headShare?: number;
  /** The class rotates one channel more if the share of the head is odd. */
  readonly odd?: true;

  /** The rules of kinds of layers, each with a base of its own. */
  readonly bases?: Readonly<Record<string, NamedBase>>;
  /** The class reads a rule for each kind of layer in `rope_parameters`, and no rule for all of them. */
  readonly nested?: true;
  /** The name of the rule of each kind of layer, if it is not that of the kind. */
  readonly uses?: Readonly<Record<string, string>>;
  /** Facts that the class does not read beside its own rule, where the file has no rule. */
  readonly ofRule?: readonly ("theta" | "partial")[];
  /**
   * What becomes of the class's share of the head where a rule in the file gives none. Default: one rule for all layers keeps it,
   * and rules of kinds of layers lose it.
   */
  readonly share?: "kept" | "lost";
  /** The base of a rule in a file that gives none, if it is not the default of the class. */
  readonly baseOfRule?: number;
  /** A base beside the class's rules counts for all of them. */
  readonly baseOfAll?: true;
  /** A field by which the base is multiplied. */
  readonly ratio?: string;
  readonly direction?: "backward";
  /** Learned weights multiply queries and keys after their rotation and a normalisation. */
  readonly weighed?: true;
  /** Whether queries and keys are normalised after their rotation, which takes its attention factor away. */
  readonly normed?: Rule<(config: Config) => boolean>;
  readonly sections?: Sections;
  readonly axes?: Axes;
  readonly widths?: AxisWidths;
  readonly beyond?: Beyond;
  /** Published programs differ in the fact, unless the file contains the other one; without `other`, always. `isOpen`: no spec is given then. */
  readonly disputed?: { readonly fact: Fact; readonly other?: Fact; readonly isOpen?: true };

  readonly window?: WindowRule;
  /** Default: 1/√headDim. */
  readonly scale?: ScaleRule;
  readonly queries?: QueryRule;
  /** Scores are capped by the number in the file, or the default of the class. */
  readonly softcap?: true;
  /** The kind of layers with a learned logit in the softmax, or `all`. */
  readonly sinks?: string;

  /** The rule that gives tokens their positions, if it is not that of text. */
  readonly ids?: PositionRule;
  /** The position of the first token: 2 where two rows come before; `after padding`: the padding token's number and 1. */
  readonly first?: number | "after padding";
  /** What is added to embeddings beside a rotation or a bias. */
  readonly adds?: "learned" | "convolution";
  /** What is added is added to queries and keys in every layer. */
  readonly everyLayer?: true;
  /** Fields that switch the bias on. */
  readonly bias?: readonly string[];
  /** Fields that switch learned positions on. */
  readonly learned?: readonly string[];
  /** The field that switches off a bias beside learned positions. */
  readonly biased?: string;
  /** Whether the bias is added before scores are scaled. */
  readonly scaled?: true;
  /** A stack with another encoding. */
  readonly also?: Readonly<Record<string, Positions>>;

  /** The folder of transformers with the code, if the type does not begin with its name. */
  readonly folder?: string;
  /** Where the facts can be read, if not in a folder of transformers. */
  readonly source?: AtlasSource;
  /** What a type outside transformers works on. Default: text. */
  readonly area?: AtlasKind;
}

/** A model made of others: the type of each part by the field that holds it; null if the file names it. */
export interface PartsRow {
  readonly parts: Readonly<Record<string, string | null>>;
  /** The file may name another type for a part, although the name of the part's type begins with that of the model. */
  readonly named?: true;
  /** How images or a prefix change which keys the main part sees. False if the keys come from another model: then this is not known. */
  readonly causal?: "images" | "prefix" | false;
  /** Parts in which the class sets what a file leaves out. In others a part in the file has the defaults of its own class. */
  readonly fills?: readonly string[];
  /** Fields that the class sets in a part, whatever the file has there: to a value, or to the value of its own field of this name. */
  readonly sets?: Readonly<Record<string, Readonly<Record<string, boolean | string>>>>;
  readonly folder?: string;
  readonly source?: AtlasSource;
  readonly area?: AtlasKind;
}

export type Row = ModelRow | PartsRow;

/** A model type and its row. */
export interface NamedRow {
  readonly type: string;
  readonly row: Row;
}

export type Rows = Readonly<Record<string, Row>>;

export const isModel = (row: Row | undefined): row is ModelRow => row !== undefined && "positions" in row;

/** Whether positions are a rotation. */
export const rotates = (positions: Positions): positions is Pairing =>
  positions === "halves" || positions === "interleaved";

/** The class has other positions, unless the field has the value. */
export const onlyIf = (field: string, value: string | number | boolean, otherwise: Positions): Unless => ({
  reads: [field],
  words: [`${value}`, otherwise],
  of(config) {
    const given = config.get(field);
    const isValue = given === value || (typeof given === "string" && given === `${value}`);
    return isValue ? undefined : otherwise;
  },
});
