import type { AnyDefinition } from "../definition/definition.ts";
import type { Rules } from "../definition/rules.ts";
import { type FigureFrame, sentence } from "./figure-frame.ts";
import { follow } from "./figure-link.ts";
import { strangeAttributes, warnOnce } from "./strange-attributes.ts";

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
