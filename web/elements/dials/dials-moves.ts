import { dragIn } from "../../plot/drag.ts";
import { HeldHand } from "../clock/held-hand.ts";
import { type Cell, cellAfter } from "../definition/cell-cursor.ts";
import type { Host } from "../definition/definition.ts";
import type { DialsPlot, Grip } from "./dials-plot.ts";
import { type DialsShown, PAIRS } from "./dials-shown.ts";

/** Moves of the two words: both together, or one of them. */

export type Dials = Host<{ query: number; key: number }, DialsShown>;

/** The last position: up to it all positions are exact. */
export const LAST = 2 ** 24 - 1;

/** Moves both words so that the query stands at a position, or as near to it as both stay in range. */
export function moveBoth(figure: Dials, position: number): void {
  const distance = figure.query - figure.key;
  const query = Math.min(Math.max(position, distance, 0), LAST + Math.min(distance, 0));
  Object.assign(figure, { query, key: query - distance });
}

export function moveOne(figure: Dials, word: "query" | "key", position: number): void {
  figure[word] = Math.min(Math.max(position, 0), LAST);
}

/** A hand moves its word, and the face of a dial moves both. */
export function dragHands(figure: Dials, plot: DialsPlot): void {
  let held: HeldHand | undefined;
  let grip: Grip | undefined;
  dragIn(plot.element, {
    holdsTouch: true,
    take(x, y, { pointerType }) {
      grip = figure.shown && plot.gripAt(x, y, figure.shown);
      const frequency = grip && figure.shown?.dials[grip.dial]?.frequency;
      if (!grip || !frequency) return false;
      if (pointerType === "touch" && grip.hand === "both") return false; // beside a hand a finger scrolls the page
      const position = grip.hand === "key" ? figure.key : figure.query;
      held = new HeldHand(grip.dial, frequency, plot.angleAt(x, y, grip.dial), position);
      return true;
    },
    move(x, y) {
      if (!held || !grip) return;
      const position = held.rotateTo(plot.angleAt(x, y, held.dial), LAST);
      if (grip.hand === "both") moveBoth(figure, position);
      else moveOne(figure, grip.hand, position);
    },
  });
}

const PAGE = 10; // positions of Page Up and Page Down

/** Up and down move both words, with Shift the key alone; other keys choose a dial. */
export function press(event: KeyboardEvent, figure: Dials): Cell | true | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: PAGE,
    PageDown: -PAGE,
  };
  const by = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (by === undefined)
    return cellAfter(event.key, figure.cursor ?? { row: 0, column: -1 }, { rows: 1, columns: PAIRS });
  if (event.shiftKey) moveOne(figure, "key", figure.key + by);
  else moveBoth(figure, figure.query + by);
  return true;
}
