import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { homeRules } from '../../../domain/places/home.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database } from '../../platform/db/tables.ts'
import { exchangeRates } from '../rate-queries.ts'
import { FeedError } from './feeds/feed-row.ts'
import type { Profile } from './profile/profile.ts'

/** How prices of a feed become those of the shop. */
export type PriceBasis = {
  base: CurrencyCode
  /** The price of one unit of the profile's currency in the base currency. */
  basePerUnit: number
  /** The VAT rate in basis points that stored prices of the class standard include. */
  vatInPrices: number
}

/** Reads how prices of a profile are stored. Throws FeedError when its currency has no rate. */
export async function priceBasis({ price }: Pick<Profile, 'price'>, db: Database, now: Date): Promise<PriceBasis> {
  const home = await homeNow(db)
  const { vatInPrices } = homeRules(home)
  const base = home.currency
  return { base, vatInPrices, basePerUnit: await basePerUnit(price, base, { db, now }) }
}

async function basePerUnit(
  price: Profile['price'],
  base: CurrencyCode,
  { db, now }: { db: Database; now: Date },
): Promise<number> {
  if (!price || price.currency === base) return 1
  const rate = await exchangeRates(db, price.currency, now.toISOString())
  if (rate !== undefined) return 1_000_000 / rate
  if (price.basePerUnit !== undefined) return price.basePerUnit
  if (base === 'SEK' && price.sekPerUnit !== undefined) return price.sekPerUnit
  const field = base === 'SEK' ? 'sekPerUnit' : 'basePerUnit'
  throw new FeedError('currency_no_rate', { currency: price.currency, field })
}
