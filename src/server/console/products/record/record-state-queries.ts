import type { Queryable } from '../../../platform/db/tables.ts'

/** The product of a path of the console: an article number, or else an id. */
export async function productAt(db: Queryable, named: string) {
  const found = await db
    .selectFrom('products')
    .select(['id', 'sku', 'type', 'status', 'parent_id'])
    .where((on) => on.or([on('sku', '=', named), on('id', '=', named)]))
    .limit(2)
    .execute()
  return found.find(({ sku }) => sku === named) ?? found[0]
}

export async function tagsOf(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_tag_products as m')
    .innerJoin('product_tags as g', 'g.id', 'm.tag_id')
    .select('m.tag_id')
    .where('m.product_id', '=', productId)
    .orderBy('g.position')
    .orderBy('g.id')
    .execute()
  return rows.map(({ tag_id: id }) => id)
}

/** Puts a product last in the tags that it lacks, and takes it out of the others. */
export async function writeTags(trx: Queryable, productId: string, tagIds: readonly string[]): Promise<void> {
  const before = new Set(await tagsOf(trx, productId))
  const gone = [...before].filter((id) => !tagIds.includes(id))
  if (gone.length > 0)
    await trx
      .deleteFrom('product_tag_products')
      .where('product_id', '=', productId)
      .where('tag_id', 'in', gone)
      .execute()
  for (const tagId of tagIds.filter((id) => !before.has(id))) {
    const { last } = await trx
      .selectFrom('product_tag_products')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('tag_id', '=', tagId)
      .executeTakeFirstOrThrow()
    const position = last === null ? 0 : Number(last) + 1
    await trx.insertInto('product_tag_products').values({ tag_id: tagId, product_id: productId, position }).execute()
  }
}

/** Who has an article number. */
export async function ownerOfSku(db: Queryable, sku: string): Promise<string | undefined> {
  return (await db.selectFrom('products').select('id').where('sku', '=', sku).executeTakeFirst())?.id
}

/** How many choices a product has, drafts included. */
export async function countVariants(db: Queryable, parentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The choices of a product that nobody can buy yet, where none of them is published; else none. */
export async function unpublishedChoices(db: Queryable, parentId: string): Promise<{ id: string; sku: string }[]> {
  const all = await db
    .selectFrom('products')
    .select(['id', 'sku', 'status'])
    .where('parent_id', '=', parentId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return all.some(({ status }) => status === 'published') ? [] : all.map(({ id, sku }) => ({ id, sku }))
}
