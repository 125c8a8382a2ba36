import { expect, test } from 'vitest'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { openAttempt } from '../../../../src/server/payments/queries.ts'
import { addressJson, formJson } from '../../../../src/server/platform/db/json-columns.ts'
import { aForm, fixtureShop, swedish, theBrowser } from '../checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../checkout/visit-checkout.ts'
import { sandboxSays } from '../gift-cards/holder.ts'
import { subscription } from './subscriber.ts'

test('a subscription goes where its order goes, though another tab ordered at the same moment', async () => {
  await using shop = await fixtureShop()
  const items = [{ sku: 'PASTE', quantity: 2, subscription_interval: { id: '30' } }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [] })
  const opened = await openCheckout(shop, 'sv', checkoutId)
  const seen = opened.kind === 'page' ? opened.page.seen : ''
  const send = (line1: string) => {
    const form: Record<string, string> = { ...aForm({ line1, payment_method: 'sandbox' }), action: 'place', seen }
    return sendCheckout(shop, 'sv', checkoutId, form, theBrowser(shop))
  }
  const answers = await Promise.all(['Storgatan 1', 'Lillgatan 2'].map(send))
  expect(answers.map(({ kind }) => kind)).toEqual(['go', 'go'])
  const order = await shop.db.selectFrom('orders').select(['id', 'address']).executeTakeFirstOrThrow()
  const attempt = await openAttempt(shop.db, order.id)
  await sandboxSays(shop, attempt?.id ?? '', 'succeeded')
  const { form } = await subscription(shop)
  expect(formJson.read(form)['line1']).toBe(addressJson.read(order.address).line1)
})
