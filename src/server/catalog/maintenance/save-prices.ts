import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, NewRow } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import type { SaveOptions } from './save-options.ts'
import { closeHistory, openHistory, openHistoryRows, runningCampaignPrices } from './write-queries.ts'

type SinglePrices = Map<CurrencyCode, number>
type PricedRecord = Pick<ProductRecord, 'id' | 'prices' | 'free'>

/** Returns the unit price in each of the record's currencies, in minor units. */
function singlePrices({ prices, free }: PricedRecord): SinglePrices {
  const single = prices.filter(({ min_quantity: from, amount }) => from <= 1 && (amount > 0 || free === true))
  return new Map(single.map((price) => [price.currency, price.amount]))
}

/** Reads the lowest current unit price in the base currency, by product; products without a price are missing. */
export async function sortPrices(
  db: Database,
  options: Omit<SaveOptions, 'productPath'>,
  records: readonly PricedRecord[],
  changedIds: readonly string[],
): Promise<Map<string, number>> {
  const { currency } = await homeNow(db)
  const running = { currency, at: options.now.toISOString() }
  const campaigns = changedIds.length > 0 ? await runningCampaignPrices(db, options.kind, changedIds, running) : []
  const reduced = new Map(campaigns.map((row) => [row.product_id, Number(row.amount)]))
  return new Map(
    records.flatMap((record): [string, number][] => {
      const normal = singlePrices(record).get(currency)
      return normal === undefined ? [] : [[record.id, Math.min(normal, reduced.get(record.id) ?? normal)]]
    }),
  )
}

/** Keeps the history of unit prices: closes the row of a price that ended and opens a row for a new one. */
export async function keepPriceHistory(
  db: Database,
  options: Omit<SaveOptions, 'productPath'>,
  records: readonly PricedRecord[],
  changedIds: readonly string[],
): Promise<void> {
  const at = options.now.toISOString()
  const before = changedIds.length > 0 ? await openHistory(db, options.kind, changedIds) : []
  const now = new Map(records.map((record) => [record.id, singlePrices(record)]))
  const ended = before.filter((row) => now.get(row.product_id)?.get(row.currency) !== row.amount)
  const endedByCurrency = Map.groupBy(ended, (row) => row.currency)
  for (const [currency, rows] of endedByCurrency) {
    await closeHistory(
      db,
      options.kind,
      currency,
      rows.map((row) => row.product_id),
      at,
    )
  }
  const open = new Map(before.map((row) => [`${row.currency} ${row.product_id}`, row.amount]))
  const opened = records.flatMap((record): NewRow<'price_history'>[] =>
    [...singlePrices(record)]
      .filter(([currency, amount]) => open.get(`${currency} ${record.id}`) !== amount)
      .map(([currency, amount]) => ({ product_id: record.id, currency, amount, valid_from: at, valid_until: null })),
  )
  await openHistoryRows(db, options.kind, opened)
}
