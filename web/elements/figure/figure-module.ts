import type { PageModule } from "../definition/definition.ts";

/** The functions that a figure computes with. Which ones it needs may follow from its state. */
export class FigureModule {
  /** Those that are there; undefined before any is. */
  functions: object | undefined;
  #source: PageModule<object> | undefined;
  #coming: { readonly source: PageModule<object>; readonly done: Promise<void> } | undefined;
  readonly #report: (error?: unknown) => void;

  /** @param report - called when functions have come, or with the reason why they have not */
  constructor(report: (error?: unknown) => void) {
    this.#report = report;
  }

  isFrom(source: PageModule<object>): boolean {
    return this.functions !== undefined && this.#source === source;
  }

  /** Loads functions, unless they are there or on their way. Any others on their way are not waited for. */
  load(source: PageModule<object>): void {
    if (this.#coming?.source === source) return;
    this.#coming = this.isFrom(source) ? undefined : { source, done: this.#take(source) };
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.#coming) await this.#coming.done;
  }

  async #take(source: PageModule<object>): Promise<void> {
    await null; // the promise of this call is known from here on
    const loaded = await source.load().then(
      (functions) => ({ functions }),
      (error: unknown) => ({ error }),
    );
    if (this.#coming?.source !== source) return; // others are needed by now
    this.#coming = undefined;
    if ("error" in loaded) {
      this.#report(loaded.error);
      return;
    }
    this.functions = loaded.functions;
    this.#source = source;
    this.#report();
  }
}
