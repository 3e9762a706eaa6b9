import { load } from "posenc";
import "posenc/define";
import "posenc/elements";
import "posenc/embed.js";
import { load as loadAll } from "posenc/full";
import { checkSpec } from "posenc/spec";

const [light, full] = await Promise.all([load(), loadAll()]);
const sine = light.sinusoidal({ length: 2, dModel: 4 })[4];
const bias = full.bias(checkSpec({ method: "alibi" }), { heads: 1, queries: 2 })[2];
console.log(`${sine} ${bias}`);
