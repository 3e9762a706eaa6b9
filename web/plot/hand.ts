/** Direction of a dial's hand: the sine points to the right, the cosine upwards. */
export interface Hand {
  readonly sine: number;
  readonly cosine: number;
}
