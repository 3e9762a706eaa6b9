/// Where the sines and cosines of a table go, as JavaScript writes it.
#pragma once

#include "kernels/table/sincos_table.hpp"

namespace posenc::bindings {

struct Place {
  Layout layout;
  Columns columns;
};

// A change of the structs must not go unnoticed.
static_assert(sizeof(Place) == 6 * 4);

} // namespace posenc::bindings
