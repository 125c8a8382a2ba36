import type { WidgetAnswer } from '../../contracts/widget-by-slug.ts'
import type { Language } from '../../domain/locales.ts'
import type { Shop } from '../shop.ts'
import { widgetRows } from './queries.ts'
import { sanitized } from './sanitize.ts'

const absent: WidgetAnswer = { content: '', hidden: true }

/** Published widgets by slug in one language; one that does not exist is hidden (spec section 7). */
export async function widgets<Slug extends string>(
  { db }: Pick<Shop, 'db'>, language: Language, slugs: readonly Slug[],
): Promise<Record<Slug, WidgetAnswer>> {
  const rows = await widgetRows(db, language, slugs)
  const found = new Map(rows.map((row) => [row.slug, row]))
  return Object.fromEntries(slugs.map((slug) => {
    const row = found.get(slug)
    const answer = row === undefined || row.published === null ? absent : { content: sanitized(row.published), hidden: row.hidden === 1 }
    return [slug, answer]
  })) as Record<Slug, WidgetAnswer>
}

export async function widget(shop: Pick<Shop, 'db'>, language: Language, slug: string): Promise<WidgetAnswer> {
  return (await widgets(shop, language, [slug]))[slug] ?? absent
}
