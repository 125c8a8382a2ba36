import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type TagText = Pick<Row<'product_tag_texts'>, 'name' | 'slug' | 'description'>

export async function tagPosition(db: Queryable, id: string): Promise<number | undefined> {
  return (await db.selectFrom('product_tags').select('position').where('id', '=', id).executeTakeFirst())?.position
}

export function tagTexts(db: Queryable, id: string): Promise<Row<'product_tag_texts'>[]> {
  return db.selectFrom('product_tag_texts').selectAll().where('tag_id', '=', id).orderBy('language').execute()
}

/** The tags that a name or an address means in any language. */
export async function tagsNamed(db: Queryable, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_tag_texts')
    .select('tag_id')
    .distinct()
    .where((on) => on.or([on(sql`lower(name)`, '=', text.toLowerCase()), on('slug', '=', text), on('name', '=', text)]))
    .limit(2)
    .execute()
  return rows.map(({ tag_id: id }) => id)
}

export async function tagAtSlug(db: Queryable, language: Language, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('product_tag_texts')
    .select('tag_id')
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.tag_id
}

/** The products of a tag in their order. */
export async function productsOfTag(db: Queryable, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product_tag_products')
    .select('product_id')
    .where('tag_id', '=', id)
    .orderBy('position')
    .orderBy('product_id')
    .limit(limit)
    .execute()
  return rows.map(({ product_id: product }) => product)
}

export async function lastTagPosition(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('product_tags')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? -1 : Number(last)
}

export async function insertTag(
  trx: DatabaseTransaction,
  { id, position }: NewRow<'product_tags'>,
  texts: readonly NewRow<'product_tag_texts'>[],
): Promise<void> {
  await trx.insertInto('product_tags').values({ id, position }).execute()
  await trx.insertInto('product_tag_texts').values(texts).execute()
}

export async function updateTagText(trx: DatabaseTransaction, row: Row<'product_tag_texts'>): Promise<void> {
  const { tag_id: id, language, ...text } = row
  await trx
    .updateTable('product_tag_texts')
    .set(text)
    .where('tag_id', '=', id)
    .where('language', '=', language)
    .execute()
}

export async function deleteTag(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('product_tag_products').where('tag_id', '=', id).execute()
  await trx.deleteFrom('product_tag_texts').where('tag_id', '=', id).execute()
  await trx.deleteFrom('product_tags').where('id', '=', id).execute()
}

/** Puts those of some products that the shop has last in a tag, in this order; those that it has already stay. */
export async function addToTag(trx: DatabaseTransaction, id: string, products: readonly string[]): Promise<void> {
  if (products.length === 0) return
  const known = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', textList(kindOf(trx), products))
    .execute()
  const exists = new Set(known.map((row) => row.id))
  const { last } = await trx
    .selectFrom('product_tag_products')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  const first = last === null ? 0 : Number(last) + 1
  const rows = products
    .filter((product) => exists.has(product))
    .map((product, at) => ({ tag_id: id, product_id: product, position: first + at }))
  for (let at = 0; at < rows.length; at += 500)
    await trx
      .insertInto('product_tag_products')
      .values(rows.slice(at, at + 500))
      .onConflict((conflict) => conflict.columns(['tag_id', 'product_id']).doNothing())
      .execute()
}
