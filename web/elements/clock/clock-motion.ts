/** Motion of the hands: a step takes some time, and Play makes one step after another. Times in milliseconds. */

/** Duration of the motion, and time from step to step: hands rest in between, as in a clock. */
const MOTION = 600;
const BEAT = 1200;

interface Step {
  /** Position after the step. */
  readonly to: number;
  readonly stride: 1 | -1;
  readonly since: number;
}

export class ClockMotion {
  /** Whether Play is on. */
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
