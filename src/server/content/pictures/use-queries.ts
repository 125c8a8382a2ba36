import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** Texts that show a picture, in a draft or published; rows as they are stored. */
export async function textsWithPicture(db: Queryable, pictureId: string) {
  const has = (pattern: string) => sql<boolean>`(coalesce(draft, '') || ' ' || coalesce(published, '')) like ${pattern}`
  const inHtml = has(`%/pictures/${pictureId}-%`)
  return {
    pages: await db.selectFrom('content_pages').selectAll().where(inHtml).execute(),
    widgets: await db.selectFrom('widgets').selectAll().where(inHtml).execute(),
    guides: await db
      .selectFrom('guides')
      .selectAll()
      .where(has(`%"${pictureId}"%`))
      .execute(),
  }
}

/** Products that have a picture among theirs, by article number. */
export async function productsWithPicture(db: Queryable, pictureId: string, max: number) {
  return db
    .selectFrom('product_pictures as w')
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .select(['p.id', 'p.sku'])
    .where('w.picture_id', '=', pictureId)
    .orderBy('p.sku')
    .limit(max)
    .execute()
}

export async function categoriesWithPicture(db: Queryable, pictureId: string, language: Language) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_texts as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on('t.language', '=', language),
    )
    .select(['c.id', 't.name'])
    .where('c.picture_id', '=', pictureId)
    .orderBy('t.name')
    .execute()
}
