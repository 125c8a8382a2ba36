import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const busyCode = 5
const lockedAgainMs = 100
/** How long the name of the lists waits for what the shop writes. */
const writeMs = 10_000
/** Names that are kept, as on PostgreSQL. */
const maxNames = 64
/** How many documents of a list one statement reads. */
const readAtOnce = 100_000

/** The two indexes: of words, and of three signs of part numbers. */
export type WordIndex = 'search_words' | 'search_numbers'
export type DocumentRow = readonly [doc: number, ...texts: string[]]

/**
 * Waits until no other process of the shop makes lists. The system gives the lock back when a process is killed.
 *
 * @returns the lock, which ends when it is closed
 */
export async function lockLists(file: string): Promise<DatabaseSync> {
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      lock.exec('pragma locking_mode = exclusive; begin exclusive')
      return lock
    } catch (error) {
      lock.close()
      if (Reflect.get(Object(error), 'errcode') !== busyCode) throw error
    }
    await sleep(lockedAgainMs)
  }
}

/** Opens the database with a table of the terms of each index. */
export function openForLists(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: writeMs })
  database.exec('pragma cache_size = -8000')
  for (const index of ['search_words', 'search_numbers'])
    database.exec(`create virtual table temp.terms_of_${index} using fts5vocab(main, ${index}, row)`)
  return database
}

/** Reads the id of the newest change, and after it a number above each `seq`. */
export function startOfLists(database: DatabaseSync): { seen: number; size: number } {
  const number = (query: string) => Number(database.prepare(query).get()?.['number'])
  const seen = number('select coalesce(max(id), 0) as number from search_changes')
  return { seen, size: number('select coalesce(max(seq), 0) as number from search_documents') + 1 }
}

/** Tells whether a file belongs to this database. */
export function isNamed(database: DatabaseSync, token: string): boolean {
  return database.prepare('select 1 from search_lists where token = ?').get(token) !== undefined
}

/** Notes that a file has been read from this database, as on PostgreSQL. */
export function nameLists(database: DatabaseSync, token: string, seen: number): void {
  database.exec('begin immediate')
  database
    .prepare('insert into search_lists (token, seen, made) select ?, ?, coalesce(max(made), 0) + 1 from search_lists')
    .run(token, seen)
  database.exec(`delete from search_lists where made <= (select max(made) from search_lists) - ${maxNames}`)
  database.exec('commit')
}

/** Reads texts in the order of `seq`, of at most `limit` documents after one. */
export function textsAfter(database: DatabaseSync, seq: number, limit: number): DocumentRow[] {
  const statement = database.prepare(`select doc, product_id, title_en, title_sv, numbers from search_documents
    where seq > ? order by seq limit ?`)
  statement.setReturnArrays(true)
  return statement.all(seq, limit) as unknown as DocumentRow[]
}

/** Reads at most `limit` terms after one in the order of their bytes, and how many documents have each. */
export function termsAfter(database: DatabaseSync, index: WordIndex, term: string, limit: number): [string, number][] {
  const statement = database.prepare(`select term, doc from temp.terms_of_${index} where term > ? limit ?`)
  statement.setReturnArrays(true)
  return statement.all(term, limit) as unknown as [string, number][]
}

/** Reads the `seq` of the documents that match, as JSON, which takes half the time of rows. */
export function matching(database: DatabaseSync, index: WordIndex, match: string): number[] {
  const statement = database.prepare(`select json_group_array(doc & 4294967295) as seqs, max(doc) as last
    from (select rowid as doc from ${index} where ${index} match ? and rowid > ? order by rowid limit ${readAtOnce})`)
  const found: number[] = []
  for (let after = -1; ;) {
    const { seqs = '[]', last } = statement.get(match, after) ?? {}
    const part: number[] = JSON.parse(String(seqs))
    for (const seq of part) found.push(seq)
    if (part.length < readAtOnce) return found
    after = Number(last)
  }
}
