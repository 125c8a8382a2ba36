import { sql } from 'kysely'
import type { Database, DatabaseTransaction, Queryable } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Effect, EffectKind } from './effect-kinds.ts'

/** A process that carries out an effect has it for this long. */
export const claimSeconds = 120

/** Writes an effect in the transaction that causes it, due at once by default; skips it when the dedupe key exists. */
export async function addToOutbox(trx: DatabaseTransaction, effect: Effect, now: Date, due = now): Promise<void> {
  await effectToAdd(trx, effect, now, due).execute()
}

/** Writes an effect; @returns false where one with its dedupe key was written before. */
export async function addedToOutbox(trx: DatabaseTransaction, effect: Effect, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added = 0n } = await effectToAdd(trx, effect, now).executeTakeFirstOrThrow()
  return added > 0n
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

/** Deletes the effects that are not carried out yet and whose dedupe keys begin so: a later one takes their place. */
export async function dropWaiting(trx: DatabaseTransaction, beginning: string): Promise<void> {
  const like = `${beginning.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  await trx
    .deleteFrom('outbox')
    .where('done_at', 'is', null)
    .where(sql<boolean>`dedupe_key like ${like} escape '\\'`)
    .execute()
}

/** Tells whether an effect with one of these dedupe keys was written, also one that is done. */
export async function hasEffect(db: Queryable, dedupeKeys: readonly string[]): Promise<boolean> {
  if (dedupeKeys.length === 0) return false
  const row = await db.selectFrom('outbox').select('id').where('dedupe_key', 'in', dedupeKeys).executeTakeFirst()
  return row !== undefined
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

/** Counts the effects that wait: those that are due in the future, and those that should have run. */
export async function countEffects(db: Database, now: Date): Promise<{ waiting: number; late: number }> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.countAll<number>().filterWhere('run_at', '<=', now.toISOString()).as('late'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return { waiting: Number(row?.waiting ?? 0), late: Number(row?.late ?? 0) }
}

/** Effects that failed since a moment and were not carried out since, newest first. */
export function failedEffects(db: Database, since: string, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'attempts', 'run_at', 'done_at', 'last_error'])
    .where('last_error', 'is not', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Mails that somebody waited for in a browser; whoever has not got one has asked for another. */
const awaitedMails: readonly EffectKind[] = ['mail.login_link']

/**
 * How many effects failed since a moment and were not carried out since, how many of them are mails given up that
 * `retryMails` sends, and how many links to sign in, which it leaves out.
 */
export async function countFailedEffects(
  db: Database,
  since: string,
): Promise<{ all: number; mails: number; links: number }> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere(({ and }) =>
          and([
            eb('done_at', 'is not', null),
            eb('kind', 'like', 'mail.%'),
            eb('kind', 'not in', awaitedMails),
            eb('payload', '<>', '{}'),
          ]),
        )
        .as('mails'),
      eb.fn
        .countAll<number>()
        .filterWhere(({ and }) => and([eb('done_at', 'is not', null), eb('kind', 'in', awaitedMails)]))
        .as('links'),
    ])
    .where('last_error', 'is not', null)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return { all: Number(row?.all ?? 0), mails: Number(row?.mails ?? 0), links: Number(row?.links ?? 0) }
}

/** Makes all mails due now that were given up since a moment, but links to sign in. @returns how many there were. */
export async function retryMails(trx: DatabaseTransaction, since: string, now: Date): Promise<number> {
  const result = await trx
    .updateTable('outbox')
    .set({ run_at: now.toISOString(), done_at: null })
    .where('last_error', 'is not', null)
    .where('created_at', '>=', since)
    .where('payload', '<>', '{}')
    .where('done_at', 'is not', null)
    .where('kind', 'like', 'mail.%')
    .where('kind', 'not in', awaitedMails)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Makes a failed effect due now, also one that was given up. One that is due within `claimSeconds` stays: a process may
 * be at it. @returns whether there was one.
 */
export async function retryEffect(trx: DatabaseTransaction, id: string, now: Date): Promise<boolean> {
  const claimed = new Date(now.getTime() + claimSeconds * 1_000).toISOString()
  const result = await trx
    .updateTable('outbox')
    .set({ run_at: now.toISOString(), done_at: null })
    .where('id', '=', id)
    .where('last_error', 'is not', null)
    .where('payload', '<>', '{}')
    .where((eb) => eb.or([eb('done_at', 'is not', null), eb('run_at', '>', claimed)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
