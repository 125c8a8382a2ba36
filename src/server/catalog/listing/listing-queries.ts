import type { Language } from '../../../domain/places/locales.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Queryable } from '../../platform/db/tables.ts'

export async function facetTexts(db: Queryable, language: Language, attributeIds: readonly string[]) {
  return textsOf(db, language, attributeIds).execute()
}

const textsOf = compileOnce((db, language: Language, attributeIds: readonly string[]) =>
  db
    .selectFrom('attributes as a')
    .innerJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.id').on('t.language', '=', language),
    )
    .select(['a.id', 'a.unit', 'a.facet', 'a.position', 't.name'])
    .where('a.id', 'in', attributeIds)
    .orderBy('a.position'),
)

export async function valueTexts(db: Queryable, language: Language, attributeIds: readonly string[]) {
  return labelsOf(db, language, attributeIds).execute()
}

const labelsOf = compileOnce((db, language: Language, attributeIds: readonly string[]) =>
  db
    .selectFrom('attribute_value_texts')
    .select(['attribute_id', 'value', 'label'])
    .where('language', '=', language)
    .where('attribute_id', 'in', attributeIds),
)

/** Tells whether any product has this value of a facet attribute. */
export async function isKnownChoice(db: Queryable, attribute: string, value: string): Promise<boolean> {
  const row = await db
    .selectFrom('product_attributes as a')
    .innerJoin('attributes as d', 'd.id', 'a.attribute_id')
    .select('d.id')
    .where('a.attribute_id', '=', attribute)
    .where('a.value', '=', value)
    .where('d.facet', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function brandsBySlugs(db: Queryable, slugs: readonly string[]) {
  return db.selectFrom('brands').selectAll().where('slug', 'in', slugs).execute()
}

export async function brandsByIds(db: Queryable, ids: readonly string[]) {
  return brandsWith(db, ids).execute()
}

const brandsWith = compileOnce((db, ids: readonly string[]) =>
  db.selectFrom('brands').select(['id', 'name', 'slug']).where('id', 'in', ids),
)

export async function deviceBySlug(db: Queryable, slug: string) {
  return db.selectFrom('devices').selectAll().where('slug', '=', slug).executeTakeFirst()
}
