import { lastUse, type GiftCardPart } from '../../../../domain/cart/gift-cards.ts'
import { formatDate } from '../../../../i18n/formats.ts'
import { exactSum } from '../../../../i18n/money.ts'
import { endingsOf, giftCardById } from '../../../ordering/gift-cards/queries.ts'
import type { OrderRow } from '../../../ordering/orders/queries.ts'
import type { Shop } from '../../../ordering/shop.ts'

/**
 * A gift card that got money back, by the last letters of its codes, and the last day on which it can be used; '' of
 * one that is blocked.
 */
export type CardBack = { ending: string; amount: string; date: string }

/** Describes the gift cards that got money of an order back, as they are now. */
export async function cardsBack(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { language, currency, reverse_charge: reverseCharge }: OrderRow,
  parts: readonly GiftCardPart[],
): Promise<CardBack[]> {
  const cards: CardBack[] = []
  for (const { id, amount } of parts) {
    const card = await giftCardById(db, id)
    if (!card) continue
    const endings = (await endingsOf(db, [id])).map(({ ending }) => ending)
    cards.push({
      ending: endings.join(' / '),
      amount: exactSum(amount, currency, language, reverseCharge === 1),
      date: card.status === 'live' ? formatDate(lastUse(card), { language, home: settings.all.home }) : '',
    })
  }
  return cards
}
