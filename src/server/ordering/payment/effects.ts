import type { Shop } from '../../shop.ts'
import { carryOutCancel, carryOutCapture } from './carry-out.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import type { PaymentNotice } from '../../payments/provider.ts'
import { sendSandboxWebhook } from './sandbox-page.ts'

/** What the outbox does at payment providers, by kind; each may be done again and has one effect. */
export const paymentEffects: Record<string, (shop: Shop, payload: Record<string, string>) => Promise<void>> = {
  'payment.capture': (shop, { attemptId = '', amount }) => carryOutCapture(shop, attemptId, Number(amount)),
  'payment.cancel': (shop, { attemptId = '' }) => carryOutCancel(shop, attemptId),
  'payment.refund': (shop, { refundId = '' }) => carryOutRefund(shop, refundId),
  'payment.sandbox_webhook': (shop, { notice = '' }) => sendSandboxWebhook(shop, JSON.parse(notice) as PaymentNotice),
}
