/** Programs that make the named random numbers of uniforms.ts: a function `uniforms(name, count)`. */

export const PYTHON_UNIFORMS = `def uniforms(name, count):
    h = 0x811C9DC5  # FNV-1a
    for byte in name.encode():
        h = (h ^ byte) * 0x01000193 % 2**32
    h = (h + np.arange(1, count + 1, dtype=np.uint64) * 0x9E3779B9) % 2**32  # MurmurHash3's fmix32
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = (h ^ h >> shift) * factor % 2**32
    return ((h ^ h >> 16) >> 8) / 2**23 - 1
`;

export const JAVASCRIPT_UNIFORMS = `function uniforms(name, count) {
  let h = 0x811c9dc5; // FNV-1a
  for (const byte of new TextEncoder().encode(name)) h = Math.imul(h ^ byte, 0x01000193);
  return Float64Array.from({ length: count }, (_, i) => {
    let x = h + Math.imul(i + 1, 0x9e3779b9); // MurmurHash3's fmix32
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return ((x ^ (x >>> 16)) >>> 8) / 2 ** 23 - 1;
  });
}
`;

/** Programs with a function `sample` of a name and a size: random numbers of the name and of the variable `seed`. */

export const SAMPLE_JAVASCRIPT = `${JAVASCRIPT_UNIFORMS}
const sample = (name, count) => Float32Array.from(uniforms(\`\${seed}/\${name}\`, count));`;

export const SAMPLE_NUMPY = `${PYTHON_UNIFORMS}
def sample(name, *shape):
    return uniforms(f"{seed}/{name}", np.prod(shape)).reshape(shape)`;
