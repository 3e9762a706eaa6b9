/// One block of keys and values, and the products with them. For many rows the block is packed, in float, and in double too
/// when the first row needs that. For few rows it is read in place.
#pragma once

#include "kernels/attention/attention_block.hpp"
#include "kernels/attention/attention_in_place.hpp"
#include "kernels/attention/attention_workspace.hpp"

namespace posenc {

class KeyBlock {
public:
  KeyBlock(const AttentionShape&, const Workspace&, std::size_t kv_head);

  void start(std::span<const float> k, std::span<const float> v, std::size_t block);

  /// The number of rows of a panel that have to be made, `present` of which are rows of queries.
  std::size_t rows_to_make(std::size_t present) const {
    return in_place_ ? std::min(present, panel_rows) : panel_rows;
  }

  /// The scores of a panel in float, and key norms. Packed queries are (HS, 4).
  void score(const float* const (&queries)[panel_rows], const float* packed_queries, PanelBlock&);

  /// The scores of one row in double, and key norms.
  void score_precisely(const double* query, std::size_t row, PanelBlock&);

  /// Adds the weighted values of the rows with sums in T; `weights` are the weights of the panel, in T.
  template <class T> void gather(PanelBlock&, const T* weights, double* totals);

  std::size_t first = 0, count = 0;

private:
  HeadRows rows(std::span<const float> tensor, const RowLayout&) const;
  void pack(std::span<const float> k, std::span<const float> v);
  void square_lengths(const float* panel, float* norms) const;
  template <class T> Panels<T> keys();
  template <class T> Panels<T> values();
  void widen_once();

  Workspace space_;
  const AttentionShape& shape_;
  RowLayout k_, v_;
  const bool in_place_;
  HeadRows key_rows_ = {}, value_rows_ = {}; // in place; else:
  std::size_t depth_ = 0;                    // keys of the block, in whole panels
  bool has_precise_ = false;
  bool finite_ = true; // whether no value is NaN or Inf
};

} // namespace posenc
