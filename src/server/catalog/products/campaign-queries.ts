import type { Queryable } from '../../platform/db/tables.ts'

/** Reads the ids of products in a running campaign, the most popular first. */
export async function campaignIds(db: Queryable, at: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('campaign_prices as cp')
    .innerJoin('campaigns as c', 'c.id', 'cp.campaign_id')
    .innerJoin('products as p', 'p.id', 'cp.product_id')
    .select(['p.id', 'p.popularity'])
    .distinct()
    .where('c.starts_at', '<=', at)
    .where('c.ends_at', '>', at)
    .where('p.parent_id', 'is', null)
    .where('p.status', '=', 'published')
    .orderBy('p.popularity', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Reads when the next campaign begins, or ends, after a moment. */
export async function nextOfCampaigns(
  db: Queryable,
  what: 'starts_at' | 'ends_at',
  at: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('campaigns')
    .select(`${what} as moment`)
    .where(what, '>', at)
    .orderBy(what)
    .limit(1)
    .executeTakeFirst()
  return row?.moment ?? null
}
