import {
  type CSSResultGroup,
  type PropertyDeclaration,
  type PropertyValues,
  ReactiveElement,
} from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { figureStyles } from "./figure-styles.ts";
import { nextFrame } from "./frame.ts";
import { NO_SIZE, type Size, watchSize } from "./size.ts";
import { watchVisibility } from "./visibility.ts";

type State = "waiting" | "drawn" | "failed";

/**
 * What every figure does, whatever it shows: Lit's properties and batched updates without lit-html, whose
 * policy `trusted-types 'none'` forbids.
 *
 * The light-DOM children stay visible until the first drawing, and again when loading fails. Updates wait
 * until the figure is near the screen, run in an animation frame shared by all figures, and never run in a
 * hidden tab. An error while drawing leaves the last good picture and says in one line what was wrong.
 *
 * A figure implements {@link loadModule}, {@link build} and {@link draw}, and observes its plot with {@link watchStage}.
 *
 * @typeParam Module - the functions of the package that it computes with
 * @csspart figure - All that is drawn, with its controls.
 * @csspart plot - The drawing.
 * @csspart controls - Sliders, choices and buttons.
 * @csspart control - A slider, a choice or a field, with its label.
 * @csspart value - The number that a slider stands at.
 * @csspart readout - What is read at the pointer or the cursor, in words.
 * @csspart number - A number that the figure states.
 * @csspart panel - What a button of the figure opens: a table of values, or the menu of Share.
 * @csspart table - A table that belongs to the figure itself.
 * @csspart position - The number of a row, on the column of positions.
 * @csspart frequency - The number of a column, on the row of frequencies.
 * @csspart note - The line that says what was adjusted, or what is wrong.
 * @csspart fallback - The element's children, while nothing is drawn.
 * @csspart failure - Why the figure could not be loaded, with a button to try again.
 * @cssprop --pe-accent - Colour of marks, cursors and chosen controls. Default: a blue as light as the text asks for.
 * @cssprop --pe-ink - Colour of the weights of attention, and of what is read from layers without an encoding. Default: a
 * violet as light as the text asks for.
 * @cssprop --pe-font-size - Size of all text in the figure. Default: 0.875rem.
 * @slot - What readers see before the figure is drawn, without scripts, and in feeds.
 */
export abstract class FigureElement<Module> extends ReactiveElement {
  static override styles: CSSResultGroup = figureStyles;

  /** Size of the element given to {@link watchStage}; zero until it is laid out. */
  protected size: Size = NO_SIZE;
  /** Takes the latest change of state back, should it be one that cannot be drawn; is told why. */
  protected retreat: ((fault: string) => void) | undefined;

  #module: Module | undefined;
  #visible = false;
  #wake = () => {};
  #stage: HTMLElement | undefined;
  #watches: (() => void)[] = [];
  #frame = html("div", { class: "frame", "data-state": "waiting" });
  #advice = "";
  #reason = html("span");
  #note = html("p", { class: "note", part: "note", role: "status", hidden: true });
  #live = html("p", { class: "unseen", role: "status", "aria-live": "polite" });

  /** The functions to compute with; figures of a page share them. */
  protected abstract loadModule(): Promise<Module>;

  /** Builds the content of the figure, once, before anything is loaded; later changes belong to `draw`. */
  protected abstract build(): Node;

  /** Draws the current state. Called when visible, loaded, laid out and changed. */
  protected abstract draw(pe: Module, changed: PropertyValues): void;

  /** Names the element whose size the drawing depends on. */
  protected watchStage(stage: HTMLElement): void {
    this.#stage = stage;
  }

  /** Says a short text through the polite live region. */
  protected announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Says in one line under the figure what was adjusted; stays until the next advice. */
  protected advise(text: string): void {
    this.#advice = text;
    this.#explain("");
  }

  /** The functions that the figure computes with, once they are loaded. */
  get module(): Module | undefined {
    return this.#module;
  }

  /** A property reads text as its attribute does: frameworks set the one where a page's author writes the other. */
  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor | undefined {
    // biome-ignore lint/complexity/noThisInStatic: Lit looks at the prototype of the class that has the property
    const descriptor = super.getPropertyDescriptor(name, key, options);
    const { converter } = options;
    const read = typeof converter === "object" ? converter.fromAttribute : undefined;
    if (!descriptor || !read) return descriptor;
    const set = function (this: unknown, value: unknown) {
      descriptor.set?.call(this, typeof value === "string" ? read(value) : value);
    };
    return { ...descriptor, set };
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const retry = html("button", { type: "button", onclick: () => void this.#load() }, "Retry");
    this.#frame.append(
      html("div", { class: "figure", part: "figure" }, this.build()),
      html("div", { class: "fallback", part: "fallback" }, html("slot")),
      html("p", { class: "failure", part: "failure", role: "alert" }, this.#reason, " ", retry),
    );
    root.append(this.#frame, this.#note, this.#live);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watches.push(watchVisibility(this, (visible) => this.#show(visible)));
    if (this.#stage) this.#watches.push(watchSize(this.#stage, (size) => this.#resize(size)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#watches.splice(0)) end();
    this.#visible = false;
  }

  protected override async scheduleUpdate(): Promise<void> {
    do {
      while (!this.#visible) {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
      await nextFrame();
    } while (!this.#visible); // it may have left the page while it waited for the frame
    super.scheduleUpdate();
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    if (!this.#module || (this.#stage && this.size.width * this.size.height === 0)) return;
    const { retreat } = this;
    this.retreat = undefined;
    try {
      this.draw(this.#module, changed);
      this.#explain("");
      this.#enter("drawn");
    } catch (error) {
      if (retreat) retreat(sentence(error));
      else this.#explain(sentence(error));
    }
  }

  #show(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    this.#wake();
    if (!this.#module && this.#frame.dataset.state === "waiting") void this.#load();
  }

  #resize(size: Size): void {
    if (matchMedia("print").matches) return; // the stylesheet scales what was drawn for the screen
    const before = this.size;
    this.size = size;
    this.#stage?.style.setProperty("--_figure-width", `${this.clientWidth}px`);
    this.#stage?.style.setProperty("--_plot-width", `${size.width}px`);
    this.#stage?.style.setProperty("--_plot-height", `${size.height}px`);
    this.requestUpdate("size", before); // by name: figures that are told of the cursor alone do not draw anew
  }

  async #load(): Promise<void> {
    this.#enter("waiting");
    try {
      this.#module = await this.loadModule();
      this.requestUpdate();
    } catch (error) {
      this.#reason.textContent = `This figure could not be loaded: ${sentence(error)}`;
      this.#enter("failed");
    }
  }

  #explain(fault: string): void {
    this.#note.textContent = [this.#advice, fault].filter(Boolean).join(" ");
    this.#note.hidden = this.#note.textContent === "";
  }

  #enter(state: State): void {
    this.#frame.dataset.state = state;
  }
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
