/**
 * How many random cases the usual run gives a property that holds for `all` of them in `npm run faults -- properties`:
 * a fifth, and at most half where each case is an order. Every run tries others.
 */
export function cases(all: number, share = 0.2): number {
  return process.env['ALL_CASES'] === undefined ? Math.ceil(all * share) : all
}

/** The usual run tries this many of a list, chosen at random each time, in their order. */
export function someOf<Item>(all: readonly Item[], share: number): Item[] {
  const left = all.map((_, at) => at).toSorted(() => Math.random() - 0.5)
  const chosen = new Set(left.slice(0, cases(all.length, share)))
  return all.filter((_, at) => chosen.has(at))
}
