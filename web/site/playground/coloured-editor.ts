import { javascript } from "@codemirror/lang-javascript";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";

/**
 * Replaces a plain field by CodeMirror, with the same text, label and focus. Tab leaves it, as a reader by keyboard needs.
 * @returns the property `code` of an editor
 */
export function colouredEditor(field: HTMLTextAreaElement, run: () => void): PropertyDescriptorMap {
  const start = () => {
    run();
    return true;
  };
  const view = new EditorView({
    doc: field.value,
    extensions: [
      keymap.of([{ key: "Mod-Enter", run: start }]), // before the basic ones, which have another use for it
      basicSetup,
      javascript(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
    ],
  });
  const hadFocus = document.activeElement === field;
  field.replaceWith(view.dom);
  if (hadFocus) view.focus();
  return {
    code: {
      get: () => view.state.doc.toString(),
      set: (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    },
  };
}
