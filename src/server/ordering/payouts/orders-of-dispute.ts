import type { Minor } from '../../../domain/money/money.ts'
import { refundable } from '../../../domain/orders/payments.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import type { OutcomeRow } from './dispute-queries.ts'
import { attemptsNamed } from './payout-queries.ts'

/** Locks the orders that a payment of the provider pays, oldest first: two when a part of it pays an exchange. */
export async function lockOrdersOf(trx: DatabaseTransaction, reference: string, now: Date): Promise<OrderRow[]> {
  const attempts = reference === '' ? [] : await attemptsNamed(trx, [reference])
  const ids = [...new Set(attempts.map(({ order_id: id }) => id))]
  const locked = new Map<string, OrderRow>()
  for (const id of ids.toSorted()) locked.set(id, await lockOrder(trx, id, now))
  return ids.flatMap((id) => locked.get(id) ?? [])
}

/**
 * Splits what a bank took back over the locked orders of the payment: what each has paid with it and neither got back
 * nor lost before, oldest first. What is more than that is the first order's.
 */
export async function partsOfDispute(
  trx: DatabaseTransaction,
  orders: readonly OrderRow[],
  { reference, amount, settled }: { reference: string; amount: Minor; settled: readonly OutcomeRow[] },
): Promise<{ order: OrderRow; amount: Minor }[]> {
  const attempts = await attemptsNamed(trx, [reference])
  let left = amount
  const parts = orders.map((order) => {
    const isOwn = ({ order_id: id }: { order_id: string }) => id === order.id
    const paid = attempts.filter(isOwn).reduce((sum, attempt) => sum + refundable(attempt), 0)
    const lost = settled.filter(isOwn).reduce((sum, outcome) => sum + outcome.amount, 0)
    const part = Math.max(0, Math.min(left, paid - lost))
    left -= part
    return { order, amount: part }
  })
  return parts
    .map((part, at) => (at === 0 ? { ...part, amount: part.amount + left } : part))
    .filter((part) => part.amount > 0)
}
