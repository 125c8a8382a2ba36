import type { GiftCardPart } from '../../../domain/gift-cards.ts'
import type { Minor } from '../../../domain/money.ts'
import { plusDays } from '../../../domain/subscriptions.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { insertUses, putOnCard, setReturned, takeFromCard, usesOf, type GiftCardUse } from './queries.ts'

/** Money that comes back can be used for this long, even where the card would end before. */
const daysAfterReturn = 90

/**
 * Pays an order with cards within its transaction; false when one has less on it than was seen, and then the
 * transaction must not be kept.
 */
export async function redeemGiftCards(
  trx: DatabaseTransaction,
  orderId: string,
  parts: readonly GiftCardPart[],
  now: Date,
): Promise<boolean> {
  if (parts.length === 0) return true
  if (!(await takeAll(trx, parts, now))) return false
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

/** Gives back what an order that came to nothing still holds of its cards. */
export async function releaseGiftCards(trx: DatabaseTransaction, orderId: string, now: Date): Promise<void> {
  for (const use of await usesOf(trx, orderId)) await giveBack(trx, use, use.amount - use.returned, now)
}

/**
 * Takes again what was given back when an order expired; false, for the whole transaction, when it has been used
 * elsewhere.
 */
export async function redeemAgain(trx: DatabaseTransaction, orderId: string, now: Date): Promise<boolean> {
  const uses = (await usesOf(trx, orderId)).filter(({ returned }) => returned > 0)
  if (
    !(await takeAll(
      trx,
      uses.map(({ gift_card_id: id, returned: amount }) => ({ id, amount })),
      now,
    ))
  )
    return false
  for (const use of uses) await setReturned(trx, use, 0)
  return true
}

/** Puts a part of what cards paid for an order back on them; gives what they had not paid. */
export async function payBackOnCards(
  trx: DatabaseTransaction,
  orderId: string,
  amount: Minor,
  now: Date,
): Promise<Minor> {
  let left = amount
  for (const use of amount > 0 ? await usesOf(trx, orderId) : []) {
    left -= await giveBack(trx, use, Math.min(left, use.amount - use.returned), now)
  }
  return left
}

/** What an order still holds of its cards. */
export async function paidWithCards(trx: DatabaseTransaction, orderId: string): Promise<Minor> {
  return (await usesOf(trx, orderId)).reduce((sum, { amount, returned }) => sum + amount - returned, 0)
}

/** In the order of their ids, so that two orders never wait for each other. */
async function takeAll(trx: DatabaseTransaction, parts: readonly GiftCardPart[], now: Date): Promise<boolean> {
  for (const part of parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!(await takeFromCard(trx, part, now.toISOString()))) return false
  }
  return true
}

async function giveBack(trx: DatabaseTransaction, use: GiftCardUse, amount: Minor, now: Date): Promise<Minor> {
  if (amount <= 0 || !(await setReturned(trx, use, use.returned + amount))) return 0
  await putOnCard(trx, { id: use.gift_card_id, amount }, plusDays(now.toISOString(), daysAfterReturn))
  return amount
}
