import type { Minor } from '../../../domain/money/money.ts'
import { newId } from '../../platform/ids.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { refundByKey } from '../orders/refund-queries.ts'
import { lockOrder, orderAction, type OrderServices } from '../orders/transition.ts'
import { refundOrderInTransaction, type RefundRequest } from './refund-order.ts'

/** What a refund comes to, and how much of it is set off instead of paid out; minor units. */
export type RefundPreview = { readonly amount: Minor; readonly setOff: Minor }

/** Ends the transaction of a preview, so that nothing of it stays. */
class Previewed extends Error {
  override readonly name = 'Previewed'
  readonly preview: RefundPreview

  constructor(preview: RefundPreview) {
    super('Nothing is refunded.')
    this.preview = preview
  }
}

/**
 * Calculates what a refund would pay back. It is carried out in a transaction that is rolled back, so that the sum is
 * the one of the refund itself, and what would be refused is refused here.
 */
export async function previewRefund(services: OrderServices, request: RefundRequest): Promise<RefundPreview> {
  const action = orderAction(services, request.actor)
  const key = newId(action.now.getTime())
  try {
    return await services.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, request.orderId, action.now)
      await requireUndisputed(trx, order)
      const { refund } = await refundOrderInTransaction(trx, order, { ...request, key }, action)
      const settled = await refundByKey(trx, order.id, key)
      throw new Previewed({ amount: refund.amount, setOff: settled?.set_off ?? 0 })
    })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}
