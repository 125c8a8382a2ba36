import { splitAllowance } from '../../../domain/orders/allowances.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { requireOpenDay } from '../closing/close-books.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import { leftByRate } from '../refunds/left-by-rate.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import {
  insertOutcome,
  outcomesOf,
  payoutRowById,
  sharesOf,
  type OutcomeRow,
  type ShareRow,
} from './dispute-queries.ts'
import { attemptsNamed, payoutById, rowsNamed } from './payout-queries.ts'

type Services = { db: Database; now: () => Date }
/**
 * A lost dispute is a loss of the shop, less its VAT or in full, or a claim on the buyer that goes on. The law of the
 * country where the sale is taxed decides whether its VAT may be taken back.
 */
export const lostKinds = ['write_off', 'write_off_in_full', 'receivable'] as const
type Action = { actor: string; now: Date }

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
 * full, or kept as a claim on the buyer. All that is still in dispute of the payment is settled. Throws OrderError.
 */
export async function loseDispute({ db, now }: Services, lost: LostDispute): Promise<Minor> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const row = await payoutRowById(trx, lost.rowId)
    const order = row?.kind === 'dispute' ? await lockOrderOf(trx, row.reference, at) : undefined
    const payout = row && (await payoutById(trx, row.payout_id))
    if (!order || !payout || (payout.stated !== null && payout.stated !== payout.net))
      throw new OrderError('not_possible', 'There is no such dispute of an order in the books.')
    const day = await requireDay(trx, lost.day, { after: payout.day, now: at })
    const amount = openOf(await rowsNamed(trx, [row.reference]), await outcomesOf(trx, [row.reference]))
    if (lost.seen !== undefined && lost.seen !== amount)
      throw new OrderError('changed_meanwhile', 'What is in dispute is another amount by now.')
    if (amount <= 0) throw new OrderError('nothing_left', 'Nothing of this payment is in dispute any more.')
    const outcome = {
      kind: storedKind(lost.kind),
      amount,
      day,
      reference: row.reference,
      payout_row: row.id,
      undoes: null,
    } as const
    const shares = lost.kind === 'write_off' ? await sharesFor(trx, order, amount) : []
    await write(trx, order, { outcome, shares }, { actor: lost.actor, now: at })
    return amount
  })
}

const storedKind = (kind: LostDispute['kind']) => (kind === 'receivable' ? kind : 'write_off')

/** Reverses the settlement of a lost dispute with an entry of today. Throws OrderError if it was reversed. */
export async function undoLostDispute(
  { db, now }: Services,
  { reference, outcomeId, actor }: { reference: string; outcomeId: string; actor: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = now()
    const order = await lockOrderOf(trx, reference, at)
    const wrong = (await outcomesOf(trx, [reference])).find(({ id, kind }) => id === outcomeId && kind !== 'undone')
    if (!order || !wrong) throw new OrderError('not_possible', 'There is no such settlement to undo.')
    const day = await requireDay(trx, undefined, { after: wrong.day, now: at })
    const shares = (await sharesOf(trx, wrong.id)).map(({ rate, net, vat }) => ({ rate, net: 0 - net, vat: 0 - vat }))
    const { payout_row } = wrong
    const outcome = { kind: 'undone' as const, amount: 0 - wrong.amount, day, reference, payout_row, undoes: wrong.id }
    await write(trx, order, { outcome, shares }, { actor, now: at })
  })
}

async function lockOrderOf(trx: DatabaseTransaction, reference: string, now: Date): Promise<OrderRow | undefined> {
  const [attempt] = reference === '' ? [] : await attemptsNamed(trx, [reference])
  const order = attempt && (await orderByNumber(trx, attempt.number))
  return order && lockOrder(trx, order.id, now)
}

async function requireDay(
  trx: DatabaseTransaction,
  asked: string | undefined,
  { after, now }: { after: string; now: Date },
): Promise<string> {
  const today = dayOf(now, await homeNow(trx))
  const day = asked ?? today
  if (day > today) throw new OrderError('day_ahead', 'A dispute cannot be settled on a day to come.')
  if (day < after) throw new OrderError('day_before', `The dispute is in the books since ${after}.`)
  await requireOpenDay(trx, day)
  return day
}

/**
 * A loss by VAT rate, in proportion to what the order's documents charge, at home or in the country where the sale is
 * taxed; what they do not charge, or charge without VAT, has none to take back.
 */
async function sharesFor(db: Queryable, order: OrderRow, amount: Minor): Promise<Omit<ShareRow, 'outcome_id'>[]> {
  const left = await leftByRate(db, order.id, await orderLineRows(db, order.id))
  const taxed = left.filter(({ rate, amount: each }) => rate > 0 && each > 0)
  const charged = left.reduce((sum, each) => sum + Math.max(0, each.amount), 0)
  const untaxed = {
    rate: 0,
    amount: Math.max(amount, charged) - taxed.reduce((sum, each) => sum + each.amount, 0),
    vat: 0,
  }
  return splitAllowance(amount, [...taxed, untaxed]).map(({ rate, amount: part, vat }) => ({
    rate,
    net: part - vat,
    vat,
  }))
}

const words = { write_off: 'written off', receivable: 'claimed from the buyer', undone: 'settlement undone' } as const

type Written = {
  outcome: Pick<OutcomeRow, 'kind' | 'amount' | 'day' | 'reference' | 'payout_row' | 'undoes'>
  shares: readonly Omit<ShareRow, 'outcome_id'>[]
}

async function write(
  trx: DatabaseTransaction,
  order: OrderRow,
  { outcome, shares }: Written,
  { actor, now }: Action,
): Promise<void> {
  const [id, at] = [newId(now.getTime()), now.toISOString()]
  if (!(await insertOutcome(trx, { ...outcome, id, order_id: order.id, actor, at }, shares)))
    throw new OrderError('not_possible', 'There is no such settlement to undo.')
  const sum = plainAmount(Math.abs(outcome.amount), order.currency)
  await appendOrderEvent(trx, order, { actor, now, note: `dispute lost, ${words[outcome.kind]}: ${sum}` })
}
