import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { followCampaigns } from '../../../../src/server/catalog/maintenance/follow-campaigns.ts'
import { orderPage } from '../../../../src/server/ordering/orders/order-page.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import type { DatabaseKind } from '../../../../src/server/platform/db/connect.ts'
import { migrate } from '../../../../src/server/platform/db/migrate.ts'
import type { Database } from '../../../../src/server/platform/db/tables.ts'
import { aForm, bought, checkoutWith, fixtureShop, priced } from '../../ordering/checkout/buyer.ts'

const folder = path.join(import.meta.dirname, '../../../../src/server/platform/db/migrations')
const tables = [
  'categories',
  'category_texts',
  'category_products',
  'brands',
  'products',
  'product_texts',
  'prices',
  'campaigns',
  'campaign_prices',
  'vat_rates',
  'currency_rates',
  'stock',
  'orders',
  'order_lines',
  'carts',
  'gift_cards',
  'quotes',
  'quote_lines',
] as const
type Table = (typeof tables)[number]
type Rows = Record<string, unknown>[]

/** The schema of the release before amounts were exact to the öre. */
async function oldSchema(db: Database, kind: DatabaseKind): Promise<void> {
  await dropEverything(db, kind)
  const names = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file) && file < '0018')
    .map((file) => file.replace(/\.ts$/, ''))
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const { up } = (await import(path.join(folder, `${name}.ts`))) as {
      up: (on: unknown, kind: DatabaseKind) => Promise<void>
    }
    migrations[name] = { up: (on) => up(on, kind) }
  }
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('The old schema cannot be made.')
}

async function dropEverything(db: Database, kind: DatabaseKind): Promise<void> {
  if (kind !== 'sqlite') return void (await sql`drop schema public cascade; create schema public`.execute(db))
  const named = async (virtual: boolean) =>
    (
      await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' and (sql like 'create virtual%') = ${virtual ? 1 : 0}`.execute(db)
    ).rows
  for (const virtual of [true, false])
    for (const { name } of await named(virtual)) await sql`drop table ${sql.table(name)}`.execute(db)
}

async function rowsOf(db: Database, table: Table): Promise<Rows> {
  return (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows
}

/** Writes rows with the columns of that time. */
async function write(db: Database, table: Table, rows: Rows): Promise<void> {
  const known =
    (await db.introspection.getTables()).find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  for (const row of rows) {
    const columns = known.filter((column) => column in row)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(columns.map((column) => sql`${row[column]}`))})`.execute(db)
  }
}

/** Columns of lists in the older schema. */
const listColumns = { popularity: 0, published_at: '', unpriced: 0, sort_price: 0, name_en: '', name_sv: '' }

/** Rows as the older program wrote them: units rounded to whole kronor, a price of 0 with its sort columns. */
function writeAsBefore(dump: Map<Table, Rows>): void {
  const changes: [Table, (row: Record<string, unknown>) => boolean, Record<string, number | string>][] = [
    ['order_lines', (line) => line['sku'] === 'FAN', { unit_price: 8_900, line_total: 26_700, vat_total: 5_340 }],
    ['orders', () => true, { items_total: 76_600, total: 76_600, vat_total: 15_320 }],
    ['prices', (row) => row['product_id'] === 'ram', { amount: 0 }],
    ['products', (row) => row['id'] === 'ram', { sort_price: 0 }],
    ['category_products', () => true, listColumns],
  ]
  for (const [table, isChanged, values] of changes) {
    for (const row of dump.get(table) ?? []) if (isChanged(row)) Object.assign(row, values)
  }
}

test('migrates an older database: amounts of orders stay, prices of 0 are removed and lists are sorted', async () => {
  await using shop = await fixtureShop()
  const { db, kind } = shop
  const { orderId } = await bought(
    shop,
    [
      ['FAN', 3],
      ['BAT', 1],
    ],
    aForm({ payment_method: 'sandbox' }),
  )
  const checkoutId = await checkoutWith(shop, [['ODD-PRICE', 2]])
  const dump = new Map<Table, Rows>()
  for (const table of tables) dump.set(table, await rowsOf(db, table))
  writeAsBefore(dump)
  await oldSchema(db, kind)
  for (const [table, rows] of dump) await write(db, table, rows)
  const before = { orders: await rowsOf(db, 'orders'), lines: await rowsOf(db, 'order_lines') }
  expect(Object.keys((await rowsOf(db, 'products'))[0] ?? {})).not.toContain('free')

  expect(await migrate({ db, kind })).toEqual(expect.arrayContaining(['0018-free-products', '0019-sort-prices']))

  expect(await rowsOf(db, 'orders')).toMatchObject(before.orders)
  expect(await rowsOf(db, 'order_lines')).toMatchObject(before.lines)
  const order = await orderById(db, orderId)
  if (!order) throw new Error('The order is gone.')
  const page = await orderPage(db, order)
  expect(page.totals).toMatchObject({ items: { inc: 76_600 }, delivery: { inc: 0 }, total: { inc: 76_600 } })
  expect(page.lines.map(({ sku, unit, total }) => [sku, unit.inc, total.inc])).toEqual([
    ['FAN', 8_900, 26_700],
    ['BAT', 49_900, 49_900],
  ])
  expect(
    await db.selectFrom('products').select(['sort_price', 'free']).where('id', '=', 'ram').executeTakeFirst(),
  ).toMatchObject({ sort_price: null, free: 0 })
  expect((await priced(shop, checkoutId)).lines).toMatchObject([{ sku: 'ODD-PRICE', quantity: 2 }])
  await followCampaigns(shop)()
  expect(
    (await db.selectFrom('product_sort_prices').select('product_id').execute()).map(({ product_id: id }) => id),
  ).toContain('own-euro')
})
