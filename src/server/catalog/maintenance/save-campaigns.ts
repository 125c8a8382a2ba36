import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { stableId } from '../../platform/ids.ts'
import {
  deleteEmptyCampaigns,
  historyMoments,
  insertFeedCampaigns,
  insertPastPrices,
  takeFeedPrices,
  type FeedPrice,
} from './campaign-queries.ts'
import type { ProductRecord } from './product-record.ts'
import type { SaveOptions } from './save-options.ts'

const noEnd = '9999-12-31T00:00:00.000Z'

type Writing = Pick<SaveOptions, 'kind' | 'now'>

/**
 * Takes products out of the campaigns of feeds, before their prices are compared; returns what they had there, which
 * `saveCampaigns` needs for products that stay.
 */
export async function clearCampaigns(
  trx: DatabaseTransaction,
  { kind }: Writing,
  ids: readonly string[],
): Promise<FeedPrice[]> {
  const before = ids.length > 0 ? await takeFeedPrices(trx, kind, ids) : []
  if (before.length > 0) await deleteEmptyCampaigns(trx)
  return before
}

/**
 * Puts products into the campaigns that their feeds have. One without a beginning begins now, unless the product's
 * campaign before it still runs and was not cheaper: then it goes on. Prices of `before` that are over are kept in the
 * history, from which the lowest price of the 30 days before a later campaign is read.
 */
export async function saveCampaigns(
  trx: DatabaseTransaction,
  { kind, now }: Writing,
  records: readonly ProductRecord[],
  before: readonly FeedPrice[],
): Promise<void> {
  const campaigns = new Map<string, NewRow<'campaigns'>>()
  const earlier = Map.groupBy(before, (price) => price.product_id)
  const feedPrices = records.flatMap(({ id: product_id, feed, campaign }) => {
    if (!campaign) return []
    const starts_at = campaign.starts_at ?? beginningOf(campaign, earlier.get(product_id) ?? [], now)
    const ends_at = campaign.ends_at ?? noEnd
    const name = feed ?? ''
    const id = `feed-${stableId(`${name}\n${starts_at}\n${ends_at}`)}`
    campaigns.set(id, { id, name, starts_at, ends_at })
    return campaign.prices.map(({ currency, amount }) => ({
      starts_at,
      row: { campaign_id: id, product_id, currency, min_quantity: 1, amount },
    }))
  })
  const prices = feedPrices.map(({ row }) => row)
  await insertFeedCampaigns(trx, kind, [...campaigns.values()], prices)
  const kept = new Set(feedPrices.map(({ starts_at, row }) => keyOf({ ...row, starts_at })))
  await keepPast(
    trx,
    { kind, now },
    before.filter((price) => !kept.has(keyOf(price))),
  )
}

const keyOf = ({ product_id, currency, amount, starts_at }: Omit<FeedPrice, 'ends_at'>) =>
  `${product_id} ${currency} ${amount} ${starts_at}`

/** A reduction that goes on, or becomes larger, began when it began. */
function beginningOf(
  { prices }: NonNullable<ProductRecord['campaign']>,
  before: readonly FeedPrice[],
  now: Date,
): string {
  const at = now.toISOString()
  const running = before.filter(({ starts_at, ends_at }) => starts_at < at && ends_at > at)
  const isNotRaised = prices.every(({ currency, amount }) =>
    running.some((price) => price.currency === currency && price.amount >= amount),
  )
  return (isNotRaised && running[0]?.starts_at) || at
}

/** Writes prices that were in force until now, or ended before, into the history. */
async function keepPast(trx: DatabaseTransaction, { kind, now }: Writing, prices: readonly FeedPrice[]): Promise<void> {
  const at = now.toISOString()
  const begun = prices.filter(({ starts_at }) => starts_at < at)
  if (begun.length === 0) return
  const moments = await historyMoments(trx, kind, begun)
  const rows = begun.map(({ product_id, currency, amount, starts_at, ends_at }) => {
    const isTaken = moments.has(`${product_id} ${currency} ${starts_at}`)
    const valid_until = ends_at < at ? ends_at : at
    // Where a price of that moment is there, such as the normal one of the same import, the last moment is enough.
    const valid_from = isTaken ? new Date(Date.parse(valid_until) - 1).toISOString() : starts_at
    return { product_id, currency, amount, valid_from, valid_until }
  })
  await insertPastPrices(trx, kind, rows)
}
