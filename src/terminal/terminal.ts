/** The outside of a command: its output, its progress and its files. */
import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import { printable, printableLines } from "../api/arguments/printable.ts";

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean | undefined };

export interface Streams {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: Output;
  readonly errors: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Colour = keyof typeof codes;

/** Shorter work shows no progress. */
const quiet = 500; // ms

export class Terminal {
  readonly streams: Streams;
  readonly #start = performance.now();
  /** Stands for the start of an escape sequence in text that is not written yet. No file can hold it. */
  readonly #escape = randomUUID();
  #hasProgress = false;

  constructor(streams: Streams) {
    this.streams = streams;
  }

  /** Writes, and waits for a slow reader. */
  async write(text: string | Uint8Array): Promise<void> {
    const { output } = this.streams;
    if (!output.write(text)) await new Promise<void>((resolve) => output.once("drain", resolve));
  }

  /** Writes a line. Characters of foreign text that a terminal would obey are written as escapes. */
  async line(text = ""): Promise<void> {
    await this.write(`${this.#shown(text)}\n`);
  }

  /** Writes lines of our own. */
  async lines(text: string): Promise<void> {
    for (const line of text.split("\n")) await this.line(line);
  }

  async json(value: unknown): Promise<void> {
    await this.write(`${printableLines(JSON.stringify(value, undefined, 2))}\n`);
  }

  #shown(text: string): string {
    return printable(text).replaceAll(this.#escape, "\u001b[");
  }

  /** Coloured text, if the output is a terminal and NO_COLOR is not set. */
  paint(colour: Colour, text: string, output = this.streams.output): string {
    const { NO_COLOR, TERM } = this.streams.environment;
    const isPlain = !output.isTTY || (NO_COLOR ?? "") !== "" || TERM === "dumb";
    return isPlain ? text : `${this.#escape}${codes[colour]}m${text}${this.#escape}0m`;
  }

  complain(sentence: string): void {
    const { errors } = this.streams;
    errors.write(this.#shown(`${this.paint("red", "posenc:", errors)} ${sentence}`).concat("\n"));
  }

  /** Says on the standard error what is going to happen. */
  announce(sentence: string): void {
    this.streams.errors.write(`${this.#shown(sentence)}\n`);
  }

  /** Shows the progress of long work on standard error, if it is a terminal. */
  progress(share: number): void {
    const { errors } = this.streams;
    if (!errors.isTTY || performance.now() - this.#start < quiet) return;
    this.#hasProgress = true;
    errors.write(`\r${Math.floor(100 * share)} %`);
  }

  /** Clears the progress. */
  endProgress(): void {
    if (this.#hasProgress) this.streams.errors.write("\r      \r");
    this.#hasProgress = false;
  }
}
