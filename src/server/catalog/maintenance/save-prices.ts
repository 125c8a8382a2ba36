import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import type { SaveOptions } from './save-options.ts'
import { closeHistory, openHistory, openHistoryRows, runningCampaignPrices, type OpenPrice } from './write-queries.ts'

type SinglePrice = { currency: CurrencyCode; amount: number }
type PricedRecord = Pick<ProductRecord, 'id' | 'prices' | 'free'>

/** The unit price in each of the record's currencies, in minor units. Loops, because imports call it for each row. */
function singlePrices({ prices, free }: PricedRecord): SinglePrice[] {
  const single: SinglePrice[] = []
  for (const { currency, min_quantity: from, amount } of prices) {
    if (from > 1 || (amount <= 0 && free !== true)) continue
    const same = single.find((each) => each.currency === currency)
    if (same) same.amount = amount
    else single.push({ currency, amount })
  }
  return single
}

/** What sort prices follow from beside the prices of products: running campaigns, in the base currency. */
export type SortBasis = { base: CurrencyCode; reduced: ReadonlyMap<string, number> }
type HistoryOptions = Pick<SaveOptions, 'kind' | 'now'>

export async function readSortBasis(
  db: Database,
  { kind, now }: HistoryOptions,
  changedIds: readonly string[],
): Promise<SortBasis> {
  const { currency: base } = await homeNow(db)
  const running = { currency: base, at: now.toISOString() }
  const campaigns = changedIds.length > 0 ? await runningCampaignPrices(db, kind, changedIds, running) : []
  return { base, reduced: new Map(campaigns.map((row) => [row.product_id, Number(row.amount)])) }
}

/** The lowest current unit price in the base currency, by product; products without a price are missing. */
export function sortPricesOn(records: readonly PricedRecord[], { base, reduced }: SortBasis): Map<string, number> {
  const prices = new Map<string, number>()
  for (const record of records) {
    const normal = singlePrices(record).find(({ currency }) => currency === base)?.amount
    if (normal !== undefined) prices.set(record.id, Math.min(normal, reduced.get(record.id) ?? normal))
  }
  return prices
}

/** Reads what the sort prices of products are. */
export async function sortPrices(
  db: Database,
  options: HistoryOptions,
  records: readonly PricedRecord[],
  changedIds: readonly string[],
): Promise<Map<string, number>> {
  return sortPricesOn(records, await readSortBasis(db, options, changedIds))
}

/** Keeps the history of unit prices: closes the row of a price that ended and opens a row for a new one. */
export async function updatePriceHistory(
  db: Database,
  options: HistoryOptions,
  records: readonly PricedRecord[],
  changedIds: readonly string[],
): Promise<void> {
  const before = changedIds.length > 0 ? await openHistory(db, options.kind, changedIds) : []
  await writeHistory(db, options, historyChanges(records, before))
}

/** Prices that begin, and the products whose price in a currency ends. */
export type HistoryChanges = { begun: OpenPrice[]; ended: ReadonlyMap<CurrencyCode, readonly string[]> }

/** Compares prices with the open rows of the history, which may be those of other products too. */
export function historyChanges(records: readonly PricedRecord[], before: readonly OpenPrice[]): HistoryChanges {
  const beginning = new Map(records.map((record) => [record.id, singlePrices(record)]))
  const ended = new Map<CurrencyCode, string[]>()
  for (const { product_id: id, currency, amount } of before) {
    const prices = beginning.get(id)
    if (!prices) continue
    const at = prices.findIndex((price) => price.currency === currency)
    if (prices[at]?.amount === amount) prices.splice(at, 1)
    else if (!ended.get(currency)?.push(id)) ended.set(currency, [id])
  }
  const begun: OpenPrice[] = []
  for (const [id, prices] of beginning)
    for (const { currency, amount } of prices) begun.push({ product_id: id, currency, amount })
  return { begun, ended }
}

/** In a transaction of PostgreSQL all statements have been asked for when this returns its promise. */
export async function writeHistory(
  db: Database,
  { kind, now }: HistoryOptions,
  { begun, ended }: HistoryChanges,
): Promise<void> {
  const at = now.toISOString()
  const rows = begun.map(({ product_id, currency, amount }) => {
    return { product_id, currency, amount, valid_from: at, valid_until: null }
  })
  await Promise.all([
    ...[...ended].map(([currency, ids]) => closeHistory(db, kind, currency, ids, at)),
    openHistoryRows(db, kind, rows),
  ])
}
