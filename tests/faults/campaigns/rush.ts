import { withDatabase } from '../../bench/catalogue.ts'
import { percentile } from '../../bench/figure.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import {
  isConfirmation,
  look,
  numbers,
  place,
  pooled,
  shopperHeaders,
  startCheckout,
  stockedProducts,
} from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'

/** More concurrent shoppers than units in stock, or than uses of a coupon. */
export const rush: Campaign = {
  name: 'rush',
  about: '1,000 buyers at once for 100 units; 1,000 for a coupon with limit 1, and 50',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await rushOn(ground, engine)))
    return findings
  },
}

const coupons = [
  ['RUSH-ONE', 1],
  ['RUSH-FIFTY', 50],
] as const

async function rushOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const buyers = ground.size(1000, 60)
  const units = Math.round(buyers / 10)
  const data = await ground.newShop(engine)
  const [scarce, plenty] = await stockedProducts(data, 100_000, 2)
  if (!scarce || !plenty) throw new Error('The demo shop has no two products in stock.')
  await prepare(data, scarce.id, units)
  await using shop = await FaultShop.start(data)
  using client = new Client(shop.origin, buyers)
  const forUnits = await allAtOnce(client, buyers, scarce.sku)
  const left = await withDatabase(data, (db) =>
    db
      .selectFrom('stock')
      .select(['on_hand', 'reserved'])
      .where('product_id', '=', scarce.id)
      .executeTakeFirstOrThrow(),
  )
  const findings = [
    count(
      `rush: orders for ${units} units`,
      forUnits.placed,
      { exactly: units },
      { engine, beside: `${buyers} buyers, ${left.reserved} of ${left.on_hand} reserved` },
    ),
    ...others('units', engine, forUnits),
  ]
  for (const [code, limit] of coupons) {
    const rushed = await allAtOnce(client, buyers, plenty.sku, [code])
    const { used, orders } = await usesOf(data, code)
    findings.push(
      count(
        `rush: orders with a coupon of limit ${limit}`,
        orders,
        { exactly: limit },
        { engine, beside: `${buyers} buyers, ${rushed.placed} told so, counted ${used}` },
      ),
      ...others(`limit ${limit}`, engine, rushed),
    )
  }
  return findings
}

async function prepare(data: ShopData, scarce: string, units: number): Promise<void> {
  await withDatabase(data, async (db) => {
    await db.updateTable('stock').set({ on_hand: units }).where('product_id', '=', scarce).execute()
    await db
      .insertInto('coupons')
      .values(
        coupons.map(([code, usage_limit]) => ({
          code,
          usage_limit,
          percentage: 10,
          fixed_amounts: null,
          groups: '[]',
          excluded_groups: '[]',
          discount_categories: '[]',
          minimum_spend: 0,
          customer_id: null,
          starts_at: null,
          ends_at: null,
          used: 0,
          adds_sku: null,
        })),
      )
      .execute()
  })
}

type Rushed = { placed: number; failed: number; times: number[] }

/** Everybody loads the checkout before the first one orders; then all order at once. */
async function allAtOnce(client: Client, buyers: number, sku: string, codes: readonly string[] = []): Promise<Rushed> {
  const cart = [{ sku, quantity: 1 }]
  const checkouts = await pooled(numbers(buyers), 16, (at) =>
    startCheckout(client, cart, { coupons: codes, headers: shopperHeaders(at) }),
  )
  const first = checkouts[0]
  const seen = first ? await look(client, first) : ''
  const answers = await Promise.all(
    checkouts.map(async (checkout, at) => ({
      checkout,
      answer: await place(client, checkout, { seen }, shopperHeaders(at)),
    })),
  )
  return {
    placed: answers.filter(({ answer, checkout }) => isConfirmation(answer, checkout)).length,
    failed: answers.filter(({ answer }) => answer.status >= 400).length,
    times: answers.map(({ answer }) => answer.ms),
  }
}

function others(what: string, engine: Engine, { failed, times }: Rushed): Finding[] {
  return [
    count(`rush: errors (${what})`, failed, { exactly: 0 }, { engine }),
    timing(`rush: answer, p99 (${what})`, percentile(times, 0.99), 'ms', {
      engine,
      beside: `p50 ${percentile(times, 0.5).toFixed(0)} ms`,
    }),
  ]
}

function usesOf(data: ShopData, code: string): Promise<{ used: number; orders: number }> {
  return withDatabase(data, async (db) => {
    const { used } = await db.selectFrom('coupons').select('used').where('code', '=', code).executeTakeFirstOrThrow()
    const orders = await db
      .selectFrom('orders as o')
      .innerJoin('order_lines as l', 'l.order_id', 'o.id')
      .select('o.coupons')
      .where('l.discount_percent', '>', 0)
      .execute()
    return { used, orders: orders.filter((order) => order.coupons.includes(code)).length }
  })
}
