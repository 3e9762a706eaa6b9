/** Dragging of something in a picture, from pointer down to pointer up. */
import { placeIn } from "./place-in.ts";

export interface Drag {
  /** Whether something can be taken at (x, y), CSS pixels from the corner of the element. */
  take(x: number, y: number, event: PointerEvent): boolean;
  move(x: number, y: number): void;
}

export function dragIn(element: HTMLElement, { take, move }: Drag): void {
  let isHeld = false;
  element.addEventListener("pointerdown", (event) => {
    isHeld = event.button === 0 && take(...placeIn(element, event), event);
    if (isHeld && event.isTrusted) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (isHeld) move(...placeIn(element, event));
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(end, () => {
      isHeld = false;
    });
  }
}
