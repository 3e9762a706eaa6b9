import { html } from "../../plot/dom.ts";
import { formatFloat32 } from "../../plot/numbers.ts";
import { type Disclosure, disclosure } from "../controls/disclosure.ts";
import { label } from "../words/label.ts";
import { ORDINAL } from "./attention-annotation.ts";
import { SIDES, type Side } from "./attention-comparison.ts";
import type { Region } from "./attention-layout.ts";
import { AttentionPlot, type Shown } from "./attention-plot.ts";

/** The matrix under the cursor, and how the outputs are paired, as tables on demand. */
export class AttentionTable {
  readonly #region = html("div", { class: "scroll", role: "group", tabindex: 0, "aria-label": "Values" });
  readonly #disclosure: Disclosure = disclosure("Values", () => this.#refresh(), this.#region);
  #refresh = () => {};

  get button(): HTMLButtonElement {
    return this.#disclosure.button;
  }

  get panel(): HTMLElement {
    return this.#disclosure.panel;
  }

  /** Shows the state, now or when the tables are opened. */
  show(region: Region | undefined, shown: Shown): void {
    this.#refresh = () => {
      const pairs = ([0, 1] as const).map((side) => pairing(shown, side));
      this.#region.replaceChildren(...pairs, ...(region ? [matrix(region, shown)] : []));
    };
    if (this.#disclosure.open) this.#refresh();
  }
}

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const columns = head.map((text) => html("th", { scope: "col" }, html("bdi", {}, text)));
  const body = rows.map(([first = "", ...rest]) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, html("bdi", {}, first)),
      ...rest.map((text) => html("td", {}, html("bdi", {}, text))),
    ),
  );
  return html(
    "table",
    {},
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...columns)),
    html("tbody", {}, ...body),
  );
}

function pairing({ sentences: [first, second], comparisons }: Shown, side: Side): HTMLElement {
  const { matching, encoding } = comparisons[side];
  const rows = (matching?.partners ?? []).map((partner, row) => [
    `${row + 1} ${label(first[row] as string)}`,
    `${partner + 1} ${label(second[partner] as string)}`,
    String(matching?.distances[row]),
  ]);
  const caption = `Outputs paired, ${SIDES[side]}: ${encoding.title}`;
  return table(caption, ["first sentence", "second sentence", "largest difference"], rows);
}

function matrix(region: Region, shown: Shown): HTMLElement {
  const words = shown.sentences[region.sentence].map((word, index) => `${index + 1} ${label(word)}`);
  const values = AttentionPlot.values(region, shown);
  const { encoding } = shown.comparisons[region.side];
  const isWeights = region.kind === "weights";
  const columns = isWeights ? words : Array.from({ length: region.columns }, (_, index) => String(index));
  const what = isWeights ? `Weights of head ${shown.head + 1}` : "Outputs";
  const caption = `${what}, ${ORDINAL[region.sentence]} sentence, ${SIDES[region.side]}: ${encoding.title}`;
  const rows = words.map((word, row) => [
    word,
    ...Array.from(values.subarray(row * region.columns, (row + 1) * region.columns), formatFloat32),
  ]);
  return table(caption, [isWeights ? "looks at" : "dimension", ...columns], rows);
}
