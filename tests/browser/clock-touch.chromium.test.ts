import { expect, test } from "vitest";
import { figureForTests } from "./harness/figure-page.ts";

/** A finger on <pe-clock>, sent through Chromium's protocol as a touch screen would. */

const withClock = figureForTests("pe-clock");

test("a finger on a hand moves all hands, and beside a hand it leaves them alone", async () => {
  await withClock(
    { position: "0" },
    async (figure, page) => {
      const dial = await figure.locator("g[data-pair='0'] circle").first().boundingBox();
      if (!dial) throw new Error("the clock is not drawn");
      const [x, y, radius] = [dial.x + dial.width / 2, dial.y + dial.height / 2, dial.width / 2];
      const session = await page.context().newCDPSession(page);
      const send = (
        type: "touchStart" | "touchMove" | "touchEnd",
        ...touchPoints: { x: number; y: number }[]
      ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
      const position = () => figure.evaluate((clock) => Reflect.get(clock, "position"));
      // The hand of position 0 points upwards. A finger at the bottom of the dial is beside it.
      await send("touchStart", { x, y: y + radius / 2 });
      await send("touchMove", { x: x + radius / 2, y });
      await send("touchEnd");
      expect(await position()).toBe(0);
      await send("touchStart", { x, y: y - radius / 2 });
      for (let step = 1; step <= 10; step++) {
        const angle = (step / 10) * 2; // two radians, two positions
        const [across, down] = [Math.sin(angle), -Math.cos(angle)];
        await send("touchMove", { x: x + (radius / 2) * across, y: y + (radius / 2) * down });
      }
      await send("touchEnd");
      await expect.poll(position).toBe(2);
    },
    { hasTouch: true, width: 390 },
  );
});
