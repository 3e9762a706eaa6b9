/** Sizes of elements, by one ResizeObserver for all figures of a page. */

export interface Size {
  /** Content box, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Content box, whole device pixels: the size of a sharp canvas. */
  readonly deviceWidth: number;
  readonly deviceHeight: number;
}

export const NO_SIZE: Size = { width: 0, height: 0, deviceWidth: 0, deviceHeight: 0 };

type Watcher = (size: Size) => void;

const watchers = new WeakMap<Element, Watcher>();
let observer: ResizeObserver | undefined;

/**
 * Reports the size of an element now and whenever it or the device's pixel ratio changes; nothing in a DOM without layout.
 * @returns a function that ends the watch
 */
export function watchSize(element: Element, watcher: Watcher): () => void {
  if (!("ResizeObserver" in globalThis)) return () => {};
  observer ??= new ResizeObserver((entries) => {
    for (const entry of entries) watchers.get(entry.target)?.(measure(entry));
  });
  watchers.set(element, watcher);
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    // WebKit has no device-pixel box and throws a TypeError; measure() then rounds the CSS box.
    observer.observe(element);
  }
  return () => observer?.unobserve(element);
}

function measure(entry: ResizeObserverEntry): Size {
  const { width, height } = entry.contentRect;
  const device = entry.devicePixelContentBoxSize?.[0];
  return {
    width,
    height,
    deviceWidth: whole(width * devicePixelRatio, device?.inlineSize),
    deviceHeight: whole(height * devicePixelRatio, device?.blockSize),
  };
}

/** The measured number of pixels, except under an emulated pixel ratio, which the device box ignores. */
function whole(pixels: number, measured: number | undefined): number {
  return measured !== undefined && Math.abs(measured - pixels) < 2 ? measured : Math.round(pixels);
}
