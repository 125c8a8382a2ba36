import type { AttributeWords } from './value-spans.ts'
import type { QueryPart, ReadQuery } from './read-query.ts'
import { adjectivesOf } from './stems.ts'

/** What follows these is not wanted: "keyboard without numbers". */
const denying: ReadonlySet<string> = new Set(['utan', 'without'])
/** These deny only what a filter has, or how a model ends: "not rgb", and no battery in "does not charge battery". */
const alsoDenying: ReadonlySet<string> = new Set(['inte', 'ej', 'not', 'non'])
const endsOfModels: ReadonlySet<string> = new Set(['ti', 'super', 'xt', 'xtx', 'pro', 'max', 'plus', 'lite', 'mini'])

/** Whether a folded word may deny the one behind it although it says nothing elsewhere. */
export const mayDeny = (word: string): boolean => alsoDenying.has(word)

/** Separates the parts that a text denies with "without" from those that it asks for, unless nothing else is left. */
export function withoutDenied(parts: readonly QueryPart[]): { parts: QueryPart[]; denied: QueryPart[] } {
  const kept: QueryPart[] = []
  const denied: QueryPart[] = []
  let isDenied = false
  for (const part of parts) {
    const isDenying = part.also.length === 0 && part.words.length === 1 && denying.has(part.words[0] ?? '')
    if (isDenied) denied.push(part)
    else if (!isDenying) kept.push(part)
    isDenied = isDenying
  }
  return kept.length === 0 || denied.length === 0 ? { parts: [...parts], denied: [] } : { parts: kept, denied }
}

/** Separates the parts behind "not" that are values of filters or ends of models as well. */
export function withDeniedValues(query: ReadQuery, { single }: AttributeWords): ReadQuery {
  const isDenied = ({ mayBeDenied, words }: QueryPart) =>
    mayBeDenied === true &&
    words.some((word) => endsOfModels.has(word) || adjectivesOf(word).some((form) => single.has(form)))
  const denied = query.parts.filter(isDenied)
  const parts = query.parts.filter((part) => !isDenied(part))
  if (denied.length === 0 || parts.length === 0) return query
  return {
    ...query,
    parts,
    denied: [...query.denied, ...denied],
    words: [...new Set(parts.flatMap((part) => part.words))],
  }
}
