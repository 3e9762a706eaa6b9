import { load, type Posenc } from "posenc/full";
import { formatRough, superscript } from "../../plot/numbers.ts";
import { figureOf, numberOf, watchFigure } from "./number.ts";

/** A small number with one digit and a power of ten, such as 3 × 10⁻⁵. */
export function powerOfTen(value: number): string {
  const [digit, power] = value.toExponential(0).split("e");
  return `${digit} × 10${superscript(Number(power))}`;
}

/**
 * Numbers in sentences that follow from others: `<span class="value" data-value="…">`. The module computes them from the
 * state of a figure (`data-figure`) or from a number of the text (`data-of` is its `data-name`). If the module cannot be
 * loaded, the printed values stay.
 */

interface Input {
  /** The figure's number for an attribute. */
  readonly of: (attribute: string) => number;
  /** The number of the text that `data-of` names. */
  readonly number: number;
  /** The value of `data-index`: the index of an entry, or `last`. */
  readonly index: string | undefined;
}

const sinusoidal = ({ of }: Input) =>
  ({ method: "sinusoidal", dModel: of("d-model"), base: of("base") }) as const;

/** Periods of the pairs of the figure's encoding. */
const periodsOf = (pe: Posenc, input: Input) => pe.periods(sinusoidal(input));

const VALUES: Record<string, (pe: Posenc, input: Input) => string> = {
  /** The difference between neighbours of a normalised index. */
  "normalized-step": (pe, { number: maxLength }) => {
    const [first = 0, second = 0] = pe.encode(
      { method: "normalized-index", maxLength },
      { positions: [0, 1] },
    );
    return formatRough(second - first, 3);
  },
  mean: (pe, { number: length }) =>
    formatRough(pe.mean({ method: "sinusoidal", dModel: 512 }, { length }), 3),
  wavelength: (pe, input) => periodsOf(pe, input)[Number(input.index) >> 1]?.toFixed(3) ?? "",
  "last-frequency": (pe, input) => formatRough(pe.frequencies(sinusoidal(input)).at(-1) as number, 3),
  turns: (pe, input) => {
    const period = periodsOf(pe, input).at(input.index === "last" ? -1 : Number(input.index));
    return formatRough(input.of("position") / (period as number), 3);
  },
  "longest-period": (pe, input) => (periodsOf(pe, input).at(-1) as number).toFixed(4),
  /** How far the widely copied module is from exact, over the last hundred of its 5000 rows. */
  "module-error": (pe) => {
    const spec = { method: "sinusoidal", dModel: 512 } as const;
    const rows = { start: 4900, length: 100 };
    const exact = pe.encode(spec, rows);
    const module = pe.encode({ ...spec, precision: "float32-logarithmic" }, rows);
    return powerOfTen(
      module.reduce((most, value, n) => Math.max(most, Math.abs(value - (exact[n] as number))), 0),
    );
  },
  unfinished: (pe, input) => {
    const periods = periodsOf(pe, input);
    const length = input.of("length");
    return `${periods.filter((period) => period > length).length} of ${periods.length}`;
  },
};

/** Fills in the values, and again after each change. */
export async function keepValues(): Promise<void> {
  const pe = await load().catch(() => undefined);
  if (!pe) return;
  for (const element of document.querySelectorAll<HTMLElement>(".value")) {
    const figure = figureOf(element);
    const number = document.querySelector<HTMLElement>(`.number[data-name="${element.dataset.of}"]`);
    const show = () => fill(element, pe, figure, number);
    if (figure) watchFigure(figure, show);
    number?.addEventListener("input", show);
    if (!figure) show();
  }
}

function fill(
  element: HTMLElement,
  pe: Posenc,
  figure: Element | undefined,
  number: HTMLElement | null,
): void {
  const { value = "", index } = element.dataset;
  try {
    element.textContent =
      VALUES[value]?.(pe, {
        of: (attribute) => (figure ? numberOf(figure, attribute) : Number.NaN),
        number: Number(number?.dataset.now),
        index,
      }) ?? "";
  } catch {
    // An attribute is out of range: the figure says so, and the last value stays.
  }
}
