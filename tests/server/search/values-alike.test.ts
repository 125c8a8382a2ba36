import { expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { valuesAlike, valuesNamedIn } from '../../../src/server/search/values-alike.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

const labels = { atx: 'ATX', micro_atx: 'Micro-ATX', mini_itx: 'Mini-ITX' }

/** Motherboards, of which the smaller ones are more popular. */
async function motherboards(): Promise<TestDatabase> {
  const shop = await freshDatabase()
  await shop.db.insertInto('attributes').values({ id: 'form', unit: '', facet: 1, position: 0 }).execute()
  await shop.db
    .insertInto('attribute_value_texts')
    .values(
      Object.entries(labels).flatMap(([value, label]) =>
        (['en', 'sv'] as const).map((language) => ({ attribute_id: 'form', value, language, label })),
      ),
    )
    .execute()
  const parts = Object.keys(labels).flatMap((form, at) =>
    [1, 2].map((each) => ({
      ...record({
        id: `${form}-${each}`,
        sku: `${form}-${each}`,
        en: `Board B${each}50, AM4`,
        sv: `Moderkort B${each}50, AM4`,
      }),
      main_category_id: null,
      category_ids: [],
      popularity: at,
      attributes: [{ attribute_id: 'form', value: form }],
    })),
  )
  await shop.db.transaction().execute((trx) => saveProducts(trx, parts, optionsAt(shop.kind, '2026-01-01')))
  return shop
}

test('a value comes before others whose names have the same word', async () => {
  await using shop = await motherboards()
  const found = async (query: string) =>
    (await searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })).ids.map((id) => id.slice(0, -2))
  expect(await found('moderkort am4 atx')).toEqual(['atx', 'atx', 'micro_atx', 'micro_atx'])
  expect(await found('moderkort am4 micro-atx')).toEqual(['micro_atx', 'micro_atx'])
})

test('a value comes before a longer word that begins like it in the other language', async () => {
  await using shop = await motherboards()
  const texts = { atx: ['Black', 'Svart'], micro_atx: ['Yellow', 'Gul'] } as const
  for (const [value, [en, sv]] of Object.entries(texts)) {
    const ofValue = shop.db.updateTable('attribute_value_texts').where('value', '=', value)
    await ofValue.set({ label: en }).where('language', '=', 'en').execute()
    await ofValue.set({ label: sv }).where('language', '=', 'sv').execute()
  }
  const ink = (id: string, value: string, en: string, sv: string, popularity: number) => ({
    ...record({ id, sku: id, en: `Ink for Hem, ${en}`, sv: `Bläckpatron till Hem, ${sv}` }),
    main_category_id: null,
    category_ids: [],
    popularity,
    attributes: [{ attribute_id: 'form', value }],
  })
  const parts = [
    ink('black', 'atx', 'black, 480 pages', 'svart, 480 sidor', 1),
    ink('gul', 'micro_atx', 'gul', 'gul', 9),
  ]
  await shop.db.transaction().execute((trx) => saveProducts(trx, parts, optionsAt(shop.kind, '2026-01-01')))
  const found = async (query: string) =>
    (await searchProducts(shop, { query, language: 'sv', limit: 9, offset: 0 })).ids
  expect(await found('black ink')).toEqual(['black', 'gul'])
  expect(await found('bläck ink')).toEqual(['gul', 'black'])
})

test('of very many labels none is compared', async () => {
  await using shop = await motherboards()
  expect(await valuesAlike(shop)).not.toEqual([])
  const rows = Array.from({ length: 20_001 }, (_, at) => ({
    attribute_id: 'form',
    value: `v${at}`,
    language: 'en' as const,
    label: `Form ${at}`,
  }))
  await insertRows(shop.db, shop.kind, 'attribute_value_texts', rows)
  expect(await valuesAlike(shop)).toEqual([])
})

test('of values with the same words the one with the most is asked for', () => {
  const values = Object.entries({ atx: 'atx', micro_atx: 'micro atx' }).map(([value, words]) => ({
    attributeId: 'form',
    value,
    words,
  }))
  const asked = (query: string) => valuesNamedIn(query.split(' '), values).map(({ value }) => value)
  expect(asked('am4 atx')).toEqual(['atx'])
  expect(asked('micro atx am4')).toEqual(['micro_atx'])
  expect(asked('am4 atxes')).toEqual([])
})
