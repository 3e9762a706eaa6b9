import { spread } from "../../plot/labels.ts";
import type { Frame } from "../../plot/plot-frame.ts";
import { text } from "../../plot/text.ts";
import { type Exit, exitOf } from "./score-exit.ts";
import type { Scores } from "./score-values.ts";

/** Names of lines at their right ends, and of biases at the places where they leave the picture. */

const LINE = 1.2; // between names, font sizes
const ABOVE = 4; // from the lower edge to the names there, CSS pixels

interface Name {
  readonly name: string;
  /** CSS pixels from the top. */
  readonly at: number;
  readonly isChosen: boolean;
}

interface Scale {
  (value: number): number;
  domain(): readonly number[];
}

/** @param places - the places of the points, CSS pixels from the left */
export function lineNames(
  scores: Scores,
  chosen: number,
  frame: Frame,
  places: readonly number[],
  y: Scale,
): SVGElement[] {
  const [lower = 0] = y.domain();
  const exits = scores.lines.map(({ values }) => exitOf(values, places, lower));
  const lines = scores.lines.flatMap(({ name, values }, index) =>
    exits[index] === undefined ? [{ name, at: y(values.at(-1) as number), isChosen: index === chosen }] : [],
  );
  const { left, top, width, height, fontSize } = frame;
  const labels = [...lines, ...randomNames(scores, y)];
  const gap = Math.min(LINE * fontSize, height / Math.max(1, labels.length));
  const size = Math.min(fontSize, gap);
  const heights = spread(
    labels.map(({ at }) => at),
    gap,
    top,
    top + height,
  );
  return [
    ...labels.map(({ name, isChosen }, n) =>
      text(name, left + width + 8, (heights[n] as number) + 0.34 * size, "start", size, look(isChosen)),
    ),
    ...exitNames(exits, chosen, 1.2 * fontSize).map(({ index, x }) =>
      text(String(index + 1), x + 3, top + height - ABOVE, "start", fontSize, look(index === chosen)),
    ),
  ];
}

/** The lines whose numbers have room beside each other; the chosen one has priority. */
function exitNames(exits: readonly (Exit | undefined)[], chosen: number, room: number) {
  const there = exits.flatMap((exit, index) => (exit ? [{ index, x: exit.x }] : []));
  const order = there.sort((a, b) => Number(b.index === chosen) - Number(a.index === chosen));
  return order.filter(({ x }, n) => order.slice(0, n).every((other) => Math.abs(other.x - x) >= room));
}

function randomNames({ lines: [line], spread: around, other }: Scores, y: Scale): Name[] {
  if (!line || !around || !other) return [];
  return [
    {
      name: "± 1 s.d.",
      at: y((line.values.at(-1) as number) + (around.at(-1) as number)),
      isChosen: true,
    },
    { name: "other k", at: y(-(other.at(-1) as number)), isChosen: false },
  ];
}

const look = (isChosen: boolean) => ({
  "data-paint": true,
  ...(isChosen ? { class: "chosen", "font-weight": 600 } : {}),
});
