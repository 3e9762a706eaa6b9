import { load } from "posenc";
import { load as loadAll } from "posenc/full";

export default {
  async fetch() {
    const [light, full] = await Promise.all([load(), loadAll()]);
    const sine = light.sinusoidal({ length: 2, dModel: 4 })[4];
    const bias = full.bias({ method: "alibi" }, { heads: 1, queries: 2 })[2];
    return new Response(`${sine} ${bias}`);
  },
};
