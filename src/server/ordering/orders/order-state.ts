import type { OrderRow } from './queries.ts'
import { OrderError } from './order-error.ts'

/** Whether the order is paid after it was sent, against an invoice. */
export function isBilled({ payment_method: method }: Pick<OrderRow, 'payment_method'>): boolean {
  return method === 'invoice'
}

/** Throws for an order that waits for a person: nothing of it is packed or sent before that. */
export function requireReleased({ number, hold }: Pick<OrderRow, 'number' | 'hold'>): void {
  if (hold === null) return
  throw new OrderError(
    'on_hold',
    `Order ${number} names an organization with an account, and nobody of it was signed in. Ask them, then "order ` +
      `release ${number} --by NAME" or "order cancel ${number}".`,
  )
}
