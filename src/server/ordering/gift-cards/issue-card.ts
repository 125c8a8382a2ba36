import { giftCardExpiry, giftCardState } from '../../../domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { newCodeOf } from './codes.ts'
import {
  endingsOf,
  giftCardById,
  heldOfCard,
  insertGiftCard,
  lockGiftCard,
  setCardStatus,
  setLeft,
  type GiftCardRow,
} from './queries.ts'

/** Thrown when a card of this id exists. */
export class CardExists extends Error {
  override readonly name = 'CardExists'
}

type Services = Pick<Shop, 'db' | 'now'>

export type NewCard = {
  /** The same id again throws, and makes no second card. */
  readonly id: string
  readonly amount: Minor
  readonly currency: CurrencyCode
  /** The recipient; empty text for none. */
  readonly email: string
  readonly language: Language
  readonly actor: string
}

/** Reads what a card is to be worth, such as 500 or 49.50, in minor units; 0 for any other text. */
export function cardAmount(text: string): Minor {
  const written = text.replace(/\s/g, '').replace(',', '.')
  return /^\d{1,6}(\.\d{1,2})?$/.test(written) ? toMinor(Number(written)) : 0
}

/**
 * Creates a card that nobody bought. `mail` sends its recipient a code; `show` returns one, which cannot be shown
 * again; undefined for a code that is mailed.
 */
export async function issueCard(
  { db, now }: Services,
  card: NewCard,
  by: 'mail' | 'show',
): Promise<string | undefined> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const isNew = await insertGiftCard(trx, {
      ...card,
      balance: card.amount,
      status: 'live',
      order_id: null,
      position: null,
      piece: null,
      expires_at: giftCardExpiry(at, await homeNow(trx)),
      created_at: at.toISOString(),
    })
    if (!isNew) throw new CardExists(card.id)
    if (by === 'show') return newCodeOf(trx, card.id, at)
    await queueCardMail(trx, card.id, at)
    return undefined
  })
}

/**
 * Mails the recipient another code of a card, which works beside the earlier ones. Returns false if it has none, or
 * nothing can be bought with the card.
 */
export async function mailCardAgain({ db, now }: Services, card: GiftCardRow): Promise<boolean> {
  if (card.email === '' || giftCardState(card, now().toISOString()) !== 'active') return false
  await db.transaction().execute((trx) => queueCardMail(trx, card.id, now()))
  return true
}

/** Returns another code of a card, which works beside the earlier ones; undefined if the card cannot be used. */
export async function showCardAgain({ db, now }: Services, card: GiftCardRow): Promise<string | undefined> {
  if (giftCardState(card, now().toISOString()) !== 'active') return undefined
  return db.transaction().execute((trx) => newCodeOf(trx, card.id, now()))
}

/** Blocks a card; returns false if it cannot be used, or somebody blocked it meanwhile. */
export async function blockCard({ db }: Pick<Shop, 'db'>, id: string): Promise<boolean> {
  return db.transaction().execute((trx) => setCardStatus(trx, id, { from: 'live', to: 'blocked' }))
}

/** Lets a blocked card be used again; returns false if it is not blocked. */
export async function unblockCard({ db }: Pick<Shop, 'db'>, id: string): Promise<boolean> {
  return db.transaction().execute((trx) => setCardStatus(trx, id, { from: 'blocked', to: 'live' }))
}

type Left = Pick<GiftCardRow, 'balance' | 'expires_at'>

/**
 * Sets what is left on a card (minor units) and its expiry (UTC ISO); returns false if it cannot be used, if somebody
 * charged or changed it meanwhile, or if it would be worth more with what its orders paid, which they may give back. No
 * voucher follows from it.
 */
export async function changeCard(
  { db }: Pick<Shop, 'db'>,
  id: string,
  change: { from: Left; to: Left },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockGiftCard(trx, id)
    const card = await giftCardById(trx, id)
    const max = card ? card.amount - (await heldOfCard(trx, id)) : 0
    return (change.to.balance <= max || change.to.balance <= change.from.balance) && setLeft(trx, id, change)
  })
}

/** Mails one more code of a card, once for each that was sent: asked for twice before the mail left, it is one mail. */
export async function queueCardMail(trx: DatabaseTransaction, cardId: string, at: Date): Promise<void> {
  const sent = (await endingsOf(trx, [cardId])).length
  await addToOutbox(
    trx,
    { kind: 'mail.gift_card', dedupeKey: `mail.gift_card:${cardId}:${sent}`, payload: { cardId } },
    at,
  )
}
