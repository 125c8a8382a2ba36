import { expect, test } from 'vitest'
import { insertAddress } from '../../../../src/server/identity/customers/address-queries.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop, swedish } from '../checkout/buyer.ts'
import { pageIn, post, shown } from './deliverer.ts'

const address = (id: string, customerId: string, line1: string, postal_code: string) => ({
  id,
  customer_id: customerId,
  organization_id: null,
  name: 'Anna',
  line1,
  line2: '',
  postal_code,
  city: 'Umeå',
  country: 'SE',
})

const checkoutOf = (shop: Shop, customerId: string | null) =>
  storeCart(shop, swedish(), { checkoutId: null, items: [{ sku: 'FAN', quantity: 1 }], coupons: [], customerId })

test('a customer chooses a saved address, which fills in the form; nobody else sees or uses it', async () => {
  await using shop = await fixtureShop()
  const [own, other] = ['anna', 'eve'] as const
  for (const id of [own, other]) await addCustomer(shop, { id })
  await insertAddress(shop.db, address('a', own, 'Storgatan 1', '903 26'))
  await insertAddress(shop.db, address('b', own, 'Skolgatan 2', '111 22'))
  await insertAddress(shop.db, address('c', other, 'Bakgatan 3', '972 31'))
  const checkoutId = await checkoutOf(shop, own)
  const first = await shown(shop, checkoutId, own)
  expect([first.addresses.map(({ id }) => id), first.form.line1]).toEqual([['a', 'b'], 'Storgatan 1'])
  const filled = pageIn(
    await post(shop, checkoutId, { action: 'fill_in', saved_address: 'b', line1: 'Half typed' }, own),
  )
  expect(filled.form).toMatchObject({
    line1: 'Skolgatan 2',
    postal_code: '111 22',
    email: 'Anna@Example.se',
    country: 'SE',
  })
  expect(filled.servicePoints.places[0]?.postalCode).toBe('111 20')
  expect((await shown(shop, checkoutId, own)).form.line1).toBe('Skolgatan 2')
  for (const strange of ['c', '__proto__', ''])
    expect(
      pageIn(await post(shop, checkoutId, { action: 'fill_in', saved_address: strange, line1: 'Mine' }, own)).form
        .line1,
    ).toBe('Mine')
  expect((await shown(shop, checkoutId, other)).addresses).toEqual([])
  expect(
    pageIn(await post(shop, checkoutId, { action: 'fill_in', saved_address: 'a', line1: 'Guest' })).form.line1,
  ).toBe('Guest')
})

test('an order with another saved address than the one filled in shows it before it is placed', async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  await insertAddress(shop.db, address('a', 'anna', 'Storgatan 1', '903 26'))
  await insertAddress(shop.db, address('b', 'anna', 'Skolgatan 2', '111 22'))
  const checkoutId = await checkoutOf(shop, 'anna')
  const chosen = { saved_before: 'a', saved_address: 'b', line1: 'Storgatan 1', postal_code: '903 26' }
  const filled = pageIn(await post(shop, checkoutId, chosen, 'anna'))
  expect([filled.form.line1, filled.changes]).toEqual(['Skolgatan 2', [{ kind: 'address' }]])
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  const same = { saved_before: 'b', saved_address: 'b', line1: 'Skolgatan 2 B' }
  await post(shop, checkoutId, same, 'anna')
  const { address: sent } = await shop.db.selectFrom('orders').select('address').executeTakeFirstOrThrow()
  expect(sent).toContain('Skolgatan 2 B')
})
