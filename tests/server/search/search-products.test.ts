import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../../src/domain/places/locales.ts'
import { searchProducts, type SearchRequest } from '../../../src/server/search/search-products.ts'
import { suggest } from '../../../src/server/search/suggest.ts'
import { anyText } from '../../support/any-text.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { aCatalogue } from './a-catalogue.ts'

let shop: TestDatabase
beforeAll(async () => {
  shop = await aCatalogue()
})
afterAll(() => shop.close())

async function find(query: string, options: Partial<SearchRequest> = {}): Promise<string[]> {
  return (await searchProducts(shop, { query, language: 'sv', limit: 10, offset: 0, ...options })).ids
}

describe('words', () => {
  test.each([
    ['beginnings of several words', 'leno bat t48', 'lenovo-battery'],
    ['Swedish letters without their rings and dots', 'skarm full', 'screen'],
    ['Swedish letters as written', 'SKÄRM full', 'screen'],
    ['the rear part of a compound', 'tangentbord belysning', 'keyboard'],
    ['the rear part of a compound, begun', 'tangentb', 'keyboard'],
    ['a compound written for two words', 'lenovobatteri', 'lenovo-battery'],
    ['a device the part fits', 'thinkpad keyboard', 'keyboard'],
    ["a device's type number", '20L5 tangentbord', 'keyboard'],
    ['an attribute in the other language', 'svart keyboard', 'keyboard'],
    ['a category above its own', 'datordelar belysning', 'keyboard'],
    ['a hyphen left out', 'wifi', 'wifi'],
    ['an amount with a space before its unit', '16 gb', 'memory'],
    ["a choice's label", 'keyboard us layout', 'keyboard'],
  ])('are found by %s: "%s"', async (_, query, expected) => {
    expect((await find(query))[0]).toBe(expected)
  })

  test('rank popular products first where names are equal', async () => {
    expect(await find('lenovo battery')).toEqual(['lenovo-battery', 'lenovo-battery-slow'])
  })

  test('rank a whole word in the name before a longer word, however popular', async () => {
    expect(await find('skärm')).toEqual(['screen', 'screen-film'])
  })

  test('fall back to results without one word when nothing has all', async () => {
    expect(await find('keyboard backlight zzzzzz')).toEqual(['keyboard'])
    expect(await find('lenovo skärmskydd thinkpad battery')).toContain('lenovo-battery')
  })

  test.each(['batery', 'battrey', 'battory', 'batttery'])('with one typo are found: %s', async (query) => {
    expect((await find(`lenovo ${query}`))[0]).toBe('lenovo-battery')
  })

  test('with "ph" for "f" are found', async () => {
    expect(await find('insynsphilter')).toEqual(['screen-film'])
  })

  test('with one typo are found while typing', async () => {
    expect((await find('laptoptamgentb'))[0]).toBe('keyboard')
  })
})

describe('part numbers', () => {
  test.each([
    ['a SKU', 'BAT-1001', 'dell-battery'],
    ['a SKU spelled otherwise', 'bat 1001', 'dell-battery'],
    ['a maker number without hyphen', '451bbzg', 'dell-battery'],
    ['hyphens in odd places', '4-51bb.zg', 'dell-battery'],
    ['a piece from the middle', '51-BBZ', 'dell-battery'],
    ['a piece without digits', 'gjkn', 'dell-battery'],
    ['a number that it replaces', '0djw6g', 'dell-battery'],
    ['a number with brackets', 'lp140wf6 spb1', 'screen'],
    ["a choice's number", '01YP999', 'keyboard'],
    ["a choice's SKU", 'key2001us', 'keyboard'],
    ['a number beside a word', 'dell 451-bbzg', 'dell-battery'],
  ])('lead to the part: %s, "%s"', async (_, query, expected) => {
    expect((await find(query))[0]).toBe(expected)
  })
})

test('three letters in the middle of a part number find nothing', async () => {
  expect(await find('bbz')).toEqual([])
})

test('letters that look like digits are read as them where nothing has the number as typed', async () => {
  const request = { language: 'sv', limit: 10, offset: 0 } as const
  expect(await searchProducts(shop, { ...request, query: 'BAT-1OOl' })).toMatchObject({
    ids: ['dell-battery'],
    reading: { corrections: [{ typed: '1ool', suggestions: ['1001'] }] },
  })
  expect((await searchProducts(shop, { ...request, query: 'BAT-1OO7' })).ids).not.toContain('dell-battery')
})

test('drafts and variants are not separate hits', async () => {
  expect(await find('hemlig docka')).toEqual([])
  expect(await find('key-2001-us')).toEqual(['keyboard'])
})

test('a category and a device narrow the search', async () => {
  expect(await find('lenovo', { categoryId: 'keyboards' })).toEqual(['keyboard'])
  expect(await find('batteri', { deviceIds: ['t480'] })).toEqual(['lenovo-battery'])
  expect(await find('bat-100', { deviceIds: ['t480'] })).toEqual(['lenovo-battery'])
  expect(await find('kabel', { categoryId: 'keyboards' })).toEqual([])
})

test('pages continue without gap or repetition, and the total counts all', async () => {
  const all = await searchProducts(shop, { query: 'kabel', language: 'en', limit: 50, offset: 0 })
  expect(all).toMatchObject({ total: 20, capped: false })
  expect([
    ...(await find('kabel', { limit: 7, language: 'en' })),
    ...(await find('kabel', { limit: 50, offset: 7, language: 'en' })),
  ]).toEqual(all.ids)
})

test('below two characters nothing is searched', async () => {
  expect(await find(' k ')).toEqual([])
  expect(await find('   ')).toEqual([])
})

test('suggestions begin with parts of the kind that is being typed', async () => {
  const first = async (query: string) => (await suggest(shop, { query, language: 'sv', limit: 6 })).ids[0]
  expect(await first('scre')).toBe('screen')
  expect(await first('screw')).toBe('screwdriver')
  expect(await first('tang')).toBe('pliers')
  expect(await first('tange')).toBe('keyboard')
})

test('suggestions contain products and categories by name', async () => {
  expect(await suggest(shop, { query: 'batt', language: 'sv', limit: 6 })).toMatchObject({
    categories: [{ id: 'batteries' }],
    total: 3,
  })
  expect((await suggest(shop, { query: 'skärm', language: 'sv', limit: 6 })).categories).toEqual([])
})

describe('hostile text', () => {
  test.each([
    '"',
    '""" OR 1',
    "'; drop table products; --",
    'a AND NOT b',
    'NEAR(a b)',
    '*',
    '* * *',
    'words:dell',
    '{words}: x',
    '^dell',
    'dell*',
    '%%',
    '__',
    '\\',
    '(((',
    ':*',
    "':* & !'",
    '\0',
    'de\0ll',
    '\ud83d\ude00\ud83d\ude00',
    '\ud800\ud800',
    'ﷺﷺﷺ',
    '𐌰𐌱𐌲𐌳',
    '<script>',
    'İİİİ',
    '０１２３',
  ])('is only text: %j', async (query) => {
    await expect(find(query)).resolves.toBeInstanceOf(Array)
  })

  test.each(['x', '😀', 'a b ', '𐌰', '1', '"', '-'])('is treated as text when very long: %j', async (piece) => {
    await expect(find(piece.repeat(5_000))).resolves.toBeInstanceOf(Array)
  })

  test('of any kind never fails', async () => {
    const spices = constantFrom(
      '"',
      "'",
      '*',
      ':',
      '(',
      ')',
      '&',
      '|',
      '!',
      '-',
      '=',
      '#',
      '^',
      '\0',
      ' ',
      'OR',
      'dell',
      'bat',
      '1001',
      'å',
    )
    const text = oneof(
      anyText({ maxLength: 60 }),
      array(oneof(spices, string({ unit: 'grapheme' })), { maxLength: 20 }).map((all) => all.join('')),
    )
    await assert(
      asyncProperty(text, constantFrom<Language>('en', 'sv'), async (query, language) => {
        const { ids, total } = await searchProducts(shop, { query, language, limit: 5, offset: 0 })
        expect(ids.length).toBeLessThanOrEqual(Math.min(5, total))
      }),
      { numRuns: 150 },
    )
  })
})
