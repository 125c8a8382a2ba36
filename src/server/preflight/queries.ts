import type { Language } from '../../domain/places/locales.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { demoAccountIds, demoOrganizationNumber } from './demo-identity.ts'

/** Reads the accounts that the demo's seed wrote. */
export function demoAccounts(db: Queryable): Promise<{ email: string; password_hash: string | null }[]> {
  return db
    .selectFrom('customers')
    .select(['email', 'password_hash'])
    .where('id', 'in', Object.values(demoAccountIds))
    .orderBy('email')
    .execute()
}

/** Lists published pages and widgets that name the demo's company, such as "page terms". */
export async function contentOfDemoCompany(db: Queryable): Promise<string[]> {
  const mark = `%${demoOrganizationNumber}%`
  const pages = await db
    .selectFrom('content_pages')
    .select('id')
    .distinct()
    .where('published', 'like', mark)
    .orderBy('id')
    .execute()
  const widgets = await db
    .selectFrom('widgets')
    .select('slug')
    .distinct()
    .where('published', 'like', mark)
    .orderBy('slug')
    .execute()
  return [...pages.map(({ id }) => `page ${id}`), ...widgets.map(({ slug }) => `widget ${slug}`)]
}

/** Lists published texts that still have open points, such as "page terms (sv)". */
export async function openTexts(db: Queryable): Promise<string[]> {
  const mark = '%[…%'
  const pages = await db
    .selectFrom('content_pages')
    .select(['id', 'language'])
    .where('published', 'like', mark)
    .orderBy('id')
    .orderBy('language')
    .execute()
  const widgets = await db
    .selectFrom('widgets')
    .select(['slug', 'language'])
    .where('published', 'like', mark)
    .orderBy('slug')
    .orderBy('language')
    .execute()
  return [
    ...pages.map(({ id, language }) => `page ${id} (${language})`),
    ...widgets.map(({ slug, language }) => `widget ${slug} (${language})`),
  ]
}

/** Reads published texts with placeholders, such as "page terms", by language. */
export async function textsWithPlaceholders(db: Queryable) {
  const mark = '%{{%'
  const pages = await db
    .selectFrom('content_pages')
    .select(['id', 'language', 'published', 'title', 'description'])
    .where((row) =>
      row.and([
        row('published', 'is not', null),
        row.or([row('published', 'like', mark), row('title', 'like', mark), row('description', 'like', mark)]),
      ]),
    )
    .orderBy('id')
    .orderBy('language')
    .execute()
  const widgets = await db
    .selectFrom('widgets')
    .select(['slug', 'language', 'published'])
    .where('published', 'like', mark)
    .orderBy('slug')
    .orderBy('language')
    .execute()
  return [
    ...pages.map(({ id, language, published, title, description }) => ({
      name: `page ${id} (${language})`,
      language,
      text: [title, description, published].join(' '),
    })),
    ...widgets.map(({ slug, language, published }) => ({
      name: `widget ${slug} (${language})`,
      language,
      text: published ?? '',
    })),
  ]
}

/** Tells which of some slugs of a language are those of published pages. */
export async function publishedSlugs(db: Queryable, language: Language, slugs: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('content_pages')
    .select('slug')
    .where('language', '=', language)
    .where('slug', 'in', slugs)
    .where('published', 'is not', null)
    .execute()
  return rows.map(({ slug }) => slug)
}

const people = ['customers', 'organizations', 'orders', 'coupons'] as const
const catalogueAndTexts = ['products', 'content_pages', 'widgets'] as const
const worthKeeping = [...catalogueAndTexts, ...people, 'shop_settings'] as const
type Table = (typeof worthKeeping)[number]

/**
 * Tells whether the database holds nothing worth keeping: no products, accounts, orders, coupons, texts or settings.
 */
export async function isUntouched(db: Queryable): Promise<boolean> {
  return (await filledTables(db)).length === 0
}

/** Tells whether there is a customer, an organization, an order or a coupon. */
export async function hasPeople(db: Queryable): Promise<boolean> {
  return (await filledTables(db, people)).length > 0
}

/** Lists the tables with something worth keeping in them. */
export async function filledTables(db: Queryable, tables: readonly Table[] = worthKeeping): Promise<Table[]> {
  const filled: Table[] = []
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select((each) => each.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (row) filled.push(table)
  }
  return filled
}
