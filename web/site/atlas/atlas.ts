import "posenc/embed.js";
import "posenc/figures.css";
import { formatCount, formatInteger } from "../../plot/numbers.ts";
import { byId } from "../nodes.ts";
import {
  type Asked,
  countWith,
  type FacetName,
  type Found,
  found,
  isFacet,
  ORDERS,
  type Order,
  publishedFor,
  publishedOf,
} from "./entries.ts";
import { fileRecipe, type ModelRow, publishedRow, typeRow } from "./model-row.ts";
import { modelOf } from "./model-search.ts";
import { readingOf } from "./reading.ts";
import { sideBySide } from "./side-by-side.ts";

// The atlas: a field, facets and an order, rows that open, and an address that keeps all of them.

/** Rows of each list that are shown at a time. */
const STEP = 12;
/** The model that is open if the address asks for nothing. */
const FIRST = "google/gemma-3-27b-it";

const field = byId<HTMLInputElement>("find");
const order = byId<HTMLSelectElement>("order");
const facets = [...document.querySelectorAll<HTMLButtonElement>("[data-facet]")];
const [count, files, list] = ["count", "published", "types"].map((id) => byId(id)) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
];
const more = byId<HTMLButtonElement>("more");

let shown = STEP;
let rows: ModelRow[] = [];
/** The name of the open row. The row of a link is listed first, whatever the text is. */
let open: string | undefined;
/** The model beside the open one. */
let beside: string | undefined;

const facetOf = (button: HTMLButtonElement) => button.dataset.facet as FacetName;
const isPressed = (button: HTMLButtonElement) => button.getAttribute("aria-pressed") === "true";

const asked = (): Asked => ({
  text: field.value,
  facets: facets.filter(isPressed).map(facetOf),
  order: order.value as Order,
});

const listed = ({ published, types }: Found): string[] => [
  ...published.slice(0, shown),
  ...types.slice(0, shown),
];

function rowOf(name: string): ModelRow[] {
  const file = publishedOf(name);
  if (file) return [publishedRow(file, toggle)];
  const model = modelOf(name);
  return model ? [typeRow(model, toggle)] : [];
}

function show(now = asked(), all = found(now)): void {
  const names = listed(all);
  const before = new Map(rows.map((row) => [row.name, row]));
  const wanted = open === undefined || names.includes(open) ? names : [open, ...names];
  rows = wanted.flatMap((name) => before.get(name) ?? rowOf(name));
  const elementsOf = (isFile: boolean) =>
    rows.filter(({ name }) => (publishedOf(name) !== undefined) === isFile).map((row) => row.element);
  files.replaceChildren(...elementsOf(true));
  list.replaceChildren(...elementsOf(false));
  for (const row of rows) row.isOpen = row.name === open;
  compareOpen();
  count.textContent = countOf(now, all);
  for (const button of facets) {
    const number = button.querySelector("span");
    if (number) number.textContent = formatInteger(countWith(all, facetOf(button)));
  }
  more.hidden = all.types.length <= shown && all.published.length <= shown;
}

/** The open row asks for a model to compare with. */
function compareOpen(): void {
  const row = rows.find(({ name }) => name === open);
  if (row === undefined || row.place.querySelector(".compare")) return;
  row.place.append(
    sideBySide(row.name, beside, (other) => {
      beside = other;
      keepAddress();
    }),
  );
}

/** Says what is listed, and whether it answers for a published model or for a class. */
function countOf({ text, facets: chosen }: Asked, { published, types }: Found): string {
  if (published.length + types.length === 0)
    return "No result. A model’s type is the field model_type of its config.json. Try “Llama 3.1 70B”, “gpt_oss” or “NoPE”.";
  const parts = [
    ...(published.length > 0 ? [formatCount(published.length, "published model")] : []),
    ...(types.length > 0 ? [formatCount(types.length, "type")] : []),
  ];
  const isCut = published.length > shown || types.length > shown;
  const isNamed = text.trim() === "" || chosen.length > 0 || publishedFor(text).length > 0;
  const isType = modelOf(text.trim()) !== undefined;
  const missing =
    isNamed || isType || published.length > 0
      ? ""
      : " No published config of this name is kept here: a type answers with the defaults of its class, which a model may change.";
  return `${parts.join(" and ")}${isCut ? `; ${shown} of each are listed` : ""}.${missing}`;
}

function toggle(name: string): void {
  open = open === name ? undefined : name;
  beside = undefined;
  for (const row of rows) row.isOpen = row.name === open;
  compareOpen();
  keepAddress();
}

/** Replaces the address and adds no entry to the history: a reader may type many letters. */
function keepAddress(): void {
  const address = new URL(location.href);
  const set = (name: string, value: string | undefined) =>
    value ? address.searchParams.set(name, value) : address.searchParams.delete(name);
  const now = asked();
  set("find", now.text.trim());
  set("facets", now.facets.join(" "));
  set("order", now.order === "match" ? undefined : now.order);
  set("model", open);
  set("with", beside);
  history.replaceState(history.state, "", address);
}

/** Moves the focus among field and rows; from the field, Enter opens the best match. */
function move(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const at = rows.findIndex(({ button }) => button === event.target);
  const isField = event.target === field;
  if (at < 0 && !isField) return;
  const steps: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => rows[at + 1]?.button ?? (more.hidden ? undefined : more),
    ArrowUp: () => (isField ? undefined : (rows[at - 1]?.button ?? field)),
    Home: () => (isField ? undefined : rows[0]?.button),
    End: () => (isField ? undefined : rows.at(-1)?.button),
    Escape: () => (isField ? undefined : field),
    Enter: () => {
      const [first] = listed(found(asked()));
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

/** After another text, other facets or another order. An open row that is no answer any more closes. */
function askAgain(): void {
  shown = STEP;
  const now = asked();
  const all = found(now);
  if (open !== undefined && !listed(all).includes(open)) open = undefined;
  show(now, all);
  keepAddress();
}

/** What an address asks for. */
function follow(): void {
  const query = new URLSearchParams(location.search);
  field.value = query.get("find") ?? field.value;
  const chosen = (query.get("facets") ?? "").split(" ").filter(isFacet);
  for (const button of facets) button.setAttribute("aria-pressed", String(chosen.includes(facetOf(button))));
  const wanted = query.get("order") ?? "";
  order.value = ORDERS.find((each) => each === wanted) ?? "match";
  const linked =
    query.get("model") ?? (field.value === "" && chosen.length === 0 && wanted === "" ? FIRST : "");
  open = publishedOf(linked)?.name ?? modelOf(linked)?.type;
  beside = readingOf(query.get("with") ?? "")?.name;
}

/** Shows the recipe of a config.json that a reader pastes. It is read in the page and sent nowhere. */
function readConfig(text: string): void {
  const place = byId("config-recipe");
  place.replaceChildren();
  let said = "";
  try {
    if (text.trim() !== "") place.append(fileRecipe(text));
  } catch (error) {
    said = (error as Error).message;
  }
  byId("config-fault").textContent = said;
}

follow();
field.addEventListener("input", askAgain);
order.addEventListener("change", askAgain);
for (const button of facets)
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isPressed(button)));
    askAgain();
  });
for (const example of document.querySelectorAll<HTMLButtonElement>("[data-example]"))
  example.addEventListener("click", () => {
    field.value = example.textContent ?? "";
    askAgain();
    const [best] = listed(found(asked()));
    if (best !== undefined && best !== open) toggle(best);
  });
byId("models").addEventListener("keydown", move);
const config = byId<HTMLTextAreaElement>("config");
config.addEventListener("input", () => readConfig(config.value));
more.addEventListener("click", () => {
  const at = new Set(rows.map(({ name }) => name));
  shown += STEP;
  show();
  rows.find(({ name }) => !at.has(name))?.button.focus();
});
show();
if (new URLSearchParams(location.search).has("model"))
  rows.find(({ name }) => name === open)?.element.scrollIntoView({ block: "nearest" });
