import { exactSum } from '../../../i18n/money.ts'
import { translator, type TextKey, type Translate } from '../../../i18n/translator.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { exchangeOfRefund } from '../../ordering/exchanges/exchange-queries.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderDocument } from '../../ordering/order-pages/order-document.ts'
import { orderById, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { refundById, refundLinesOf, type RefundRow } from '../../ordering/orders/refund-queries.ts'
import { returnsOf } from '../../ordering/orders/return-queries.ts'
import { isAwaited } from '../../ordering/returns/returnable.ts'
import type { Shop } from '../../ordering/shop.ts'
import { text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/** Notifies the buyer of a refund with its credit note, or that the order was reduced before it was charged. */
export async function sendRefunded(shop: Shop, refundId: string): Promise<void> {
  const refund = await refundById(shop.db, refundId)
  const order = refund && (await orderById(shop.db, refund.order_id))
  if (!refund || !order) return
  const { number, language, currency, reverse_charge: reverseCharge } = order
  const t = translator(language)
  const sum = (minor: number) => exactSum(minor, currency, language, reverseCharge === 1)
  const awaited = (await returnsOf(shop.db, order.id)).find(
    (row) => row.number === refund.reason && isAwaited(row.status),
  )
  const note = refund.number ? await orderDocument(shop, order.id, 'credit_note', language, refund.number) : undefined
  const besides = besidesUnits(refund, t)
  const units = describeUnits(await orderLineRows(shop.db, order.id), await refundLinesOf(shop.db, refund.id))
  const { subject, blocks: beginning } = await beginningOf(shop, order, refund, { kind: 'units', units, ...besides })
  const blocks: Block[] = [
    ...beginning,
    ...(refund.deduction > 0
      ? [text(t('mail:refunded.deduction', { amount: sum(refund.amount), deduction: sum(refund.deduction) }))]
      : []),
    ...(refund.allowance < 0 ? [text(t('mail:refunded.taken_back', { amount: sum(-refund.allowance) }))] : []),
    ...(awaited ? [text(t('mail:refunded.rest', { number: awaited.number }))] : []),
    ...(note ? [text(t('mail:refunded.note'))] : []),
  ]
  await sendMail(shop, {
    to: order.email,
    messageId: `refunded-${refund.id}`,
    email: {
      language,
      subject: t(subject, { number }),
      blocks,
    },
    attachments: note && [{ filename: `${note.number}.pdf`, content: note.pdf }],
  })
}

/** What is refunded besides units: the delivery, or a reduction of the price. */
function besidesUnits({ delivery, allowance }: RefundRow, t: Translate): { besides?: string } {
  if (delivery > 0) return { besides: t('mail:order_confirmed.delivery') }
  return allowance > 0 ? { besides: t('mail:refunded.allowance') } : {}
}

type Beginning = { subject: TextKey; blocks: Block[] }

/** Says what happens with the money for these units: it is paid back, or pays another order that is sent instead. */
async function beginningOf(shop: Shop, order: OrderRow, refund: RefundRow, units: Block): Promise<Beginning> {
  const { number, language, currency, reverse_charge: reverseCharge } = order
  const t = translator(language)
  const sum = (minor: number) => exactSum(minor, currency, language, reverseCharge === 1)
  const amount = sum(refund.amount)
  const exchange = await exchangeOfRefund(shop.db, refund.id)
  if (!exchange || exchange.credit === 0)
    return {
      subject: refund.number ? 'mail:refunded.subject' : 'mail:refunded.subject_smaller',
      blocks: [text(t(howOf(order, refund), { amount, number })), units],
    }
  const [credit, back] = [sum(exchange.credit), refund.amount - exchange.credit]
  return {
    subject: 'mail:refunded.subject_exchanged',
    blocks: [
      text(t('mail:refunded.exchanged', { amount, credit, number, other: exchange.number })),
      units,
      ...(back > 0 ? [text(t('mail:refunded.exchanged_rest', { amount: sum(back) }))] : []),
    ],
  }
}

function howOf(order: OrderRow, { number }: RefundRow): TextKey {
  if (!number) return 'mail:refunded.smaller'
  return isBilled(order) ? 'mail:refunded.credited' : 'mail:refunded.paid_back'
}
