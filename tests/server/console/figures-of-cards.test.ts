import { expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { figuresScreen } from '../../../src/server/console/figures/figures-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { bookEntries } from '../../../src/server/ordering/books/book-entries.ts'
import { periodSums } from '../../../src/server/ordering/books/period-sums.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { delivered } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn } from './at-console.ts'

test('a gift card without VAT is no sale, as in the books, and what is bought with it is one', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('products').set({ vat_class: 'voucher' }).where('sku', '=', 'GIFT').execute()
  const goods: [string, number][] = [
    ['GIFT', 3],
    ['FAN', 2],
  ]
  const orderId = await delivered(shop, goods, { coupons: ['TEN'] })
  const { position } = await shop.db
    .selectFrom('order_lines')
    .select('position')
    .where('order_id', '=', orderId)
    .where('sku', '=', 'GIFT')
    .executeTakeFirstOrThrow()
  const units = [{ position, quantity: 1 }]
  await refundOrder(shop, { orderId, actor: 'operator', reason: '', units, withDelivery: false })
  const day = dayOf(shop.now(), shop.settings.all.home)
  const owner = await signedIn(shop, 'owner')
  const { sales, codes } = await contentOf(shop, owner, figuresScreen, { search: `?from=${day}&to=${day}` })
  const [books] = periodSums(await bookEntries(shop.db, shop.settings.all.home, { from: day, to: day }))
  const booked = books?.sales.reduce((sum, { net }) => sum + net, 0)
  expect([sales.now.net - sales.now.credited, codes[0]?.net]).toEqual([booked, booked])
  // Two fans with 10 % off, and the delivery.
  expect([sales.now.gross, sales.now.credited, sales.now.units]).toEqual([2 * 8_910 + 4_900, 0, 2])
  const today = await contentOf(shop, owner, todayScreen)
  expect(today.sales[0]?.periods[0]?.now).toEqual({ orders: 1, sum: 2 * 8_910 + 4_900 })
  expect(today.best.map(({ sku, units: sold }) => [sku, sold])).toEqual([['FAN', 2]])
})
