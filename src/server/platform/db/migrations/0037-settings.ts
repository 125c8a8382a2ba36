import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Accounts that only the demo's seed writes. */
const demoAccounts = ['demo-private', 'demo-admin', 'demo-buyer']

/** The company and the brand that were constants of the program, as the demo had them. */
const demo = {
  company: {
    name: 'Delverk AB',
    organizationNumber: '559999-4604',
    vatNumber: 'SE559999460401',
    phone: '+46 31 390 06 10',
    bankgiro: '5999-4608',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bic: 'ESSESESS',
    contact: {
      en: { address: ['Reservgatan 1', '415 02 Göteborg', 'Sweden'], email: 'hello@delverk.example' },
      sv: { address: ['Reservgatan 1', '415 02 Göteborg'], email: 'hej@delverk.example' },
    },
  },
  brand: {
    name: { en: 'Delverk', sv: 'Delverk' },
    slogan: { en: 'Spare parts that fit', sv: 'Reservdelar som passar' },
    logo: '/logo.svg',
    favicon: '/favicon.svg',
    picture: '/social.png',
  },
}

/**
 * Adds the shop's settings, by group, and their history. A database that holds an account of the demo keeps the demo's
 * company and brand; every other one begins with the neutral defaults, because nothing in it says who runs the shop.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'shop_settings', { name: 'text', value: 'text', changed_at: 'text' })
    .addPrimaryKeyConstraint('shop_settings_pk', ['name'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'settings_history', {
    revision: 'int',
    changed_at: 'text',
    changed_by: 'text',
    name: 'text',
    before: 'text',
    after: 'text',
  })
    .addPrimaryKeyConstraint('settings_history_pk', ['revision'])
    .execute()
  const found = await sql`select 1 from customers where id in (${sql.join(demoAccounts)}) limit 1`.execute(db)
  if (found.rows.length > 0) await writeDemo(db, new Date().toISOString())
}

async function writeDemo(db: Kysely<unknown>, at: string): Promise<void> {
  for (const [index, [name, value]] of Object.entries(demo).entries()) {
    const json = JSON.stringify(value)
    await sql`insert into shop_settings (name, value, changed_at) values (${name}, ${json}, ${at})`.execute(db)
    await sql`insert into settings_history (revision, changed_at, changed_by, name, "before", "after")
      values (${index + 1}, ${at}, 'migration', ${name}, '{}', ${json})`.execute(db)
  }
}
