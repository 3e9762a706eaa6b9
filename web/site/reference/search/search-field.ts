import { type Entry, partsOf, searchIn } from "./search.ts";

/** The field above every page of the reference. Its index is a file of the site, loaded when the field is first used. */

type Search = ReturnType<typeof searchIn>;

export function offerSearch(): void {
  const box = document.querySelector<HTMLElement>("search.names");
  const field = document.querySelector<HTMLInputElement>("#search");
  const list = document.querySelector<HTMLElement>("#answers");
  const count = document.querySelector<HTMLElement>("#search-count");
  if (!box || !field || !list || !count) return;
  box.hidden = false;
  let index: Promise<Search> | undefined;
  const load = () => {
    index ??= loadIndex().catch((error) => {
      index = undefined; // the network may be back at the next letter
      throw error;
    });
    return index;
  };
  const show = async () => {
    const phrase = field.value;
    const answers = phrase.trim() === "" ? [] : await load().then((search) => search(phrase));
    if (field.value !== phrase) return; // another letter has come
    list.replaceChildren(...answers.map(answer));
    count.textContent =
      phrase.trim() === ""
        ? ""
        : answers.length === 0
          ? "Nothing is called so."
          : `${answers.length} answers.`;
  };
  const showOrSay = () =>
    show().catch(() => {
      count.textContent = "The index could not be loaded.";
    });
  field.addEventListener("focus", () => void load().catch(() => {}));
  field.addEventListener("input", () => void showOrSay());
  moveByKeys(field, list, () => void showOrSay());
}

async function loadIndex(): Promise<Search> {
  const response = await fetch(new URL("./search.json", document.baseURI));
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return searchIn((await response.json()) as Entry[]);
}

function answer(entry: Entry): HTMLElement {
  const [title, kind, href] = entry;
  const { description } = partsOf(entry);
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = href;
  const name = document.createElement("strong");
  name.textContent = title;
  const about = document.createElement("span");
  about.textContent = `${kind}${description === "" ? "" : ` · ${description}`}`;
  link.append(name, " ", about);
  item.append(link);
  return item;
}

function moveByKeys(field: HTMLInputElement, list: HTMLElement, clear: () => void): void {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  const move = (event: KeyboardEvent) => {
    const links = [...list.querySelectorAll<HTMLElement>("a")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus();
    else if (event.key === "Enter" && at < 0) links[0]?.click();
    else if (event.key === "Escape") {
      field.value = "";
      clear();
      field.focus();
    } else return;
    event.preventDefault();
  };
  field.addEventListener("keydown", move);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") move(event);
  });
}
