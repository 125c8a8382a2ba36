import { setImmediate as nextTurn } from 'node:timers/promises'
import { slices } from '../../platform/db/bulk.ts'

/** So many names take about a millisecond. */
const comparedAtOnce = 200

/** The first items of a kind; lets other requests be answered between slices of the work. */
export async function firstWhere<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
  limit: number,
): Promise<Item[]> {
  const found: Item[] = []
  for (const some of slices(items, comparedAtOnce)) {
    found.push(...some.filter(isWanted))
    if (found.length >= limit) break
    await nextTurn()
  }
  return found.slice(0, limit)
}
