import { exactSum } from '../../../i18n/money.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** Sums as texts, `stillOwed` is '' for none; credit notes by number; `follow` leads to the order. */
type RefundSetOff = { number: string; amount: string; stillOwed: string; notes: readonly string[]; follow: string }

export function refundSetOffMail({ t, head }: MailTexts, setOff: RefundSetOff): MailContent {
  const { number, amount, stillOwed, notes, follow } = setOff
  return {
    ...head('mail:refund_set_off.subject', { number }),
    blocks: [
      text(t('mail:refund_set_off.intro', { number, amount })),
      ...(stillOwed === '' ? [] : [text(t('mail:refund_set_off.still_owed', { amount: stillOwed }))]),
      ...(notes.length === 0
        ? []
        : [text(t('mail:refund_set_off.notes', { count: notes.length, numbers: notes.join(', ') }))]),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

/** Notifies the buyer that a refund that did not go through is set off, because the bank has paid it back before. */
export async function sendRefundSetOff(
  shop: Shop,
  { orderId, amount, stillOwed, numbers }: EffectPayload<'mail.refund_set_off'>,
  effectId: string,
): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency, reverse_charge: reverseCharge } = order
  const sum = (minor: number) => (minor > 0 ? exactSum(minor, currency, language, reverseCharge === 1) : '')
  const follow = await orderAddress(shop, order)
  const setOff = { number, amount: sum(amount), stillOwed: sum(stillOwed), notes: numbers, follow }
  await sendMail(shop, {
    to: order.email,
    messageId: `refund-set-off-${effectId}`,
    email: { language, ...refundSetOffMail(await mailTexts(shop, language), setOff) },
  })
}
