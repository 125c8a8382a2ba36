import { runDetached } from '../../platform/db/request-signal.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { TtlCache } from '../../platform/ttl-cache.ts'
import { foldedWords } from '../words.ts'

/** How long names are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const cacheMs = 60_000

/** Folded names of brands: those of one word, and the words of the others by what they are without spaces. */
export type BrandWords = {
  single: ReadonlySet<string>
  joined: ReadonlyMap<string, readonly string[]>
  /** The first words of all of them. */
  first: ReadonlySet<string>
}

/** Reads the names of brands, or returns them as they were a short time ago. */
export function brandWords({ db, memory }: { db: Database; memory?: TtlCache }): Promise<BrandWords> {
  const read = async (): Promise<BrandWords> => {
    const all = (await brandNames(db).execute()).map(({ name }) => foldedWords(name))
    const several = all.filter((words) => words.length > 1)
    return {
      single: new Set(all.flatMap((words) => (words.length === 1 ? words : []))),
      joined: new Map(several.map((words) => [words.join(''), words])),
      first: new Set(all.flatMap(([word]) => word ?? [])),
    }
  }
  return memory ? memory.remember('search:brands', cacheMs, () => runDetached(read)) : read()
}

const endLikeLimit = /(?<![\p{L}\p{N}])(\p{L}{3,}) (?=(?:max|min)(?![\p{L}\p{N}]))/giu

/** Returns a text with a brand as one word where its end would be read as a limit: "game max 850w". */
export function withJoinedBrands(text: string, { single }: BrandWords): string {
  return text.replace(endLikeLimit, (all, front: string, at: number) => {
    const end = text.slice(at + all.length, at + all.length + 'max'.length)
    return single.has(foldedWords(front + end).join('')) ? front : all
  })
}

const brandNames = compileOnce((db) => db.selectFrom('brands').select('name'))
