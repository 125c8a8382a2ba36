/** 0: not what was asked for, 1: close, 2: with a blemish, 3: just that, and it can be bought. */
export type Grade = 0 | 1 | 2 | 3

const cut = 10

/**
 * Normalized discounted cumulative gain of the first ten hits, 0–1: 1 when no order of any parts would be better. A
 * grade gains 2^grade − 1, divided by log2(rank + 1).
 *
 * Grade 1 gains nothing where something better exists: close parts after the right ones neither help nor harm, but one
 * before a right part costs its rank. NaN when no part has a grade above 0.
 */
export function ndcg(hits: readonly Grade[], all: readonly Grade[]): number {
  const min = all.some((grade) => grade > 1) ? 2 : 1
  const gain = (grade: Grade): number => (grade < min ? 0 : 2 ** grade - 1)
  return discounted(hits.map(gain)) / discounted(all.map(gain).toSorted((left, right) => right - left))
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, cut).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
}

/** 1 / rank of the first right hit, 0 without one. */
export function reciprocalRank(hits: readonly boolean[]): number {
  const at = hits.indexOf(true)
  return at === -1 ? 0 : 1 / (at + 1)
}

/** NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
