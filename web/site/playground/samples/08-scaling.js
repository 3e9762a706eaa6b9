// What rules for longer texts do to wavelengths
import { load } from "posenc/full";

const pe = await load();
for (const preset of ["llama-2", "llama-3.1"]) {
  const frequencies = pe.frequencies({ preset });
  const longest = (2 * Math.PI) / frequencies.at(-1);
  show(`${preset}: ${frequencies.length} pairs, the longest wave ${Math.round(longest)} positions`);
}
