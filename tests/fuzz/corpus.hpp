/// Inputs of the fuzz targets that reach much of the kernels: corpus/<name>.txt, a line of hexadecimal digits each. `npm run
/// fuzz` adds what it finds.
#pragma once

#include <span>
#include <string_view>

namespace posenc::fuzz {

std::span<const std::string_view> kept_inputs(std::string_view target);

} // namespace posenc::fuzz
