import type { APIContext } from 'astro'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET } from '../../../src/pages/rabatt/[...link].ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'
import { jar } from '../call.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await freshShop({ seeded: true })
})
afterAll(() => shop.close())

async function follow(link: string, query = '', { cookie, accept }: { cookie?: string; accept?: string } = {}) {
  const url = new URL(`http://shop.test/rabatt/${link}${query}`)
  const context = {
    params: { link: decodeURIComponent(link) },
    url,
    locals: { shop, requestId: 'test', shopping: { language: 'en' } },
    rewrite: (path: string) => Promise.resolve(new Response(path, { status: 404 })),
    cookies: jar(new Map(cookie === undefined ? [] : [['locale', cookie]])),
    request: new Request(url, { headers: accept === undefined ? {} : { 'Accept-Language': accept } }),
  } as unknown as APIContext
  const answer = (await GET(context)) as Response
  const { status, headers } = answer
  return { status, body: await answer.text(), to: headers.get('Location'), caching: headers.get('Cache-Control') }
}

describe('spec 2: the legacy discount path', () => {
  test.each([
    ['a category of the first level, in Swedish', 'laptopdelar/SOMMAR', '/sv/kategori/laptopdelar?disc=SOMMAR'],
    ['a deeper one by its own slug, in English', 'batteries/SUMMER', '/en/category/laptop-parts/batteries?disc=SUMMER'],
    ['letters of any size', 'BATTERIER/SommaR', '/sv/kategori/laptopdelar/batterier?disc=SommaR'],
    ['digits alone', 'batterier/123', '/sv/kategori/laptopdelar/batterier?disc=123'],
    ['letters, digits and dashes', 'skruvar/vår-25-X', '/sv/kategori/datordelar/skruvar?disc=v%C3%A5r-25-X'],
    ['an unknown category', 'finns-inte/SOMMAR', '/en?disc=SOMMAR'],
    ['no category', 'SOMMAR', '/en?disc=SOMMAR'],
  ])('spec 2: with %s', async (_, link, to) =>
    expect(await follow(link)).toEqual({ status: 302, to, caching: 'no-store', body: '' }),
  )

  test.each([
    ['SOMMAR', { cookie: 'en', accept: 'sv' }, '/en?disc=SOMMAR'],
    ['SOMMAR', { accept: 'en-GB' }, '/en?disc=SOMMAR'],
    ['SOMMAR', { cookie: 'xx', accept: 'de' }, '/en?disc=SOMMAR'],
    ['SOMMAR', { accept: 'sv' }, '/sv?disc=SOMMAR'],
    ['batterier/SOMMAR', { cookie: 'en', accept: 'sv' }, '/en/category/laptop-parts/batteries?disc=SOMMAR'],
    ['batterier/SOMMAR', { accept: 'en' }, '/sv/kategori/laptopdelar/batterier?disc=SOMMAR'],
    ['dell/SOMMAR', { accept: 'en' }, '/en/category/laptop-parts/batteries/dell?disc=SOMMAR'],
    ['dell/SOMMAR', {}, '/en/category/laptop-parts/batteries/dell?disc=SOMMAR'],
  ])('%s of a visitor with %j uses the language of %s', async (link, visitor, to) =>
    expect((await follow(link, '', visitor)).to).toBe(to),
  )

  test('spec 2: other parameters are kept unchanged, also repeated ones, and an older code is replaced', async () => {
    const query = '?utm_source=a+b%20c&x=1&disc=OLD&x=2&%64isc=OLDER'
    expect((await follow('batterier/NEW', query)).to).toBe(
      '/sv/kategori/laptopdelar/batterier?utm_source=a+b%20c&x=1&x=2&disc=NEW',
    )
    expect((await follow('NEW', query)).to).toBe('/en?utm_source=a+b%20c&x=1&x=2&disc=NEW')
  })

  test.each([
    'ab',
    'batterier/ab',
    'a_b_c',
    'abc%20d',
    'abc%3Fx',
    '%3Cscript%3E',
    'a%0d%0aSet-Cookie:x',
    `batterier/${'A'.repeat(65)}`,
  ])(
    'spec 5: %s is not a code [5.discount-code.characters] [5.discount-code.length]: redirects home without it',
    async (link) => expect((await follow(link, '?disc=OLD&x=1')).to).toBe('/en?x=1'),
  )

  test.each([
    '%2F%2Fevil.example/ABC',
    'https:%2F%2Fevil.example/ABC',
    '..%2F..%2Fevil/ABC',
    `${'x'.repeat(5000)}/ABC`,
    "' or 1=1 --/ABC",
    '%25/ABC',
  ])('%s does not redirect to another site', async (link) => {
    const { status, to } = await follow(link)
    if (status !== 404) expect(to).toBe('/en?disc=ABC')
  })

  test.each(['', 'a/b/SOMMAR', '/'])('"%s" is not such a path and gets the not-found page', async (link) =>
    expect(await follow(link)).toMatchObject({ status: 404, body: '/404' }),
  )
})
