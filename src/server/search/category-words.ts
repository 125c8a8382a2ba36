import type { Language } from '../../domain/places/locales.ts'
import { runDetached } from '../platform/db/request-signal.ts'
import type { Database } from '../platform/db/tables.ts'
import type { TtlCache } from '../platform/ttl-cache.ts'
import { categoryNames } from './hit-queries.ts'
import { foldedWords } from './words.ts'

/** How long names are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const cacheMs = 60_000

/** What follows says what the kind is for, or which: "Batterier till surfplatta", "Skärmar, 14 tum". */
const joining = /,| (?:till|med|för|with|for) /
const and = / (?:och|and|&) /

/**
 * The name of a category in a language as words: all of them, and those of the kind that it names. Its products are
 * what the heads say: bezels, not screens, in "Screen bezels". `uri` is the address that replaces its `path`.
 */
export type CategoryWords = {
  id: string
  language: Language
  name: string
  path: string
  uri: string | null
  productCount: number
  words: readonly string[]
  kind: readonly string[]
  heads: readonly string[]
}

/** Reads the names of all categories, or returns them as they were read a short time ago, where they are kept. */
export function categoryWords({ db, memory }: { db: Database; memory?: TtlCache }): Promise<readonly CategoryWords[]> {
  const read = async () => (await categoryNames(db)).map(toCategoryWords)
  return memory ? memory.remember('search:categories', cacheMs, () => runDetached(read)) : read()
}

type Named = Awaited<ReturnType<typeof categoryNames>>[number]

function toCategoryWords({ category_id: id, product_count: productCount, ...named }: Named): CategoryWords {
  const { name } = named
  const phrases = (name.split(joining)[0] ?? '').split(and).map(foldedWords)
  return {
    ...named,
    id,
    productCount,
    words: foldedWords(name),
    kind: phrases.flat(),
    heads: phrases.flatMap((words) => words.slice(-1)),
  }
}
