import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { type Cell, cellAfter } from "../definition/cell-cursor.ts";
import type { Host, Part } from "../definition/definition.ts";
import { describeDial } from "./clock-reading.ts";
import type { ClockShown } from "./clock-shown.ts";

/** Steps of the clocks, by buttons and by keys. */

/** The last position for which tables are correctly rounded. */
export const LAST = 2 ** 24 - 1;

const PAGE = 10; // positions of Page Up and Page Down

type Clock = Host<{ position: number }, ClockShown>;

/** Makes one step forward or back, if there is such a position. */
export function step(clock: Clock, by: 1 | -1): void {
  const position = clock.position + by;
  if (position < 0 || position > LAST) return;
  clock.shown?.motion.step(position, by);
  clock.position = position;
}

export function goTo(clock: Clock, position: number): void {
  clock.position = Math.min(Math.max(position, 0), LAST);
}

/** Makes a step for the reader: its position is announced. */
export function askedStep(clock: Clock, by: 1 | -1): void {
  step(clock, by);
  ask(clock);
}

function ask({ shown }: Clock): void {
  if (shown) shown.motion.isAsked = true;
}

/** Starts or stops Play. */
export function togglePlay(clock: Clock): void {
  const motion = clock.shown?.motion;
  if (motion) motion.playing = !motion.playing;
  else clock.addEventListener("pe-ready", () => togglePlay(clock), { once: true });
  clock.requestUpdate();
}

/** Buttons for a step back, Play, and a step forward. */
export function stepButtons(clock: Clock): Part<ClockShown> {
  const button = (label: string, onclick: () => void) => html("button", { type: "button", onclick }, label);
  const play = button("Play", () => togglePlay(clock));
  const show = (shown: ClockShown) => {
    const { motion, position, atRest } = shown;
    play.textContent = motion.playing ? "Pause" : "Play";
    if (!motion.isAsked) return;
    motion.isAsked = false;
    const dial = clock.cursor && (atRest[clock.cursor.column] ?? atRest.at(-1));
    clock.announce(dial ? describeDial(dial, position) : `position ${formatInteger(position)}`);
  };
  const steps = [button("−1", () => askedStep(clock, -1)), button("+1", () => askedStep(clock, 1))];
  return { element: html("div", { class: "row" }, ...steps, play), show };
}

/** Keys: up and down change the position, left and right choose a dial. */
export function press(event: KeyboardEvent, clock: Clock): Cell | true | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !clock.shown) return undefined;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowUp: () => askedStep(clock, 1),
    ArrowDown: () => askedStep(clock, -1),
    PageUp: () => goTo(clock, clock.position + PAGE),
    PageDown: () => goTo(clock, clock.position - PAGE),
  };
  const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
  if (!act) {
    const none = { row: 0, column: -1 };
    return cellAfter(event.key, clock.cursor ?? none, { rows: 1, columns: clock.shown.dials.length });
  }
  act();
  ask(clock);
  return true;
}
