/** What strangers meet: the workflow runs what everyone runs, and a packed package says where it lives only if it is told. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { addressFields } from "../../tools/build/addresses.mjs";
import { writeSiteMap } from "../../web/site/build/site-pages.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** @param {string} path */
const text = (path) => readFileSync(join(ROOT, path), "utf8");
const workflow = text(".github/workflows/test.yml");

/** The commands of a workflow's steps, in order. */
const steps = [...workflow.matchAll(/^ {6}- run: (?:\|(?: #.*)?((?:\n {10}.*)+)|(.+))$/gm)].map(
  ([, block, line]) => (block ?? line ?? "").replace(/^ {10}/gm, "").trim(),
);

test("the workflow runs the two commands of the README, and tests as .ci/run does", () => {
  const [, commands = ""] = /## Work on it\n\n```sh\n(.*?)```/s.exec(text("README.md")) ?? [];
  const [start = "", test = ""] = commands.split("\n").map((line) => line.replace(/\s*#.*/, ""));
  expect([start, test]).toEqual(["npm start", "npm test"]);
  expect(steps).toHaveLength(3);
  expect(steps[1]?.split("\n")[1]).toBe(`${start} > start.log 2>&1 &`);
  expect(steps[2]).toBe(`CI=true ${test}`);
  expect(text(".ci/run")).toContain(`&& ${steps[2]}\n`);
});

/** @param {string} step @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
const runStep = (step, cwd, env) =>
  execFileSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });

test("it uses nobody's action", () => {
  expect(workflow).not.toMatch(/^\s*-?\s*uses:/m);
});

test("its first step checks out the commit, and makes git trust the folder", () => {
  const home = mkdtempSync(join(tmpdir(), "posenc-home-"));
  const folder = mkdtempSync(join(tmpdir(), "posenc-checkout-"));
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    const github = {
      GITHUB_SERVER_URL: `file://${ROOT.replace(/\/$/, "")}`,
      GITHUB_REPOSITORY: ".git",
      GITHUB_SHA: commit,
    };
    runStep(steps[0] ?? "", folder, { HOME: home, XDG_CONFIG_HOME: home, ...github });
    expect(readFileSync(join(home, ".gitconfig"), "utf8")).toContain(`directory = ${folder}\n`);
    expect(readFileSync(join(folder, ".git/HEAD"), "utf8").trim()).toBe(commit);
    expect(readdirSync(folder)).toContain("package.json");
  } finally {
    rmSync(home, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

test("its second step serves the page, gets it, and ends the server", async () => {
  // What the step writes beside package.json goes into a folder whose other entries are the repository's.
  const folder = mkdtempSync(join(tmpdir(), "posenc-workflow-"));
  try {
    for (const name of readdirSync(ROOT)) symlinkSync(join(ROOT, name), join(folder, name));
    const [, address = ""] = /The page is at (http:\S+)/.exec(runStep(steps[1] ?? "", folder)) ?? [];
    expect(address).not.toBe("");
    const ended = () =>
      fetch(address).then(
        () => "it still answers",
        ({ cause }) => cause.code,
      );
    await expect.poll(ended, { timeout: 60_000 }).toBe("ECONNREFUSED");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000); // ms: it may build first

test("its last step is the command that runs this test, and is not run again inside it", () => {
  const { CI, npm_command } = process.env;
  if (npm_command === "test" && CI === "true") expect(steps[2]).toBe(`CI=${CI} npm ${npm_command}`);
  expect(execFileSync("bash", ["-n", "-c", steps[2] ?? ""], { encoding: "utf8" })).toBe("");
});

test("it runs on the system that the README names", () => {
  const [, debian, node] = /on Debian (\d+) with Node (\d+)/.exec(text("README.md")) ?? [];
  expect(debian).toBe("12"); // bookworm
  expect(workflow).toContain(`container: node:${node}-bookworm\n`);
});

test("the form for a wrong number asks for the call, both values, the source and the version", () => {
  const form = text(".github/ISSUE_TEMPLATE/wrong-number.yml");
  const fields = [...form.matchAll(/^ {4}id: (\w+)$/gm)].map(([, id]) => id);
  expect(fields).toEqual(["call", "got", "expected", "source", "version"]);
  expect(form.match(/^ {6}required: true$/gm)).toHaveLength(fields.length);
});

test("what SECURITY.md says of imports is what the modules have", async () => {
  for (const name of ["posenc", "posenc-rotary", "posenc-attention", "posenc-full", "posenc-lab"]) {
    const module = await WebAssembly.compile(readFileSync(join(ROOT, `dist/${name}.wasm`)));
    const imports = WebAssembly.Module.imports(module);
    expect(imports.map(({ kind }) => kind)).toEqual(["function", "function"]);
  }
  const { dependencies, scripts } = JSON.parse(text("package.json"));
  expect(dependencies).toBeUndefined();
  expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
});

test("each promise of SECURITY.md names tests that exist", () => {
  const rows = text(".github/SECURITY.md").matchAll(/^\| (?!promise|---)(.*) \| (.*) \|$/gm);
  const named = [...rows].map(([, , tests = ""]) =>
    [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ""),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const paths of named) {
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(text(path)).toMatch(/\btest(\.each)?\(/);
  }
});

test("packages are installed without their scripts, each with its exact version and its hash", () => {
  const programs = ["tools", "tests/bench", "tests/measure", "tests/doors"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const installing = programs.filter(
    (path) => path.endsWith(".mjs") && /run\("npm", \[\s*"(ci|install)"/.test(text(path)),
  );
  expect(installing).toContain("tools/setup/npm-packages.mjs");
  expect(installing.filter((path) => !text(path).includes('"--ignore-scripts"'))).toEqual([]);
  const { "": own, ...packages } = JSON.parse(text("package-lock.json")).packages;
  expect(Object.values(own.devDependencies).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  const open = Object.entries(packages).filter(
    ([, { link, integrity }]) => !link && !integrity?.startsWith("sha512-"),
  );
  expect(open.map(([path]) => path)).toEqual([]);
});

test("every file that a README names is there", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const readmes = tracked.filter((path) => path.endsWith("/README.md"));
  expect(readmes.length).toBeGreaterThan(3);
  const gone = readmes.flatMap((readme) => {
    const named = [...text(readme).matchAll(/`([\w./-]+\.(?:ts|mjs|cpp|hpp|py|html|json))`/g)];
    return named
      .map(([, path = ""]) => path)
      .filter((path) => !tracked.some((file) => file === path || file.endsWith(`/${path}`)))
      .map((path) => `${readme} names ${path}`);
  });
  expect(gone).toEqual([]);
});

test("CHANGELOG.md has the package's version", () => {
  expect(text("CHANGELOG.md")).toContain(`\n## ${JSON.parse(text("package.json")).version}`);
});

test("the fields of an address are made from the settings alone", () => {
  expect(addressFields({})).toEqual({});
  expect(addressFields({ POSENC_REPOSITORY: "" })).toEqual({});
  const page = "https://code.example/people/posenc";
  const made = {
    repository: { type: "git", url: `git+${page}.git` },
    bugs: { url: `${page}/issues` },
    homepage: `${page}#readme`,
  };
  for (const given of [page, `${page}/`, `${page}.git`])
    expect(addressFields({ POSENC_REPOSITORY: given })).toEqual(made);
  const homepage = "https://posenc.example/";
  const both = { POSENC_REPOSITORY: page, POSENC_HOMEPAGE: "https://posenc.example" };
  expect(addressFields(both)).toEqual({ ...made, homepage });
  for (const bad of ["posenc", "http://code.example/a/b", "git@code.example:a/b.git"])
    expect(() => addressFields({ POSENC_REPOSITORY: bad })).toThrow("POSENC_REPOSITORY must be an address");
});

test("with an address, the site has a map and a page for wrong paths, whose links are whole", () => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-map-"));
  try {
    writeFileSync(join(folder, "404.html"), `<link href="./a.css"><!-- pages -->`);
    writeSiteMap(
      folder,
      { "index.html": "Article", "a/index.html": "A", "a/b.html": "B" },
      "https://host.example/x/",
    );
    const wanted = ["", "a/", "a/b.html"].map((path) => `https://host.example/x/${path}`);
    const map = readFileSync(join(folder, "sitemap.xml"), "utf8");
    expect(Array.from(map.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)).toEqual(wanted);
    const page = readFileSync(join(folder, "404.html"), "utf8");
    expect(Array.from(page.matchAll(/href="(.*?)"/g), ([, address]) => address)).toEqual([
      "https://host.example/x/a.css",
      ...wanted,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the repository names none, and a package that is packed with the setting does", () => {
  const before = text("package.json");
  for (const field of ["repository", "bugs", "homepage"])
    expect(JSON.parse(before)).not.toHaveProperty(field);
  // A copy: other tests pack the package, too, and meanwhile.
  const folder = mkdtempSync(join(tmpdir(), "posenc-pack-"));
  try {
    for (const file of ["package.json", "tools/pack.mjs", "tools/process.mjs", "tools/build/addresses.mjs"])
      cpSync(join(ROOT, file), join(folder, file));
    const env = { ...process.env, POSENC_REPOSITORY: "https://code.example/people/posenc" };
    execFileSync("npm", ["pack", "--silent"], { cwd: folder, stdio: "ignore", env });
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    const args = ["-xzOf", join(folder, archive), "package/package.json"];
    const packed = JSON.parse(execFileSync("tar", args, { encoding: "utf8" }));
    expect(packed.bugs).toEqual({ url: "https://code.example/people/posenc/issues" });
    expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
