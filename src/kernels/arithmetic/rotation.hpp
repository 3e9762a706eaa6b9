/// A rotation of the plane, for numbers and for vectors of numbers.
///
///   x' = x cos − y sin        y' = x sin + y cos
#pragma once

namespace posenc {

template <class Real> struct SineCosine {
  Real sine, cosine;
};

template <class Real> struct Point {
  Real x, y;
};

template <class Real> Point<Real> rotated(const Point<Real>& p, const SineCosine<Real>& by) {
  return {p.x * by.cosine - p.y * by.sine, p.x * by.sine + p.y * by.cosine};
}

} // namespace posenc
