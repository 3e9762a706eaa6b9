import { expect, test } from "vitest";
import { heatmapForTests, middleOf, positionsOf, readoutOf } from "./heatmap-page.ts";

/** Fingers on <pe-heatmap>, sent through Chromium's protocol as a touch screen would. */

const withFigure = heatmapForTests();

test("two fingers zoom; one finger reads and leaves the view alone", async () => {
  const touch = { hasTouch: true, width: 400, height: 800 };
  await withFigure(
    { positions: "100 200" },
    async (figure, page) => {
      const { x, y } = await middleOf(figure);
      const session = await page.context().newCDPSession(page);
      const send = (
        type: "touchStart" | "touchMove" | "touchEnd",
        ...touchPoints: { x: number; y: number; id: number }[]
      ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", { x: x - 40, y, id: 1 });
      await send("touchMove", { x: x - 20, y, id: 1 });
      expect(await readoutOf(figure)).toMatch(/^position 1\d\d, dimension \d+: /);
      expect(await positionsOf(figure)).toEqual([100, 200]);
      await send("touchEnd");
      await send("touchStart", { x: x - 20, y, id: 1 }, { x: x + 20, y, id: 2 });
      await send("touchMove", { x: x - 40, y, id: 1 }, { x: x + 40, y, id: 2 });
      await send("touchEnd");
      const [from, to] = await positionsOf(figure);
      expect(to - from).toBeCloseTo(50, 0);
    },
    touch,
  );
});
