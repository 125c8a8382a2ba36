import type { Minor } from './money.ts'
import { productType } from './products.ts'

/** `void` cards were taken back with the order that bought them. */
export type GiftCardStatus = 'live' | 'void'

/** Thirty-two letters and digits that nobody takes for another: 5 bits each. */
export const giftCardAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const giftCardLetters = 16
export const giftCardYears = 2
/** As many cards as one order can be paid with. */
export const mostGiftCards = 5

export type GiftCardBalance = { id: string; balance: Minor }
export type GiftCardPart = { id: string; amount: Minor }

/**
 * Gift cards are money: no discount reduces them, and they count for no minimum spend and no free delivery (decision
 * 0010).
 */
export function isGiftCard({ type }: { type: number }): boolean {
  return type === productType.giftCard
}

/** A typed code in its normal form, or undefined when it cannot be one; case, spaces and dashes do not matter. */
export function parseGiftCardCode(text: string): string | undefined {
  const code = text.slice(0, 64).toUpperCase().replace(/[\s-]/g, '')
  return code.length === giftCardLetters && [...code].every((letter) => giftCardAlphabet.includes(letter))
    ? code
    : undefined
}

/** The code as it is mailed: in fours, with dashes between. */
export function formatGiftCardCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** What each card pays of a sum (minor units), the first one first; never more than is on it or than is asked for. */
export function giftCardParts(cards: readonly GiftCardBalance[], sum: Minor): GiftCardPart[] {
  let left = Math.max(0, sum)
  return cards.flatMap(({ id, balance }) => {
    const amount = Math.min(left, balance)
    left -= amount
    return amount > 0 ? [{ id, amount }] : []
  })
}

export function sumOfParts(parts: readonly Pick<GiftCardPart, 'amount'>[]): Minor {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** The last moment (UTC ISO) of a card that is made now. */
export function giftCardExpiry(now: Date): string {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + giftCardYears)
  return end.toISOString()
}
