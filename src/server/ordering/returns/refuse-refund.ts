import { hashSecret } from '../../platform/ids.ts'
import { addToOutbox, dropWaiting } from '../../platform/outbox/queries.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import { returnById, updateReturn } from '../orders/return-queries.ts'
import { lockOrder, orderAction, type OrderServices } from '../orders/transition.ts'

/**
 * Records why a return that was received is not refunded, so that it waits for nobody, and mails it to the customer,
 * who reads it on the order's page as well. A refund is possible afterwards. Throws OrderError.
 */
export async function refuseRefund(
  services: OrderServices,
  { returnId, reason, actor }: { returnId: string; reason: string; actor: string },
): Promise<void> {
  const action = orderAction(services, actor)
  await services.db.transaction().execute(async (trx) => {
    const known = await returnById(trx, returnId)
    if (!known) throw new OrderError('return_unknown', `There is no return ${returnId}.`)
    const order = await lockOrder(trx, known.order_id, action.now)
    const { status, number, refusal } = (await returnById(trx, returnId)) ?? known
    if (status !== 'received') throw new OrderError('not_possible', `Return ${number} is ${status}, not received.`)
    if (refusal === reason) return
    await updateReturn(trx, returnId, { refusal: reason })
    await appendOrderEvent(trx, order, { ...action, note: `not refunded ${number}: ${reason}` })
    const payload = { returnId, reason: hashSecret(reason) }
    const ofReturn = `mail.return_refused:${returnId}:`
    const dedupeKey = `${ofReturn}${payload.reason}:${action.now.toISOString()}`
    // A reason that was written before, and is not mailed yet, does not count any more.
    await dropWaiting(trx, ofReturn)
    await addToOutbox(trx, { kind: 'mail.return_refused', dedupeKey, payload }, action.now)
  })
}
