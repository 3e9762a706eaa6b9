/** `npm run items`: writes the table of what the article shows and where it is tested. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { itemsTable } from "./checks/items.mjs";
import { ROOT, runMain } from "./process.mjs";

await runMain(async () => writeFileSync(join(ROOT, "tests/browser/ITEMS.md"), await itemsTable()));
