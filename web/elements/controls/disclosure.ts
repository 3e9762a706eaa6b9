import { html } from "../../plot/dom.ts";

export interface Disclosure {
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly open: boolean;
}

/**
 * A button that shows and hides a panel; Escape within either hides it, too: the innermost, if one is inside another.
 * @param opened - called each time the panel opens, to fill it
 */
export function disclosure(label: string, opened: () => void, ...content: Node[]): Disclosure {
  const panel = html("div", { class: "panel", part: "panel", hidden: true }, ...content);
  const button = html("button", { type: "button", "aria-expanded": "false" }, label);
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) opened();
  });
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || panel.hidden || event.defaultPrevented) return;
    event.preventDefault(); // so that a dialog around the figure stays open
    button.focus(); // the focused element is about to be hidden
    button.click();
  };
  button.addEventListener("keydown", close);
  panel.addEventListener("keydown", close);
  return {
    button,
    panel,
    get open() {
      return !panel.hidden;
    },
  };
}
