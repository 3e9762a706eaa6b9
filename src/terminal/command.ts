/** The interface of a terminal command. */
import type { Terminal } from "./terminal.ts";

/** The exit codes of the process. */
export const exit = { done: 0, differs: 1, notUnderstood: 2 } as const;

/** An option for `parseArgs`, with its text in the help. */
export interface OptionDoc {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** The placeholder of the value in the help. */
  readonly value?: string;
  readonly doc: string;
}

/** The options and files of one call. */
export interface Given {
  readonly files: readonly string[];
  /** The text of an option. */
  text(name: string): string | undefined;
  /** Whether a flag is given. */
  flag(name: string): boolean;
}

export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The arguments, as the help shows them. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionDoc>>;
  /** Sentences below the options. */
  readonly more?: readonly string[];
  readonly examples: readonly string[];
  /** @returns the exit code */
  run(given: Given, terminal: Terminal): Promise<number>;
}

/** A call with missing or wrong arguments. */
export class UsageError extends Error {}
