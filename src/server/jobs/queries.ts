import { sql } from 'kysely'
import type { Database } from '../platform/db/tables.ts'

/** Effects at payment providers have their own lane, so that a slow provider does not delay the others. */
export type Lane = 'payments' | 'rest'
type Kinds = Lane | 'mails' | 'readings' | 'all others' | 'others of the rest'

/** Mails that somebody waits for: about their order, or to sign in. They go before those to many readers. */
const isAwaitedMail = sql<number>`case when kind like 'mail.order%' or kind = 'mail.login_link' then 0 else 1 end`

/**
 * Reads the effects that are due, oldest first; those of all kinds unless some are named, and of mails those first that
 * somebody waits for. What was due at once when it was written is due, also after the clock was set back. `readings`
 * take seconds each: products that are read for the search; `others` are neither these nor mails.
 */
export async function dueEffects(db: Database, at: string, limit: number, kinds?: Kinds) {
  const isRest = kinds === 'rest' || kinds === 'others of the rest'
  const isOther = kinds === 'all others' || kinds === 'others of the rest'
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('done_at', 'is', null)
    .where((eb) =>
      eb.or([eb('run_at', '<=', at), eb.and([eb('attempts', '=', 0), eb('run_at', '=', eb.ref('created_at'))])]),
    )
    .$if(kinds === 'payments', (query) => query.where('kind', 'like', 'payment.%'))
    .$if(isRest, (query) => query.where('kind', 'not like', 'payment.%'))
    .$if(kinds === 'mails', (query) => query.where('kind', 'like', 'mail.%'))
    .$if(kinds === 'readings', (query) => query.where('kind', 'like', 'search.%'))
    .$if(isOther, (query) => query.where('kind', 'not like', 'mail.%').where('kind', 'not like', 'search.%'))
    .$if(kinds === 'mails', (query) => query.orderBy(isAwaitedMail))
    .orderBy('run_at')
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
export type EffectRow = Awaited<ReturnType<typeof dueEffects>>[number]

/** Claims effects for this process until `until`; returns those that no other process has claimed meanwhile. */
export async function claimEffects(
  db: Database,
  effects: readonly EffectRow[],
  until: string,
): Promise<readonly EffectRow[]> {
  if (effects.length === 0) return []
  const claimed = await db
    .updateTable('outbox')
    .set((eb) => ({ run_at: until, attempts: eb('attempts', '+', 1) }))
    .where('done_at', 'is', null)
    .where(
      'id',
      'in',
      effects.map(({ id }) => id),
    )
    .where((eb) => eb.or(effects.map(({ id, run_at: runAt }) => eb.and({ id, run_at: runAt }))))
    .returning('id')
    .execute()
  const ids = new Set(claimed.map(({ id }) => id))
  return effects.filter(({ id }) => ids.has(id))
}

export async function finishEffects(db: Database, ids: readonly string[], at: string): Promise<void> {
  await db.updateTable('outbox').set({ done_at: at, last_error: null }).where('id', 'in', ids).execute()
}

/**
 * Gives back effects that this process has claimed until `claimedUntil` and has not begun. Those that were never tried
 * are due as when they were written, the others now.
 */
export async function releaseEffects(
  db: Database,
  effects: readonly EffectRow[],
  claimedUntil: string,
  now: string,
): Promise<void> {
  const ids = effects.map(({ id }) => id)
  await db
    .updateTable('outbox')
    .set((eb) => ({
      run_at: eb.case().when('attempts', '=', 1).then(eb.ref('created_at')).else(now).end(),
      attempts: eb('attempts', '-', 1),
    }))
    .where('id', 'in', ids)
    .where('run_at', '=', claimedUntil)
    .where('done_at', 'is', null)
    .execute()
}

/** Postpones an effect that failed, unless another process has claimed it meanwhile. */
export async function postponeEffect(
  db: Database,
  { id, attempts }: EffectRow,
  runAt: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ run_at: runAt, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .execute()
}

/**
 * Makes mails due that wait only because the mail server was away. Leaves those that run within the time of a claim: a
 * process may be at them.
 */
export async function hastenMails(
  db: Database,
  { now, claimSeconds, reason }: { now: Date; claimSeconds: number; reason: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ run_at: now.toISOString() })
    .where('done_at', 'is', null)
    .where('kind', 'like', 'mail.%')
    .where('run_at', '>', new Date(now.getTime() + claimSeconds * 1000).toISOString())
    .where('last_error', 'like', `${reason}%`)
    .execute()
}

/** Ends an effect that will not be retried; keeps its error. */
export async function giveUpEffect(
  db: Database,
  { id, attempts }: EffectRow,
  at: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: at, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .execute()
}

/** How many rows one statement reads, so that no page waits for it. */
export const invalidationsAtOnce = 1_000

/** Reads purges of cached pages after a number in their order, at most `invalidationsAtOnce`. */
export async function newInvalidations(db: Database, after: number) {
  return db
    .selectFrom('invalidations')
    .select(['seq', 'tag', 'created_at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(invalidationsAtOnce)
    .execute()
}

/** Returns the id of the newest row written before a moment. */
export async function lastInvalidation(db: Database, before: string): Promise<number> {
  const row = await db
    .selectFrom('invalidations')
    .select('seq')
    .where('created_at', '<', before)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

export async function deleteOldInvalidations(db: Database, before: string): Promise<void> {
  await db.deleteFrom('invalidations').where('created_at', '<', before).execute()
}
