#include "proof/table_spec.hpp"

namespace posenc::proof {

std::vector<Wide> turns(const TableSpec& spec) {
  const Wide log_base = logarithm(spec.base), turns_per_radian = reciprocal(pi() * 2);
  std::vector<Wide> result;
  for (std::uint64_t i = 0; i < spec.pairs; ++i)
    result.push_back(decay(log_base * (i * spec.numerator) / spec.denominator) * turns_per_radian *
                     wide(spec.scale));
  return result;
}

std::vector<Channel> channels(const TableSpec& spec) {
  std::vector<Channel> result(spec.sines + spec.cosines);
  for (std::size_t i = 0; i < spec.sines; ++i) result.at(spec.sine + i * spec.step) = {i, true};
  for (std::size_t i = 0; i < spec.cosines; ++i) result.at(spec.cosine + i * spec.step) = {i, false};
  return result;
}

} // namespace posenc::proof
