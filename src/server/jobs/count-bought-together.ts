import { setTimeout as sleep } from 'node:timers/promises'
import { claimTurn } from '../platform/db/claim-turn.ts'
import type { Row } from '../platform/db/tables.ts'
import type { Shop } from '../platform/shop.ts'
import {
  buyersOfOrders,
  countedPairs,
  listedProducts,
  nextProducts,
  ordersWith,
  productsOfOrders,
  productsWithPairs,
  replacePairs,
} from './bought-together-queries.ts'

type Counting = Pick<Shop, 'db' | 'kind' | 'now'>
type Pair = Row<'bought_together'>

const hourMs = 3_600_000
const everyMs = 24 * hourMs
const months = 24
/** Fewer buyers than this could tell what one person bought. */
const minBuyers = 3
/** A product's newest orders; more of them change the order of pairs no more. */
const maxOrders = 1_000
const maxRelated = 12
const productsPerBatch = 200
const ordersPerPart = 500
/** Pause after each batch, so that pages and orders are answered in between. */
const pauseMs = 20

/**
 * Counts which products different buyers bought in the same order in the last 24 months, once a day in one of all
 * processes. Rows hold products and numbers, and nothing about buyers. Returns how many products' rows changed.
 */
export async function countBoughtTogether(shop: Counting): Promise<number> {
  const { db, now } = shop
  const at = now()
  if (!(await claimTurn(db, 'bought_together_counted_at', at, everyMs))) return 0
  const since = new Date(at)
  since.setUTCMonth(since.getUTCMonth() - months)
  const done = new Set<string>()
  let changed = 0
  for (let last = ''; ;) {
    const products = await nextProducts(db, last, productsPerBatch)
    const listed = products.filter((row) => Boolean(row.is_ordered)).map((row) => row.parent_id ?? row.id)
    const ids = [...new Set(listed)].filter((id) => !done.has(id))
    const counted: Pair[] = []
    for await (const orders of ordersInParts(db, ids))
      counted.push(...(await pairsOf(shop, orders, since.toISOString())))
    changed += await store(db, ids, counted)
    for (const id of ids) done.add(id)
    const end = products.at(-1)?.id
    if (end === undefined || products.length < productsPerBatch) break
    last = end
    await sleep(pauseMs)
  }
  const gone = (await productsWithPairs(db)).filter((id) => !done.has(id))
  return changed + (await store(db, gone, []))
}

/** Order ids by product. */
type OrdersOfProducts = ReadonlyMap<string, readonly string[]>

/** Reads the newest orders of products, as many products at a time as have about `ordersPerPart` orders together. */
async function* ordersInParts(db: Shop['db'], productIds: readonly string[]): AsyncGenerator<OrdersOfProducts, void> {
  let part = new Map<string, readonly string[]>()
  let size = 0
  for (const id of productIds) {
    const orders = await ordersWith(db, id, maxOrders)
    if (orders.length < minBuyers) continue
    part.set(id, orders)
    size += orders.length
    if (size < ordersPerPart) continue
    yield part
    part = new Map()
    size = 0
  }
  if (part.size > 0) yield part
}

/** Counts the buyers of the pairs of these products, in three queries. */
async function pairsOf({ db, kind }: Counting, orders: OrdersOfProducts, since: string): Promise<Pair[]> {
  const lines = await productsOfOrders(db, kind, [...new Set([...orders.values()].flat())])
  const listed = await listedProducts(db, kind, [...new Set(lines.map((line) => line.product_id))])
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const frequent = [...orders].flatMap(([productId, ids]) => {
    const inSameOrder = new Map<string, Set<string>>()
    for (const { order_id: order, product_id: id } of ids.flatMap((each) => linesOf.get(each) ?? [])) {
      const related = listed.get(id)
      if (related === undefined || related === productId) continue
      inSameOrder.set(related, (inSameOrder.get(related) ?? new Set()).add(order))
    }
    return [...inSameOrder].flatMap(([related, ids]) => (ids.size < minBuyers ? [] : [{ productId, related, ids }]))
  })
  const bought = [...new Set(frequent.flatMap(({ ids }) => [...ids]))]
  const buyers = new Map((await buyersOfOrders(db, kind, bought, since)).map((row) => [row.id, row]))
  const pairs = frequent
    .map(({ productId, related, ids }) => ({
      product_id: productId,
      related_id: related,
      buyers: differentBuyers(ids, buyers),
    }))
    .filter((pair) => pair.buyers >= minBuyers)
    .sort((one, other) => other.buyers - one.buyers || (one.related_id < other.related_id ? -1 : 1))
  return [...Map.groupBy(pairs, (pair) => pair.product_id).values()].flatMap((own) => own.slice(0, maxRelated))
}

type Buyers = ReadonlyMap<string, { buyer: string; address: string }>

/** Counts who bought: an account with several addresses is one buyer, and so is an address with several accounts. */
function differentBuyers(orders: ReadonlySet<string>, buyers: Buyers): number {
  const known = [...orders].flatMap((id) => buyers.get(id) ?? [])
  return Math.min(new Set(known.map(({ buyer }) => buyer)).size, new Set(known.map(({ address }) => address)).size)
}

/** Writes the products whose rows differ from the stored ones; returns their number. */
async function store(db: Shop['db'], ids: readonly string[], counted: readonly Pair[]) {
  const before = Map.groupBy(await countedPairs(db, ids), (row) => row.product_id)
  const after = Map.groupBy(counted, (row) => row.product_id)
  const different = ids.filter((id) => textOf(before.get(id)) !== textOf(after.get(id)))
  const rows = counted.filter((row) => different.includes(row.product_id))
  if (different.length > 0) await replacePairs(db, different, rows)
  return different.length
}

function textOf(rows: readonly Pair[] = []): string {
  return rows
    .map(({ related_id: id, buyers }) => `${id} ${buyers}`)
    .toSorted()
    .join()
}
