import type { Locator } from "playwright-core";

/** From CSS pixels of a drawing to the quantity that its axis of powers of ten shows there. */
export async function quantityAcross(figure: Locator): Promise<(x: number) => number> {
  const at = async (label: string) => {
    const labels = figure.locator("svg.drawing text", { hasText: new RegExp(`^${label}$`) });
    return Number(await labels.last().getAttribute("x"));
  };
  const [one, hundred] = [await at("1"), await at("100")];
  return (x) => 10 ** ((2 * (x - one)) / (hundred - one));
}
