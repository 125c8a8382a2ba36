import {
  foreignCurrencies,
  movedPercent,
  perSekMicro,
  sekPerUnit,
  type ForeignCurrency,
  type SekPerUnit,
} from '../../../domain/money/exchange-rates.ts'
import { insertInvalidations } from '../../catalog/change-queries.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'
import { putRates, ratesUntil } from './queries.ts'
import { RatesError } from './rates-error.ts'

/** A rate that holds now: what one unit costs in SEK, and since when. */
export type Rate = { currency: ForeignCurrency; sekPerUnit: number; since: string }
/** The old rate is undefined for a currency that had none. */
export type RateChange = { currency: ForeignCurrency; before: number | undefined; after: number }

const highest = 1_000
const lowest = 0.001

/** Reads the rate of each currency at a moment. */
export async function ratesAt(db: Queryable, at: Date): Promise<Rate[]> {
  return [...(await storedRates(db, at))].map(([currency, { per_sek_micro: micro, valid_from: since }]) => ({
    currency,
    sekPerUnit: sekPerUnit(micro),
    since,
  }))
}

async function storedRates(db: Queryable, at: Date) {
  const rows = await ratesUntil(db, at.toISOString())
  return new Map(
    foreignCurrencies.flatMap((currency) => {
      const row = rows.find((each) => each.currency === currency)
      return row ? [[currency, row] as const] : []
    }),
  )
}

/**
 * Stores new rates, which count from now on: cached pages that show another price are dropped, and orders by price are
 * counted again. Throws RatesError when one moves by more than `maxPercent`; then nothing is stored.
 */
export async function changeRates(
  db: Database,
  rates: SekPerUnit,
  { now, maxPercent }: { now: Date; maxPercent: number },
): Promise<RateChange[]> {
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    const old = await storedRates(trx, now)
    const changes = foreignCurrencies.flatMap((currency): RateChange[] => {
      const [before, after] = [old.get(currency)?.per_sek_micro, rates[currency]]
      if (after === undefined) return []
      return [{ currency, before: before && sekPerUnit(before), after: checked(currency, after) }]
    })
    for (const change of changes) refuseLeap(change, maxPercent)
    const rows = changes.map(({ currency, after }) => ({ currency, per_sek_micro: perSekMicro(after), valid_from: at }))
    if (rows.length > 0) await putRates(trx, rows)
    const hasMoved = rows.some(({ currency, per_sek_micro: micro }) => old.get(currency)?.per_sek_micro !== micro)
    if (hasMoved) await insertInvalidations(trx, ['catalog', 'layout'], at)
    return changes
  })
}

function checked(currency: string, rate: number): number {
  if (rate >= lowest && rate <= highest) return rate
  throw new RatesError(`1 ${currency} cannot cost ${rate} SEK.`)
}

function refuseLeap({ currency, before, after }: RateChange, maxPercent: number): void {
  if (before === undefined || movedPercent(before, after) <= maxPercent) return
  throw new RatesError(
    `1 ${currency} would cost ${after.toPrecision(5)} SEK instead of ${before}, which is more than ${maxPercent}% ` +
      'apart (--max-change). Nothing was changed.',
  )
}
