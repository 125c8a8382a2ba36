import { isAmount } from './amount-notation.ts'
import { adjectivesOf } from './stems.ts'

/** A part of a query; `denier`: the word that may deny it, such as "not". */
type Part = {
  text: string
  words: readonly string[]
  also: readonly string[]
  denier?: string | undefined
  others?: readonly string[] | undefined
}
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
const between: ReadonlySet<string> = new Set([
  'with',
  'med',
  'a',
  'an',
  'en',
  'ett',
  'av',
  'from',
  'fran',
  'ar',
  'har',
  'have',
])
/** Beside these it is said what a device lacks: "laptop no wifi", "no hdmi signal". */
const lacking: ReadonlySet<string> = new Set(
  'laptop laptops dator datorn computer pc mobil phone tablet signal bild picture'.split(' '),
)
/** These say what a part has, whether a filter does or not. */
const features: ReadonlySet<string> = new Set(['rgb', 'argb', 'led', 'wifi', 'bluetooth'])
/** Lights in "ARGB" are "RGB" ones as well. */
const alsoMeant: ReadonlyMap<string, string> = new Map([['rgb', 'argb']])
const endsOfModels: ReadonlySet<string> = new Set(['ti', 'super', 'xt', 'xtx', 'pro', 'max', 'plus', 'lite', 'mini'])

/** What follows says how a part is: "that does not have rgb". */
const relative: ReadonlySet<string> = new Set(['that', 'which', 'som'])
const contracted: ReadonlySet<string> = new Set(['doesnt', 'dont'])

export const isRelative = (word: string): boolean => relative.has(word)

/**
 * The word that may deny what follows this one, of which `word` is the folded form, or '': it is such as "not", and
 * tells no fault. `before`: the word in front of it, its own denier, and whether both are behind "that".
 */
export function denierOfNext(
  { word, text }: { word: string; text: string },
  before: { word: string; denier: string; isRelative: boolean },
): string {
  if (between.has(word)) return before.denier
  const isDenying = alsoDenying.has(word) && (before.isRelative || !symptoms.has(before.word))
  return isDenying || (before.isRelative && contracted.has(word)) ? text : ''
}

/** Whether a folded word denies whatever is behind it. */
export const isDenying = (word: string): boolean => denying.has(word)

/** Whether a folded word may deny what is behind it. */
export const isDenier = (word: string): boolean => denying.has(word) || alsoDenying.has(word)

/** The words that are denied with one. */
export const deniedWith = (word: string): string[] => [word, alsoMeant.get(word) ?? []].flat()

/**
 * Separates the parts that a text denies with "without" from those that it asks for, unless nothing else is left; a
 * brand of several words is denied as a whole.
 */
export function withoutDenied<Each extends Part>(
  parts: readonly Each[],
  brands: BrandNames = new Map(),
): { parts: Each[]; denied: Each[] } {
  const kept: Each[] = []
  const denied: Each[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (part === undefined) continue
    if (!isDenierAlone(part)) {
      kept.push(part)
      continue
    }
    const name = nameAt(parts, at + 1, brands)
    if (next) denied.push({ ...next, ...name, text: `${part.text} ${name?.text ?? next.text}` })
    at += name?.words.length ?? 1
  }
  return kept.length === 0 || denied.length === 0 ? { parts: [...parts], denied: [] } : { parts: kept, denied }
}

/** The words of brands of several words by what they are without spaces. */
type BrandNames = ReadonlyMap<string, readonly string[]>

const isDenierAlone = ({ words, also }: Part): boolean =>
  also.length === 0 && words.length === 1 && denying.has(words[0] ?? '')

/** The brand of several words whose name stands at a place. */
function nameAt(
  parts: readonly Part[],
  at: number,
  brands: BrandNames,
): { text: string; words: readonly string[] } | undefined {
  const isSaid = (name: readonly string[]) => name.every((word, more) => parts[at + more]?.words.join(' ') === word)
  const words = [...brands.values()].find(isSaid)
  const said = parts.slice(at, at + (words?.length ?? 0))
  return words && { text: said.map(({ text }) => text).join(' '), words }
}

/** Joins what is behind "not" and is the name of a brand of several words, or means one: "western digital", "wd". */
function withBrands(parts: readonly Part[], brands: BrandNames): Part[] {
  const all: Part[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined) continue
    const isSaid = (name: readonly string[]) => name.every((word, more) => parts[at + more]?.words.join(' ') === word)
    const isMeant = ([first = '']: readonly string[]) => part.others === undefined && part.also.includes(first)
    const name =
      part.denier === undefined ? undefined : [...brands.values()].find((each) => isSaid(each) || isMeant(each))
    const length = name === undefined || isMeant(name) ? 1 : name.length
    const text = parts
      .slice(at, at + length)
      .map((each) => each.text)
      .join(' ')
    all.push(name === undefined ? part : { ...part, text, words: name, also: [] })
    at += length - 1
  }
  return all
}

/** Whether a text is about a device, of which "not" may tell what is wrong. */
export function isOfDevice({ devices, parts }: Pick<WithDenied, 'devices' | 'parts'>): boolean {
  return devices.length > 0 || parts.some(({ words }) => words.some((word) => lacking.has(word)))
}

/**
 * Separates the parts behind "not" that are amounts, values of filters, `labels`, or ends of models as well; without a
 * device, of which "no wifi" tells what is wrong, also those that are a brand or a word of a value: "not original".
 */
export function withDeniedValues<Query extends WithDenied>(
  query: Query,
  labels: ReadonlySet<string>,
  others: readonly ReadonlySet<string>[],
  brands: BrandNames,
): Query {
  if (query.parts.every(({ denier }) => denier === undefined)) return query
  const isAboutDevice = isOfDevice(query)
  const joined = isAboutDevice ? [...query.parts] : withBrands(query.parts, brands)
  const sets = isAboutDevice ? [labels] : [labels, features, ...others]
  const isKnown = (word: string) =>
    isAmount(word) || endsOfModels.has(word) || adjectivesOf(word).some((form) => sets.some((known) => known.has(form)))
  const isDenied = ({ denier, words }: Part) =>
    denier !== undefined && (words.some(isKnown) || brands.has(words.join('')))
  const denied = joined.flatMap((part) => (isDenied(part) ? { ...part, text: `${part.denier} ${part.text}` } : []))
  const parts = joined.filter((part) => !isDenied(part))
  if (denied.length === 0 || parts.length === 0) return query
  const words = [...new Set(parts.flatMap((part) => part.words))]
  return { ...query, parts, denied: [...query.denied, ...denied], words }
}
