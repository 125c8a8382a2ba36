import { textList, insertRows } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'
import type { CampaignPriceRow } from './campaign-prices.ts'

export type CampaignRow = Row<'campaigns'>

export async function campaignById(db: Queryable, id: string): Promise<CampaignRow | undefined> {
  return db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a campaign after locking it, so that of two people who change it the second sees what the first did. */
export async function lockCampaign(trx: DatabaseTransaction, id: string): Promise<CampaignRow | undefined> {
  const query = trx.selectFrom('campaigns').selectAll().where('id', '=', id)
  return (kindOf(trx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

export async function ruleOfCampaign(db: Queryable, id: string): Promise<Row<'campaign_rules'> | undefined> {
  return db.selectFrom('campaign_rules').selectAll().where('campaign_id', '=', id).executeTakeFirst()
}

/** Adds a campaign; false if it is there already, because its form was sent twice. */
export async function insertCampaign(
  trx: DatabaseTransaction,
  { campaign, rule }: { campaign: NewRow<'campaigns'>; rule: NewRow<'campaign_rules'> },
  rows: readonly CampaignPriceRow[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('campaigns')
    .values(campaign)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (Number(added ?? 0) === 0) return false
  await trx.insertInto('campaign_rules').values(rule).execute()
  await putPrices(trx, campaign.id, rows)
  return true
}

/** Replaces the prices of a campaign, and by which rule they were computed. */
export async function replacePrices(
  trx: DatabaseTransaction,
  id: string,
  rule: Pick<NewRow<'campaign_rules'>, 'choice' | 'rule' | 'ending'>,
  rows: readonly CampaignPriceRow[],
): Promise<void> {
  await trx.updateTable('campaign_rules').set(rule).where('campaign_id', '=', id).execute()
  await trx.deleteFrom('campaign_prices').where('campaign_id', '=', id).execute()
  await putPrices(trx, id, rows)
}

function putPrices(trx: DatabaseTransaction, id: string, rows: readonly CampaignPriceRow[]): Promise<void> {
  return insertRows(
    trx,
    kindOf(trx),
    'campaign_prices',
    rows.map(({ product_id, currency, min_quantity, amount }) => ({
      campaign_id: id,
      product_id,
      currency,
      min_quantity,
      amount,
    })),
  )
}

export async function updateCampaign(
  trx: DatabaseTransaction,
  id: string,
  columns: Partial<Omit<CampaignRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('campaigns').set(columns).where('id', '=', id).execute()
}

/** Deletes a campaign with its prices, and the deal that it belongs to. */
export async function deleteCampaignRows(trx: DatabaseTransaction, id: string, dealId: string | null): Promise<void> {
  await trx.deleteFrom('campaign_prices').where('campaign_id', '=', id).execute()
  await trx.deleteFrom('campaign_rules').where('campaign_id', '=', id).execute()
  await trx.deleteFrom('campaigns').where('id', '=', id).execute()
  if (dealId === null) return
  await trx.deleteFrom('deal_texts').where('deal_id', '=', dealId).execute()
  await trx.deleteFrom('deals').where('id', '=', dealId).execute()
}

/** The products of a campaign. */
export async function productsOfCampaign(db: Queryable, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('campaign_prices')
    .select('product_id')
    .distinct()
    .where('campaign_id', '=', id)
    .execute()
  return rows.map((row) => row.product_id)
}

/** One page of the products of a campaign with their prices, by product, and what the shop's own currency asks. */
export async function pricesOfCampaign(db: Queryable, id: string, after: string, limit: number) {
  const ids = await db
    .selectFrom('campaign_prices as c')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .select(['p.id', 'p.sku', 'p.vat_class', 'p.type', 'p.free', 'p.status'])
    .distinct()
    .where('c.campaign_id', '=', id)
    .where('c.product_id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
  const prices = await db
    .selectFrom('campaign_prices')
    .select(['product_id', 'currency', 'min_quantity', 'amount'])
    .where('campaign_id', '=', id)
    .where(
      'product_id',
      'in',
      textList(
        kindOf(db),
        ids.map((row) => row.id),
      ),
    )
    .orderBy('min_quantity')
    .execute()
  return { products: ids, prices }
}

export async function countProductsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('campaign_prices')
    .select(({ fn }) => ['campaign_id', fn.count('product_id').distinct().as('count')])
    .where('campaign_id', 'in', textList(kindOf(db), ids))
    .groupBy('campaign_id')
    .execute()
  return new Map(rows.map(({ campaign_id: id, count }) => [id, Number(count)]))
}

export async function dealOfCampaign(db: Queryable, id: string) {
  const dealId = dealIdOf(id)
  if (dealId === null) return undefined
  const deal = await db
    .selectFrom('deals as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .select(['d.id', 'd.discount', 'p.sku'])
    .where('d.id', '=', dealId)
    .executeTakeFirst()
  if (!deal) return undefined
  const texts = await db.selectFrom('deal_texts').select(['language', 'title']).where('deal_id', '=', dealId).execute()
  const titleIn = (language: 'en' | 'sv') => texts.find((text) => text.language === language)?.title ?? ''
  return { ...deal, titles: { en: titleIn('en'), sv: titleIn('sv') } }
}

/** The deal that a campaign belongs to, by its id; null for a campaign that is no deal's. */
export function dealIdOf(campaignId: string): string | null {
  return campaignId.startsWith('campaign-') ? campaignId.slice('campaign-'.length) : null
}

export async function setDeal(
  trx: DatabaseTransaction,
  id: string,
  { titles, expiresAt }: { titles: { en: string; sv: string }; expiresAt: string },
): Promise<void> {
  for (const language of ['en', 'sv'] as const)
    await trx
      .updateTable('deal_texts')
      .set({ title: titles[language] })
      .where('deal_id', '=', id)
      .where('language', '=', language)
      .execute()
  await trx.updateTable('deals').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** The campaigns of a product that run or are to come, and those that ended last. */
export async function campaignsOfProduct(db: Queryable, productId: string, limit: number) {
  return db
    .selectFrom('campaign_prices as c')
    .innerJoin('campaigns', 'campaigns.id', 'c.campaign_id')
    .select(['campaigns.id', 'campaigns.name', 'campaigns.starts_at', 'campaigns.ends_at'])
    .select(({ fn }) => fn.max('c.amount').as('amount'))
    .where('c.product_id', '=', productId)
    .groupBy(['campaigns.id', 'campaigns.name', 'campaigns.starts_at', 'campaigns.ends_at'])
    .orderBy('campaigns.ends_at', 'desc')
    .orderBy('campaigns.id')
    .limit(limit)
    .execute()
}
