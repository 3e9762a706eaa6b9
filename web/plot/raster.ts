/** A canvas whose pixels are the device's, filled from RGBA bytes that are allocated once a size. */
export class Raster {
  readonly canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D | null;
  #image: ImageData | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d");
  }

  /**
   * Gives the bytes of the whole picture to `fill`, then shows them.
   * @param width - device pixels
   * @param height - device pixels
   */
  paint(width: number, height: number, fill: (rgba: Uint8ClampedArray<ArrayBuffer>) => void): void {
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
      this.canvas.width = width;
      this.canvas.height = height;
    }
    fill(this.#image.data as Uint8ClampedArray<ArrayBuffer>);
    this.#context?.putImageData(this.#image, 0, 0);
  }
}
