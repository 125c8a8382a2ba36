import { sql } from 'kysely'
import type { Language } from '../../../../domain/places/locales.ts'
import { textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { Queryable } from '../../../platform/db/tables.ts'

export function categoryRows(db: Queryable, language: Language) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on('t.language', '=', language),
    )
    .select(['c.id', 'c.parent_id', 't.name', 't.path'])
    .execute()
}

/** The first brands in the order of their names. */
export function brandRows(db: Queryable, limit: number) {
  return db.selectFrom('brands').select(['id', 'name']).orderBy('name').limit(limit).execute()
}

/** Brands by their ids, or by the names or slugs that somebody wrote. */
export function brandsNamed(db: Queryable, ids: readonly string[], names: readonly string[]) {
  const list = textList(
    kindOf(db),
    names.map((name) => name.toLowerCase()),
  )
  return db
    .selectFrom('brands')
    .select(['id', 'name', 'slug'])
    .where((on) =>
      on.or([on('id', 'in', textList(kindOf(db), ids)), on(sql`lower(name)`, 'in', list), on('slug', 'in', list)]),
    )
    .limit(20)
    .execute()
}

/** Devices by their ids or slugs. */
export function devicesNamed(db: Queryable, kind: DatabaseKind, ids: readonly string[], slugs: readonly string[]) {
  return db
    .selectFrom('devices')
    .select(['id', 'brand', 'series', 'model', 'slug'])
    .where((on) => on.or([on('id', 'in', textList(kind, ids)), on('slug', 'in', textList(kind, slugs))]))
    .execute()
}

export function attributeRows(db: Queryable, language: Language) {
  return db
    .selectFrom('attributes as a')
    .leftJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.id').on('t.language', '=', language),
    )
    .select(['a.id', 'a.unit', 'a.kind', 't.name'])
    .orderBy('a.position')
    .orderBy('a.id')
    .execute()
}

/** What values of attributes are called in each language. */
export async function valueLabels(db: Queryable, values: readonly { attribute_id: string; value: string }[]) {
  const ids = [...new Set(values.map(({ attribute_id: id }) => id))]
  if (ids.length === 0) return []
  return db
    .selectFrom('attribute_value_texts')
    .selectAll()
    .where('attribute_id', 'in', textList(kindOf(db), ids))
    .where(
      'value',
      'in',
      textList(
        kindOf(db),
        values.map(({ value }) => value),
      ),
    )
    .execute()
}

/** Values of attributes that are one of the names, or are called so in a language. */
export function valuesCalled(db: Queryable, { ids, names }: { ids: readonly string[]; names: readonly string[] }) {
  const kind = kindOf(db)
  return db
    .selectFrom('attribute_value_texts')
    .select(['attribute_id', 'value', 'label'])
    .where('attribute_id', 'in', textList(kind, ids))
    .where((eb) => eb.or([eb('value', 'in', textList(kind, names)), eb('label', 'in', textList(kind, names))]))
    .execute()
}

export function tagRows(db: Queryable, language: Language) {
  return db
    .selectFrom('product_tags as g')
    .innerJoin('product_tag_texts as t', (join) => join.onRef('t.tag_id', '=', 'g.id').on('t.language', '=', language))
    .select(['g.id', 't.name', 't.slug'])
    .orderBy('g.position')
    .limit(500)
    .execute()
}

/** The attributes that cards show in a category. */
export async function factsOfCategory(db: Queryable, categoryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('category_facts')
    .select('attribute_id')
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .execute()
  return rows.map(({ attribute_id: id }) => id)
}

/** The VAT classes of the shop. */
export async function vatClasses(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('vat_rates').select('vat_class').distinct().orderBy('vat_class').execute()
  return rows.map(({ vat_class: name }) => name)
}

/** Discount categories that products have. */
export async function discountCategories(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('personal_discounts').select('discount_category').distinct().limit(limit).execute()
  return rows.map(({ discount_category: name }) => name)
}
