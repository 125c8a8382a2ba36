import { expect } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { FacetValue, ProductListing } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import { invalidateStock } from '../../../src/server/catalog/maintenance/invalidate-stock.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { reserveStock } from '../../../src/server/ordering/orders/stock-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { productPath } from '../../support/fixture-catalogue.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import {
  choicesIn,
  facetAttributes,
  hasValue,
  matching,
  priceOf,
  type Catalogue,
  type Choices,
} from './filter-oracle.ts'
import { misplaced, sortIn } from './order-oracle.ts'

export type Asked = { path: string; context: ShoppingContext; query: Record<string, string> }

async function writeSurroundings({ db }: Shop, { brands }: Catalogue): Promise<void> {
  const categories = [
    { id: 'power', parent_id: null, sv: 'kraft', en: 'power' },
    { id: 'packs', parent_id: 'power', sv: 'kraft/paket', en: 'power/packs' },
  ]
  const rest = { position: 9, main_menu: 0 as const, picture_id: null, uri: null, product_count: 0 }
  await db
    .insertInto('categories')
    .values(categories.map(({ id, parent_id }) => ({ id, parent_id, ...rest })))
    .execute()
  const texts = categories.flatMap(({ id, sv, en }) =>
    (
      [
        ['sv', sv],
        ['en', en],
      ] as const
    ).map(([language, path]) => {
      const slug = path.split('/').at(-1) ?? ''
      return { category_id: id, language, name: slug, slug, path, description: '' }
    }),
  )
  await db.insertInto('category_texts').values(texts).execute()
  await db
    .insertInto('brands')
    .values(brands.map((slug) => ({ id: slug, name: `Maker ${slug}`, slug, maker: '', eu_contact: '' })))
    .execute()
  const attributes = [...facetAttributes, 'memo'].map((id, at) => {
    const facet = id === 'memo' ? (0 as const) : (1 as const)
    return { id, unit: id === 'energy' ? 'Wh' : '', facet, position: 10 + at }
  })
  await db.insertInto('attributes').values(attributes).execute()
  const names = attributes.flatMap(({ id }) =>
    (['sv', 'en'] as const).map((language) => ({ attribute_id: id, language, name: `The ${id}` })),
  )
  await db.insertInto('attribute_texts').values(names).execute()
}

/** Saves records as an import does. */
export async function save(shop: Shop, records: readonly ProductRecord[]): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const { touched } = await saveProducts(trx, records, { kind: shop.kind, now: shop.now(), productPath })
    await finishCatalog(trx, { kind: shop.kind, now: shop.now() }, touched)
  })
}

/** The fixture shop with the catalogue in categories of its own. */
export async function shopWith(catalogue: Catalogue) {
  const shop = await fixtureShop()
  await writeSurroundings(shop, catalogue)
  const reductions = [...catalogue.campaign].map(([product_id, amount]) => {
    return { campaign_id: 'june', product_id, currency: 'SEK' as const, min_quantity: 1, amount }
  })
  if (reductions.length > 0) await shop.db.insertInto('campaign_prices').values(reductions).execute()
  await save(shop, catalogue.records)
  const wanted = [...catalogue.reserved].map(([product_id, quantity]) => ({ product_id, quantity }))
  await shop.db.transaction().execute(async (trx) => {
    const rows = await reserveStock(trx, wanted)
    const taken = wanted.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity }))
    await invalidateStock(trx, taken, shop.now(), rows)
  })
  return shop
}

async function listingOf(shop: Shop, { path, context, query }: Asked, page = 1): Promise<ProductListing> {
  const asked = listQuery.parse({ ...query, page: String(page) })
  const found = shownOf(await categoryPage(shop, context, path, asked))?.page.listing
  if (!found) throw new Error(`There is no page ${page} of ${path}.`)
  return found
}

/** What an address of a listing chooses. */
function choicesAt(catalogue: Catalogue, path: string) {
  const query = Object.fromEntries(new URL(path, 'http://shop').searchParams)
  return { ...choicesIn(catalogue, query), sort: sortIn(query), page: query.page }
}

const without = <T>(list: readonly T[], item: T): T[] => list.filter((each) => each !== item)

/** The choices less one, for every single choice. */
function lessOne(choices: Choices): Choices[] {
  const { brands, values, spans, price, stock } = choices
  return [
    ...brands.map((each) => ({ ...choices, brands: without(brands, each) })),
    ...values.map((each) => ({ ...choices, values: without(values, each) })),
    ...spans.map((each) => ({ ...choices, spans: without(spans, each) })),
    ...(price ? [{ ...choices, price: null }] : []),
    ...(stock ? [{ ...choices, stock: false }] : []),
  ]
}

function isChosen({ brands, values, stock }: Choices, facet: string, value: string): boolean {
  if (facet === 'brand') return brands.includes(value)
  return facet === 'stock' ? stock : values.some(([id, each]) => id === facet && each === value)
}

const sorted = (list: readonly object[]): string[] => list.map((each) => JSON.stringify(each)).toSorted()

/** What decides whether a product is listed, for messages. */
function factsOf(catalogue: Catalogue, id: string, context: ShoppingContext) {
  const record = catalogue.records.find((each) => each.id === id)
  if (!record) return id
  const family = catalogue.records.filter((each) => each.id === id || each.parent_id === id)
  const stored = family.map((each) => {
    const { id, type, status, vat_class, free, prices, stock } = each
    const amounts = prices.map(({ currency, min_quantity, amount }) => `${min_quantity}: ${amount} ${currency}`)
    const [reduced, reserved] = [catalogue.campaign.get(id), catalogue.reserved.get(id)]
    return { id, type, status, vat_class, free, amounts, reduced, on_hand: stock?.on_hand, reserved }
  })
  const facts = record.attributes.map(({ attribute_id, value }) => `${attribute_id}:${value}`).join('~')
  return { brand: record.brand_id, facts, price: priceOf(catalogue, record, context), stored }
}

async function expectProducts(shop: Shop, catalogue: Catalogue, asked: Asked, why: string): Promise<ProductListing> {
  const { query, context, path } = asked
  const right = matching(catalogue, { path, context, choices: choicesIn(catalogue, query) })
  const first = await listingOf(shop, asked)
  const cards = [...first.products]
  for (let page = 2; page <= first.page.pages; page += 1) {
    expect(cards.length, why).toBe((page - 1) * 24)
    cards.push(...(await listingOf(shop, asked, page)).products)
  }
  const ids = cards.map((card) => card.product_id)
  const told = (list: readonly string[]) => list.map((id) => factsOf(catalogue, id, context))
  const rightIds = right.map(({ id }) => id)
  const wrong = told(ids.filter((id) => !rightIds.includes(id)))
  expect({ wrong, missing: told(rightIds.filter((id) => !ids.includes(id))) }, why).toEqual({ wrong: [], missing: [] })
  expect([ids.length, first.page.total], why).toEqual([right.length, right.length])
  const listed = cards.flatMap((card) => {
    const record = right.find(({ id }) => id === card.product_id)
    return record ? [{ record, card }] : []
  })
  expect(misplaced(catalogue, asked, listed), why).toEqual([])
  return first
}

function expectFacets(catalogue: Catalogue, asked: Asked, listing: ProductListing, why: string): void {
  const choices = choicesIn(catalogue, asked.query)
  const sort = sortIn(asked.query)
  for (const { id, values: shown, ranges } of listing.facets) {
    const others = matching(catalogue, { ...asked, choices }, id)
    const countOf = (value: string) =>
      others.filter((each) => hasValue(catalogue, each, { facet: id, value, context: asked.context })).length
    const values = shown.filter(({ value }) => !value.includes('..'))
    const counts = values.map(({ value }) => [id, value, countOf(value), isChosen(choices, id, value)])
    expect(
      values.map(({ value, count, chosen }) => [id, value, count, chosen]),
      why,
    ).toEqual(counts)
    const attributes = (record: ProductRecord) => record.attributes.filter((fact) => fact.attribute_id === id)
    const present = new Set(
      others.flatMap((each) => (id === 'brand' ? (each.brand_id ?? []) : attributes(each).map(({ value }) => value))),
    )
    if (id === 'stock' || id === 'price' || ranges.length > 0) continue
    const plain = values.filter(({ chosen }) => !chosen)
    const named = new Set(values.map(({ value }) => value))
    const hidden = [...present].filter((value) => !named.has(value)).map(countOf)
    const max = 40
    expect(plain.length, why).toBeLessThanOrEqual(max)
    if (hidden.length === 0) continue
    expect(values.length, why).toBeGreaterThanOrEqual(max)
    expect(Math.min(...plain.map(({ count }) => count)), why).toBeGreaterThanOrEqual(Math.max(...hidden))
  }
  const shownValues = listing.facets.flatMap((facet) => facet.values.map(({ value }) => `${facet.id}:${value}`))
  const chosen = [
    ...choices.brands.map((slug) => `brand:${slug}`),
    ...choices.values.map(([id, value]) => `${id}:${value}`),
    ...(choices.stock ? ['stock:in'] : []),
  ]
  expect(shownValues, why).toEqual(expect.arrayContaining(chosen))
  const left = lessOne(choices).map((each) => ({ ...each, sort, page: undefined }))
  const linked = (list: readonly FacetValue[]) => list.map(({ path }) => choicesAt(catalogue, path))
  expect(sorted(linked(listing.chosen)), why).toEqual(sorted(left))
  expect(listing.filtered, why).toBe(left.length > 0)
}

/** Compares a list with the naive calculation: its products, order, facets, counts and chosen values. */
export async function expectRight(shop: Shop, catalogue: Catalogue, asked: Asked, which: string): Promise<void> {
  const { path, context, query } = asked
  const why = `${which}: ${path} ${context.country} ${context.currency.code} ${JSON.stringify(query)}`
  const listing = await expectProducts(shop, catalogue, asked, why)
  expectFacets(catalogue, asked, listing, why)
}
