import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import {
  basePerUnit,
  foreignCurrencies,
  movedPercent,
  perBaseMicro,
  type BasePerUnit,
} from '../../../domain/money/exchange-rates.ts'
import { insertInvalidations } from '../../catalog/change-queries.ts'
import { wantConvertedFeeds } from '../../catalog/product-feeds/feed-queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'
import { putRates, ratesUntil } from './queries.ts'
import { RatesError } from './rates-error.ts'

/** A rate that holds now: what one unit costs in the base currency, and since when. */
export type Rate = { currency: CurrencyCode; basePerUnit: number; since: string }
/** The old rate is undefined for a currency that had none. */
export type RateChange = { currency: CurrencyCode; before: number | undefined; after: number }

const maxRate = 1_000
const minRate = 0.001

/** Reads the rate of each currency at a moment. */
export async function ratesAt(db: Queryable, at: Date): Promise<Rate[]> {
  const { currency: base } = await homeNow(db)
  return [...(await storedRates(db, at, base))].map(([currency, { per_sek_micro: micro, valid_from: since }]) => ({
    currency,
    basePerUnit: basePerUnit(micro),
    since,
  }))
}

async function storedRates(db: Queryable, at: Date, base: CurrencyCode) {
  const rows = await ratesUntil(db, at.toISOString(), base)
  return new Map(
    foreignCurrencies(base).flatMap((currency) => {
      const row = rows.find((each) => each.currency === currency)
      return row ? [[currency, row] as const] : []
    }),
  )
}

/**
 * Stores new rates, which count from now on: cached pages that show another price are dropped, orders by price are
 * counted again, and feeds with converted prices are written again. Throws RatesError when one moves by more than
 * `maxPercent`; then nothing is stored.
 */
export async function changeRates(
  db: Database,
  rates: BasePerUnit,
  { now, maxPercent }: { now: Date; maxPercent: number },
): Promise<RateChange[]> {
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    const { currency: base } = await homeNow(trx)
    if (rates[base] !== undefined)
      throw new RatesError('rates_base', `The rates are prices in another currency than ${base}. Nothing was changed.`)
    const old = await storedRates(trx, now, base)
    const changes = foreignCurrencies(base).flatMap((currency): RateChange[] => {
      const [before, after] = [old.get(currency)?.per_sek_micro, rates[currency]]
      if (after === undefined) return []
      return [{ currency, before: before && basePerUnit(before), after: requireRate(currency, after, base) }]
    })
    for (const change of changes) refuseLeap(change, maxPercent, base)
    const rows = changes.map(({ currency, after }) => ({
      currency,
      per_sek_micro: perBaseMicro(after),
      valid_from: at,
    }))
    if (rows.length > 0) await putRates(trx, rows)
    const hasMoved = rows.some(({ currency, per_sek_micro: micro }) => old.get(currency)?.per_sek_micro !== micro)
    if (hasMoved) {
      await insertInvalidations(trx, ['catalog', 'layout'], at)
      await wantConvertedFeeds(trx, base)
    }
    return changes
  })
}

function requireRate(currency: string, rate: number, base: string): number {
  if (rate >= minRate && rate <= maxRate) return rate
  throw new RatesError('rates_range', `1 ${currency} cannot cost ${rate} ${base}.`, {
    currency,
    lowest: minRate,
    highest: maxRate,
    base,
  })
}

function refuseLeap({ currency, before, after }: RateChange, maxPercent: number, base: string): void {
  if (before === undefined || movedPercent(before, after) <= maxPercent) return
  throw new RatesError(
    'rates_leap',
    `1 ${currency} would cost ${after.toPrecision(5)} ${base} instead of ${before}, which is more than ` +
      `${maxPercent}% apart (--max-change). Nothing was changed.`,
    { currency, before, after: Number(after.toPrecision(5)), most: maxPercent, base },
  )
}
