import { sql } from 'kysely'
import type { CampaignKind } from '../../../contracts/console/campaigns.ts'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import type { CampaignState } from '../../../domain/money/campaign-states.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countRows, pageByKey } from '../lists/list-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }
const sorts = { from: 'c.starts_at', until: 'c.ends_at', name: 'c.name' } as const
export type CampaignSort = keyof typeof sorts

export const isCampaignSort = (name: string): name is CampaignSort => Object.hasOwn(sorts, name)

const isDeal = sql<boolean>`exists (select 1 from deals d where c.id = 'campaign-' || d.id)`

/** One page of all campaigns, by key. `at` is now, UTC ISO. */
export async function campaignListRows(shop: Services, query: ListQuery, at: string, limit: number) {
  const { isDescending, cursor, sort } = query
  const selected = filtered(shop, query, at)
    .leftJoin('campaign_rules as r', 'r.campaign_id', 'c.id')
    .select(['c.id', 'c.name', 'c.starts_at', 'c.ends_at', 'r.rule', 'r.ending'])
    .select(sql<number>`case when ${isDeal} then 1 else 0 end`.as('is_deal'))
  return pageByKey(selected, {
    sort: sorts[isCampaignSort(sort) ? sort : 'from'],
    id: 'c.id',
    isDescending,
    cursor,
    limit,
  })
}

export async function countCampaigns(shop: Services, query: ListQuery, at: string): Promise<number> {
  return countRows(shop.db, filtered(shop, query, at).select('c.id'))
}

function filtered({ db, kind }: Services, { search, filters }: ListQuery, at: string) {
  let query = db.selectFrom('campaigns as c')
  if (search !== '') query = query.where('c.id', 'in', idsNamed(db, kind, search))
  const state = filters['state'] as CampaignState | undefined
  if (state === 'over') query = query.where('c.ends_at', '<=', at)
  if (state === 'to_come') query = query.where('c.starts_at', '>', at)
  if (state === 'runs') query = query.where('c.starts_at', '<=', at).where('c.ends_at', '>', at)
  const made = filters['kind'] as CampaignKind | undefined
  if (made === 'feed') query = query.where('c.id', 'like', 'feed-%')
  if (made === 'deal') query = query.where(isDeal)
  if (made === 'console') query = query.where('c.id', 'not like', 'feed-%').where(sql<boolean>`not ${isDeal}`)
  return query
}

/** Campaigns whose name begins with a text, or that have the product of that article number. */
function idsNamed(db: Queryable, kind: DatabaseKind, text: string) {
  const byName = db
    .selectFrom('campaigns')
    .select('id')
    .where(beginsWith(kind, sql.ref('name'), text))
  const bySku = db
    .selectFrom('campaign_prices')
    .innerJoin('products', 'products.id', 'campaign_prices.product_id')
    .select('campaign_prices.campaign_id as id')
    .where('products.sku', 'in', [text, text.toUpperCase()])
  return byName.union(bySku)
}
