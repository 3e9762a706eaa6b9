import { javascript } from "@codemirror/lang-javascript";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

export { showingLast } from "./last-value.ts";

export interface EditorEvents {
  /** On Ctrl + Enter, or ⌘ + Enter. */
  run(): void;
  /** When the cursor has moved. @param at - characters before it */
  moved(at: number): void;
}

/** Legible on light and dark backgrounds; the editor's own colours are not. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "light-dark(#6b21a8, #d8b4fe)" },
  { tag: [tags.string, tags.regexp], color: "light-dark(#9a3412, #ffb38a)" },
  { tag: tags.number, color: "light-dark(#115e59, #5eead4)" },
  { tag: tags.comment, color: "var(--quiet)" },
]);

/**
 * Replaces a plain field by CodeMirror, with the same text, label and focus. The Tab key leaves it, for readers who use the
 * keyboard only.
 * @returns the property `code` of an editor
 */
export function colouredEditor(
  field: HTMLTextAreaElement,
  { run, moved }: EditorEvents,
): PropertyDescriptorMap {
  const start = () => {
    run();
    return true;
  };
  const tell = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (selectionSet || docChanged) moved(state.selection.main.head);
  });
  const view = new EditorView({
    doc: field.value,
    extensions: [
      keymap.of([{ key: "Mod-Enter", run: start }]), // before the basic keys, which use it for something else
      basicSetup,
      javascript(),
      syntaxHighlighting(COLOURS),
      EditorView.lineWrapping,
      tell,
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
    ],
  });
  const hadFocus = document.activeElement === field;
  view.dom.style.visibility = "hidden"; // until its lines have their heights
  field.replaceWith(view.dom);
  const show = () => {
    view.dom.style.visibility = "";
    if (hadFocus) view.focus();
  };
  view.requestMeasure({ read() {}, write: () => void requestAnimationFrame(show) });
  return {
    code: {
      get: () => view.state.doc.toString(),
      set: (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    },
  };
}
