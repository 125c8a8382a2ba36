import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'

/**
 * Reads the attributes chosen for the main categories of products, and for those above them, nearest first. A damaged
 * tree, in which a category is above itself, ends after 20 levels.
 */
export async function chosenFacts(db: Queryable, productIds: readonly string[]) {
  return chosenOnce(db, productIds).execute()
}

const chosenOnce = compileOnce((db, productIds: readonly string[]) => ({
  compile: () =>
    sql<{ category_id: string; attribute_id: string; depth: number }>`
    with recursive line (category_id, ancestor, depth) as (
      select distinct main_category_id, main_category_id, 0 from products
      where id in (${sql.join(productIds)}) and main_category_id is not null
      union all
      select line.category_id, above.parent_id, line.depth + 1 from line
      join categories above on above.id = line.ancestor where above.parent_id is not null and line.depth < 20)
    select line.category_id, chosen.attribute_id, line.depth from line
    join category_facts chosen on chosen.category_id = line.ancestor
    order by line.depth, chosen.position`.compile(db),
}))

/** Reads the attributes chosen for every category that has some, in their order. */
export async function allChosenFacts(db: Queryable) {
  return db.selectFrom('category_facts').select(['category_id', 'attribute_id']).orderBy('position').execute()
}

/** Reads the category above each one that has one. */
export async function parentCategories(db: Queryable) {
  return db.selectFrom('categories').select(['id', 'parent_id']).where('parent_id', 'is not', null).execute()
}

/** Reads which categories that have chosen attributes stand above others that have some. */
export async function choosingAbove(db: Queryable) {
  const { rows } = await sql<{ category_id: string; ancestor: string }>`
    with recursive line (category_id, ancestor) as (
      select distinct f.category_id, own.parent_id from category_facts f
      join categories own on own.id = f.category_id where own.parent_id is not null
      union
      select line.category_id, above.parent_id from line
      join categories above on above.id = line.ancestor where above.parent_id is not null)
    select category_id, ancestor from line where ancestor in (select category_id from category_facts)`.execute(db)
  return rows
}

/** Reads the values of products, in the order of the attributes. */
export async function attributeValues(db: Queryable, language: Language, productIds: readonly string[]) {
  return attributesOf(db, language, productIds).execute()
}

const attributesOf = compileOnce((db, language: Language, productIds: readonly string[]) =>
  db
    .selectFrom('product_attributes as a')
    .innerJoin('attributes as d', 'd.id', 'a.attribute_id')
    .innerJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.attribute_id').on('t.language', '=', language),
    )
    .leftJoin('attribute_value_texts as v', (join) =>
      join
        .onRef('v.attribute_id', '=', 'a.attribute_id')
        .onRef('v.value', '=', 'a.value')
        .on('v.language', '=', language),
    )
    .select(['a.product_id', 'a.attribute_id', 'd.facet', 'd.unit', 't.name', 'a.value', 'v.label'])
    .where('a.product_id', 'in', productIds)
    .orderBy('d.position')
    .orderBy('a.position'),
)

export async function replaceFacts(db: Database, categoryId: string, attributeIds: readonly string[]): Promise<void> {
  await db.deleteFrom('category_facts').where('category_id', '=', categoryId).execute()
  if (attributeIds.length === 0) return
  await db
    .insertInto('category_facts')
    .values(attributeIds.map((attribute_id, position) => ({ category_id: categoryId, attribute_id, position })))
    .execute()
}

/** Returns which of these are ids of attributes. */
export async function knownAttributes(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('attributes').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
