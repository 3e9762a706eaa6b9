/** Dragging of something in a picture, from pointer down to pointer up. */
import { placeIn } from "./place-in.ts";

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
