/** A canvas in device pixels. Its RGBA bytes are allocated again only if its size changes. */
export class Raster {
  readonly canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D | null;
  #image: ImageData | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d");
  }

  /**
   * Lets `fill` write the bytes of the whole picture, then shows them.
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
