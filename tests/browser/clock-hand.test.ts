/** The position that a held hand of the clock leads to: functions without a page. */
import { describe, expect, test } from "vitest";
import { HeldHand } from "../../web/elements/clock/clock-plot.ts";
import { goTo, LAST } from "../../web/elements/clock/clock-shown.ts";

describe("a hand of the clock", () => {
  test("goes the short way to a finger, and not below zero", () => {
    const hand = new HeldHand(0, 1, 0.1, 10);
    expect(hand.rotateTo(2 * Math.PI - 0.9, 100)).toBe(9); // back by 1
    expect(hand.rotateTo(1.1, 100)).toBe(11); // forward by 2
    expect(new HeldHand(0, 1, 3, 1).rotateTo(0, 100)).toBe(0);
    expect(new HeldHand(0, 1, 0, 99).rotateTo(3, 100)).toBe(100);
  });
  test("stays between the first and the last position", () => {
    const clock = { position: 5 };
    for (const [asked, due] of [
      [-1, 0],
      [7, 7],
      [2 ** 24, LAST],
    ] as const) {
      goTo(clock as never, asked);
      expect(clock.position).toBe(due);
    }
  });
});
