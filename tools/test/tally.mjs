/** The result of a run of tests. */

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} complaints text about the failures
 */

/**
 * A check counts as one test.
 * @param {readonly string[]} complaints
 * @returns {Tally}
 */
export function tallyOfCheck(complaints) {
  return {
    passed: complaints.length === 0 ? 1 : 0,
    failed: complaints.length === 0 ? 0 : 1,
    complaints: [...complaints],
  };
}
