/// What can be asked of a spec: each question has a name, takes numbers, and is answered in wide precision.
///
///   sinusoidal, sine   entry: position, column
///   learned            entry: position, column, of the table W[t,j] = t + j/1024
///   grid               entry: row, column
///   fourier            entry: coordinates of a point, column
///   rope               frequency, axis, first, second: pair. cosine, sine: position, pair. factor
///   alibi              bias: heads, head, key − query
///   t5                 bucket: key − query
///
/// The conventions are read from the spec here once more, apart from the package's own reading of them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "fields.hpp"
#include "reference/arithmetic/wide.hpp"

namespace posenc::vectors {

using Numbers = std::vector<double>;
using Questions = std::map<std::string, std::function<reference::Wide(const Numbers&)>>;

Questions sinusoidal(Fields&);
Questions sine(Fields&);
Questions learned(Fields&);
Questions grid(Fields&);
Questions fourier(Fields&);
Questions rope(Fields&);
Questions alibi(Fields&);
Questions t5(Fields&);

} // namespace posenc::vectors
