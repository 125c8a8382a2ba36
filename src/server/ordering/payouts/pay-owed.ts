import type { Minor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { leftOf, openDisputeOf, takenOf } from '../../payments/dispute-queries.ts'
import { attemptsOf, type AttemptRow } from '../../payments/queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { paymentsWithCards, returnedParts } from '../gift-cards/redeem.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import { orderAction, type OrderAction, type OrderServices } from '../orders/transition.ts'
import { paidTooMuch } from '../refunds/billing.ts'
import { givenInBooks } from '../refunds/given-back.ts'
import { payBack } from '../refunds/pay-back.ts'
import { insertCardReturn } from './dispute-queries.ts'
import { lockOrdersOf } from './orders-of-dispute.ts'
import { lowerSetOff } from './set-off.ts'

/** Pays back what disputes that were won leave owed to the buyers of their payments, by the provider's ids. */
export async function payWonBack(services: OrderServices, references: readonly string[], actor: string): Promise<void> {
  for (const reference of new Set(references))
    await services.db.transaction().execute(async (trx) => {
      const action = orderAction(services, actor)
      for (const order of await lockOrdersOf(trx, reference, action.now)) await payOwed(trx, order, action)
    })
}

/**
 * Pays back refunds of a locked order that were set off against what its bank had taken, when the shop has that money
 * again: the dispute was won, and no settlement says that it is lost. What the payments do not have any more, because
 * the bank took what was refunded before, was paid with gift cards and goes back to them. Nothing is paid while a
 * dispute is open. The buyer is told by mail.
 */
export async function payOwed(trx: DatabaseTransaction, order: OrderRow, action: OrderAction): Promise<void> {
  const { now } = action
  const refunds = (await refundsOf(trx, order.id)).filter(({ set_off: setOff }) => (setOff ?? 0) > 0)
  if (refunds.length === 0 || (await openDisputeOf(trx, order.id))) return
  const setOff = refunds.reduce((sum, each) => sum + (each.set_off ?? 0), 0)
  const amount = Math.min(setOff, await paidTooMuch(trx, order))
  if (amount <= 0) return
  const taken = await takenOf(trx, order.id)
  const [before, key] = [await paymentsWithCards(trx, order.id), newId(now.getTime())]
  const refund = {
    orderId: order.id,
    amount,
    attempts: await attemptsOf(trx, order.id),
    reason: 'dispute won',
    mostOf: (attempt: AttemptRow) => leftOf(attempt, taken),
    keyOf: ({ id }: { id: string }) => `won:${key}:${id}`,
  }
  const paid = amount - (await payBack(trx, refund, action))
  if (paid <= 0) return
  const after = await paymentsWithCards(trx, order.id)
  const cards = before.onCards - after.onCards
  const given = before.onGivenCards - after.onGivenCards
  if (cards > 0) await recordCardReturn(trx, order, { amount: cards, given }, action)
  const numbers = await lowerSetOff(trx, order, paid, action)
  const payload = { orderId: order.id, amount: paid, cards, parts: returnedParts(before, after), numbers }
  await addToOutbox(trx, { kind: 'mail.dispute_won', dedupeKey: `mail.dispute_won:${key}`, payload }, now)
}

/** Notes in the books and in the order's history what went back to gift cards. */
async function recordCardReturn(
  trx: DatabaseTransaction,
  order: OrderRow,
  { amount, given: back }: { amount: Minor; given: Minor },
  { actor, now }: OrderAction,
): Promise<void> {
  const at = now.toISOString()
  const day = dayOf(now, await homeNow(trx))
  const given = await givenInBooks(trx, order.id, back)
  await insertCardReturn(trx, { id: newId(now.getTime()), order_id: order.id, amount, given, day, at })
  const note = `back on gift cards: ${plainAmount(amount, order.currency)}, dispute won`
  await appendOrderEvent(trx, order, { actor, now, note })
}
