import { sql } from 'kysely'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { Source } from './retention-queries.ts'

/** A day of more than 30 days after a price ended: a campaign that begins then does not read it. */
const dayAfter = (kind: DatabaseKind) =>
  kind === 'sqlite'
    ? sql<string>`date(past.valid_until, '+31 days')`
    : sql<string>`to_char(left(past.valid_until, 10)::date + 31, 'YYYY-MM-DD')`

/**
 * Selects prices that ended before a moment and that no page reads: after which, within 30 days, no campaign began that
 * had not ended at the moment. Nor has a price, which may be that of a campaign that an undo brings back.
 */
function unread(db: Queryable, kind: DatabaseKind, before: string) {
  return db
    .selectFrom('price_history as past')
    .where('past.valid_until', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaign_prices as price')
            .innerJoin('campaigns', 'campaigns.id', 'price.campaign_id')
            .select('campaigns.id')
            .whereRef('price.product_id', '=', 'past.product_id')
            .where('campaigns.ends_at', '>', before)
            .whereRef('campaigns.starts_at', '>', 'past.valid_from')
            .where('campaigns.starts_at', '<', dayAfter(kind)),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('price_history as next')
            .select('next.amount')
            .whereRef('next.product_id', '=', 'past.product_id')
            .where(({ or, eb }) => or([eb('next.valid_until', 'is', null), eb('next.valid_until', '>', before)]))
            .whereRef('next.valid_from', '>', 'past.valid_from')
            .where('next.valid_from', '<', dayAfter(kind)),
        ),
      ),
    )
}

const key = sql<string>`past.currency || ' ' || past.valid_from || ' ' || past.product_id`.as('id')

/** Prices that have ended, from which no lowest price of 30 days is read any more (docs/decisions/0332). */
export function endedPrices(kind: DatabaseKind): Source {
  return {
    count: async (db, before) => {
      const counted = unread(db, kind, before).select(sql<number>`count(*)`.as('rows'))
      return Number((await counted.executeTakeFirstOrThrow()).rows)
    },
    oldest: async (db, before, limit) => {
      const found = await unread(db, kind, before).select(key).orderBy('past.valid_until').limit(limit).execute()
      return found.map(({ id }) => id)
    },
    cut: async (trx, ids, before) => {
      const keys = ids.map((id) => {
        const [currency, from, ...product] = id.split(' ')
        return sql`(${product.join(' ')}, ${currency}, ${from})`
      })
      await sql`delete from price_history where (product_id, currency, valid_from) in (values ${sql.join(keys)})
        and valid_until < ${before}`.execute(trx)
    },
  }
}
