import { adjectivesOf } from './stems.ts'

/** A part of a query; `mayBeDenied`: it is behind "not". */
type Part = { words: readonly string[]; also: readonly string[]; mayBeDenied?: boolean | undefined }
type WithDenied = { parts: readonly Part[]; denied: readonly Part[]; words: readonly string[] }

/** What follows these is not wanted: "keyboard without numbers". */
const denying: ReadonlySet<string> = new Set(['utan', 'without'])
/** These deny only what a filter has, or how a model ends: "not rgb", and no battery in "does not charge battery". */
const alsoDenying: ReadonlySet<string> = new Set(['inte', 'ej', 'not', 'non'])
const endsOfModels: ReadonlySet<string> = new Set(['ti', 'super', 'xt', 'xtx', 'pro', 'max', 'plus', 'lite', 'mini'])

/** Whether a folded word may deny the one behind it although it says nothing elsewhere. */
export const mayDeny = (word: string): boolean => alsoDenying.has(word)

/** Separates the parts that a text denies with "without" from those that it asks for, unless nothing else is left. */
export function withoutDenied<Each extends Part>(parts: readonly Each[]): { parts: Each[]; denied: Each[] } {
  const kept: Each[] = []
  const denied: Each[] = []
  let isDenied = false
  for (const part of parts) {
    const isDenying = part.also.length === 0 && part.words.length === 1 && denying.has(part.words[0] ?? '')
    if (isDenied) denied.push(part)
    else if (!isDenying) kept.push(part)
    isDenied = isDenying
  }
  return kept.length === 0 || denied.length === 0 ? { parts: [...parts], denied: [] } : { parts: kept, denied }
}

/** Separates the parts behind "not" that are values of filters, `labels`, or ends of models as well. */
export function withDeniedValues<Query extends WithDenied>(query: Query, labels: ReadonlySet<string>): Query {
  const isDenied = ({ mayBeDenied, words }: Part) =>
    mayBeDenied === true &&
    words.some((word) => endsOfModels.has(word) || adjectivesOf(word).some((form) => labels.has(form)))
  const denied = query.parts.filter(isDenied)
  const parts = query.parts.filter((part) => !isDenied(part))
  if (denied.length === 0 || parts.length === 0) return query
  const words = [...new Set(parts.flatMap((part) => part.words))]
  return { ...query, parts, denied: [...query.denied, ...denied], words }
}
