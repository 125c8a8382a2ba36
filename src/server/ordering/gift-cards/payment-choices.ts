import { productType } from '../../../domain/products/products.ts'
import { giftCard } from '../../payments/providers/gift-card.ts'
import { invoice } from '../../payments/providers/invoice.ts'
import type { GiftCardPayment } from './gift-card-payment.ts'

type Priced = { lines: readonly { type: number; quantity: number }[]; giftCards: GiftCardPayment }

/** Tells whether gift cards pay the whole order, so that no other payment method is needed. */
export function isPaidByCards({ giftCards: { total, due } }: Pick<Priced, 'giftCards'>): boolean {
  return total > 0 && due === 0
}

/**
 * Filters the offered payment methods. Orders with gift cards cannot be paid by invoice, because the codes are sent
 * before payment.
 */
export function paymentChoices(offered: readonly string[], priced: Priced): string[] {
  if (isPaidByCards(priced)) return [giftCard.name]
  const buysCards = priced.lines.some(({ type, quantity }) => type === productType.giftCard && quantity > 0)
  return offered.filter((name) => !buysCards || name !== invoice.name)
}
