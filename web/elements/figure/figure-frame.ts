import { html } from "../../plot/dom.ts";

/** Whether there is nothing yet, a picture, or a reason why there is none. */
type Phase = "waiting" | "drawn" | "failed";

/** What stands around every figure: its content or the element's children, a line of notes, and the live region. */
export class FigureFrame {
  readonly element: HTMLElement;
  readonly #reason = html("span");
  readonly #note = html("p", { class: "note", part: "note", role: "status", hidden: true });
  readonly #live = html("p", { class: "unseen", role: "status", "aria-live": "polite" });

  /** @param retry - loads the figure once more */
  constructor(content: Node, retry: () => void) {
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

  /** Follows what the page's author says of the figure's height: `--pe-aspect`, or a height that it does not fit in. */
  fit(host: HTMLElement): void {
    const hasAspect = getComputedStyle(host).getPropertyValue("--pe-aspect") !== "";
    this.element.style.setProperty("--_block-size", hasAspect ? "auto" : "");
    this.element.classList.toggle(
      "cut",
      this.element.scrollHeight > host.clientHeight + 1 && host.style.height !== "",
    );
  }

  /** Says why there is no figure. */
  fail(reason: string): void {
    this.#reason.textContent = `This figure could not be loaded: ${reason}`;
    this.phase = "failed";
  }

  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Says in one line under the figure what was adjusted or is wrong; nothing if all texts are empty. */
  note(...texts: readonly string[]): void {
    const text = texts.filter(Boolean).join(" ");
    if (this.#note.textContent !== text) this.#note.textContent = text;
    this.#note.hidden = text === "";
  }
}

/** What an error says, as a sentence. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
