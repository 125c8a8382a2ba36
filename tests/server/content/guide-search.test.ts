import { expect, test } from 'vitest'
import { Products } from '../../../src/contracts/calls/products.ts'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import type { GuideText } from '../../../src/domain/products/guides.ts'
import { indexDevices } from '../../../src/server/catalog/devices/device-queries.ts'
import { publish, publishDue } from '../../../src/server/content/publish.ts'
import { saveGuide } from '../../../src/server/content/save-guide.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { findProducts } from '../../../src/server/storefront/find-products.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { pageOf } from '../../support/page-answer.ts'
import { call } from '../call.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'

const all = { devices: [], series: [], parts: [] }
const plain: Omit<GuideText, 'title'> = {
  introduction: 'Så gör du.',
  difficulty: 'easy',
  minutes: { from: 5, to: 10 },
  appliesTo: { ...all, category: 'batteries' },
  tools: [],
  parts: { numbers: [] },
  steps: [{ title: 'Först', text: 'Gör det.' }],
}

type Told = { language?: 'en' | 'sv' }

async function write(
  shop: Shop,
  id: string,
  change: Partial<GuideText> & { title: string },
  { language = 'sv' }: Told = {},
) {
  await saveGuide(shop, { kind: 'guide', id, language }, JSON.stringify({ ...plain, ...change }))
}

async function add(shop: Shop, id: string, change: Partial<GuideText> & { title: string }, told: Told = {}) {
  await write(shop, id, change, told)
  await publish(shop, { kind: 'guide', id, language: told.language ?? 'sv' })
  shop.memory.clear()
}

async function suggested(shop: Shop, query: string, language: 'en' | 'sv' = 'sv') {
  const { answer } = await call(shop, Products, findProducts, { query: { query }, shopping: defaultContext(language) })
  return answer.guides?.map(({ name }) => name)
}

const onResults = async (shop: Shop, q: string, more = {}) =>
  pageOf(await searchPage(shop, defaultContext('sv'), listQuery.parse({ q, ...more })))?.guides.map(
    ({ title }) => title,
  )

test('a search for a repair offers the guide about it, among suggestions and above the results', async () => {
  await using shop = await fixtureShop()
  await add(shop, 'battery', { title: 'Byt batteri i en bärbar dator' })
  await add(shop, 'fan', { title: 'Rengör fläkten', appliesTo: { ...all, category: 'desktop' } })
  await add(shop, 'battery', { title: 'Change the battery of a laptop' }, { language: 'en' })
  for (const query of [
    'byta batteri',
    'byt batteriet',
    'hur byter jag laptopbatteri',
    'BYTA BATT',
    'laga batteri dator',
  ]) {
    expect(await suggested(shop, query), query).toEqual(['Byt batteri i en bärbar dator'])
    expect(await onResults(shop, query), query).toEqual(['Byt batteri i en bärbar dator'])
  }
  expect(await suggested(shop, 'rengöra fläkt')).toEqual(['Rengör fläkten'])
  expect(await suggested(shop, 'replace battery', 'en')).toEqual(['Change the battery of a laptop'])
  expect(await suggested(shop, 'fläkt', 'en')).toEqual([])
  const others = [
    'byta',
    'batteri',
    'batteri i bärbar dator',
    'byta batteri 56 wh',
    'ba',
    'F3YGT',
    'skärm',
    '',
    ' ',
    "' or 1=1 --",
    '\0',
    'a'.repeat(400),
  ]
  for (const query of others) expect(await suggested(shop, query), query).toEqual([])
  expect(await onResults(shop, 'byta batteri', { stock: 'in' })).toEqual([])
  const droppedOf = async (q: string) =>
    pageOf(await searchPage(shop, defaultContext('sv'), listQuery.parse({ q })))?.reading.dropped
  expect([await droppedOf('byta bat-few'), await droppedOf('byta batteri'), await droppedOf('zylon bat-few')]).toEqual([
    ['byta'],
    [],
    ['zylon'],
  ])
})

test('a draft or scheduled guide is not offered before the moment when it is published', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await write(shop, 'battery', { title: 'Byt batteri' })
  expect([await suggested(shop, 'byta batteri'), await onResults(shop, 'byta batteri')]).toEqual([[], []])
  const at = new Date(clock.now().getTime() + 3_600_000)
  await publish(shop, { kind: 'guide', id: 'battery', language: 'sv' }, at)
  shop.memory.clear()
  expect(await suggested(shop, 'byta batteri')).toEqual([])
  clock.advance(3_601)
  await publishDue(shop)
  expect(await suggested(shop, 'byta batteri')).toEqual(['Byt batteri'])
})

test('with a device or brand only guides for it are offered', async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('devices')
    .values({ id: 'nord', brand: 'Nordbok', series: 'Pro', model: 'Pro 14', slug: 'nordbok-pro-14', type_numbers: '' })
    .execute()
  await indexDevices(shop.db, shop.kind)
  await add(shop, 'any', { title: 'Byt batteri' })
  await add(shop, 'nord', {
    title: 'Byt batteri i Nordbok',
    appliesTo: { ...all, category: 'batteries', series: [{ brand: 'Nordbok', series: 'Pro' }] },
  })
  expect(await suggested(shop, 'byta batteri')).toEqual(['Byt batteri', 'Byt batteri i Nordbok'])
  // The fixture's batteries fit devices of Dell alone.
  for (const query of ['byta batteri dell', 'byta batteri dell latitude 7490'])
    expect(await suggested(shop, query), query).toEqual(['Byt batteri'])
  for (const query of ['byta batteri nordbok', 'byta batteri nordbok pro 14'])
    expect(await suggested(shop, query), query).toEqual(['Byt batteri i Nordbok'])
})
