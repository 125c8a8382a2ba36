import { exactSum } from '../../../i18n/money.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { orderAddress } from './order-confirmed.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { cardsBack, type CardBack } from './texts/card-back-texts.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/**
 * Sums as texts, '' for none: all that is paid back, to the payments and to gift cards; credit notes by number.
 * `follow` leads to the order.
 */
type DisputeWon = {
  number: string
  amount: string
  toPayments: string
  toCards: string
  cardsBack?: readonly CardBack[]
  notes: readonly string[]
  follow: string
}

export function disputeWonMail({ t, head }: MailTexts, won: DisputeWon): MailContent {
  const { number, amount, toPayments, toCards, cardsBack: each = [], notes, follow } = won
  return {
    ...head('mail:dispute_won.subject', { number }),
    blocks: [
      text(t('mail:dispute_won.intro', { number, amount })),
      ...(toPayments === '' ? [] : [text(t('mail:dispute_won.to_payments', { amount: toPayments }))]),
      ...(toCards === '' ? [] : [text(t('mail:dispute_won.to_cards', { amount: toCards }))]),
      ...each.map((card) =>
        text(t(card.date === '' ? 'mail:dispute_won.blocked_card_back' : 'mail:dispute_won.card_back', card)),
      ),
      ...(notes.length === 0
        ? []
        : [text(t('mail:dispute_won.notes', { count: notes.length, numbers: notes.join(', ') }))]),
      { kind: 'action', label: t('mail:order_link.open'), href: follow, isQuiet: true },
    ],
  }
}

/** Notifies the buyer that what was set off against a dispute is paid back, because the shop has won it. */
export async function sendDisputeWon(
  shop: Shop,
  { orderId, amount, cards, parts = [], numbers }: EffectPayload<'mail.dispute_won'>,
  effectId: string,
): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language, currency, reverse_charge: reverseCharge } = order
  const sum = (minor: number) => (minor > 0 ? exactSum(minor, currency, language, reverseCharge === 1) : '')
  const won = {
    number,
    amount: sum(amount),
    toPayments: sum(amount - cards),
    toCards: sum(cards),
    cardsBack: await cardsBack(shop, order, parts),
    notes: numbers,
    follow: await orderAddress(shop, order),
  }
  await sendMail(shop, {
    to: order.email,
    messageId: `dispute-won-${effectId}`,
    email: { language, ...disputeWonMail(await mailTexts(shop, language), won) },
  })
}
