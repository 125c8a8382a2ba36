import type { Queryable } from '../../platform/db/tables.ts'

/** Moments as UTC ISO texts: what begins at `until` is not in the period, what ends then is. */
export type Period = { from: string; until: string }

/** Campaigns of staff that begin or end in a period; those that come with feeds are too many to be looked at. */
export async function campaignsBetween(db: Queryable, { from, until }: Period, max: number) {
  return db
    .selectFrom('campaigns')
    .select(['id', 'name', 'starts_at', 'ends_at'])
    .where('id', 'not like', 'feed-%')
    .where((is) =>
      is.or([
        is.and([is('starts_at', '>=', from), is('starts_at', '<', until)]),
        is.and([is('ends_at', '>', from), is('ends_at', '<=', until)]),
      ]),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** Coupons for everybody that begin or end in a period. */
export async function couponsBetween(db: Queryable, { from, until }: Period, max: number) {
  return db
    .selectFrom('coupons')
    .select(['code', 'starts_at', 'ends_at'])
    .where('customer_id', 'is', null)
    .where('organization_id', 'is', null)
    .where((is) =>
      is.or([
        is.and([is('starts_at', '>=', from), is('starts_at', '<', until)]),
        is.and([is('ends_at', '>', from), is('ends_at', '<=', until)]),
      ]),
    )
    .orderBy('code')
    .limit(max)
    .execute()
}
