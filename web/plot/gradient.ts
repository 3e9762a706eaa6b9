import { svg } from "./dom.ts";

/** The gradient of a colour bar, between `stops` + 1 colours. `colourAt` has the attributes of the colour at a share from 0 to 1. */
export function gradient(
  id: string,
  stops: number,
  colourAt: (share: number) => Readonly<Record<string, string | number>>,
): SVGLinearGradientElement {
  const colours = Array.from({ length: stops + 1 }, (_, index) =>
    svg("stop", { offset: index / stops, ...colourAt(index / stops) }),
  );
  return svg("linearGradient", { id }, ...colours);
}
