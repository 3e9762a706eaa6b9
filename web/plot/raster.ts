/** A canvas in device pixels. Its RGBA bytes are allocated again only if its size changes. */
export class Raster {
  readonly canvas: HTMLCanvasElement;
  #image: ImageData | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
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
    this.canvas.getContext("2d")?.putImageData(this.#image, 0, 0);
  }
}
