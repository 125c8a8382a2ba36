import { expect, test } from 'vitest'
import type { CheckoutChange } from '../../../../src/contracts/customer-pages/checkout-page.ts'
import { renewCart, storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { aForm, fixtureShop, swedish, theBrowser } from './buyer.ts'
import { openCheckout, sendCheckout } from './visit-checkout.ts'

type Items = { sku: string; quantity: number }[]

/** What a checkout says that is sent after another tab has changed its cart. */
async function toldAfter(before: Items, after: Items): Promise<CheckoutChange[]> {
  await using shop = await fixtureShop()
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items: before, coupons: [] })
  const opened = await openCheckout(shop, 'sv', checkoutId)
  const seen = opened.kind === 'page' ? opened.page.seen : ''
  expect(await renewCart(shop, swedish(), checkoutId, { items: after, coupons: [] })).toBe('renewed')
  const form: Record<string, string> = { ...aForm({ payment_method: 'sandbox' }), action: 'place', seen }
  const answer = await sendCheckout(shop, 'sv', checkoutId, form, theBrowser(shop))
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  return answer.kind === 'page' ? answer.page.changes : []
}

const paste = { sku: 'PASTE', quantity: 2 }
const fan = { sku: 'FAN', quantity: 1 }

test('a quantity that another tab has changed is not told as a lack of stock', async () => {
  for (const quantity of [1, 3])
    expect(await toldAfter([paste], [{ ...paste, quantity }])).toContainEqual({
      kind: 'units',
      name: 'paste del',
      before: 2,
      after: quantity,
    })
})

test('a line that another tab has added, or removed, is named', async () => {
  expect(await toldAfter([paste], [paste, fan])).toContainEqual({ kind: 'added', name: 'fan del', quantity: 1 })
  expect(await toldAfter([paste, fan], [paste])).toContainEqual({ kind: 'removed', name: 'fan del' })
})

test('too few in stock are still told as such', async () => {
  expect(await toldAfter([{ sku: 'BAT-FEW', quantity: 1 }], [{ sku: 'BAT-FEW', quantity: 50 }])).toContainEqual({
    kind: 'quantity',
    name: 'bat-few del',
    before: 1,
    after: 3,
  })
})
