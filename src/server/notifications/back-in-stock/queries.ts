import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type AlertRow = Row<'stock_alerts'>

/**
 * Reads a published product by its SKU, with its parent if it is a variant's choice, and whether alerts are allowed.
 */
export async function productToAwait(db: Queryable, sku: string) {
  return db
    .selectFrom('products')
    .select(['id', 'parent_id', 'notifyable'])
    .where('sku', '=', sku)
    .where('status', '=', 'published')
    .executeTakeFirst()
}

/** Writes an alert request; restarts one that was stopped or notified, and keeps one that waits. */
export async function requestAlert(trx: DatabaseTransaction, alert: NewRow<'stock_alerts'>): Promise<string> {
  const { product_id: productId, email, language, created_at } = alert
  await trx
    .insertInto('stock_alerts')
    .values(alert)
    .onConflict((conflict) => conflict.columns(['product_id', 'email']).doNothing())
    .execute()
  await trx
    .updateTable('stock_alerts')
    .set({ language, created_at, confirmed_at: null, stopped_at: null, notified_at: null })
    .where('product_id', '=', productId)
    .where('email', '=', email)
    .where((row) => row.or([row('stopped_at', 'is not', null), row('notified_at', 'is not', null)]))
    .execute()
  const { id } = await trx
    .selectFrom('stock_alerts')
    .select('id')
    .where('product_id', '=', productId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

export async function alertById(db: Queryable, id: string): Promise<AlertRow | undefined> {
  return db.selectFrom('stock_alerts').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function alertIdsOf(db: Queryable, email: string): Promise<string[]> {
  const rows = await db.selectFrom('stock_alerts').select('id').where('email', '=', email).execute()
  return rows.map(({ id }) => id)
}

export async function confirmAlert(db: Queryable, id: string, at: string): Promise<void> {
  await db
    .updateTable('stock_alerts')
    .set({ confirmed_at: at, stopped_at: null })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function setStopped(db: Queryable, id: string, at: string | null): Promise<void> {
  await db.updateTable('stock_alerts').set({ stopped_at: at }).where('id', '=', id).execute()
}

/** Reads the products with waiting alerts, from one id on. */
export async function awaitedProducts(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stock_alerts')
    .select('product_id')
    .distinct()
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('notified_at', 'is', null)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.product_id)
}

/** Marks the waiting alerts of these products as notified and returns them, so that no other process notifies them. */
export async function claimWaitingAlerts(
  trx: DatabaseTransaction,
  productIds: readonly string[],
  at: string,
): Promise<AlertRow[]> {
  return trx
    .updateTable('stock_alerts')
    .set({ notified_at: at })
    .where('product_id', 'in', productIds)
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('notified_at', 'is', null)
    .returningAll()
    .execute()
}

/** Reads what an address can unsubscribe from: the shop's mailings, and at most twenty product alerts. */
export async function stoppableOf(db: Queryable, email: string) {
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .where('mail_consent', '=', 1)
    .executeTakeFirst()
  const alerts = await db
    .selectFrom('stock_alerts')
    .select(['id', 'product_id'])
    .where('email', '=', email)
    .where('stopped_at', 'is', null)
    .where('notified_at', 'is', null)
    .orderBy('created_at')
    .limit(20)
    .execute()
  return { customerId: customer?.id, alerts }
}

/** Deletes alerts that were never confirmed, and alerts that were notified or stopped long ago. */
export async function deleteOldAlerts(
  db: Queryable,
  { unconfirmedBefore, settledBefore }: { unconfirmedBefore: string; settledBefore: string },
): Promise<void> {
  await db
    .deleteFrom('stock_alerts')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', unconfirmedBefore)
    .execute()
  await db
    .deleteFrom('stock_alerts')
    .where((row) => row.or([row('notified_at', '<', settledBefore), row('stopped_at', '<', settledBefore)]))
    .execute()
}

/** Reads a product's name and address in a language; a variant's choice has its parent's. */
export async function productNamed(db: Queryable, productId: string, language: AlertRow['language']) {
  const product = await db
    .selectFrom('products')
    .select(['id', 'parent_id', 'sku'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return undefined
  const text = await db
    .selectFrom('product_texts')
    .select(['name', 'slug'])
    .where('product_id', '=', product.parent_id ?? product.id)
    .where('language', '=', language)
    .executeTakeFirst()
  return text && { ...text, sku: product.sku }
}

export async function mailConsentOf(db: Queryable, customerId: string) {
  return db.selectFrom('customers').select('mail_consent').where('id', '=', customerId).executeTakeFirst()
}

export async function setMailConsent(db: Queryable, customerId: string, consent: 0 | 1): Promise<void> {
  await db.updateTable('customers').set({ mail_consent: consent }).where('id', '=', customerId).execute()
}
