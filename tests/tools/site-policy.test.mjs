/** Every built page has a content policy before all that it loads, and nothing inside that the policy would block. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { serveSite } from "../../web/site/build/serve.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SITE = join(ROOT, "build/site");

/** @type {ReadonlyMap<string, string>} texts of pages by their paths */
const pages = new Map(
  readdirSync(SITE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => [name, readFileSync(join(SITE, name), "utf8")]),
);

const TAG = /<([a-z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;

/** @param {string} html */
const tagsOf = (html) =>
  Array.from(html.replace(/<!--.*?-->/gs, "").matchAll(TAG), ([tag, name = "", attributes = ""]) => ({
    tag,
    name: name.toLowerCase(),
    attributes: Array.from(
      attributes.matchAll(ATTRIBUTE),
      ([, attribute = "", double, single, bare]) =>
        /** @type {const} */ ([attribute.toLowerCase(), double ?? single ?? bare ?? ""]),
    ),
  }));

/** What stands in a page and would be blocked. @param {string} html */
const inlineIn = (html) =>
  tagsOf(html)
    .filter(
      ({ name, attributes }) =>
        name === "style" ||
        name === "base" ||
        (name === "script" && !attributes.some(([attribute]) => attribute === "src")) ||
        attributes.some(
          ([attribute, value]) =>
            /^(on|style$|srcdoc$)/.test(attribute) || /^\s*(javascript|vbscript):/i.test(value),
        ),
    )
    .map(({ tag }) => tag);

/** The directives of a page's only policy. @param {string} html */
function policyOf(html) {
  const [policy, ...others] = tagsOf(html).filter(({ attributes }) =>
    attributes.some(([name, value]) => name === "http-equiv" && /^content-security-policy$/i.test(value)),
  );
  expect(others).toEqual([]);
  const [, content = ""] = policy?.attributes.find(([name]) => name === "content") ?? [];
  const before = tagsOf(html.slice(0, html.indexOf(policy?.tag ?? "none")));
  expect(before.map(({ name }) => name)).toEqual(["html", "head", "meta"]); // nothing is loaded before it
  return Object.fromEntries(
    content.split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

test("scripts, styles and handlers inside a page are found, and others are not", () => {
  const inline = [
    "<script>a</script>",
    '<script type="module">a</script>',
    "<style>a{}</style>",
    '<p style="color: red">',
    "<img src=x onerror=a>",
    '<IMG OnError="a">',
    "<a href='javascript:a'>",
    '<iframe srcdoc="a">',
    '<base href="/x">',
  ];
  for (const tag of inline) expect(inlineIn(tag), tag).toHaveLength(1);
  expect(
    inlineIn('<!-- <p onclick=x> --><script src="x.js"></script><p data-one="x" title="onclick=">'),
  ).toEqual([]);
});

describe.each([...pages])("%s", (path, html) => {
  test("has nothing inside that its policy blocks", () => {
    expect(inlineIn(html)).toEqual([]);
  });

  test("may load its own files only", () => {
    const frame = readFileSync(join(ROOT, "web/site/playground/sandbox/frame.js"));
    const hash = `'sha256-${createHash("sha256").update(frame).digest("base64")}'`;
    const isPlayground = path.startsWith("playground");
    const isLlamaCpp = path === join("reference", "llama-cpp.html"); // its package makes addresses while it runs
    expect(policyOf(html)).toEqual({
      "default-src": "'none'",
      "script-src": `'self' 'wasm-unsafe-eval'${isPlayground ? ` ${hash} blob:` : ""}`,
      "worker-src": `'self'${isPlayground || isLlamaCpp ? " blob:" : ""}`,
      "connect-src": `'self'${isLlamaCpp ? " blob:" : ""}`,
      "style-src": "'self'",
      "font-src": "'self'",
      "img-src": "'self' data:",
      "base-uri": "'none'",
      "form-action": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": `posenc-workers${isPlayground ? " posenc-sandbox" : ""}${isLlamaCpp ? " default" : ""}`,
    });
  });
});

test("`npm start` lets no page be framed but the one that is made for it", async () => {
  const server = await serveSite(0);
  const address = server.resolvedUrls?.local[0] ?? "";
  const framersOf = async (/** @type {string} */ path) =>
    (await fetch(address + path)).headers.get("Content-Security-Policy");
  try {
    for (const path of ["", "index.html", "playground/", "reference/api.html", "playground/?embed.html"])
      expect(await framersOf(path), path).toBe("frame-ancestors 'none'");
    expect(await framersOf("embed.html")).toBe(null);
  } finally {
    await server.close();
  }
});
