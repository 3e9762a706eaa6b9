#include "reference/bias/alibi.hpp"

namespace posenc::reference {

Wide alibi_slope(std::size_t head, std::size_t heads) {
  std::size_t power = 1;
  while (2 * power <= heads) power *= 2;
  if (power == heads) return exponential(-ln_2 * Wide(8 * (head + 1)) / Wide(heads));
  return head < power ? alibi_slope(head, power) : alibi_slope(2 * (head - power), 2 * power);
}

Wide alibi(std::size_t head, std::size_t heads, double relative) {
  return -alibi_slope(head, heads) * Wide(relative < 0 ? -relative : relative);
}

} // namespace posenc::reference
