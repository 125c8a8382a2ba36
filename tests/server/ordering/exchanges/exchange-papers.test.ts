import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { exchangeReturn, previewExchange } from '../../../../src/server/ordering/exchanges/exchange-return.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { ownReturns } from '../../../../src/server/ordering/order-pages/own-orders.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { writeOutcome } from '../../../../src/server/ordering/payouts/write-outcome.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { delivered } from '../orders/parcels.ts'

/** Sends RAM of 199.00 in exchange for a fan of 99.00; `claim` is what a bank took back of the first order before. */
async function exchanged(shop: Shop, { claim }: { claim: boolean }) {
  const orderId = await delivered(shop, [['FAN', 2]])
  const order = await orderById(shop.db, orderId)
  if (!order) throw new Error('There is no order.')
  const units = [{ position: 1, quantity: 1, reason: 'does_not_fit' as const }]
  const { id: returnId } = await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  await receiveReturn(shop, { returnId, actor: 'operator', isRestocked: true, isRefunded: false })
  const row = { day: '2026-06-15', reference: 'pi_1', payout_row: 't1', undoes: null }
  const outcome = { ...row, kind: 'receivable' as const, amount: order.total }
  if (claim)
    await shop.db
      .transaction()
      .execute((trx) => writeOutcome(trx, order, { outcome, shares: [] }, { actor: 'x', now: shop.now() }))
  const items = [{ sku: 'RAM', quantity: 1 }]
  const exchange = { returnId, units: [{ position: 1, quantity: 1 }], items, isDeliveryFree: true }
  const shown = await previewExchange(shop, exchange)
  const actor = { staffId: null, name: 'operator', address: 'command' } as const
  const form = { actor, key: 'key', seen: shown.preview.seen, owed: shown.owed }
  const made = await exchangeReturn(shop, exchange, form)
  for (let round = 0; round < 2; round++) await deliverOutbox(shop)
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
  const mails = mailTexts(shop.env.SHOP_DATA, order.email).map(plain)
  const pdf = (await orderDocument(shop, orderId, 'credit_note', 'sv'))?.pdf ?? Buffer.alloc(0)
  return { made, order, shown, mails, note: plain(wordsOf(pdf)) }
}

test('the mail of an exchange says once what is left to pay and where, and the credit note what it pays', async () => {
  await using shop = await fixtureShop()
  const { made, shown, mails, note } = await exchanged(shop, { claim: false })
  expect(shown).toMatchObject({ owed: 9_900, back: 9_900, total: 19_900, settlement: 'more' })
  expect(made.unpaid_difference).toBe(10_000)
  const asking = mails.filter((mail) => mail.includes('kvar att betala'))
  expect(asking).toHaveLength(1)
  expect(asking[0]).toContain('99 kr från din retur räknas av mot den nya beställningen. 100 kr är kvar att betala.')
  expect(asking[0]).toContain(`/sv/checkout/${made.checkout_id}`)
  expect(mails.filter((mail) => mail.includes('<refunded-'))).toEqual([
    expect.stringContaining(`Hela beloppet räknas av mot beställning ${made.number}`),
  ])
  expect(note).toContain(`99,00 kr betalar beställning ${made.number}, som skickas i utbyte.`)
  expect(note).not.toContain('betalas tillbaka')
})

test('an exchange of what the bank took back says that it is set off, and asks for the new order in full', async () => {
  await using shop = await fixtureShop()
  const { made, shown, mails, note } = await exchanged(shop, { claim: true })
  expect(shown).toMatchObject({ owed: 9_900, back: 0, total: 19_900, settlement: 'more' })
  expect(made.unpaid_difference).toBe(19_900)
  expect(mails.find((mail) => mail.includes('<refunded-'))).toContain('räknas av mot')
  expect(mails.find((mail) => mail.includes(`<order-confirmed-${made.id}`))).toContain('199 kr är kvar att betala')
  expect(note).toContain('så inget betalas ut')
})

test('both orders say what was exchanged, and the returns of an account that nothing was paid back', async () => {
  await using shop = await fixtureShop()
  const { made, order } = await exchanged(shop, { claim: false })
  const credit = { number: made.number, credit: 9_900 }
  expect(await orderDetails(shop, order)).toMatchObject({
    refunds: [{ amount: 9_900, setOff: 0, exchange: credit }],
    returns: [{ number: 'R100001', shown: 'exchanged' }],
    exchangeFor: null,
    // No money moved.
    partly: { units: 1, of: 2, refunded: 0 },
  })
  expect(await orderDetails(shop, made)).toMatchObject({ exchangeFor: { number: 'R100001', credit: 9_900 } })
  await addCustomer(shop, { id: 'karin' })
  await shop.db.updateTable('orders').set({ customer_id: 'karin' }).execute()
  const reader = { customerId: 'karin', email: null, organization: null }
  expect(await ownReturns(shop.db, reader)).toMatchObject([{ number: 'R100001', shown: 'exchanged' }])
})
