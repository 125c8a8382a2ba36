import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { expectedRefund } from '../../../../src/server/ordering/returns/expected-refund.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { parcel } from '../edits/charges.ts'
import { confirmed, delivered } from '../orders/parcels.ts'

const invoice = { form: { payment_method: 'invoice' } }

/** How one of three fans is given back. */
async function means(shop: Shop, orderId: string, quantity = 1): Promise<string> {
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('No order.')
  const units = [{ position: 1, quantity, byChoice: quantity }]
  return (await expectedRefund(shop.db, order, units, 'withdrawal')).means
}

test('an unpaid invoice is lowered, a paid one is paid back, and one paid in part does both', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]], invoice)
  expect(await means(shop, orderId)).toBe('not_billed')
  await parcel(shop, orderId)
  expect(await means(shop, orderId)).toBe('not_billed')
  await payInvoice(shop, { orderId, actor: 'operator', amount: 20_000 })
  expect([await means(shop, orderId), await means(shop, orderId, 3)]).toEqual(['not_billed', 'partly'])
  await payInvoice(shop, { orderId, actor: 'operator' })
  expect(await means(shop, orderId)).toBe('refunded')
})

test('what a card was only reserved for is not charged, and what it was charged is paid back', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  const before = await means(shop, orderId)
  await parcel(shop, orderId)
  expect([['refunded', 'not_charged'].includes(before), await means(shop, orderId)]).toEqual([true, 'refunded'])
  await shop.db.updateTable('payment_attempts').set({ captured: 0 }).where('order_id', '=', orderId).execute()
  await shop.db.deleteFrom('shipments').where('order_id', '=', orderId).execute()
  expect(await means(shop, orderId)).toBe('not_charged')
})

test('the mail about a return of an invoiced order does not promise money that was never paid', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 3]], invoice)
  const units = [{ position: 1, quantity: 1, reason: 'does_not_fit' as const }]
  await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  await deliverOutbox(shop)
  const mail = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').find((text) => text.includes('Message-ID: <return-'))
  expect(mail).toContain('drar av delarna från fakturan')
  expect(mail).not.toContain('på samma sätt som du betalade')
})
