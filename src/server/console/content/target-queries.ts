import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import { textList } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { lowerCase } from '../../platform/db/statements/lower-case.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Categories whose name has a text in it, those of most products first. */
export async function categoriesNamed(db: Queryable, language: Language, text: string, max: number) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('category_texts as t')
    .innerJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.name', 't.path'])
    .where('t.language', '=', language)
    .where(sql<boolean>`${lowerCase(sql.ref('t.name'))} like ${pattern} escape '\\'`)
    .orderBy('c.product_count', 'desc')
    .orderBy('t.path')
    .limit(max)
    .execute()
}

/** The published products among some, as their pages are called and found. */
export async function productAddresses(
  db: Queryable,
  kind: DatabaseKind,
  { ids, language }: { ids: readonly string[]; language: Language },
) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .select(['p.id', 'p.sku', 't.name', 't.slug'])
    .where('p.id', 'in', textList(kind, ids))
    .where('p.status', '=', 'published')
    .where('t.language', '=', language)
    .execute()
}
