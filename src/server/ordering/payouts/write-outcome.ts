import type { Minor } from '../../../domain/money/money.ts'
import { splitAllowance, type RateAmount } from '../../../domain/orders/allowances.ts'
import { plainAmount } from '../../../i18n/money.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { leftByRate } from '../refunds/left-by-rate.ts'
import { insertOutcome, lostByRate, type OutcomeRow, type ShareRow } from './dispute-queries.ts'

/**
 * A loss by VAT rate, in proportion to what the order's documents charge and earlier losses left of it, at home or in
 * the country where the sale is taxed; what they do not charge, or charge without VAT, has none to take back.
 */
export async function sharesFor(
  db: Queryable,
  order: OrderRow,
  amount: Minor,
): Promise<Omit<ShareRow, 'outcome_id'>[]> {
  const lost = await lostByRate(db, order.id)
  const left = (await documentedByRate(db, order.id)).map((each) => {
    const { net = 0, vat = 0 } = lost.get(each.rate) ?? {}
    return { ...each, amount: each.amount - net - vat, vat: each.vat - vat }
  })
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

/** What documents charge and do not credit at each VAT rate; an addition counts when it has its document. */
export async function documentedByRate(db: Queryable, orderId: string): Promise<RateAmount[]> {
  const lines = await orderLineRows(db, orderId)
  return leftByRate(
    db,
    orderId,
    lines.filter(({ addition }) => addition === ''),
  )
}

const words = { write_off: 'written off', receivable: 'claimed from the buyer', undone: 'settlement undone' } as const

type Action = { actor: string; now: Date }
type Written = {
  outcome: Pick<OutcomeRow, 'kind' | 'amount' | 'day' | 'reference' | 'payout_row' | 'undoes'>
  shares: readonly Omit<ShareRow, 'outcome_id'>[]
}

/** Writes an outcome with its sums by VAT rate, and notes it in the order's history. Throws OrderError. */
export async function writeOutcome(
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

/** The outcome that reverses a wrong one, on a day. */
export function reversalOf(wrong: OutcomeRow, shares: readonly ShareRow[], day: string): Written {
  const { id, amount, reference, payout_row } = wrong
  return {
    outcome: { kind: 'undone', amount: 0 - amount, day, reference, payout_row, undoes: id },
    shares: shares.map(({ rate, net, vat }) => ({ rate, net: 0 - net, vat: 0 - vat })),
  }
}
