import { OrderError } from './order-error.ts'
import type { OrderRow } from './queries.ts'

/** Tells whether the order is paid by invoice after shipping. */
export function isBilled({ payment_method: method }: Pick<OrderRow, 'payment_method'>): boolean {
  return method === 'invoice'
}

/** Throws OrderError `on_hold` if the order is on hold; it must not be packed or shipped before its release. */
export function requireReleased({ number, hold }: Pick<OrderRow, 'number' | 'hold'>): void {
  if (hold === null) return
  if (hold === 'unpaid_difference')
    throw new OrderError(
      'on_hold',
      `Order ${number} was changed, and what it costs more is not paid yet. Wait for the payment, or run ` +
        `"order release ${number} --by NAME".`,
    )
  if (hold === 'by_hand')
    throw new OrderError('on_hold', `Order ${number} is on hold: run "order release ${number} --by NAME" first.`)
  throw new OrderError(
    'on_hold',
    `Order ${number} names an organization with an account, but its buyer was not signed in as a member. Ask the ` +
      `organization, then run "order release ${number} --by NAME" or "order cancel ${number}".`,
  )
}
