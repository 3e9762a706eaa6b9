import { html } from "../../plot/dom.ts";
import { formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { Part } from "../definition/definition.ts";
import { type FigureSpec, pairDimensions, pairOf, range } from "../definition/figure-spec.ts";

/** The period of each pair, and the number of pairs that do not finish one within a length. */
export interface PeriodsShown {
  readonly spec: FigureSpec;
  /** Positions. */
  readonly length: number;
  /** Radians per position, one for each pair. */
  readonly frequencies: Float64Array;
  /** Positions, one for each pair. */
  readonly periods: Float64Array;
  /** Number of pairs with a period longer than the length. */
  readonly unfinished: number;
}

/** Upper bound of all periods, in positions, if the base is above 1. */
export const supremum = ({ base }: FigureSpec): number => 2 * Math.PI * base;

/** A table of the first six dimensions and the last two, with formula and period. */

const FIRST = 6;
const LAST = 2;

const heading = (text: string) => html("th", { scope: "col" }, text);

export function periodsTable(): Part<PeriodsShown> {
  const length = heading("");
  const body = html("tbody");
  const element = html(
    "table",
    { class: "abridged", part: "table" },
    html("caption", { class: "unseen" }, "Formula and period of the first and the last dimensions"),
    html("thead", {}, html("tr", {}, ...["i", "j", "P(t, j)", "period"].map(heading), length)),
    body,
  );
  const show = (shown: PeriodsShown) => {
    length.textContent = `in ${formatInteger(shown.length)}`;
    body.replaceChildren(...rowsOf(shown));
  };
  return { element, show };
}

function rowsOf(shown: PeriodsShown): HTMLTableRowElement[] {
  const { dModel } = shown.spec;
  const rows = (from: number, to: number) => range(from, to).map((dimension) => row(shown, dimension));
  if (dModel <= FIRST + LAST) return rows(0, dModel);
  const ellipsis = html("tr", {}, ...["…", "…", "…", "…", "…"].map((text) => html("td", {}, text)));
  return [...rows(0, FIRST), ellipsis, ...rows(dModel - LAST, dModel)];
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

/** An exponent: raised on screen, in `^( )` for screen readers and copied text. */
function exponent(fraction: string): HTMLElement {
  const hidden = (sign: string) => html("span", { class: "unseen" }, sign);
  return html("sup", {}, hidden("^("), fraction, hidden(")"));
}

/** A period with six decimals, or four from 1000 positions on, or nine digits from a million on. */
export function formatPeriod(period: number): string {
  if (period >= 1e6) return formatRough(period, 9);
  return formatFixed(period, period < 1000 ? 6 : 4);
}
