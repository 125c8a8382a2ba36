import { languages, type Language } from '../../domain/locales.ts'
import type { DatabaseKind } from '../db/connect.ts'
import type { Database } from '../db/tables.ts'
import {
  attributeLabels, categoryNames, devicesByIds, listedProducts, members, productAttributes, productCategories,
  productDevices, productNumbers, productTexts,
} from './document-queries.ts'
import { memberOf, plainNumber, titleWord } from './search-terms.ts'
import { foldedWords, indexedWords } from './words.ts'

/** What one product is found by. `numbers` are normalised part numbers. */
export type SearchDocument = {
  productId: string
  popularity: number
  titles: Record<Language, string>
  words: Set<string>
  numbers: Set<string>
}

/** Collects the documents of those of the products that are listed: published, and no choice of another product. */
export async function readDocuments(db: Database, kind: DatabaseKind, ids: readonly string[]): Promise<SearchDocument[]> {
  const documents = new Map<string, SearchDocument>()
  for (const { id, popularity, brand } of await listedProducts(db, kind, ids)) {
    const words = new Set(brand === null ? [] : indexedWords(brand))
    documents.set(id, { productId: id, popularity, titles: { en: '', sv: '' }, words, numbers: new Set() })
  }
  const listed = [...documents.keys()]
  await addNames(db, kind, documents, listed)
  await addCategories(db, kind, documents, listed)
  await addAttributes(db, kind, documents, listed)
  await addDevices(db, kind, documents, listed)
  return [...documents.values()]
}

type Documents = ReadonlyMap<string, SearchDocument>

/** Names, labels and numbers of the products and of their choices. */
async function addNames(db: Database, kind: DatabaseKind, documents: Documents, ids: string[]): Promise<void> {
  const all = await members(db, kind, ids)
  const owners = new Map(all.map((row) => [row.id, row.owner]))
  const documentOf = (id: string) => documents.get(owners.get(id) ?? id)
  for (const { id, sku } of all) addAll(documentOf(id)?.words, indexedWords(sku))
  const memberIds = [...owners.keys()]
  for (const { product_id, language, name, prefix, label } of await productTexts(db, kind, memberIds)) {
    const document = documentOf(product_id)
    if (!document) continue
    const title = `${prefix} ${name}`
    addAll(document.words, indexedWords(`${title} ${label}`))
    if (product_id === document.productId) document.titles[language] = foldedWords(title).join(' ')
  }
  for (const { words, titles } of documents.values()) {
    for (const language of languages) for (const word of titles[language].split(' ')) if (word) words.add(titleWord(word))
  }
  for (const { product_id, number, normalized } of await productNumbers(db, kind, memberIds)) {
    const document = documentOf(product_id)
    addAll(document?.words, indexedWords(number))
    addAll(document?.words, foldedWords(normalized))
    if (normalized) document?.numbers.add(plainNumber(normalized))
  }
}

async function addCategories(db: Database, kind: DatabaseKind, documents: Documents, ids: string[]): Promise<void> {
  const words = new Map<string, string[]>()
  for (const { category_id, name } of await categoryNames(db)) {
    words.set(category_id, [...words.get(category_id) ?? [memberOf('category', category_id)], ...indexedWords(name)])
  }
  addFacts(documents, await productCategories(db, kind, ids), words)
}

async function addAttributes(db: Database, kind: DatabaseKind, documents: Documents, ids: string[]): Promise<void> {
  const rows = await productAttributes(db, kind, ids)
  const key = (row: { attribute_id: string; value: string }) => `${row.attribute_id} ${row.value}`
  const words = new Map<string, string[]>()
  for (const row of rows) if (!words.has(key(row))) words.set(key(row), indexedWords(`${row.value} ${row.unit}`))
  for (const label of await attributeLabels(db, kind, [...new Set(rows.map((row) => row.value))])) {
    words.get(key(label))?.push(...indexedWords(label.label))
  }
  addFacts(documents, rows.map((row) => ({ product_id: row.product_id, fact: key(row) })), words)
}

async function addDevices(db: Database, kind: DatabaseKind, documents: Documents, ids: string[]): Promise<void> {
  const rows = await productDevices(db, kind, ids)
  const words = new Map<string, string[]>()
  for (const { id, brand, series, model, type_numbers } of await devicesByIds(db, kind, [...new Set(rows.map((row) => row.fact))])) {
    words.set(id, [memberOf('device', id), ...indexedWords(`${brand} ${series} ${model} ${type_numbers.replace(/[[\]"]/g, ' ')}`)])
  }
  addFacts(documents, rows, words)
}

/** Adds what many products share, whose words are made once. */
function addFacts(
  documents: Documents, rows: readonly { product_id: string; fact: string }[], words: ReadonlyMap<string, readonly string[]>,
): void {
  for (const { product_id, fact } of rows) addAll(documents.get(product_id)?.words, words.get(fact) ?? [])
}

function addAll(set: Set<string> | undefined, words: readonly string[]): void {
  for (const word of words) set?.add(word)
}
