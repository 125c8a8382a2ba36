import { sql } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, NewRow, Row } from '../../platform/db/tables.ts'

/** A unit price that a product has in a campaign of a feed, and the time of the campaign. */
export type FeedPrice = Pick<Row<'campaign_prices'>, 'product_id' | 'currency' | 'amount'> &
  Pick<Row<'campaigns'>, 'starts_at' | 'ends_at'>

/** Deletes the prices that products have in campaigns of feeds; returns them. */
export async function takeFeedPrices(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<FeedPrice[]> {
  const prices = await db
    .selectFrom('campaign_prices as price')
    .innerJoin('campaigns', 'campaigns.id', 'price.campaign_id')
    .select(['price.product_id', 'price.currency', 'price.amount', 'campaigns.starts_at', 'campaigns.ends_at'])
    .where('price.product_id', 'in', textList(kind, ids))
    .where('price.campaign_id', 'like', 'feed-%')
    .execute()
  if (prices.length > 0)
    await db
      .deleteFrom('campaign_prices')
      .where('product_id', 'in', textList(kind, ids))
      .where('campaign_id', 'like', 'feed-%')
      .execute()
  return prices
}

type Begun = Pick<FeedPrice, 'product_id' | 'currency' | 'starts_at'>

/** Reads at which of these moments prices of the products began, as `product currency moment`. */
export async function historyMoments(
  db: Database,
  kind: DatabaseKind,
  prices: readonly Begun[],
): Promise<ReadonlySet<string>> {
  const distinct = (texts: readonly string[]) => textList(kind, [...new Set(texts)])
  const rows = await db
    .selectFrom('price_history')
    .select(['product_id', 'currency', 'valid_from'])
    .where('product_id', 'in', distinct(prices.map((price) => price.product_id)))
    .where('currency', 'in', [...new Set(prices.map((price) => price.currency))])
    .where('valid_from', 'in', distinct(prices.map((price) => price.starts_at)))
    .execute()
  return new Set(rows.map((row) => `${row.product_id} ${row.currency} ${row.valid_from}`))
}

/** Adds prices that are over to the history. */
export function insertPastPrices(
  db: Database,
  kind: DatabaseKind,
  rows: readonly NewRow<'price_history'>[],
): Promise<void> {
  return insertRows(db, kind, 'price_history', rows, 'on conflict do nothing')
}

export async function insertFeedCampaigns(
  db: Database,
  kind: DatabaseKind,
  campaigns: readonly NewRow<'campaigns'>[],
  prices: readonly NewRow<'campaign_prices'>[],
): Promise<void> {
  await insertRows(db, kind, 'campaigns', campaigns, 'on conflict do nothing')
  await insertRows(db, kind, 'campaign_prices', prices)
}

/** Deletes campaigns of feeds in which no product is any more. */
export async function deleteEmptyCampaigns(db: Database): Promise<void> {
  await sql`delete from campaigns where id like 'feed-%' and not exists (
    select 1 from campaign_prices where campaign_id = campaigns.id)`.execute(db)
}
