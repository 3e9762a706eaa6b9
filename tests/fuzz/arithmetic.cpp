#include <array>
#include <cmath>

#include "fuzz/targets.hpp"
#include "kernels/arithmetic/dot.hpp"
#include "kernels/arithmetic/exp.hpp"
#include "kernels/arithmetic/exp2.hpp"
#include "kernels/arithmetic/fixed_functions.hpp"
#include "kernels/arithmetic/log2.hpp"
#include "kernels/arithmetic/philox.hpp"

namespace posenc::fuzz {
namespace {

using reference::Wide;

double size(Wide x) {
  return std::fabs(static_cast<double>(x));
}

void check_exp(Bytes& bytes) {
  const std::vector<float> x = bytes.floats(4);
  const simd::f32x4 got = exp(simd::f32x4::load_unaligned(x.data()));
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const float at = x[lane];
    if (at > 88.73f)
      require(got.get(lane) == std::numeric_limits<float>::infinity(), "exp: a large number");
    else if (at < -103.98f)
      require(got.get(lane) == 0, "exp: a small number");
    else if (std::isnan(at))
      require(std::isnan(got.get(lane)), "exp of NaN");
    else {
      const Wide exact = reference::exponential(Wide(at));
      require_near(got.get(lane), exact, 0x1p-24 * size(exact) + 0x1p-150, "exp"); // 1 ULP in all
    }
  }
}

void check_powers(Bytes& bytes) {
  const double x = bytes.flag() ? bytes.real(-1022, 1023) : bytes.real(-2, 2);
  const Wide power = reference::exponential(Wide(x) * reference::ln_2);
  require_near(exp2(simd::f64x2(x)).get(0), power, 0x1p-51 * size(power), "exp2");
  const double y = bytes.flag() ? std::ldexp(bytes.real(0, 1), static_cast<int>(bytes.count(0, 1000)) - 500)
                                : bytes.real(0, 8);
  const Wide logarithm = reference::logarithm(Wide(1) + Wide(y)) / reference::ln_2;
  if (y > 0x1p-100) // below, 113 bits of 1 + y have too few of y
    require_near(log2_1p(simd::f64x2(y)).get(1), logarithm, 0x1p-49 * size(logarithm) + 0x1p-108, "log2_1p");
}

void check_dot(Bytes& bytes) {
  const std::size_t count = bytes.count(0, 40);
  const std::vector<float> a = bytes.finite_floats(count), b = bytes.finite_floats(count);
  Wide sum = 0;
  double sizes = 0;
  for (std::size_t n = 0; n < count; ++n)
    sum += Wide(a[n]) * Wide(b[n]), sizes += size(Wide(a[n]) * Wide(b[n]));
  require_near(dot(a, b), sum, static_cast<double>(count) * 0x1p-53 * sizes, "dot");
}

void check_philox(Bytes& bytes) {
  const auto word = [&] { return static_cast<std::uint32_t>(bytes.bits(4)); };
  const std::array<std::uint32_t, 4> counter{word(), word(), word(), word()};
  const std::uint32_t key0 = word(), key1 = word();
  require(philox<std::uint32_t>(counter, {key0, key1}) == reference::philox(counter, key0, key1), "philox");
}

Wide in_reference(const Fixed& value) {
  Wide sum = 0;
  for (const std::uint32_t limb : value.limb) sum = sum / Wide(0x1p32) + Wide(limb);
  return sum;
}

void check_fixed(Bytes& bytes) {
  const double a = bytes.real(0, 1000), b = bytes.real(0.001, 1000);
  const Fixed x = fixed(a), y = fixed(b);
  const auto agree = [](const Fixed& got, Wide exact, const char* what) {
    require(size(in_reference(got) - exact) <= 0x1p-100 * (1 + size(exact)), what);
  };
  agree(x * y, Wide(a) * Wide(b), "Fixed: product");
  agree(quotient(x, y), Wide(a) / Wide(b), "Fixed: quotient");
  agree(x + y, Wide(a) + Wide(b), "Fixed: sum");
  if (b >= 1) agree(square_root(y) * square_root(y), Wide(b), "Fixed: square root");
  const Signed logarithm = posenc::logarithm(b);
  const Wide due = reference::logarithm(Wide(b));
  agree(logarithm.size, due < 0 ? -due : due, "Fixed: logarithm");
  const double power = bytes.real(-30, 20);
  agree(exponential({fixed(std::fabs(power)), power < 0}), reference::exponential(Wide(power)),
        "Fixed: exponential");
  require(nearest_double(x) == a && nearest_float(x) == static_cast<float>(a), "Fixed: nearest");
}

} // namespace

void arithmetic(Bytes& bytes) {
  bytes.pick({check_exp, check_powers, check_dot, check_philox, check_fixed})(bytes);
}

} // namespace posenc::fuzz
