import type { Queryable } from '../../platform/db/tables.ts'

/** Tells whether the order of a due date was skipped. */
export async function isSkipped(db: Queryable, subscriptionId: string, due: string): Promise<boolean> {
  const found = await db
    .selectFrom('subscription_renewals')
    .select('status')
    .where('subscription_id', '=', subscriptionId)
    .where('due_at', '=', due)
    .executeTakeFirst()
  return found?.status === 'skipped'
}
