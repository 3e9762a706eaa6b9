import type { Light } from "../../../src/entries/index.ts";
import { type Hand, shownPairs } from "../../plot/dial-grid.ts";
import { html } from "../../plot/dom.ts";
import { degrees, formatFixed, formatFloat32, formatInteger, formatRough } from "../../plot/numbers.ts";
import { valueTable } from "../controls/panel.ts";
import { type Cell, cellAfter, type Host, type Part, whenShown } from "../definition/definition.ts";
import { type FigureSpec, pairDimensions } from "../definition/figure-spec.ts";

// Motion of the hands: a step takes some time, and Play makes one step after another. Times in milliseconds.

/** Duration of the motion, and time from step to step: hands rest in between, as in a clock. */
const MOTION = 600;
const BEAT = 1200;

interface Step {
  /** Position after the step. */
  readonly to: number;
  readonly stride: 1 | -1;
  readonly since: number;
}

class ClockMotion {
  playing = false;
  /** Whether the reader has asked for a step, so that its position is announced. */
  isAsked = false;
  #last: Step = { to: Number.NaN, stride: 1, since: Number.NEGATIVE_INFINITY };

  step(to: number, stride: 1 | -1): void {
    this.#last = { to, stride, since: performance.now() };
  }

  /**
   * The progress of the step to a position, from 0 to 1, slow at both ends. It is 1 at once if the position was not
   * reached by a step, or if the reader prefers reduced motion.
   */
  to(position: number): { readonly stride: 1 | -1; readonly made: number } {
    const { to, stride } = this.#last;
    if (to !== position) return { stride: 1, made: 1 };
    const share = Math.min(this.#time / MOTION, 1);
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return { stride, made: isReduced ? 1 : share * share * (3 - 2 * share) };
  }

  /** Whether it is time for the next step of Play. */
  get isDue(): boolean {
    return this.playing && this.#time >= BEAT;
  }

  /** Time since the start of the last step. */
  get #time(): number {
    return performance.now() - this.#last.since;
  }
}

/** The pairs of an encoding as hands of clocks: they point up at position 0 and rotate clockwise. */

export interface Dial {
  readonly pair: number;
  /** Dimensions of the sine and of the cosine. */
  readonly dimensions: readonly [number, number];
  /** Rotation of the hand per position, radians. */
  readonly frequency: number;
  /** The hand before the last step. */
  readonly before: Hand;
  readonly now: Hand;
  /** Radians from `before` to `now`, clockwise. */
  readonly angle: number;
}

export interface ClockShown {
  readonly spec: FigureSpec;
  /** The position of the shown values, an integer. */
  readonly position: number;
  /** Sum of the squares of all values at the position. */
  readonly squaredNorm: number;
  /** The dials of this frame; the hands may be moving. */
  readonly dials: readonly Dial[];
  /** The dials at the end of the step. */
  readonly atRest: readonly Dial[];
  readonly motion: ClockMotion;
}

export function clockShown(
  pe: Light,
  spec: FigureSpec,
  position: number,
  motion = new ClockMotion(),
): ClockShown {
  const row = pe.encode(spec, { positions: [position] });
  const squaredNorm = row.reduce((sum, value) => sum + value * value, 0);
  const atRest = dialsAt(pe, spec, position - strideTo(position, motion), position);
  return moving({ spec, position, squaredNorm, dials: atRest, atRest, motion }, pe);
}

/** The clocks with their hands moved to their present places. */
export function moving(shown: ClockShown, pe: Light): ClockShown {
  const { spec, position, motion } = shown;
  const { made } = motion.to(position);
  if (made === 1) return { ...shown, dials: shown.atRest };
  const stride = strideTo(position, motion);
  const before = position - stride;
  return { ...shown, dials: dialsAt(pe, spec, before, before + stride * made) };
}

/** The change of position of the last step; at the first position it is 1. */
const strideTo = (position: number, motion: ClockMotion): 1 | -1 =>
  position === 0 ? -1 : motion.to(position).stride;

/** The dials at position `now`, which may lie between integers; their hands were at `before`. */
function dialsAt(pe: Light, spec: FigureSpec, before: number, now: number): Dial[] {
  const rows = pe.encode(spec, { positions: [before, now] });
  const frequencies = pe.frequencies(spec);
  return shownPairs(spec.dModel / 2).map((pair) => {
    const dimensions = pairDimensions(spec, pair);
    const hand = (row: number): Hand => ({
      sine: rows[row * spec.dModel + dimensions[0]] as number,
      cosine: rows[row * spec.dModel + dimensions[1]] as number,
    });
    const frequency = frequencies[pair] as number;
    return {
      pair,
      dimensions,
      frequency,
      before: hand(0),
      now: hand(1),
      angle: (now - before) * frequency,
    };
  });
}

export function describeDial({ dimensions, frequency, now }: Dial, position: number): string {
  return (
    `position ${formatInteger(position)}, dimensions ${dimensions.join(" and ")}: ` +
    `sin ${formatFixed(now.sine, 3)}, cos ${formatFixed(now.cosine, 3)}; ` +
    `a full turn in ${formatRough((2 * Math.PI) / frequency)} steps`
  );
}

export function dialsTable({ atRest, position }: ClockShown, cursor: number | undefined): HTMLElement {
  const head = ["pair i", "° per step", "j", "sin", "j", "cos"];
  const rows = atRest.map(({ pair, dimensions, frequency, now }, index) => ({
    name: String(pair),
    cells: [
      formatRough(degrees(frequency), 6),
      String(dimensions[0]),
      formatFloat32(now.sine),
      String(dimensions[1]),
      formatFloat32(now.cosine),
    ],
    current: index === cursor,
  }));
  return valueTable(`Hands at position ${formatInteger(position)}`, head, rows);
}

// Steps of the clocks, by buttons and by keys.

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
export const togglePlay = (clock: Clock): void =>
  whenShown(clock, ({ motion }) => {
    motion.playing = !motion.playing;
  });

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
