import { languages } from '../../../src/domain/places/locales.ts'
import { guideText } from '../../../src/domain/products/guides.ts'
import { href } from '../../../src/routes.ts'
import { guideJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import type { ShopData } from '../../bench/shop-process.ts'

const language = 'en' as const
/** So many strings are in one record, and so many steps in a guide. */
const [perRecord, perGuide] = [5, 50]

/** The paths of the pages that show the strings. */
export type CataloguePaths = { readonly lists: readonly string[]; readonly guides: readonly string[] }

/** Stores strings as the texts of brands, tags, categories, devices and guides, past the forms of the console. */
export async function fillCatalogue(data: ShopData, all: readonly string[]): Promise<CataloguePaths> {
  const strings = all.map((text) => text.replaceAll('\0', '')).filter((text) => text.trim() !== '')
  return withDatabase(data, (db) => db.transaction().execute((trx) => writeAll(trx, strings)))
}

async function writeAll(db: Database, strings: readonly string[]): Promise<CataloguePaths> {
  const lists: string[] = []
  for (const [at, some] of slicesOf(strings, perRecord).entries())
    lists.push(...(await writeRecords(db, `xss-${at}`, some.join(' '))))
  const guides: string[] = []
  for (const [at, some] of slicesOf(strings, perGuide).entries()) guides.push(await writeGuide(db, `xss-${at}`, some))
  return { lists, guides }
}

function slicesOf(strings: readonly string[], size: number): string[][] {
  const count = Math.ceil(strings.length / size)
  return Array.from({ length: count }, (_, at) => strings.slice(at * size, (at + 1) * size))
}

async function writeRecords(db: Database, slug: string, text: string): Promise<string[]> {
  const both = { description_en: text, description_sv: text }
  await db
    .insertInto('brands')
    .values({ id: slug, name: text, slug, maker: text, eu_contact: text, ...both })
    .execute()
  await db.insertInto('product_tags').values({ id: slug, position: 0 }).execute()
  await db
    .insertInto('product_tag_texts')
    .values(languages.map((each) => ({ tag_id: slug, language: each, name: text, slug, description: text })))
    .execute()
  await db
    .insertInto('devices')
    .values({ id: slug, brand: text, series: text, model: text, slug, type_numbers: text })
    .execute()
  const { category_id: parent, path } = await db
    .selectFrom('category_texts')
    .select(['category_id', 'path'])
    .where('language', '=', language)
    .where('path', 'not like', '%/%')
    .orderBy('category_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const place = { position: 0, main_menu: 0 as const, picture_id: null, uri: null, product_count: 0 }
  await db
    .insertInto('categories')
    .values({ id: slug, parent_id: parent, ...place })
    .execute()
  const words = { name: text, slug, description: text, page_title: text, meta_description: text }
  await db
    .insertInto('category_texts')
    .values(languages.map((each) => ({ category_id: slug, language: each, path: `${path}/${slug}`, ...words })))
    .execute()
  return [
    href(language, 'brand', { slug }),
    href(language, 'product-tag', { slug }),
    href(language, 'device', { slug }),
    href(language, 'product-category-all', { slug: `${path}/${slug}` }),
  ]
}

/** A step for each string, as plain text and as the HTML of an editor. */
async function writeGuide(db: Database, slug: string, strings: readonly string[]): Promise<string> {
  const [first = ''] = strings
  const guide = guideText.parse({
    title: first.slice(0, 120),
    introduction: strings.join(' ').slice(0, 2_000),
    difficulty: 'easy',
    minutes: { from: 1, to: 2 },
    appliesTo: {},
    steps: strings.map((text) => ({
      title: text.slice(0, 120),
      text: text.slice(0, 2_000),
      html: `<p>${text}</p>`.slice(0, 10_000),
      warning: text.slice(0, 500),
    })),
  })
  const row = { draft: null, publish_at: null, updated_at: new Date().toISOString() }
  await db
    .insertInto('guides')
    .values({ id: slug, language, slug, published: guideJson.write(guide), ...row })
    .execute()
  return href(language, 'guide', { slug })
}
