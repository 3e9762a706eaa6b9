// @ts-check
/**
 * Runs in a sandboxed frame of opaque origin: the reader's code gets a worker of its own there, which can be ended at any
 * time, and reaches nothing of the page but through messages.
 */
(() => {
  /** Milliseconds that a run may take. */
  const LIMIT = 10_000;
  /** The package's entries; all of them are one file here. */
  const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])posenc(?:\/(?:full|inline|spec))?\2/g;

  /** @type {Worker | undefined} */
  let worker;
  let timer = 0;

  /** @param {string} text */
  const moduleOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

  /** @param {object} message */
  const tell = (message) => parent.postMessage(message, "*"); // an opaque origin has no name; the page checks the source

  function stop() {
    worker?.terminate();
    clearTimeout(timer);
    worker = undefined;
  }

  /** @param {{ code: string, library: string, prelude: string }} run */
  function start({ code, library, prelude }) {
    stop();
    const imported = code.replace(IMPORT, `$1$2${moduleOf(library)}$2`);
    // On the first line, so that the lines of an error are the reader's own.
    const program = `import "${moduleOf(prelude)}";${imported}\n;postMessage({ kind: "done" });`;
    worker = new Worker(moduleOf(program), { type: "module" });
    worker.onmessage = ({ data }) => {
      tell(data);
      if (data.kind === "done" || data.kind === "failed") stop();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      tell({ kind: "failed", text: event.message || "The code could not be read.", line: event.lineno });
      stop();
    };
    timer = setTimeout(() => {
      stop();
      tell({ kind: "failed", text: `Stopped after ${LIMIT / 1000} seconds.` });
    }, LIMIT);
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data.kind === "run") start(data);
    else stop();
  });
  tell({ kind: "ready" });
})();
