/**
 * `node tests/bench/price-changes.ts [--postgres] [--products N]` measures a change of all prices of a shop: how long
 * it takes to compute it, to carry it out and to take it back, and how long requests wait for this process meanwhile.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Client as PostgresClient } from 'pg'
import { allProducts } from '../../src/domain/products/product-choice.ts'
import { connect, type DatabaseLocation, type OpenDatabase } from '../../src/server/platform/db/connect.ts'
import { insertRows } from '../../src/server/platform/db/bulk.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { workAtChange } from '../../src/server/pricing/price-changes/carry-out-changes.ts'
import { changeById } from '../../src/server/pricing/price-changes/change-queries.ts'
import { makeChange, startChange, undoChange } from '../../src/server/pricing/price-changes/edit-changes.ts'
import { startPostgres } from '../support/postgres.ts'
import { benchFolder } from './workspace.ts'

const { values } = parseArgs({ options: { postgres: { type: 'boolean' }, products: { type: 'string' } } })
const products = Number(values.products ?? 100_000)
const begun = '2026-01-01T00:00:00.000Z'
const atOnce = 5_000

const plain = {
  type: 1,
  parent_id: null,
  position: 0,
  brand_id: null,
  main_category_id: null,
  picture_id: null,
  group_id: null,
  group_size: 1,
  discount_category: null,
  vat_class: 'standard',
  weight_grams: 100,
  status: 'published',
  notifyable: 1,
  decoration: '',
  popularity: 0,
  published_at: begun,
  free: 0,
  feed: null,
  content_hash: null,
  created_at: begun,
  updated_at: begun,
} as const
const offer = {
  supplier: 'nordic',
  number: '',
  cost: 500,
  currency: 'SEK',
  stock: 5,
  delivery_days: 3,
  is_priced: 0,
  changed_at: begun,
} as const

/** Products with one price, every tenth with prices of more units, every fifth with a supplier's cost. */
async function fill({ db, kind }: OpenDatabase): Promise<void> {
  for (let from = 0; from < products; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, products - from) }, (_, at) => from + at)
    const idOf = (number: number) => `p${String(number).padStart(7, '0')}`
    const amountOf = (number: number) => 1_000 + ((number * 7_919) % 500_000)
    const price = (number: number, min_quantity: number, amount: number) => ({
      product_id: idOf(number),
      currency: 'SEK' as const,
      min_quantity,
      amount,
    })
    await db.transaction().execute(async (trx) => {
      await insertRows(
        trx,
        kind,
        'products',
        numbers.map((number) => ({
          ...plain,
          id: idOf(number),
          sku: idOf(number).toUpperCase(),
          sort_price: amountOf(number),
        })),
      )
      const prices = numbers.flatMap((number) =>
        number % 10 === 0
          ? [price(number, 1, amountOf(number)), price(number, 10, amountOf(number) - 100)]
          : [price(number, 1, amountOf(number))],
      )
      await insertRows(trx, kind, 'prices', prices)
      await insertRows(
        trx,
        kind,
        'price_history',
        numbers.map((number) => ({
          product_id: idOf(number),
          currency: 'SEK' as const,
          amount: amountOf(number),
          valid_from: begun,
          valid_until: null,
        })),
      )
      await insertRows(
        trx,
        kind,
        'stock',
        numbers.map((number) => ({ product_id: idOf(number), on_hand: 5, reserved: 0, incoming_at: null })),
      )
      await insertRows(
        trx,
        kind,
        'supplier_offers',
        numbers.filter((number) => number % 5 === 0).map((number) => ({ ...offer, product_id: idOf(number) })),
      )
    })
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1_000
  delay.disable()
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
  console.log(
    `${what.padEnd(12)}${seconds.toFixed(1).padStart(7)} s, the event loop waits p99 ${ms(delay.percentile(99))} ms, ` +
      `at most ${ms(delay.max)} ms`,
  )
}

async function measure(location: DatabaseLocation): Promise<void> {
  const open = connect(location)
  await migrate(open)
  await fill(open)
  // As the database of a shop that runs has them.
  await sql`analyze`.execute(open.db)
  const shop = { ...open, now: () => new Date() }
  const id = await makeChange(
    shop,
    { staffId: null, name: 'bench' },
    { choice: allProducts, rule: { how: 'percent', percent: 500 }, ending: '90' },
  )
  await timed('prepared in', () => workAtChange(shop, id))
  await startChange(shop, id)
  await timed('changed in', () => workAtChange(shop, id))
  await undoChange(shop, id)
  await timed('undone in', () => workAtChange(shop, id))
  const change = await changeById(open.db, id)
  console.log(`${change?.total} products, ${change?.changed} changed, ${change?.undone} restored, ${change?.kept} kept`)
  await open.db.destroy()
}

if (values.postgres) {
  const server = await startPostgres({ durable: true })
  const name = `price_changes_${process.pid}`
  const admin = new PostgresClient({ connectionString: server.url })
  await admin.connect()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await admin.query(`create database ${name}`)
  await measure({ postgresUrl: url.href })
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await server.stop()
} else {
  const folder = path.join(benchFolder, `price-changes-${process.pid}`)
  await measure({ sqliteFile: path.join(folder, 'shop.db') })
  rmSync(folder, { recursive: true, force: true })
}
