/** One animation frame for all figures of a page: figures that change together are drawn together. */

let frame: { promise: Promise<void>; run: () => void } | undefined;

/** Resolves in the next animation frame. A hidden tab has no frames, so work waits until it is shown again. */
export function nextFrame(): Promise<void> {
  if (!frame) {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const run = () => {
      frame = undefined;
      resolve();
    };
    frame = { promise, run };
    requestAnimationFrame(run);
  }
  return frame.promise;
}

/** Runs the work of the next frame now: before printing there is no further frame. */
export function flushFrame(): void {
  frame?.run();
}
