/** A part of a file with its own layers. Its facts come from the file; the defaults come from its class. */
import { show } from "../../api/arguments/check.ts";
import { type Defaults, defaultsOf } from "../types/defaults.ts";
import { type Config, type Fact, fieldsOf } from "../types/facts.ts";
import { isModel, type ModelRow, type NamedRow, type OptionalFact } from "../types/row.ts";
import type { ConfigObject } from "./config-object.ts";

/** A value and its origin: a path in the file, or the class. */
export interface Found {
  value: unknown;
  path: string;
}

<<<<<<< HEAD
/** The names of each fact in files, in order of precedence. */
const names = {
  hidden: ["hidden_size", "n_embd", "d_model", "dim", "embed_dim", "model_dim"],
  heads: ["num_attention_heads", "n_head", "n_heads", "num_heads"],
  keyHeads: ["num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_head_kv", "multi_query_group_num"],
  head: ["head_dim", "kv_channels", "attention_head_dim"],
  layers: ["num_hidden_layers", "n_layer", "n_layers", "num_layers", "depth"],
  length: ["max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "max_seq_len"],
  theta: ["rope_theta", "rotary_emb_base", "rope_base", "rotary_embedding_base", "rotary_base"],
  partial: [
    "partial_rotary_factor",
    "rotary_pct",
    "rotary_emb_fraction",
    "rope_pct",
    "rope_percent",
    "rotary_percent",
  ],
  rotary: ["rotary_dim", "rope_dim", "rotary_emb_dim", "attn_rotary_emb"],
  rope: ["qk_rope_head_dim"],
  nope: ["qk_nope_head_dim"],
  window: ["sliding_window", "sliding_window_size", "attention_window_size", "attention_chunk_size"],
  softcap: ["attn_logit_softcapping", "attn_logit_softcap"],
} as const;

export type Fact = keyof typeof names;

/** The largest number of heads, channels or layers in a file: beyond any model, and a work that ends. */
export const mostCounted = 65_536;
/** The largest number of tokens; beyond it not every whole number has a float64. */
const mostTokens = 2 ** 53;

/** Facts that count something, with the largest number of each. */
const most: Partial<Record<Fact, number>> = {
  hidden: mostCounted,
  heads: mostCounted,
  keyHeads: mostCounted,
  head: mostCounted,
  layers: mostCounted,
  rotary: mostCounted,
  rope: mostCounted,
  nope: mostCounted,
  length: mostTokens,
  window: mostTokens,
};

const isWhole = (value: unknown, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= to;

/** Whether a value from a file is a number of heads, channels or layers. */
export const isCount = (value: unknown): value is number => isWhole(value, mostCounted);
/** Whether a value from a file is a number of tokens. */
export const isLength = (value: unknown): value is number => isWhole(value, mostTokens);

export class Part {
=======
export class Part implements Config {
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
  readonly file: ConfigObject;
  /** Undefined if the type is not in the atlas. */
  readonly type: string | undefined;
  readonly row: ModelRow | undefined;
  /** Paths of the fields that were not understood. */
  readonly unknown: string[] = [];
  /** Sentences about them. */
  readonly notes: string[] = [];
  /** The origin of each fact that was used. */
  readonly sources: Record<string, string> = {};
  /** The defaults of its class. */
  readonly defaults: Defaults;

  /** @param given Defaults of the model around the part. They take precedence over those of the part's class. */
  constructor(file: ConfigObject, named: NamedRow | undefined, given: Defaults = {}) {
    this.file = file;
    if (isModel(named?.row)) [this.type, this.row] = [named!.type, named!.row as ModelRow];
    this.defaults = { ...(this.type === undefined ? {} : defaultsOf(this.type)), ...given };
  }

  said(field: string): unknown {
    return this.file.get(field);
  }

  get(field: string): unknown {
    return this.file.get(field) ?? this.defaults[field];
  }

  /** The class's default of a field. */
  standard(field: string): Found | undefined {
    const value = this.defaults[field];
    return value === undefined ? undefined : { value, path: `${field} of ${this.type}` };
  }

  /** The value of a fact in the file. */
  inFile(fact: Fact): Found | undefined {
    return this.file.first(...this.namesOf(fact));
  }

  /** The value of a fact in the file, or else the default of the class. */
  find(fact: Fact): Found | undefined {
    return this.inFile(fact) ?? this.#inClass(fact);
  }

  /** The same of a fact that is used: its path is among the part's sources. */
  fact(fact: Fact): Found | undefined {
    return this.use(fact, this.find(fact));
  }

  /** Notes where a fact that is used comes from. */
  use(fact: Fact, found: Found | undefined): Found | undefined {
    if (found !== undefined) this.sources[fact] = found.path;
    return found;
  }

  value(fact: Fact): unknown {
    return this.fact(fact)?.value;
  }

  /** The value of a fact if it is a number. */
  number(fact: Fact): number | undefined {
    const value = this.value(fact);
    return typeof value === "number" ? value : undefined;
  }

<<<<<<< HEAD
  /** The value of a fact that counts something; undefined if no number of heads, channels, layers or tokens is there. */
  size(fact: Fact): number | undefined {
    const value = this.fact(fact)?.value;
    return isWhole(value, most[fact]!) ? value : undefined;
  }

  /** Lists the fields that should count something and do not. A list has a number for each layer or stage. */
  saySizes(): void {
    for (const [fact, to] of Object.entries(most) as [Fact, number][]) {
      const said = this.said(fact);
      if (said === undefined || (fact === "window" && this.file.get("use_sliding_window") === false))
        continue;
      const values = Array.isArray(said.value) ? said.value.slice(0, mostCounted) : [said.value];
      if (values.length > 0 && values.every((value) => isWhole(value, to))) continue;
      const wrong = values.length === 0 ? said.value : values.find((value) => !isWhole(value, to));
      this.misses(said.path, `${said.path} must be a whole number from 1 to ${to}; got ${show(wrong)}`);
    }
  }

  /** Whether a value from a field is a number of heads, channels or layers. If not, lists the field. */
  counts(value: unknown, path: string): value is number {
    if (isCount(value)) return true;
    this.misses(path, `${path} must be a whole number from 1 to ${mostCounted}; got ${show(value)}`);
    return false;
  }

  /** The names of a fact in files. */
  fieldsOf(fact: Fact): readonly string[] {
    return names[fact];
=======
  isNull(fact: Fact): boolean {
    return this.nullOf(fact) !== undefined;
  }

  /** The field of a fact that is null in the file. */
  nullOf(fact: Fact): string | undefined {
    return this.namesOf(fact).find((name) => this.file.isNull(name));
  }

  /** The names that a fact has in files of the type. */
  namesOf(fact: Fact): readonly string[] {
    const own = this.row?.fields?.[fact];
    return own === undefined ? fieldsOf[fact] : [own];
  }

  /** Whether the class reads a fact. A class that is not in the atlas may read any. */
  reads(fact: OptionalFact): boolean {
    return this.row === undefined || (this.row.reads?.includes(fact) ?? false);
>>>>>>> 84bfdfb (Describe model types by typed rows, and read a config in one pass)
  }

  misses(path: string, sentence: string): void {
    if (!this.unknown.includes(path)) this.unknown.push(path);
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }

  #inClass(fact: Fact): Found | undefined {
    const value = this.namesOf(fact)
      .map((name) => this.defaults[name])
      .find((one) => one !== undefined);
    return value === undefined ? undefined : { value, path: `${fact} of ${show(this.type)}` };
  }
}
