import type { TextKey } from '../../i18n/translator.ts'
import { formatAmount } from '../../i18n/formats.ts'
import { translator } from '../../i18n/translator.ts'
import { isBilled } from '../orders/billing.ts'
import { pieceViews } from '../orders/order-details.ts'
import { orderDocument } from '../orders/order-document.ts'
import { orderById, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { refundById, refundLinesOf, type RefundRow } from '../orders/refund-queries.ts'
import type { Shop } from '../shop.ts'
import { pieceRows } from './piece-rows.ts'
import { sendMail } from './send-mail.ts'

/** Tells what is paid back, with its credit note, or that the order has become smaller before it was charged. */
export async function sendRefunded(shop: Shop, refundId: string): Promise<void> {
  const refund = await refundById(shop.db, refundId)
  const order = refund && await orderById(shop.db, refund.order_id)
  if (!refund || !order) return
  const t = translator(order.language)
  const note = refund.number ? await orderDocument(shop, order.id, 'credit_note', order.language, refund.number) : undefined
  const pieces = pieceViews(await orderLineRows(shop.db, order.id), await refundLinesOf(shop.db, refund.id))
  await sendMail(shop, {
    to: order.email, subject: t(refund.number ? 'mail:refunded.subject' : 'mail:refunded.subject_smaller', { number: order.number }),
    text: [
      t(howOf(order, refund), { amount: formatAmount(refund.amount, order.currency, order.language), number: order.number }), '',
      ...pieceRows(pieces), ...(refund.delivery > 0 ? [t('mail:order_confirmed.delivery')] : []), '', t('mail:signature'),
    ].join('\n'),
    messageId: `refunded-${refund.id}`, ...(note ? { attachments: [{ filename: `${note.number}.pdf`, content: note.pdf }] } : {}),
  })
}

function howOf(order: OrderRow, { number }: RefundRow): TextKey {
  if (!number) return 'mail:refunded.smaller'
  return isBilled(order) ? 'mail:refunded.credited' : 'mail:refunded.paid_back'
}
