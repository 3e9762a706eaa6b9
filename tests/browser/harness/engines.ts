import { launchChromium, launchFirefox } from "./launch.ts";
import { launchWebkit, STEPS, type Webkit } from "./webkit.ts";

/** Chromium or Firefox by the same few calls as WebKit. */
async function byPlaywright(launch: typeof launchChromium): Promise<Webkit> {
  const browser = await launch();
  const page = await browser.newPage();
  return {
    goto: async (address) => void (await page.goto(address)),
    evaluate: (run, argument) => page.evaluate(run as never, argument as never),
    press: (key) => page.keyboard.press(key),
    async drag(from, to) {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: STEPS });
      await page.mouse.up();
    },
    resize: (width) => page.setViewportSize({ width, height: 800 }),
    close: () => browser.close(),
  };
}

/** The three browsers by their names; the caller closes each. */
export async function launchEngines(): Promise<ReadonlyMap<string, Webkit>> {
  return new Map([
    ["Chromium", await byPlaywright(launchChromium)],
    ["Firefox", await byPlaywright(() => launchFirefox({}))],
    ["WebKit", await launchWebkit()],
  ]);
}
