"use client";
import { load } from "posenc";
import { load as loadAll } from "posenc/full";
import { useEffect, useState } from "react";

/** Runs in the browser; the import also runs on the server, where it does nothing. */
export function Numbers() {
  const [text, setText] = useState("");
  useEffect(() => {
    import("posenc/define");
    Promise.all([load(), loadAll()]).then(([light, full]) => {
      const sine = light.sinusoidal({ length: 2, dModel: 4 })[4];
      const bias = full.bias({ method: "alibi" }, { heads: 1, queries: 2 })[2];
      setText(`${sine} ${bias}`);
    });
  }, []);
  return (
    <>
      <output>{text}</output>
      <pe-waves />
    </>
  );
}
