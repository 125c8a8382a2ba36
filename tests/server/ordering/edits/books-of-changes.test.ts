import { expect, test } from 'vitest'
import { bookkeepingSettings } from '../../../../src/domain/settings/bookkeeping.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { bookEntries } from '../../../../src/server/ordering/books/book-entries.ts'
import { vouchersOf } from '../../../../src/server/ordering/books/vouchers.ts'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../../src/server/ordering/fulfilment/deliver-order.ts'
import { releaseHold } from '../../../../src/server/ordering/fulfilment/release-hold.ts'
import { payInvoice } from '../../../../src/server/ordering/invoices/pay-invoice.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed } from '../orders/parcels.ts'
import { charged, parcel } from './charges.ts'
import { clock, edit, payDifference, units } from './editor.ts'

const accounts = bookkeepingSettings.parse({})
const year = { from: '2026-01-01', to: '2026-12-31' }

/** The balance of an account after everything that happened, in minor units. */
async function balanceOf(shop: Shop, account: string): Promise<number> {
  await deliverOutbox(shop)
  const vouchers = vouchersOf(await bookEntries(shop.db, shop.settings.all.home, year), accounts)
  for (const { rows } of vouchers) expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  return vouchers
    .flatMap(({ rows }) => rows)
    .filter((row) => row.account === account)
    .reduce((sum, { amount }) => sum + amount, 0)
}

test('the books of a changed order have its additions and credits, and nothing is left to be paid', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]])
  await parcel(shop, id, [1, 1])
  await edit(shop, id, { ...units([1, 2]), added: [{ sku: 'RAM', quantity: 1 }] })
  await payDifference(shop, id)
  await parcel(shop, id)
  expect(await balanceOf(shop, accounts.receivables)).toBe(0)
  expect(await balanceOf(shop, accounts.giftCards)).toBe(0)
  expect(await balanceOf(shop, accounts.vat.p25)).toBe(-(await charged(shop, id)).vat)
})

test('an invoice, its addition and their payment are in the books once each', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 3]], { form: { payment_method: 'invoice' } })
  await parcel(shop, id, [1, 1])
  await edit(shop, id, { ...units([1, 1]), added: [{ sku: 'RAM', quantity: 2 }] })
  expect(await balanceOf(shop, accounts.receivables)).toBe((await charged(shop, id)).total)
  await payInvoice(shop, { orderId: id, actor: 'x' })
  expect(await balanceOf(shop, accounts.receivables)).toBe(0)
  expect(await balanceOf(shop, accounts.bank)).toBe((await charged(shop, id)).total)
})

test('a credit note of what was never paid, or of a cancelled order, touches no gift card', async () => {
  await using shop = await fixtureShop(clock)
  const unpaid = await confirmed(shop, [['FAN', 1]])
  await edit(shop, unpaid, units([1, 3]))
  await releaseHold(shop, { orderId: unpaid, actor: 'boss' })
  await parcel(shop, unpaid)
  await refundOrder(shop, {
    orderId: unpaid,
    actor: 'x',
    reason: '',
    units: [{ position: 1, quantity: 2 }],
    withDelivery: false,
  })
  const cancelled = await confirmed(shop, [['RAM', 1]])
  clock.advance(1)
  await cancelOrder(shop, { orderId: cancelled, actor: 'x', reason: '' })
  expect(await balanceOf(shop, accounts.giftCards)).toBe(0)
  expect(await balanceOf(shop, accounts.receivables)).toBe(0)
})

/** Everything is sent and delivered, and units of a line come back and are paid back at once. */
async function comeBack(shop: Shop, orderId: string, position: number, quantity: number): Promise<void> {
  await parcel(shop, orderId)
  await deliverOrder(shop, { orderId, actor: 'x' })
  const returned = [{ position, quantity, reason: 'faulty' as const }]
  const { id: returnId } = await requestReturn(shop, { orderId, actor: 'x', message: '', units: returned })
  await receiveReturn(shop, { returnId, actor: 'x', isRestocked: true, isRefunded: true })
}

test('a return that is paid back to two payments, or was never paid, touches no gift card', async () => {
  await using shop = await fixtureShop(clock)
  const paidTwice = await confirmed(shop, [['FAN', 1]])
  await edit(shop, paidTwice, { added: [{ sku: 'BAT', quantity: 2 }] })
  await payDifference(shop, paidTwice)
  await comeBack(shop, paidTwice, 2, 2)
  const unpaid = await confirmed(shop, [['FAN', 1]])
  await edit(shop, unpaid, units([1, 3]))
  await releaseHold(shop, { orderId: unpaid, actor: 'boss' })
  await comeBack(shop, unpaid, 1, 2)
  expect(await balanceOf(shop, accounts.giftCards)).toBe(0)
  expect(await balanceOf(shop, accounts.receivables)).toBe(0)
})
