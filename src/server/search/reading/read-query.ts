import { normalizePartNumber } from '../../../domain/products/part-numbers.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { onOneConnection } from '../../platform/db/on-one-connection.ts'
import type { Database } from '../../platform/db/tables.ts'
import { hasDigit, parseQuery, type Query } from '../query.ts'
import { foldedWords } from '../words.ts'
import { withAlternatives, type NamesOf } from './alternatives.ts'
import { sameAmounts, withPlainAmounts } from './amount-notation.ts'
import { withLimits } from './bounds.ts'
import type { BrandWords } from './brand-words.ts'
import { withoutDenied } from './denied-words.ts'
import { isErrand } from './errand-words.ts'
import { findDevice, type NamedDevice } from './find-device.ts'
import { codeAt, withPlainNames, withSockets } from './part-codes.ts'
import { isPartNumber } from './part-number-queries.ts'
import { withoutStopWords } from './stop-words.ts'
import { synonymsOf } from './synonym-queries.ts'

/** How many words of a query are read, and how many of them are searched for. */
const limits = { read: 24, searched: 8 }
const maxPhraseLength = 3
/** "12th gen intel core i5" */
const maxCodeLength = 5
/** The apostrophe of "won't", which is one word. */
const shortNot = /(?<=n)['’](?=t$)/iu

/**
 * A part of a query: as typed, its folded words, all of which must match, and words of which one may match instead. A
 * number such as `FOO-999` is one part, because half of it means nothing.
 * `isPurpose`: it is for whom or what the part is. `denier`: the "not" in front of it. `others`: words that are as
 * good.
 * `choices`: the words of things of several words, of which one is enough: "5.1" and "7.1".
 * `isLimit`: it is a number that limits what is asked for, which no word of a part says.
 */
export type QueryPart = {
  text: string
  words: readonly string[]
  also: readonly string[]
  isPurpose?: boolean | undefined
  denier?: string | undefined
  others?: readonly string[] | undefined
  choices?: readonly (readonly string[])[] | undefined
  isLimit?: boolean
}

/**
 * What a query asks for: parts that fit one of these devices, with these words or this number, and without what is
 * denied.
 */
export type ReadQuery = Query & {
  parts: readonly QueryPart[]
  denied: readonly QueryPart[]
  devices: readonly NamedDevice[]
  deviceText: string
}

/** What a folded phrase means instead of what is stored, to try a change before it is saved. */
export type ProposedMeaning = { phrase: string; words: readonly string[] }

/** `phrase`: what it is called where it means one of several things. */
type Token = {
  text: string
  words: readonly string[]
  phrase?: string
  isPurpose?: boolean
  denier?: string
  or?: string
  others?: readonly string[]
  choices?: readonly (readonly string[])[]
  isLimit?: boolean
}

/** `names`: the brands, and the words of labels of filters, where they are known. */
export type ReadingSource = Pick<ShopDatabase, 'db'> & {
  proposed?: ProposedMeaning | undefined
  names?: KnownNames
}
type KnownNames = { brands: BrandWords; inLabels: ReadonlySet<string> }

/**
 * Reads a search text: amounts in one notation, without words such as "for", a device apart from the rest, and phrases
 * with their synonyms. With a device that the shopper chose, one in the text is words like the rest. @returns undefined
 * when the text is too short to search.
 */
export async function readQuery(
  { db, proposed, names }: ReadingSource,
  typed: string,
  hasChosenDevice = false,
): Promise<ReadQuery | undefined> {
  const text = withPlainNames(typed)
  const query = parseQuery(text)
  if (!query) return undefined
  const tokens = withKeyboard(namedAdapters(withSockets(searchedOf(withoutStopWords(withLimits(tokensOf(text)))))))
  // None of them waits for another one; few texts are part numbers, or name a device.
  const [isNumber, device, meanings] = await onOneConnection(db, (one) =>
    Promise.all([
      query.number !== undefined && hasDigit(query.number) ? isPartNumber(one, numberOf(text)) : false,
      hasChosenDevice ? undefined : findDevice(one, tokens),
      meaningsIn(one, tokens),
    ]),
  )
  const span = isNumber ? undefined : device
  const rest = withAlternatives(span ? tokens.toSpliced(span.start, span.length) : tokens, namesOf(names, meanings))
  const all = withSynonyms(span ? await meaningsIn(db, rest) : meanings, proposed, rest)
  const { parts, denied } = withoutDenied(all, names?.brands.joined)
  return {
    words: [...new Set(parts.flatMap(({ words }) => words))],
    number: span ? undefined : query.number,
    decimals: decimalsIn(rest),
    even: new Set(
      parts.flatMap(({ others = [], also, choices = [] }) => [...(others.length === 0 ? [] : also), ...choices.flat()]),
    ),
    parts,
    denied,
    devices: span?.devices ?? [],
    deviceText: span ? textOf(tokens.slice(span.start, span.start + span.length)) : '',
  }
}

/** Names have "2.5" as two words, one behind the other. */
function decimalsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text, words, choices }) =>
    (choices && /^\d/.test(text)) || /^\d+[.,]\d+$/.test(text)
      ? (choices ?? [words]).map((each) => each.join(' '))
      : [],
  )
}

/** Of many words, those that say why somebody searches are not searched. */
function searchedOf(tokens: readonly Token[]): readonly Token[] {
  const isMany = tokens.length > limits.searched
  return (isMany ? tokens.filter(({ text }) => !isErrand(text)) : tokens).slice(0, limits.searched)
}

/** A word begins the name of a brand itself, or as one that it means: "wd". */
function namesOf(names: KnownNames | undefined, meanings: Meanings): NamesOf | undefined {
  if (names === undefined) return undefined
  const { first } = names.brands
  const isMeant = (word: string) => meanings.some((row) => row.phrase === word && first.has(row.word))
  return {
    isBrand: (word) => first.has(word) || isMeant(word),
    isOfLabel: (word) => names.inLabels.has(word),
    isBrandName: (words) =>
      words.length === 1 ? names.brands.single.has(words[0] ?? '') : names.brands.joined.has(words.join('')),
  }
}

/** PostgreSQL rejects control characters and halves of surrogate pairs. */
function numberOf(text: string): string {
  return normalizePartNumber(text).replace(/\p{C}/gu, '')
}

function tokensOf(text: string): Token[] {
  return withPlainAmounts(text.slice(0, 200))
    .split(/\s+/)
    .flatMap((typed) => tokensIn(typed, foldedWords(typed.replace(shortNot, ''))))
    .slice(0, limits.read)
}

/** A text with a digit stays together, as a number may; "ac-adapter" is two words. */
function tokensIn(text: string, words: readonly string[]): Token[] {
  if (words.length === 0) return []
  return words.length === 1 || hasDigit(text) ? [{ text, words }] : words.map((word) => ({ text: word, words: [word] }))
}

const adapters = new Set(['adapter', 'adaptor'])
const electrical = /^\d{1,3}(?:[.,]\d{1,2})?[vwa]$/i

/** An adapter beside watts or volts is a charger: "19v 3.42a adapter". */
function namedAdapters(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => electrical.test(text))) return tokens
  return tokens.map((token) => (adapters.has(token.words.join(' ')) ? { ...token, phrase: 'power adapter' } : token))
}

/** Words for the switches of a keyboard, with its name in their language. */
const switches: ReadonlyMap<string, string> = new Map([
  ['switchar', 'tangentbord'],
  ['brytare', 'tangentbord'],
  ['switch', 'keyboard'],
  ['switches', 'keyboard'],
])
const coloursOfSwitches = new Set('roda rod bla bruna brun svarta svart red blue brown black silver'.split(' '))

/** Switches of a colour are those of a keyboard: "red switches" are no red drives. */
function withKeyboard(tokens: readonly Token[]): readonly Token[] {
  const word = (at: number) => tokens[at]?.words.join(' ') ?? ''
  const at = tokens.findIndex((_, index) => switches.has(word(index)) && coloursOfSwitches.has(word(index - 1)))
  const keyboard = switches.get(word(at))
  if (keyboard === undefined || tokens.some((_, index) => /^(?:tangentbord|keyboard)/.test(word(index)))) return tokens
  return [...tokens, { text: keyboard, words: [keyboard] }]
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

type Meanings = Awaited<ReturnType<typeof synonymsOf>>

function meaningsIn(db: Database, tokens: readonly Token[]): Promise<Meanings> {
  return synonymsOf(db, [...new Set(tokens.flatMap((_, at) => phrasesFrom(tokens, at)))])
}

/** Joins the words of a known phrase, the longest phrases first, and adds what they also mean. */
function withSynonyms(rows: Meanings, proposed: ProposedMeaning | undefined, tokens: readonly Token[]): QueryPart[] {
  const meanings = Map.groupBy(rows, ({ phrase }) => phrase)
  if (proposed) meanings.delete(proposed.phrase)
  if (proposed && proposed.words.length > 0)
    meanings.set(
      proposed.phrase,
      proposed.words.map((word) => ({ phrase: proposed.phrase, word })),
    )
  const parts: QueryPart[] = []
  for (let at = 0; at < tokens.length;) {
    const { length, also } = meaningAt(meanings, tokens, at)
    const taken = tokens.slice(at, at + length)
    const isPurpose = taken.some((token) => token.isPurpose)
    const denier = taken.find((token) => token.denier !== undefined)?.denier
    const others = taken.flatMap((token) => token.others ?? [])
    const instead = others.flatMap((word) => [word, ...(meanings.get(word) ?? []).map((row) => row.word)])
    parts.push({
      text: textOf(taken),
      words: taken.flatMap((token) => token.words),
      also: [...also, ...instead],
      isPurpose,
      ...(denier !== undefined && { denier }),
      ...(others.length > 0 && { others }),
      ...(taken.length === 1 && taken[0]?.choices && { choices: taken[0].choices }),
      ...(taken.some((token) => token.isLimit) && { isLimit: true }),
    })
    at += length
  }
  return parts
}

/** How many tokens belong together from this one on, and what they also mean. */
function meaningAt(meanings: ReadonlyMap<string, Meanings>, tokens: readonly Token[], at: number) {
  const coded = codeAt(tokens.slice(at, at + maxCodeLength).map(({ words }) => words.join(' ')))
  if (coded) return { length: coded.length, also: [coded.code] }
  const phrase = phrasesFrom(tokens, at).find((each) => meanings.has(each))
  const isOfOne = phrase === undefined || phrase === tokens[at]?.phrase
  const length = isOfOne ? 1 : phrase.split(' ').length
  const words = tokens.slice(at, at + length).flatMap((token) => token.words)
  const synonyms = (meanings.get(phrase ?? '') ?? []).map(({ word }) => word)
  return { length, also: words.length === 1 ? [...synonyms, ...words.flatMap(sameAmounts)] : synonyms }
}

/** The phrases that begin at a token of one word, the longest first. */
function phrasesFrom(tokens: readonly Token[], start: number): string[] {
  const words = tokens.slice(start, start + maxPhraseLength).map((token) => token.words)
  const simple = words.findIndex((each) => each.length !== 1)
  const run = (simple === -1 ? words : words.slice(0, simple)).flat()
  const phrases = run.map((_, at) => run.slice(0, run.length - at).join(' '))
  const own = tokens[start]?.phrase === undefined ? [] : [tokens[start].phrase]
  return [...phrases.slice(0, -1), ...own, ...phrases.slice(-1)]
}
