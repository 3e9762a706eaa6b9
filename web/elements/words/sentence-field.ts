import { css } from "@lit/reactive-element";
import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import type { Host, Part, PartMaker } from "../definition/definition.ts";
import { text } from "../definition/rules.ts";
import { countTokens, firstTokens, MAX_TOKENS } from "./tokens.ts";

/** A field for a sentence, with its number of tokens. Two fields are side by side if there is room. */
export const sentenceStyles = css`
  .sentences {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  @container (min-width: 40rem) {
    .sentences {
      grid-template-columns: 1fr 1fr;
    }
  }
  .sentence,
  .sentence label {
    display: grid;
    gap: 0.25rem;
  }
  .sentence textarea {
    box-sizing: border-box;
    inline-size: 100%;
    resize: vertical;
    unicode-bidi: plaintext;
  }
  .sentence output {
    font-size: 0.9em;
  }
`;

/** Pause in typing after which the picture changes, in ms. */
const PAUSE = 120;

/** Most UTF-16 units in the browser's field, which takes ten seconds to lay out 10 MB. Typing may double it. */
const FIELD = 16_384;

let count = 0; // ids in one tree must differ

/**
 * A field for a sentence of any length, with a line on the number of tokens. The browser's field has only the start of a
 * long text: edits change the start and leave the rest, unless the whole start is replaced.
 */
export class SentenceField {
  readonly element: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #note: HTMLElement;
  readonly #changed: (text: string) => void;
  readonly #most: number;
  #rest = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counting = new AbortController();
  #counted: string | undefined;

  /**
   * @param changed - called with the text when typing pauses
   * @param most - most tokens that the figure shows
   */
  constructor(name: string, changed: (text: string) => void, most = MAX_TOKENS) {
    this.#most = most;
    const note = `tokens-${count++}`;
    this.#changed = changed;
    this.#note = html("output", { id: note, class: "quiet" });
    this.#input = html("textarea", { rows: 2, spellcheck: "false", dir: "auto", "aria-describedby": note });
    this.#input.addEventListener("beforeinput", (event) => this.#edit(event));
    this.#input.addEventListener("input", () => this.#type());
    const label = html("label", {}, html("span", { class: "quiet" }, name), this.#input);
    this.element = html("div", { class: "sentence", part: "control" }, label, this.#note);
  }

  /** Shows a text, unless the reader is typing. */
  show(text: string): void {
    if (this.#timer !== undefined || this.#counted === text) return;
    this.#fill(text);
    this.#counted = text;
    this.#counting.abort();
    const { words, more } = firstTokens(text, this.#most);
    if (!more) this.#say(words.length === 1 ? "1 token" : `${words.length} tokens`);
    else void this.#count(text);
  }

  #type(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#changed(this.#input.value + this.#rest);
    }, PAUSE);
  }

  #edit(event: InputEvent): void {
    const { value, selectionStart, selectionEnd } = this.#input;
    const replacesAll = selectionStart === 0 && selectionEnd === value.length;
    if (replacesAll && /^(insert|delete)/.test(event.inputType)) this.#rest = "";
    this.#paste(event);
  }

  /** Handles pasted or dropped text instead of the browser if it is too long for the field. */
  #paste(event: InputEvent): void {
    const { value, selectionStart, selectionEnd } = this.#input;
    if (!event.data || value.length + event.data.length <= 2 * FIELD) return;
    event.preventDefault();
    const pasted = event.data.replace(/\r\n?/g, "\n"); // as the browser's field does
    const before = value.slice(0, selectionStart) + pasted;
    this.#fill(before + value.slice(selectionEnd) + this.#rest);
    this.#input.setSelectionRange(before.length, before.length);
    this.#type();
  }

  #fill(text: string): void {
    if (this.#input.value + this.#rest === text) return; // the reader's cursor stays where it is
    const breaksPair = text.length > FIELD && /[\ud800-\udbff]/.test(text.charAt(FIELD - 1));
    const end = breaksPair ? FIELD - 1 : FIELD;
    this.#input.value = text.slice(0, end);
    this.#rest = text.slice(end);
  }

  async #count(text: string): Promise<void> {
    this.#counting = new AbortController();
    this.#say(`first ${this.#most} tokens; counting the rest`);
    const count = await countTokens(text, this.#counting.signal);
    if (count !== undefined) this.#say(`first ${this.#most} of ${formatInteger(count)} tokens`);
  }

  #say(tokens: string): void {
    const kept =
      this.#rest && `; ${formatInteger(this.#rest.length)} further characters are kept but not shown`;
    this.#note.textContent = tokens + kept;
  }
}

/** A field for the attribute `text`. */
export const sentenceField =
  (name: string, most?: number): PartMaker<{ text: string }, unknown> =>
  (figure) => {
    const field = new SentenceField(name, (text) => Object.assign(figure, { text }), most);
    return { element: field.element, show: () => field.show(figure.text) };
  };

/** Pairs of sentences with the same words. */
const PRESETS = [
  ["my sister wants to eat a chicken", "a chicken wants to eat my sister"],
  ["John likes Jane", "Jane likes John"],
] as const;

/** The two sentences as attributes. */
export const sentenceRules = {
  first: text({ default: PRESETS[0][0], doc: "The first sentence; at most 64 of its words are shown" }),
  second: text({
    default: PRESETS[0][1],
    doc: "The second sentence, compared with the first",
  }),
};

/** The names of the two sentences in texts. */
export const ORDINAL = ["first", "second"] as const;

type Compared = Host<{ first: string; second: string }, unknown>;

/** Buttons for pairs of sentences with the same words. */
export function sentenceExamples(figure: Compared): Part<unknown> {
  const presets = PRESETS.map(([first, second]) =>
    html("button", { type: "button", onclick: () => Object.assign(figure, { first, second }) }, first),
  );
  return { element: html("div", { class: "row", role: "group", "aria-label": "Examples" }, ...presets) };
}

/** Fields for two sentences to compare. */
export function sentencePair(figure: Compared): Part<unknown> {
  const field = (name: "first" | "second") =>
    new SentenceField(`${name} sentence`, (text) => Object.assign(figure, { [name]: text }));
  const [firstField, secondField] = [field("first"), field("second")];
  const fields = html("div", { class: "sentences" }, firstField.element, secondField.element);
  return {
    element: html("div", { class: "controls" }, fields),
    show() {
      firstField.show(figure.first);
      secondField.show(figure.second);
    },
  };
}
