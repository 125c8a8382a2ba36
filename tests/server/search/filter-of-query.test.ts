import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { valueSpans, valueTokens } from '../../../src/server/search/reading/value-spans.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const known = {
  names: [
    { attributeId: 'slots', words: ['memory', 'slots'] },
    { attributeId: 'slots', words: ['minnesplatser'] },
  ],
  labels: [{ attributeId: 'cores', value: '8', words: ['8', 'cores'] }],
  units: [
    { attributeId: 'power', unit: 'w' },
    { attributeId: 'capacity', unit: 'gb' },
  ],
  values: new Map(),
  single: new Set<string>(),
  inLabels: new Set<string>(),
  shared: new Set<string>(),
  adjectives: new Map<string, string>(),
}

test.each([
  ['8 core cpu', 0, 2, 'cores', '8'],
  ['cpu 8 cores', 1, 2, 'cores', '8'],
  ['board 4 memory slots', 1, 3, 'slots', '4'],
  ['moderkort 4 platser', 1, 2, 'slots', '4'],
  ['psu 750W', 1, 1, 'power', '750'],
])('"%s" asks for a value', (text, start, length, attributeId, value) => {
  expect(valueSpans(text.split(' '), known)).toEqual([{ start, length, candidates: [{ attributeId, value }] }])
})

test.each([
  ['psu at least 750w', 1, 3, 'power', '750', 'from'],
  ['psu minst 750w', 1, 2, 'power', '750', 'from'],
  ['psu 750w+', 1, 1, 'power', '750', 'from'],
  ['psu 750w eller mer', 1, 3, 'power', '750', 'from'],
  ['psu max 750w', 1, 2, 'power', '750', 'to'],
  ['ram mindre än 16gb', 1, 3, 'capacity', '16', 'to'],
  ['cpu minst 8 cores', 1, 3, 'cores', '8', 'from'],
  ['ram max 16gb', 1, 2, 'capacity', '16', 'to'],
])('"%s" asks for a limit', (text, start, length, attributeId, value, bound) => {
  expect(valueSpans(text.split(' '), known)).toEqual([{ start, length, candidates: [{ attributeId, value, bound }] }])
})

test('the greatest size of storage is that of all makers', () => {
  const [span] = valueSpans(['ssd', 'max', '1tb'], known)
  expect(span?.candidates[0]).toMatchObject({ value: '1024', bound: 'to' })
  const [least] = valueSpans(['ssd', 'minst', '1tb'], known)
  expect(least?.candidates[0]).toMatchObject({ value: '1000', bound: 'from' })
})

test.each(['ssd not 16gb', 'ssd inte minst 16gb', 'ssd utan 16gb'])('what is denied is no value: %s', (text) => {
  expect(valueSpans(text.split(' '), known)).toEqual([])
})

test('a limit of a length is that of a dimension', () => {
  const units = [
    { attributeId: 'diameter', unit: 'mm' },
    { attributeId: 'length', unit: 'mm' },
  ]
  const names = [{ attributeId: 'length', words: ['length'] }]
  const [span] = valueSpans(['card', 'max', '300mm'], { ...known, units, names })
  expect(span?.candidates).toEqual([{ attributeId: 'length', value: '300', bound: 'to' }])
})

test('a name of an attribute is known by words that mean the same', () => {
  const [span] = valueSpans(['board', '4', 'ram', 'slots'], known, new Map([['ram', ['memory', 'minne']]]))
  expect(span).toEqual({ start: 1, length: 3, candidates: [{ attributeId: 'slots', value: '4' }] })
})

test.each(['åttakärnig cpu', '8-kärnig cpu', 'eight-core cpu', 'octa core cpu'])(
  'a number may be written in a word: %s',
  (text) => {
    expect(valueTokens(text)[0]).toBe('8')
  },
)

test('an amount asks for the same in other units', () => {
  expect(valueSpans(['2tb', 'ssd'], known)[0]?.candidates.map(({ value }) => value)).toEqual(['2000', '2048'])
})

test.each(['rtx 4070', '6 core cpu', 'cores 8', 'memory 4'])('"%s" asks for no value', (text) => {
  expect(valueSpans(text.split(' '), known)).toEqual([])
})

test('a search leads to the list with that value as a filter, where the parts have it', async () => {
  await using shop = await fixtureShop()
  const { db } = shop
  const attributes = ['cells', 'charge'].map((id, at) => ({
    id,
    unit: at === 0 ? '' : 'mAh',
    facet: 1 as const,
    position: 99,
  }))
  await db.insertInto('attributes').values(attributes).execute()
  await db.insertInto('attribute_texts').values({ attribute_id: 'charge', language: 'sv', name: 'Laddning' }).execute()
  await db
    .insertInto('attribute_value_texts')
    .values({ attribute_id: 'cells', value: '3', language: 'sv', label: '3 celler' })
    .execute()
  const parts = await db.selectFrom('products').select('id').execute()
  await db
    .insertInto('product_attributes')
    .values(parts.map(({ id }) => ({ product_id: id, attribute_id: 'cells', position: 0, value: '3' })))
    .execute()
  await db
    .insertInto('product_attributes')
    .values(parts.map(({ id }) => ({ product_id: id, attribute_id: 'charge', position: 0, value: '5000' })))
    .execute()
  const open = async (q: string) => {
    const answer = await searchPage(shop, swedish(), listQuery.parse({ q }))
    return answer instanceof Response ? answer.headers.get('location') : undefined
  }
  expect(await open('bat 3 celler')).toBe('/sv/sok?q=bat&filter=cells%3A3')
  expect(await open('bat 4 celler')).toBeUndefined()
  expect(await open('bat 5000 mAh')).toBe('/sv/sok?q=bat&filter=charge%3A5000')
  expect(await open('bat 4000mah')).toBeUndefined()
  expect(await open('bat minst 4000 mAh')).toBe('/sv/sok?q=bat&filter=charge%3A4000..')
  expect(await open('bat max 6000mah')).toBe('/sv/sok?q=bat&filter=charge%3A..6000')
  expect(await open('bat max 4000mah')).toBeUndefined()
  expect(await open('bat minst 4000 mAh max 6000 mAh')).toBe('/sv/sok?q=bat&filter=charge%3A4000..6000')
  expect(await open('bat 5000 mAh minst 4000 mAh')).toBe('/sv/sok?q=bat&filter=charge%3A5000')
  expect(await open('bat inte 5000 mAh')).toBeUndefined()
  expect(await open('bat till min 5000 mAh')).toBe('/sv/sok?q=bat&filter=charge%3A5000')
  expect(await open('bat med 3 celler')).toBe('/sv/sok?q=bat&filter=cells%3A3')
  // Nothing has the other amount as well, so that the list with the first one would be empty.
  expect(await open('bat 5000 mAh 4000 mAh')).toBeUndefined()
  await db.updateTable('attributes').set({ unit: 'GB' }).where('id', '=', 'charge').execute()
  await db.updateTable('product_attributes').set({ value: '500' }).where('attribute_id', '=', 'charge').execute()
  shop.invalidate(['catalog'])
  expect(await open('bat 512 GB')).toBe('/sv/sok?q=bat&filter=charge%3A500')
  expect(await open('bat 600 GB')).toBeUndefined()
})
