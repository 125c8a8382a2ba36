import type { Language } from '../../domain/places/locales.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Queryable } from '../platform/db/tables.ts'

export async function widgetRows(db: Queryable, language: Language, slugs: readonly string[]) {
  return widgetsOf(db, language, slugs).execute()
}

const widgetsOf = compileOnce((db, language: Language, slugs: readonly string[]) =>
  db.selectFrom('widgets').selectAll().where('language', '=', language).where('slug', 'in', slugs),
)

/** Reads the page at a slug, in all languages. */
export async function contentPageBySlug(db: Queryable, language: Language, slug: string) {
  return db
    .selectFrom('content_pages')
    .selectAll()
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Reads a page in all languages. */
export async function pageRows(db: Queryable, id: string) {
  return db.selectFrom('content_pages').selectAll().where('id', '=', id).orderBy('language').execute()
}

/** Reads pages by id in one language. */
export async function pagesById(db: Queryable, language: Language, ids: readonly string[]) {
  return db.selectFrom('content_pages').selectAll().where('language', '=', language).where('id', 'in', ids).execute()
}

/** Deals as the banner shows them, with the texts of one language. */
export function shownDeals(db: Queryable, language: Language) {
  return db
    .selectFrom('deals as d')
    .innerJoin('deal_texts as t', (join) => join.onRef('t.deal_id', '=', 'd.id').on('t.language', '=', language))
    .innerJoin('product_texts as p', (join) =>
      join.onRef('p.product_id', '=', 'd.product_id').on('p.language', '=', language),
    )
    .select([
      'd.product_id',
      't.title',
      'p.name as product_name',
      'p.slug as product_slug',
      'd.starts_at',
      'd.expires_at',
    ])
}

/** Reads the deal that runs at a moment, with its product's name in one language. */
export async function runningDeal(db: Queryable, language: Language, at: string) {
  return shownDeals(db, language)
    .where('d.starts_at', '<=', at)
    .where('d.expires_at', '>', at)
    .orderBy('d.starts_at', 'desc')
    .executeTakeFirst()
}

export type DealRow = NonNullable<Awaited<ReturnType<typeof runningDeal>>>

/** Reads when the next deal begins after a moment. */
export async function nextDealStart(db: Queryable, at: string): Promise<string | null> {
  const row = await db
    .selectFrom('deals')
    .select('starts_at')
    .where('starts_at', '>', at)
    .orderBy('starts_at')
    .executeTakeFirst()
  return row?.starts_at ?? null
}
