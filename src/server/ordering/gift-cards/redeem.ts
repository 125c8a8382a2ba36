import { expiryAfterReturn, sumOfParts, type GiftCardPart } from '../../../domain/cart/gift-cards.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import {
  insertUses,
  creditGiftCard,
  setReturned,
  debitGiftCard,
  usesOf,
  usesOfGivenCards,
  type GiftCardUse,
} from './queries.ts'

/**
 * Pays an order with gift cards within its transaction. Returns false if a card has too little left; the caller must
 * roll back then.
 */
export async function redeemGiftCards(
  trx: DatabaseTransaction,
  orderId: string,
  parts: readonly GiftCardPart[],
  now: Date,
): Promise<boolean> {
  if (parts.length === 0) return true
  if (!(await chargeCards(trx, parts, now))) return false
  await insertUses(
    trx,
    parts.map(({ id, amount }) => ({
      order_id: orderId,
      gift_card_id: id,
      amount,
      returned: 0,
      used_at: now.toISOString(),
    })),
  )
  return true
}

/** Returns the money of a failed or cancelled order to its gift cards. */
export async function releaseGiftCards(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  for (const use of await usesOf(trx, orderId)) await returnToCard(trx, use, use.amount - use.returned, now)
}

/**
 * Charges the gift cards of an expired order again. Returns false if the money was spent meanwhile; the caller must
 * roll back then.
 */
export async function redeemReleasedGiftCards(trx: DatabaseTransaction, orderId: string, now: Date): Promise<boolean> {
  const uses = (await usesOf(trx, orderId)).filter(({ returned }) => returned > 0)
  if (
    !(await chargeCards(
      trx,
      uses.map(({ gift_card_id: id, returned: amount }) => ({ id, amount })),
      now,
    ))
  )
    return false
  for (const use of uses) await setReturned(trx, use, 0)
  return true
}

/** Returns an amount to the cards that paid for an order. Returns the part that they had not paid. */
export async function refundToGiftCards(
  trx: DatabaseTransaction,
  orderId: string,
  amount: Minor,
  now: Date,
): Promise<Minor> {
  let left = amount
  for (const use of amount > 0 ? await usesOf(trx, orderId) : []) {
    left -= await returnToCard(trx, use, Math.min(left, use.amount - use.returned), now)
  }
  return left
}

/**
 * Lets what gift cards have paid of one order pay another instead, at most `most`; their balances do not change.
 * Returns how much.
 */
export async function moveToOrder(
  trx: DatabaseTransaction,
  { from, to, most }: { from: string; to: string; most: Minor },
  now: Date,
): Promise<Minor> {
  let left = most
  for (const use of await usesOf(trx, from)) {
    const amount = Math.min(left, use.amount - use.returned)
    if (amount <= 0 || !(await setReturned(trx, use, use.returned + amount))) continue
    const moved = { order_id: to, gift_card_id: use.gift_card_id, amount, returned: 0, used_at: now.toISOString() }
    await insertUses(trx, [moved])
    left -= amount
  }
  return most - left
}

/** Sums what gift cards have paid for an order, less what was returned. */
export async function paidWithCards(db: Queryable, orderId: string): Promise<Minor> {
  return (await usesOf(db, orderId)).reduce((sum, { amount, returned }) => sum + amount - returned, 0)
}

/**
 * What gift cards have paid for an order, less what was returned: in all, of it cards that nobody bought, and each
 * card.
 */
export type CardPayments = { onCards: Minor; onGivenCards: Minor; parts: readonly GiftCardPart[] }

/** Nothing is owed for a card that nobody bought, so the books have its uses on an account of their own. */
export async function paymentsWithCards(db: Queryable, orderId: string): Promise<CardPayments> {
  const given = await usesOfGivenCards(db, orderId)
  const parts = (await usesOf(db, orderId)).map((use) => ({ id: use.gift_card_id, amount: use.amount - use.returned }))
  return {
    parts,
    onCards: sumOfParts(parts),
    onGivenCards: given.reduce((sum, { amount, returned }) => sum + amount - returned, 0),
  }
}

/** What each gift card does not pay any more of what it had paid before. */
export function returnedParts(before: CardPayments, after: CardPayments): GiftCardPart[] {
  return before.parts
    .map(({ id, amount }) => ({ id, amount: amount - (after.parts.find((part) => part.id === id)?.amount ?? 0) }))
    .filter(({ amount }) => amount > 0)
}

/** Charges the cards in order of their ids, so that concurrent orders do not deadlock. */
async function chargeCards(trx: DatabaseTransaction, parts: readonly GiftCardPart[], now: Date): Promise<boolean> {
  for (const part of parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!(await debitGiftCard(trx, part, now.toISOString()))) return false
  }
  return true
}

async function returnToCard(trx: DatabaseTransaction, use: GiftCardUse, amount: Minor, now: Date): Promise<Minor> {
  if (amount <= 0 || !(await setReturned(trx, use, use.returned + amount))) return 0
  await creditGiftCard(trx, { id: use.gift_card_id, amount }, expiryAfterReturn(now, await homeNow(trx)))
  return amount
}
