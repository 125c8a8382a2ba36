import { expect, test } from 'vitest'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import { exchangeReturn, previewExchange } from '../../../src/server/ordering/exchanges/exchange-return.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { loseDispute, undoLostDispute } from '../../../src/server/ordering/payouts/lose-dispute.ts'
import { receiveReturn } from '../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../src/server/ordering/returns/request-return.ts'
import { attemptsOf } from '../../../src/server/payments/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { parcel } from '../ordering/edits/charges.ts'
import { delivered } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn } from './at-console.ts'
import { line, report, send } from './payout-reports.ts'

/** A memory for 199.00 that is exchanged for a fan of 99.00: 99.00 moves with the payment, 100.00 is paid back. */
async function exchanged(shop: Shop) {
  const orderId = await delivered(shop, [['RAM', 1]])
  const [before] = await attemptsOf(shop.db, orderId)
  const { id: returnId } = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 1, reason: 'does_not_fit' }],
  })
  await receiveReturn(shop, { returnId, actor: 'operator', isRestocked: true, isRefunded: false })
  const units = [{ position: 1, quantity: 1 }]
  const exchange = { returnId, units, items: [{ sku: 'FAN', quantity: 1 }], isDeliveryFree: true }
  const { preview, owed } = await previewExchange(shop, exchange)
  const actor = { staffId: null, name: 'operator', address: 'command' }
  await exchangeReturn(shop, exchange, { actor, key: 'a key of this form', seen: preview.seen, owed })
  const attempts = await shop.db.selectFrom('payment_attempts').selectAll().execute()
  expect(attempts.map(({ captured }) => captured).toSorted((one, other) => one - other)).toEqual([
    9_900,
    before?.captured,
  ])
  await shop.db.updateTable('payment_attempts').set({ provider: 'stripe', payment_reference: 'pi_1' }).execute()
  await shop.db.updateTable('refunds').set({ paid_at: shop.now().toISOString() }).execute()
  return { captured: before?.captured ?? 0, orderId, number: (await orderById(shop.db, orderId))?.number }
}

test('a payment of which a part was moved to an exchange is compared as the one payment that it is', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { captured, number } = await exchanged(shop)
  const charged = (captured / 100).toFixed(2)
  const text = report(
    line('t1', `${charged},0,${charged}`, 'charge', 'pi_1'),
    line('t2', '-100,0,-100', 'refund', 'pi_1', 'po_2'),
    line('t3', '-99,0,-99', 'refund', 'pi_1', 'po_3'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const seen = async (id: string) => (await contentOf(shop, owner, payoutScreen, { params: { id } })).rows
  expect(await seen('po_1')).toMatchObject([{ difference: null, order: number }])
  expect(await seen('po_2')).toMatchObject([{ difference: null }])
  // What was moved did not leave the provider: a refund of it there is not the shop's.
  expect(await seen('po_3')).toMatchObject([{ difference: 'amount' }])
  expect(await send(shop, owner, report(line('t9', '99,0,99', 'charge', 'pi_1', 'po_4')))).toBe('imported')
  expect(await seen('po_1')).toMatchObject([{ difference: 'amount' }])
})

test('a lost dispute of a payment that two orders share is a loss of both, each with its VAT', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const { captured, orderId } = await exchanged(shop)
  const made = await shop.db.selectFrom('orders').select('id').where('id', '<>', orderId).executeTakeFirstOrThrow()
  await parcel(shop, made.id)
  // 100.00 went back; of what is left, the first order has its delivery, and the second the fan of 99.00.
  const taken = captured - 10_000
  const text = report(line('t1', `-${taken / 100},0,-${taken / 100}`, 'dispute', 'pi_1'))
  expect(await send(shop, owner, text)).toBe('imported')
  expect(await loseDispute(shop, { rowId: 't1', kind: 'write_off', actor: 'x' })).toBe(taken)
  const parts = async () =>
    shop.db
      .selectFrom('dispute_outcomes as d')
      .leftJoin('dispute_shares as s', 's.outcome_id', 'd.id')
      .select(['d.id', 'd.order_id', 'd.amount', 's.vat'])
      .orderBy('d.amount')
      .execute()
  const [first, second] = await parts()
  expect([first, second]).toMatchObject([
    { order_id: orderId, amount: 4_900, vat: 980 },
    { order_id: made.id, amount: 9_900, vat: 1_980 },
  ])
  await undoLostDispute(shop, { reference: 'pi_1', outcomeId: second?.id ?? '', actor: 'x' })
  expect((await parts())[0]).toMatchObject({ order_id: made.id, amount: -9_900, vat: -1_980 })
  expect(await loseDispute(shop, { rowId: 't1', kind: 'receivable', actor: 'x' })).toBe(9_900)
  expect((await parts()).at(-1)).toMatchObject({ order_id: made.id, amount: 9_900 })
})

test('the audit entry of a report names all of its payouts, and of very many how many there are', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const ids = Array.from({ length: 60 }, (_, at) => `po_${at + 1}`)
  const few = ids.slice(0, 3).map((id) => line(`t-${id}`, '1,0,1', 'fee', '', id))
  const many = ids.map((id) => line(`t-${id}`, '1,0,1', 'fee', '', id))
  expect(await send(shop, owner, report(...few))).toBe('imported')
  expect(await send(shop, owner, report(...many))).toBe('imported')
  const logged = await shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('operation', '=', 'payouts.import')
    .orderBy('seq')
    .execute()
  expect(logged[0]).toMatchObject({ subject: 'po_1, po_2, po_3', subject_kind: 'payout' })
  expect(JSON.parse(logged[0]?.after ?? '')).toEqual({ payouts: ['po_1', 'po_2', 'po_3'] })
  expect(logged[1]?.subject).toMatch(/^po_1, po_2, .*, po_\d+ … \(60\)$/)
  expect(JSON.parse(logged[1]?.after ?? '')).toEqual({ payouts: ids })
})
