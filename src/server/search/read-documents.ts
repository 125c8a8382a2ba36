import type { Language } from '../../domain/places/locales.ts'
import { yesValue, type DocumentSource } from './document-source.ts'
import { memberOf, plainNumber, titleWord } from './search-terms.ts'
import {
  findAmounts,
  signTerms,
  signWords,
  termsOf,
  WordReader,
  wordsOf,
  type FoldedWord,
  type Piece,
} from './words.ts'

/** The searchable text of one product. */
export type SearchDocument = {
  productId: string
  popularity: number
  /** Folded words, separated by spaces. */
  titles: Record<Language, string>
  /** Terms, some of them more than once; those of words that many products share are the same strings. */
  terms: string[]
  /** Normalized part numbers. */
  numbers: string[]
}

type Reading = {
  source: DocumentSource
  documents: ReadonlyMap<string, SearchDocument>
  ids: string[]
  reader: WordReader
}

/** Documents, and every word in them that belongs to the vocabulary. */
export type Documents = { documents: SearchDocument[]; words: Set<string> }

/**
 * Makes the documents of the given products that are listed: published, and not a choice of another product.
 */
export async function readDocuments(source: DocumentSource, ids: readonly string[]): Promise<Documents> {
  const reader = new WordReader()
  const documents = new Map<string, SearchDocument>()
  for (const { id, popularity, brand } of await source.listed(ids)) {
    documents.set(id, {
      productId: id,
      popularity,
      titles: { en: '', sv: '' },
      terms: [...reader.terms(brand ?? '')],
      numbers: [],
    })
  }
  const reading = { source, documents, ids: [...documents.keys()], reader }
  // None of them waits for another one: PostgreSQL reads what is next while these words are folded.
  await Promise.all([addNames(reading), addCategories(reading), addAttributes(reading), addDevices(reading)])
  return { documents: [...documents.values()], words: reader.plainWords() }
}

/** Adds names, labels and numbers of the products and of their choices. */
async function addNames(reading: Reading): Promise<void> {
  const { source, documents, ids } = reading
  const all = await source.members(ids)
  const owners: Owners = new Map(all.map((row) => [row.id, documents.get(row.owner)]))
  // Part numbers must not enter the vocabulary.
  for (const { id, sku } of all) addTerms(owners.get(id), signTerms(sku))
  await addTexts(reading, owners)
  for (const { product_id, number, normalized } of await source.numbers([...owners.keys()])) {
    const document = owners.get(product_id)
    const plain = plainNumber(normalized)
    if (number !== normalized) addTerms(document, signTerms(number))
    addTerms(document, signWords(normalized))
    if (plain) document?.numbers.push(plain)
  }
}

/** The document of each product and choice. */
type Owners = ReadonlyMap<string, SearchDocument | undefined>

async function addTexts({ source, reader }: Reading, owners: Owners): Promise<void> {
  const titles = new Map<SearchDocument, Set<FoldedWord>>()
  for (const { product_id, language, name, prefix, label } of await source.texts([...owners.keys()])) {
    const document = owners.get(product_id)
    const title = reader.pieces(`${prefix} ${name}`)
    addTerms(document, termsOf(label === '' ? title : reader.pieces(`${prefix} ${name} ${label}`)))
    if (document?.productId !== product_id) continue
    document.titles[language] = wordsOf(title)
    const words = titles.get(document) ?? new Set()
    for (const piece of title) for (const word of piece.words) words.add(word)
    titles.set(document, words)
    for (const amount of findAmounts(title)) document.terms.push(titleWord(amount))
  }
  addTitles(titles)
}

function addTitles(titles: ReadonlyMap<SearchDocument, ReadonlySet<FoldedWord>>): void {
  for (const [{ terms }, words] of titles) {
    const begun = new Set<string>()
    for (const word of words) {
      terms.push(word.titled)
      for (const each of word.begun) begun.add(each)
    }
    terms.push(...begun)
  }
}

/** The terms of each value of each attribute; of "yes" also what it says yes to, such as "PWM control". */
async function addAttributes({ source, documents, ids, reader }: Reading): Promise<void> {
  const rows = await source.attributes(ids)
  const yes = rows.filter(({ value }) => value === yesValue).map((row) => row.attribute_id)
  const [values, names] = await Promise.all([
    source.labels([...new Set(rows.map(({ value }) => value))]),
    source.attributeNames([...new Set(yes)]),
  ])
  const labels = [...values, ...names.map(({ attribute_id, name }) => ({ attribute_id, value: yesValue, label: name }))]
  const labelTerms = new Map<string, string[]>()
  for (const { attribute_id, value, label } of labels) {
    const key = `${attribute_id} ${value}`
    labelTerms.set(key, [...(labelTerms.get(key) ?? []), ...reader.terms(label)])
  }
  const found = new Map<string, Map<string, readonly string[]>>()
  for (const { product_id, attribute_id, value, unit } of rows) {
    let values = found.get(attribute_id)
    if (values === undefined) found.set(attribute_id, (values = new Map()))
    let terms = values.get(value)
    if (terms === undefined) {
      terms = [...reader.terms(`${value} ${unit}`), ...(labelTerms.get(`${attribute_id} ${value}`) ?? [])]
      values.set(value, terms)
    }
    addTerms(documents.get(product_id), terms)
  }
}

async function addDevices({ source, documents, ids, reader }: Reading): Promise<void> {
  const rows = await source.devices(ids)
  const devices = await source.devicesByIds([...new Set(rows.map(({ fact }) => fact))])
  const terms = new Map<string, readonly string[]>()
  for (const { id, brand, series, model, type_numbers } of devices) {
    const text = `${brand} ${series} ${model} ${type_numbers}`
    const make = (pieces: readonly Piece[]) => {
      const begun = reader.pieces(model).flatMap(({ words }) => words.flatMap((word) => word.begun))
      return [memberOf('device', id), ...termsOf(pieces), ...new Set(begun)]
    }
    terms.set(id, reader.remember(`\0${id}\0${model}\0${text}`, text, make))
  }
  for (const { product_id, fact } of rows) addTerms(documents.get(product_id), terms.get(fact) ?? [])
}

async function addCategories({ source, documents, ids, reader }: Reading): Promise<void> {
  const [rows, names] = await Promise.all([source.categories(ids), source.categoryNames()])
  const terms = new Map<string, string[]>()
  for (const { category_id, name } of names) {
    const known = terms.get(category_id) ?? [memberOf('category', category_id)]
    terms.set(category_id, [...known, ...reader.terms(name)])
  }
  for (const { product_id, fact } of rows) addTerms(documents.get(product_id), terms.get(fact) ?? [])
}

/** A loop, because an import adds some dozens of facts to each product. */
function addTerms(document: SearchDocument | undefined, terms: readonly string[]): void {
  if (document) for (const term of terms) document.terms.push(term)
}
