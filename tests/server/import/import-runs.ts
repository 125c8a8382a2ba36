import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ImportRun } from '../../../src/server/catalog/import/feed-options.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { importMark } from '../../../src/server/catalog/import/journal/journal-queries.ts'
import { Journal } from '../../../src/server/catalog/import/journal/journal.ts'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { dropMissing } from '../../../src/server/catalog/import/missing/drop-missing.ts'
import { parseAnyProfile, parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import { SeenProducts } from '../../../src/server/catalog/import/seen-queries.ts'
import { updateProducts } from '../../../src/server/catalog/import/update-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

type Imported = Pick<TestDatabase, 'db' | 'kind'>
type Given = { run?: ImportRun; at?: string; name?: string; missing?: string }
type Row = {
  article: string
  name: string
  price: number
  stock: number
  colour: string
  group: string
  sale: string
  sale_until: string
  maker: string
}

const cable: Row = {
  article: 'C-1',
  name: 'Cable',
  price: 100,
  stock: 7,
  colour: 'black',
  group: 'Cables',
  sale: '',
  sale_until: '2026-12-31',
  maker: 'Kabel AB',
}
export const cables = (count: number, more: Partial<Row> = {}): Row[] =>
  Array.from({ length: count }, (_, at) => ({ ...cable, article: `C-${at}`, name: `Cable ${at}`, ...more }))

const textOf = (rows: readonly Row[]): string =>
  [
    'article;name;price;stock;colour;group;sale;sale_until;maker',
    ...rows.map((row) => Object.values(row).join(';')),
    '',
  ].join('\n')

const profileOf = ({ name = 'Colour', missing = 'keep' }: Given) =>
  parseProfile(
    {
      name: 'cables',
      id: ['article'],
      sku: { column: 'article' },
      texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
      brand: { column: 'group', maker: 'maker' },
      category: { columns: { en: 'group' } },
      price: { column: 'price', currency: 'EUR', vat: 'inc', sekPerUnit: 11 },
      campaign: { column: 'sale', until: 'sale_until' },
      stock: { column: 'stock' },
      missing,
      attributes: [{ id: 'colour_of', column: 'colour', en: name, sv: 'Färg', facet: true, kind: 'text' }],
    },
    'cables.json',
  )

/** Imports rows and, where the profile says so, handles what is missing, as one command does. */
export async function imported({ db, kind }: Imported, rows: readonly Row[], given: Given = {}): Promise<number> {
  const { run = {}, at = '2026-02-01T00:00:00.000Z' } = given
  const profile = profileOf(given)
  using seen = new SeenProducts()
  const options = { db, kind, now: new Date(at), dryRun: false, run }
  await withFeed(textOf(rows), async (file) => {
    const report = await importFeed(file, profile, {
      ...options,
      seen,
      drawings: { idOf: () => '', make: async () => [] },
      productPath: (language, slug) => `/${language}/${slug}`,
      onProgress: () => {},
    })
    expect(report.error).toBeNull()
  })
  await dropMissing(profile, seen, { ...options, maxPercent: 100 })
  return run.number ?? 0
}

export async function updated({ db, kind }: TestDatabase, text: string, at: string): Promise<number> {
  const profile = parseAnyProfile(
    {
      name: 'prices',
      update: { sku: 'article' },
      price: {
        column: 'price',
        currency: 'SEK',
        vat: 'inc',
        tiers: [{ column: 'price10', quantity: 10 }],
      },
      stock: { column: 'stock' },
    },
    'prices.json',
  )
  if (!('update' in profile)) throw new Error('The profile is not one of updates.')
  const run: ImportRun = {}
  await withFeed(text, async (file) => {
    const options = { db, kind, now: new Date(at), dryRun: false, run, onProgress: () => {} }
    expect(await updateProducts(file, profile, options)).toMatchObject({ error: null })
  })
  return run.number ?? 0
}

export const later = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`
export const undone = ({ db, kind }: Imported, run: number, day = 28) =>
  undoRun({ db, kind, now: new Date(later(day)) }, run)

const tables = [
  'products',
  'product_texts',
  'product_attributes',
  'part_numbers',
  'prices',
  'product_sort_prices',
  'campaigns',
  'campaign_prices',
  'stock',
  'categories',
  'category_texts',
  'category_products',
  'brands',
  'attributes',
  'attribute_texts',
  'attribute_value_texts',
  'product_relations',
  'product_devices',
  'product_pictures',
  'set_items',
  'subscription_intervals',
]

/** All rows of the catalogue, except when they were written. */
export async function catalogue({ db }: Pick<TestDatabase, 'db'>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    all[table] = rows.map(({ updated_at: _at, created_at: _created, ...row }) => JSON.stringify(row)).toSorted()
  }
  return all
}

export async function found(shop: TestDatabase, query: string): Promise<number> {
  return (await searchProducts(shop, { query, language: 'en', limit: 20, offset: 0 })).total
}

export const asNew = (row: Row): Row => ({ ...row, article: `N${row.article}`, name: `New ${row.name}` })

export async function begun(
  { db, kind }: Pick<TestDatabase, 'db' | 'kind'>,
  given: { title: string; now: Date; run?: ImportRun },
) {
  return Journal.begin(db, kind, { run: {}, mark: await importMark(db), ...given })
}
