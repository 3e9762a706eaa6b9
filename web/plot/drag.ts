/** Dragging of something in a picture, from pointer down to pointer up. */

export interface Drag {
  /** Whether something can be taken at (x, y), CSS pixels from the corner of the element. */
  take(x: number, y: number, event: PointerEvent): boolean;
  move(x: number, y: number): void;
}

export function dragIn(element: HTMLElement, { take, move }: Drag): void {
  let isHeld = false;
  const placeOf = (event: PointerEvent): [x: number, y: number] => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  element.addEventListener("pointerdown", (event) => {
    isHeld = event.button === 0 && take(...placeOf(event), event);
    if (isHeld && event.isTrusted) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (isHeld) move(...placeOf(event));
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(end, () => {
      isHeld = false;
    });
  }
}
