import { expect, test } from 'vitest'
import { canBecome, orderStatuses } from '../../../src/domain/orders/order-status.ts'

test('an order changes its status only in these ways', () => {
  const allowed = [
    'pending_payment>confirmed',
    'pending_payment>failed',
    'pending_payment>expired',
    'expired>confirmed',
    'confirmed>processing',
    'confirmed>cancelled',
    'processing>shipped',
    'processing>cancelled',
    'shipped>delivered',
    'delivered>return_requested',
    'return_requested>returned',
    'return_requested>delivered',
    'returned>refunded',
    'shipped>return_requested',
    'returned>return_requested',
    'refunded>return_requested',
  ]
  const possible = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => canBecome(from, to)).map((to) => `${from}>${to}`),
  )
  expect(possible.toSorted()).toEqual(allowed.toSorted())
})

test('every status is reachable from the first', () => {
  const reached = new Set<string>(['pending_payment'])
  for (const _ of orderStatuses)
    for (const from of orderStatuses)
      if (reached.has(from)) orderStatuses.filter((to) => canBecome(from, to)).forEach((to) => reached.add(to))
  expect(orderStatuses.filter((status) => !reached.has(status))).toEqual([])
})
