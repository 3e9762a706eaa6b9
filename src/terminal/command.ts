/** What a command of the terminal is. */
import type { Terminal } from "./terminal.ts";

/** What the process ends with. */
export const exit = { done: 0, differs: 1, notUnderstood: 2 } as const;

/** An option, as `parseArgs` takes it, and its words in the help. */
export interface OptionDoc {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly doc: string;
}

/** The options and files of one call. */
export interface Given {
  readonly files: readonly string[];
  /** The text of an option. */
  text(name: string): string | undefined;
  /** Whether an option without a text is there. */
  flag(name: string): boolean;
}

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What stands after the name. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionDoc>>;
  /** Sentences under the options. */
  readonly more?: readonly string[];
  readonly examples: readonly string[];
  /** @returns what the process ends with */
  run(given: Given, terminal: Terminal): Promise<number>;
}

/** A call that does not say what is wanted. */
export class UsageError extends Error {}
