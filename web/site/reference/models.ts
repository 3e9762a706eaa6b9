import "posenc/embed.js";
import "posenc/figures.css";
import { formatInteger } from "../../plot/numbers.ts";
import { readConfigs } from "./config-field.ts";
import { type ModelRow, publishedRow, typeRow } from "./model-row.ts";
import { modelOf, modelsFor } from "./model-search.ts";
import { publishedFor, publishedOf } from "./published.ts";

/** The list of published models and model types: a field to search it, rows that open, and an address that keeps both. */

/** Rows that are shown at a time. */
const STEP = 12;

/** Names of the address's parts: the text that is searched for, and the type of the open row. */
const FIND = "find";
const MODEL = "model";

const field = document.querySelector<HTMLInputElement>("#find");
const count = document.querySelector<HTMLElement>("#count");
const files = document.querySelector<HTMLElement>("#published");
const list = document.querySelector<HTMLElement>("#types");
const more = document.querySelector<HTMLButtonElement>("#more");

let shown = STEP;
let rows: ModelRow[] = [];
/** The name of the open row. The row of a link is listed first, whatever the text is. */
let open: string | undefined;

/** The names of the rows that answer a text: published models, then model types. */
const namesFor = (text: string): string[] => [
  ...publishedFor(text)
    .slice(0, STEP)
    .map(({ name }) => name),
  ...modelsFor(text)
    .slice(0, shown)
    .map(({ type }) => type),
];

function rowOf(name: string): ModelRow[] {
  const file = publishedOf(name);
  if (file) return [publishedRow(file, toggle)];
  const model = modelOf(name);
  return model ? [typeRow(model, toggle)] : [];
}

function show(): void {
  const text = field?.value ?? "";
  const names = namesFor(text);
  const before = new Map(rows.map((row) => [row.name, row]));
  const wanted = open === undefined || names.includes(open) ? names : [open, ...names];
  rows = wanted.flatMap((name) => before.get(name) ?? rowOf(name));
  const elementsOf = (isFile: boolean) =>
    rows.filter(({ name }) => (publishedOf(name) !== undefined) === isFile).map(({ element }) => element);
  files?.replaceChildren(...elementsOf(true));
  list?.replaceChildren(...elementsOf(false));
  for (const row of rows) row.isOpen = row.name === open;
  const found = modelsFor(text).length;
  if (count) count.textContent = countOf(text, found);
  if (more) more.hidden = found <= shown;
}

/** Says what is listed, and whether it answers for a published model or for a class. */
function countOf(text: string, found: number): string {
  const models = publishedFor(text).length;
  const ofModels =
    models === 0 ? "" : `${formatInteger(models)} published ${models === 1 ? "model" : "models"}. `;
  if (found === 0 && models === 0)
    return "No model or type has this name. A model’s type is the field model_type of its config.json.";
  const noModel = models > 0 || text.trim() === "" || modelOf(text.trim()) !== undefined;
  return `${ofModels}${typesOf(found)}${noModel ? "" : " No published config of this name is kept here: a type answers with the defaults of its class, which a model may change."}`;
}

function typesOf(found: number): string {
  const listed = Math.min(shown, found);
  if (found === listed) return found === 1 ? "One type." : `${formatInteger(found)} types.`;
  return `${formatInteger(found)} types, of which ${listed} are listed.`;
}

function toggle(name: string): void {
  open = open === name ? undefined : name;
  for (const row of rows) row.isOpen = row.name === open;
  keepAddress();
}

/** Replaces the address and adds no entry to the history: a reader may type many letters. */
function keepAddress(): void {
  const address = new URL(location.href);
  const set = (name: string, value: string | undefined) =>
    value ? address.searchParams.set(name, value) : address.searchParams.delete(name);
  set(FIND, field?.value.trim());
  set(MODEL, open);
  history.replaceState(history.state, "", address);
}

/** Moves the focus among field and rows; from the field, Enter opens the best match. */
function move(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const at = rows.findIndex(({ button }) => button === event.target);
  const isField = event.target === field;
  if (at < 0 && !isField) return;
  const steps: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => rows[at + 1]?.button ?? (more?.hidden ? undefined : more),
    ArrowUp: () => (isField ? undefined : (rows[at - 1]?.button ?? field)),
    Home: () => (isField ? undefined : rows[0]?.button),
    End: () => (isField ? undefined : rows.at(-1)?.button),
    Escape: () => (isField ? undefined : field),
    Enter: () => {
      const [first] = namesFor(field?.value ?? "");
      const best = rows.find(({ name }) => name === first);
      if (!isField || best === undefined) return undefined;
      if (best.name !== open) toggle(best.name);
      return best.button;
    },
  };
  const next = steps[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const asked = new URLSearchParams(location.search);
if (field && list) {
  field.value = asked.get(FIND) ?? field.value;
  const linked = asked.get(MODEL) ?? "";
  open = publishedOf(linked)?.name ?? modelOf(linked)?.type;
  field.addEventListener("input", () => {
    shown = STEP;
    // An open row that does not answer the new text closes, so that it is not taken for an answer.
    if (open !== undefined && !namesFor(field.value).includes(open)) open = undefined;
    show();
    keepAddress();
  });
  field.closest("section")?.addEventListener("keydown", move);
  more?.addEventListener("click", () => {
    const at = rows.length;
    shown += STEP;
    show();
    rows[at]?.button.focus();
  });
  show();
  readConfigs();
  rows.find(({ name }) => name === open)?.element.scrollIntoView({ block: "start" });
}
