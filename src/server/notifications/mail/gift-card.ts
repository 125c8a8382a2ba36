import { lastUse } from '../../../domain/cart/gift-cards.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import { newCodeOf } from '../../ordering/gift-cards/codes.ts'
import { giftCardById, type GiftCardRow } from '../../ordering/gift-cards/queries.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { sendMail } from './send-mail.ts'
import { text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Codes = { codes: readonly { amount: string; code: string }[]; date: string }

/** The codes of gift cards: bought with the order of this number, or without one issued by staff. */
export function giftCardMail(
  { t, head }: MailTexts,
  { codes, date, number }: Codes & { number?: string },
): MailContent {
  const isOwn = number === undefined
  return {
    ...(isOwn ? head('mail:gift_card.own_subject') : head('mail:gift_card.subject', { number })),
    blocks: [
      text(isOwn ? t('mail:gift_card.own_intro') : t('mail:gift_card.intro', { number })),
      { kind: 'codes', codes },
      text(t('mail:gift_card.use', { date })),
      text(t('mail:gift_card.keep')),
    ],
  }
}

/** Mails the buyer a code for each gift card; the codes are created here and exist in plain text only in the mail. */
export async function sendGiftCards(
  shop: Shop,
  { id, number, email, language }: OrderRow,
  cards: readonly GiftCardRow[],
): Promise<void> {
  const codes: { amount: string; code: string }[] = []
  for (const card of cards) {
    codes.push({
      amount: exactSum(card.amount, card.currency, language),
      code: await newCodeOf(shop.db, card.id, shop.now()),
    })
  }
  const date = formatDate(lastUse({ expires_at: cards[0]?.expires_at ?? '' }), {
    language,
    home: shop.settings.all.home,
  })
  await sendMail(shop, {
    to: email,
    messageId: `gift-card-${id}`,
    email: { language, ...giftCardMail(await mailTexts(shop, language), { number, codes, date }) },
  })
}

/**
 * Mails a code of a card to its recipient: of one that staff issued, or another one of a card whose mail was lost. A
 * card that cannot be used any more is not mailed.
 */
export async function sendGiftCard(shop: Shop, cardId: string, effectId: string): Promise<void> {
  const card = await giftCardById(shop.db, cardId)
  if (!card || card.email === '' || card.status !== 'live') return
  const { language } = card
  const date = formatDate(lastUse(card), { language, home: shop.settings.all.home })
  const code = await newCodeOf(shop.db, card.id, shop.now())
  const codes = [{ amount: exactSum(card.balance, card.currency, language), code }]
  await sendMail(shop, {
    to: card.email,
    messageId: `gift-card-${effectId}`,
    email: { language, ...giftCardMail(await mailTexts(shop, language), { codes, date }) },
  })
}
