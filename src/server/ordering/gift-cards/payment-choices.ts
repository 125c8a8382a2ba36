import { productType } from '../../../domain/products.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { invoice } from '../../payments/providers/invoice.ts'
import type { GiftCardPayment } from './gift-card-payment.ts'

type Priced = { lines: readonly { type: number; quantity: number }[]; giftCards: GiftCardPayment }

/** Whether gift cards pay the whole of it, so that nobody has to choose another way. */
export function isPaidByCards({ giftCards: { total, due } }: Pick<Priced, 'giftCards'>): boolean {
  return total > 0 && due === 0
}

/** The ways to pay that are left of those offered: no card is sent against a bill that somebody may never pay. */
export function paymentChoices(offered: readonly string[], priced: Priced): string[] {
  if (isPaidByCards(priced)) return [giftCard.name]
  const buysCards = priced.lines.some(({ type, quantity }) => type === productType.giftCard && quantity > 0)
  return offered.filter((name) => !buysCards || name !== invoice.name)
}
