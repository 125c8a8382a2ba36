import { setHold } from '../orders/hold-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder, notPossible, orderAction, type OrderServices } from '../orders/transition.ts'

export type Holding = { orderId: string; actor: string; reason: string }

/** How the note of a hold in the history begins; the reason follows. */
const noteOfHold = 'on hold: '

/**
 * Puts an open order on hold: it is not packed or shipped before `releaseHold`. Throws OrderError `not_possible` for an
 * order that is not open, `on_hold` for one that is on hold already, `hold_unexplained` without a reason.
 */
export async function holdOrder(services: OrderServices, { orderId, actor, reason }: Holding): Promise<OrderRow> {
  if (reason === '') throw new OrderError('hold_unexplained', 'Say why the order waits.')
  const action = orderAction(services, actor)
  return services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, action.now)
    if (order.status !== 'confirmed' && order.status !== 'processing') throw notPossible(order, 'put on hold')
    if (order.hold !== null) throw new OrderError('on_hold', `Order ${order.number} is on hold already.`)
    await setHold(trx, order.id, 'by_hand')
    const held = { ...order, hold: 'by_hand' as const }
    await appendOrderEvent(trx, held, { ...action, note: `${noteOfHold}${reason}` })
    await action.events.emit(trx, orderEvent(trx, held, action.now, { type: 'order.held' }))
    return held
  })
}

/** Why an order was last put on hold by hand, by the notes of its history, newest first; '' where it never was. */
export function reasonOfHold(notes: readonly string[]): string {
  return notes.find((note) => note.startsWith(noteOfHold))?.slice(noteOfHold.length) ?? ''
}
