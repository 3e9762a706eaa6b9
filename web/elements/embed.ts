/** One script for any page: each figure's code is loaded when the page first has such a figure. */
import type { FigureTag } from "./define.ts";
import { defineElement } from "./figure/define-element.ts";

/** Where the class of each figure is; the names in a file are its class's alone. */
const figures: Readonly<Record<FigureTag, () => Promise<CustomElementConstructor>>> = {
  "pe-attention": async () => (await import("./attention/attention.ts")).AttentionElement,
  "pe-bias": async () => (await import("./bias/bias.ts")).BiasElement,
  "pe-broadcast": async () => (await import("./broadcast/broadcast.ts")).BroadcastElement,
  "pe-causal-leak": async () => (await import("./causal-leak/causal-leak.ts")).CausalLeakElement,
  "pe-clock": async () => (await import("./clock/clock.ts")).ClockElement,
  "pe-criteria": async () => (await import("./criteria/criteria.ts")).CriteriaElement,
  "pe-heatmap": async () => (await import("./heatmap/heatmap.ts")).HeatmapElement,
  "pe-periods": async () => (await import("./periods/periods.ts")).PeriodsElement,
  "pe-precision": async () => (await import("./precision/precision.ts")).PrecisionElement,
  "pe-recurrent": async () => (await import("./recurrent/recurrent.ts")).RecurrentElement,
  "pe-repeat": async () => (await import("./repeat/repeat.ts")).RepeatElement,
  "pe-rope": async () => (await import("./rope/rope.ts")).RopeElement,
  "pe-rotation": async () => (await import("./rotation/rotation.ts")).RotationElement,
  "pe-score": async () => (await import("./score/score.ts")).ScoreElement,
  "pe-shift-head": async () => (await import("./shift-head/shift-head.ts")).ShiftHeadElement,
  "pe-similarity": async () => (await import("./similarity/similarity.ts")).SimilarityElement,
  "pe-sum": async () => (await import("./sum/sum.ts")).SumElement,
  "pe-waves": async () => (await import("./waves/waves.ts")).WavesElement,
};

const missing = new Set(Object.keys(figures) as FigureTag[]);

function loadFiguresOf(page: Document): void {
  for (const name of missing) {
    if (page.querySelector(name) === null) continue;
    missing.delete(name);
    // Without its code a figure keeps its children; the browser itself says which file did not come.
    void figures[name]().then(
      (element) => defineElement(name, element),
      () => {},
    );
  }
}

if (typeof document !== "undefined") {
  loadFiguresOf(document);
  new MutationObserver(() => loadFiguresOf(document)).observe(document, { childList: true, subtree: true });
}
