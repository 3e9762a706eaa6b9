import { LANGUAGES, type Language } from "../../methods/code.ts";
import { html } from "../../plot/dom.ts";
import { formatInteger } from "../../plot/numbers.ts";
import { type Picture, save, svgFile, toPng } from "../../plot/picture.ts";
import { type Disclosure, disclosure } from "../controls/panel.ts";
import { codeOf, csvFile, npyFile, type Source } from "../share/contents.ts";

/** The figure as the menu *Share* sees it. */
export interface Shareable extends Source {
  readonly localName: string;
  readonly link: string;
  readonly tag: string;
  picture(): Picture;
}

/** Most characters of a text to copy: the browser's field takes seconds for the length of a book. */
const LONGEST = 100_000;

/** The menu of every figure: files to save, and texts to copy. */
export function shareMenu(figure: Shareable): Disclosure {
  const status = html("p", { class: "quiet", role: "status" });
  const text = html("textarea", {
    readonly: true,
    rows: 6,
    "aria-label": "Text to copy",
    spellcheck: "false",
  });
  text.hidden = true;
  const say = (line: string) => {
    status.textContent = line;
  };
  const button = (label: string, action: () => unknown) =>
    html("button", { type: "button", onclick: () => void attempt(action, say) }, label);
  const copy = (label: string, make: () => string | Promise<string>) =>
    button(label, async () => {
      text.value = "";
      const made = await make();
      if (made.length > LONGEST)
        throw new Error(
          `${formatInteger(made.length)} characters are too many to copy; save a file instead.`,
        );
      text.value = made;
      text.hidden = false;
      return toClipboard(text, say);
    });
  const languages = Object.entries(LANGUAGES) as [Language, string][];
  return disclosure(
    "Share",
    () => say(""),
    group("Save", ...savers(figure, button)),
    group(
      "Copy",
      copy("Link", () => figure.link),
      copy("Tag", () => embedTag(figure)),
      ...languages.map(([language, label]) => copy(label, () => codeOf(figure, language))),
    ),
    text,
    status,
  );
}

type ButtonMaker = (label: string, action: () => unknown) => HTMLElement;

function savers(figure: Shareable, button: ButtonMaker): HTMLElement[] {
  const file = (extension: string) => `${figure.localName}.${extension}`;
  return [
    button("PNG", async () => save(await toPng(figure.picture()), file("png"))),
    button("SVG", () => save(svgFile(figure.picture()), file("svg"))),
    button("CSV", async () => save(await csvFile(figure), file("csv"))),
    button(".npy", async () => save(await npyFile(figure), file("npy"))),
  ];
}

function group(label: string, ...buttons: HTMLElement[]): HTMLElement {
  return html(
    "div",
    { class: "row", role: "group", "aria-label": label },
    html("span", {}, label),
    ...buttons,
  );
}

async function attempt(action: () => unknown, say: (line: string) => void): Promise<void> {
  try {
    say("");
    await action();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

async function toClipboard(text: HTMLTextAreaElement, say: (line: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.value);
    say("Copied.");
  } catch {
    text.select(); // without permission or a secure context, the reader can still use the copy command
    say("Select and copy the text above.");
  }
}

/** The tag with its script, for a page that has the package's folder `dist` beside it as `posenc`. */
function embedTag(figure: Shareable): string {
  return `<script type="module" src="posenc/embed.js"></script>\n${figure.tag}`;
}
