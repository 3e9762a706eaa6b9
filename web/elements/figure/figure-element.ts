import type { CSSResultGroup, PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { NO_SIZE, nextFrame, type Size, watchSize } from "../../plot/layered-plot.ts";
import { type Picture, svgFile, toPng } from "../../plot/picture.ts";
import { type Cell, inside, type PageModule, type Palette } from "../definition/definition.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { arrayOf } from "../share/contents.ts";
import { FigureContent } from "./figure-content.ts";
import { FigureFrame, FigureNotes, paletteOf, sentence } from "./figure-frame.ts";
import { linkOf, tagOfFigure } from "./figure-link.ts";
import { FigureModule } from "./figure-module.ts";
import { speak } from "./own-words.ts";
import { StateElement } from "./state-element.ts";
import { hasScreen, watchVisibility } from "./visibility.ts";

/**
 * The interpreter of all figures: makes an element from a definition.
 *
 * The children in the light DOM stay visible until the first drawing, and come back if loading fails. Updates wait until
 * the figure is near the screen, run in an animation frame that all figures share, and never run in a hidden tab. After
 * an error the last good picture stays, with the reason under it. Lit's properties and batched updates are used without
 * lit-html, because `trusted-types 'none'` forbids its policy.
 */
export abstract class FigureElement extends StateElement {
  /** CSS rules that reserve its height. */
  static room = "";
  static override styles: CSSResultGroup;

  static override properties: PropertyDeclarations = {
    palette: { reflect: true },
    controls: { reflect: true },
    cursor: { attribute: false },
  };

  /** Name of the colours for values from −1 to 1. */
  declare palette: string | null | undefined;
  /** `"none"` hides sliders, choices and buttons. */
  declare controls: string | null | undefined;
  /** The cell that is described under the plot. */
  declare cursor: Cell | undefined;

  readonly #module = new FigureModule((error) => this.#answer(error));
  #shown: object | undefined;
  #size: Size = NO_SIZE;
  #visible = false;
  #wake = () => {};
  #watches: (() => void)[] = [];
  #content: FigureContent;
  #frame: FigureFrame;
  #notes: FigureNotes;
  /** Whether the state may have changed since `#shown` was computed. */
  #isStale = true;
  /** The colours in which the plot shows `#shown` in its present size; undefined if it does not. */
  #painted: Palette | undefined;
  /** Whether work is left after this frame, and whether its promise is pending. */
  #isRunning = false;
  #isAwaited = false;

  constructor() {
    super();
    this.#content = new FigureContent(this, this.definition);
    this.#frame = new FigureFrame(this.#content.element, {
      retry: () => this.#load(),
      recolour: () => this.requestUpdate(),
    });
    this.#notes = new FigureNotes(this, this.#frame);
  }

  /** The functions to compute with; undefined until they are loaded. */
  get module(): object | undefined {
    return this.#module.functions;
  }

  /** The drawn data; undefined before the first drawing. */
  get shown(): object | undefined {
    return this.#shown;
  }

  /** The address of the page, with the figure's state as its fragment. */
  get link(): string {
    return linkOf(this);
  }

  /** The tag that makes this figure elsewhere. */
  get tag(): string {
    return tagOfFigure(this);
  }

  /** The drawing, and the canvas under it if there is one. */
  picture(): Picture {
    const { drawing, canvas, element } = this.#content.plot;
    const title = element.getAttribute("aria-label") ?? "";
    return canvas && !canvas.hidden ? { title, drawing, canvas } : { title, drawing };
  }

  /** The picture as a file. */
  async toBlob(type: "png" | "svg" = "png"): Promise<Blob> {
    return type === "svg" ? svgFile(this.picture()) : toPng(this.picture());
  }

  /** The numbers of the picture as one matrix with names. */
  array(): NamedArray {
    return arrayOf(this);
  }

  /** Announces a short text through the polite live region. */
  announce(text: string): void {
    this.#frame.announce(text);
  }

  protected override advise(text: string): void {
    this.#notes.advice = text;
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.#frame.appendTo(root);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#source.expect?.();
    this.#content.keepRoom(this.state); // before the first paint, so that nothing moves when the picture appears
    const readHash = () => this.#notes.follow(location.hash);
    window.addEventListener("hashchange", readHash);
    this.#watches.push(
      watchVisibility(this, (visible) => this.#show(visible)),
      watchSize(this.#content.plot.element, (size) => this.#resize(size)),
      watchSize(this, () => this.#frame.fit(this)), // a plot that grows with its content keeps its own size
      () => window.removeEventListener("hashchange", readHash),
      speak(this.renderRoot, (text) => this.advise(text)),
    );
    readHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#watches.splice(0)) end();
    this.#visible = false;
    if (this.#shown) this.definition.stop?.(this.#shown);
  }

  /** Without a screen attributes follow properties, and nothing is loaded or drawn. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!hasScreen()) return super.scheduleUpdate() as undefined;
    do {
      while (!this.#visible) {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
      await nextFrame();
    } while (!this.#visible); // the figure may have left the page while it waited for the frame
    super.scheduleUpdate();
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    if ([...changed.keys()].some((name) => Object.hasOwn(this.rules, name))) {
      this.#isStale = true;
      if (this.#frame.phase !== "failed" && hasScreen()) this.#load(); // this state may need other functions
    }
    if (changed.has("size")) this.#painted = undefined;
    const pe = this.#module.functions;
    if (!pe || !this.#module.isFrom(this.#source) || this.#size.width * this.#size.height === 0) return;
    try {
      const isNew = this.#isStale;
      if (isNew) this.#compute(pe);
      else this.#proceed(pe);
      this.#draw(pe, this.#shown as object);
      this.#notes.accept(this.definition.remark?.(this.#shown as object) ?? "");
      if (isNew) this.#report();
    } catch (error) {
      this.#isRunning = false;
      this.#notes.refuse(error);
    }
  }

  /** Unfinished work continues in the next frame; off screen there is none. */
  protected override updated(): void {
    if (this.#isRunning && !this.#isAwaited) this.requestUpdate();
  }

  #compute(pe: object): void {
    this.#shown = this.definition.compute(pe, this.checkedState(), this.#shown);
    this.#isStale = false;
    this.#painted = undefined;
    this.#isRunning = this.definition.proceed !== undefined;
  }

  #proceed(pe: object): void {
    if (this.#isAwaited || !this.#shown) return;
    const next = this.definition.proceed?.(this.#shown, pe, this);
    this.#isRunning = next !== undefined;
    if (next instanceof Promise) void this.#await(next, this.#shown);
    else if (next) this.#take(next);
  }

  #take(next: object): void {
    if (next !== this.#shown) this.#painted = undefined;
    this.#shown = next;
  }

  async #await(coming: Promise<object>, since: object): Promise<void> {
    this.#isAwaited = true;
    try {
      const next = await coming;
      if (this.#shown === since) this.#take(next);
    } catch (error) {
      const isStopped = error instanceof DOMException && error.name === "AbortError";
      if (this.#shown === since && !isStopped) {
        this.#isRunning = false;
        this.#notes.explain(sentence(error));
        return;
      }
    } finally {
      this.#isAwaited = false;
    }
    this.requestUpdate();
  }

  #draw(pe: object, shown: object): void {
    const { definition } = this;
    const palette = paletteOf(this.palette, this);
    if (palette !== this.#painted) {
      this.#content.keepRoom(this.state);
      this.#content.plot.draw(shown, this.#size, palette);
      this.#painted = palette;
    }
    const grid = definition.grid?.(shown);
    const isIn = grid && grid.rows > 0 && grid.columns > 0;
    const cell = isIn && this.cursor ? inside(this.cursor, grid) : undefined;
    this.#content.plot.point?.(cell, shown);
    this.#content.show(shown, cell, pe);
  }

  /** Dispatches the event of the first drawing, or of a drawing of another state. */
  #report(): void {
    const isFirst = this.#frame.phase !== "drawn";
    this.#frame.phase = "drawn";
    const detail = this.state;
    const type = isFirst ? "pe-ready" : "pe-change";
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #show(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    this.#wake();
    this.requestUpdate(); // the page may have become dark while the figure was in a closed part of it
    if (this.#frame.phase === "waiting") this.#load();
  }

  #resize(size: Size): void {
    if (matchMedia("print").matches) return; // the stylesheet scales the drawing for the screen
    const before = this.#size;
    this.#size = size;
    this.#content.fit(size, this.clientWidth);
    this.#frame.fit(this);
    this.requestUpdate("size", before); // with a name, because a change of the cursor alone does not repaint the plot
  }

  /** Where the functions for the present state are from. */
  get #source(): PageModule<object> {
    const { module } = this.definition;
    return typeof module === "function" ? module(this.state) : module;
  }

  #load(): void {
    if (!this.#module.functions) this.#frame.phase = "waiting";
    this.#module.load(this.#source);
    this.#frame.isBusy = !this.#module.isFrom(this.#source);
  }

  /** Draws with new functions, or says why there are none. */
  #answer(error?: unknown): void {
    this.#frame.isBusy = false;
    if (error === undefined) this.requestUpdate();
    else if (this.#module.functions)
      this.#notes.refuse(`A part of this figure could not be loaded: ${sentence(error)}`);
    else this.#frame.fail(sentence(error));
  }

  /** The update of a change ends when its functions are there, and the picture is drawn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#module.settled();
    return super.getUpdateComplete();
  }
}
