import { sql } from 'kysely'
import { textsInJson } from '../platform/db/bulk.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import { kindOf } from '../platform/db/kind-of.ts'
import { onOneConnection } from '../platform/db/on-one-connection.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Database, Row } from '../platform/db/tables.ts'
import { canBeSold } from './can-be-sold.ts'
import { sequenceOf } from './doc-number.ts'
import { docsInJson } from './engines/docs-in-json.ts'
import type { FactsOf, ProductFacts } from './posting-lists/product-facts.ts'
import type { DocumentText, ReadCache, Texts } from './posting-lists/read-cache.ts'

/** Only products of the category that fit one of the devices. */
export type Membership = { categoryId?: string; deviceIds?: readonly string[] }

function docList(kind: DatabaseKind, docs: readonly number[]) {
  return docsInJson(kind, JSON.stringify(docs))
}

export function documentsByDocs(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
): Promise<Row<'search_documents'>[]> {
  return db
    .selectFrom('search_documents')
    .select(['doc', 'seq', 'product_id', 'title_en', 'title_sv', 'numbers'])
    .where('doc', 'in', docList(kind, docs))
    .execute()
}

/** Reads product ids in the order of `docs`. */
export async function productIdsOf(db: Database, docs: readonly number[]): Promise<string[]> {
  const rows = await owners(db, JSON.stringify(docs)).execute()
  const ids = new Map(rows.map((row) => [row.doc, row.product_id]))
  return docs.flatMap((doc) => ids.get(doc) ?? [])
}

const owners = compileOnce((db, docs: string) =>
  db
    .selectFrom('search_documents')
    .select(['doc', 'product_id'])
    .where('doc', 'in', docsInJson(kindOf(db), docs)),
)

export type ScoredDocument = DocumentText & ProductFacts

/** What is known of documents without a query: `known` has texts, `factsOf` what changes without the index. */
export type KnownOfDocuments = { known: ReadCache | undefined; factsOf: FactsOf | undefined }

/**
 * Returns what scoring compares: titles, numbers, the main category, whether the product is in stock, and whether it is
 * in one of the categories that are asked for, or below it. What is not known is read.
 */
export async function scoredDocuments(
  db: Database,
  docs: readonly number[],
  categoryIds: readonly string[],
  { known, factsOf }: KnownOfDocuments,
): Promise<ScoredDocument[]> {
  const texts: Texts = known?.texts ?? new Map()
  const factOf = factsOf?.(categoryIds)
  const all = docs.map((doc): KnownDocument => ({
    doc,
    text: texts.get(doc) ?? known?.textOf(doc),
    fact: factOf?.(sequenceOf(doc)),
  }))
  const there = all.flatMap(({ text }) => text ?? [])
  const joined = all.flatMap(({ text, fact }) => both(text, fact))
  const others = all.filter(({ text, fact }) => !text || !fact)
  const read = others.length === 0 ? [] : await readOthers(db, others, categoryIds)
  known?.keep(texts, [...there, ...read.map(textOf)])
  return [...joined, ...read]
}

type KnownDocument = { doc: number; text: DocumentText | undefined; fact: ProductFacts | undefined }

/** Reads what is not known of these documents, in one message. */
async function readOthers(
  db: Database,
  documents: readonly KnownDocument[],
  categoryIds: readonly string[],
): Promise<ScoredDocument[]> {
  const facts = new Map(documents.flatMap(({ doc, text, fact }) => (fact && !text ? [[doc, fact] as const] : [])))
  const texts = new Map(documents.flatMap(({ text }) => (text ? [[text.product_id, text] as const] : [])))
  const unknown = documents.flatMap(({ doc, text, fact }) => (text || fact ? [] : doc))
  const [textRows, factRows, rows] = await onOneConnection(db, (one) =>
    Promise.all([
      facts.size > 0 ? textsOf(one, JSON.stringify([...facts.keys()])).execute() : [],
      texts.size > 0 ? factsNow(one, JSON.stringify([...texts.keys()]), categoryIds).execute() : [],
      unknown.length > 0 ? scored(one, JSON.stringify(unknown), categoryIds).execute() : [],
    ]),
  )
  return [
    ...textRows.flatMap((text) => both(text, facts.get(text.doc))),
    ...factRows.flatMap((fact) => both(texts.get(fact.product_id), fact)),
    ...rows,
  ]
}

function both(text: DocumentText | undefined, fact: ProductFacts | undefined): ScoredDocument | [] {
  return text && fact ? { ...text, ...fact } : []
}

function textOf({ doc, product_id, title_en, title_sv, numbers }: ScoredDocument): DocumentText {
  return { doc, product_id, title_en, title_sv, numbers }
}

function isInOneOf(categoryIds: readonly string[]) {
  if (categoryIds.length === 0) return sql<number>`0`
  return sql<number>`case when exists (select 1 from category_products own where own.product_id = p.id
    and own.category_id in (${sql.join(categoryIds)})) then 1 else 0 end`
}

const factsNow = compileOnce((db, productIds: string, categoryIds: readonly string[]) =>
  db
    .selectFrom('products as p')
    .leftJoin('stock as shelf', 'shelf.product_id', 'p.id')
    .select(['p.id as product_id', 'p.main_category_id as category_id'])
    .select([canBeSold.as('in_stock'), isInOneOf(categoryIds).as('is_asked')])
    .where('p.id', 'in', textsInJson(kindOf(db), productIds)),
)

const textsOf = compileOnce((db, docs: string) =>
  db
    .selectFrom('search_documents')
    .select(['doc', 'product_id', 'title_en', 'title_sv', 'numbers'])
    .where('doc', 'in', docsInJson(kindOf(db), docs)),
)

const scored = compileOnce((db, docs: string, categoryIds: readonly string[]) =>
  db
    .selectFrom('search_documents as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('stock as shelf', 'shelf.product_id', 'd.product_id')
    .select(['d.doc', 'd.product_id', 'd.title_en', 'd.title_sv', 'd.numbers', 'p.main_category_id as category_id'])
    .select([canBeSold.as('in_stock'), isInOneOf(categoryIds).as('is_asked')])
    .where('d.doc', 'in', docsInJson(kindOf(db), docs)),
)

/** Reads the names and addresses of all categories, in all languages. */
export function categoryNames(db: Database) {
  return names(db).execute()
}

const names = compileOnce((db) =>
  db
    .selectFrom('category_texts as t')
    .innerJoin('categories as c', 'c.id', 't.category_id')
    .select(['t.category_id', 't.language', 't.name', 't.path', 'c.uri', 'c.product_count']),
)

/** Filters the documents to those of products with one of these values. */
export async function docsWithValues(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
  values: readonly ValueOfFilter[],
): Promise<number[]> {
  return (await withOneOfValues(db, kind, docs, values).execute()).map((row) => row.doc)
}

type ValueOfFilter = { attributeId: string; value: string }

/**
 * Asks for the values of each document. Joined, SQLite reads all products with a value first, of which a large shop has
 * tens of thousands ("black").
 */
export function withOneOfValues(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
  values: readonly ValueOfFilter[],
) {
  return db
    .selectFrom('search_documents as d')
    .select('d.doc')
    .where('d.doc', 'in', docList(kind, docs))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_attributes as a')
          .select('a.value')
          .whereRef('a.product_id', '=', 'd.product_id')
          .where(({ or, and, eb }) =>
            or(
              values.map(({ attributeId, value }) =>
                and([eb('a.attribute_id', '=', attributeId), eb('a.value', '=', value)]),
              ),
            ),
          ),
      ),
    )
}

/** Filters the documents to those in the category that fit the device. */
export async function docsWithin(
  db: Database,
  kind: DatabaseKind,
  docs: readonly number[],
  { categoryId, deviceIds }: Membership,
): Promise<number[]> {
  let query = db.selectFrom('search_documents').select('doc').where('doc', 'in', docList(kind, docs)).orderBy('doc')
  if (categoryId !== undefined) {
    query = query.where('product_id', 'in', (within) =>
      within
        .selectFrom('category_products')
        .select('product_id')
        .whereRef('category_products.product_id', '=', 'search_documents.product_id')
        .where('category_id', '=', categoryId),
    )
  }
  if (deviceIds !== undefined) {
    query = query.where('product_id', 'in', (within) =>
      within
        .selectFrom('product_devices')
        .select('product_id')
        .whereRef('product_devices.product_id', '=', 'search_documents.product_id')
        .where('device_id', 'in', deviceIds),
    )
  }
  return (await query.execute()).map((row) => row.doc)
}
