import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { manyParts } from './many-parts.ts'

const category = { parent_id: null, position: 0, main_menu: 0, product_count: 10_062 } as const
const text = { name: 'Zylon clips', slug: 'zylon-clips', path: 'zylon-clips', description: '' }

test('a value and a kind of more parts than a search lists lead to the category with that filter', async () => {
  await using shop = await manyParts()
  const { db } = shop
  await db
    .insertInto('categories')
    .values({ id: 'clips', ...category })
    .execute()
  await db
    .insertInto('category_texts')
    .values((['en', 'sv'] as const).map((language) => ({ category_id: 'clips', language, ...text })))
    .execute()
  await db
    .insertInto('category_products')
    .columns(['category_id', 'product_id', 'main', 'direct'])
    .expression((from) =>
      from
        .selectFrom('products')
        .where('id', 'like', 'clip-%')
        .select((on) => [on.val('clips').as('category_id'), 'id', on.lit(1).as('main'), on.lit(1).as('direct')]),
    )
    .execute()
  await db.insertInto('attributes').values({ id: 'power', unit: 'W', facet: 1, position: 99 }).execute()
  await db.insertInto('attribute_texts').values({ attribute_id: 'power', language: 'en', name: 'Power' }).execute()
  await db
    .insertInto('product_attributes')
    .columns(['product_id', 'attribute_id', 'value', 'position'])
    .expression((from) =>
      from
        .selectFrom('products')
        .where('id', 'like', 'clip-%')
        .select((on) => [
          'id',
          on.val('power').as('attribute_id'),
          on.val('700').as('value'),
          on.lit(0).as('position'),
        ]),
    )
    .execute()
  const meanings = ['zylon', 'clip'].map((word) => ({ phrase: 'psu', word }))
  await db.insertInto('search_synonyms').values(meanings).execute()
  const led = async (q: string) => {
    const answer = await searchPage(shop, defaultContext('en'), listQuery.parse({ q }))
    return answer instanceof Response ? answer.headers.get('location') : undefined
  }
  expect(await led('4567mm zylon clip')).toBe('/en/category/zylon-clips?filter=length%3A4567')
  expect(await led('zylon clip red 4567mm')).toBe('/en/searchresults?q=zylon+clip+red&filter=length%3A4567')
  expect(await led('4567mm zylon')).toBeUndefined()
  expect(await led('4567mm zylon clip 9999mm')).toBeUndefined()
  // What parts are for stays in the address of the category, which says it.
  expect(await led('psu for rtx 4070')).toBe('/en/category/zylon-clips?filter=power%3A650..&fit=rtx+4070')
}, 120_000)
