import { adjectivesOf } from './stems.ts'

/** A part of a query; `mayBeDenied`: it is behind "not". */
type Part = { text: string; words: readonly string[]; also: readonly string[]; mayBeDenied?: boolean | undefined }
type WithDenied = {
  parts: readonly Part[]
  denied: readonly Part[]
  words: readonly string[]
  devices: readonly unknown[]
}

/** What follows these is not wanted: "keyboard without numbers". */
const denying: ReadonlySet<string> = new Set(['utan', 'without', 'except', 'forutom'])
/**
 * These deny only what a filter has, a brand, or how a model ends: "not rgb", and no battery in "does not charge
 * battery".
 */
const alsoDenying: ReadonlySet<string> = new Set(['inte', 'ej', 'not', 'non', 'no', 'ingen', 'inget', 'inga'])
/** Behind these it is said what is wrong with a device: "fungerar inte wifi". */
const symptoms: ReadonlySet<string> = new Set(
  'fungerar funkar startar laddar gar har kan vill does do did can will has have'.split(' '),
)
/** What is denied may stand behind one of these: "not with rgb". */
const between: ReadonlySet<string> = new Set(['with', 'med', 'a', 'an', 'en', 'ett', 'av', 'from', 'fran', 'ar'])
/** These say what a part has, whether a filter does or not. */
const features: ReadonlySet<string> = new Set(['rgb', 'argb', 'led', 'wifi', 'bluetooth'])
/** Lights in "ARGB" are "RGB" ones as well. */
const alsoMeant: ReadonlyMap<string, string> = new Map([['rgb', 'argb']])
const endsOfModels: ReadonlySet<string> = new Set(['ti', 'super', 'xt', 'xtx', 'pro', 'max', 'plus', 'lite', 'mini'])

/**
 * Whether what follows a folded word may be denied: it is behind a word such as "not", which tells no fault.
 * `before`: the word in front of it, and whether that one denies.
 */
export function deniesNext(word: string, before: { word: string; denies: boolean }): boolean {
  return alsoDenying.has(word) ? !symptoms.has(before.word) : before.denies && between.has(word)
}

/** The words that are denied with one. */
export const deniedWith = (word: string): string[] => [word, alsoMeant.get(word) ?? []].flat()

/** Separates the parts that a text denies with "without" from those that it asks for, unless nothing else is left. */
export function withoutDenied<Each extends Part>(parts: readonly Each[]): { parts: Each[]; denied: Each[] } {
  const kept: Each[] = []
  const denied: Each[] = []
  let isDenied = false
  let denier = ''
  for (const part of parts) {
    const isDenying = part.also.length === 0 && part.words.length === 1 && denying.has(part.words[0] ?? '')
    if (isDenied) denied.push({ ...part, text: `${denier} ${part.text}` })
    else if (!isDenying) kept.push(part)
    isDenied = isDenying
    denier = part.text
  }
  return kept.length === 0 || denied.length === 0 ? { parts: [...parts], denied: [] } : { parts: kept, denied }
}

/**
 * Separates the parts behind "not" that are values of filters, `labels`, or ends of models as well; without a device,
 * of which "no wifi" tells what is wrong, also those that are a brand or a word of a value: "not original".
 */
export function withDeniedValues<Query extends WithDenied>(
  query: Query,
  labels: ReadonlySet<string>,
  others: readonly ReadonlySet<string>[],
): Query {
  const sets = query.devices.length > 0 ? [labels] : [labels, features, ...others]
  const isDenied = ({ mayBeDenied, words }: Part) =>
    mayBeDenied === true &&
    words.some(
      (word) => endsOfModels.has(word) || adjectivesOf(word).some((form) => sets.some((known) => known.has(form))),
    )
  const denied = query.parts.filter(isDenied)
  const parts = query.parts.filter((part) => !isDenied(part))
  if (denied.length === 0 || parts.length === 0) return query
  const words = [...new Set(parts.flatMap((part) => part.words))]
  return { ...query, parts, denied: [...query.denied, ...denied], words }
}
