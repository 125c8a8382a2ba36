import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { valueSpans } from '../../../src/server/search/reading/asked-values.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const known = {
  names: [
    { attributeId: 'slots', words: ['memory', 'slots'] },
    { attributeId: 'slots', words: ['minnesplatser'] },
  ],
  labels: [{ attributeId: 'cores', value: '8', words: ['8', 'cores'] }],
}

test.each([
  ['8 core cpu', 0, 2, 'cores', '8'],
  ['cpu 8 cores', 1, 2, 'cores', '8'],
  ['board 4 memory slots', 1, 3, 'slots', '4'],
  ['moderkort 4 platser', 1, 2, 'slots', '4'],
])('"%s" asks for a value', (text, start, length, attributeId, value) => {
  expect(valueSpans(text.split(' '), known)).toEqual([{ start, length, meant: [{ attributeId, value }] }])
})

test.each(['rtx 4070', '6 core cpu', 'cores 8', 'memory 4'])('"%s" asks for no value', (text) => {
  expect(valueSpans(text.split(' '), known)).toEqual([])
})

test('a search leads to the list with that value as a filter, where the parts have it', async () => {
  await using shop = await fixtureShop()
  const { db } = shop
  await db.insertInto('attributes').values({ id: 'cells', unit: '', facet: 1, position: 99 }).execute()
  await db
    .insertInto('attribute_value_texts')
    .values({ attribute_id: 'cells', value: '3', language: 'sv', label: '3 celler' })
    .execute()
  const parts = await db.selectFrom('products').select('id').execute()
  await db
    .insertInto('product_attributes')
    .values(parts.map(({ id }) => ({ product_id: id, attribute_id: 'cells', position: 0, value: '3' })))
    .execute()
  const open = async (q: string) => {
    const answer = await searchPage(shop, swedish(), listQuery.parse({ q }))
    return answer instanceof Response ? answer.headers.get('location') : undefined
  }
  expect(await open('bat 3 celler')).toBe('/sv/sok?q=bat&filter=cells%3A3')
  expect(await open('bat 4 celler')).toBeUndefined()
})
