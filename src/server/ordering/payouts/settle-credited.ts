import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderEvent } from '../orders/order-events.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import { refundById, refundLinesOf } from '../orders/refund-queries.ts'
import { lostByRate, outcomesOfOrder, sharesOf, type OutcomeRow } from './dispute-queries.ts'
import { requireDay } from './lose-dispute.ts'
import { documentedByRate, reversalOf, sharesFor, writeOutcome } from './write-outcome.ts'

/**
 * Settles lost disputes anew when units or the delivery of an order are refunded after the bank took money back. As
 * much as is credited is no loss any more but owed by the buyer, who has it from the bank: the credit note is set off
 * against it (owedBack in refunds/billing.ts), and takes its VAT off the sale alone. A credit without units is limited
 * to what no dispute took off (creditLeft), so it changes no loss.
 */
export async function settleCredited(trx: DatabaseTransaction, event: OrderEvent): Promise<void> {
  if (event.type !== 'order.refund_recorded') return
  const losses = await lossesOf(trx, event.order.id)
  const order = losses.length > 0 ? await orderById(trx, event.order.id) : undefined
  if (!order) return
  const credited = Math.max(0, (await creditedBy(trx, event.refundId)) - order.unpaid_difference)
  await claimOfLosses(trx, order, credited, event.at)
  if (await isTooMuchVat(trx, order.id))
    for (const loss of await lossesOf(trx, order.id)) await settleAnew(trx, order, loss, 0, event.at)
}

/** Makes as much of an order's losses a claim on its buyer as there is, the newest first. Returns how much it was. */
export async function claimOfLosses(
  trx: DatabaseTransaction,
  order: OrderRow,
  amount: Minor,
  now: Date,
): Promise<Minor> {
  let left = amount
  for (const loss of (await lossesOf(trx, order.id)).toReversed()) {
    const part = Math.min(left, loss.amount)
    left -= part
    if (part > 0) await settleAnew(trx, order, loss, part, now)
  }
  return amount - left
}

/** Whether losses take more VAT off than is left, because the bank took more than was left of the sale. */
async function isTooMuchVat(trx: DatabaseTransaction, orderId: string): Promise<boolean> {
  const left = await documentedByRate(trx, orderId)
  const vatLeft = new Map(left.map(({ rate, vat }) => [rate, vat]))
  return [...(await lostByRate(trx, orderId))].some(([rate, { vat }]) => vat > (vatLeft.get(rate) ?? 0))
}

/** What was written off and not undone, oldest first. */
async function lossesOf(trx: DatabaseTransaction, orderId: string): Promise<OutcomeRow[]> {
  const rows = await outcomesOfOrder(trx, orderId)
  const undone = new Set(rows.map(({ undoes }) => undoes))
  return rows.filter(({ id, kind }) => kind === 'write_off' && !undone.has(id))
}

/** What a refund of units or of the delivery credits, in minor units; 0 before the order was charged. */
async function creditedBy(trx: DatabaseTransaction, refundId: string): Promise<Minor> {
  const refund = await refundById(trx, refundId)
  if (!refund || refund.number === null) return 0
  const isOfUnits = refund.delivery > 0 || (await refundLinesOf(trx, refundId)).length > 0
  return isOfUnits ? refund.amount : 0
}

/** Reverses a loss, and writes it again without `part`, which the buyer owes, by the VAT rates that are left. */
async function settleAnew(
  trx: DatabaseTransaction,
  order: OrderRow,
  loss: OutcomeRow,
  part: Minor,
  now: Date,
): Promise<void> {
  const action = { actor: 'shop', now }
  const shares = await sharesOf(trx, loss.id)
  if (part === 0 && shares.length === 0) return
  const day = await requireDay(trx, undefined, { after: loss.day, now })
  await writeOutcome(trx, order, reversalOf(loss, shares, day), action)
  const { reference, payout_row } = loss
  const of = { day, reference, payout_row, undoes: null }
  const amount = loss.amount - part
  if (amount > 0)
    await writeOutcome(
      trx,
      order,
      {
        outcome: { ...of, kind: 'write_off', amount },
        shares: shares.length > 0 ? await sharesFor(trx, order, amount) : [],
      },
      action,
    )
  if (part > 0)
    await writeOutcome(trx, order, { outcome: { ...of, kind: 'receivable', amount: part }, shares: [] }, action)
}
