import { dragIn } from "../../plot/drag.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { slider } from "../controls/slider.ts";
import { whenShown } from "../controls/training.ts";
import { type Cell, cellAfter } from "../definition/cell-cursor.ts";
import type { Host, Part } from "../definition/definition.ts";
import type { ThreadShown } from "./thread-shown.ts";

/** What a reader does beside training: looks back at earlier steps, and turns the picture. */

type Figure = Host<object, ThreadShown>;
type Turned = Host<{ yaw: number; pitch: number }, ThreadShown>;

/** Runs along while the model trains; afterwards it leads back to every step. */
export function stepSlider(figure: Figure): Part<ThreadShown> {
  const stepOf = (share: number) => formatInteger(share * (figure.shown?.run.settings.steps ?? 0));
  const { element, show } = slider({
    label: "step",
    min: 0,
    max: 1,
    step: 0.001,
    format: stepOf,
    oninput: (share) => whenShown(figure, ({ run }) => run.look(share)),
  });
  return { element, show: ({ run }) => show(run.seen.step / run.settings.steps) };
}

const DEGREES = 5; // of an arrow key
const PER_PIXEL = 0.5; // degrees

/** An angle within half a turn on each side. */
const wrapped = (angle: number): number => angle - 360 * Math.round(angle / 360);

function turn(figure: Turned, right: number, up: number): void {
  figure.yaw = wrapped(figure.yaw + right);
  figure.pitch = Math.min(Math.max(figure.pitch + up, -90), 90);
}

export const KEYS_TEXT =
  "The arrows turn the picture. Page Up, Page Down, Home and End go from position to position.";

/** Arrows turn the picture; other keys move along the thread. */
export function press(event: KeyboardEvent, figure: Turned): Cell | true | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !figure.shown) return undefined;
  const turns: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-DEGREES, 0],
    ArrowRight: [DEGREES, 0],
    ArrowUp: [0, DEGREES],
    ArrowDown: [0, -DEGREES],
  };
  const by = Object.hasOwn(turns, event.key) ? turns[event.key] : undefined;
  if (by) {
    turn(figure, ...by);
    figure.announce(`turned to ${formatInteger(figure.yaw)}°, ${formatInteger(figure.pitch)}°`);
    return true;
  }
  const { positions } = figure.shown.run.settings;
  const grid = { rows: 1, columns: positions };
  const moves: Readonly<Record<string, string>> = { PageUp: "ArrowLeft", PageDown: "ArrowRight" };
  return cellAfter(moves[event.key] ?? event.key, figure.cursor ?? { row: 0, column: -1 }, grid);
}

/** A mouse turns the picture in both directions. A finger that moves sideways turns it, and one that moves upright scrolls the page. */
export function turnByHand(figure: Turned, element: HTMLElement): void {
  let last: readonly [number, number] = [0, 0];
  dragIn(element, {
    take(x, y) {
      last = [x, y];
      return figure.shown !== undefined;
    },
    move(x, y) {
      turn(figure, PER_PIXEL * (x - last[0]), PER_PIXEL * (y - last[1]));
      last = [x, y];
    },
  });
}
