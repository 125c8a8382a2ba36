import { OrderError } from '../orders/order-error.ts'
import { orderEvent } from '../orders/order-events.ts'
import { returnById, updateReturn, type ReturnRow } from '../orders/return-queries.ts'
import { orderAction, lockOrder, type OrderServices } from '../orders/transition.ts'
import { unpaidReturns } from '../refunds/settle-returns.ts'
import { orderAfterReturn } from './order-after-return.ts'

/**
 * Ends a return whose goods, or the rest of them, will not arrive; what was received stays recorded. The order becomes
 * `delivered` again if no other return is open and not everything was returned.
 */
export async function callOffReturn(
  services: OrderServices,
  { returnId, actor }: { returnId: string; actor: string },
): Promise<ReturnRow> {
  const action = orderAction(services, actor)
  return services.db.transaction().execute(async (trx) => {
    const known = await returnById(trx, returnId)
    if (!known) throw new OrderError('return_unknown', `There is no return ${returnId}.`)
    const order = await lockOrder(trx, known.order_id, action.now)
    const row = (await returnById(trx, known.id)) ?? known
    if (row.status === 'called_off') return row
    if (row.status !== 'requested' && row.status !== 'partly_received')
      throw new OrderError('not_possible', `Return ${row.number} is ${row.status} and cannot be called off.`)
    const isUnpaid = (await unpaidReturns(trx, order.id)).some(({ return_id: id }) => id === row.id)
    const status = row.status === 'requested' ? 'called_off' : isUnpaid ? 'received' : 'refunded'
    await updateReturn(trx, row.id, { status })
    const calledOff = { type: 'return.called_off', returnId: row.id } as const
    await action.events.emit(trx, orderEvent(trx, order, action.now, calledOff))
    await orderAfterReturn(trx, order, {
      ...action,
      note: `called off ${row.status === 'requested' ? '' : 'the rest of '}${row.number}`,
    })
    return { ...row, status }
  })
}
