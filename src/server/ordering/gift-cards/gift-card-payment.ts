import type { LineAmounts, Totals } from '../../../domain/cart/cart-amounts.ts'
import { giftCardParts, sumOfParts, type GiftCardPart } from '../../../domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { productType } from '../../../domain/products/products.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Shop } from '../shop.ts'
import { endingsOf, hasUsableCards, usableCards } from './queries.ts'

/** What gift cards pay of a checkout and what is left to pay; minor units of its currency. */
export type GiftCardPayment = { parts: GiftCardPart[]; total: Minor; due: Minor }

type Priced = {
  lines: readonly { type: number; amounts: Pick<LineAmounts, 'total' | 'share'> }[]
  totals: Pick<Totals, 'total'>
}
type Paying = { ids: readonly string[]; currency: CurrencyCode; now: Date }

/**
 * Splits the total of a checkout between its gift cards, in the order they were entered, and another payment method.
 */
export async function giftCardPayment(
  db: Queryable,
  { lines, totals }: Priced,
  { ids, currency, now }: Paying,
): Promise<GiftCardPayment> {
  const sum = totals.total.inc
  if (ids.length === 0) return { parts: [], total: 0, due: sum }
  const cards = await usableCards(db, ids, { currency, at: now.toISOString() })
  const typed = ids.flatMap((id) => cards.find((card) => card.id === id) ?? [])
  const parts = giftCardParts(typed, sum - paidForCards(lines))
  const total = sumOfParts(parts)
  return { parts, total, due: sum - total }
}

/** Adds the last letters of the codes for display. */
export async function shownParts(
  db: Queryable,
  parts: readonly GiftCardPart[],
): Promise<(GiftCardPart & { ending: string })[]> {
  if (parts.length === 0) return []
  const endings = await endingsOf(
    db,
    parts.map(({ id }) => id),
  )
  return parts.map((part) => ({ ...part, ending: endings.find((each) => each.gift_card_id === part.id)?.ending ?? '' }))
}

/**
 * Sums the gift cards in the order. They cannot be paid with gift cards, because a discount on them would create money.
 */
function paidForCards(lines: Priced['lines']): Minor {
  return lines
    .filter(({ type }) => type === productType.giftCard)
    .reduce((sum, { amounts }) => sum + amounts.total.inc - amounts.share.inc, 0)
}

/** Tells whether a checkout asks for gift cards: while they are sold, and after that while one can be used. */
export async function takesGiftCards({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<boolean> {
  return settings.all.features.giftCards || hasUsableCards(db, now().toISOString())
}
