import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import type { Answered, Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'

export type Cart = readonly { sku: string; quantity: number }[]
export type Checkout = { id: string; path: string }

/** The form of a private Swedish shopper. */
export const typed: Readonly<Record<string, string>> = {
  email: 'anna.lind@example.com',
  phone: '',
  customer_kind: 'private',
  organization_name: '',
  organization_number: '',
  vat_number: '',
  order_reference: '',
  cost_centre: '',
  peppol_id: '',
  invoice_address: '',
  message: '',
  name: 'Anna Lind',
  line1: 'Storgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  payment_method: 'invoice',
  terms: 'yes',
  action: 'place',
}

/** The headers of the shopper with this number, who has a separate address. */
export function shopperHeaders(at: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}` }
}

export async function startCheckout(
  client: Client,
  items: Cart,
  { coupons = [], headers = {} }: { coupons?: readonly string[]; headers?: Record<string, string> } = {},
): Promise<Checkout> {
  const { status, body } = await client.ask({
    path: '/api/checkout?locale=sv',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    body: JSON.stringify({ items, coupons: coupons.map((code) => ({ code })) }),
  })
  if (status !== 200) throw new Error(`POST /api/checkout was answered ${status}: ${body.toString().slice(0, 300)}`)
  const { checkout_id: id, path }: { checkout_id: string; path: string } = JSON.parse(body.toString())
  return { id, path }
}

/** The `seen` field of the checkout page's form. */
export async function look(client: Client, { path }: Checkout, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await client.ask({ path, headers: { 'accept-encoding': 'identity', ...headers } })
  const input = /<input[^>]*name="seen"[^>]*>/.exec(body.toString())?.[0] ?? ''
  const seen = /value="([^"]*)"/.exec(input)?.[1]
  if (seen === undefined) throw new Error(`The checkout page ${path} (${status}) has no form to order with.`)
  return seen
}

export function place(
  client: Client,
  { path }: Checkout,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return client.ask({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ ...typed, ...fields }).toString(),
  })
}

const timeoutMs = 20_000

/** Status 0 when the connection broke before an answer, or none came in 20 seconds. */
export function orBroken(answer: Promise<Answered>): Promise<Answered> {
  const began = performance.now()
  const broken = (): Answered => ({ status: 0, headers: {}, body: Buffer.alloc(0), ms: performance.now() - began })
  return Promise.race([answer.catch(broken), sleep(timeoutMs, undefined, { ref: false }).then(broken)])
}

/** Whether the answer says that this checkout has been ordered. */
export function isConfirmation({ status, headers }: Answered, { id }: Checkout): boolean {
  return status === 303 && headers.location === href('sv', 'checkout-confirmation', { id })
}

/** Plain products with this stock and nothing reserved. */
export function stockedProducts(data: ShopData, units: number, max = 50): Promise<{ id: string; sku: string }[]> {
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
      .limit(max)
      .execute()
    await db
      .updateTable('stock')
      .set({ on_hand: units, reserved: 0 })
      .where(
        'product_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows
  })
}

/** Runs the work for every item with limited concurrency, and keeps their order. */
export async function pooled<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const queue = items.entries()
  const results: Result[] = []
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item, at)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

export const numbers = (length: number): number[] => Array.from({ length }, (_, at) => at)

export function shuffled<Item>(items: readonly Item[]): Item[] {
  const deck = [...items]
  for (let at = deck.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1))
    const [one, two] = [deck[at], deck[other]]
    if (one === undefined || two === undefined) continue
    deck[at] = two
    deck[other] = one
  }
  return deck
}
