/** The smallest module with an instruction of relaxed SIMD: (func (result v128) … f32x4.relaxed_madd). */
const relaxedProbe = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic, version
  ...[1, 5, 1, 96, 0, 1, 123], // type () → v128
  ...[3, 2, 1, 0], // one function
  ...[10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11], // its code
);

/** An address, if this browser or Node has relaxed SIMD: Node 20 does not. */
export const ifRelaxed = (address: () => string) => () =>
  WebAssembly.validate(relaxedProbe) ? address() : undefined;
