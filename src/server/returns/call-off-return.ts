import { changeStatus, noteOnOrder, orderInHand, type OrderDesk } from '../orders/change-order.ts'
import { OrderError } from '../orders/order-error.ts'
import { returnById, returnsOf, updateReturn, type ReturnRow } from './queries.ts'

/** Ends a return that never came; the order is `delivered` again when no other is awaited. */
export async function callOffReturn({ db, now }: OrderDesk, { returnId, actor }: { returnId: string; actor: string }): Promise<ReturnRow> {
  const deed = { actor, now: now() }
  return db.transaction().execute(async (trx) => {
    const known = await returnById(trx, returnId)
    if (!known) throw new OrderError('return_unknown', `There is no return ${returnId}.`)
    const order = await orderInHand(trx, known.order_id, deed.now)
    const row = await returnById(trx, known.id) ?? known
    if (row.status === 'called_off') return row
    if (row.status !== 'requested') throw new OrderError('not_possible', `Return ${row.number} is ${row.status} and cannot be called off.`)
    await updateReturn(trx, row.id, { status: 'called_off' })
    const isAwaited = (await returnsOf(trx, order.id)).some((each) => each.status === 'requested')
    const note = `called off ${row.number}`
    if (order.status === 'return_requested' && !isAwaited) await changeStatus(trx, order, 'delivered', { ...deed, note })
    else await noteOnOrder(trx, order, { ...deed, note })
    return { ...row, status: 'called_off' }
  })
}
