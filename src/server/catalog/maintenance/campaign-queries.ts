import { sql } from 'kysely'
import { insertRows, textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, NewRow } from '../../platform/db/tables.ts'

/** Deletes the prices that products have in campaigns of feeds; returns whether there were any. */
export async function deleteFeedPrices(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('campaign_prices')
    .where('product_id', 'in', textList(kind, ids))
    .where('campaign_id', 'like', 'feed-%')
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
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
