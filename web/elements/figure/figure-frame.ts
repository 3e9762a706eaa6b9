import { printable } from "../../../src/api/arguments/printable.ts";
import { divergingPalette } from "../../../src/api/heatmap/palette.ts";
import { html } from "../../plot/dom.ts";
import type { AnyDefinition, Palette } from "../definition/definition.ts";
import { type Rules, refusal } from "../definition/rules.ts";
import { follow } from "./figure-link.ts";
import { strangeAttributes, warnOnce } from "./strange-attributes.ts";

/** Nothing yet, a picture, or the reason why there is none. */
type Phase = "waiting" | "drawn" | "failed";

/** The outer parts of every figure: its content or the element's children, a line of notes, and the live region. */
export class FigureFrame {
  readonly element: HTMLElement;
  readonly #reason = html("span");
  readonly #note = html("p", { class: "note", part: "note", role: "status", hidden: true });
  readonly #live = html("p", { class: "unseen", role: "status", "aria-live": "polite" });

  /**
   * @param retry - loads the figure again
   * @param recolour - called when the colour of the page's text has changed, by the system or by the page
   */
  constructor(content: Node, { retry, recolour }: { retry: () => void; recolour: () => void }) {
    this.element = html(
      "div",
      { class: "frame", "data-state": "waiting" },
      html("div", { class: "figure", part: "figure" }, content),
      html("div", { class: "fallback", part: "fallback" }, html("slot")),
      html(
        "p",
        { class: "failure", part: "failure", role: "alert" },
        this.#reason,
        " ",
        html("button", { type: "button", onclick: retry }, "Retry"),
      ),
    );
    // Its transition of a moment is there for this event: no other tells of a change of an inherited colour.
    this.element.addEventListener("transitionend", ({ target }) => {
      if (target === this.element) recolour();
    });
  }

  appendTo(root: Node): void {
    for (const element of [this.element, this.#note, this.#live]) root.appendChild(element);
  }

  get phase(): Phase {
    return this.element.dataset.state as Phase;
  }

  set phase(phase: Phase) {
    this.element.dataset.state = phase;
  }

  /** Whether the picture waits for functions that are being loaded. */
  set isBusy(busy: boolean) {
    this.element.setAttribute("aria-busy", String(busy));
  }

  /** Follows the page's `--pe-aspect`, and lets the content scroll if the page's height for the figure is too small. */
  fit(host: HTMLElement): void {
    const hasAspect = getComputedStyle(host).getPropertyValue("--pe-aspect") !== "";
    this.element.style.setProperty("--_block-size", hasAspect ? "auto" : "");
    this.element.classList.toggle("cut", this.element.scrollHeight > host.clientHeight + 1); // 1 px: both are rounded
  }

  /** Shows the reason why there is no figure. */
  fail(reason: string): void {
    this.#reason.textContent = `This figure could not be loaded: ${reason}`;
    this.phase = "failed";
  }

  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Shows notes in one line under the figure: values that were adjusted, and mistakes. */
  note(...texts: readonly string[]): void {
    const text = printable(texts.filter(Boolean).join(" "));
    if (this.#note.textContent !== text) this.#note.textContent = text;
    this.#note.hidden = text === "";
  }
}

export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The figure as its notes see it. */
interface Noted extends HTMLElement {
  readonly definition: AnyDefinition;
  readonly rules: Rules;
}

/** The line of notes under a figure, and the last link until its state is drawn. */
export class FigureNotes {
  readonly #figure: Noted;
  readonly #frame: FigureFrame;
  /** A note on parts of a link or a spec that were not understood. */
  advice = "";
  /** Undoes the last link if it cannot be drawn. */
  #undo: (() => void) | undefined;

  constructor(figure: Noted, frame: FigureFrame) {
    this.#figure = figure;
    this.#frame = frame;
  }

  /** Applies the fragment of a link, if it is for this figure. */
  follow(hash: string): void {
    try {
      const followed = follow(this.#figure, hash);
      if (!followed) return;
      this.advice = followed.advice;
      this.explain("");
      this.#undo = followed.undo;
      this.#figure.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.#refuseLink(sentence(error));
    }
  }

  /** The state is drawn. @param remark - on values that were adjusted */
  accept(remark: string): void {
    this.#undo = undefined;
    this.explain(remark);
  }

  /** The state is not drawn, and the last picture stays. A link that led to the state is taken back. */
  refuse(error: unknown): void {
    const undo = this.#undo;
    this.#undo = undefined;
    if (undo) {
      undo();
      this.#refuseLink(sentence(error));
    } else {
      this.explain(sentence(error));
      warnOnce(this.#figure, sentence(error));
    }
  }

  /** Shows a sentence beside the other notes. */
  explain(fault: string): void {
    const { definition, rules } = this.#figure;
    const strange = strangeAttributes(this.#figure, rules, definition.encoding !== undefined);
    this.#frame.note(this.advice, fault, ...strange);
    for (const text of strange) warnOnce(this.#figure, text);
  }

  #refuseLink(fault: string): void {
    this.advice = `The link was not followed. ${fault}`;
    this.explain("");
  }
}

/** The names that `divergingPalette` takes. */
const PALETTES = ["blue-orange", "purple-green", "grey"] as const;

const made = new Map<string, Palette>();

/** The colour of 0 on a dark page: a little lighter than the page, so that empty parts of a heat map do not glare. */
const DARK_ZERO = [44, 47, 54] as const;

/**
 * The palette of a name; without a name, the default. On a dark page the colours between −1 and 1 go from dark to light,
 * except grey ones, which mean lightness.
 * @param host - the figure, whose text colour tells whether its page is dark
 */
export function paletteOf(given: string | null | undefined, host: Element): Palette {
  const name = PALETTES.find((known) => known === (given ?? PALETTES[0]));
  if (name === undefined) throw refusal("palette", PALETTES.map((known) => `"${known}"`).join(" or "), given);
  const isDark = name !== "grey" && isLight(getComputedStyle(host).color);
  const key = isDark ? `${name}, dark` : name;
  const palette = made.get(key) ?? (isDark ? darkened(divergingPalette(name)) : divergingPalette(name));
  made.set(key, palette);
  return palette;
}

/** From {@link DARK_ZERO} to the bright colours that the light palette has at −½ and ½. */
function darkened(light: Palette): Palette {
  const count = light.length / 4;
  return light.map((byte, index) => {
    const [colour, channel] = [Math.floor(index / 4), index % 4];
    if (channel === 3) return byte;
    const value = (2 * colour + 1) / count - 1;
    const bright = light[4 * Math.floor((value < 0 ? 0.25 : 0.75) * count) + channel] as number;
    const zero = DARK_ZERO[channel] as number;
    return Math.round(zero + Math.abs(value) * (bright - zero));
  });
}

/** Whether a computed colour is lighter than middle grey. Browsers write it as bytes, as shares, or with a lightness. */
function isLight(colour: string): boolean {
  const [first = 0, second = 0, third = 0] = (colour.match(/[\d.]+%?/g) ?? []).map(Number.parseFloat);
  if (colour.startsWith("rgb")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 127;
  if (colour.startsWith("color")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 0.5;
  return first > (colour.startsWith("ok") ? 0.6 : 55);
}
