import { stableId } from '../../../platform/ids.ts'
import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { cleanText } from './cell-text.ts'

/**
 * Derives the product's id from the id columns; it is the same in every import and on every machine. Throws RowProblem.
 */
export function productIdOf({ name, id }: Pick<Profile, 'name' | 'id'>, row: FeedRow): string {
  const parts = id.map((column) => cleanText(row.get(column)))
  if (parts.every((part) => part === '')) throw new RowProblem(id[0] ?? null, 'no_id', { columns: id.join(', ') })
  return idIn(name, parts)
}

/** The id of the product with these cells in the id columns of a feed. */
export function idIn(feed: string, parts: readonly string[]): string {
  return stableId(`${feed}\n${parts.join('\u001F')}`)
}

/** The id of the product that is made of all rows with a key. */
export function groupIdIn(feed: string, key: string): string {
  return stableId(`${feed}\ngroup ${key}`)
}
