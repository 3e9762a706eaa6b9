import { svg } from "./dom.ts";

/** Plots as files: the SVG on screen with the pixels of its canvas inside, and a PNG of it. */

export interface Picture {
  /** What the picture shows, for readers who do not see it. */
  readonly title: string;
  /** The plot's SVG; its looks are presentation attributes. */
  readonly drawing: SVGSVGElement;
  /** Pixels under the SVG; the canvas has the same offset parent as the SVG. */
  readonly canvas?: HTMLCanvasElement;
}

/** The picture as a complete SVG file, with the colours and the font that it has on the page. */
function toSvg({ title, drawing, canvas }: Picture): string {
  const { width, height } = drawing.getBoundingClientRect();
  const style = getComputedStyle(drawing);
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  inlinePaint(drawing, copy);
  for (const element of copy.querySelectorAll("[data-transient]")) element.remove();
  for (const [name, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    color: style.color,
    "font-family": style.fontFamily,
    role: "img",
  })) {
    copy.setAttribute(name, String(value));
  }
  copy.removeAttribute("aria-hidden"); // on the page, the plot around the drawing has the title
  if (canvas) copy.prepend(embedded(canvas));
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: background(drawing) }));
  copy.prepend(svg("title", {}, title));
  return new XMLSerializer().serializeToString(copy);
}

export const svgFile = (picture: Picture): Blob => new Blob([toSvg(picture)], { type: "image/svg+xml" });

/**
 * The picture as PNG.
 * @param scale - pixels in a CSS pixel
 */
export async function toPng(picture: Picture, scale = devicePixelRatio): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvg(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser could not make a PNG."))));
  });
}

function embedded(canvas: HTMLCanvasElement): SVGImageElement {
  return svg("image", {
    href: canvas.toDataURL(),
    x: canvas.offsetLeft,
    y: canvas.offsetTop,
    width: canvas.clientWidth,
    height: canvas.clientHeight,
    preserveAspectRatio: "none",
    "image-rendering": "pixelated",
  });
}

/** Custom properties of the page are unknown in a file: the copy gets the computed colours. */
function inlinePaint(from: SVGSVGElement, to: SVGSVGElement): void {
  const sources = from.querySelectorAll<SVGElement>("[data-paint]");
  const targets = to.querySelectorAll<SVGElement>("[data-paint]");
  for (const [index, target] of targets.entries()) {
    const style = getComputedStyle(sources[index] as SVGElement);
    target.setAttribute("fill", style.fill);
    target.setAttribute("stroke", style.stroke);
  }
}

/** A computed colour without opacity: `rgba(0, 0, 0, 0)` or `oklch(… / 0)`, not `rgb(0, 0, 0)`, which ends with 0 as well. */
const TRANSPARENT = /^(rgba\(.*,|.*\/)\s*0\)$/;

/** The first opaque background behind an element, also outside its shadow roots; white if there is none. */
function background(element: Element): string {
  for (let node: Node | null = element; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null) {
    if (!(node instanceof Element)) continue;
    const colour = getComputedStyle(node).backgroundColor;
    if (!TRANSPARENT.test(colour)) return colour;
  }
  return "white";
}

// Files that a reader saves.

/** Saves a file for the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // ms; the download has its own reference by then
}

/**
 * Magic, version and a header padded with spaces to a multiple of 64 bytes.
 * Source: numpy.lib.format, version 1.0.
 */
export function npyHeader(shape: readonly number[], type: "<f4" | "<f8" = "<f4"): Uint8Array<ArrayBuffer> {
  const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // as numbers: an inline script cannot hold a NUL
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const length = Math.ceil((MAGIC.length + 2 + text.length + 1) / 64) * 64;
  const header = new TextEncoder().encode(`${text.padEnd(length - MAGIC.length - 3)}\n`);
  return Uint8Array.of(...MAGIC, header.length & 0xff, header.length >> 8, ...header);
}
