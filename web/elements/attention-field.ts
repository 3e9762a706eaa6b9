import { html } from "../plot/dom.ts";
import { formatInteger } from "../plot/numbers.ts";
import { countTokens, firstTokens, MAX_TOKENS } from "./attention-words.ts";

/** Pause in typing, in ms, after which the picture follows. */
const PAUSE = 120;

/** A field for a sentence of any length, with a line that says how much of it is shown. */
export class SentenceField {
  readonly element: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #note: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counting = new AbortController();
  #counted: string | undefined;

  /** @param changed - called with the text when the typing pauses */
  constructor(name: string, changed: (text: string) => void) {
    const note = `tokens-${name}`;
    this.#note = html("output", { id: note, class: "quiet" });
    this.#input = html("textarea", { rows: 2, spellcheck: "false", dir: "auto", "aria-describedby": note });
    this.#input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        changed(this.#input.value);
      }, PAUSE);
    });
    const label = html("label", {}, html("span", { class: "quiet" }, `${name} sentence`), this.#input);
    this.element = html("div", { class: "sentence", part: "control" }, label, this.#note);
  }

  /** Shows a text; what is being typed right now is left alone. */
  show(text: string): void {
    if (this.#timer !== undefined || this.#counted === text) return;
    if (this.#input.value !== text) this.#input.value = text;
    this.#counted = text;
    this.#counting.abort();
    const { words, more } = firstTokens(text);
    if (!more) this.#note.textContent = words.length === 1 ? "1 token" : `${words.length} tokens`;
    else void this.#count(text);
  }

  async #count(text: string): Promise<void> {
    this.#counting = new AbortController();
    this.#note.textContent = `first ${MAX_TOKENS} tokens, the others are being counted`;
    const count = await countTokens(text, this.#counting.signal);
    if (count === undefined) return;
    this.#note.textContent = `first ${MAX_TOKENS} of ${formatInteger(count)} tokens`;
  }
}
