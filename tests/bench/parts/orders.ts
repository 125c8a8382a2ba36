import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { withDatabase } from '../catalogue.ts'
import { figure, percentile, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import { OrderingShopper, type Cart } from '../load/ordering-shopper.ts'
import type { Bench, Part } from '../part.ts'
import { withPostgresDemo } from '../postgres-demo.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const shoppers = 32
const seconds = 6

/** Complete orders over HTTP. The shop is killed at the end, and all acknowledged orders must be in the database. */
export const orders: Part = {
  name: 'orders',
  about: 'orders placed, each durable before its answer, on both databases',
  run: async (bench) => {
    const data = await bench.workspace.newDemo()
    const limit = `limit: ${Math.round(durableWrites(data.folder))} durable writes of 4 kB/s on this disk`
    return [...(await placeOrders('SQLite', bench, data, limit)), ...(await onPostgres(bench, limit))]
  },
}

function onPostgres(bench: Bench, limit: string): Promise<Figure[]> {
  return withPostgresDemo(bench, ({ data, settings }) =>
    placeOrders('PostgreSQL', bench, data, `${settings}; ${limit}`),
  )
}

async function placeOrders(engine: string, { nodeArgs }: Bench, data: ShopData, limit: string): Promise<Figure[]> {
  const carts = await prepareCarts(data)
  await using shop = await ShopProcess.start(data, nodeArgs)
  using client = new Client(shop.origin, shoppers)
  const shopper = new OrderingShopper(client, carts)
  await shopper.look()
  await shopper.order(shoppers, 1)
  const { placed, times, elapsed } = await shopper.order(shoppers, seconds)
  // A CPU profile is only written on a regular exit.
  const isProfiled = nodeArgs.length > 0
  await (isProfiled ? shop[Symbol.asyncDispose]() : shop.kill())
  const missing = shopper.placed.length - (await countOrders(data, shopper.placed))
  if (missing > 0)
    throw new Error(`${missing} of ${shopper.placed.length} acknowledged orders are not in the database.`)
  const spans = `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`
  const beside =
    `${shoppers} shoppers, ${spans}; ` +
    `all ${shopper.placed.length} found after ${isProfiled ? 'its end' : 'kill -9'}; ${limit}`
  return [figure(`orders on ${engine}`, placed / elapsed, 'orders/s', { bar: { atLeast: 300 }, beside })]
}

/** Carts of two products each, with enough stock for every order of the run. */
export async function prepareCarts(data: ShopData): Promise<Cart[]> {
  return withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('products as p')
      .innerJoin('stock as s', 's.product_id', 'p.id')
      .select(['p.id', 'p.sku'])
      .where('p.type', '=', 1)
      .where('p.status', '=', 'published')
      .where('p.sort_price', 'is not', null)
      .where('p.parent_id', 'is', null)
      .orderBy('p.id')
      .limit(200)
      .execute()
    await db
      .updateTable('stock')
      .set({ on_hand: 1_000_000, reserved: 0 })
      .where(
        'product_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows.map(({ sku }, at): Cart => [
      { sku, quantity: 1 },
      { sku: rows[(at + 77) % rows.length]?.sku ?? sku, quantity: 2 },
    ])
  })
}

/** Counts the checkouts with a confirmed order and its related rows. */
async function countOrders(data: ShopData, checkoutIds: readonly string[]): Promise<number> {
  return withDatabase(data, async (db) => {
    const rows = await db
      .selectFrom('orders as o')
      .innerJoin('order_lines as l', 'l.order_id', 'o.id')
      .select(['o.checkout_id', 'o.status'])
      .distinct()
      .execute()
    const confirmed = new Set(rows.filter(({ status }) => status === 'confirmed').map((row) => row.checkout_id))
    return checkoutIds.filter((id) => confirmed.has(id)).length
  })
}

/** The limit of the disk: durable writes of one block, one after the other. */
function durableWrites(folder: string): number {
  const name = path.join(folder, 'durable-writes')
  const [file, block] = [openSync(name, 'w'), Buffer.alloc(4096, 1)]
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 1000; count += 1) {
    writeSync(file, block)
    fdatasyncSync(file)
  }
  closeSync(file)
  rmSync(name)
  return count / ((performance.now() - started) / 1000)
}
