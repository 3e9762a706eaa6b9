/** When hands turn: a step takes a moment, and Play makes one step after the other. Times in milliseconds. */

/** How long hands take for one step, and how long from step to step: they rest in between, as a clock's do. */
const TURN = 600;
const BEAT = 1200;

export class ClockMotion {
  readonly #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  #playing = false;
  #stepped = Number.NEGATIVE_INFINITY;

  get playing(): boolean {
    return this.#playing;
  }

  set playing(on: boolean) {
    this.#playing = on;
  }

  /** A step begins; who asked for less motion sees its end at once. */
  step(now: number): void {
    this.#stepped = now;
  }

  /** Ends the step that is going on. */
  stop(): void {
    this.#stepped = Number.NEGATIVE_INFINITY;
  }

  /** How much of the last step has been made, from 0 to 1, slow at both ends. */
  made(now: number): number {
    const share = Math.min((now - this.#stepped) / TURN, 1);
    return this.#reduced.matches ? 1 : share * share * (3 - 2 * share);
  }

  /** Whether playing asks for the next step. */
  due(now: number): boolean {
    return this.#playing && now - this.#stepped >= BEAT;
  }
}
