import type { SearchHint } from '../../contracts/calls/search-triggers.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ShopDatabase } from '../platform/db/connect.ts'
import { parseQuery } from './query.ts'
import { searchHints } from './suggest-queries.ts'
import { foldedWords } from './words.ts'

/** What one hint is instead of what is stored, to try a change before it is saved. */
export type ProposedHint = { id: string; hint?: SearchHint & { trigger: string } }

const maxHints = 3
const minBeginningLength = 3

/**
 * Finds the merchant's hints whose trigger occurs in the query: each word of the trigger, where the query's last word
 * may be incomplete.
 */
export async function hintsFor(
  { db }: Pick<ShopDatabase, 'db'>,
  { query, language }: { query: string; language: Language },
  proposed?: ProposedHint,
): Promise<SearchHint[]> {
  const words = parseQuery(query)?.words ?? []
  if (words.length === 0) return []
  const stored = (await searchHints(db, language)).filter(({ id }) => id !== proposed?.id)
  const found = [...stored, ...(proposed?.hint ? [proposed.hint] : [])].filter(({ trigger }) =>
    names(words, foldedWords(trigger)),
  )
  return found.slice(0, maxHints).map(({ id, hint, url, url_title }) => ({ id, hint, url, url_title }))
}

function names(words: readonly string[], trigger: readonly string[]): boolean {
  return (
    trigger.length > 0 &&
    trigger.every((part) =>
      words.some((word) => word.startsWith(part) || (word.length >= minBeginningLength && part.startsWith(word))),
    )
  )
}
