import { hash } from 'node:crypto'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ProductRecord } from './product-record.ts'
import type { SaveOptions, Slugs } from './save-options.ts'
import { redirect, slugOwners, slugsOf } from './write-queries.ts'

/**
 * Gives every record a unique slug per language. The first product keeps the plain slug; others get a suffix derived
 * from their id, so that it is the same in every import. When a product's slug changes, a redirect is written.
 */
export async function assignSlugs(
  db: Database,
  options: SaveOptions,
  records: readonly ProductRecord[],
  changedIds: readonly string[],
): Promise<Slugs> {
  const stored = changedIds.length > 0 ? await slugsOf(db, options.kind, changedIds) : []
  const settled: Record<Language, ReadonlyMap<string, string>> = { en: new Map(), sv: new Map() }
  for (const language of languages) {
    const before = new Map(stored.filter((row) => row.language === language).map((row) => [row.product_id, row.slug]))
    settled[language] = await assignSlugsOfLanguage(db, options, language, records, before)
    for (const [id, old] of before) {
      const slug = settled[language].get(id)
      if (slug && slug !== old)
        await redirect(db, options.productPath(language, old), options.productPath(language, slug))
    }
  }
  return settled
}

async function assignSlugsOfLanguage(
  db: Database,
  options: SaveOptions,
  language: Language,
  records: readonly ProductRecord[],
  before: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const wanted = records.map((record) => ({ id: record.id, slug: wantedSlug(record, language) }))
  const stored = await slugOwners(
    db,
    options.kind,
    language,
    wanted.map(({ slug }) => slug),
  )
  const owners = new Map(stored.map((row) => [row.slug, row.product_id]))
  for (const [id, slug] of options.turn?.slugsBefore?.[language] ?? []) owners.set(slug, id)
  return new Map(
    wanted.map(({ id, slug }) => {
      const own = `${slug}-${suffix(id)}`
      const isFree = (owners.get(slug) ?? id) === id && before.get(id) !== own
      if (isFree) owners.set(slug, id)
      return [id, isFree ? slug : own]
    }),
  )
}

/** Returns the slug to use; a name without a Latin letter or digit falls back to the SKU. */
function wantedSlug({ id, sku, texts }: ProductRecord, language: Language): string {
  const { slug, name } = texts[language]
  return slug || slugify(name) || slugify(sku) || suffix(id)
}

function suffix(id: string): string {
  return hash('sha256', id, 'hex').slice(0, 8)
}
