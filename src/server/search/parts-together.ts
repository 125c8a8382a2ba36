import type { Database } from '../platform/db/tables.ts'
import type { Search } from './find-hits.ts'
import { kindsNamed, namesKind } from './kind-of-product.ts'
import type { WordEngine } from './posting-lists/word-engine.ts'
import { hasDigit } from './query.ts'
import { withoutLimit } from './reading/bounds.ts'
import type { BrandWords } from './reading/brand-words.ts'
import { isErrand } from './reading/errand-words.ts'
import { wordsAlike, type WordsAlike } from './reading/stems.ts'
import { memberOf, type TermGroup } from './search-terms.ts'
import type { PartTerms } from './terms/part-terms.ts'
import { foldedWords } from './words.ts'

/** Terms per word that tell whether documents have words together: the word and the shortest that begin with it. */
export const partialTerms = 8

/**
 * A part of the query with the groups that all must match; `kind`: it says what kind of part is meant, and these are
 * the categories of that kind; `isCorrected`: nothing has it as it was typed.
 */
export type PartGroups = {
  text: string
  groups: readonly TermGroup[]
  kind?: TermGroup | undefined
  isBrand?: boolean
  /** It is the name or a value of a filter, and no standard such as "ddr4": "usb". */
  isLabel?: boolean
  isCorrected?: boolean
  /** It says why somebody searches, and nothing of the part: "replace", "present". */
  isErrand?: boolean
  /** Beside that it means nothing that a part may be: a "present" may be a gift card. */
  isReason?: boolean
  /** It is for whom or what the part is: "laptop" in "ssd for laptop". */
  isPurpose?: boolean | undefined
}

const modelNumber = /\p{L}.*\d{3}|\d{3}.*\p{L}|^\d{4,}$/u
/** A board for AM4 is of no use for AM5, whatever else a text says of it. */
const socket = /^(?:am\d\+?|fm\d\+?|tr\d|str5)$/i
const withDigit = /\p{L}.*\d|\d.*\p{L}|^\d+[.,]\d+$/u
const amount = /^(?:\d+x)?\d+[a-z]{1,4}$/i
const numberOrAmount = /^(?:\d+x)?\d+[a-z]{0,4}$/i
/** How a part is, folded, where no filter says it: less than what it is. */
const modifiers: ReadonlySet<string> = new Set(
  'extern externt externa external intern internt interna internal portabel portabelt portabla portable'.split(' '),
)
/** Shorter words are the beginning of many others. */
const minAloneLength = 3
/** "7" says something only with the word before it, "ryzen". */
const shortNumber = /^\d{1,2}$/

/**
 * Chooses the parts of a query that some documents have together: first the kind of part, then numbers of models, then
 * the others as they were typed, each of them if there are documents of the kind with those before it and with it as
 * well. Without a kind, a model or a brand at least half of the parts must stay, and not only amounts or corrected
 * words: "777", or "dawn" for "lawn" in "lawn mower", says little about what is meant. A word that is left out may say
 * what is meant, as "hose" does in "garden hose": then more than half must stay, and not only values of filters ("usb"
 * of "usb headset").
 * Returns the numbers of the parts in the order of the query; empty when nothing is left.
 */
export async function partsTogether(
  engine: Pick<WordEngine, 'hasTerms'>,
  db: Database,
  parts: readonly PartGroups[],
  within: readonly TermGroup[],
): Promise<number[]> {
  const kept: number[] = []
  let together = within
  const keep = async (unit: readonly number[], groups: readonly TermGroup[]): Promise<boolean> => {
    const all = [...together, ...groups]
    if (!(await engine.hasTerms(db, all))) return false
    kept.push(...unit)
    together = all
    return true
  }
  for (const unit of unitsOf(parts).toSorted((one, other) => placeOf(parts, one) - placeOf(parts, other))) {
    const isFirst = kept.length === 0
    const isKept = await keep(
      unit,
      unit.flatMap((at) => groupsOf(parts[at])),
    )
    // "external dvd drive": a DVD drive is of none of the kinds that "external drive" names.
    if (!isKept && isFirst && unit.some((at) => parts[at]?.kind))
      await keep(
        unit,
        unit.flatMap((at) => parts[at]?.groups ?? []),
      )
  }
  const isNamed = kept.some((at) => ownPlaceOf(parts, [at]) < 2 || parts[at]?.isBrand)
  return isNamed || isSpecificEnough(parts, kept) ? kept.toSorted((one, other) => one - other) : []
}

/**
 * Returns the texts of the parts that something has as they were typed, where there are several parts. A value of a
 * filter or a number says too little alone.
 */
export async function partsAlone(engine: WordEngine, db: Database, parts: readonly PartGroups[]): Promise<string[]> {
  if (parts.length < 2) return []
  const specific = parts.filter(
    ({ text, isCorrected, isLabel, isErrand }) =>
      !isCorrected && !isLabel && !isErrand && text.length >= minAloneLength && !numberOrAmount.test(text),
  )
  const have = await Promise.all(specific.map(({ groups }) => engine.hasTerms(db, groups)))
  return specific.flatMap(({ text }, at) => (have[at] ? text : []))
}

function isSpecificEnough(parts: readonly PartGroups[], kept: readonly number[]): boolean {
  const isWord = ({ text }: PartGroups) => !numberOrAmount.test(withoutLimit(text))
  const words = kept.flatMap((at) => parts[at] ?? []).filter(isWord)
  const hasSubject = parts.some((part) => !part.isErrand && !part.isPurpose)
  const saying = words.filter(
    ({ isCorrected, isPurpose, isReason }) => !isCorrected && !isReason && !(hasSubject && isPurpose),
  )
  const leftOut = parts.filter((part, at) => !kept.includes(at) && isWord(part) && !part.isErrand && !part.isPurpose)
  const asked = parts.filter((part) => !isBeside(part))
  if (leftOut.every(({ isLabel }) => isLabel)) return kept.length * 2 >= asked.length && saying.length > 0
  const wordsOf = (at: number) => (parts[at]?.text ?? '').split(' ').filter((word) => !shortNumber.test(word)).length
  const counted = kept.reduce((sum, at) => sum + wordsOf(at), 0)
  return counted > leftOut.length && saying.some(({ isLabel }) => !isLabel)
}

/** "Asus" has drives in "Memory & storage", but no memory. */
function groupsOf(part: PartGroups | undefined): readonly TermGroup[] {
  return part?.kind === undefined ? (part?.groups ?? []) : [...part.groups, part.kind]
}

/** The numbers of the parts that stay together. */
function unitsOf(parts: readonly PartGroups[]): number[][] {
  const units: number[][] = []
  for (const [at, { text }] of parts.entries()) {
    const last = units.at(-1)
    if (last && shortNumber.test(text)) last.push(at)
    else units.push([at])
  }
  return units
}

/** Whether a part says only why something is bought, or for whom or what. */
const isBeside = (part: PartGroups | undefined) => part?.isErrand === true || part?.isPurpose === true

/**
 * Where a unit is tried: units of one place follow in the order of the query. "ssd for ps4" is a drive before it is
 * anything for a PS4.
 */
function placeOf(parts: readonly PartGroups[], unit: readonly number[]): number {
  const isLast = unit.every((at) => isBeside(parts[at])) && !unit.some((at) => parts[at]?.kind)
  return isLast ? 5 : ownPlaceOf(parts, unit)
}

function ownPlaceOf(parts: readonly PartGroups[], unit: readonly number[]): number {
  if (unit.some((at) => parts[at]?.kind)) return 0
  const texts = unit.map((at) => withoutLimit(parts[at]?.text ?? '')).filter((text) => !amount.test(text))
  if (texts.some((text) => modelNumber.test(text) || socket.test(text))) return 1
  if (texts.length === 0 || texts.some((text) => withDigit.test(text))) return 2
  if (unit.every((at) => parts[at]?.isLabel)) return 4
  // A known phrase says more than a word: "dvd burner" of "external dvd burner".
  return texts.some((text) => text.includes(' ')) ? 2.5 : 3
}

/** Prepares parts for the choice of parts. Few misspell the first letter of a kind. */
export function groupedParts(
  parts: readonly PartTerms[],
  { categories, labels, namedValues }: Pick<Search, 'categories' | 'labels' | 'namedValues'>,
  { single: brands }: BrandWords,
): readonly PartGroups[] {
  const likely = parts.map(({ text, words, corrections = [] }) => {
    if (isValueOnly(text, namedValues, categories)) return []
    const isLikely = (word: string) => corrections.length === 0 || corrections.some(({ typed }) => typed[0] === word[0])
    const spelled = words.map((word) => word.spellings.filter(isLikely))
    // A phrase may say the kind where its synonyms do not: "batterier bärbara".
    return namesKind(spelled, wordsAlike, categories) ? spelled : foldedWords(text).map((word) => [word])
  })
  const kinds = kindsAsked(parts, likely, wordsAlike, categories)
  // "a case with space for hard drives" is a case.
  const isOther = (at: number) => parts[at]?.isPurpose === true && kinds.isSaidBefore
  const within = kinds.ids.map((id) => ({ text: memberOf('category', id), prefix: false }))
  return parts.map(({ text, words, corrections = [], isPurpose }, at) => ({
    text,
    isPurpose,
    isCorrected: corrections.length > 0,
    isErrand: isErrand(text),
    isReason: isReason(text, words),
    isLabel: saysHowOnly(text, words, labels),
    isBrand: corrections.length === 0 && words.length === 1 && brands.has(words[0]?.word ?? ''),
    groups: words.map((word) => word.anywhere.slice(0, partialTerms)),
    kind: !isOther(at) && namesKind(likely[at] ?? [], wordsAlike, categories) ? within : undefined,
  }))
}

type Spelled = readonly (readonly string[])[]

/**
 * The categories of the kind that a text names: what it names as the purpose of a part says more of it, and nothing
 * else: "fan for the processor". `isSaidBefore`: the text names a kind beside the purpose.
 */
function kindsAsked(
  parts: readonly PartTerms[],
  spelled: readonly Spelled[],
  alike: WordsAlike,
  categories: Search['categories'],
): { ids: readonly string[]; isSaidBefore: boolean } {
  const all = kindsNamed(spelled.flat(), alike, categories)
  if (!parts.some(({ isPurpose }) => isPurpose)) return { ids: all, isSaidBefore: false }
  const beside = spelled.filter((_, at) => parts[at]?.isPurpose !== true).flat()
  const named = kindsNamed(beside, alike, categories)
  const both = all.filter((id) => named.includes(id))
  return { ids: both.length > 0 ? both : named.length > 0 ? named : all, isSaidBefore: named.length > 0 }
}

function isReason(text: string, words: PartTerms['words']): boolean {
  return isErrand(text) && words.every(({ spellings }) => spellings.length < 2)
}

/** Whether a part is a value of a filter, or says how something is. */
function saysHowOnly(text: string, [only, ...others]: PartTerms['words'], labels: Search['labels']): boolean {
  if (only === undefined || others.length > 0 || hasDigit(text)) return false
  return modifiers.has(only.word) || only.spellings.some((word) => labels.has(word))
}

/** Whether a word names a value of a filter, and a kind only in other letters: "black" is no "bläck". */
function isValueOnly(text: string, values: Search['namedValues'], categories: Search['categories']): boolean {
  const typed = text.toLowerCase()
  const isValue = values.get(foldedWords(text).join(' '))?.some(({ label }) => label === typed) ?? false
  return isValue && !categories.some(({ name }) => name.toLowerCase().includes(typed))
}
