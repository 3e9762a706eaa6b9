// @ts-check
/**
 * Runs in a sandboxed frame of opaque origin: the reader's code gets a worker of its own there, which can be ended at any
 * time, and reaches nothing of the page but through messages.
 */
(() => {
  /** Milliseconds that a run may take. */
  const LIMIT = 10_000;

  /** @type {Worker | undefined} */
  let worker;
  let timer = 0;

  /** @param {object} message */
  const tell = (message) => parent.postMessage(message, "*"); // the page may have an opaque origin itself

  function stop() {
    worker?.terminate();
    clearTimeout(timer);
    worker = undefined;
  }

  /** @param {{ run: number, code: string, library: string, script: string }} message its `run` is in every answer */
  function start({ run, code, library, script }) {
    stop();
    // A classic one: Chromium starts no module worker in a frame without an origin.
    worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => {
      tell({ ...data, run });
      if (data?.kind === "done" || data?.kind === "failed") stop();
    };
    worker.postMessage({ code, library });
    timer = setTimeout(() => {
      stop();
      tell({ run, kind: "failed", text: `Stopped after ${LIMIT / 1000} seconds.` });
    }, LIMIT);
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data.kind === "run") start(data);
    else stop();
  });
  tell({ kind: "ready" });
})();
