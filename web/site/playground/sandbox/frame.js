// @ts-check
/**
 * Runs in a sandboxed frame of opaque origin. The reader's code runs in its own worker there, which can be stopped at any
 * time and can only send messages to the page.
 */
(() => {
  /** Most milliseconds of a run. */
  const LIMIT = 10_000;

  /** Most values that a run shows, so that a loop that prints cannot fill the page. */
  const MOST = 500;

  /** The page's policy, which this frame inherits, demands it of addresses of workers. */
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("posenc-sandbox", {
    createScriptURL: (/** @type {string} */ address) => address,
  });

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

  /** @param {{ run: number, code: string, entries: object, script: string }} message its `run` is in every answer */
  function start({ run, code, entries, script }) {
    stop();
    // A classic worker: Chromium starts no module worker in a frame of opaque origin.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    worker = new Worker(policy?.createScriptURL(address) ?? address);
    const end = (/** @type {string} */ reason) => {
      stop();
      tell({ run, kind: "failed", text: `Stopped after ${reason}.` });
    };
    let shown = 0;
    worker.onmessage = ({ data }) => {
      const kind = data?.kind;
      if (kind === "done" || kind === "failed") {
        stop();
        const text = typeof data.text === "string" ? data.text : "";
        tell({ run, kind, text, line: typeof data.line === "number" ? data.line : undefined }); // the page must hear of the end
      } else if (++shown > MOST) end(`${MOST} values`);
      else if (typeof data === "object") tell({ ...data, run });
    };
    worker.postMessage({ code, entries });
    timer = setTimeout(() => end(`${LIMIT / 1000} seconds`), LIMIT);
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data.kind === "run") start(data);
    else stop();
  });
  tell({ kind: "ready" });
})();
