import { expect, test } from 'vitest'
import { SyncCart, type SentLine } from '../../../../src/contracts/calls/sync-cart.ts'
import { formatAtc } from '../../../../src/domain/cart/atc.ts'
import { syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call } from '../../call.ts'
import { fixtureShop, priced, somebody, swedish } from '../checkout/buyer.ts'
import { openCart, sendCart } from '../checkout/visit-checkout.ts'

/** The result of each line, in a stable order. */
async function settled(shop: Shop, items: readonly SentLine[]): Promise<unknown[]> {
  const { answer } = await call(shop, SyncCart, syncCart, { body: { items }, shopping: swedish() })
  return answer
    .map(({ sku, quantity, price, upselling_bundle_id: bundle, cross_selling_product_id: cross }) =>
      JSON.stringify([sku, quantity, price, bundle ?? null, cross ?? null]),
    )
    .toSorted()
}

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

test("a line's price does not depend on the order of the lines, and syncing again changes nothing", async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('product_relations')
    .values({ product_id: 'fan', related_id: 'sale', kind: 'bundle', position: 0, discount_percent: 10 })
    .execute()
  const carts: SentLine[][] = [
    // An accessory of a missing battery is a regular fan, which carries a bundle.
    [
      { sku: 'FAN', quantity: 1, cross_selling_product_id: 'bat' },
      { sku: 'SALE', quantity: 1, upselling_bundle_id: 'fan' },
      { sku: 'RAM', quantity: 1 },
    ],
    [
      { sku: 'RAM', quantity: 2, upselling_bundle_id: 'bat' },
      { sku: 'RAM', quantity: 5, upselling_bundle_id: 'bat' },
      { sku: 'BAT', quantity: 3 },
    ],
    [
      { sku: 'BAT', quantity: 1 },
      { sku: 'FAN', quantity: 2, cross_selling_product_id: 'bat' },
      { sku: 'SALE', quantity: 1, upselling_bundle_id: 'fan' },
    ],
  ]
  for (const cart of carts) {
    const [first, ...others] = await Promise.all(ordersOf(cart).map((items) => settled(shop, items)))
    for (const other of others) expect(other).toEqual(first)
  }
})

test('a bundle keeps its price beside an accessory of the same product', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('product_relations')
    .values({ product_id: 'bat', related_id: 'ram', kind: 'accessory', position: 9, discount_percent: 0 })
    .execute()
  const items: SentLine[] = [
    { sku: 'BAT', quantity: 1 },
    { sku: 'RAM', quantity: 1, upselling_bundle_id: 'bat' },
    { sku: 'RAM', quantity: 2, cross_selling_product_id: 'bat' },
  ]
  for (const cart of ordersOf(items)) {
    expect(await settled(shop, cart)).toEqual([
      '["BAT",1,499,null,null]',
      '["RAM",1,169.15,"bat",null]',
      '["RAM",2,199,null,"bat"]',
    ])
  }
})

test('without scripts a bundle is added at the price of its page, and keeps it to the order', async () => {
  await using shop = await fixtureShop()
  const visitor = somebody()
  const post = (fields: Record<string, string>) => sendCart(shop, swedish(), fields, visitor)
  const shown = async () => {
    const answer = await openCart(shop, swedish(), visitor)
    return answer.kind === 'cart'
      ? answer.page.lines.map(({ sku, quantity, price, key }) => [sku, quantity, price, key])
      : []
  }
  await post({
    atc: formatAtc([
      { sku: 'BAT', quantity: 1 },
      { sku: 'RAM', quantity: 1 },
    ]),
    bundle: 'bat',
  })
  expect(await shown()).toEqual([
    ['BAT', 1, 499, 'BAT'],
    ['RAM', 1, 169.15, 'RAM:bundle:bat'],
  ])
  await post({
    atc: formatAtc([
      { sku: 'BAT', quantity: 1 },
      { sku: 'RAM', quantity: 1 },
    ]),
    bundle: 'bat',
  })
  await post({ atc: formatAtc([{ sku: 'RAM', quantity: 1 }]), quantity: '1' })
  expect(await shown()).toEqual([
    ['BAT', 2, 499, 'BAT'],
    ['RAM', 2, 169.15, 'RAM:bundle:bat'],
    ['RAM', 1, 199, 'RAM'],
  ])
  const going = await post({ action: 'checkout' })
  const checkoutId = going.kind === 'go' ? (going.path.split('/').at(-1) ?? '') : ''
  expect((await priced(shop, checkoutId)).totals.items.inc).toBe(2 * 49_900 + 2 * 16_915 + 19_900)
  await post({ remove: 'BAT' })
  expect(await shown()).toMatchObject([
    ['RAM', 2, 199, 'RAM:bundle:bat'],
    ['RAM', 1, 199, 'RAM'],
  ])
  await post({ remove: 'RAM:bundle:bat' })
  expect(await shown()).toEqual([['RAM', 1, 199, 'RAM']])
})

test('a bundle that is not offered costs the price of its parts, whatever a form says', async () => {
  await using shop = await fixtureShop()
  const visitor = somebody()
  for (const bundle of ['fan', '__proto__', "' or 1=1 --", 'x'.repeat(5_000)]) {
    const fields: Record<string, string> = {
      atc: formatAtc([
        { sku: 'BAT', quantity: 1 },
        { sku: 'RAM', quantity: 1 },
      ]),
      bundle,
    }
    await sendCart(shop, swedish(), fields, visitor)
  }
  const answer = await openCart(shop, swedish(), visitor)
  if (answer.kind !== 'cart') throw new Error(answer.kind)
  expect(answer.page.lines.filter(({ sku }) => sku === 'RAM').map(({ price }) => price)).toEqual([199, 199, 199, 199])
})

test('a quantity typed without scripts is parsed as a whole number, or rejected', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 4_000 }).where('product_id', '=', 'fan').execute()
  const quantityAfter = async (typed: string) => {
    const visitor = somebody()
    for (const fields of [
      { atc: formatAtc([{ sku: 'FAN', quantity: 7 }]) },
      { action: 'update', 'quantity:FAN': typed },
    ] as Record<string, string>[])
      await sendCart(shop, swedish(), fields, visitor)
    const answer = await openCart(shop, swedish(), visitor)
    return answer.kind === 'cart' ? answer.page.lines[0]?.quantity : 0
  }
  expect(await Promise.all(['1 000', '1,000', '1.000', '12', '12abc', ''].map(quantityAfter))).toEqual([
    1_000, 1_000, 1_000, 12, 0, 0,
  ])
})
