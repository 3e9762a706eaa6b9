import { html } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { type Cell, cellAfter } from "../definition/cell-cursor.ts";
import type { Host, Part } from "../definition/definition.ts";
import type { ShufflePlot } from "./shuffle-plot.ts";
import { isAsWritten, movedTo, type ShuffleShown, WIDTH } from "./shuffle-shown.ts";

/** Moves of words: by dragging, by keys, and all at once. */

type Shuffle = Host<{ order: readonly number[] | undefined }, ShuffleShown>;

/** Sets the order; the order as written is no attribute. */
function arrange(figure: Shuffle, order: readonly number[]): void {
  figure.order = isAsWritten(order) ? undefined : order;
}

/** The order that the figure is going to show: keys may come faster than drawings. */
function orderOf({ order }: Shuffle, { words, order: drawn }: ShuffleShown): readonly number[] {
  if (order === undefined) return [...words.keys()];
  return order.length === words.length ? order : drawn;
}

export function dragWords(figure: Shuffle, plot: ShufflePlot): void {
  dragIn(plot.element, {
    take: (x, y) => figure.shown !== undefined && plot.take(x, y),
    move: (x) => arrange(figure, plot.drag(x)),
    end: () => plot.drop(),
  });
}

/** Shift with an arrow moves the word under the cursor; other keys move the cursor. */
export function press(event: KeyboardEvent, figure: Shuffle): Cell | true | undefined {
  const { shown, cursor } = figure;
  if (!shown || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const order = orderOf(figure, shown);
  const grid = { rows: WIDTH, columns: order.length };
  const cell = cursor ?? { row: 0, column: 0 };
  const target = cellAfter(event.key, cell, grid);
  if (!target || !event.shiftKey || target.row !== cell.row) return cursor ? target : target && cell;
  arrange(figure, movedTo(order, cell.column, target.column));
  return target;
}

/** A button that puts the words into a random order, another than the present one. */
export function shuffleButton(figure: Shuffle): Part<ShuffleShown> {
  const onclick = () => {
    const { shown } = figure;
    if (!shown || new Set(shown.words).size < 2) return;
    const sentence = (order: readonly number[]) => order.map((word) => shown.words[word]).join(" ");
    let order: number[];
    do order = shuffled(shown.order);
    while (sentence(order) === sentence(shown.order));
    arrange(figure, order);
  };
  return { element: html("button", { type: "button", class: "pill", onclick }, "Shuffle") };
}

/** Fisher and Yates. */
function shuffled(order: readonly number[]): number[] {
  const mixed = [...order];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as number, mixed[last] as number];
  }
  return mixed;
}
