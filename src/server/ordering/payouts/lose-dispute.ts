import type { Minor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { requireOpenDay } from '../closing/close-books.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderRow } from '../orders/queries.ts'
import { orderAction, type OrderAction, type OrderServices } from '../orders/transition.ts'
import { paidTooMuch } from '../refunds/billing.ts'
import { outcomesOf, payoutRowById, sharesOf, type OutcomeRow } from './dispute-queries.ts'
import { lockOrdersOf, partsOfDispute } from './orders-of-dispute.ts'
import { payOwed } from './pay-owed.ts'
import { payoutById, rowsAndWins } from './payout-queries.ts'
import { raiseSetOff } from './set-off.ts'
import { reversalOf, sharesFor, writeOutcome } from './write-outcome.ts'

/**
 * A lost dispute is a loss of the shop, less its VAT or in full, or a claim on the buyer that goes on. The law of the
 * country where the sale is taxed decides whether its VAT may be taken back.
 */
export const lostKinds = ['write_off', 'write_off_in_full', 'receivable'] as const

/** What is in dispute of a payment in the books: taken back by the bank, less what was won back and is settled. */
export function openOf(
  rows: readonly Pick<Row<'payout_rows'>, 'kind' | 'gross'>[],
  outcomes: readonly Pick<OutcomeRow, 'amount'>[],
): Minor {
  const disputed = rows
    .filter(({ kind }) => kind === 'dispute' || kind === 'dispute_won')
    .reduce((sum, { gross }) => sum - gross, 0)
  return outcomes.reduce((sum, { amount }) => sum - amount, disputed)
}

export type LostDispute = {
  /** The transaction of a payout by which the bank took the money. */
  rowId: string
  kind: (typeof lostKinds)[number]
  actor: string
  /** The day in the books, today if left out. */
  day?: string
  /** What was shown to be in dispute, in minor units; refused when it is another by now. */
  seen?: Minor
}

/**
 * Settles a dispute that is lost, with its voucher in the books: written off as a loss, less the VAT of the sale or in
 * full, or kept as a claim on the buyer. All that is still in dispute of the payment is settled, for each of its
 * orders. One in another currency than the order's is booked by hand. Throws OrderError.
 */
export async function loseDispute(services: OrderServices, lost: LostDispute): Promise<Minor> {
  return services.db.transaction().execute(async (trx) => {
    const action = orderAction(services, lost.actor)
    const at = action.now
    const row = await payoutRowById(trx, lost.rowId)
    const orders = row?.kind === 'dispute' ? await lockOrdersOf(trx, row.reference, at) : []
    const payout = row && (await payoutById(trx, row.payout_id))
    if (orders.length === 0 || !payout || (payout.stated !== null && payout.stated !== payout.net))
      throw new OrderError('not_possible', 'There is no such dispute of an order in the books.')
    if (orders.some(({ currency }) => currency !== payout.currency))
      throw new OrderError('other_currency', 'The bank took back another currency than that of the order.')
    const day = await requireDay(trx, lost.day, { after: payout.day, now: at })
    const settled = await outcomesOf(trx, [row.reference])
    const amount = openOf(await rowsAndWins(trx, [row.reference], payout.currency), settled)
    if (lost.seen !== undefined && lost.seen !== amount)
      throw new OrderError('changed_meanwhile', 'What is in dispute is another amount by now.')
    if (amount <= 0) throw new OrderError('nothing_left', 'Nothing of this payment is in dispute any more.')
    const disputed = { payoutRow: row, amount, settled, day }
    await settle(trx, orders, disputed, { ...action, kind: lost.kind })
    return amount
  })
}

type Disputed = { payoutRow: Row<'payout_rows'>; amount: Minor; settled: readonly OutcomeRow[]; day: string }
type Settling = Pick<LostDispute, 'kind'> & OrderAction

/** Writes the outcome of a dispute for each order of its payment. */
async function settle(
  trx: DatabaseTransaction,
  orders: readonly OrderRow[],
  { payoutRow: { id, reference }, amount, settled, day }: Disputed,
  { kind, ...action }: Settling,
): Promise<void> {
  const of = { day, reference, payout_row: id, undoes: null } as const
  for (const part of await partsOfDispute(trx, orders, { reference, amount, settled })) {
    const owed = await setOffOwed(trx, part.order, part.amount, action)
    const claim = kind === 'receivable' ? part.amount : owed
    const loss = part.amount - claim
    const shares = kind === 'write_off' && loss > 0 ? await sharesFor(trx, part.order, loss) : []
    const outcomes = [
      { outcome: { ...of, kind: 'receivable', amount: claim }, shares: [] },
      { outcome: { ...of, kind: 'write_off', amount: loss }, shares },
    ] as const
    for (const each of outcomes) if (each.outcome.amount > 0) await writeOutcome(trx, part.order, each, action)
  }
}

/**
 * Sets off what the shop owes the buyer of an order, because a refund of it could not be paid while the dispute was
 * open, against `amount`, which the buyer has from the bank. Returns how much: that is a claim and no loss.
 */
async function setOffOwed(
  trx: DatabaseTransaction,
  order: OrderRow,
  amount: Minor,
  action: OrderAction,
): Promise<Minor> {
  const owed = Math.max(0, await paidTooMuch(trx, order))
  const setOff = Math.min(amount, owed)
  if (setOff > 0) await raiseSetOff(trx, order, { amount: setOff, stillOwed: owed - setOff }, action)
  return setOff
}

/**
 * Reverses the settlement of a lost dispute with an entry of today. Refunds that were set off against it are paid back
 * if the dispute was won. Throws OrderError if it was reversed.
 */
export async function undoLostDispute(
  services: OrderServices,
  { reference, outcomeId, actor }: { reference: string; outcomeId: string; actor: string },
): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    const action = orderAction(services, actor)
    const at = action.now
    const orders = await lockOrdersOf(trx, reference, at)
    const wrong = (await outcomesOf(trx, [reference])).find(({ id, kind }) => id === outcomeId && kind !== 'undone')
    const order = orders.find(({ id }) => id === wrong?.order_id)
    if (!order || !wrong) throw new OrderError('not_possible', 'There is no such settlement to undo.')
    const day = await requireDay(trx, undefined, { after: wrong.day, now: at })
    await writeOutcome(trx, order, reversalOf(wrong, await sharesOf(trx, wrong.id), day), action)
    await payOwed(trx, order, action)
  })
}

/** Returns the day on which an outcome is in the books, today if none is asked for. Throws OrderError. */
export async function requireDay(
  trx: DatabaseTransaction,
  requested: string | undefined,
  { after, now }: { after: string; now: Date },
): Promise<string> {
  const today = dayOf(now, await homeNow(trx))
  const day = requested ?? today
  if (day > today) throw new OrderError('day_ahead', 'A dispute cannot be settled on a day to come.')
  if (day < after) throw new OrderError('day_before', `The dispute is in the books since ${after}.`)
  await requireOpenDay(trx, day)
  return day
}
