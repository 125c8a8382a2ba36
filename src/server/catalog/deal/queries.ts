import type { DatabaseTransaction, NewRow, Queryable } from '../../platform/db/tables.ts'

export async function listDeals(db: Queryable) {
  return db
    .selectFrom('deals as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .select(['d.id', 'd.product_id', 'p.sku', 'd.discount', 'd.starts_at', 'd.expires_at'])
    .orderBy('d.starts_at', 'desc')
    .execute()
}

export async function dealById(db: Queryable, id: string) {
  return db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a published product that has a price list, by its SKU. */
export async function productOnSale(db: Queryable, sku: string) {
  return db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', '=', sku)
    .where('status', '=', 'published')
    .executeTakeFirst()
}

export async function priceRows(db: Queryable, productId: string) {
  return db
    .selectFrom('prices')
    .select(['currency', 'min_quantity', 'amount'])
    .where('product_id', '=', productId)
    .execute()
}

/** Reads a deal that would overlap with this period, other than `own`. */
export async function dealBetween(db: Queryable, startsAt: string, expiresAt: string, own = '') {
  return db
    .selectFrom('deals')
    .select(['id', 'starts_at', 'expires_at'])
    .where('starts_at', '<', expiresAt)
    .where('expires_at', '>', startsAt)
    .where('id', '<>', own)
    .limit(1)
    .executeTakeFirst()
}

export async function insertDeal(
  trx: DatabaseTransaction,
  rows: {
    deal: NewRow<'deals'>
    texts: NewRow<'deal_texts'>[]
    campaign: NewRow<'campaigns'>
    prices: NewRow<'campaign_prices'>[]
  },
): Promise<void> {
  await trx.insertInto('deals').values(rows.deal).execute()
  await trx.insertInto('deal_texts').values(rows.texts).execute()
  await trx.insertInto('campaigns').values(rows.campaign).execute()
  await trx.insertInto('campaign_prices').values(rows.prices).execute()
}

/** Ends a deal and the campaign with its price. */
export async function endDealRows(trx: DatabaseTransaction, id: string, campaignId: string, at: string): Promise<void> {
  await trx.updateTable('deals').set({ expires_at: at }).where('id', '=', id).where('expires_at', '>', at).execute()
  await trx
    .updateTable('campaigns')
    .set({ ends_at: at })
    .where('id', '=', campaignId)
    .where('ends_at', '>', at)
    .execute()
}
