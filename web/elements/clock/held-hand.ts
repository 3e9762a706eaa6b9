/** How far a finger may be from a hand that it takes, radians: as wide as a finger on the smallest dial. */
export const REACH = Math.PI / 4;

/** The angle between two directions, from 0 to π. */
export const between = (a: number, b: number): number =>
  Math.abs(a - b - 2 * Math.PI * Math.round((a - b) / (2 * Math.PI)));

/** A hand that the reader drags: the position follows its angle, and all other hands follow the position. */
export class HeldHand {
  readonly dial: number;
  readonly #frequency: number;
  #angle: number;
  #position: number;

  /**
   * @param frequency - rotation of the hand per position, radians
   * @param angle - place of the pointer, radians
   */
  constructor(dial: number, frequency: number, angle: number, position: number) {
    this.dial = dial;
    this.#frequency = frequency;
    this.#angle = angle;
    this.#position = position;
  }

  /** The position, from 0 to `last`, after the pointer has gone the short way to an angle. */
  rotateTo(angle: number, last: number): number {
    const difference = angle - this.#angle;
    const rotation = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
    this.#angle += rotation;
    this.#position = Math.min(Math.max(this.#position + rotation / this.#frequency, 0), last);
    return Math.round(this.#position);
  }
}
