import { deflateRawSync } from "node:zlib";
import { type Site, serveSite } from "../harness/site.ts";
import type { Webkit } from "../harness/webkit.ts";
import type { Escape } from "./escapes.ts";

/** Escapes on a site of their own, which sees by its requests which of them succeed. */

/** Replaces the words of {@link Escape} in a text. */
function armed(text: string, address: string): string {
  return text.replaceAll("RUN", `fetch('${address}',{mode:'no-cors'})`).replaceAll("ADDRESS", address);
}

const META = /<meta http-equiv="Content-Security-Policy" content="([^"]*)" \/>/;

export interface Target {
  readonly engine: Webkit;
  readonly site: Site;
}

/** A site for some tests; the caller closes it. @param pages - its pages without a policy, by their paths */
export async function targetFor(
  engine: Webkit,
  pages: Readonly<Record<string, string>> = {},
): Promise<Target> {
  return { engine, site: await serveSite({ pages }) };
}

const addressOf = ({ site }: Target, list: readonly Escape[], attempt: Escape) =>
  `${site.origin}/canary/${list.indexOf(attempt)}/`;

/** The names of the escapes that succeeded. */
export const succeeded = ({ site }: Target, list: readonly Escape[]): string[] =>
  list
    .filter((_, index) => site.requested.some((path) => path.startsWith(`/canary/${index}/`)))
    .map(({ name }) => name);

/** Serves a page with or without its policy, and with some HTML at its end. */
export function changePage({ site }: Target, path: string, hasPolicy: boolean, html = ""): void {
  site.replies.set(path, {
    body(file) {
      const page = file.toString();
      if (!META.test(page)) throw new Error(`${path} has no policy`);
      return (hasPolicy ? page : page.replace(META, "")).replace("</main>", () => `${html}</main>`);
    },
  });
}

/** Runs in the page: does what a reader may do with all that is there, and waits until nothing more can come of it. */
async function useAndSettle(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>("[data-focus], #output > *")) element.focus();
  for (const element of document.querySelectorAll("[data-click], #output > *"))
    for (const type of ["pointerover", "mouseover", "click"])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((done) => requestAnimationFrame(done));
    const image = new Image();
    const failed = new Promise((done) => image.addEventListener("error", done));
    image.src = `/missing-${turn}.png`; // asked for and decoded after the pictures of the escapes
    await failed;
  }
}

/** Opens a page, with the escapes that can share it in its HTML; the others one by one. */
export async function tryMarkup(
  target: Target,
  path: string,
  list: readonly Escape[],
  hasPolicy: boolean,
): Promise<void> {
  const together = list.filter(({ isAlone }) => !isAlone);
  const alone = list.filter(({ isAlone }) => isAlone);
  for (const group of [together, ...alone.map((attempt) => [attempt])]) {
    const html = group.map((attempt) => armed(attempt.text, addressOf(target, list, attempt))).join("\n");
    changePage(target, path, hasPolicy, html);
    await target.engine.goto(`${target.site.origin}/empty`); // or the next page would only be scrolled
    await target.engine.goto(target.site.origin + path);
    await target.engine.evaluate(useAndSettle, undefined);
  }
}

/** Follows links into the site. */
export async function tryLinks(target: Target, list: readonly Escape[]): Promise<void> {
  for (const attempt of list) {
    await target.engine.goto(`${target.site.origin}/empty`);
    await target.engine.goto(
      `${target.site.origin}/${armed(attempt.text, addressOf(target, list, attempt))}`,
    );
    const settle = () => target.engine.evaluate(useAndSettle, undefined);
    await settle().catch(settle); // the home page follows old links to another page meanwhile
  }
}

/** Runs in the playground: runs the code of a fragment. @returns the attributes of all that it shows */
async function runLinked(fragment: string): Promise<string[]> {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 10));
  };
  await until(() => document.querySelector("#samples option") !== null);
  const status = document.getElementById("status") as HTMLElement;
  status.textContent = "";
  location.hash = fragment;
  await until(() => text("status").startsWith("This code came by the link"));
  document.getElementById("run")?.click();
  await until(() => /^(Done|Failed)\.$/.test(text("status")));
  return [...document.querySelectorAll("#output > *")].flatMap((node) =>
    Array.from(node.attributes, ({ name }) => `${node.localName} ${name}`),
  );
}

/** Runs code in the playground. @returns the attributes of all that it shows */
export async function tryCode(target: Target, list: readonly Escape[]): Promise<string[]> {
  const { engine, site } = target;
  const codeOf = (attempt: Escape) => armed(attempt.text, addressOf(target, list, attempt));
  const together = list.filter(({ isAlone }) => !isAlone).map((each) => `try { ${codeOf(each)} } catch {}`);
  const codes = [together.join("\n"), ...list.filter(({ isAlone }) => isAlone).map(codeOf)];
  await engine.goto(`${site.origin}/playground/`);
  const attributes = [];
  for (const code of codes) {
    const fragment = `code=${deflateRawSync(code).toString("base64url")}`;
    attributes.push(...(await engine.evaluate(runLinked, fragment)));
    await engine.evaluate(useAndSettle, undefined);
  }
  return [...new Set(attributes)].sort();
}
