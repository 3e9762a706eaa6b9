import type { CSSResultGroup, PropertyDeclarations } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { Picture } from "../../plot/picture.ts";
import { controlsStyles } from "../controls/controls-styles.ts";
import { ValuesPanel } from "../controls/values-panel.ts";
import { countOfNumbers, numberAttribute } from "../figure/attributes.ts";
import { checkWhole } from "../figure/check-whole.ts";
import { type Light, lightModule } from "../figure/light-module.ts";
import { pairDimensions } from "../figure/pair-dimensions.ts";
import { shownPairs } from "../figure/shown-pairs.ts";
import { SpecFigure } from "../figure/spec-figure.ts";
import { tableContents } from "../share/contents.ts";
import type { Entries } from "../share/entries.ts";
import { shareMenu } from "../share/share.ts";
import { ClockControls } from "./clock-controls.ts";
import { type Dial, dialsAt } from "./clock-dials.ts";
import { ClockMotion } from "./clock-motion.ts";
import { ClockPlot } from "./clock-plot.ts";
import { describe, dialsTable } from "./clock-reading.ts";
import { clockStyles } from "./clock-styles.ts";
import { HeldHand } from "./held-hand.ts";

/** The last position for which tables are correctly rounded. */
const LAST = 2 ** 24 - 1;

const PAGE = 10; // positions of Page Up and Page Down

const HINT = "Drag a hand, and all others turn with it. Point at a dial to read it.";
const KEYS = "Left and right choose a dial; up and down make a step, Page Up and Page Down ten.";

/**
 * Each pair of dimensions as the hand of a clock: one position on, every hand has turned by an angle of its own.
 *
 * @attr position - The position that the hands show, a whole number from 0 to 2^24 − 1.
 * @example
 * <pe-clock d-model="8" position="3"></pe-clock>
 */
export class ClockElement extends SpecFigure<Light> {
  static override styles: CSSResultGroup = [SpecFigure.styles, controlsStyles, clockStyles];

  static override properties: PropertyDeclarations = {
    position: numberAttribute("position"),
    cursor: { attribute: false },
  };

  static override readonly viewAttributes = { position: countOfNumbers(1, 1) };

  declare position: number;
  /** Index of the dial that is read out. */
  declare cursor: number | undefined;

  readonly #plot = new ClockPlot();
  readonly #motion = new ClockMotion();
  readonly #values = new ValuesPanel();
  readonly #readout = html("p", { class: "readout", part: "readout" }, HINT);
  readonly #share = shareMenu(this, tableContents(this));
  readonly #controls = new ClockControls(this, this.#values.button, this.#share.button);
  /** What the last step added to the position. */
  #stride: 1 | -1 = 1;
  #dials: readonly Dial[] = [];
  #held: HeldHand | undefined;
  #speak = false;

  constructor() {
    super(16);
    this.position = 0;
    this.cursor = undefined;
  }

  get playing(): boolean {
    return this.#motion.playing;
  }

  /** Starts to make step after step, or stops. */
  togglePlay(): void {
    this.#motion.playing = !this.#motion.playing;
    this.requestUpdate();
  }

  /** Makes one step, on or back, and says where it leads. */
  step(by: 1 | -1): void {
    this.#turn(by);
    this.#speak = true;
  }

  /** Goes to the nearest legal position at once. */
  goTo(position: number): void {
    this.position = Math.min(Math.max(position, 0), LAST);
    this.#stride = 1;
    this.#motion.stop();
  }

  picture(): Picture {
    return { drawing: this.#plot.drawing };
  }

  entries(): Entries {
    const { spec, position } = this;
    const dimensions = shownPairs(spec.dModel / 2).flatMap((pair) => pairDimensions(spec, pair));
    return { spec, positions: [position], dimensions: dimensions.sort((a, b) => a - b) };
  }

  protected override loadModule(): Promise<Light> {
    return lightModule();
  }

  protected override build(): Node {
    const plot = this.#plot.element;
    plot.tabIndex = 0;
    plot.setAttribute("role", "application");
    plot.setAttribute("aria-roledescription", "clocks");
    plot.setAttribute("aria-describedby", "keys");
    plot.append(html("p", { class: "unseen", id: "keys" }, KEYS));
    plot.addEventListener("keydown", (event) => this.#press(event));
    plot.addEventListener("pointerdown", (event) => this.#hold(event));
    plot.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => {
        this.#held = undefined;
      });
    }
    this.watchStage(plot);
    const box = html("div", { class: "box" }, plot, this.#readout, this.#controls.element);
    return html("div", {}, box, this.#values.panel, this.#share.panel);
  }

  protected override draw(pe: Light): void {
    const { spec, position } = this;
    checkWhole("position", position, 0, LAST);
    const time = performance.now();
    const made = this.#motion.made(time);
    const stride = position === 0 ? -1 : this.#stride; // nothing is before the first position
    const before = position - stride;
    this.#dials = dialsAt(pe, spec, before, before + stride * made);
    const row = pe.encode(spec, { positions: [position] });
    this.#plot.layOut(this.size, this.#dials.length);
    this.#plot.draw({
      dials: this.#dials,
      pairs: spec.dModel / 2,
      position,
      squaredNorm: row.reduce((sum, value) => sum + value * value, 0),
      cursor: this.#cursor,
    });
    if (made === 1) this.#read();
    this.#controls.show();
    if (this.#motion.due(time)) this.#turn(1);
    else if (made < 1 || this.playing) this.requestUpdate();
  }

  /** Says in words and in the table what the hands show, once they rest. */
  #read(): void {
    const { position } = this;
    const dials = this.#dials;
    const cursor = this.#cursor;
    const dial = cursor === undefined ? undefined : dials[cursor];
    const text = dial ? describe(dial, position) : HINT;
    this.#readout.textContent = text;
    if (this.#speak) this.announce(dial ? text : `position ${formatInteger(position)}`);
    this.#speak = false;
    this.#values.show(() => [dialsTable(dials, position, cursor)]);
    this.#plot.element.setAttribute(
      "aria-label",
      `${dials.length} hands at position ${formatInteger(position)}, width ${this.dModel}`,
    );
  }

  /** The dial under the cursor: a narrower encoding has fewer. */
  get #cursor(): number | undefined {
    return this.cursor === undefined ? undefined : Math.min(this.cursor, this.#dials.length - 1);
  }

  #turn(by: 1 | -1): void {
    const position = this.position + by;
    if (position < 0 || position > LAST) return;
    this.position = position;
    this.#stride = by;
    this.#motion.step(performance.now());
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#dials.length - 1;
    const cursor = this.#cursor ?? -1;
    const choose = (dial: number) => {
      this.cursor = Math.min(Math.max(dial, 0), last);
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => choose(cursor - 1),
      ArrowRight: () => choose(cursor + 1),
      Home: () => choose(0),
      End: () => choose(last),
      ArrowUp: () => this.#turn(1),
      ArrowDown: () => this.#turn(-1),
      PageUp: () => this.goTo(this.position + PAGE),
      PageDown: () => this.goTo(this.position - PAGE),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]?.();
    this.#speak = true;
  }

  #hold(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { x, y } = this.#placeOf(event);
    const dial = this.#plot.dialAt(x, y);
    this.cursor = dial;
    if (dial === undefined || event.pointerType === "touch") return; // a finger that moves scrolls the page
    const { frequency } = this.#dials[dial] as Dial;
    this.#held = new HeldHand(dial, frequency, this.#plot.angleAt(x, y, dial), this.position);
    if (event.isTrusted) this.#plot.element.setPointerCapture(event.pointerId);
  }

  #drag(event: PointerEvent): void {
    const { x, y } = this.#placeOf(event);
    const held = this.#held;
    if (held) {
      const position = held.turnTo(this.#plot.angleAt(x, y, held.dial), LAST);
      if (position !== this.position) this.goTo(position);
    } else if (event.pointerType !== "touch" && !this.#plot.element.matches(":focus-visible")) {
      this.cursor = this.#plot.dialAt(x, y);
    }
  }

  #placeOf(event: PointerEvent): { x: number; y: number } {
    const { left, top } = this.#plot.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
