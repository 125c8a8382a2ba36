import { sql, type Expression, type SqlBool } from 'kysely'
import type { ListQuery } from '../../../contracts/console/lists.ts'
import { giftCardLetters, type GiftCardState } from '../../../domain/cart/gift-cards.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** One page of all gift cards, by key. `at` is now, UTC ISO. */
export async function giftCardListRows(db: Queryable, query: ListQuery, at: string, limit: number) {
  const { isDescending, cursor } = query
  const selected = filtered(db, query, at)
    .leftJoin('orders as o', 'o.id', 'g.order_id')
    .select(['g.id', 'g.created_at', 'g.amount', 'g.balance', 'g.currency', 'g.status', 'g.expires_at', 'g.email'])
    .select('o.number')
  return pageByKey(selected, { sort: 'g.created_at', id: 'g.id', isDescending, cursor, limit })
}

export async function countGiftCards(db: Queryable, query: ListQuery, at: string): Promise<number> {
  return countRows(db, filtered(db, query, at).select('g.id'))
}

/** What is left on cards that are not void, by currency and status: those sold and given away, and expired ones. */
export async function balanceSums(db: Queryable, at: string) {
  const rows = await db
    .selectFrom('gift_cards')
    .select(({ eb, fn }) => {
      const sumWhere = (isCounted: Expression<SqlBool>) =>
        fn.sum<number | string>(eb.case().when(isCounted).then(eb.ref('balance')).else(0).end())
      const isLeft = eb('expires_at', '>', at)
      return [
        'currency',
        'status',
        sumWhere(eb.and([isLeft, eb('order_id', 'is not', null)])).as('sold'),
        sumWhere(eb.and([isLeft, eb('order_id', 'is', null)])).as('given'),
        sumWhere(eb('expires_at', '<=', at)).as('expired'),
      ]
    })
    // In these words the database knows the index of what is left (migration 0249).
    .where(sql<boolean>`balance > 0 and status <> 'void'`)
    .groupBy(['currency', 'status'])
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({
    ...row,
    sold: Number(row.sold),
    given: Number(row.given),
    expired: Number(row.expired),
  }))
}

function filtered(db: Queryable, { search, filters }: ListQuery, at: string) {
  const query = db.selectFrom('gift_cards as g')
  const found = search === '' ? query : query.where('g.id', 'in', giftCardsMatching(db, search))
  switch (filters['state'] as GiftCardState | undefined) {
    case 'active':
      return found.where('g.status', '=', 'live').where('g.balance', '>', 0).where('g.expires_at', '>', at)
    case 'used_up':
      return found.where('g.status', '=', 'live').where('g.balance', '=', 0)
    case 'expired':
      return found.where('g.status', '=', 'live').where('g.balance', '>', 0).where('g.expires_at', '<=', at)
    case 'blocked':
      return found.where('g.status', '=', 'blocked')
    case 'void':
      return found.where('g.status', '=', 'void')
    default:
      return found
  }
}

/** The cards that a search names: by the last letters of a code, the recipient, or an order that bought or used it. */
function giftCardsMatching(db: Queryable, search: string) {
  const text = search.replace(/^#/, '')
  const byEnding = db
    .selectFrom('gift_card_codes')
    .select('gift_card_id as id')
    .where('ending', '=', text.slice(0, giftCardLetters).toUpperCase())
  const byEmail = db.selectFrom('gift_cards').select('id').where('email', '=', text.toLowerCase())
  const byPurchase = db
    .selectFrom('orders')
    .innerJoin('gift_cards', 'gift_cards.order_id', 'orders.id')
    .select('gift_cards.id')
    .where('orders.number', '=', text)
  const byUse = db
    .selectFrom('orders')
    .innerJoin('gift_card_uses', 'gift_card_uses.order_id', 'orders.id')
    .select('gift_card_uses.gift_card_id as id')
    .where('orders.number', '=', text)
  return byEnding.union(byEmail).union(byPurchase).union(byUse)
}
