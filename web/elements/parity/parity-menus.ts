import { engines } from "../../../src/entries/engines.ts";
import { html } from "../../plot/dom.ts";
import type { Part, PartMaker } from "../definition/definition.ts";
import type { ParityShown } from "./parity-shown.ts";

/** The names of the engines, with the exact angles first. */
export const NAMES: readonly [string, ...string[]] = ["posenc", ...engines().map(({ name }) => name)];

/** Types whose defaults show how engines differ. Attributes allow all of the atlas, and whole configs. */
const MODELS = [
  ...["gpt_oss", "llama", "gemma3_text", "qwen3_vl", "phi3", "glm4", "minimax_m2", "deepseek_v3"],
] as const;

/** A menu of texts for a property. A text that is not in it gets an option of its own. */
function menu<Name extends string>(
  name: Name,
  label: string,
  options: readonly (readonly [value: string, title: string])[],
): PartMaker<Record<Name, string>, ParityShown> {
  return (figure): Part<ParityShown> => {
    const other = html("option", { value: "", hidden: true }, "another");
    const select = html(
      "select",
      { "aria-label": label },
      ...options.map(([value, title]) => html("option", { value }, title)),
      other,
    );
    select.addEventListener("change", () => Object.assign(figure, { [name]: select.value }));
    return {
      element: html(
        "label",
        { class: "encoding", part: "control" },
        html("span", { class: "quiet" }, label),
        select,
      ),
      show() {
        const value = figure[name];
        select.value = options.some(([known]) => known === value) ? value : "";
      },
    };
  };
}

const known = engines().map(({ name, title }): [string, string] => {
  const [, version] = name.split("@");
  return [name, version === undefined ? title : `${title} at ${version}`];
});

/** The model, and the two engines. */
export const parityMenus: PartMaker<{ config: string; engine: string; reference: string }, ParityShown> = (
  figure,
) => {
  const all: (readonly [string, string])[] = [["posenc", "posenc, exact"], ...known];
  const parts = [
    menu(
      "config",
      "model",
      MODELS.map((name) => [name, name]),
    )(figure as never),
    menu("engine", "engine", all)(figure as never),
    menu("reference", "other engine", all)(figure as never),
  ];
  return {
    element: html("div", { class: "menus" }, ...parts.map(({ element }) => element)),
    show(shown) {
      for (const part of parts) part.show?.(shown);
    },
  };
};
