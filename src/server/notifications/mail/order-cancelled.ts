import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { exactSum } from '../../../i18n/money.ts'
import { describeUnits } from '../../ordering/order-pages/order-details.ts'
import { orderById, orderLineRows } from '../../ordering/orders/queries.ts'
import { refundById, refundLinesOf } from '../../ordering/orders/refund-queries.ts'
import { isOfCancellation } from '../../ordering/payment/cancel-payment.ts'
import type { Shop } from '../../ordering/shop.ts'
import { refundsOf as paymentRefundsOf } from '../../payments/refund-queries.ts'
import { cardPartsJson } from '../../platform/db/json-columns.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail, sentAgain } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { bankTexts } from './texts/bank-texts.ts'
import { cardsBack, type CardBack } from './texts/card-back-texts.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Cancelled = {
  number: string
  amount: string
  cards?: string
  cardsBack?: readonly CardBack[]
  isCharged: boolean
  disputed?: string
  units: readonly UnitsView[]
  follow: string
}

/**
 * `amount` is what is paid back to payments and `cards` to gift cards, '' for nothing, each of them in `cardsBack`; of
 * an order that was charged, its bank paid it back before. The amount has to wait while a bank has `disputed` the
 * payment, '' for nothing.
 */
export function orderCancelledMail(
  { t, head }: MailTexts,
  { number, amount, cards = '', cardsBack: each = [], isCharged, disputed = '', units, follow }: Cancelled,
): MailContent {
  const back = disputed === '' ? 'mail:order_cancelled.paid_back' : 'mail:order_cancelled.disputed'
  const isUnpaid = !isCharged && amount === '' && cards === ''
  const money = [
    ...(amount === '' ? [] : [t(back, { amount, disputed })]),
    ...(cards === '' ? [] : [t('mail:order_cancelled.on_cards', { amount: cards })]),
    ...each.map((card) =>
      t(card.date === '' ? 'mail:order_cancelled.blocked_card_back' : 'mail:order_cancelled.card_back', card),
    ),
    ...(isUnpaid ? [t('mail:order_cancelled.not_charged')] : []),
  ]
  return {
    ...head('mail:order_cancelled.subject', { number }),
    blocks: [
      text(t('mail:order_cancelled.intro', { number })),
      ...(units.length > 0 ? [{ kind: 'units', units } as const] : []),
      ...money.map((each) => text(each)),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

type CancelledOrder = { orderId: string; refundId: string; again?: string | undefined }

/** Notifies the buyer that the order is cancelled and, if it was paid, that the money is refunded. */
export async function sendOrderCancelled(shop: Shop, { orderId, refundId, again }: CancelledOrder): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency } = order
  const refund = await refundById(shop.db, refundId)
  const isCharged = Boolean(refund?.number)
  const sum = (minor: Minor) => (minor > 0 ? exactSum(minor, currency, language, order.reverse_charge === 1) : '')
  const { disputed } = await bankTexts(shop, order)
  const content = orderCancelledMail(await mailTexts(shop, language), {
    number,
    amount: sum(isCharged ? await paidBackOf(shop, order.id) : 0),
    cards: sum(refund?.card_back ?? 0),
    cardsBack: await cardsBack(shop, order, cardPartsJson.read(refund?.card_parts ?? '[]')),
    isCharged,
    disputed,
    units: describeUnits(await orderLineRows(shop.db, order.id), await refundLinesOf(shop.db, refundId)),
    follow: await orderAddress(shop, order),
  })
  await sendMail(shop, {
    to: order.email,
    messageId: sentAgain(`order-cancelled-${order.id}`, again),
    email: { language, ...content },
  })
}

/** What the cancellation paid back to payments: not what was asked for after a change and never paid. */
async function paidBackOf({ db }: Shop, orderId: string): Promise<Minor> {
  const own = (await paymentRefundsOf(db, orderId)).filter(({ dedupe_key: key }) => isOfCancellation(key))
  return own.reduce((sum, { amount }) => sum + amount, 0)
}
