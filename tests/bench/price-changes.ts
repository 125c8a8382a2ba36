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
import { connect, type DatabaseLocation } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { workAtChange } from '../../src/server/pricing/price-changes/carry-out-changes.ts'
import { changeById } from '../../src/server/pricing/price-changes/change-queries.ts'
import { makeChange, startChange, undoChange } from '../../src/server/pricing/price-changes/edit-changes.ts'
import { writeManyPrices } from '../support/many-prices.ts'
import { startPostgres } from '../support/postgres.ts'
import { benchFolder } from './workspace.ts'

const { values } = parseArgs({ options: { postgres: { type: 'boolean' }, products: { type: 'string' } } })
const products = Number(values.products ?? 100_000)

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
  await writeManyPrices(open, products)
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
