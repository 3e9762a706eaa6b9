/// The offset of the row nearest to row 0, by looking at every row.
#pragma once

#include "reference/table/encoding.hpp"

namespace posenc::reference {

struct NearestRepeat {
  double offset;
  Wide squared_distance;
};

NearestRepeat nearest_repeat(const Encoding& encoding, double first, double last);

} // namespace posenc::reference
