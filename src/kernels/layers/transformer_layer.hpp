/// One layer of a transformer: self-attention and a feed-forward network, each with its normalisation and added to its input.
///
///   norm first   y = x + attend(norm(x))      out = y + feed(norm(y))
///   norm last    y = norm(x + attend(x))      out = norm(y + feed(y))
///
///   attend(n)    output · attention(rotate(query · n), rotate(key · n), value · n)
///   feed(n)      down · act(up · n), or down · (act(gate · n) · (up · n)) with a gate: SwiGLU if act is SiLU
///
/// Shapes    x, out (T, C) f32 row-major, out may be x itself; weights as linear.hpp has them: query (NH · HS, C), key and value
///           (KVH · HS, C), output (C, NH · HS), gate and up (F, C), down (C, F); biases and norms by column, or empty
/// Requires  KVH divides NH. Checked by src/api/layers/transformer-layer.ts
/// Accuracy  the bits of layer_norm or rms_norm, linear, rotate, attention, gelu, relu or silu one after the other; products with
///           the gate and sums with the input are rounded to float (tests/kernels/layers/transformer_layer_test.cpp)
/// Faults    as those kernels have it
/// Source    Vaswani et al. 2017, arXiv 1706.03762, section 3; norm first: Xiong et al. 2020, arXiv 2002.04745; gates: Shazeer
///           2020, arXiv 2002.05202
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/attention/attention.hpp"
#include "kernels/rotary/pairing.hpp"

namespace posenc {

struct TransformerShape {
  std::size_t d_model;                    // C
  std::size_t heads, kv_heads, head_dim;  // NH, KVH, HS
  std::size_t hidden;                     // F
  bool gated;
};

/// A matrix of weights, and what is added to its products.
struct TransformerLinear {
  std::span<const float> weight, bias;
};

struct TransformerNorm {
  std::span<const float> gain, bias;
};

struct TransformerWeights {
  TransformerLinear query, key, value, output, gate, up, down;
  TransformerNorm attention_norm, feed_forward_norm;
  bool in_out; // whether the inputs are the rows of the matrices
};

enum class NormKind : std::uint8_t { layer, rms };
enum class Activation : std::uint8_t { gelu, gelu_tanh, relu, silu };

struct TransformerOptions {
  NormKind norm;
  bool norm_first;
  double eps;
  Activation activation;
};

/// What rotates queries and keys: a row of sines and cosines for each token, as rotate.hpp takes it; none for no rotation.
struct TransformerRotary {
  std::span<const float> queries, keys; // (T, R)
  std::size_t rotary_dim;               // R
  Pairing pairing;
};

/// Bytes of weights that are packed.
std::uint64_t transformer_packed(const TransformerShape&);

/// Weights in the order in which the products read them.
void transformer_pack(const TransformerWeights&, const TransformerShape&, std::span<std::byte> out);

/// Bytes of scratch that transformer_layer() needs.
std::uint64_t transformer_scratch(const TransformerShape&, std::size_t tokens, bool precise);

/// `packed` is what transformer_pack() wrote; both it and scratch are aligned to 16 bytes. If attention is precise, all products
/// are.
void transformer_layer(std::span<const float> x, std::span<const std::byte> packed, const TransformerShape&,
                       const TransformerOptions&, const AttentionOptions&, const TransformerRotary&,
                       std::span<float> out, std::span<std::byte> scratch);

} // namespace posenc
