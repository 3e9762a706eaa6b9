import { fileRecipe } from "./model-recipe.ts";

/** Shows the recipe of a config.json that a reader pastes. It is read in the page and sent nowhere. */

const field = document.querySelector<HTMLTextAreaElement>("#config");
const fault = document.querySelector<HTMLElement>("#config-fault");
const place = document.querySelector<HTMLElement>("#config-recipe");

function show(text: string): void {
  place?.replaceChildren();
  let said = "";
  try {
    if (text.trim() !== "") place?.append(fileRecipe(text));
  } catch (error) {
    said = (error as Error).message;
  }
  if (fault) fault.textContent = said;
}

/** Follows the field. */
export function readConfigs(): void {
  field?.addEventListener("input", () => show(field.value));
}
