/** Arrays that stay in the memory of the module until the caller gives it back. */
import { failure } from "../arguments/errors.ts";
import { Area, type ElementType, type NumberArray } from "./areas.ts";

/** The alignment of every area, in bytes: the width of a vector. */
const alignment = 16;
export const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** Numbers in the memory of a holder: nothing is copied in when a call runs. */
export class Held<T extends NumberArray = NumberArray> extends Area<T> {
  /** @param offset Bytes before it in the memory of its holder. */
  constructor(
    type: ElementType<T>,
    count: number,
    readonly offset: number,
  ) {
    super(type, count);
  }
}

/** One piece of memory with several arrays. */
export class Holder {
  /** Bytes of all arrays. */
  bytes = 0;
  readonly arrays: { area: Held; source: NumberArray }[] = [];
  #release: (() => void) | undefined;
  #isLost = false;

  /** @param name What errors call it. */
  constructor(readonly name: string) {}

  add<T extends NumberArray>(source: T): Held<T> {
    const area = new Held(source.constructor as unknown as ElementType<T>, source.length, this.bytes);
    this.bytes += aligned(area.bytes);
    this.arrays.push({ area, source });
    return area;
  }

  /** Called when its arrays have been copied. @param release Gives the memory back. */
  filled(release: () => void): void {
    this.arrays.length = 0;
    this.#release = release;
  }

  free(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Its memory is gone with the instance of the module. */
  lose(): void {
    this.#release = undefined;
    this.#isLost = true;
  }

  /** Throws unless its arrays are in memory. */
  check(): void {
    if (this.#release !== undefined) return;
    const why = this.#isLost ? "were lost when the WebAssembly module stopped" : "were freed";
    const details = { code: "freed", param: this.name, value: undefined } as const;
    throw failure(`${this.name} ${why}; keep them again`, details);
  }
}
