import { randomBytes } from 'node:crypto'
import { formatGiftCardCode, giftCardAlphabet, giftCardLetters } from '../../../domain/cart/gift-cards.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { insertCode } from './queries.ts'

/** How many letters of a code are displayed after it was mailed. */
const endingLetters = 4

/**
 * Creates another code for a card (80 random bits) and returns it for mailing. Only its hash and last letters are
 * stored.
 */
export async function newCodeOf(db: Queryable, cardId: string, now: Date): Promise<string> {
  const code = [...randomBytes(giftCardLetters)]
    .map((byte) => giftCardAlphabet[byte % giftCardAlphabet.length])
    .join('')
  await insertCode(db, {
    hash: hashSecret(code),
    gift_card_id: cardId,
    ending: code.slice(-endingLetters),
    created_at: now.toISOString(),
  })
  return formatGiftCardCode(code)
}
