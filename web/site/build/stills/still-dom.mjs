/** As much of the DOM as drawings need: a tree of elements with attributes, and canvases of pixels. It has no layout. */

/** Looks of the figures' host, which the pictures have too. */
export const LOOK = {
  fontSize: "15px",
  fontFamily: "Inter, system-ui, sans-serif",
  color: "rgb(29, 27, 34)",
};

/** The mean width of a letter, in font sizes. */
const LETTER = 0.55;

/** @typedef {StillElement | string} Child */

export class StillElement {
  /** @type {Child[]} */
  childNodes = [];
  /** @type {StillElement | undefined} */
  parent;
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Record<string, string>} */
  styles = {};
  localName = "";
  hidden = false;

  get style() {
    const { styles } = this;
    return new Proxy(styles, {
      get: (_, name) =>
        name === "setProperty"
          ? (/** @type {string} */ property, /** @type {string} */ value) => {
              styles[property] = value;
            }
          : styles[String(name)],
    });
  }

  get children() {
    return this.childNodes.filter((child) => child instanceof StillElement);
  }

  get childElementCount() {
    return this.children.length;
  }

  get lastChild() {
    return this.children.at(-1);
  }

  get classList() {
    const names = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const set = (/** @type {Set<string>} */ all) => this.setAttribute("class", [...all].join(" "));
    const add = (/** @type {string} */ name) => set(names().add(name));
    const remove = (/** @type {string} */ name) => set(new Set([...names()].filter((own) => own !== name)));
    return {
      add,
      remove,
      toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => (on ? add(name) : remove(name)),
    };
  }

  get dataset() {
    return new Proxy(
      {},
      {
        set: (_, name, value) => {
          this.setAttribute(`data-${String(name)}`, value);
          return true;
        },
        get: (_, name) => this.getAttribute(`data-${String(name)}`),
      },
    );
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.childNodes = text === "" ? [] : [String(text)];
  }

  getAttribute(/** @type {string} */ name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(/** @type {string} */ name) {
    return this.attributes.has(name);
  }

  setAttribute(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(/** @type {string} */ name) {
    this.attributes.delete(name);
  }

  append(/** @type {Child[]} */ ...nodes) {
    this.childNodes.push(...this.#own(nodes));
  }

  prepend(/** @type {Child[]} */ ...nodes) {
    this.childNodes.unshift(...this.#own(nodes));
  }

  appendChild(/** @type {Child} */ node) {
    this.append(node);
  }

  replaceChildren(/** @type {Child[]} */ ...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  replaceWith(/** @type {Child} */ node) {
    const { parent } = this;
    if (!parent) return;
    parent.childNodes[parent.childNodes.indexOf(this)] = node;
    if (node instanceof StillElement) node.parent = parent;
  }

  remove() {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((child) => child !== this);
    this.parent = undefined;
  }

  addEventListener() {}
  requestUpdate() {}

  /** @param {readonly Child[]} nodes moved here from where they are */
  #own(nodes) {
    for (const node of nodes) {
      if (!(node instanceof StillElement)) continue;
      node.remove();
      node.parent = this;
    }
    return nodes.map((node) => (node instanceof StillElement ? node : String(node)));
  }
}

/** A canvas, whose pixels are bytes. */
export class StillCanvas extends StillElement {
  #size = { width: 300, height: 150 };
  bytes = new Uint8ClampedArray(4 * 300 * 150);
  /** @type {Record<string, string | number>[]} attributes of paths */
  lines = [];
  #context = new Context(this);

  get width() {
    return this.#size.width;
  }

  set width(width) {
    this.#resize({ ...this.#size, width });
  }

  get height() {
    return this.#size.height;
  }

  set height(height) {
    this.#resize({ ...this.#size, height });
  }

  getContext() {
    return this.#context;
  }

  /** @param {{ width: number, height: number }} size */
  #resize(size) {
    this.#size = size;
    this.bytes = new Uint8ClampedArray(4 * size.width * size.height);
  }
}

/** Pixels that are put and copied, and lines, which pictures draw as SVG. */
class Context {
  /** @type {StillCanvas} */
  #canvas;
  font = "13px sans-serif";
  strokeStyle = "black";
  lineWidth = 1;

  constructor(/** @type {StillCanvas} */ canvas) {
    this.#canvas = canvas;
  }

  clearRect() {
    this.#canvas.bytes.fill(0);
    this.#canvas.lines = [];
  }

  stroke(/** @type {StillPath} */ { d }) {
    this.#canvas.lines.push({ d, stroke: this.strokeStyle, "stroke-width": this.lineWidth, fill: "none" });
  }

  putImageData(/** @type {StillImage} */ { data, width, height }) {
    copy(this.#canvas, { bytes: data, width, height }, [0, 0, width, height]);
  }

  drawImage(
    /** @type {StillCanvas} */ from,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ width,
    /** @type {number} */ height,
  ) {
    copy(this.#canvas, from, [x, y, width, height]);
  }

  measureText(/** @type {string} */ text) {
    return { width: text.length * LETTER * Number.parseFloat(this.font) };
  }

  fillRect() {}

  /** The colour of attention, which a canvas is asked for. */
  getImageData() {
    return { data: Uint8ClampedArray.of(109, 62, 216, 255) };
  }
}

/** @typedef {{ readonly bytes: Uint8ClampedArray, readonly width: number, readonly height: number }} Pixels */

/**
 * Copies pixels into a box, each as the nearest one of the source.
 * @param {Pixels} to @param {Pixels} from @param {readonly [x: number, y: number, width: number, height: number]} box
 */
function copy(to, from, [left, top, width, height]) {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [left + column, top + row];
      if (x < 0 || y < 0 || x >= to.width || y >= to.height) continue;
      const source =
        Math.floor(((row + 0.5) * from.height) / height) * from.width +
        Math.floor(((column + 0.5) * from.width) / width);
      to.bytes.set(from.bytes.subarray(4 * source, 4 * source + 4), 4 * (y * to.width + x));
    }
}

/** A path that a canvas strokes, as the data of an SVG path. */
class StillPath {
  d = "";

  moveTo(/** @type {number} */ x, /** @type {number} */ y) {
    this.d += `M${x} ${y}`;
  }

  lineTo(/** @type {number} */ x, /** @type {number} */ y) {
    this.d += `L${x} ${y}`;
  }

  bezierCurveTo(/** @type {number[]} */ ...numbers) {
    this.d += `C${numbers.join(" ")}`;
  }
}

class StillImage {
  /** @param {Uint8ClampedArray | number} first bytes, or the width of an empty picture */
  constructor(first, /** @type {number} */ second, /** @type {number | undefined} */ third = undefined) {
    const isEmpty = typeof first === "number";
    this.width = isEmpty ? first : second;
    this.height = isEmpty ? second : (third ?? first.length / 4 / second);
    this.data = isEmpty ? new Uint8ClampedArray(4 * this.width * this.height) : first;
  }
}

/** @param {string} name */
function create(name) {
  const element = name === "canvas" ? new StillCanvas() : new StillElement();
  element.localName = name;
  return element;
}

/** Gives a program these elements, as a page would. */
export function standIn() {
  Object.assign(globalThis, {
    HTMLElement: StillElement,
    Element: StillElement,
    CSSStyleSheet: class {},
    ImageData: StillImage,
    Path2D: StillPath,
    document: {
      createElement: create,
      createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => create(name),
    },
    getComputedStyle: () => ({
      ...LOOK,
      getPropertyValue: (/** @type {string} */ name) => (name === "--beside" ? "1" : ""),
    }),
    matchMedia: () => ({ matches: true, addEventListener() {} }),
    devicePixelRatio: 1,
    navigator: { hardwareConcurrency: 1 },
  });
}
