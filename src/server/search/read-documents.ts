import type { Language } from '../../domain/places/locales.ts'
import type { DocumentSource } from './document-source.ts'
import { beginningsOf, memberOf, plainNumber, titleWord } from './search-terms.ts'
import { signBook, wordBook, type WordBook } from './words.ts'

/** The searchable text of one product. */
export type SearchDocument = {
  productId: string
  popularity: number
  /** Folded words, separated by spaces. */
  titles: Record<Language, string>
  /** Terms, separated by spaces; terms that many products share are one shared string. */
  terms: string[]
  /** Normalized part numbers. */
  numbers: string[]
}

type Reading = {
  source: DocumentSource
  documents: ReadonlyMap<string, SearchDocument>
  ids: string[]
  book: WordBook
}

/** Documents, and every word in them. */
export type Documents = { documents: SearchDocument[]; words: Set<string> }

/**
 * Makes the documents of the given products that are listed: published, and not a choice of another product.
 */
export async function readDocuments(source: DocumentSource, ids: readonly string[]): Promise<Documents> {
  const book = wordBook()
  const documents = new Map<string, SearchDocument>()
  for (const { id, popularity, brand } of await source.listed(ids)) {
    documents.set(id, {
      productId: id,
      popularity,
      titles: { en: '', sv: '' },
      terms: [book.terms(brand ?? '')],
      numbers: [],
    })
  }
  const reading = { source, documents, ids: [...documents.keys()], book }
  // None of them waits for another one: PostgreSQL reads what is next while these words are folded.
  const [, categories, terms, attributes, devices] = await Promise.all([
    addNames(reading),
    source.categories(reading.ids),
    categoryTerms(reading),
    attributeFacts(reading),
    deviceFacts(reading),
  ])
  addTitles(documents.values())
  addFacts(documents, { rows: categories, terms })
  addFacts(documents, attributes)
  addFacts(documents, devices)
  return { documents: [...documents.values()], words: book.all() }
}

/** Adds names, labels and numbers of the products and of their choices. */
async function addNames({ source, documents, ids, book }: Reading): Promise<void> {
  const all = await source.members(ids)
  const owners = new Map(all.map((row) => [row.id, documents.get(row.owner)]))
  // Part numbers must not enter the vocabulary.
  for (const { id, sku } of all) owners.get(id)?.terms.push(signBook.terms(sku))
  for (const { product_id, language, name, prefix, label } of await source.texts([...owners.keys()])) {
    const document = owners.get(product_id)
    document?.terms.push(book.terms(`${prefix} ${name} ${label}`))
    if (document?.productId === product_id) document.titles[language] = book.words(`${prefix} ${name}`)
  }
  for (const { product_id, number, normalized } of await source.numbers([...owners.keys()])) {
    const document = owners.get(product_id)
    const plain = plainNumber(normalized)
    document?.terms.push(
      number === normalized ? signBook.words(number) : `${signBook.terms(number)} ${signBook.words(normalized)}`,
    )
    if (plain) document?.numbers.push(plain)
  }
}

function addTitles(documents: Iterable<SearchDocument>): void {
  for (const { titles, terms } of documents) {
    const words = new Set(`${titles.en} ${titles.sv}`.split(' '))
    words.delete('')
    for (const word of words) terms.push(titleWord(word))
    terms.push(...beginningsOf(words))
  }
}

async function categoryTerms({ source, book }: Reading): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { category_id, name } of await source.categoryNames()) {
    found.set(category_id, `${found.get(category_id) ?? memberOf('category', category_id)} ${book.terms(name)}`)
  }
  return found
}

/** Facts that many products share, and the terms of each. */
type Facts = { rows: readonly { product_id: string; fact: string }[]; terms: ReadonlyMap<string, string> }

async function attributeFacts({ source, ids, book }: Reading): Promise<Facts> {
  const key = (row: { attribute_id: string; value: string }) => `${row.attribute_id} ${row.value}`
  const rows = (await source.attributes(ids)).map((row) => ({ ...row, fact: key(row) }))
  const found = new Map<string, string>()
  for (const { fact, value, unit } of rows) if (!found.has(fact)) found.set(fact, book.terms(`${value} ${unit}`))
  for (const row of await source.labels([...new Set(rows.map(({ value }) => value))])) {
    found.set(key(row), `${found.get(key(row)) ?? ''} ${book.terms(row.label)}`)
  }
  return { rows, terms: found }
}

async function deviceFacts({ source, ids, book }: Reading): Promise<Facts> {
  const rows = await source.devices(ids)
  const devices = await source.devicesByIds([...new Set(rows.map(({ fact }) => fact))])
  const terms = new Map(
    devices.map(({ id, brand, series, model, type_numbers }) => [
      id,
      [
        memberOf('device', id),
        book.terms(`${brand} ${series} ${model} ${type_numbers}`),
        ...beginningsOf(book.words(model).split(' ')),
      ].join(' '),
    ]),
  )
  return { rows, terms }
}

/** Adds facts that many products share; their terms are computed once. */
function addFacts(documents: Reading['documents'], { rows, terms }: Facts): void {
  for (const { product_id, fact } of rows) {
    const added = terms.get(fact)
    if (added) documents.get(product_id)?.terms.push(added)
  }
}
