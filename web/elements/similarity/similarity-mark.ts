import { html } from "../../plot/dom.ts";
import { type Slider, slider } from "../controls/slider.ts";
import type { Host, Part } from "../definition/definition.ts";
import type { SimilarityShown } from "./similarity-shown.ts";

/** The name of a compared position: t, or t₁, t₂ … if there are several. */
export const markName = (index: number, count: number): string => (count === 1 ? "t" : `t${"₁₂₃₄₅"[index]}`);

/** A slider for each compared position. Its ends are the first and the last position. */
export function markSliders(
  figure: Host<{ marks: readonly number[] }, SimilarityShown>,
): Part<SimilarityShown> {
  const element = html("div", { class: "marks" });
  let sliders: Slider[] = [];
  let limits = "";
  const build = ({ marks, positions: { from, count } }: SimilarityShown) =>
    marks.map((_, index) =>
      slider({
        label: `position ${markName(index, marks.length)}`,
        min: from,
        max: from + count - 1,
        oninput(value) {
          const { marks } = figure.shown ?? figure;
          figure.marks = marks.map((mark, other) => (other === index ? value : mark));
        },
      }),
    );
  const show = (shown: SimilarityShown) => {
    const { marks, positions } = shown;
    const next = [positions.from, positions.count, marks.length].join();
    if (next !== limits) {
      sliders = build(shown);
      element.replaceChildren(...sliders.map((built) => built.element));
    }
    limits = next;
    for (const [index, mark] of marks.entries()) sliders[index]?.show(mark);
  };
  return { element, show };
}
