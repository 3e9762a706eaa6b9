import { load } from "posenc/inline";

load().then((pe) => {
  const sine = pe.sinusoidal({ length: 2, dModel: 4 })[4];
  const bias = pe.bias({ method: "alibi" }, { heads: 1, queries: 2 })[2];
  document.querySelector("output").textContent = `${sine} ${bias}`;
});
