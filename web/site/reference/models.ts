import "posenc/embed.js";
import "posenc/figures.css";
import { formatInteger } from "../../plot/numbers.ts";
import { readConfigs } from "./config-field.ts";
import { ModelRow } from "./model-row.ts";
import { modelOf, modelsFor } from "./model-search.ts";

/** The list of model types: a field to search it, rows that open, and an address that keeps both. */

/** Rows that are shown at a time. */
const STEP = 12;

/** Names of the address's parts: the text that is searched for, and the type of the open row. */
const FIND = "find";
const MODEL = "model";

const field = document.querySelector<HTMLInputElement>("#find");
const count = document.querySelector<HTMLElement>("#count");
const list = document.querySelector<HTMLElement>("#types");
const more = document.querySelector<HTMLButtonElement>("#more");

let shown = STEP;
let rows: ModelRow[] = [];
/** The open row. It stays in the list while the text changes. */
let open: string | undefined;

function show(): void {
  const models = modelsFor(field?.value ?? "");
  const first = models.slice(0, shown);
  const kept = open === undefined || first.some(({ type }) => type === open) ? undefined : modelOf(open);
  const before = new Map(rows.map((row) => [row.type, row]));
  rows = [...(kept === undefined ? [] : [kept]), ...first].map(
    (model) => before.get(model.type) ?? new ModelRow(model, toggle),
  );
  list?.replaceChildren(...rows.map(({ element }) => element));
  for (const row of rows) row.isOpen = row.type === open;
  if (count) count.textContent = countOf(models.length, Math.min(shown, models.length));
  if (more) more.hidden = models.length <= shown;
}

function countOf(found: number, listed: number): string {
  if (found === 0) return "No type has this name. A model’s type is the field model_type of its config.json.";
  if (found === listed) return found === 1 ? "One type." : `${formatInteger(found)} types.`;
  return `${formatInteger(found)} types, of which ${listed} are listed.`;
}

function toggle(type: string): void {
  open = open === type ? undefined : type;
  for (const row of rows) row.isOpen = row.type === open;
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
      const [best] = rows;
      if (!isField || best === undefined) return undefined;
      if (best.type !== open) toggle(best.type);
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
  open = modelOf(asked.get(MODEL) ?? "")?.type;
  field.addEventListener("input", () => {
    shown = STEP;
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
  rows.find(({ type }) => type === open)?.element.scrollIntoView({ block: "start" });
}
