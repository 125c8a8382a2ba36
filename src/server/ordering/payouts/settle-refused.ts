import type { Minor } from '../../../domain/money/money.ts'
import { openDisputeOf, takenOf } from '../../payments/dispute-queries.ts'
import { lockOrder, orderAction, type OrderServices } from '../orders/transition.ts'
import { paidTooMuch } from '../refunds/billing.ts'
import { claimed } from '../refunds/written-off-queries.ts'
import { raiseSetOff } from './set-off.ts'
import { claimOfLosses } from './settle-credited.ts'

/**
 * Settles a refund of an order that its provider refused, or whose money came back, after the dispute of its payment
 * was settled as lost: the buyer has that money from the bank. As much as the shop owes of it by that is a claim and
 * no loss, and the credit note is set off, as where the refund is refused first (loseDispute). While a dispute is
 * open, its settlement does this.
 */
export async function settleRefused(
  services: OrderServices,
  { orderId, amount }: { orderId: string; amount: Minor },
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const action = orderAction(services, 'shop')
    const order = await lockOrder(trx, orderId, action.now)
    const taken = [...(await takenOf(trx, orderId)).values()].reduce((sum, each) => sum + each, 0)
    if (taken <= 0 || (await openDisputeOf(trx, orderId))) return
    const owed = await paidTooMuch(trx, order)
    // Nothing of it is owed where it was asked for again meanwhile.
    const unpaid = Math.min(amount, Math.max(0, owed + (await claimed(trx, orderId))))
    const isClaim = await claimOfLosses(trx, order, Math.min(unpaid, Math.max(0, owed)), action.now)
    const stillOwed = Math.max(0, owed - isClaim) - Math.max(0, owed - amount)
    const setOff = unpaid - Math.max(0, stillOwed)
    const left = { amount: setOff, stillOwed: Math.max(0, owed - isClaim) }
    if (setOff > 0) await raiseSetOff(trx, order, left, action)
  })
}
