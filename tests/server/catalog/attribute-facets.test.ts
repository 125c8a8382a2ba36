import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { aRecord } from '../import/a-record.ts'
import { swedish } from '../ordering/checkout/buyer.ts'
import { shopWith } from './compare-lists.ts'

/** A shop with as many parts of each value of an attribute as said. */
function shopOf(attribute: string, counts: Record<string, number>) {
  const records = Object.entries(counts).flatMap(([value, count]) =>
    Array.from({ length: count }, (_, at) =>
      aRecord(`${value.replaceAll(/\W/g, '-')}-${at}`, {
        main_category_id: 'packs',
        category_ids: ['packs', 'power'],
        attributes: [{ attribute_id: attribute, value }],
      }),
    ),
  )
  return shopWith({ records, brands: ['maker'], reserved: new Map(), campaign: new Map() })
}

async function labelsOf(shop: Shop, attribute: string): Promise<string[]> {
  const page = shownOf(await categoryPage(shop, swedish(), 'kraft/paket', listQuery.parse({})))?.page
  const facet = page?.listing.facets.find(({ id }) => id === attribute)
  return facet?.values.map(({ label }) => label) ?? []
}

test('few texts stand by name, numbers in them by size', async () => {
  await using shop = await shopOf('form', { '2 x 8': 1, '1 x 16': 1, '1 x 4': 2 })
  expect(await labelsOf(shop, 'form')).toEqual(['1 x 4', '1 x 16', '2 x 8'])
})

test('of many texts the most frequent come first, at most forty', async () => {
  const rare = Object.fromEntries(Array.from({ length: 44 }, (_, at) => [`rare${at}`, 1]))
  await using shop = await shopOf('form', { ...rare, usual: 3, often: 2 })
  const labels = await labelsOf(shop, 'form')
  expect(labels.slice(0, 4)).toEqual(['usual', 'often', 'rare0', 'rare1'])
  expect(labels).toHaveLength(40)
})

test('numbers stand by size, with the decimal sign of the language', async () => {
  await using shop = await shopOf('energy', { '48': 3, '0.125': 1, '1000': 2 })
  expect(await labelsOf(shop, 'energy')).toEqual(['0,125 Wh', '48 Wh', '1000 Wh'])
})

test('a filter with one value is shown where not all parts have it', async () => {
  const part = (id: string, attributes: { attribute_id: string; value: string }[]) =>
    aRecord(id, { main_category_id: 'packs', category_ids: ['packs', 'power'], attributes })
  const records = [
    part('coin', [
      { attribute_id: 'form', value: 'coin' },
      { attribute_id: 'cells', value: '2' },
    ]),
    part('other', [{ attribute_id: 'cells', value: '2' }]),
  ]
  await using shop = await shopWith({ records, brands: ['maker'], reserved: new Map(), campaign: new Map() })
  expect(await labelsOf(shop, 'form')).toEqual(['coin'])
  expect(await labelsOf(shop, 'cells')).toEqual([])
})
