import { html } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { pairDimensions, pairOf } from "../figure/pair-dimensions.ts";
import { range } from "../share/entries.ts";
import type { PeriodsShown } from "./periods-values.ts";

/** The first six dimensions and the last two, with formula and period. */

const FIRST = 6;
const LAST = 2;

const heading = (text: string) => html("th", { scope: "col" }, text);

export class PeriodsTable {
  readonly #length = heading("");
  readonly #body = html("tbody");
  readonly element = html(
    "table",
    { class: "abridged", part: "table" },
    html("caption", { class: "unseen" }, "Formula and period of the first and the last dimensions"),
    html("thead", {}, html("tr", {}, ...["i", "j", "P(t, j)", "period"].map(heading), this.#length)),
    this.#body,
  );

  show(shown: PeriodsShown): void {
    const { dModel } = shown.spec;
    this.#length.textContent = `in ${formatInteger(shown.length)}`;
    if (dModel <= FIRST + LAST) {
      this.#body.replaceChildren(...range(0, dModel).map((dimension) => row(shown, dimension)));
      return;
    }
    const ellipsis = html("tr", {}, ...["…", "…", "…", "…", "…"].map((text) => html("td", {}, text)));
    const rows = [...range(0, FIRST), ...range(dModel - LAST, dModel)].map((dimension) =>
      row(shown, dimension),
    );
    this.#body.replaceChildren(...rows.slice(0, FIRST), ellipsis, ...rows.slice(FIRST));
  }
}

function row({ spec, periods, length }: PeriodsShown, dimension: number): HTMLTableRowElement {
  const pair = pairOf(spec, dimension);
  const name = dimension === pairDimensions(spec, pair)[0] ? "sin" : "cos";
  const period = periods[pair] as number;
  return html(
    "tr",
    { class: period > length ? "unfinished" : "" },
    html("td", {}, String(pair)),
    html("th", { scope: "row" }, String(dimension)),
    html("td", {}, `${name}(t / ${spec.base}`, exponent(`${2 * pair}/${spec.dModel}`), ")"),
    html("td", {}, formatPeriod(period)),
    html("td", {}, `${formatRough(length / period)} ×`),
  );
}

/** Raised for the eye, in ^( ) for those who hear or copy it. */
function exponent(fraction: string): HTMLElement {
  const hidden = (sign: string) => html("span", { class: "unseen" }, sign);
  return html("sup", {}, hidden("^("), fraction, hidden(")"));
}

/** Six decimals of short periods, four of longer ones, and nine digits of those of over a million positions. */
export function formatPeriod(period: number): string {
  if (period >= 1e6) return formatRough(period, 9);
  return formatFixed(period, period < 1000 ? 6 : 4);
}
