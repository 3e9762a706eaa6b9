import type { Page } from "playwright-core";

/** One finger on a page, by Chromium's protocol: real touches, which may scroll. The page needs `hasTouch`. */
export async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: touchPoints.map((at) => ({ ...at, id: 1 })),
    });
  return {
    down: (x: number, y: number) => send("touchStart", { x, y }),
    move: (x: number, y: number) => send("touchMove", { x, y }),
    up: () => send("touchEnd"),
  };
}
