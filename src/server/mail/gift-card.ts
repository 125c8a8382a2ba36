import { formatAmount, formatDate } from '../../i18n/formats.ts'
import { translator } from '../../i18n/translator.ts'
import { newCodeOf } from '../gift-cards/codes.ts'
import type { GiftCardRow } from '../gift-cards/queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { sendMail } from './send-mail.ts'

/** Mails the buyer a code for each card; the codes are made here and are readable in the mail alone. */
export async function sendGiftCards(shop: Shop, { id, number, email, language }: OrderRow, cards: readonly GiftCardRow[]): Promise<void> {
  const t = translator(language)
  const rows: string[] = []
  for (const card of cards) {
    rows.push(formatAmount(card.amount, card.currency, language), await newCodeOf(shop.db, card.id, shop.now()), '')
  }
  const until = formatDate(cards[0]?.expires_at ?? '', language)
  const text = [t('mail:gift_card.intro', { number }), '', ...rows, t('mail:gift_card.use', { date: until }), '', t('mail:gift_card.keep'), '', t('mail:signature')]
  await sendMail(shop, { to: email, subject: t('mail:gift_card.subject', { number }), text: text.join('\n'), messageId: `gift-card-${id}` })
}
