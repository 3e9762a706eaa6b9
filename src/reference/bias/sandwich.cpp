#include "reference/bias/sandwich.hpp"

namespace posenc::reference {

Wide sandwich(const Sandwich& settings, double relative) {
  Wide sum = 0;
  for (std::size_t i = settings.first_pair; i < settings.first_pair + settings.width / 2; ++i)
    sum += cosine(Wide(relative) *
                  exponential(-logarithm(Wide(settings.base)) * Wide(2 * i) / Wide(settings.width)));
  return sum;
}

} // namespace posenc::reference
