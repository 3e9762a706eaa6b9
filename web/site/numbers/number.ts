import { formatInteger } from "../../plot/numbers.ts";

/** The state of a figure, for the text around it. */

/** The figure that an element of the text names in `data-figure`; undefined if there is none. */
export function figureOf(element: HTMLElement): Element | undefined {
  const { figure } = element.dataset;
  return figure === undefined ? undefined : (document.getElementById(figure) ?? undefined);
}

/** The number of an attribute, or its default. The figure must be defined. */
export function numberOf(figure: Element, attribute: string): number {
  const property = attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Number(Reflect.get(figure, property));
}

/** Calls `changed` when the figure is defined, and after each change of an attribute. */
export function watchFigure(figure: Element, changed: () => void): void {
  void customElements.whenDefined(figure.localName).then(changed);
  new MutationObserver(changed).observe(figure, { attributes: true });
}

/**
 * Numbers in sentences that the reader changes by dragging or by keys: `<span class="number">`. With `data-figure` and
 * `data-attribute` a number belongs to a figure, and each follows the other. Without them its value is in `data-now`, and
 * each change sends an `input` event. `data-min`, `data-max` and `data-step` limit it, with `data-scale="log"` a drag
 * multiplies it, `data-label` is its name. Without scripts it is text.
 */

/** CSS pixels of a drag for one step, and for a factor of e. */
const STEP_PIXELS = 6;
const FACTOR_PIXELS = 90;

/** Steps of Page Up and Page Down. */
const PAGE = 10;

export function startNumbers(): void {
  for (const element of document.querySelectorAll<HTMLElement>(".number")) new SentenceNumber(element);
}

class SentenceNumber {
  readonly #element: HTMLElement;
  readonly #figure: Element | undefined;
  readonly #min: number;
  readonly #max: number;
  readonly #step: number;
  #from: { x: number; value: number } | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#figure = figureOf(element);
    const { min = 0, max = 100, step = 1, label = "" } = element.dataset;
    [this.#min, this.#max, this.#step] = [Number(min), Number(max), Number(step)];
    const attributes = { role: "slider", tabindex: "0", "aria-label": label };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.setAttribute("aria-valuemin", String(min));
    element.setAttribute("aria-valuemax", String(max));
    this.#show(Number(element.textContent?.replaceAll(/\s/g, "")));
    element.addEventListener("keydown", (event) => this.#press(event));
    element.addEventListener("pointerdown", (event) => this.#hold(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        this.#from = undefined;
      });
    }
    if (this.#figure) watchFigure(this.#figure, () => this.#follow());
  }

  get #value(): number {
    return Number(this.#element.dataset.now);
  }

  get #attribute(): string {
    return this.#element.dataset.attribute ?? "";
  }

  #show(value: number): void {
    this.#element.dataset.now = String(value);
    this.#element.setAttribute("aria-valuenow", String(value));
    this.#element.textContent = formatInteger(value);
  }

  /** Takes the figure's value, except if that is not a number. */
  #follow(): void {
    const value = numberOf(this.#figure as Element, this.#attribute);
    if (Number.isFinite(value) && value !== this.#value) this.#show(value);
  }

  #set(value: number): void {
    const stepped = this.#min + Math.round((value - this.#min) / this.#step) * this.#step;
    const bounded = Math.min(Math.max(stepped, this.#min), this.#max);
    if (bounded === this.#value) return;
    this.#show(bounded);
    this.#figure?.setAttribute(this.#attribute, String(bounded));
    this.#element.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #press(event: KeyboardEvent): void {
    const target = this.#after(event.key);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#set(target);
  }

  #after(key: string): number | undefined {
    const [value, step] = [this.#value, this.#step];
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: value + step,
      ArrowUp: value + step,
      ArrowLeft: value - step,
      ArrowDown: value - step,
      PageUp: this.#isLogarithmic ? value * 2 : value + PAGE * step,
      PageDown: this.#isLogarithmic ? value / 2 : value - PAGE * step,
      Home: this.#min,
      End: this.#max,
    };
    return steps[key];
  }

  get #isLogarithmic(): boolean {
    return this.#element.dataset.scale === "log";
  }

  #hold(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#from = { x: event.clientX, value: this.#value };
    if (event.isTrusted) this.#element.setPointerCapture(event.pointerId);
  }

  #drag(event: PointerEvent): void {
    if (!this.#from) return;
    const pixels = event.clientX - this.#from.x;
    const { value } = this.#from;
    this.#set(
      this.#isLogarithmic
        ? value * Math.exp(pixels / FACTOR_PIXELS)
        : value + (pixels / STEP_PIXELS) * this.#step,
    );
  }
}
