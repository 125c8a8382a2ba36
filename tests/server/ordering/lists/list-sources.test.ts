import { expect, test } from 'vitest'
import { saveBrowserCart } from '../../../../src/server/ordering/cart/saved-cart.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import { accountOrderPage } from '../../../../src/server/ordering/order-pages/order-pages.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { visit, where } from '../../identity/page-visit.ts'
import { aForm, buy, fixtureShop, swedish } from '../checkout/buyer.ts'
import { addPage, lists, partsOf, people } from './list-keeper.ts'

const forFirm = { customer_kind: 'organization', organization_name: 'Firm firm', organization_number: '556016-0680' }

/** Orders two fans, a battery and a memory module as a member of the organization. */
async function ordered(shop: Shop, customerId = 'anna'): Promise<void> {
  const items = [
    { sku: 'FAN', quantity: 2 },
    { sku: 'BAT', quantity: 1 },
    { sku: 'RAM', quantity: 3 },
  ]
  const cart = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId })
  const placed = await buy(shop, cart, aForm(forFirm))
  if (placed.kind !== 'placed') throw new Error(placed.kind)
}

const idIn = (answer: unknown) => /lists\/([\w-]+)\?/.exec(where(answer))?.[1] ?? ''

test("an order's parts become a list of a customer who may see the order, and of nobody else", async () => {
  await using shop = await fixtureShop()
  const as = await people(shop)
  await ordered(shop)
  const form = { list: '', name: 'Från beställningen' }
  expect(await partsOf(shop, as.anna, idIn(await addPage(shop, as.anna, 'order=100001', form)))).toEqual([
    ['FAN', 2],
    ['BAT', 1],
    ['RAM', 3],
  ])
  expect(where(await addPage(shop, as.admin, 'order=100001', form))).toMatch(/\?added=3$/)
  for (const bearer of [as.buyer, as.stranger]) {
    expect(where(await addPage(shop, bearer, 'order=100001'))).toBe('404')
    expect(where(await addPage(shop, bearer, 'order=100001', form))).toBe('404')
  }
})

test('the saved cart becomes a list', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  expect(await addPage(shop, anna, 'cart=1', { list: '', name: 'Tom' })).toMatchObject({
    status: 422,
    page: { fault: 'nothing_to_add' },
  })
  const items = [
    { sku: 'FAN', quantity: 2 },
    { sku: 'KB-US', quantity: 1 },
  ]
  await saveBrowserCart(shop, 'anna', { items, owner: '' })
  expect(await lists(shop, anna)).toMatchObject({ page: { cartParts: 2 } })
  const id = idIn(await addPage(shop, anna, 'cart=1', { list: '', name: 'Varukorgen' }))
  expect(await partsOf(shop, anna, id)).toEqual([
    ['FAN', 2],
    ['KB-US', 1],
  ])
})

test('of a part in several variants one is chosen', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  expect(await addPage(shop, anna, 'part=KB')).toMatchObject({
    page: { parts: [], choices: [{ sku: 'KB-US' }, { sku: 'KB-NORDIC' }, { sku: 'KB-DE' }] },
  })
  const form = { list: '', name: 'Tangentbord', quantity: '2' }
  expect(await addPage(shop, anna, 'part=KB', { ...form, part: 'FAN' })).toMatchObject({ status: 422 })
  const id = idIn(await addPage(shop, anna, 'part=KB', { ...form, part: 'KB-DE' }))
  expect(await partsOf(shop, anna, id)).toEqual([['KB-DE', 2]])
})

test('an order says which of its parts are gone, short or dearer when ordered again', async () => {
  await using shop = await fixtureShop()
  const as = await people(shop)
  await ordered(shop)
  const page = async (bearer: string) => {
    const answer = await visit(shop, '/sv/my-account/orders/100001', accountOrderPage, { bearer })
    if (answer instanceof Response) throw new Error(`The order was answered ${answer.status}.`)
    return answer.page.changed
  }
  expect(await page(as.anna)).toEqual([])
  await shop.db.updateTable('products').set({ status: 'draft' }).where('sku', '=', 'BAT').execute()
  await shop.db.updateTable('prices').set({ amount: 10_900 }).where('product_id', '=', 'fan').execute()
  await shop.db.updateTable('prices').set({ amount: 100 }).where('product_id', '=', 'ram').execute()
  await shop.db.updateTable('stock').set({ on_hand: 5 }).where('product_id', '=', 'ram').execute()
  const changed = [
    { sku: 'FAN', price: { before: { inc: 9_900, ex: 7_920 }, now: { inc: 10_900, ex: 8_720 } } },
    { sku: 'BAT', stock: null, price: null },
    { sku: 'RAM', possible: 2, quantity: 3, price: null },
  ]
  expect(await page(as.anna)).toMatchObject(changed)
  expect(await page(as.admin)).toMatchObject(changed)
})
