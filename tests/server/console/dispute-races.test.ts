import { expect, test } from 'vitest'
import { cancelOrder } from '../../../src/server/ordering/fulfilment/cancel-order.ts'
import { outcomesOf } from '../../../src/server/ordering/payouts/dispute-queries.ts'
import { importPayouts } from '../../../src/server/ordering/payouts/import-payouts.ts'
import { loseDispute, undoLostDispute } from '../../../src/server/ordering/payouts/lose-dispute.ts'
import { readPayouts } from '../../../src/server/ordering/payouts/read-payouts.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { cases } from '../../support/cases.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { outcomeOf, pay } from '../ordering/orders/parcels.ts'
import { line, report } from './payout-reports.ts'

/** An order of 247.00 with two fans that is paid and not sent, of whose payment the bank has taken 100.00 back. */
async function disputed(shop: Shop): Promise<string> {
  const { attemptId, orderId } = await bought(shop, [['FAN', 2]], aForm({ payment_method: 'sandbox' }))
  await pay(shop, attemptId)
  const payment = { provider: 'stripe', payment_reference: 'pi_1' }
  await shop.db.updateTable('payment_attempts').set(payment).execute()
  await imported(shop, line('t2', '-100.00,0,-100.00', 'dispute', 'pi_1'))
  return orderId
}

async function imported(shop: Shop, row: string) {
  return importPayouts(shop, await readPayouts(Buffer.from(report(row))), 'x')
}

test('refunds, a cancellation, a lost dispute and its undoing at once pay everything back once', async () => {
  for (let round = 0; round < cases(20); round++) {
    await using shop = await fixtureShop()
    const orderId = await disputed(shop)
    const by = { orderId, actor: 'x', reason: '' }
    const lose = async () => ({
      kind: `lost ${await loseDispute(shop, { rowId: 't2', kind: 'write_off', actor: 'x' })}`,
    })
    const undo = async (id?: string) => {
      const outcomeId = id ?? (await outcomesOf(shop.db, ['pi_1']))[0]?.id ?? ''
      const undone = undoLostDispute(shop, { reference: 'pi_1', outcomeId, actor: 'x' })
      return { kind: await outcomeOf(undone.then(() => ({ kind: 'undone' }))) }
    }
    const units = [{ position: 1, quantity: 1 }]
    const acts = [
      lose,
      () => refundOrder(shop, { ...by, units, withDelivery: false, key: 'one' }),
      () => refundOrder(shop, { ...by, units, withDelivery: false, key: 'one' }),
      () => cancelOrder(shop, by),
      () => undo(),
      lose,
      () => imported(shop, line('t3', '100.00,0,100.00', 'dispute_reversal', 'pi_1', 'po_2')),
      () => cancelOrder(shop, by),
    ]
    const order = acts.toSorted(() => Math.random() - 0.5)
    const outcomes = await Promise.all(order.map((act) => outcomeOf(act())))
    const all = outcomes.join(', ')
    expect(all, 'each is done or refused').not.toMatch(/error/i)
    // Whatever happened, at last the dispute is won and the order cancelled, and the buyer has everything once.
    const open = (await outcomesOf(shop.db, ['pi_1'])).filter(({ kind }) => kind !== 'undone')
    for (const { id } of open) await undo(id)
    await outcomeOf(cancelOrder(shop, by))
    const back = (await shop.db.selectFrom('refunds').select('amount').execute()).map(({ amount }) => Number(amount))
    expect(
      back.reduce((sum, amount) => sum + amount, 0),
      all,
    ).toBe(24_700)
  }
})
