import { runDetached } from '../../platform/db/request-signal.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { TtlCache } from '../../platform/ttl-cache.ts'
import { filterLabels, maxLabels } from '../values-alike.ts'
import { foldedWords } from '../words.ts'
import { sameAmounts, withPlainAmounts } from './amount-notation.ts'
import { limitAt, type Bound } from './bounds.ts'
import { isDenier } from './denied-words.ts'
import { adjectivesOf, wordsAlike, type WordsAlike } from './stems.ts'

/** How long names are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const cacheMs = 60_000
/** The words after a number that may name an attribute: "memory slots". */
const maxNameWords = 3

/** The attributes that are filters: their names, their units, and labels of values that begin with a number. */
export type AttributeWords = {
  names: readonly { attributeId: string; words: readonly string[] }[]
  units: readonly { attributeId: string; unit: string }[]
  labels: readonly { attributeId: string; value: string; words: readonly string[] }[]
  /** The values whose label is one word, by that word, with the label in lower case. */
  values: ReadonlyMap<string, readonly NamedValue[]>
  /** The names and labels that are one word. */
  single: ReadonlySet<string>
  /** The words of letters that labels of several words have: "original" of "New, original". */
  inLabels: ReadonlySet<string>
  /** The labels of one word whose value another attribute has as well: "red" and "red backlight". */
  shared: ReadonlySet<string>
  /** The same by the forms that they may have as adjectives: "vit" is also "vita" and "vitt". */
  adjectives: ReadonlyMap<string, string>
}
/** A value of an attribute, and its label. */
export type NamedValue = ValueCandidate & { label: string }
/**
 * A value of an attribute. `isSize`: a size of storage, which makers count in several ways: who asks for 512 GB is
 * content with 500. `bound`: it is the least or the greatest that is asked for.
 */
export type ValueCandidate = { attributeId: string; value: string; isSize?: true; bound?: Bound }
/** The words that each word also means. */
export type Meanings = ReadonlyMap<string, readonly string[]>
/** A run of the tokens of a text that may ask for one of these values. */
export type ValueSpan = { start: number; length: number; candidates: readonly ValueCandidate[] }

/** Reads the names of the filters, or returns them as they were a short time ago, where they are kept. */
export function attributeWords({ db, memory }: { db: Database; memory?: TtlCache }): Promise<AttributeWords> {
  const read = async (): Promise<AttributeWords> => {
    const [named, all] = await Promise.all([names(db).execute(), filterLabels(db).execute()])
    const labelled = (all.length > maxLabels ? [] : all).map((row) => ({ ...row, words: foldedWords(row.label) }))
    const namedWords = named.map(({ id, name }) => ({ attributeId: id, words: foldedWords(name) }))
    const single = [...new Set([...namedWords, ...labelled].flatMap(({ words }) => (words.length === 1 ? words : [])))]
    return {
      names: namedWords,
      units: [...new Map(named.map(({ id, unit }) => [id, unit]))].flatMap(unitOf),
      labels: labelled
        .filter(({ words }) => words.length > 1 && wholeNumber.test(words[0] ?? ''))
        .map(({ attribute_id, value, words }) => ({ attributeId: attribute_id, value, words })),
      values: Map.groupBy(labelled.flatMap(namedByOneWord), ({ word }) => word),
      single: new Set(single),
      inLabels: new Set(labelled.flatMap(({ words }) => words.filter((word) => lettersOnly.test(word)))),
      shared: sharedBetween(labelled),
      adjectives: new Map(single.flatMap((word) => adjectivesOf(word).map((form) => [form, word]))),
    }
  }
  return memory ? memory.remember('search:attributes', cacheMs, () => runDetached(read)) : read()
}

function namedByOneWord({ attribute_id, value, label, words }: LabelRow & { words: readonly string[] }) {
  const [word, ...others] = words
  if (word === undefined || others.length > 0 || wholeNumber.test(word)) return []
  return [{ word, attributeId: attribute_id, value, label: label.trim().toLowerCase() }]
}

function sharedBetween(labelled: readonly (LabelRow & { words: readonly string[] })[]): Set<string> {
  const byValue = Map.groupBy(labelled, ({ value }) => value)
  const isShared = ({ attribute_id: id, value, words }: (typeof labelled)[number]) =>
    byValue.get(value)?.some((other) => other.attribute_id !== id && other.words.includes(words[0] ?? ''))
  return new Set(labelled.filter((row) => row.words.length === 1 && isShared(row)).flatMap(({ words }) => words))
}

type LabelRow = { attribute_id: string; value: string; label: string }

const names = compileOnce((db) =>
  db
    .selectFrom('attributes as a')
    .innerJoin('attribute_texts as t', 't.attribute_id', 'a.id')
    .select(['a.id', 'a.unit', 't.name'])
    .where('a.facet', '=', 1),
)

const wholeNumber = /^\d{1,6}$/
const lettersOnly = /^[a-z]{3,}$/
const amount = /^(\d{1,6})([a-z]{1,4})$/
const lengths = /^\d+(?:mm|cm)\+?$/i
/** What has room in a case is limited: no fan is sought by the greatest diameter. */
const dimensions: ReadonlySet<string> = new Set('length langd height hojd width bredd depth djup'.split(' '))
/** Units with a sign are not words of a text: memory is asked for in MHz. */
const typedUnits: Readonly<Record<string, string>> = { 'mt/s': 'mhz', '"': 'tum', in: 'tum', 'db(a)': 'db' }

function unitOf([attributeId, unit]: readonly [string, string]) {
  const typed = unit.toLowerCase()
  return typed === '' ? [] : [{ attributeId, unit: typedUnits[typed] ?? typed }]
}

/** The words of a search text, amounts in one notation. */
export function valueTokens(text: string): string[] {
  return withPlainAmounts(text).split(/\s+/).filter(Boolean)
}

/**
 * Finds the numbers of a text that stand before the words of a value ("8 core"), the name of an attribute ("4 memory
 * slots") or a unit ("750w"). The caller finds out whether products have such a value.
 */
export function valueSpans(
  tokens: readonly string[],
  known: AttributeWords,
  meanings: Meanings = new Map(),
): ValueSpan[] {
  const words = tokens.map((token) => foldedWords(token).join(' '))
  const spelled = { alike: wordsAlike, meanings }
  const spans: ValueSpan[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const span =
      labelledAt(words, at, known, wordsAlike) ?? namedAt(words, at, known, spelled) ?? amountAt(tokens, at, known)
    if (span === undefined) continue
    const limited = limitedSpan(span, tokens, words, known)
    // "not 12tb" asks for all but these.
    if (limited && !isDenier(words[limited.start - 1] ?? '')) spans.push(limited)
    at += span.length - 1
  }
  return spans
}

/** Adds the words that make a value a limit: "at least 32gb", "16gb+". Values without a number are none. */
function limitedSpan(
  { start, length, candidates }: ValueSpan,
  tokens: readonly string[],
  words: readonly string[],
  { names }: AttributeWords,
): ValueSpan | undefined {
  const limit = limitAt(words, start, length, tokens[start])
  if (limit === undefined) return { start, length, candidates }
  const isLength = lengths.test(tokens[start] ?? '')
  const isDimension = (id: string) =>
    names.some(({ attributeId, words: name }) => attributeId === id && name.some((word) => dimensions.has(word)))
  const numbers = candidates.filter(
    ({ value, attributeId }) => wholeNumber.test(value) && (!isLength || isDimension(attributeId)),
  )
  return spanOf(
    start - limit.before,
    limit.before + length + limit.behind,
    // Of "max 1tb" those of 1,024 GB are not too large.
    (limit.bound === 'to' ? numbers.toSorted((one, other) => Number(other.value) - Number(one.value)) : numbers).map(
      (each) => ({ ...each, bound: limit.bound }),
    ),
  )
}

function labelledAt(words: readonly string[], at: number, { labels }: AttributeWords, { isSameWord }: WordsAlike) {
  if (!wholeNumber.test(words[at] ?? '')) return undefined
  const candidates = labels.filter(
    ({ words: [first, ...others] }) =>
      first === words[at] && others.every((word, more) => isSameWord(word, words[at + 1 + more] ?? '')),
  )
  const most = Math.max(...candidates.map((label) => label.words.length))
  const longest = candidates.filter((label) => label.words.length === most)
  return spanOf(
    at,
    most,
    longest.map(({ attributeId, value }) => ({ attributeId, value })),
  )
}

/** Asks for a value by the attribute's name, in which each word may be one that means the same: "4 ram slots". */
function namedAt(
  words: readonly string[],
  at: number,
  { names }: AttributeWords,
  { alike: { isKindOf }, meanings }: { alike: WordsAlike; meanings: Meanings },
) {
  const isCalled = (each: string, word: string) =>
    [word, ...(meanings.get(word) ?? [])].some((spelled) => isKindOf(each, spelled))
  const count = words[at] ?? ''
  if (!wholeNumber.test(count)) return undefined
  for (let length = Math.min(maxNameWords, words.length - at - 1); length > 0; length -= 1) {
    const typed = words.slice(at + 1, at + 1 + length)
    const isNamed = (name: readonly string[]) => typed.every((word) => name.some((each) => isCalled(each, word)))
    const candidates = names.filter(
      ({ words: name }) => isCalled(name.at(-1) ?? '', typed.at(-1) ?? '') && isNamed(name),
    )
    const span = spanOf(
      at,
      1 + length,
      candidates.map(({ attributeId }) => ({ attributeId, value: count })),
    )
    if (span) return span
  }
  return undefined
}

/** The attributes whose unit an amount has, in this unit or another one of the same kind: 1 TB is 1000 GB, too. */
function amountAt(tokens: readonly string[], at: number, { units }: AttributeWords): ValueSpan | undefined {
  const word = tokens[at]?.toLowerCase().replace(/\+$/, '') ?? ''
  const candidates = [word, ...sameAmounts(word)].flatMap((each) => {
    const [, value, unit] = amount.exec(each) ?? []
    return value === undefined
      ? []
      : units
          .filter((known) => known.unit === unit)
          .map(({ attributeId }) => ({ attributeId, value, ...(isSize(value, unit) && { isSize: true as const }) }))
  })
  return spanOf(at, 1, candidates)
}

/** From this size on drives are sold; memory is counted in one way. */
const minGigabytes = 100

const isSize = (value: string, unit: string | undefined): boolean => unit === 'gb' && Number(value) >= minGigabytes

function spanOf(start: number, length: number, candidates: readonly ValueCandidate[]): ValueSpan | undefined {
  return candidates.length === 0 ? undefined : { start, length, candidates }
}
