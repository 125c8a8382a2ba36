import type { Kysely } from 'kysely'
import type { Database, Tables } from '../../src/server/platform/db/tables.ts'
import type { HostileRecords } from '../support/hostile-records.ts'

/** Tables without a record that a screen is opened with: the first row stays. */
const others = {
  carts: 'checkout_id',
  deals: 'id',
  guides: 'id',
  widgets: 'slug',
  personal_discounts: 'id',
  payout_rows: 'id',
  order_events: 'id',
  feed_source_runs: 'id',
} as const satisfies Partial<Record<keyof Tables, string>>

/**
 * Removes records until each list has one row, and joins what is left. The set of the demo goes too: it would be a
 * third product. Widgets, mails' texts and settings have as many rows as the program gives them.
 *
 * @returns the article number of the one choice, by which a search in the list of products has one row.
 */
export async function keepOne(db: Database, made: HostileRecords): Promise<string> {
  const order = await db.selectFrom('orders').select('id').where('number', '=', made.order).executeTakeFirstOrThrow()
  const kept: [table: keyof Tables, column: string, value: string][] = [
    ['orders', 'id', order.id],
    ['order_lines', 'order_id', order.id],
    ['payment_attempts', 'id', made.payment],
    ['customers', 'id', made.customer],
    ['organization_members', 'customer_id', made.customer],
    ['brands', 'id', made.brand],
    ['categories', 'id', made.category],
    ['product_tags', 'id', made.tag],
    ['attributes', 'id', made.attribute],
    ['devices', 'id', made.device],
    ['search_hints', 'id', made.trigger],
    ['search_synonyms', 'phrase', made.phrase],
    ['campaigns', 'id', 'hostile'],
    ['coupons', 'code', 'VALKOMMEN10'],
    ['content_pages', 'id', 'terms'],
    ['product_pictures', 'product_id', made.product],
    ['vat_rates', 'country', 'SE'],
    ['vat_rates', 'vat_class', 'standard'],
  ]
  // Without the types of the single tables, because each step names its table by a value.
  const plain = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  for (const [table, column, value] of kept) await plain.deleteFrom(table).where(column, '!=', value).execute()
  for (const [table, key] of Object.entries(others)) await keepFirst(plain, table, key)
  await keepFirst(plain, 'order_lines', 'position')
  const sku = await keepProduct(db, made)
  await join(db, order.id, made)
  return sku
}

async function keepFirst(db: Kysely<Record<string, Record<string, unknown>>>, table: string, key: string) {
  const first = await db.selectFrom(table).select(key).orderBy(key).executeTakeFirst()
  if (first) await db.deleteFrom(table).where(key, '!=', first[key]).execute()
}

/** Leaves the product with choices and one of them, with the picture and the papers of the first product. */
async function keepProduct(db: Database, made: HostileRecords): Promise<string> {
  const choice = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('parent_id', '=', made.variant)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const ids = [made.variant, choice.id]
  await db.deleteFrom('products').where('id', 'not in', ids).execute()
  for (const table of [
    'search_documents',
    'category_products',
    'product_devices',
    'product_relations',
    'product_tag_products',
  ] as const)
    await db.deleteFrom(table).where('product_id', 'not in', ids).execute()
  const places = { brand_id: made.brand, main_category_id: made.category }
  await db.updateTable('products').set(places).where('id', 'in', ids).execute()
  await db.deleteFrom('product_pictures').where('position', '!=', 9).execute()
  for (const table of [
    'product_pictures',
    'product_documents',
    'campaign_prices',
    'price_list_rows',
    'price_list_changed_rows',
    'price_change_rows',
    'quote_lines',
    'subscriptions',
  ] as const)
    await db.updateTable(table).set({ product_id: made.variant }).where('product_id', '=', made.product).execute()
  return choice.sku
}

/** Gives what belonged to the orders, categories and products that are gone to those that are left. */
async function join(db: Database, order_id: string, made: HostileRecords): Promise<void> {
  for (const table of ['payment_attempts', 'documents', 'invoices', 'returns', 'subscriptions'] as const)
    await db.updateTable(table).set({ order_id }).execute()
  await db.updateTable('categories').set({ parent_id: null, product_count: 1 }).execute()
  await db
    .updateTable('product_attributes')
    .set({ product_id: made.variant })
    .where('attribute_id', '=', made.attribute)
    .where('position', '=', 0)
    .where('product_id', '=', made.product)
    .execute()
}
