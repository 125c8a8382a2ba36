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

const people = ['customers', 'organizations', 'orders', 'coupons'] as const
const catalogueAndTexts = ['products', 'content_pages', 'widgets'] as const

/** Tells whether the database holds nothing worth keeping: no products, accounts, orders, coupons or texts. */
export async function isUntouched(db: Queryable): Promise<boolean> {
  return (await isEveryEmpty(db, catalogueAndTexts)) && (await isEveryEmpty(db, people))
}

/** Tells whether there is a customer, an organization, an order or a coupon. */
export async function hasPeople(db: Queryable): Promise<boolean> {
  return !(await isEveryEmpty(db, people))
}

async function isEveryEmpty(
  db: Queryable,
  tables: readonly (typeof people | typeof catalogueAndTexts)[number][],
): Promise<boolean> {
  for (const table of tables) {
    if (
      await db
        .selectFrom(table)
        .select((each) => each.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return false
  }
  return true
}
