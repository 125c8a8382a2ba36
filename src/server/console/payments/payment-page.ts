import { acceptForm, bankForm, giveBackForm, retryForm, type PaymentPage } from '../../../contracts/console/payments.ts'
import { redactedText } from '../../ordering/orders/audited-order.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { acceptHeld, closeHeld, refundHeld } from '../../ordering/payment/settle-held.ts'
import { repeatRefund } from '../../ordering/refunds/refused-refunds.ts'
import type { Shop } from '../../ordering/shop.ts'
import { attemptById } from '../../payments/queries.ts'
import { lockAttempt, refundsOf } from '../../payments/refund-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { paymentContent } from './payment-content.ts'

/** One payment: its money, its refunds, and what the provider reported beside what the shop did. */
export const paymentScreen = consoleScreen<PaymentPage>({
  screen: 'payment',
  permission: 'payments.view',
  isSensitive: true,
  load: paymentContent,
  actions: {
    accept: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: acceptForm,
      run: (context, { version }) => onPayment(context, 'payments.accept', version, acceptHeld),
    }),
    refund: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: giveBackForm,
      run: (context, { version, reason }) =>
        onPayment(context, 'payments.refund', version, (shop, of) => refundHeld(shop, { ...of, reason })),
    }),
    close: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: giveBackForm,
      run: (context, { version, reason }) => {
        if (reason === '') throw new ConsoleError('required')
        return onPayment(context, 'payments.close', version, (shop, of) => closeHeld(shop, { ...of, reason }))
      },
    }),
    retry: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: retryForm,
      run: (context, { version, refund }) => onPayment(context, 'payments.retry_refund', version, repeated(refund)),
    }),
    by_bank: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: bankForm,
      run: (context, { version, refund, reference }) => {
        if (reference === '') throw new ConsoleError('required', {}, `reference:${refund}`)
        return onPayment(context, 'payments.refund_by_bank', version, repeated(refund, { bankReference: reference }))
      },
    }),
  },
})

/** Pays a refused refund of this payment: by the provider, or as a bank transfer has done. */
function repeated(refundId: string, by: { bankReference?: string } = {}): Work {
  return async (shop, { attemptId, actor }) => {
    const own = await refundsOf(shop.db, (await attemptById(shop.db, attemptId))?.order_id ?? '')
    const isOwn = own.some(({ id, attempt_id: of }) => id === refundId && of === attemptId)
    if (!isOwn) throw new ConsoleError('unknown')
    return repeatRefund(shop, { refundId, actor, ...by })
  }
}

type Work = (shop: Shop, of: { attemptId: string; actor: string }) => Promise<unknown>

/**
 * Does something with the payment of the address, if the order's history still ends where the person saw it end. The
 * audit entry is in the same transaction.
 */
async function onPayment(context: ConsoleContext, operation: string, version: string, work: Work): Promise<void> {
  const { shop, session, request } = context
  const attempt = await attemptById(shop.db, (request.params['id'] ?? '').slice(0, 60))
  const order = attempt && (await orderById(shop.db, attempt.order_id))
  if (!order) throw new ConsoleError('unknown')
  const action = {
    operation,
    subject: { kind: 'payment', id: attempt.id, label: order.number },
    guard: async (trx: DatabaseTransaction) => {
      await lockAttempt(trx, attempt.id, shop.now().toISOString())
      if ((await lastEventOf(trx, order.id)) !== version) throw new ConsoleError('changed_meanwhile')
    },
    fields: (trx: DatabaseTransaction) => paymentFields(trx, attempt.id),
  }
  await audited(shop, session.actor, action, (services) =>
    work(services, { attemptId: attempt.id, actor: session.actor.name }),
  )
}

/** What the audit log compares of a payment. */
async function paymentFields(trx: DatabaseTransaction, id: string) {
  const attempt = await attemptById(trx, id)
  const orderId = attempt?.order_id ?? ''
  return {
    status: attempt?.status,
    authorized: attempt?.authorized,
    captured: attempt?.captured,
    refunded: attempt?.refunded,
    order_status: (await orderById(trx, orderId))?.status,
    refunds: (await refundsOf(trx, orderId)).map((each) => [each.amount, each.status, redactedText(each.reason)]),
  }
}
