/** A hand in the reader's grip: where it is turned to, the position goes, and all other hands with it. */
export class HeldHand {
  readonly dial: number;
  readonly #frequency: number;
  #angle: number;
  #position: number;

  /**
   * @param frequency - radians that one position turns the hand
   * @param angle - where the grip is, radians
   */
  constructor(dial: number, frequency: number, angle: number, position: number) {
    this.dial = dial;
    this.#frequency = frequency;
    this.#angle = angle;
    this.#position = position;
  }

  /** The position, from 0 to `last`, once the grip has gone the short way to an angle. */
  turnTo(angle: number, last: number): number {
    const difference = angle - this.#angle;
    const turn = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
    this.#angle += turn;
    this.#position = Math.min(Math.max(this.#position + turn / this.#frequency, 0), last);
    return Math.round(this.#position);
  }
}
