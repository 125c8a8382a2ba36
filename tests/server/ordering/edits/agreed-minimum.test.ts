import { expect, test } from 'vitest'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { addOrganization } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { storeAgreements } from '../cart/agreed-carts.ts'
import { aForm, buy, fixtureShop, swedish } from '../checkout/buyer.ts'
import { pay } from '../orders/parcels.ts'
import { clock, edit, sums, units } from './editor.ts'

test('a changed order loses a code whose minimum its agreed prices no longer reach, as at the checkout', async () => {
  await using shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  await addOrganization(shop, { id: 'firm', members: {} })
  await storeAgreements(shop.db, 'anna')
  const minimum_spend = 90_000
  await shop.db.updateTable('coupons').set({ minimum_spend }).where('code', '=', 'FIXED50').execute()
  const context = { ...swedish(), buyer: 'anna' }
  const bought = async (quantity: number) => {
    const items = [{ sku: 'BAT', quantity }]
    const coupons = ['FIXED50', 'POWER25']
    const checkoutId = await storeCart(shop, context, { checkoutId: null, items, coupons, customerId: 'anna' })
    const form = aForm({ payment_method: 'sandbox' })
    const placed = await buy(shop, checkoutId, form, context)
    if (placed.kind !== 'placed') throw new Error(placed.kind)
    await pay(shop, placed.attemptId)
    return placed.orderId
  }
  // 437.50 kr are agreed; the code makes 499 kr 374.25 kr. Two are 875 kr, as the minimum counts.
  const two = await sums(shop, await bought(2))
  expect(two.discount_total).toBe(0)
  const changed = await bought(3)
  expect((await sums(shop, changed)).discount_total).toBe(5_000)
  await edit(shop, changed, units([1, 2]))
  const { items_total, discount_total } = await sums(shop, changed)
  expect({ items_total, discount_total }).toEqual({ items_total: two.items_total, discount_total: two.discount_total })
})
