import type { Queryable } from '../../platform/db/tables.ts'

/** What fits into one statement. */
const atOnce = 500

/** Payouts that were not compared with the shop's payments since a moment, those that never were before others. */
export async function payoutsToCompare(db: Queryable, before: string, limit: number) {
  return db
    .selectFrom('payouts as p')
    .leftJoin('payout_checks as c', 'c.payout_id', 'p.id')
    .select(['p.id', 'p.currency'])
    .where((row) => row.or([row('c.compared_at', 'is', null), row('c.compared_at', '<', before)]))
    .orderBy((row) => row.fn.coalesce('c.compared_at', row.val('')))
    .orderBy('p.day', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** The newest payouts that differ as far as is known, or were not compared yet. */
export async function payoutsThatMayDiffer(db: Queryable, limit: number) {
  return db
    .selectFrom('payouts as p')
    .leftJoin('payout_checks as c', 'c.payout_id', 'p.id')
    .select(['p.id', 'p.currency'])
    .where((row) => row.or([row('c.differing', 'is', null), row('c.differing', '>', 0)]))
    .orderBy('p.day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

/** Keeps how many rows of payouts differ, by their ids: two processes do not wait for each other. */
export async function saveChecks(db: Queryable, counts: ReadonlyMap<string, number>, at: string): Promise<void> {
  if (counts.size === 0) return
  await db
    .insertInto('payout_checks')
    .values(
      [...counts]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, differing]) => ({ payout_id: id, differing, compared_at: at })),
    )
    .onConflict((conflict) =>
      conflict.column('payout_id').doUpdateSet((row) => ({
        differing: row.ref('excluded.differing'),
        compared_at: row.ref('excluded.compared_at'),
      })),
    )
    .execute()
}

/** Forgets how payouts compared that have rows about some payments: new rows about these count there, too. */
export async function forgetChecks(db: Queryable, references: readonly string[]): Promise<void> {
  const named = [...new Set(references)].filter((reference) => reference !== '')
  for (let at = 0; at < named.length; at += atOnce)
    await db
      .deleteFrom('payout_checks')
      .where('payout_id', 'in', (row) =>
        row
          .selectFrom('payout_rows')
          .select('payout_id')
          .where('reference', 'in', named.slice(at, at + atOnce)),
      )
      .execute()
}
