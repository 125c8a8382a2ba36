import type { Database } from '../../platform/db/tables.ts'
import { rateAt } from './definition-queries.ts'
import { FeedError } from './feeds/feed-row.ts'
import type { Profile } from './profile/profile.ts'

/** The price in SEK of one unit of the currency of a profile's prices. Throws FeedError when it is not known. */
export async function sekPerUnit({ price }: Pick<Profile, 'price'>, db: Database, now: Date): Promise<number> {
  if (!price || price.currency === 'SEK') return 1
  const rate = await rateAt(db, price.currency, now.toISOString())
  if (rate !== undefined) return 1_000_000 / rate
  if (price.sekPerUnit !== undefined) return price.sekPerUnit
  throw new FeedError(`The shop has no rate for ${price.currency}: give the profile a price.sekPerUnit.`)
}
