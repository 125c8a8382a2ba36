import { expect, test } from 'vitest'
import { bookkeepingSettings } from '../../../src/domain/settings/bookkeeping.ts'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../src/server/ordering/books/vouchers.ts'
import { updateCart } from '../../../src/server/ordering/cart/cart-row-queries.ts'
import { documentJson } from '../../../src/server/ordering/documents/document-json.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { codesJson } from '../../../src/server/platform/db/json-columns.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { aForm, bought, buy, checkoutWith, fixtureShop } from '../ordering/checkout/buyer.ts'
import { aCard } from '../ordering/gift-cards/holder.ts'
import { pay } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn } from './at-console.ts'

const accounts = bookkeepingSettings.parse({})
const june = { from: '2026-06-01', to: '2026-06-30' }
const [onSold, onGiven] = [6_000, 5_000]

/** An order that a card that somebody bought and one that the shop gave away pay in part; it is shipped. */
async function shipped(shop: Shop): Promise<string> {
  const [sold, given] = [await aCard(shop, onSold), await aCard(shop, onGiven)]
  const { orderId: purchase } = await bought(shop, [['GIFT', 1]], aForm({ payment_method: 'sandbox' }))
  await shop.db.updateTable('gift_cards').set({ order_id: purchase }).where('id', '=', sold.id).execute()
  const checkoutId = await checkoutWith(shop, [['FAN', 1]])
  await updateCart(shop.db, checkoutId, { gift_cards: codesJson.write([given.id, sold.id]) })
  const placed = await buy(shop, checkoutId, aForm({ payment_method: 'sandbox' }))
  if (placed.kind !== 'placed') throw new Error(`Not placed but ${placed.kind}.`)
  await pay(shop, placed.attemptId)
  await shipOrder(shop, { orderId: placed.orderId, actor: 'operator', carrier: '', trackingNumber: 'T' })
  return placed.orderId
}

async function onAccounts(shop: Shop) {
  const vouchers = vouchersOf(await bookEntries(shop.db, shop.settings.all.home, june), accounts)
  const rows = vouchers.flatMap((voucher) => voucher.rows)
  const sumOf = (account: string) =>
    rows.filter((row) => row.account === account).reduce((sum, { amount }) => sum + amount, 0)
  return { owed: sumOf(accounts.giftCards), given: sumOf(accounts.givenCards) }
}

const refund = (shop: Shop, orderId: string) =>
  refundOrder(shop, { orderId, actor: 'operator', reason: '', withDelivery: true })

test('the use of a card that the shop gave away lowers no debt, and its return raises none', async () => {
  await using shop = await fixtureShop()
  const orderId = await shipped(shop)
  expect(await onAccounts(shop)).toEqual({ owed: onSold, given: onGiven })
  await refund(shop, orderId)
  expect(await onAccounts(shop)).toEqual({ owed: 0, given: 0 })
  const { sums } = await contentOf(shop, await signedIn(shop, 'owner'), booksScreen, { query: june })
  expect(sums.map(({ giftCards }) => giftCards)).toMatchObject([
    { used: onSold, paidBack: onSold, givenUsed: onGiven, givenBack: onGiven },
  ])
})

test('a receipt of a version that did not tell cards apart is credited as it was booked', async () => {
  await using shop = await fixtureShop()
  const orderId = await shipped(shop)
  const receipt = shop.db.selectFrom('documents').selectAll().where('order_id', '=', orderId)
  const { number, content } = await receipt.executeTakeFirstOrThrow()
  const { givenCard: _given, ...earlier } = documentJson.read(content)
  await shop.db
    .updateTable('documents')
    .set({ content: documentJson.write(earlier) })
    .where('number', '=', number)
    .execute()
  expect(await onAccounts(shop)).toEqual({ owed: onSold + onGiven, given: 0 })
  await refund(shop, orderId)
  expect(await onAccounts(shop)).toEqual({ owed: 0, given: 0 })
})
