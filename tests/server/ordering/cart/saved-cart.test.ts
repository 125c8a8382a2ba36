import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SavedCart } from '../../../../src/contracts/calls/saved-cart.ts'
import { SyncCart, type SentLine } from '../../../../src/contracts/calls/sync-cart.ts'
import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { applyRetention } from '../../../../src/server/jobs/retention.ts'
import { eraseCustomer } from '../../../../src/server/ordering/account/erase-customer.ts'
import { exportCustomer } from '../../../../src/server/ordering/account/export-customer.ts'
import { mergeLines } from '../../../../src/server/ordering/cart/merge-lines.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { savedCart, syncCart } from '../../../../src/server/ordering/cart/sync-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { call } from '../../call.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { buy, fixtureShop, movableClock, swedish } from '../checkout/buyer.ts'

type Units = [sku: string, quantity: number][]
type Kept = { lines: Units; owner: string }

/** A browser's sync, or the call of an empty cart; returns its lines and their owner. */
async function sync(
  shop: Shop,
  customerId: string | undefined,
  lines: Units,
  owner?: string,
  unchanged = false,
): Promise<Kept> {
  const items: SentLine[] = lines.map(([sku, quantity]) => ({ sku, quantity }))
  const asked = { shopping: swedish(), ...(customerId ? { customerId } : {}) }
  const { answer, headers } =
    items.length === 0 && owner !== undefined
      ? await call(shop, SavedCart, savedCart, { ...asked, body: { owner, unchanged } })
      : await call(shop, SyncCart, syncCart, {
          ...asked,
          body: { items, coupons: [], ...(owner === undefined ? {} : { owner, unchanged }) },
        })
  return { lines: answer.map(({ sku, quantity }) => [sku, quantity]), owner: headers.get('x-cart-owner') ?? '' }
}

const saved = async (shop: Shop): Promise<Units | undefined> => {
  const row = await shop.db
    .selectFrom('saved_carts')
    .select('lines')
    .where('customer_id', '=', 'anna')
    .executeTakeFirst()
  return row && (JSON.parse(row.lines) as SentLine[]).map(({ sku, quantity }) => [sku, quantity])
}

describe('the cart of a signed-in customer', () => {
  test('is saved with every sync, and a browser that signs in merges it with its guest cart', async () => {
    await using shop = await fixtureShop()
    const phone = await sync(shop, 'anna', [['FAN', 2]], '')
    expect(phone).toEqual({ lines: [['FAN', 2]], owner: expect.stringMatching(/^anna:[\w-]{32}$/) })
    await sync(
      shop,
      'anna',
      [
        ['FAN', 3],
        ['RAM', 1],
      ],
      phone.owner,
    )
    expect(await saved(shop)).toEqual([
      ['FAN', 3],
      ['RAM', 1],
    ])
    const desktop = await sync(
      shop,
      'anna',
      [
        ['BAT', 4],
        ['FAN', 1],
      ],
      '',
    )
    expect(desktop.lines).toEqual([
      ['BAT', 4],
      ['FAN', 3],
      ['RAM', 1],
    ])
    expect((await sync(shop, 'anna', [], '')).lines).toEqual(desktop.lines)
  })

  test('does not double when the same cart comes back, however often', async () => {
    await using shop = await fixtureShop()
    const cart: Units = [
      ['FAN', 2],
      ['BAT', 1],
    ]
    for (let login = 0; login < 3; login += 1) expect((await sync(shop, 'anna', cart, '')).lines).toEqual(cart)
  })

  test('can be reduced and emptied by its browser; removed lines stay away', async () => {
    await using shop = await fixtureShop()
    const { owner } = await sync(
      shop,
      'anna',
      [
        ['FAN', 2],
        ['RAM', 1],
      ],
      '',
    )
    expect(await sync(shop, 'anna', [['FAN', 1]], owner)).toEqual({ lines: [['FAN', 1]], owner })
    expect(await saved(shop)).toEqual([['FAN', 1]])
    expect(await sync(shop, 'anna', [], owner)).toEqual({ lines: [], owner })
    expect((await sync(shop, 'anna', [], '')).lines).toEqual([])
  })

  test('loses nothing between two devices: a change and a mere read merge what the other saved', async () => {
    await using shop = await fixtureShop()
    const phone = await sync(shop, 'anna', [['FAN', 2]], '')
    const desktop = await sync(shop, 'anna', [], '')
    await sync(shop, 'anna', [...desktop.lines, ['RAM', 1]], desktop.owner)
    const changed = await sync(
      shop,
      'anna',
      [
        ['FAN', 2],
        ['BAT', 1],
      ],
      phone.owner,
    )
    expect(changed.lines).toEqual([
      ['FAN', 2],
      ['BAT', 1],
      ['RAM', 1],
    ])
    expect(
      (
        await sync(
          shop,
          'anna',
          [
            ['FAN', 2],
            ['RAM', 1],
          ],
          desktop.owner,
          true,
        )
      ).lines,
    ).toEqual([
      ['FAN', 2],
      ['BAT', 1],
      ['RAM', 1],
    ])
    await sync(shop, 'anna', [], desktop.owner, true)
    expect(await saved(shop)).toHaveLength(3)
  })

  test('is hidden from other customers, guests and clients that do not send it, which change nothing', async () => {
    await using shop = await fixtureShop()
    const { owner } = await sync(shop, 'anna', [['FAN', 2]], '')
    for (const customerId of ['bo', undefined]) {
      expect(await sync(shop, customerId, [['RAM', 1]], owner)).toEqual({ lines: [['RAM', 1]], owner: '' })
    }
    expect((await sync(shop, 'bo', [['RAM', 1]], '')).lines).toEqual([['RAM', 1]])
    expect(await sync(shop, 'anna', [['RAM', 1]])).toEqual({ lines: [['RAM', 1]], owner: '' })
    for (const forged of ['anna', 'anna:', 'anna:guess']) expect((await sync(shop, 'bo', [], forged)).lines).toEqual([])
    expect(await saved(shop)).toEqual([['FAN', 2]])
  })

  test('contains no unknown part, no more than the maximum quantity, and no price', async () => {
    await using shop = await fixtureShop()
    await sync(
      shop,
      'anna',
      [
        ['NO-SUCH-PART', 2],
        ['FAN', 1],
      ],
      '',
    )
    expect(await saved(shop)).toEqual([['FAN', 1]])
    await shop.db
      .updateTable('saved_carts')
      .set({
        lines: JSON.stringify([
          { sku: 'FAN', quantity: 99_999, price: 1 },
          { sku: 'GONE', quantity: 1 },
        ]),
      })
      .execute()
    expect((await sync(shop, 'anna', [['FAN', 1]], '')).lines).toEqual([['FAN', 20]])
    expect(await saved(shop)).toEqual([['FAN', 5_000]])
    expect((await shop.db.selectFrom('saved_carts').select('lines').executeTakeFirstOrThrow()).lines).not.toContain(
      'price',
    )
  })

  test('loses ordered lines, and keeps lines added elsewhere meanwhile', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    const { owner } = await sync(
      shop,
      'anna',
      [
        ['FAN', 2],
        ['RAM', 1],
      ],
      '',
    )
    const checkoutId = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 2 }],
      coupons: [],
      customerId: 'anna',
    })
    expect((await buy(shop, checkoutId)).kind).toBe('placed')
    expect(await saved(shop)).toEqual([['RAM', 1]])
    expect(
      (
        await sync(
          shop,
          'anna',
          [
            ['FAN', 2],
            ['RAM', 1],
          ],
          owner,
          true,
        )
      ).lines,
    ).toEqual([['RAM', 1]])
  })

  test('is in the export, is deleted with the account, and expires after a year', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    await addCustomer(shop, { id: 'anna' })
    await sync(shop, 'anna', [['FAN', 2]], '')
    await sync(shop, 'bo', [['RAM', 2]], '')
    const customer = await customerById(shop.db, 'anna')
    if (!customer) throw new Error('There is no customer.')
    expect(JSON.stringify(await exportCustomer(shop, customer, undefined))).toMatch(/"saved_cart":.*FAN/)
    await eraseCustomer(shop, customer, undefined)
    expect(await saved(shop)).toBeUndefined()
    clock.advance(366 * 86_400)
    await applyRetention(shop)
    expect(await shop.db.selectFrom('saved_carts').selectAll().execute()).toEqual([])
  })

  test('of ten browsers that sign in at once, none loses a line', async () => {
    await using shop = await fixtureShop()
    const skus = ['FAN', 'RAM', 'BAT', 'BAT-FEW', 'SALE', 'AGAIN', 'SOON', 'TIERED-SALE', 'KB-US', 'KB-DE']
    await Promise.all(skus.map((sku) => sync(shop, 'anna', [[sku, 1]], '')))
    expect(((await saved(shop)) ?? []).map(([sku]) => sku).sort()).toEqual(skus.sort())
  })
})

const line = fc.record({
  sku: fc.constantFrom('A', 'B', 'C'),
  quantity: fc.integer({ min: 1, max: 5000 }),
  subscription_interval: fc.constantFrom(null, { id: '30' }),
  upselling_bundle_id: fc.constantFrom(null, 'bundle'),
})
const wish = ({ sku, subscription_interval: interval, upselling_bundle_id: bundle }: SentLine) =>
  `${sku} ${interval?.id} ${bundle}`
const unitsOf = (lines: readonly SentLine[], of: string) =>
  lines.filter((each) => wish(each) === of).reduce((sum, { quantity }) => sum + quantity, 0)

test('merging adds no units beyond both carts, drops none of the larger one and is idempotent', () => {
  const carts = fc.uniqueArray(line, { selector: wish, maxLength: 12 })
  fc.assert(
    fc.property(carts, carts, (own, theirs) => {
      const merged = mergeLines(own, theirs)
      for (const of of new Set([...own, ...theirs].map(wish))) {
        expect(unitsOf(merged, of)).toBe(Math.max(unitsOf(own, of), unitsOf(theirs, of)))
      }
      expect(mergeLines(merged, theirs)).toEqual(merged)
      expect(mergeLines(merged, merged)).toEqual(merged)
    }),
  )
})

test('two bundles of the same kind stay two, coupon gifts are left out, and uuids are unique', () => {
  const uuid = '7bd4dc4d-0b88-4b47-acae-81c92972b36f'
  const bundle = { sku: 'A', quantity: 1, upselling_bundle_id: 'b' }
  expect(mergeLines([bundle], [bundle, { ...bundle }])).toHaveLength(2)
  expect(mergeLines([{ sku: 'A', quantity: 9, added_by_coupon: 'GIFT' }], [{ sku: 'A', quantity: 1 }])).toEqual([
    { sku: 'A', quantity: 1 },
  ])
  expect(
    mergeLines([{ sku: 'A', quantity: 1, uuid }], [{ sku: 'B', quantity: 1, uuid }]).map((each) => each.uuid),
  ).toEqual([uuid, undefined])
})
