import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { serveHttp } from '../../../support/http-shop.ts'

/** A page whose renderings the test completes manually. */
function slowPage(tags = 'a') {
  const waiting: ((response: Response) => void)[] = []
  const render = () => new Promise<Response>((resolve) => waiting.push(resolve))
  const finish = (index: number, text: string) => waiting[index]?.(page(text, { 'Cache-Tag': tags }))
  const begun = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count))
  return { render, finish, begun }
}

function page(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { 'CDN-Cache-Control': 'max-age=10, stale-while-revalidate=20', ...headers } })
}

describe('single flight and fences', () => {
  test('a hundred concurrent shoppers cost one rendering', async () => {
    const { render, finish, begun } = slowPage()
    await using shop = await serveHttp({ render })
    const all = Array.from({ length: 100 }, () => shop.ask('/public/x'))
    await begun(1)
    await setImmediate()
    finish(0, 'once')
    expect(new Set((await Promise.all(all)).map(({ text }) => text))).toEqual(new Set(['once']))
    await begun(1)
  })

  test('a rendering started before an invalidation is neither joined nor stored', async () => {
    const { render, finish, begun } = slowPage('a,b')
    await using shop = await serveHttp({ render })
    const before = shop.ask('/public/x')
    await begun(1)
    shop.cache.invalidate({ tags: ['b'] })
    const after = shop.ask('/public/x')
    await begun(2)
    finish(1, 'new')
    expect((await after).text).toBe('new')
    finish(0, 'old')
    expect((await before).text).toBe('old')
    expect((await shop.ask('/public/x')).text).toBe('new')
  })

  test('other tags do not fence', async () => {
    const { render, finish, begun } = slowPage('a')
    await using shop = await serveHttp({ render })
    const first = shop.ask('/public/x')
    await begun(1)
    shop.cache.invalidate({ tags: ['z'] })
    finish(0, 'kept')
    await first
    expect(shop.cache.stats.pages).toBe(1)
  })

  test('invalidation drops the tagged pages at once, and clear drops all', async () => {
    const render = async (request: Request) => page('x', { 'Cache-Tag': new URL(request.url).pathname.slice(-1) })
    await using shop = await serveHttp({ render })
    for (const path of ['/public/a', '/public/b', '/public/c']) await shop.ask(path)
    shop.cache.invalidate({ tags: ['a', 'b'] })
    expect(shop.cache.stats.pages).toBe(1)
    shop.cache.clear()
    expect(shop.cache.stats).toMatchObject({ pages: 0, bytes: 0 })
  })
})

describe('time', () => {
  test('a stale page is served while it is renewed once', async () => {
    let count = 0
    let now = 1_000_000
    await using shop = await serveHttp({ now: () => now, render: async () => page(`${(count += 1)}`) })
    await shop.ask('/public/x')
    now += 9_000
    expect((await shop.ask('/public/x')).text).toBe('1')
    expect(count).toBe(1)
    now += 2_000
    expect((await shop.ask('/public/x')).text).toBe('1')
    await vi.waitFor(async () => expect((await shop.ask('/public/x')).text).toBe('2'))
    expect(count).toBe(2)
    now += 31_000
    expect((await shop.ask('/public/x')).text).toBe('3')
  })

  test.each(['throws', 'answers 503'])(
    'when the page %s, the old copy is served for a day and renewal is tried every other second',
    async (how) => {
      let tried = 0
      let now = 1_000_000
      const render = async () => {
        if ((tried += 1) === 1) return page('good')
        if (how === 'throws') throw new Error('database gone')
        return new Response('broken', { status: 503 })
      }
      await using shop = await serveHttp({ now: () => now, render })
      await shop.ask('/public/x')
      now += 3600_000
      for (let count = 0; count < 5; count += 1)
        expect(await shop.ask('/public/x')).toMatchObject({ status: 200, text: 'good' })
      expect(tried).toBe(2)
      now += 2_000
      expect(await shop.ask('/public/x')).toMatchObject({ status: 200, text: 'good' })
      expect(tried).toBe(3)
      now += 24 * 3600_000
      expect((await shop.ask('/public/x')).status).toBeGreaterThanOrEqual(500)
    },
  )

  test('without an old copy, the failure is the answer and is not stored', async () => {
    await using shop = await serveHttp({
      render: async () => new Response('sorry', { status: 503, headers: { 'Content-Type': 'text/plain' } }),
    })
    expect(await shop.ask('/public/x')).toMatchObject({ status: 503, text: 'sorry' })
    expect(shop.cache.stats).toMatchObject({ pages: 0, fills: 0 })
  })
})

describe('size', () => {
  const maxBytes = 100_000
  /** Each page takes 10 kB and its overhead: two of them a quarter of the memory, eight all of it. */
  async function sizedShop() {
    const rendered: string[] = []
    const render = async ({ url }: Request) => {
      rendered.push(new URL(url).pathname)
      const headers = { 'Content-Type': 'image/x', 'CDN-Cache-Control': 'max-age=60' }
      return new Response('x'.repeat(10_000), { headers })
    }
    return { rendered, shop: await serveHttp({ render, maxBytes }) }
  }

  test('pages that were asked for once have a quarter of the memory, and requested ones stay', async () => {
    const sized = await sizedShop()
    await using shop = sized.shop
    await shop.ask('/public/kept')
    for (let index = 0; index < 30; index += 1) {
      await shop.ask(`/public/${index}`)
      await shop.ask('/public/kept')
      expect(shop.cache.stats.bytes).toBeLessThanOrEqual(maxBytes / 2)
    }
    expect(shop.cache.stats.pages).toBe(3)
    expect(sized.rendered.filter((path) => path === '/public/kept')).toHaveLength(1)
  })

  test('pages that were asked for again have all of it, however many come once meanwhile', async () => {
    const sized = await sizedShop()
    await using shop = sized.shop
    for (let index = 0; index < 30; index += 1) {
      await shop.ask(`/public/${index}`)
      await shop.ask(`/public/${index}`)
      expect(shop.cache.stats.bytes).toBeLessThanOrEqual(maxBytes)
    }
    expect(shop.cache.stats.pages).toBe(8)
    for (let index = 0; index < 30; index += 1) await shop.ask(`/public/crawled-${index}`)
    expect(shop.cache.stats.pages).toBe(8)
    sized.rendered.length = 0
    for (const index of [24, 25, 26, 27, 28, 29]) await shop.ask(`/public/${index}`)
    expect(sized.rendered).toEqual([])
  })

  test('a page that comes back after it was evicted is kept', async () => {
    const sized = await sizedShop()
    await using shop = sized.shop
    for (const path of [
      '/public/back',
      '/public/1',
      '/public/2',
      '/public/3',
      '/public/back',
      '/public/4',
      '/public/5',
    ])
      await shop.ask(path)
    for (let index = 6; index < 20; index += 1) await shop.ask(`/public/${index}`)
    sized.rendered.length = 0
    await shop.ask('/public/back')
    expect(sized.rendered).toEqual([])
  })
})
