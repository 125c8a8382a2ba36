import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Devices } from '../../../../src/contracts/calls/devices.ts'
import { findPartsQuery, type FindPartsPage } from '../../../../src/contracts/catalog-pages/find-parts-page.ts'
import { listQuery } from '../../../../src/contracts/catalog-pages/list-query.ts'
import { categoryPage } from '../../../../src/server/catalog/category-page.ts'
import { deviceChoices } from '../../../../src/server/catalog/devices/device-choices.ts'
import { devicePage } from '../../../../src/server/catalog/devices/device-page.ts'
import { indexDevices } from '../../../../src/server/catalog/devices/device-queries.ts'
import { findParts } from '../../../../src/server/catalog/devices/find-parts.ts'
import { searchPage } from '../../../../src/server/storefront/search-page.ts'
import { shownOf, answerOf } from '../../../support/page-answer.ts'
import type { TestShop } from '../../../support/test-shop.ts'
import { call } from '../../call.ts'
import { fixtureShop, swedish } from '../../ordering/checkout/buyer.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await fixtureShop()
  const device = (brand: string, series: string, model: string, type_numbers = '') => {
    const slug = `${brand} ${series} ${model}`.toLowerCase().replaceAll(' ', '-')
    return { id: slug, brand, series, model, slug, type_numbers }
  }
  await shop.db
    .insertInto('devices')
    .values([
      device('Nordbok', 'Pro 14', 'Pro 14 G2', 'NBP14-G2, 24K3-1111'),
      device('Nordbok', 'Pro 14', 'Pro 14 G10', 'NBP14-G10, 24K3-2222'),
      device('Nordbok', 'Air', 'Air 13', 'NBA13, 27R1-9000'),
      device('Plain', '', 'Plain 5'),
      device('Plain', '', 'Plain 6'),
      device('Plain', 'Max', 'Max 7'),
    ])
    .execute()
  await indexDevices(shop.db, shop.kind)
})
afterAll(() => shop.close())

type Asked = Partial<Record<string, string>>
const ask = async (query: Asked, language: 'en' | 'sv' = 'sv') =>
  answerOf(await findParts(shop, language, findPartsQuery.parse(query)))

async function pageOf(query: Asked): Promise<FindPartsPage> {
  const answer = await ask(query)
  if (answer.kind !== 'page') throw new Error(`No page but ${JSON.stringify(answer)}.`)
  return answer.page
}

async function goesTo(query: Asked, language: 'en' | 'sv' = 'sv'): Promise<string | undefined> {
  const answer = await ask(query, language)
  return answer.kind === 'go' ? answer.path : undefined
}

const namesOf = ({ choices }: FindPartsPage) => choices.map(({ name }) => name)

describe('the finder leads from brand to model', () => {
  test('models without a series are a choice among the series, with a name in each language', async () => {
    const choices = (await pageOf({ brand: 'Plain' })).choices
    expect(choices.map(({ name }) => name)).toEqual(['Max', 'Övriga modeller'])
    const query = Object.fromEntries(new URL(choices[1]?.path ?? '', 'http://shop.test').searchParams)
    const models = await pageOf(query)
    expect([models.step, namesOf(models)]).toEqual(['model', ['Plain 5', 'Plain 6']])
    expect(models.crumbs.at(-1)?.name).toBe('Övriga modeller')
  })

  test('step by step, with numbers in names sorted by value', async () => {
    expect(await pageOf({})).toMatchObject({
      step: 'brand',
      form: { brands: ['Dell', 'Nordbok', 'Plain'] },
      choices: [{ name: 'Dell' }, { path: '/sv/hitta-delar?brand=Nordbok' }, { name: 'Plain' }],
    })
    expect(await pageOf({ brand: 'Nordbok' })).toMatchObject({
      step: 'series',
      choices: [{ name: 'Air' }, { path: '/sv/hitta-delar?brand=Nordbok&series=Pro+14' }],
    })
    const models = await pageOf({ brand: 'Nordbok', series: 'Pro 14' })
    expect([models.step, namesOf(models)]).toEqual(['model', ['Pro 14 G2', 'Pro 14 G10']])
    expect(models.choices[0]).toMatchObject({
      path: '/sv/hitta-delar/nordbok-pro-14-pro-14-g2#your-device',
      note: 'NBP14-G2, 24K3-1111',
    })
    expect(models.crumbs.map(({ path }) => path)).toEqual([
      '/sv/hitta-delar',
      '/sv/hitta-delar?brand=Nordbok',
      '/sv/hitta-delar?brand=Nordbok&series=Pro+14',
    ])
  })

  test.each([
    { brand: 'Nowhere' },
    { brand: '' },
    { series: 'Pro 14' },
    { device: 'none' },
    { category: 'none' },
    { from: 'a', to: 'b' },
    { number: '\0' },
    { brand: 'Nordbok\0' },
  ])('ignores unknown values: %j', async (query) => {
    expect((await pageOf(query)).step).toBe('brand')
  })

  test("an unknown series of a brand shows the brand's series", async () => {
    expect(await pageOf({ brand: 'Nordbok', series: 'Latitude' })).toMatchObject({ step: 'series', series: '' })
  })

  test('and then to the parts: the category or search it started from, else all parts of the device', async () => {
    const device = 'dell-latitude-7490'
    expect(await goesTo({ device })).toBe('/sv/hitta-delar/dell-latitude-7490#your-device')
    expect(await goesTo({ device, category: 'batteries' })).toBe(
      '/sv/kategori/laptopdelar/batterier?device=dell-latitude-7490#your-device',
    )
    expect(await goesTo({ device, category: 'batteries' }, 'en')).toBe(
      '/en/category/laptop-parts/batteries?device=dell-latitude-7490#your-device',
    )
    expect(await goesTo({ device, q: 'bat & ö' })).toBe(
      '/sv/sok?q=bat+%26+%C3%B6&device=dell-latitude-7490#your-device',
    )
    const onTheWay = await pageOf({ brand: 'Dell', category: 'batteries' })
    expect(onTheWay).toMatchObject({
      place: 'batterier (sv)',
      alternates: { en: '/en/find-parts?category=batteries&brand=Dell' },
    })
    expect(onTheWay.choices[0]?.path).toBe('/sv/hitta-delar?category=batteries&brand=Dell&series=Latitude')
  })
})

describe('a type or serial number', () => {
  test.each([
    ['a type number', 'P73G', 'dell-latitude-7490'],
    ['in lower case, with a space', 'p 73g', 'dell-latitude-7490'],
    ['a name without hyphens', 'nbp14g10', 'nordbok-pro-14-pro-14-g10'],
    ['a name with dots', 'PRO.14.G2', 'nordbok-pro-14-pro-14-g2'],
    ['the maker and the model', 'dell latitude-7490', 'dell-latitude-7490'],
    ['the model alone', '7490', 'dell-latitude-7490'],
    ['a part from the middle', '14 G10', 'nordbok-pro-14-pro-14-g10'],
    ['the beginning', 'nordbok a', 'nordbok-air-air-13'],
    ['a serial number that begins with the type', '24k3-2222-XY99', 'nordbok-pro-14-pro-14-g10'],
    ['the end of a type number', '9000', 'nordbok-air-air-13'],
  ])('leads straight to its device: %s, "%s"', async (_, number, slug) => {
    expect(await goesTo({ number })).toBe(`/sv/hitta-delar/${slug}#your-device`)
  })

  test('of several devices offers a choice, and keeps the list it started from', async () => {
    const page = await pageOf({ number: '24k3', category: 'batteries' })
    expect([page.step, page.number, namesOf(page)]).toEqual([
      'number',
      '24k3',
      ['Nordbok Pro 14 G2', 'Nordbok Pro 14 G10'],
    ])
    expect(page.choices[0]?.path).toBe('/sv/kategori/laptopdelar/batterier?device=nordbok-pro-14-pro-14-g2#your-device')
    expect(namesOf(await pageOf({ number: 'pro 14' }))).toEqual(['Nordbok Pro 14 G2', 'Nordbok Pro 14 G10'])
  })

  test.each(['zzzz', 'ab', '!!', '24k', '𐌰', "' or 1=1 --", '%', '_____', 'x'.repeat(400)])(
    'that is unknown says so: %j',
    async (number) => {
      const page = await pageOf({ number })
      expect(number === '24k' ? [] : page.choices).toEqual([])
      expect(page.step).toBe('number')
    },
  )

  test('and any other hostile text, in every field, is treated as text', async () => {
    const odd = ['\0', '\ud800', '__proto__', "' or 1=1 --", '%', '𐌰𐌱'.repeat(40), 'a~b:c', 'x'.repeat(4_000)]
    for (const text of odd) {
      expect((await ask(Object.fromEntries(Object.keys(findPartsQuery.shape).map((name) => [name, text])))).kind).toBe(
        'page',
      )
    }
  })
})

test('the call returns the next options, and none for unknown values', async () => {
  const choices = async (query: Record<string, string>) =>
    (await call(shop, Devices, deviceChoices, { query, shopping: swedish() })).answer
  expect(await choices({})).toEqual([
    { value: 'Dell', label: 'Dell' },
    { value: 'Nordbok', label: 'Nordbok' },
    { value: 'Plain', label: 'Plain' },
  ])
  expect(await choices({ brand: 'Nordbok' })).toEqual([
    { value: 'Air', label: 'Air' },
    { value: 'Pro 14', label: 'Pro 14' },
  ])
  expect((await choices({ brand: 'Nordbok', series: 'Pro 14' })).map(({ label }) => label)).toEqual([
    'Pro 14 G2',
    'Pro 14 G10',
  ])
  expect(await choices({ brand: 'Plain' })).toEqual([
    { value: 'Max', label: 'Max' },
    { value: '-', label: '' },
  ])
  expect((await choices({ brand: 'Plain', series: '-' })).map(({ label }) => label)).toEqual(['Plain 5', 'Plain 6'])
  const unknown: Record<string, string>[] = [
    { brand: "x' --" },
    { brand: 'Dell', series: 'Air' },
    { brand: '__proto__' },
  ]
  for (const query of unknown) expect(await choices(query)).toEqual([])
})

describe('the parts of a device', () => {
  test('have their own page, with their categories', async () => {
    const found = shownOf(
      await devicePage(shop, swedish(), 'dell-latitude-7490', listQuery.parse({ device: 'dell-xps-13', q: 'x' })),
    )
    expect(found?.page).toMatchObject({
      name: 'Delar till Dell Latitude 7490',
      path: '/sv/hitta-delar/dell-latitude-7490',
      typeNumbers: 'P73G',
      categories: [
        { name: 'dell (sv)', path: '/sv/kategori/laptopdelar/batterier/dell?device=dell-latitude-7490', count: 1 },
      ],
      listing: {
        filtered: false,
        page: { total: 1 },
        device: { slug: 'dell-latitude-7490', paths: { en: '/en/find-parts/dell-latitude-7490' } },
      },
    })
    expect(found?.page.listing.products.map(({ product_id }) => product_id)).toEqual(['bat'])
  })

  test('are none for a device without parts, and an unknown device has no page', async () => {
    expect(shownOf(await devicePage(shop, swedish(), 'nordbok-air-air-13', listQuery.parse({})))?.page).toMatchObject({
      categories: [],
      listing: { products: [] },
    })
    for (const slug of ['none', '', "'", '__proto__'])
      expect(shownOf(await devicePage(shop, swedish(), slug, listQuery.parse({})))).toBeUndefined()
    expect(shownOf(await devicePage(shop, swedish(), 'dell-xps-13', listQuery.parse({ page: '2' })))).toBeUndefined()
  })

  test('are where a search for a device alone leads, with the text that was searched for', async () => {
    const search = async (query: Record<string, string>) =>
      answerOf(await searchPage(shop, swedish(), listQuery.parse(query)))
    const path = '/sv/hitta-delar/nordbok-air-air-13'
    expect(await search({ q: '  Nordbok & Air 13 ' })).toEqual({ kind: 'go', path: `${path}?q=Nordbok+%26+Air+13` })
    expect((await search({ q: 'Nordbok Air 13', stock: 'in' })).kind).toBe('page')
    const queryOf = async (q?: string) =>
      shownOf(await devicePage(shop, swedish(), 'nordbok-air-air-13', listQuery.parse({ q })))?.page.query
    expect([await queryOf(), await queryOf('  Air 13 '), (await queryOf('x'.repeat(5_000)))?.length]).toEqual([
      '',
      'Air 13',
      200,
    ])
  })

  test('narrow a category and a search; the filter can be removed', async () => {
    const query = listQuery.parse({ device: 'dell-latitude-7490', q: 'bat' })
    const category = shownOf(await categoryPage(shop, swedish(), 'laptopdelar/batterier', query))
    const search = shownOf(await searchPage(shop, swedish(), query))
    for (const listing of [category?.page.listing, search?.page.listing]) {
      expect(listing?.products.map(({ product_id }) => product_id)).toEqual(['bat'])
      expect(listing).toMatchObject({
        filtered: true,
        page: { total: 1 },
        device: { name: 'Dell Latitude 7490' },
        chosen: [{ label: 'Dell Latitude 7490' }],
      })
      expect(listing?.chosen[0]?.path).not.toContain('device')
    }
    const unknown = shownOf(await searchPage(shop, swedish(), listQuery.parse({ device: 'none', q: 'bat' })))
    expect([unknown?.page.listing.device, unknown?.page.listing.page.total]).toEqual([null, 5])
  })
})

describe('the cable selector', () => {
  test('filters both connectors of its category, and swaps the ends where the cable is stored that way', async () => {
    const attribute = (id: string) => ({ id, unit: '', facet: 1 as const, position: 9 })
    await shop.db
      .insertInto('attributes')
      .values([attribute('end_a'), attribute('end_b')])
      .execute()
    await shop.db
      .insertInto('product_attributes')
      .values([
        { product_id: 'screw-01', attribute_id: 'end_a', position: 0, value: 'usb_a' },
        { product_id: 'screw-01', attribute_id: 'end_b', position: 0, value: 'usb_c' },
      ])
      .execute()
    const turned = '/sv/kategori/datordelar/skruvar?filter=end_a%3Ausb_a%7Eend_b%3Ausb_c'
    expect(await goesTo({ category: 'screws', from: 'usb_a', to: 'usb_c' })).toBe(`${turned}#grid`)
    expect(await goesTo({ category: 'screws', from: 'usb_c', to: 'usb_a' })).toBe(`${turned}#grid`)
    expect(await goesTo({ category: 'screws', from: 'usb_a', to: 'usb_c', length: '4' })).toBe(
      `${turned}%7Elength%3A4#grid`,
    )
    for (const query of [{ from: 'usb_a' }, { from: 'usb_a', to: 'nonsense' }, { from: 'usb_a', to: '~length:4' }])
      expect(await goesTo({ category: 'screws', ...query })).toBeUndefined()
    expect(await goesTo({ from: 'usb_a', to: 'usb_c' })).toBeUndefined()
  })
})
