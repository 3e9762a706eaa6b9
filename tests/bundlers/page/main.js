import { load } from "posenc";
import "posenc/define";
import { load as loadAll } from "posenc/full";
import "posenc/jsx/preact"; // types alone, and a bundler must find them all the same
import "posenc/jsx/react";
import "posenc/jsx/svelte";
import "posenc/jsx/vue";

async function show() {
  const [light, full] = await Promise.all([load(), loadAll()]);
  const sine = light.sinusoidal({ length: 2, dModel: 4 })[4];
  const bias = full.bias({ method: "alibi" }, { heads: 1, queries: 2 })[2];
  document.querySelector("output").textContent = `${sine} ${bias}`;
}

show();
