import { expect, test } from 'vitest'
import { findAlternatives } from '../../../src/server/catalog/alternatives/find-alternatives.ts'
import { setFitAttributes } from '../../../src/server/catalog/maintenance/catalog-settings.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { indexProducts } from '../../../src/server/search/index-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { writeManyProducts } from './many-products.ts'

/** The ids of the alternatives on a product's page. */
async function alternativesOf(shop: Shop, id: string): Promise<string[] | undefined> {
  const page = shownOf(await productPage(shop, swedish(), `${id}-del`))?.page
  return page?.alternatives.map((card) => card.product_id)
}

type Given = Record<string, readonly [attribute: string, value: string][]>

/** Gives products of the fixture other values of attributes. */
async function give({ db, kind }: Shop, values: Given): Promise<void> {
  await db.deleteFrom('product_attributes').where('product_id', 'in', Object.keys(values)).execute()
  const rows = Object.entries(values).flatMap(([product_id, pairs]) =>
    pairs.map(([attribute_id, value], position) => ({ product_id, attribute_id, value, position })),
  )
  if (rows.length > 0) await db.insertInto('product_attributes').values(rows).execute()
  await db.transaction().execute((trx) => indexProducts(trx, kind, Object.keys(values)))
}

const black10: [string, string][] = [
  ['colour', 'black'],
  ['length', '10'],
]

test('parts of the category with the same values are alternatives: those in stock first, four at most', async () => {
  await using shop = await fixtureShop()
  // Screws 1 to 10 are sold out; the popularity grows with the number.
  await give(shop, Object.fromEntries(['01', '02', '12', '14', '16', '18'].map((at) => [`screw-${at}`, black10])))
  await give(shop, {
    'screw-20': [['colour', 'black']],
    'screw-22': [
      ['colour', 'zinc'],
      ['length', '10'],
    ],
    fan: black10,
  })
  await setFitAttributes(shop, 'datordelar/skruvar', ['colour', 'length'])
  expect(await alternativesOf(shop, 'screw-18')).toEqual(['screw-16', 'screw-14', 'screw-12', 'screw-02'])
  expect(await alternativesOf(shop, 'screw-01')).toEqual(['screw-18', 'screw-16', 'screw-14', 'screw-12'])
  await setFitAttributes(shop, 'datordelar/skruvar', [])
  expect(await alternativesOf(shop, 'screw-18')).toEqual([])
})

test('a part without a value, or of a category without chosen attributes, has no found alternatives', async () => {
  await using shop = await fixtureShop()
  await give(shop, { 'screw-20': [['colour', 'black']], 'screw-22': [['colour', 'black']] })
  expect(await alternativesOf(shop, 'screw-20')).toEqual([])
  await setFitAttributes(shop, 'datordelar/skruvar', ['colour', 'length'])
  expect(await alternativesOf(shop, 'screw-20')).toEqual([])
  expect(await alternativesOf(shop, 'kb')).toEqual([])
})

test('a category follows the one above it, and its own choice takes precedence', async () => {
  await using shop = await fixtureShop()
  await give(shop, {
    'screw-20': black10,
    'screw-22': black10,
    'screw-24': [
      ['colour', 'black'],
      ['length', '12'],
    ],
  })
  await give(
    shop,
    Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`screw-${String(at + 1).padStart(2, '0')}`, []])),
  )
  await give(
    shop,
    Object.fromEntries(['21', '23', '25', '26', '27', '28', '29', '30'].map((at) => [`screw-${at}`, []])),
  )
  await setFitAttributes(shop, 'datordelar', ['colour'])
  expect(await alternativesOf(shop, 'screw-20')).toEqual(['screw-24', 'screw-22'])
  await setFitAttributes(shop, 'datordelar/skruvar', ['length'])
  expect(await alternativesOf(shop, 'screw-20')).toEqual(['screw-22'])
})

test("editors' choices come first, and replaced parts are left out", async () => {
  await using shop = await fixtureShop()
  await give(shop, { bat: black10, 'bat-out': black10, 'bat-coming': black10, 'bat-few': black10 })
  await setFitAttributes(shop, 'datordelar', ['colour', 'length'])
  const category = await shop.db
    .selectFrom('products as p')
    .innerJoin('category_texts as t', 't.category_id', 'p.main_category_id')
    .select('t.path')
    .where('p.id', '=', 'bat')
    .where('t.language', '=', 'sv')
    .executeTakeFirstOrThrow()
  await setFitAttributes(shop, category.path, ['colour', 'length'])
  const [first, ...others] = (await alternativesOf(shop, 'bat')) ?? []
  expect(first).toBe('bat-few')
  expect(others.toSorted()).toEqual(['bat-coming', 'bat-out'])
  await shop.db
    .insertInto('product_relations')
    .values({ product_id: 'bat-out', related_id: 'fan', kind: 'successor', position: 0, discount_percent: 0 })
    .execute()
  expect(await alternativesOf(shop, 'bat')).toEqual(['bat-few', 'bat-coming'])
  await shop.db.deleteFrom('product_relations').where('kind', '=', 'alternative').execute()
  expect(await alternativesOf(shop, 'bat')).toEqual(['bat-few', 'bat-coming'])
})

test('only attributes that lists are filtered by decide, at most eight of a known category', async () => {
  await using shop = await fixtureShop()
  for (const attribute of ['shape', 'note', "' or 1=1 --"])
    await expect(setFitAttributes(shop, 'datordelar', ['colour', attribute])).rejects.toThrow(
      `There is no attribute ${attribute} that lists are filtered by.`,
    )
  await expect(setFitAttributes(shop, 'nowhere', ['colour'])).rejects.toThrow('There is no category nowhere.')
  await expect(setFitAttributes(shop, 'datordelar', Array.from('abcdefghi'))).rejects.toThrow('At most 8 attributes')
})

test(
  'among 20,000 parts of one category the best twelve are found, without the part itself',
  { timeout: 60_000 },
  async () => {
    await using shop = await freshShop()
    const { db } = shop
    await writeManyProducts(shop, 20_000)
    const category = {
      parent_id: null,
      position: 0,
      main_menu: 0 as const,
      picture_id: null,
      uri: null,
      product_count: 0,
    }
    await db
      .insertInto('categories')
      .values({ id: 'many', ...category })
      .execute()
    await db.insertInto('attributes').values({ id: 'plug', unit: '', facet: 1, position: 0 }).execute()
    await db.insertInto('category_fit_attributes').values({ category_id: 'many', attribute_id: 'plug' }).execute()
    await db
      .insertInto('category_products')
      .columns(['category_id', 'product_id', 'main', 'direct'])
      .expression((from) =>
        from
          .selectFrom('products')
          .select((on) => [on.val('many').as('category_id'), 'id', on.lit(1).as('main'), on.lit(1).as('direct')]),
      )
      .execute()
    await db
      .insertInto('product_attributes')
      .columns(['product_id', 'attribute_id', 'value', 'position'])
      .expression((from) =>
        from
          .selectFrom('products')
          .select((on) => [
            'id',
            on.val('plug').as('attribute_id'),
            on.val('usb_c').as('value'),
            on.lit(0).as('position'),
          ]),
      )
      .execute()
    const found = await findAlternatives(shop, { id: 'many-9999', main_category_id: 'many' }, 12)
    // Units of odd numbers are in stock, and the popularity is the number's last three digits.
    const best = Array.from({ length: 13 }, (_, at) => `many-${19_999 - 1000 * at}`)
    expect(found).toEqual(best.filter((id) => id !== 'many-9999'))
  },
)
