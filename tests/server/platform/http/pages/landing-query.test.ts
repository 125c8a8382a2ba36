import { describe, expect, test } from 'vitest'
import { serveHttp } from '../../../../support/http-shop.ts'
import type { Asked } from '../../../../support/plain-request.ts'

async function follow(path: string, location: string, asked: Asked = {}, status = 303) {
  const render = async () => new Response(null, { status, headers: { Location: location } })
  await using shop = await serveHttp({
    render,
    cacheableQuery: (pathname) => (pathname.startsWith('/shared') ? new Set(['page']) : undefined),
  })
  return (await shop.ask(path, asked)).headers.location
}

describe('a redirect keeps the landing parameters', () => {
  test.each([
    ['/en/my-account?atc=QTox&x=1', '/en/login?next=%2Fen', '/en/login?next=%2Fen&atc=QTox'],
    ['/en/my-order?disc=ABC', '/en/track-order', '/en/track-order?disc=ABC'],
    [
      '/sv/my-order/7?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&utm_id=f' +
        '&gclid=g&msclkid=h&fbclid=i&token=secret',
      '/sv/track-order/7#top',
      '/sv/track-order/7?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&utm_id=f' +
        '&gclid=g&msclkid=h&fbclid=i#top',
    ],
    ['/rabatt/NEW?disc=OLD&atc=QTox', '/en?disc=NEW', '/en?disc=NEW&atc=QTox'],
    ['/en/my-account?atc=%22%3C%0d%0aX', '/en/login', '/en/login?atc=%22%3C%0D%0AX'],
  ])('%s to %s', async (asked, location, kept) => {
    expect(await follow(asked, location)).toBe(kept)
  })

  test('also when the page cache answers', async () => {
    expect(await follow('/shared/old?page=2&atc=QTox', '/shared/new', {}, 301)).toBe('/shared/new?atc=QTox')
  })

  test.each([
    ['/en/checkout/1?disc=ABC', 'https://pay.test/session', {}],
    ['/en/checkout/1?disc=ABC', '//pay.test/session', {}],
    ['/en/checkout/1?disc=ABC', '/en/checkout/confirmation/1', { method: 'POST' }],
    ['/en/my-account?login=token', '/en/login', {}],
  ])('but not %s to %s %j', async (asked, location, how) => {
    expect(await follow(asked, location, how)).toBe(location)
  })
})
