/** Two runs in one checkout: the second waits for the first. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { exclusively } from "../../tools/setup/lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes its begin and its end into a file, with time for another process between them. */
const PROGRAM = `
  import { appendFileSync } from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  import { exclusively } from ${JSON.stringify(new URL("../../tools/setup/lock.mjs", import.meta.url).href)};
  const [folder, record] = process.argv.slice(1);
  await exclusively(folder, async () => {
    appendFileSync(record, "begin ");
    await sleep(50);
    appendFileSync(record, "end ");
  });
`;

test("processes that want the same folder run one after the other", async () => {
  const record = join(folder, "record");
  const runs = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, folder, record], { stdio: "ignore" }),
  );
  await Promise.all(runs.map((run) => once(run, "exit")));
  expect(readFileSync(record, "utf8")).toBe("begin end ".repeat(3));
});

test("the lock of a process that has ended is taken over", async () => {
  const ended = spawn(process.execPath, ["-e", ""]);
  await once(ended, "exit");
  writeFileSync(join(folder, "lock"), String(ended.pid));
  expect(await exclusively(folder, async () => "worked")).toBe("worked");
});
