import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { searchSettings } from '../../../src/domain/settings/search.ts'
import { readSettings } from '../../../src/domain/settings/settings.ts'
import { categoryPage } from '../../../src/server/catalog/category-page.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { isFitting, textThatFits } from '../../../src/server/search/reading/what-fits.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const usual = searchSettings.parse({}).fits

test.each([
  ['ram till b650', 'ram ddr5'],
  ['32gb ram för asus b550m', '32gb ram för asus ddr4'],
  ['minne till ryzen 5 5600x', 'minne ddr4'],
  ['memory for core ultra 7 265k', 'memory ddr5'],
  ['memory for am4', 'memory ddr4'],
  ['motherboard for ryzen 9 7950x', 'motherboard am5'],
  ['moderkort till 7800x3d', 'moderkort am5'],
  ['moderkort i7-8700k', 'moderkort lga1151'],
  ['moderkort till intel core i5 14600k', 'moderkort lga1700'],
  ['nätagg för rtx 4070', 'nätagg 650w+'],
  ['psu for rtx 4070 ti super', 'psu 700w+'],
  ['psu for 7900 xtx', 'psu 800w+'],
  ['nätaggregat till 4070', 'nätaggregat 650w+'],
  ['power supply for rtx 4090', 'power supply 850w+'],
  ['4090 psu', '850w+ psu'],
  ['ram till asus b650e-f', 'ram till asus ddr5'],
  ['moderkort till min 5600x3d', 'moderkort am4'],
  ['minne till x 570', 'minne ddr4'],
  ['ssd till ps5', 'ssd m.2 pcie 4.0'],
  ['psu for rtx4070', 'psu 650w+'],
  ['nätaggregat rx6600xt', 'nätaggregat 500w+'],
  ['psu till rtx-4070ti', 'psu 700w+'],
  ['minne till b75m-d3h', 'minne ddr3'],
  ['ram till asus h81m-k', 'ram till asus ddr3'],
  ['ram till z97-a', 'ram ddr3'],
  ['hur många watt behöver ett rtx 4090', 'psu behöver 850w+'],
  ['how much power do i need for an rtx 3080', 'psu do i need 750w+'],
])('"%s" asks for "%s"', (text, fitting) => {
  expect(textThatFits(text, usual)?.text).toBe(fitting)
})

test.each([
  'moderkort b650',
  'ram 32gb',
  'rtx 4070',
  'ram till z790',
  'kylare till am5',
  'psu 750w',
  // Computers of these numbers.
  'psu dell optiplex 5090',
  'nätaggregat optiplex 3050 sff',
  'power supply for dell 3060',
  // LGA2011 and LGA2066.
  'moderkort i7-3930k',
  'moderkort i7-4820k',
  'moderkort i7-6850k',
  'moderkort i9-9900x',
  'moderkort i9-10900x',
  // Processors of laptops.
  'ram ryzen 7 7730u',
  'moderkort i7-10750h',
  'moderkort i5-8250u',
  'ram ultra 7 258v',
  // Two things with different needs.
  'ram till b650 eller b550',
  // A clock, and no processor.
  'ram for ryzen 5600mhz',
])('nothing is known of what fits: %s', (text) => {
  expect(textThatFits(text, usual)).toBeUndefined()
})

test.each([
  ['b650', ['ram', 'ddr5'], [], true],
  ['b650', ['ram', 'ddr4'], [], false],
  ['ryzen 5 5600x', ['moderkort', 'am4'], [], true],
  ['ryzen 5 5600x', ['moderkort', 'am5'], [], false],
  ['4070', ['psu'], [650], true],
  ['4070', ['psu'], [500], false],
  ['4070', ['psu'], [], false],
  ['everything b650', ['ram', 'ddr5'], [], false],
])('whether a list has what fits %s: %s %s', (thing, words, least, isSo) => {
  expect(isFitting(thing, { words, least }, usual)).toBe(isSo)
})

test('a search for what a part is for leads to the parts that fit', async () => {
  await using shop = await fixtureShop()
  const { db } = shop
  await db.insertInto('attributes').values({ id: 'power', unit: 'W', facet: 1, position: 99 }).execute()
  await db.insertInto('attribute_texts').values({ attribute_id: 'power', language: 'sv', name: 'Effekt' }).execute()
  const parts = await db.selectFrom('products').select('id').orderBy('id').execute()
  await db.insertInto('search_synonyms').values({ phrase: 'psu', word: 'batteri' }).execute()
  const open = async (q: string) => {
    const answer = await searchPage(shop, swedish(), listQuery.parse({ q }))
    return answer instanceof Response ? answer.headers.get('location') : undefined
  }
  expect(await open('psu till rtx 4070')).toBe('/sv/sok?q=psu+650w%2B&fit=rtx+4070')
  await db
    .insertInto('product_attributes')
    .values(
      parts.map(({ id }, at) => ({
        product_id: id,
        attribute_id: 'power',
        position: 0,
        value: String(500 + at * 200),
      })),
    )
    .execute()
  shop.invalidate(['catalog'])
  const list = await searchPage(shop, swedish(), listQuery.parse({ q: 'psu', filter: 'power:650..', fit: 'rtx 4070' }))
  expect(list instanceof Response ? undefined : list.page.fit).toBe('rtx 4070')
  expect(list instanceof Response ? '' : list.page.listing.sortPaths.newest).toMatch('fit=rtx+4070')
  // An address may claim anything.
  const claims = ['power:500..', 'power:500~power:650..', undefined]
  const others = await Promise.all(
    claims.map((filter) => searchPage(shop, swedish(), listQuery.parse({ q: 'psu', filter, fit: 'rtx 4070' }))),
  )
  expect(others.map((each) => (each instanceof Response ? '' : each.page.fit))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(await open('psu till rtx 4070')).toBe('/sv/sok?q=psu&filter=power%3A650..&fit=rtx+4070')
  expect(await open('billig psu till rtx 4070')).toMatch('sort=price_up&filter=power%3A650..&fit=rtx+4070')
  expect(await open('700w psu till rtx 4070')).toBe('/sv/sok?q=psu&filter=power%3A700&fit=rtx+4070')
})

test('staff change what things need, and a category says what its list is for', async () => {
  await using shop = await fixtureShop()
  const { db } = shop
  await db.insertInto('search_synonyms').values({ phrase: 'psu', word: 'batteri' }).execute()
  const open = async (q: string) => {
    const answer = await searchPage(shop, swedish(), listQuery.parse({ q }))
    return answer instanceof Response ? answer.headers.get('location') : undefined
  }
  const by = { by: 'operator:test', now: shop.now() }
  expect(await open('psu till gizmo 9')).toBeUndefined()
  await changeSettings(db, [['search.fits', ['gizmo 9, gizmo 9# = power: 420', 'gizmo 8 =']]], by)
  await shop.settings.refresh()
  expect(await open('psu till gizmo 9')).toBe('/sv/sok?q=psu+420w%2B&fit=gizmo+9')
  expect(await open('psu till gizmo 95')).toBe('/sv/sok?q=psu+420w%2B&fit=gizmo+95')
  expect(await open('psu till gizmo 8')).toBeUndefined()
  expect(await open('psu till rtx 4070')).toBeUndefined()
  const fitOf = async (filter: string) =>
    shownOf(await categoryPage(shop, swedish(), 'laptopdelar/batterier', listQuery.parse({ filter, fit: 'gizmo 9' })))
      ?.page.fit
  expect(await fitOf('power:420..')).toBe('gizmo 9')
  expect(await fitOf('power:400..')).toBeUndefined()
})

test('a line that cannot be read is refused with the reason', () => {
  const faultsOf = (line: string) =>
    readSettings({ search: { fits: [line] } }).faults?.map(({ name, code }) => [name, code])
  expect(faultsOf('b650 = memory: ddr5, power: 400')).toBeUndefined()
  expect(faultsOf('i#-39## =')).toBeUndefined()
  expect(faultsOf('4090, rtx 4090 = power: 850 W')).toBeUndefined()
  for (const line of [
    'x = power: much',
    'x = power: 650-750',
    ', = memory: ddr5',
    '# = memory: ddr5',
    'x; y = memory: ddr5',
    'x = ssd:  ',
  ])
    expect(faultsOf(line)).toEqual([['search.fits.0', 'fit_line']])
  for (const line of ['b650', 'b650 ddr5', 'b650 = ddr5', 'b650 = colour: red', '= memory: ddr5', 'b650: memory'])
    expect(faultsOf(line)).toEqual([['search.fits.0', 'fit_line']])
})

test('a line of any length is read in a moment', () => {
  for (const text of ['a', 'a=memory:a,', ' 1 '])
    expect(searchSettings.safeParse({ fits: [text.repeat(300_000)] }).success).toBe(false)
})
