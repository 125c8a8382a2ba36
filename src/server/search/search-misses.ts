import { sql } from 'kysely'
import { dayMs } from '../../domain/durations.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { Database, Queryable } from '../platform/db/tables.ts'
import { foldedWords } from './words.ts'

/** Most different searches that are kept, and for how long. */
const maxKept = 10_000
const retentionMs = 90 * dayMs
const maxKeptLength = 80
/** How many searches that came once give place at a time to others, where as many as possible are kept. */
const removedAtOnce = 100
/** So many digits in a row may be a telephone or personal number. */
const personalDigits = 9

export type SearchMiss = { language: Language; query: string; misses: number; last_at: string }

/**
 * Counts a search that found nothing, folded to lower-case words. Texts that may name a person are not kept: e-mail
 * addresses and long numbers.
 */
export async function recordSearchMiss(db: Database, language: Language, text: string, now: Date): Promise<void> {
  const query = foldedWords(text).join(' ').slice(0, maxKeptLength)
  if (query === '' || isPersonal(text)) return
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('search_misses')
    .set((row) => ({ misses: row('misses', '+', 1), last_at: at }))
    .where('language', '=', language)
    .where('query', '=', query)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  await db
    .deleteFrom('search_misses')
    .where('last_at', '<', new Date(now.getTime() - retentionMs).toISOString())
    .execute()
  await makePlace(db)
  await sql`insert into search_misses (language, query, misses, last_at)
    select ${language}, ${query}, 1, ${at}
    where (select count(*) from search_misses) < ${sql.lit(maxKept)}
    on conflict (language, query) do nothing`.execute(db)
}

/** Removes the oldest searches that came once, where no more are kept: anybody can invent as many as they like. */
async function makePlace(db: Database): Promise<void> {
  await sql`delete from search_misses where (language, query) in (
    select language, query from search_misses
    where misses = 1 and (select count(*) from search_misses) >= ${sql.lit(maxKept)}
    order by last_at limit ${sql.lit(removedAtOnce)})`.execute(db)
}

function isPersonal(text: string): boolean {
  return text.includes('@') || new RegExp(`\\d{${personalDigits},}`).test(text.replaceAll(/[\s+().-]/g, ''))
}

/** Reads the most frequent searches without hits that nobody has dealt with. */
export function searchMisses(db: Queryable, limit: number): Promise<SearchMiss[]> {
  return db
    .selectFrom('search_misses')
    .select(['language', 'query', 'misses', 'last_at'])
    .where('dismissed_at', 'is', null)
    .orderBy('misses', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('query')
    .limit(limit)
    .execute()
}
