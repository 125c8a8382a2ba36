import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { devicePage } from '../../../src/server/catalog/devices/device-page.ts'
import { deviceScreen, newDeviceScreen } from '../../../src/server/console/devices/device-page.ts'
import { devicesScreen } from '../../../src/server/console/devices/devices-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { hostile } from '../../support/hostile-records.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const open = (shop: Shop, who: Browser, id: string) => contentOf(shop, who, deviceScreen, { params: { id } })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, deviceScreen, { params: { id }, form })
const make = (shop: Shop, who: Browser, form: Form) =>
  outcome(shop, who, newDeviceScreen, { form: { action: 'make', series: '', type_numbers: '', ...form } })
const listed = async (shop: Shop, who: Browser, query: Record<string, string> = {}) =>
  (await contentOf(shop, who, devicesScreen, { query })).rows.map(({ label }) => label)
const partsInShop = async (shop: Shop, slug: string) => {
  const page = shownOf(await devicePage(shop, defaultContext('en'), slug, listQuery.parse({})))?.page
  return page?.listing.products.map(({ sku }) => sku).toSorted()
}
const found = async (shop: Shop, query: string) =>
  (await searchProducts(shop, { query, language: 'en', limit: 100, offset: 0 })).ids

test('devices are listed by name, and found by brand, by number and without parts', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  expect(await listed(shop, who)).toEqual(['Dell Latitude 7490', 'Dell XPS 13'])
  expect(await listed(shop, who, { q: 'p99z' })).toEqual([])
  await act(shop, who, 'lat-7490', { ...(await formOf(shop, who, 'lat-7490')), type_numbers: 'P73G, P99Z' })
  expect(await listed(shop, who, { q: 'p99z' })).toEqual(['Dell Latitude 7490'])
  expect(await listed(shop, who, { brand: 'dell' })).toHaveLength(2)
  expect(await listed(shop, who, { parts: 'none' })).toEqual([])
  expect(await listed(shop, who, { q: '%' })).toEqual([])
})

async function formOf(shop: Shop, who: Browser, id: string): Promise<Record<string, string>> {
  const { version, fields } = await open(shop, who, id)
  return { action: 'change', version, ...fields }
}

test('a device is made, gets parts from a pasted text, and its page and the search find them', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const made = await make(shop, who, {
    brand: 'Nordbok',
    series: 'Pro',
    model: 'Pro 14 G9',
    type_numbers: 'NB9-A\nNB9-B',
  })
  const id = made.location?.match(/devices\/([^?]+)/)?.[1] ?? ''
  expect((await open(shop, who, id)).fields.type_numbers).toBe('NB9-A, NB9-B')
  const wrong = await act(shop, who, id, { action: 'fit', skus: 'FAN\nNOTHING, RAM' })
  expect(wrong.fault).toContain('There are no products NOTHING')
  expect((await open(shop, who, id)).parts).toEqual([])
  expect((await act(shop, who, id, { action: 'fit', skus: 'FAN\r\nRAM, FAN\tKIT' })).fault).toBeNull()
  expect((await open(shop, who, id)).parts.map(({ sku }) => sku)).toEqual(['FAN', 'KIT', 'RAM'])
  expect(await partsInShop(shop, 'nordbok-pro-14-g9')).toEqual(['FAN', 'KIT', 'RAM'])
  expect(await found(shop, 'ram part nordbok pro 14 g9')).toEqual(['ram'])
  expect((await act(shop, who, id, { action: 'unfit', row: ['KIT', 'RAM'] })).fault).toBeNull()
  expect(await partsInShop(shop, 'nordbok-pro-14-g9')).toEqual(['FAN'])
  expect((await auditOf(shop.db, { kind: 'device', id })).map(({ operation }) => operation)).toEqual([
    'devices.unfit',
    'devices.fit',
    'devices.make',
  ])
})

test('a device with another name is found by it, and its address stays', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const form = { ...(await formOf(shop, who, 'xps-13')), model: '13 Quasar 9315' }
  expect((await act(shop, who, 'xps-13', form)).fault).toBeNull()
  expect(await found(shop, 'bat part xps 13 quasar 9315')).toContain('bat')
  expect(await partsInShop(shop, 'dell-xps-13')).toContain('BAT')
})

test('devices are refused without a model, twice, too many articles at once, and deleted only unused', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  expect((await make(shop, who, { brand: 'Dell', model: '' })).fault).toContain('a brand and a model')
  expect((await make(shop, who, { brand: 'Dell', series: 'XPS', model: '13' })).fault).toContain('already')
  const many = Array.from({ length: 201 }, (_, at) => `X-${at}`).join('\n')
  expect((await act(shop, who, 'xps-13', { action: 'fit', skus: many })).fault).toContain('at a time')
  expect((await act(shop, who, 'xps-13', { action: 'fit', skus: '' })).fault).toContain('at a time')
  expect((await act(shop, who, 'xps-13', { action: 'remove', sure: 'yes' })).fault).toContain('nothing uses')
  const made = await make(shop, who, { brand: hostile.slice(0, 80), model: '1' })
  const id = made.location?.match(/devices\/([^?]+)/)?.[1] ?? ''
  expect((await act(shop, who, id, { action: 'remove', sure: 'yes' })).fault).toBeNull()
  expect((await outcome(shop, who, deviceScreen, { params: { id } })).status).toBe(404)
})

test('two people add parts at the same time; the second of two who rename is refused', async () => {
  await using shop = await fixtureShop()
  const [one, other] = [await signedIn(shop, 'editor'), await signedIn(shop, 'manager')]
  const before = (await open(shop, one, 'xps-13')).partCount
  await Promise.all([
    act(shop, one, 'xps-13', { action: 'fit', skus: 'FAN' }),
    act(shop, other, 'xps-13', { action: 'fit', skus: 'FAN, RAM' }),
  ])
  expect((await open(shop, one, 'xps-13')).partCount).toBe(before + 2)
  const form = await formOf(shop, one, 'xps-13')
  const results = await Promise.all([
    act(shop, one, 'xps-13', { ...form, model: '13 A' }),
    act(shop, other, 'xps-13', { ...form, model: '13 B' }),
  ])
  expect(results.filter(({ fault }) => fault !== null)).toHaveLength(1)
})
