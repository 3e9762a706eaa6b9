/** A rectangle of a picture, CSS pixels from the corner of its plot. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
