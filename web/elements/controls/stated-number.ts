import { css } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { formatSmall, superscript } from "../../plot/numbers.ts";

/** A number rounded for reading, its title, and a sentence on its meaning. All its digits are in its tooltip and in `value`. */
export class StatedNumber {
  readonly element: HTMLElement;
  readonly #value = html("data", { class: "number", part: "number" });
  readonly #meaning = html("span", { class: "meaning" });

  constructor(title: string) {
    this.element = html(
      "p",
      { class: "stated" },
      html("span", { class: "quiet" }, title),
      this.#value,
      this.#meaning,
    );
  }

  /** Shows a number, or a dash if there is none, and its meaning. */
  show(value: number | undefined, meaning: string): void {
    this.#value.value = value === undefined ? "" : String(value);
    this.#value.title = value === undefined ? "" : digits(value);
    this.#value.textContent = value === undefined ? "–" : formatSmall(value);
    this.#meaning.textContent = meaning;
  }
}

/** All digits of a float64, with the power of ten in superscript. */
export function digits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  return exponent === undefined ? mantissa : `${mantissa} × 10${superscript(Number(exponent))}`;
}

export const statedNumberStyles = css`
  .stated {
    display: grid;
    align-content: start;
    margin: 0;
  }
  .stated .number {
    font-size: 1.5em;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  .stated .meaning {
    min-block-size: 2.7em;
    color: var(--_quiet);
  }
`;
/** One large number above the plot, and a sentence on its meaning, beside it if there is room. */
export const resultStyles = css`
  .result {
    display: grid;
    gap: 0 0.75rem;
    margin: 0;
    align-content: start;
  }
  .result .number {
    font-size: 1.75rem;
    line-height: 1.2;
    white-space: nowrap;
  }
  .result .verdict {
    color: var(--_quiet);
  }
  @container (min-width: 30rem) {
    .result {
      grid-template-columns: auto 1fr;
    }
  }
`;
