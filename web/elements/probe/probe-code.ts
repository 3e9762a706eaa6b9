import { type Code, code, indented, inLibrary, literal } from "../../methods/code.ts";
import { sinusoids } from "../../methods/sinusoidal.ts";
import { SAMPLE_JAVASCRIPT, SAMPLE_NUMPY } from "../../methods/uniforms-code.ts";
import { RIDGE } from "./linear-map.ts";
import { FITTED, NEAR, type ProbeShown } from "./probe-shown.ts";

/** Code that computes the accuracies again: a row for each width. It writes every sum down, and fits the map to the rows. */
export function probeCode(shown: ProbeShown): Code {
  return code(
    (library) => python(shown) + (library === "torch" ? "values = torch.from_numpy(values)\n" : ""),
    javascript(shown),
  );
}

const python = ({
  spec,
  words,
  positions,
  seed,
  isScaled,
  widths,
  done,
}: ProbeShown): string => `seed = ${seed}
words, positions = ${words}, ${positions}

${SAMPLE_NUMPY}

def positions_of(d):
    position = np.arange(positions)[:, None]
${indented(inLibrary(sinusoids(spec), "np").replace(/^d, base = \d+, /m, "base = "))}
    return table

w, p = np.divmod(np.arange(words * positions), positions)
fitted = sample("fitted", words * positions) < ${2 * FITTED - 1}

def accuracies(d):
    x = sample("words", words, d) * np.sqrt(3${isScaled ? "" : " / d"})
    sums = np.hstack([x[w] + positions_of(d)[p], np.ones((len(w), 1))])
    targets = np.hstack([np.eye(words)[w], np.eye(positions)[p]])
    a, b = sums[fitted], targets[fitted]
    gram = a.T @ a
    gram += ${RIDGE} * np.trace(gram) / len(gram) * np.eye(len(gram))
    read = sums[~fitted] @ np.linalg.solve(gram, a.T @ b)
    error = np.abs(read[:, words:].argmax(1) - p[~fitted])
    return [(read[:, :words].argmax(1) == w[~fitted]).mean(), (error <= ${NEAR}).mean(), (error == 0).mean()]

values = np.array([accuracies(d) for d in ${JSON.stringify(widths.slice(0, done))}])
`;

const javascript = ({
  spec,
  words,
  positions,
  seed,
  isScaled,
  widths,
  done,
}: ProbeShown): string => `const [seed, words, positions] = [${seed}, ${words}, ${positions}];

${SAMPLE_JAVASCRIPT}

const fitted = sample("fitted", words * positions).map((u) => (u < ${2 * FITTED - 1} ? 1 : 0));

/** The lower factor of a symmetric matrix, by Cholesky. */
function factor(a) {
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a[i][j];
      for (let k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      a[i][j] = i === j ? Math.sqrt(sum) : sum / a[j][j];
    }
  return a;
}

function solve(l, b) {
  const x = b.slice();
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i][k] * x[k];
    x[i] /= l[i][i];
  }
  for (let i = x.length - 1; i >= 0; i--) {
    x[i] /= l[i][i];
    for (let k = 0; k < i; k++) x[k] -= l[i][k] * x[i];
  }
  return x;
}

const best = (scores) => scores.indexOf(Math.max(...scores));

function accuracies(d) {
  const x = sample("words", words * d).map((u) => u * Math.sqrt(3${isScaled ? "" : " / d"}));
  const P = pe.encode({ ...${literal(spec)}, dModel: d }, { length: positions });
  const sumOf = (w, p) => Float64Array.from({ length: d + 1 }, (_, j) => (j < d ? x[w * d + j] + P[p * d + j] : 1));
  const gram = Array.from({ length: d + 1 }, () => new Float64Array(d + 1));
  const targets = Array.from({ length: words + positions }, () => new Float64Array(d + 1));
  const all = Array.from(fitted, (isFitted, n) => [isFitted, Math.floor(n / positions), n % positions]);
  for (const [isFitted, w, p] of all) {
    if (!isFitted) continue;
    const sum = sumOf(w, p);
    for (let i = 0; i <= d; i++) {
      targets[w][i] += sum[i];
      targets[words + p][i] += sum[i];
      for (let j = 0; j <= i; j++) gram[i][j] += sum[i] * sum[j];
    }
  }
  const trace = gram.reduce((total, row, i) => total + row[i], 0);
  gram.forEach((row, i) => (row[i] += (${RIDGE} * trace) / (d + 1)));
  const lower = factor(gram);
  const map = targets.map((target) => solve(lower, target));
  const score = (row, sum) => row.reduce((total, value, j) => total + value * sum[j], 0);
  let [tested, word, near, exact] = [0, 0, 0, 0];
  for (const [isFitted, w, p] of all) {
    if (isFitted) continue;
    const scores = map.map((row) => score(row, sumOf(w, p)));
    const error = Math.abs(best(scores.slice(words)) - p);
    tested++;
    if (best(scores.slice(0, words)) === w) word++;
    if (error <= ${NEAR}) near++;
    if (error === 0) exact++;
  }
  return [word / tested, near / tested, exact / tested];
}

const values = ${JSON.stringify(widths.slice(0, done))}.flatMap(accuracies);
`;
