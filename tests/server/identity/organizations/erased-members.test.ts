import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { membershipOf } from '../../../../src/server/identity/organizations/organization-queries.ts'
import { eraseCustomer } from '../../../../src/server/ordering/account/erase-customer.ts'
import { cartRow } from '../../../../src/server/ordering/cart/cart-row-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { placeOrder } from '../../../../src/server/ordering/checkout/place-order.ts'
import { aForm, fixtureShop, look, swedish } from '../../ordering/checkout/buyer.ts'
import { addOrganization } from '../page-visit.ts'
import { addCustomer } from '../shopper.ts'

const rounds = Array.from({ length: 12 }, (_, round) => round)

test('members who order on invoice while their account is erased do not wait for each other', async () => {
  await using shop = await fixtureShop()
  const ids = ['admin', ...rounds.map((round) => `member-${round}`)]
  for (const id of ids) await addCustomer(shop, { id })
  await addOrganization(shop, {
    id: 'firm',
    members: Object.fromEntries(ids.map((id) => [id, id === 'admin' ? 'admin' : 'buyer'])),
  })
  const form = aForm({
    customer_kind: 'organization',
    organization_name: 'Firm',
    organization_number: '559999-4612',
    payment_method: 'invoice',
  })
  for (const round of rounds) {
    const customerId = `member-${round}`
    const cart = { checkoutId: null, items: [{ sku: 'FAN', quantity: 1 }], coupons: [], customerId }
    const checkoutId = await storeCart(shop, swedish(), cart)
    const seen = await look(shop, checkoutId, swedish())
    const row = await cartRow(shop.db, checkoutId)
    const [customer, membership] = [await customerById(shop.db, customerId), await membershipOf(shop.db, customerId)]
    if (!customer) throw new Error('no customer')
    const placing = placeOrder(shop, { checkoutId, form, context: swedish(), customerId, seen, cart: row })
    await pause(round)
    const [isErased, placed] = await Promise.all([eraseCustomer(shop, customer, membership), placing])
    expect(placed.kind).toBe(isErased ? 'empty' : 'placed')
  }
})
