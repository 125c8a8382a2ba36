import { dayMs } from '../durations.ts'
import type { Minor } from '../money/money.ts'
import type { Home } from '../places/home.ts'
import { plusDays } from '../places/public-holidays.ts'
import { dayOf, startOfDay } from '../places/working-days.ts'
import { productType } from '../products/products.ts'

/** `void` cards were cancelled with the order that bought them; `blocked` ones cannot be used until staff allow it. */
export type GiftCardStatus = 'live' | 'blocked' | 'void'
export const giftCardStates = ['active', 'used_up', 'expired', 'blocked', 'void'] as const
/** What can be done with a card now. */
export type GiftCardState = (typeof giftCardStates)[number]

/** Thirty-two characters that are not easily confused with each other: 5 bits each. */
export const giftCardAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const giftCardLetters = 16
const giftCardYears = 2
/** Days that returned money can be used at least, even if the card would expire earlier. */
const daysAfterReturn = 90
/** Maximum number of cards per order. */
export const maxGiftCards = 5

export type GiftCardBalance = { id: string; balance: Minor }
export type GiftCardPart = { id: string; amount: Minor }

/**
 * Tells whether a product is a gift card. Gift cards get no discount and do not count towards minimum spends or free
 * delivery (decision 0010).
 */
export function isGiftCard({ type }: { type: number }): boolean {
  return type === productType.giftCard
}

/** Tells what can be done with a card at a time (UTC ISO). */
export function giftCardState(
  card: { status: GiftCardStatus; balance: Minor; expires_at: string },
  at: string,
): GiftCardState {
  if (card.status !== 'live') return card.status
  if (card.balance === 0) return 'used_up'
  return card.expires_at <= at ? 'expired' : 'active'
}

/** Normalizes a typed code, or returns undefined when it is invalid; case, spaces and dashes are ignored. */
export function parseGiftCardCode(text: string): string | undefined {
  const code = text.slice(0, 64).toUpperCase().replace(/[\s-]/g, '')
  return code.length === giftCardLetters && [...code].every((letter) => giftCardAlphabet.includes(letter))
    ? code
    : undefined
}

/** Formats a code for mails: groups of four, separated by dashes. */
export function formatGiftCardCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Splits a sum (minor units) over the cards in their order; each pays at most its balance. */
export function giftCardParts(cards: readonly GiftCardBalance[], sum: Minor): GiftCardPart[] {
  let left = Math.max(0, sum)
  return cards.flatMap(({ id, balance }) => {
    const amount = Math.min(left, balance)
    left -= amount
    return amount > 0 ? [{ id, amount }] : []
  })
}

/** What gift cards pay in all, in minor units. */
export function sumOfParts(parts: readonly Pick<GiftCardPart, 'amount'>[]): Minor {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** The expiry (UTC ISO) of a card that is issued now: the end of a day in the home country. */
export function giftCardExpiry(now: Date, home: Home): string {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + giftCardYears)
  return endOfDay(end, home)
}

/** The expiry (UTC ISO), at least, of a card that money is returned to now. */
export function expiryAfterReturn(now: Date, home: Home): string {
  return endOfDay(new Date(now.getTime() + daysAfterReturn * dayMs), home)
}

/** A moment (UTC ISO) of the last day on which a card can be used. */
export function lastUse({ expires_at: end }: { expires_at: string }): string {
  return new Date(Date.parse(end) - 1).toISOString()
}

function endOfDay(moment: Date, home: Home): string {
  return startOfDay(plusDays(dayOf(moment, home), 1), home)
}
