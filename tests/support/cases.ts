/**
 * How many random cases the usual run gives a property that holds for `all` of them in `npm run faults -- properties`:
 * a fifth, and at most half where each case is an order. Every run tries others.
 */
export function cases(all: number, share = 0.2): number {
  return process.env['ALL_CASES'] === undefined ? Math.ceil(all * share) : all
}
