import { load } from "posenc";

const wasm = process.argv[2];
load(wasm === undefined ? {} : { wasm }).then(
  (pe) => console.log(pe.sinusoidal({ length: 1, dModel: 4 }).join()),
  (error) => console.log(error.message),
);
