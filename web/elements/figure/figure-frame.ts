import { printable } from "../../../src/api/arguments/printable.ts";
import { html } from "../../plot/dom.ts";

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

/** The message of an error, as a sentence. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
