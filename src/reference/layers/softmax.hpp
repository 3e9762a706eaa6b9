/// Softmax of one row in double precision, in three passes: maximum, exponentials, quotients.
#pragma once

#include <span>

namespace posenc::reference {

/// In place. A row of −Inf alone gives zeros; scores of +Inf share the weight; NaN spoils the row.
void softmax(std::span<double> row);

} // namespace posenc::reference
