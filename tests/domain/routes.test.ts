import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../../src/domain/places/locales.ts'
import { href, matchScreen, pageFilePath, pictureHref, rasterHref, type Screen } from '../../src/routes.ts'

const screens: Record<Screen, 'none' | 'id' | 'optional id' | 'slug' | 'slugs' | 'document' | 'file'> = {
  home: 'none',
  styleguide: 'none',
  'my-account': 'none',
  'my-account-offers': 'none',
  'my-account-orders': 'none',
  'my-account-returns': 'none',
  'my-account-subscriptions': 'none',
  'my-account-profile-edit': 'none',
  'my-account-return': 'optional id',
  'my-account-quote': 'id',
  'my-account-order': 'id',
  'my-account-organization': 'none',
  'my-account-lists': 'none',
  'my-account-list-add': 'none',
  'my-account-list-file': 'file',
  'my-account-list': 'id',
  'my-account-devices': 'none',
  'my-order-return': 'id',
  'my-order-document': 'document',
  withdrawal: 'none',
  'my-order': 'optional id',
  'page-preview': 'none',
  search: 'none',
  'find-parts': 'none',
  device: 'slug',
  guides: 'none',
  guide: 'slug',
  compare: 'none',
  login: 'none',
  unsubscribe: 'none',
  'excel-order': 'none',
  'quick-order': 'none',
  request: 'none',
  quote: 'none',
  'notify-me': 'none',
  subscription: 'id',
  'checkout-confirmation': 'optional id',
  'checkout-failed': 'optional id',
  'checkout-id': 'optional id',
  'sandbox-payment': 'id',
  brand: 'slug',
  'product-tag': 'slug',
  product: 'slug',
  'track-order': 'optional id',
  'product-category-all': 'slugs',
  page: 'slugs',
}

const segment = fc
  .array(fc.integer({ min: 1, max: 0x2fff }), { minLength: 1, maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes).replaceAll('/', '-'))
  .filter((text) => !['.', '..'].includes(text))
const reserved = new Set(['return', 'confirmation', 'failed', 'add'])

test("every screen's path leads back to it with the same parameters, in both languages", () => {
  const screen = fc.constantFrom(...(Object.entries(screens) as [Screen, (typeof screens)[Screen]][]))
  fc.assert(
    fc.property(
      screen,
      fc.constantFrom(...languages),
      segment.filter((text) => !reserved.has(text)),
      fc.array(segment, { maxLength: 3 }),
      fc.boolean(),
      ([name, takes], language, one, more, given) => {
        const wanted = {
          none: {},
          id: { id: one },
          'optional id': given ? { id: one } : {},
          slug: { slug: one },
          slugs: { slug: ['x', one, ...more].join('/') },
          document: { id: one, document: 'invoice.pdf' },
          file: { id: one, file: 'parts.csv' },
        }[takes]
        const path = href(language, name, wanted)
        const found = matchScreen(path)
        expect([found?.language, found?.screen]).toEqual([language, name])
        expect(
          Object.fromEntries(Object.entries(found?.params ?? {}).filter(([, value]) => value !== undefined)),
        ).toEqual(wanted)
        expect(matchScreen(`${path}/`)).toEqual(found)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('the paths are those of spec section 2', () => {
  expect([
    href('en', 'home'),
    href('sv', 'home'),
    href('en', 'search', {}, { q: 'a b' }),
    href('sv', 'search', {}, { q: 'ö' }),
  ]).toEqual(['/en', '/sv', '/en/searchresults?q=a+b', '/sv/sok?q=%C3%B6'])
  expect([
    href('sv', 'product', { slug: 'x' }),
    href('sv', 'brand', { slug: 'x' }),
    href('sv', 'product-tag', { slug: 'x' }),
    href('sv', 'product-category-all', { slug: 'a/b' }),
  ]).toEqual(['/sv/produkt/x', '/sv/varumarke/x', '/sv/produkt-tagg/x', '/sv/kategori/a/b'])
  expect([
    href('en', 'product', { slug: 'x' }),
    href('en', 'brand', { slug: 'x' }),
    href('en', 'product-tag', { slug: 'x' }),
    href('en', 'product-category-all', { slug: 'a/b' }),
  ]).toEqual(['/en/product/x', '/en/brand/x', '/en/product-tag/x', '/en/category/a/b'])
  expect([
    href('sv', 'checkout-id'),
    href('sv', 'checkout-id', { id: '1' }),
    href('en', 'checkout-failed', { id: '1' }),
    href('en', 'my-account-profile-edit'),
    href('en', 'my-order-return', { id: '7' }),
  ]).toEqual([
    '/sv/checkout',
    '/sv/checkout/1',
    '/en/checkout/failed/1',
    '/en/my-account/profile/edit',
    '/en/my-order/return/7',
  ])
  expect(matchScreen('/en/my-account/orders/return')?.screen).toBe('my-account-return')
  expect(matchScreen('/en/checkout/confirmation')).toMatchObject({ screen: 'checkout-confirmation' })
  expect(pictureHref('p', 3, 'avif')).toBe('/pictures/p-3.avif')
  expect(pictureHref('p.svg', 3, 'avif')).toBe('/pictures/p.svg')
  expect(rasterHref('/pictures/p.svg')).toBe('/pictures/p-1.webp')
  expect(rasterHref('/pictures/p-1.webp')).toBe('/pictures/p-1.webp')
})

test('a path segment of the other language is a missing page', () => {
  for (const path of [
    '/sv/category/x',
    '/sv/product/x',
    '/sv/brand/x',
    '/sv/product-tag/x',
    '/sv/searchresults',
    '/en/kategori/x',
    '/en/produkt/x',
    '/en/varumarke/x',
    '/en/sok',
    '/en/category',
    '/sv/kategori/',
  ]) {
    expect(matchScreen(path)?.screen, path).toBe('page')
  }
})

test('unknown languages and undecodable paths match nothing', () => {
  for (const path of [
    '',
    '/',
    '/de',
    '/EN',
    '/en-GB/x',
    '/english',
    '/en%2Fx',
    '/en/%',
    '/en/%E0%A4%A',
    '/sv/produkt/%C3',
    '//en',
    'en/product/x',
  ])
    expect(matchScreen(path), path).toBeUndefined()
})

test('any decodable path below a language matches a screen with a page file', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(segment, fc.constantFrom('\n', '%', '..', '')), { maxLength: 4 }),
      fc.constantFrom(...languages),
      (segments, language) => {
        const matched = matchScreen(`/${language}/${segments.map(encodeURIComponent).join('/')}`)
        expect(matched?.language).toBe(language)
        if (matched) expect(pageFilePath(matched).split('/')[1]).toBe(language)
      },
    ),
  )
})

test('page files have English names, and the catch-all its own', () => {
  const file = (path: string) => {
    const matched = matchScreen(path)
    return matched && pageFilePath(matched)
  }
  expect([
    file('/sv'),
    file('/sv/kategori/a/b'),
    file('/sv/produkt/x'),
    file('/sv/sok'),
    file('/sv/om-oss'),
    file('/sv/category/x'),
  ]).toEqual(['/sv', '/sv/category/a/b', '/sv/product/x', '/sv/searchresults', '/sv/-/om-oss', '/sv/-/category/x'])
})

test('a missing parameter throws', () => {
  expect(() => href('en', 'product')).toThrow('product needs the parameter slug')
  expect(() => href('en', 'product', { slug: '' })).toThrow()
  expect(href('en', 'search', {}, { q: '', page: undefined, sort: null, brand: 0 })).toBe('/en/searchresults?brand=0')
})
