import { load } from "posenc";
import { Numbers } from "./numbers.jsx";

/** Runs in Node, when the page is built. */
export default async function Page() {
  const pe = await load();
  const sine = pe.sinusoidal({ length: 2, dModel: 4 })[4];
  return (
    <>
      <p id="server">{sine}</p>
      <Numbers />
    </>
  );
}
