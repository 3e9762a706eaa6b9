/**
 * Pointer, touch and wheel as three gestures: point, drag, zoom. One finger points, and the page can still scroll
 * (`touch-action: pan-y`); two fingers drag and zoom; the wheel zooms only with Ctrl or ⌘.
 */
import { placeIn } from "./place-in.ts";

export interface Gestures {
  /** The pointer is at (x, y), CSS pixels from the target's corner. */
  point(x: number, y: number): void;
  /** The mouse has left the target. */
  leave(): void;
  /** The content is dragged by (dx, dy) CSS pixels. */
  drag(dx: number, dy: number): void;
  /** The content around (x, y) is magnified by `factor`; below 1 it shrinks. */
  zoom(factor: number, x: number, y: number): void;
}

/** Magnification is e^(WHEEL_RATE · pixels): a wheel's notch of 100 px magnifies 1.8 times. */
const WHEEL_RATE = 0.006;
const WHEEL_LIMIT = 100; // most pixels of one event
const LINE = 16; // pixels in a line, for wheels that report lines

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Listens for gestures on an element as long as it exists. */
export function listen(target: HTMLElement, gestures: Gestures): void {
  new GestureTracker(target, gestures);
}

class GestureTracker {
  #target: HTMLElement;
  #gestures: Gestures;
  #pointers = new Map<number, Point>();

  constructor(target: HTMLElement, gestures: Gestures) {
    this.#target = target;
    this.#gestures = gestures;
    target.style.touchAction = "pan-y";
    target.addEventListener("pointerdown", (event) => this.#down(event));
    target.addEventListener("pointermove", (event) => this.#move(event));
    target.addEventListener("pointerup", (event) => this.#up(event));
    target.addEventListener("pointercancel", (event) => this.#up(event));
    target.addEventListener("pointerleave", (event) => this.#leave(event));
    target.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // With a second finger it is a pinch. Only a cancelled touchmove keeps the browser from scrolling.
    target.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(), {
      passive: false,
    });
  }

  #local(event: MouseEvent): Point {
    const [x, y] = placeIn(this.#target, event);
    return { x, y };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = this.#local(event);
    this.#pointers.set(event.pointerId, point);
    if (event.isTrusted) this.#target.setPointerCapture(event.pointerId);
    this.#gestures.point(point.x, point.y);
  }

  #move(event: PointerEvent): void {
    const point = this.#local(event);
    const before = this.#pointers.get(event.pointerId);
    if (before && this.#pointers.size === 2) this.#pinch(event.pointerId, before, point);
    else if (before && event.pointerType !== "touch") {
      this.#gestures.drag(point.x - before.x, point.y - before.y);
    }
    if (before) this.#pointers.set(event.pointerId, point);
    if (this.#pointers.size < 2) this.#gestures.point(point.x, point.y);
  }

  #pinch(id: number, before: Point, after: Point): void {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.#gestures.drag((after.x - before.x) / 2, (after.y - before.y) / 2);
    this.#gestures.zoom(distance(after) / distance(before), middle.x, middle.y);
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }

  /** The reading stays after a finger is lifted. */
  #leave(event: PointerEvent): void {
    if (event.pointerType !== "touch" && this.#pointers.size === 0) this.#gestures.leave();
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
    const counted = Math.min(Math.max(pixels, -WHEEL_LIMIT), WHEEL_LIMIT);
    const { x, y } = this.#local(event);
    this.#gestures.zoom(Math.exp(-counted * WHEEL_RATE), x, y);
  }
}
