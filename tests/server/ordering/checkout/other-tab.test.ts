import { expect, test } from 'vitest'
import type { CheckoutChange } from '../../../../src/contracts/customer-pages/checkout-page.ts'
import { renewCart, storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { addCustomer } from '../../identity/shopper.ts'
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

test('an order of somebody who has signed out meanwhile is not placed as that of a guest without a word', async () => {
  await using shop = await fixtureShop()
  for (const id of ['anna', 'karin']) await addCustomer(shop, { id })
  const cart = { checkoutId: null, items: [fan], coupons: [], customerId: 'anna' }
  const checkoutId = await storeCart(shop, swedish(), cart)
  const opened = await openCheckout(shop, 'sv', checkoutId, { customerId: 'anna' })
  const seen = opened.kind === 'page' ? opened.page.seen : ''
  const send = async (customerId: string | null, said: string) => {
    const form: Record<string, string> = { ...aForm({ payment_method: 'sandbox' }), action: 'place', seen: said }
    return sendCheckout(shop, 'sv', checkoutId, form, { ...theBrowser(shop), customerId })
  }
  expect(await send(null, seen)).toMatchObject({ kind: 'page', page: { changes: [{ kind: 'signed_out' }] } })
  expect(await send('karin', seen)).toMatchObject({ kind: 'page', page: { changes: [{ kind: 'other_account' }] } })
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  const told = await send(null, seen)
  expect(await send(null, told.kind === 'page' ? told.page.seen : '')).toMatchObject({ kind: 'go' })
  expect(await shop.db.selectFrom('orders').select('customer_id').execute()).toEqual([{ customer_id: null }])
})

test('a code that somebody else has used up is named', async () => {
  await using shop = await fixtureShop()
  const row = { code: 'SISTA20', percentage: 20, fixed_amounts: null, groups: '[]', excluded_groups: '[]' }
  const open = { discount_categories: '[]', minimum_spend: 0, customer_id: null, starts_at: null, ends_at: null }
  const coupon = { ...row, ...open, usage_limit: 1, used: 0, adds_sku: null }
  await shop.db.insertInto('coupons').values(coupon).execute()
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items: [fan], coupons: ['SISTA20'] })
  const opened = await openCheckout(shop, 'sv', checkoutId)
  const seen = opened.kind === 'page' ? opened.page.seen : ''
  await shop.db.updateTable('coupons').set({ used: 1 }).where('code', '=', 'SISTA20').execute()
  const form: Record<string, string> = { ...aForm({ payment_method: 'sandbox' }), action: 'place', seen }
  const answer = await sendCheckout(shop, 'sv', checkoutId, form, theBrowser(shop))
  expect(answer.kind === 'page' && answer.page.changes).toContainEqual({ kind: 'code', code: 'SISTA20' })
})
