import { runDetached } from '../../platform/db/request-signal.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { TtlCache } from '../../platform/ttl-cache.ts'
import { foldedWords } from '../words.ts'

/** How long names are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const cacheMs = 60_000

/** Folded names of brands: those of one word, and the words of the others by what they are without spaces. */
export type BrandWords = { single: ReadonlySet<string>; joined: ReadonlyMap<string, readonly string[]> }

/** Reads the names of brands, or returns them as they were a short time ago. */
export function brandWords({ db, memory }: { db: Database; memory?: TtlCache }): Promise<BrandWords> {
  const read = async (): Promise<BrandWords> => {
    const all = (await brandNames(db).execute()).map(({ name }) => foldedWords(name))
    const several = all.filter((words) => words.length > 1)
    return {
      single: new Set(all.flatMap((words) => (words.length === 1 ? words : []))),
      joined: new Map(several.map((words) => [words.join(''), words])),
    }
  }
  return memory ? memory.remember('search:brands', cacheMs, () => runDetached(read)) : read()
}

const brandNames = compileOnce((db) => db.selectFrom('brands').select('name'))
