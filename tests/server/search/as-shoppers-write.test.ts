import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { optionsAt } from '../import/a-record.ts'
import { record } from './a-catalogue.ts'

/** The names of parts, Swedish and English, all equally popular. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  'screen-cable': ['Skärmkabel, 40 stift', 'Screen cable, 40 pins'],
  screen: ['Skärm 14 tum', '14" screen'],
  battery: ['Batteri 60 Wh', 'Battery 60 Wh'],
  board: ['Portkort med hörlursuttag', 'Board with headphone socket'],
  'hdmi-2': ['HDMI-kabel 2 m', 'HDMI cable 2 m'],
  'hdmi-5': ['HDMI-kabel 5 m', 'HDMI cable 5 m'],
  'memory-16': ['Minne 16 GB', 'Memory 16 GB'],
  'red-mouse': ['Mus, röd', 'Mouse, red'],
  'blue-mouse': ['Mus, blå', 'Mouse, blue'],
  ink: ['Bläckpatron, black', 'Ink cartridge, black'],
  toner: ['Toner, black', 'Toner, black'],
  layout: ['Tangentbord, nordisk', 'Keyboard, nordic'],
  'cell-2032': ['Knappcell CR2032', 'Coin cell CR2032'],
  'cell-2450': ['Knappcell CR2450', 'Coin cell CR2450'],
  charger: ['Laddare 65 W, 19 V, 3,42 A', 'Charger 65 W, 19 V, 3.42 A'],
  adapter: ['Adapter HDMI', 'Adapter HDMI'],
  microphone: ['Mikrofonkort', 'Microphone board'],
  'phone-glass': ['Glas till telefon', 'Phone glass'],
  'white-plug': ['Plugg', 'Plug'],
  'red-plug': ['Plugg', 'Plug'],
  'red-dragon': ['Redragonplugg', 'Redragon plug'],
  assemblies: ['Lock, assemblies', 'Lid, assemblies'],
  unit: ['Enhet 1000 W', 'Unit 1000 W'],
  cooler: ['Silent Wings', 'Silent Wings'],
  voucher: ['Presentkort', 'Gift card'],
  'lit-key': ['Knapp', 'Button'],
  'red-key': ['Knapp med lång beskrivning, svart eller röd', 'Button with a long description, black or red'],
  'alder-lake': ['Processor i5-12400', 'Processor i5-12400'],
  'raptor-lake': ['Processor i5-13400', 'Processor i5-13400'],
  'lga-board': ['Kort LGA1700', 'Board LGA1700'],
  'card-1660': ['Grafikkort GTX 1660 SUPER', 'Graphics card GTX 1660 SUPER'],
  'card-4070': ['Grafikkort RTX 4070', 'Graphics card RTX 4070'],
  'card-4070-ti': ['Grafikkort RTX 4070 Ti SUPER', 'Graphics card RTX 4070 Ti SUPER'],
  'cache-chip': ['Ryzen 7 7800X3D', 'Ryzen 7 7800X3D'],
  'fan-120': ['Vindfläkt 120 mm', 'Wind fan 120 mm'],
  hinge: ['Gångjärn till platta', 'Hinge for tablet'],
  'right-hinge': ['Höger gångjärn', 'Right hinge'],
}
/** A part that cannot be bought now. */
const soldOut = 'hinge'

/** The colours of parts whose names do not say them. */
const colours: Readonly<Record<string, string>> = { 'white-plug': 'white', 'red-plug': 'red' }
const labels: Readonly<Record<string, readonly [string, string]>> = {
  white: ['Vit', 'White'],
  red: ['Röd', 'Red'],
}
/** The colours of their backlights. */
const backlights: Readonly<Record<string, string>> = { 'lit-key': 'red' }

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase()
  const filters = ['colour', 'backlight'].map((id, position) => ({ id, unit: '', facet: 1 as const, position }))
  await shop.db.insertInto('attributes').values(filters).execute()
  const lit = { attribute_id: 'backlight', value: 'red', language: 'sv' as const, label: 'Röd belysning' }
  await shop.db.insertInto('attribute_value_texts').values(lit).execute()
  await shop.db
    .insertInto('attribute_value_texts')
    .values(
      Object.entries(labels).flatMap(([value, [sv, en]]) => [
        { attribute_id: 'colour', value, language: 'sv' as const, label: sv },
        { attribute_id: 'colour', value, language: 'en' as const, label: en },
      ]),
    )
    .execute()
  const brand = { id: 'quiet', name: 'be quiet!', slug: 'be-quiet', maker: '', eu_contact: '' }
  await shop.db.insertInto('brands').values(brand).execute()
  const parts = Object.entries(names).map(([id, [sv, en]], at) => ({
    ...record({ id, sv, en, sku: `ART-${at}`, popularity: 40, ...(id === 'cooler' && { brand: 'quiet' }) }),
    attributes: [
      ...(colours[id] === undefined ? [] : [{ attribute_id: 'colour', value: colours[id] }]),
      ...(backlights[id] === undefined ? [] : [{ attribute_id: 'backlight', value: backlights[id] }]),
    ],
    main_category_id: null,
    category_ids: [],
    prices: [{ currency: 'SEK' as const, min_quantity: 1, amount: 19_900 }],
    stock: { on_hand: id === soldOut ? 0 : 25, incoming_at: null },
  }))
  await shop.db.transaction().execute((trx) => saveProducts(trx, parts, optionsAt(shop.kind, '2026-01-01')))
})
afterAll(() => shop.close())

const search = (query: string) => searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0 })
const find = async (query: string) => (await search(query)).ids

test.each([
  ['12th gen i5', ['alder-lake']],
  ['13:e generationens core i5', ['raptor-lake']],
  ['i5 12 gen', ['alder-lake']],
  ['kort socket 1700', ['lga-board']],
  ['hej jag letar efter en kabel som jag behöver och har ni en hdmi på 5 meter', ['hdmi-5']],
  ['hdmi kabel 2 meter', ['hdmi-2']],
  ['5 metres hdmi', ['hdmi-5']],
  ['ram 16 gigabytes', ['memory-16']],
  ['16 gigs minne', ['memory-16']],
])('units may be written in full: %s', async (query, ids) => {
  const { ids: found, reading } = await search(query)
  expect([found, reading.dropped]).toEqual([ids, []])
})

describe('a compound that no part is called', () => {
  test('is found by the words that it joins, with their synonyms', async () => {
    expect(await search('bildskärmskabel')).toMatchObject({ ids: ['screen-cable'], reading: { corrections: [] } })
  })

  test.each(['batteribyte', 'batterireparation'])(
    'and asks for a repair is found by what is repaired: %s',
    async (query) => {
      expect(await search(query)).toMatchObject({ ids: ['battery'], reading: { corrections: [] } })
    },
  )
})

test('a misspelt word with synonyms is corrected', async () => {
  const { ids, reading } = await search('moniter')
  expect(ids[0]).toBe('screen')
  expect(reading.corrections).toEqual([{ typed: 'moniter', suggestions: ['monitor'] }])
})

test('a synonym finds no part with a socket for it', async () => {
  expect(await find('headset')).toEqual([])
  expect(await find('headphones')).toEqual([])
  expect(await find('headset usb')).toEqual([])
})

test.each([
  ['rött mus', 'red-mouse'],
  ['blått mus', 'blue-mouse'],
])('forms of short adjectives are known: %s', async (query, id) => {
  expect(await find(query)).toEqual([id])
})

test('a word that a name only begins with does not come first', async () => {
  expect((await find('black toner'))[0]).toBe('toner')
})

test('a name that begins with the word does not come before one that is in stock', async () => {
  expect(await find('gångjärn')).toEqual(['right-hinge', 'hinge'])
})

test.each(['svenskt tangentbord', 'swedish keyboard'])('a layout is found by its language: %s', async (query) => {
  expect(await find(query)).toEqual(['layout'])
})

test.each([
  ["laptop won't 16 gb minne", []],
  ['minne inte 16 gb', ['inte 16gb']],
])('negations say nothing of a part, and what all parts have cannot be denied: %s', async (query, dropped) => {
  const { ids, reading } = await search(query)
  expect([ids, reading.dropped.filter((word) => word !== 'laptop')]).toEqual([['memory-16'], dropped])
})

test.each([
  ['coin cell 2032', ['cell-2032']],
  ['knappcellsbatteri 2450', ['cell-2450']],
  ['19v 3.42a 65w adapter', ['charger']],
  ['19 volt 3.42 amp charger', ['charger']],
  ['1 kw unit', ['unit']],
  ['adapter', ['adapter']],
  ['phones', ['phone-glass']],
  ['vita pluggar', ['white-plug']],
  ['vitt plugg', ['white-plug']],
  ['röda pluggar', ['red-plug']],
  ['red plug', ['red-plug']],
  ['assembly', ['assemblies']],
  ['bequiet wings', ['cooler']],
  ['trasig skärm', ['screen', 'screen-cable']],
  ['ingen skärm', ['screen', 'screen-cable']],
  ['laddar inte', ['charger']],
  ['1660s', ['card-1660']],
  ['4070tis', ['card-4070-ti']],
  ['ryzen x3d', ['cache-chip']],
  ['vindfläkt 12 cm', ['fan-120']],
  ['art.nr ART-9', ['ink']],
  ['4070 inte ti', ['card-4070']],
  ['mus utan röd', ['blue-mouse']],
  ['mus inte röd', ['blue-mouse']],
  ['mouse without red', ['blue-mouse']],
])('what a shopper wants is found: %s', async (query, ids) => {
  expect((await find(query)).toSorted()).toEqual(ids.toSorted())
})

test('a part that is red comes before one with a red light', async () => {
  expect(await find('röd knapp')).toEqual(['red-key', 'lit-key'])
})

test.each(['gift for a gamer', 'julklapp till pappa'])('a present is a gift card: %s', async (query) => {
  expect((await find(query))[0]).toBe('voucher')
})

test('whom or what a part is for may be left out', async () => {
  const { ids, reading } = await search('hdmi till padda')
  expect(ids).toContain('hdmi-2')
  expect(reading.dropped).toEqual(['padda'])
  expect(await find('padda till hdmi')).toEqual([])
})
