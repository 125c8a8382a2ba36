import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { setCategoryFacts } from '../../../src/server/catalog/maintenance/catalog-settings.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { aRecord } from '../import/a-record.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { shopWith } from './compare-lists.ts'

async function factsOf(shop: Shop, id: string, path = 'datordelar/skruvar'): Promise<string[]> {
  const page = shownOf(await categoryPage(shop, swedish(), path, listQuery.parse({ sort: 'name' })))?.page
  const card = page?.listing.products.find((product) => product.product_id === id)
  if (!card) throw new Error(`There is no card of ${id}.`)
  return card.facts
}

test('a card shows the values that lists are filtered by, where nothing is chosen for its category', async () => {
  await using shop = await fixtureShop()
  expect(await factsOf(shop, 'screw-01')).toEqual(['Svart', '4 mm'])
})

test('a card shows the facts chosen for its category, else for the nearest above it, in their order', async () => {
  await using shop = await fixtureShop()
  await setCategoryFacts(shop, 'datordelar', ['colour'])
  expect(await factsOf(shop, 'screw-01')).toEqual(['Svart'])
  await setCategoryFacts(shop, 'datordelar/skruvar', ['length', 'colour'])
  expect(await factsOf(shop, 'screw-01')).toEqual(['4 mm', 'Svart'])
  await setCategoryFacts(shop, 'datordelar/skruvar', [])
  expect(await factsOf(shop, 'screw-01')).toEqual(['Svart'])
})

test('facts are known attributes, at most three of a known category', async () => {
  await using shop = await fixtureShop()
  await expect(setCategoryFacts(shop, 'datordelar', ['shape'])).rejects.toThrow('There is no attribute shape.')
  await expect(setCategoryFacts(shop, 'nowhere', ['colour'])).rejects.toThrow('There is no category nowhere.')
  await expect(setCategoryFacts(shop, 'datordelar', ['a', 'b', 'c', 'd'])).rejects.toThrow('at most 3 facts')
})

test('a category above itself, as a damaged tree may have it, keeps no page from its end', async () => {
  await using shop = await fixtureShop()
  const { id } = await shop.db
    .selectFrom('category_texts')
    .select('category_id as id')
    .where('path', '=', 'datordelar/skruvar')
    .where('language', '=', 'sv')
    .executeTakeFirstOrThrow()
  await setCategoryFacts(shop, 'datordelar/skruvar', ['colour'])
  await shop.db.updateTable('categories').set({ parent_id: id }).where('id', '=', id).execute()
  expect(await factsOf(shop, 'screw-01')).toEqual(['Svart'])
})

function part(id: string, name: string, facts: readonly string[]): ProductRecord {
  const attributes = facts.map((fact) => {
    const [attribute_id = '', value = ''] = fact.split(':')
    return { attribute_id, value }
  })
  const record = aRecord(id, { main_category_id: 'packs', category_ids: ['packs'], attributes })
  return { ...record, texts: { ...record.texts, sv: { ...record.texts.sv, name } } }
}

test('a card does not repeat what the name says, several values and thousands included', async () => {
  const facts = ['energy:1650', 'form:coin', 'form:ring']
  const records = [part('said', 'Paket 1650Wh, Coin / Ring', facts), part('half-said', 'Paket, Coin', facts)]
  await using shop = await shopWith({ records, brands: ['maker'], reserved: new Map(), campaign: new Map() })
  expect(await factsOf(shop, 'said', 'kraft/paket')).toEqual([])
  expect(await factsOf(shop, 'half-said', 'kraft/paket')).toEqual(['coin, ring', '1650 Wh'])
})

test('a number without a unit has the name of its attribute, a range the decimal sign of the language', async () => {
  const records = [part('cells', 'Paket', ['form:19', 'energy:0.5–61.3'])]
  await using shop = await shopWith({ records, brands: ['maker'], reserved: new Map(), campaign: new Map() })
  expect(await factsOf(shop, 'cells', 'kraft/paket')).toEqual(['The form 19', '0,5–61,3 Wh'])
})
