import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'

type Page = { after: string; limit: number; sku?: string | undefined }

/** Stock of products in the order of their ids, beginning after `after`, or of one article. */
export async function stockAfter(db: Queryable, { after, limit, sku }: Page) {
  const all = db
    .selectFrom('stock as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['p.id', 'p.sku', 's.on_hand', 's.reserved', 's.incoming_at'])
    .where('s.product_id', '>', after)
  return (sku === undefined ? all : all.where('p.sku', '=', sku)).orderBy('s.product_id').limit(limit).execute()
}

/** Products in the order of their ids, beginning after `after`. */
export async function productsAfter(db: Queryable, page: Page & { status?: 'published' | 'draft' | undefined }) {
  let query = db
    .selectFrom('products as p')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.sku', 'p.status', 'p.weight_grams', 'p.updated_at', 'b.name as brand'])
    .where('p.id', '>', page.after)
  if (page.sku !== undefined) query = query.where('p.sku', '=', page.sku)
  if (page.status) query = query.where('p.status', '=', page.status)
  return query.orderBy('p.id').limit(page.limit).execute()
}

export async function namesOf(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('product_texts')
    .select(['product_id', 'language', 'name'])
    .where('product_id', 'in', textList(kindOf(db), ids))
    .execute()
}

/** The products of some article numbers, in the order in which every change of stock locks them. */
export async function typesOfSkus(db: Queryable, skus: readonly string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'type'])
    .where('sku', 'in', textList(kindOf(db), skus))
    .orderBy('id')
    .execute()
}

/** The product of an article number, or of an id where no article has that number. */
export async function productNamed(db: Queryable, named: string) {
  const found = await db
    .selectFrom('products as p')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.sku', 'p.status', 'p.weight_grams', 'p.updated_at', 'b.name as brand'])
    .where((row) => row.or([row('p.sku', '=', named), row('p.id', '=', named)]))
    .limit(2)
    .execute()
  return found.find(({ sku }) => sku === named) ?? found[0]
}

export async function textsOf(db: Queryable, id: string) {
  return db
    .selectFrom('product_texts')
    .select(['language', 'name', 'prefix', 'label', 'slug', 'description'])
    .where('product_id', '=', id)
    .execute()
}

/** Locks a product until the transaction ends, so that two who change it wait for each other. */
export async function lockProduct(trx: DatabaseTransaction, kind: DatabaseKind, id: string): Promise<void> {
  if (kind === 'sqlite') return
  await trx.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute()
}

/** Makes the rows of stock that products lack, so that two who change one wait for each other. */
export async function ensureStock(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('stock')
    .values(ids.map((id) => ({ product_id: id, on_hand: 0, reserved: 0, incoming_at: null })))
    .onConflict((conflict) => conflict.column('product_id').doNothing())
    .execute()
}

export async function deleteTagsOf(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('product_tag_products').where('product_id', '=', id).execute()
}

/** Whether another product is a choice of this one or leads to it. */
export async function isLinked(db: Queryable, id: string): Promise<boolean> {
  const choice = await db.selectFrom('products').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst()
  if (choice) return true
  const relation = await db
    .selectFrom('product_relations')
    .select('product_id')
    .where('related_id', '=', id)
    .where('product_id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return relation !== undefined
}
