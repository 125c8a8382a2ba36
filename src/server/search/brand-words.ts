import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Database } from '../platform/db/tables.ts'
import type { TtlCache } from '../platform/ttl-cache.ts'
import { forEverybody } from './kept/known.ts'
import { foldedWords } from './words.ts'

/** How long names are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const keptMs = 60_000

/** Reads the names of brands that are one word, folded, or returns them as they were a short time ago. */
export function brandWords({ db, memory }: { db: Database; memory?: TtlCache }): Promise<ReadonlySet<string>> {
  const read = async () => {
    const rows = await brandNames(db).execute()
    return new Set(rows.map(({ name }) => foldedWords(name)).flatMap((words) => (words.length === 1 ? words : [])))
  }
  return memory ? memory.remember('search:brands', keptMs, () => forEverybody(read)) : read()
}

const brandNames = compileOnce((db) => db.selectFrom('brands').select('name'))
