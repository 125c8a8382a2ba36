import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/tables.ts'

/**
 * A change before which no further one becomes visible, with the hash of it and of the changes shortly before it,
 * which another database, or this one after an older backup was restored, does not have. `at`: when it was written, in
 * milliseconds since 1970.
 */
export type SettledChange = { from: number; seq: number; at: number; hash: string }

const maxHashed = 64
/** What is older may be forgotten soon. */
const hashedMs = 3_600_000

/** Reads the newest change that was written before a moment; undefined when there is none. */
export async function settledChange(db: Queryable, before: Date): Promise<SettledChange | undefined> {
  const last = await db
    .selectFrom('invalidations')
    .select(['seq', 'created_at'])
    .where('created_at', '<', before.toISOString())
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const oldest = new Date(Date.parse(last.created_at) - hashedMs).toISOString()
  const rows = await db
    .selectFrom('invalidations')
    .select('seq')
    .where('seq', '<=', last.seq)
    .where('created_at', '>=', oldest)
    .orderBy('seq', 'desc')
    .limit(maxHashed)
    .execute()
  const from = rows.at(-1)?.seq ?? last.seq
  return { from, seq: last.seq, at: Date.parse(last.created_at), hash: await hashOfChanges(db, from, last.seq) }
}

/** Tells whether the database still has the same changes up to this one. */
export async function hasChange(db: Queryable, { from, seq, hash }: SettledChange): Promise<boolean> {
  return (await hashOfChanges(db, from, seq)) === hash
}

async function hashOfChanges(db: Queryable, from: number, to: number): Promise<string> {
  const rows = await db
    .selectFrom('invalidations')
    .select(['seq', 'tag', 'created_at'])
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(maxHashed + 1)
    .execute()
  const lines = rows.map((row) => `${row.seq} ${row.created_at} ${row.tag}\n`)
  return createHash('sha256').update(lines.join('')).digest('base64url')
}

/** Reads the highest number of a listed product, -1 without one. */
export async function lastNumber(db: Queryable): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from search_documents`.execute(db)
  return Number(rows[0]?.seq ?? -1)
}
