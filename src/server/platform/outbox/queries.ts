import type { Database, DatabaseTransaction } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Effect } from './effect-kinds.ts'

/** Writes an effect in the transaction that causes it, due at once by default; skips it when the dedupe key exists. */
export async function addToOutbox(trx: DatabaseTransaction, effect: Effect, now: Date, due = now): Promise<void> {
  await effectToAdd(trx, effect, now, due).execute()
}

function effectToAdd(trx: DatabaseTransaction, { kind, dedupeKey, payload }: Effect, now: Date, due = now) {
  const at = now.toISOString()
  return trx
    .insertInto('outbox')
    .values({
      id: newId(now.getTime()),
      kind,
      dedupe_key: dedupeKey,
      payload: JSON.stringify(payload),
      run_at: due.toISOString(),
      attempts: 0,
      last_error: null,
      done_at: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
}

/** When the oldest effect that is due and not done should have run, in epoch milliseconds. */
export async function oldestDue(db: Database, now: Date): Promise<number | undefined> {
  const oldest = await db
    .selectFrom('outbox')
    .select('run_at')
    .where('done_at', 'is', null)
    .where('run_at', '<=', now.toISOString())
    .orderBy('run_at')
    .executeTakeFirst()
  return oldest && Date.parse(oldest.run_at)
}
