import { expect, test } from 'vitest'
import type { PageKey } from '../../../../src/server/platform/http/pages/page-key.ts'
import { warmUp } from '../../../../src/server/platform/workers/warm-up.ts'
import { serveHttp } from '../../../support/http-shop.ts'

test('renders the pages that were requested most, for their cookies, and leaves out one that fails', async () => {
  const shared = { 'CDN-Cache-Control': 'max-age=600', 'Cache-Tag': 'x' }
  await using old = await serveHttp({ render: async () => new Response('page', { headers: shared }) })
  const ask = (path: string, cookie = '') => old.ask(path, { headers: cookie === '' ? {} : { cookie } })
  await ask('/public/seldom')
  for (let time = 0; time < 2; time += 1) await ask('/public/broken')
  for (let time = 0; time < 3; time += 1) await ask('/public/often?page=2', 'cid=4; cc=DE')
  expect(old.cache.popular(2)).toEqual(['/public/often?page=2 cid=4; cc=DE', '/public/broken'])

  const rendered: (string | null)[][] = []
  await using fresh = await serveHttp({
    render: async ({ url, headers }) => {
      rendered.push([new URL(url).pathname, headers.get('cookie')])
      if (url.includes('broken')) throw new Error('broken')
      return new Response('page', { headers: shared })
    },
  })
  await warmUp(fresh.cache, old.cache.popular(10))
  expect(rendered).toEqual([
    ['/public/often', 'cid=4; cc=DE'],
    ['/public/broken', null],
    ['/public/seldom', null],
  ])
  expect(fresh.cache.stats.pages).toBe(2)
  await fresh.ask('/public/often?page=2', { headers: { cookie: 'cid=4; cc=DE' } })
  expect(rendered).toHaveLength(3)
})

test('ends when its time is over', async () => {
  const warmed: string[] = []
  let at = 0
  const cache = {
    warm: async ({ text }: PageKey) => {
      warmed.push(text)
      at += 10
    },
  }
  await warmUp(cache, ['/a', '/b', '/c', '/d'], { maxMs: 20, now: () => at })
  expect(warmed).toEqual(['/a', '/b'])
})
