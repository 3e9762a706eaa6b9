const { load } = require("posenc");
const { load: loadAll } = require("posenc/full");

Promise.all([load(), loadAll()]).then(([light, full]) => {
  const sine = light.sinusoidal({ length: 2, dModel: 4 })[4];
  const bias = full.bias({ method: "alibi" }, { heads: 1, queries: 2 })[2];
  console.log(`${sine} ${bias}`);
});
