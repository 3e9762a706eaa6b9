import { formatRough } from "../../plot/numbers.ts";
import { type Slider, slider } from "./slider.ts";

/** Sliders for the fields of a spec, the same in every figure. */

/** Limits of the base slider as powers of ten, 2 to 10^9; the attribute takes any positive number. */
const LEAST_BASE = 0.3;
const MOST_BASE = 9;

/**
 * A slider for the width of the embedding.
 * @param widest - its upper end; the attribute goes to 65536
 */
export function widthSlider(figure: { dModel: number }, widest: number): Slider {
  return slider({
    label: "width d",
    min: 2,
    max: widest,
    step: 2,
    oninput: (value) => {
      figure.dModel = value;
    },
  });
}

/** A slider for the base. */
export function baseSlider(figure: { base: number }): Slider {
  return anyBaseSlider("base", (base) => {
    figure.base = base;
  });
}

/** A slider for what is raised to powers, logarithmic, of three significant digits. */
export function anyBaseSlider(label: string, oninput: (base: number) => void): Slider {
  return slider({
    label,
    min: LEAST_BASE,
    max: MOST_BASE,
    step: 0.001,
    toValue: (raw) => Number((10 ** raw).toPrecision(3)),
    toRaw: Math.log10,
    format: formatRough,
    oninput,
  });
}
