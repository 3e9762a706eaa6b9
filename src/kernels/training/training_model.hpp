/// The model that the lab trains: a small transformer with normalisation before each part, and one kind of position.
///
///   x      = embedding[token]  (+ table[t], if positions are added or learned)
///   x      = x + output(attention(norm(x)))        x = x + down(activation(up(norm(x))))        in each layer
///   logits = head(norm(x))
///
/// Shapes    B sequences of T tokens, R = B · T rows, D width, NH heads of HS = D / NH channels, F hidden, V words
/// Requires  D a multiple of NH, and HS even if rotary. Checked by src/api/lab
/// Source    Vaswani et al. 2017, arXiv 1706.03762; normalisation before each part: Xiong et al. 2020, arXiv 2002.04745
#pragma once

#include <cstddef>
#include <cstdint>

namespace posenc {

/// What each kind does is a row of position_operations.cpp.
enum class PositionKind : std::uint8_t {
  none,
  added,
  learned,
  rotary,
  bias,
  t5,
  sines,            // added: sines only
  rotary_alternate, // rotary in every second layer, no positions between
  kerple,
  fire,
  shaw,
  fox
};
enum class NormKind : std::uint8_t { layer, rms };
enum class ActivationKind : std::uint8_t { gelu, swiglu };

struct TrainingModel {
  std::size_t vocabulary, width, heads, layers, hidden;
  std::size_t
      positions;      // rows of the learned table, buckets of T5, units of FIRE, or vectors of Shaw, 2k + 1
  std::size_t window; // keys that a query sees on each side, itself included; 0: all
  bool causal;
  bool scales_queries = false; // by factors of their positions, after they are rotated; not with Shaw
  bool moves_values = false;   // Shaw: vectors for values, too
  PositionKind position;
  NormKind norm;
  ActivationKind activation;

  constexpr std::size_t head_dim() const { return width / heads; }
  // These ask the row of the position's kind: position_operations.hpp.
  bool adds_table() const;
  bool rotates() const;
  bool rotates_in(std::size_t layer) const;
  /// Llama 4 scales queries where it does not rotate them.
  bool scales_queries_in(std::size_t layer) const;
  bool learns_bias() const;
  /// Whether the bias depends on the values of a layer, and not on positions alone.
  bool biases_each_layer() const;
  /// Gates of a token in each layer.
  std::size_t gates() const;
  /// Columns that the first linear layer of the feed-forward part has: SwiGLU has a gate for each value.
  constexpr std::size_t up() const { return activation == ActivationKind::swiglu ? 2 * hidden : hidden; }
};

/// Sequences of one length. For training, the values of all layers are kept, as the backward pass needs them.
struct TrainingBatch {
  std::size_t sequences, length;
  bool kept;

  constexpr std::size_t rows() const { return sequences * length; }
};

/// ε of both norms, as PyTorch has it.
inline constexpr double norm_epsilon = 1e-5;

} // namespace posenc
