import { html } from "../../plot/dom.ts";
import { formatFixed, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import type { PartMaker } from "../definition/definition.ts";
import { quoted } from "../words/label.ts";
import { isAsWritten, numberAt, type ShuffleShown, WIDTH } from "./shuffle-shown.ts";

/** The picture in words, and the count of numbers that changed. */

const HINT = "Drag a word, or choose one with the arrow keys and move it with Shift and an arrow.";

export const changes = ({ changed, words }: ShuffleShown): string =>
  `${changed} of ${words.length * WIDTH} numbers changed`;

/** One number of a word. */
export function describeNumber(shown: ShuffleShown, { row, column }: Cell): string {
  const { now, start } = numberAt(shown, column, row);
  const isSame = Math.abs(now - start) <= shown.rounding;
  const before = isSame ? "as at the start" : `${formatFixed(start, 4)} at the start`;
  const word = quoted(shown.words[shown.order[column] as number] as string);
  return `${word} at position ${column}, number ${row + 1} of ${WIDTH}: ${formatFixed(now, 4)}, ${before}. ${changes(shown)}.`;
}

/** What the order did to the results. */
export function verdict(shown: ShuffleShown): string {
  const { order, words, hasPositions, rounding } = shown;
  if (isAsWritten(order)) return HINT;
  const same = `the same ${words.length * WIDTH} numbers`;
  const limit = `Differences up to ${formatSmall(rounding)} are rounding and do not count.`;
  if (hasPositions) return `Each word now carries its position, so a move changes the results. ${limit}`;
  return `Each word took its column along: ${same} in another order. ${limit}`;
}

/** The count of numbers that changed, large. */
export const changeCount: PartMaker<unknown, ShuffleShown> = () => {
  const number = html("data", { class: "count", part: "number" });
  const rest = html("span", { class: "quiet" });
  return {
    element: html("p", { class: "changes" }, number, rest),
    show(shown) {
      number.value = number.textContent = String(shown.changed);
      rest.textContent = changes(shown).replace(/^\d+/, "");
    },
  };
};
