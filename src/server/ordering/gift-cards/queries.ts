import type { GiftCardBalance, GiftCardPart, GiftCardStatus } from '../../../domain/cart/gift-cards.ts'
import type { Minor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction, NewRow, Queryable, Row } from '../../platform/db/tables.ts'

export type GiftCardRow = Row<'gift_cards'>
export type GiftCardUse = Row<'gift_card_uses'>
type Usable = { currency: GiftCardRow['currency']; at: string }

/** Reads the card of a code if it can be used now in this currency. */
export async function usableCardOf(
  db: Queryable,
  hash: string,
  { currency, at }: Usable,
): Promise<GiftCardRow | undefined> {
  return db
    .selectFrom('gift_cards as g')
    .innerJoin('gift_card_codes as c', 'c.gift_card_id', 'g.id')
    .selectAll('g')
    .where('c.hash', '=', hash)
    .where('g.status', '=', 'live')
    .where('g.currency', '=', currency)
    .where('g.expires_at', '>', at)
    .where('g.balance', '>', 0)
    .executeTakeFirst()
}

/** Reads those of the cards that can be used now in this currency. */
export async function usableCards(
  db: Queryable,
  ids: readonly string[],
  { currency, at }: Usable,
): Promise<GiftCardBalance[]> {
  return db
    .selectFrom('gift_cards')
    .select(['id', 'balance'])
    .where('id', 'in', ids)
    .where('status', '=', 'live')
    .where('currency', '=', currency)
    .where('expires_at', '>', at)
    .where('balance', '>', 0)
    .execute()
}

/** Tells whether any card can be used now. */
export async function hasUsableCards(db: Queryable, at: string): Promise<boolean> {
  const query = db.selectFrom('gift_cards').select('id').where('status', '=', 'live').where('balance', '>', 0)
  return (await query.where('expires_at', '>', at).limit(1).executeTakeFirst()) !== undefined
}

/** Reads the last letters of each card's codes, newest first. */
export async function endingsOf(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('gift_card_codes')
    .select(['gift_card_id', 'ending'])
    .where('gift_card_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Charges an amount to a card; returns false if its balance is too small or it cannot be used. */
export async function debitGiftCard(
  trx: DatabaseTransaction,
  { id, amount }: GiftCardPart,
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('gift_cards')
    .set((row) => ({ balance: row('balance', '-', amount) }))
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('expires_at', '>', at)
    .where('balance', '>=', amount)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Adds an amount to a card and extends its expiry to at least `usableUntil`. A card whose balance was raised by hand
 * while orders held a part of it is worth more then, so that no return fails.
 */
export async function creditGiftCard(
  trx: DatabaseTransaction,
  { id, amount }: GiftCardPart,
  usableUntil: string,
): Promise<void> {
  await trx
    .updateTable('gift_cards')
    .set((row) => ({
      balance: row('balance', '+', amount),
      amount: row
        .case()
        .when(row('balance', '+', amount), '>', row.ref('amount'))
        .then(row('balance', '+', amount))
        .else(row.ref('amount'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('gift_cards')
    .set({ expires_at: usableUntil })
    .where('id', '=', id)
    .where('expires_at', '<', usableUntil)
    .execute()
}

export async function insertUses(trx: DatabaseTransaction, uses: readonly NewRow<'gift_card_uses'>[]): Promise<void> {
  await trx
    .insertInto('gift_card_uses')
    .values([...uses])
    .execute()
}

export async function usesOf(db: Queryable, orderId: string): Promise<GiftCardUse[]> {
  return db.selectFrom('gift_card_uses').selectAll().where('order_id', '=', orderId).orderBy('gift_card_id').execute()
}

/** The cards that paid for an order, with what they paid and got back. */
export async function cardsThatPaid(db: Queryable, orderId: string) {
  return db
    .selectFrom('gift_card_uses as u')
    .innerJoin('gift_cards as g', 'g.id', 'u.gift_card_id')
    .select(['g.id', 'g.status', 'g.balance', 'g.expires_at', 'u.amount as paid', 'u.returned'])
    .where('u.order_id', '=', orderId)
    .orderBy('g.id')
    .execute()
}

/** The uses of an order of cards that nobody bought. */
export async function usesOfGivenCards(db: Queryable, orderId: string) {
  return db
    .selectFrom('gift_card_uses as u')
    .innerJoin('gift_cards as g', 'g.id', 'u.gift_card_id')
    .select(['u.amount', 'u.returned'])
    .where('u.order_id', '=', orderId)
    .where('g.order_id', 'is', null)
    .execute()
}

export async function usesOfCard(db: Queryable, cardId: string) {
  return db
    .selectFrom('gift_card_uses as u')
    .innerJoin('orders as o', 'o.id', 'u.order_id')
    .select(['o.number', 'u.amount', 'u.returned', 'u.used_at'])
    .where('u.gift_card_id', '=', cardId)
    .orderBy('u.used_at')
    .execute()
}

/** Sums what orders have paid with a card, less what was returned to it. */
export async function heldOfCard(db: Queryable, cardId: string): Promise<Minor> {
  return (await usesOfCard(db, cardId)).reduce((sum, { amount, returned }) => sum + amount - returned, 0)
}

/** Sets how much of a use was returned, if it still is `use.returned`; returns false otherwise. */
export async function setReturned(trx: DatabaseTransaction, use: GiftCardUse, returned: Minor): Promise<boolean> {
  const result = await trx
    .updateTable('gift_card_uses')
    .set({ returned })
    .where('order_id', '=', use.order_id)
    .where('gift_card_id', '=', use.gift_card_id)
    .where('returned', '=', use.returned)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Inserts a gift card unless it exists, or the same unit of an order has one; returns false then. */
export async function insertGiftCard(trx: DatabaseTransaction, card: NewRow<'gift_cards'>): Promise<boolean> {
  const result = await trx
    .insertInto('gift_cards')
    .values(card)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function giftCardById(db: Queryable, id: string): Promise<GiftCardRow | undefined> {
  return db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a card until the transaction ends; concurrent changes wait. */
export async function lockGiftCard(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .updateTable('gift_cards')
    .set((row) => ({ status: row.ref('status') }))
    .where('id', '=', id)
    .execute()
}

/** Changes the status of a card if it still is `from`; returns false otherwise. */
export async function setCardStatus(
  trx: DatabaseTransaction,
  id: string,
  { from, to }: { from: GiftCardStatus; to: GiftCardStatus },
): Promise<boolean> {
  const result = await trx
    .updateTable('gift_cards')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type Left = Pick<GiftCardRow, 'balance' | 'expires_at'>

/** Sets what is left on a card and its expiry, if it can be used and both still are `from`; returns false otherwise. */
export async function setLeft(
  trx: DatabaseTransaction,
  id: string,
  { from, to }: { from: Left; to: Left },
): Promise<boolean> {
  const result = await trx
    .updateTable('gift_cards')
    .set(to)
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('balance', '=', from.balance)
    .where('expires_at', '=', from.expires_at)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function insertCode(db: Queryable, code: NewRow<'gift_card_codes'>): Promise<void> {
  await db.insertInto('gift_card_codes').values(code).execute()
}

export async function cardsOfOrder(db: Queryable, orderId: string): Promise<GiftCardRow[]> {
  return db
    .selectFrom('gift_cards')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('piece')
    .execute()
}

/** Voids a card if nothing of it was used; returns false otherwise. */
export async function voidCard(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const result = await trx
    .updateTable('gift_cards')
    .set({ status: 'void', balance: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['live', 'blocked'])
    .where((row) => row('balance', '=', row.ref('amount')))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function listCards(db: Queryable, limit: number): Promise<GiftCardRow[]> {
  return db.selectFrom('gift_cards').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

/** Finds cards by id or by the last letters of a code. */
export async function cardsNamed(db: Queryable, name: string): Promise<GiftCardRow[]> {
  const ending = db.selectFrom('gift_card_codes').select('gift_card_id').where('ending', '=', name.toUpperCase())
  return db
    .selectFrom('gift_cards')
    .selectAll()
    .where((row) => row.or([row('id', '=', name), row('id', 'in', ending)]))
    .execute()
}
