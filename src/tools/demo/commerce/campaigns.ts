import { dayMs } from '../../../domain/durations.ts'
import type { ProductRecord } from '../../../server/catalog/maintenance/product-record.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { drawsFor } from '../random.ts'

/** A campaign with its period (days relative to the seeding) and its discounts. */
type Plan = {
  id: string
  name: string
  from: number
  until: number
  off: readonly number[]
  count: number
  groups: readonly string[]
}

const plans: readonly Plan[] = [
  {
    id: 'campaign-workshop-weeks',
    name: 'Workshop weeks',
    from: -4,
    until: 17,
    off: [10, 15, 20],
    count: 34,
    groups: ['tools', 'consumables', 'laptop-batteries', 'ssd', 'memory', 'laptop-fans'],
  },
  {
    id: 'campaign-last-of-series',
    name: 'Last of the series',
    from: -11,
    until: 40,
    off: [25, 30, 40],
    count: 16,
    groups: ['laptop-screens', 'covers', 'palmrests', 'laptop-chargers'],
  },
  {
    id: 'campaign-battery-days',
    name: 'Battery days',
    from: -26,
    until: -19,
    off: [25],
    count: 20,
    groups: ['laptop-batteries', 'laptop-chargers', 'tools'],
  },
  {
    id: 'campaign-network-week',
    name: 'Network week',
    from: 9,
    until: 16,
    off: [15],
    count: 14,
    groups: ['cables', 'network', 'adapters', 'docking-stations'],
  },
]

export type Campaigns = {
  campaigns: NewRow<'campaigns'>[]
  prices: NewRow<'campaign_prices'>[]
  history: NewRow<'price_history'>[]
}

/**
 * Running, past and coming campaigns; the prices of past and running ones are also in the price history. A part is in
 * at most one running or coming campaign; `taken` are in one already.
 */
export function campaignsOf(records: readonly ProductRecord[], taken: readonly string[], now: Date): Campaigns {
  const busy = new Set(taken)
  const plannedRows = plans.map((plan) => {
    const rows = rowsOf(plan, plan.until < 0 ? records : records.filter((record) => !busy.has(record.id)), now)
    if (plan.until > 0) for (const { product_id: id } of rows.prices) busy.add(id)
    return rows
  })
  return {
    campaigns: plannedRows.map(({ campaign }) => campaign),
    prices: plannedRows.flatMap(({ prices }) => prices),
    history: plannedRows.flatMap(({ history }) => history),
  }
}

function rowsOf(plan: Plan, records: readonly ProductRecord[], now: Date) {
  const [starts_at, ends_at] = [dayFrom(now, plan.from), dayFrom(now, plan.until)]
  const prices = reducedRecords(plan, records).flatMap((record) => reducedPrices(plan, record))
  const history =
    plan.from > 0
      ? []
      : prices
          .filter((price) => price.min_quantity === 1)
          .map(({ product_id, currency, amount }) => ({
            product_id,
            currency,
            amount,
            valid_from: starts_at,
            valid_until: ends_at,
          }))
  return { campaign: { id: plan.id, name: plan.name, starts_at, ends_at }, prices, history }
}

/** The parts of a plan: priced, in stock, and drawn at random. */
function reducedRecords({ id, groups, count }: Plan, records: readonly ProductRecord[]): ProductRecord[] {
  return records
    .filter(
      (record) =>
        record.type === 1 &&
        record.parent_id === null &&
        record.prices.length > 0 &&
        (record.stock?.on_hand ?? 0) > 0 &&
        groups.includes(record.group_id ?? ''),
    )
    .map((record) => ({ record, draw: drawsFor(`${id} ${record.id}`).next() }))
    .sort((a, b) => a.draw - b.draw)
    .slice(0, count)
    .map(({ record }) => record)
}

/** The record's tiers, each reduced by the same percentage. */
function reducedPrices({ id, off }: Plan, { id: product_id, prices }: ProductRecord): NewRow<'campaign_prices'>[] {
  const percent = drawsFor(`off ${id} ${product_id}`).pick(off)
  return prices.map(({ currency, min_quantity, amount }) => ({
    campaign_id: id,
    product_id,
    currency,
    min_quantity,
    amount:
      Math.round((amount * (100 - percent)) / (currency === 'SEK' ? 10_000 : 1_000)) * (currency === 'SEK' ? 100 : 10),
  }))
}

/** Midnight UTC a number of days from a moment. */
export function dayFrom(now: Date, days: number): string {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs + days * dayMs).toISOString()
}
