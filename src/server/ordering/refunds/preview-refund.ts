import type { RefundParts } from '../../../contracts/console/orders.ts'
import { attemptsOf } from '../../payments/queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { requireUndisputed } from '../disputes/require-undisputed.ts'
import { invoiceSums } from '../invoices/settle-invoice.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundByKey, type RefundRow } from '../orders/refund-queries.ts'
import { lockOrder, orderAction, type OrderServices } from '../orders/transition.ts'
import { paymentsBack } from './record-settlement.ts'
import { refundOrderInTransaction, type RefundRequest } from './refund-order.ts'

/** Ends the transaction of a preview, so that nothing of it stays. */
class Previewed extends Error {
  override readonly name = 'Previewed'
  readonly preview: RefundParts

  constructor(preview: RefundParts) {
    super('Nothing is refunded.')
    this.preview = preview
  }
}

/**
 * Calculates what a refund comes to, and where each part of it goes. It is carried out in a transaction that is rolled
 * back, so that the sums are those of the refund itself, and what would be refused is refused here.
 */
export async function previewRefund(services: OrderServices, request: RefundRequest): Promise<RefundParts> {
  const action = orderAction(services, request.actor)
  const key = newId(action.now.getTime())
  try {
    return await services.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, request.orderId, action.now)
      await requireUndisputed(trx, order)
      const { refund, order: left } = await refundOrderInTransaction(trx, order, { ...request, key }, action)
      const settled = (await refundByKey(trx, order.id, key)) ?? refund
      throw new Previewed(await partsOf(trx, left, settled))
    })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
}

/** The parts of a refund that the transaction has written; one without a credit note only lowers the charge. */
async function partsOf(trx: DatabaseTransaction, order: OrderRow, refund: RefundRow): Promise<RefundParts> {
  const isCancelled = order.status === 'cancelled'
  const providers = new Map((await attemptsOf(trx, order.id)).map(({ id, provider }) => [id, provider]))
  const back = Map.groupBy(await paymentsBack(trx, refund, isCancelled), (each) => providers.get(each.attempt_id) ?? '')
  const sums = [...back].map(([provider, rows]) => ({
    provider,
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  }))
  const billed = sums.find(({ provider }) => provider === 'invoice')?.amount ?? 0
  // What an invoice is paid beyond what it costs by now is negative.
  const unpaid = billed > 0 ? (await invoiceSums(trx, order)).open + billed : 0
  const invoice = Math.min(billed, Math.max(0, unpaid))
  const giftCards = refund.card_back ?? 0
  return {
    amount: refund.amount,
    payments: sums.filter(({ provider }) => provider !== 'invoice'),
    giftCards,
    invoice,
    paidInvoice: billed - invoice,
    charge: refund.number === null ? Math.max(0, refund.amount - giftCards) : 0,
    setOff: refund.set_off ?? 0,
    isCancelled,
  }
}
