/** Dragging of something in a picture, from pointer down to pointer up. */

export interface Drag {
  /** Whether something can be taken at (x, y), CSS pixels from the corner of the element. */
  take(x: number, y: number, event: PointerEvent): boolean;
  move(x: number, y: number): void;
  /** Whether a finger that has taken something does not scroll the page. Default: it does, up and down. */
  readonly holdsTouch?: boolean;
  /** What was taken is let go, or the browser has taken over, to scroll. */
  end?(): void;
}

export function dragIn(element: HTMLElement, { take, move, end: drop, holdsTouch }: Drag): void {
  let isHeld = false;
  element.addEventListener("pointerdown", (event) => {
    isHeld = event.button === 0 && take(...placeIn(element, event), event);
    if (isHeld && event.isTrusted) element.setPointerCapture(event.pointerId);
  });
  // Only a cancelled touchmove keeps the browser from scrolling.
  const hold = (event: TouchEvent) => isHeld && holdsTouch && event.cancelable && event.preventDefault();
  element.addEventListener("touchmove", hold, { passive: false });
  element.addEventListener("pointermove", (event) => {
    if (isHeld) move(...placeIn(element, event));
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(end, () => {
      if (isHeld) drop?.();
      isHeld = false;
    });
  }
}

// Where a pointer is in an element, whatever transforms and zooms its page has.

/**
 * The place of a pointer in CSS pixels of the element, from the corner of its border box.
 *
 * An affine map takes the middle of a box to the middle of its bounding box, so that only the linear part of all transforms
 * is needed, and the place of the bounding box. Perspective is not affine; under it the place is an approximation.
 */
export function placeIn(element: HTMLElement, pointer: MouseEvent): [x: number, y: number] {
  const box = element.getBoundingClientRect();
  const { a, b, c, d } = linearPart(element);
  const { offsetWidth, offsetHeight } = element;
  const isPlain = a === 1 && b === 0 && c === 0 && d === 1;
  const zoom = box.width / (Math.abs(a) * offsetWidth + Math.abs(c) * offsetHeight);
  // `offsetWidth` is a whole number, and the box is not: a zoom within half a pixel of 1 is none.
  if (isPlain && Math.abs(zoom - 1) * offsetWidth <= 0.5)
    return [pointer.clientX - box.left, pointer.clientY - box.top];
  const dx = (pointer.clientX - (box.left + box.width / 2)) / zoom;
  const dy = (pointer.clientY - (box.top + box.height / 2)) / zoom;
  const determinant = a * d - b * c;
  return [
    offsetWidth / 2 + (d * dx - c * dy) / determinant,
    offsetHeight / 2 + (a * dy - b * dx) / determinant,
  ];
}

/** The product of the transforms of an element and of all elements around it, without their shifts. */
function linearPart(element: Element): DOMMatrix {
  const product = new DOMMatrix();
  for (let each: Element | null = element; each; each = around(each)) {
    const { transform, rotate, scale } = getComputedStyle(each);
    const own = new DOMMatrix();
    if (rotate && rotate !== "none") own.multiplySelf(new DOMMatrix(rotation(rotate)));
    if (scale && scale !== "none")
      own.multiplySelf(new DOMMatrix(`scale(${scale.split(" ").slice(0, 2).join()})`));
    if (transform && transform !== "none") own.multiplySelf(new DOMMatrix(transform));
    product.preMultiplySelf(own);
  }
  return product;
}

/** The value of the property `rotate`, such as "30deg" or "0 1 0 30deg", as a transform. */
function rotation(value: string): string {
  const parts = value.split(" ");
  const axes: Record<string, string> = { x: "rotateX", y: "rotateY", z: "rotate" };
  const [first = "", second] = parts;
  if (parts.length === 2) return `${axes[first]}(${second})`;
  return parts.length === 4 ? `rotate3d(${parts.join()})` : `rotate(${value})`;
}

/** The element around another in what is shown: a slot, the host of a shadow tree, or its parent. */
function around(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
