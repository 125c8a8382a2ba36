import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'

/** Reads published products by normalized part numbers, with the kind of each number. */
export function numberedProducts(db: Database, kind: DatabaseKind, normalized: readonly string[]) {
  return db
    .selectFrom('part_numbers as n')
    .innerJoin('products as p', 'p.id', 'n.product_id')
    .select(['n.normalized', 'n.kind', 'p.id', 'p.sku', 'p.type'])
    .where('n.normalized', 'in', textList(kind, normalized))
    .where('p.status', '=', 'published')
    .orderBy('p.popularity', 'desc')
    .orderBy('p.id')
    .execute()
}
export type NumberedProduct = Awaited<ReturnType<typeof numberedProducts>>[number]

/** Reads names and SKUs of published products; a variant's choice comes with its parent's name. */
export function namedProducts(db: Database, kind: DatabaseKind, language: Language, ids: readonly string[]) {
  return productNames(db, language).where('p.id', 'in', textList(kind, ids)).execute()
}

/** Reads the published choices of variants, in display order. */
export function namedChoices(db: Database, kind: DatabaseKind, language: Language, parentIds: readonly string[]) {
  return productNames(db, language)
    .where('p.parent_id', 'in', textList(kind, parentIds))
    .orderBy('p.position')
    .execute()
}

function productNames(db: Database, language: Language) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', (join) => join.onRef('t.product_id', '=', 'p.id').on('t.language', '=', language))
    .leftJoin('product_texts as parent', (join) =>
      join.onRef('parent.product_id', '=', 'p.parent_id').on('parent.language', '=', language),
    )
    .select(['p.id', 'p.parent_id', 'p.type', 'p.sku', 't.name', 't.label', 'parent.name as parent_name'])
    .where('p.status', '=', 'published')
}
