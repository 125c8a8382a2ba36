import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { followInvalidations } from '../../../../src/server/jobs/follow-invalidations.ts'
import { createPurge } from '../../../../src/server/platform/http/pages/purge-cdn.ts'
import { operatorsDesk } from '../../../tools/operator.ts'

/** A small server that acts as the cache in front: it records the purged tags and the secret. */
async function cacheInFront() {
  const told: { tags: string; secret: string | undefined }[] = []
  const server = createServer((req, res) => {
    if (req.method === 'PURGE')
      told.push({ tags: String(req.headers['x-ban-tags']), secret: req.headers.authorization })
    res.writeHead(req.method === 'PURGE' ? 200 : 405).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { told, url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() }
}

/** An operator's desk beside a running shop that follows the commands' writes and notifies the cache in front. */
async function deskBesideShop(cache: Awaited<ReturnType<typeof cacheInFront>>) {
  const dropped: string[] = []
  const purge = createPurge({ PURGE_URL: cache.url, PURGE_TOKEN: 'sixteen-letters-' }, { error: () => {} })
  const desk = await operatorsDesk({ invalidate: (tags) => (dropped.push(...tags), purge(tags)) })
  return { desk, dropped, follow: await followInvalidations(desk.shop) }
}

test('tags that an operator names are dropped by the running shop and by the cache in front of it', async () => {
  await using cache = await cacheInFront()
  const { desk, dropped, follow } = await deskBesideShop(cache)
  await using _ = desk
  const { code, out } = await desk.run('purge', 'tags', 'product:fan', 'deal')
  expect([code, out]).toEqual([0, 'Pages tagged product:fan, deal are dropped.\n'])
  expect([dropped, cache.told]).toEqual([[], []])
  await follow()
  expect(dropped).toEqual(['product:fan', 'deal'])
  await expect.poll(() => cache.told[0]).toEqual({ tags: 'product:fan|deal', secret: 'Bearer sixteen-letters-' })
  await follow()
  expect(dropped).toHaveLength(2)
})

test('"all" drops the tags of every page and every shared call', async () => {
  await using cache = await cacheInFront()
  const { desk, dropped, follow } = await deskBesideShop(cache)
  await using _ = desk
  expect(await desk.json('purge', 'all')).toEqual({ tags: ['layout', 'catalog', 'openapi'] })
  await follow()
  expect(dropped).toEqual(['layout', 'catalog', 'openapi'])
  await expect.poll(() => cache.told[0]?.tags).toBe('layout|catalog|openapi')
})

test.each([
  [['tags'], 'Name at least one tag.'],
  [['tags', 'layout', 'a|.*'], '"a|.*" is no tag.'],
] as const)('%j is rejected, and nothing is dropped', async (args, sentence) => {
  await using cache = await cacheInFront()
  const { desk, dropped, follow } = await deskBesideShop(cache)
  await using _ = desk
  expect(await desk.run('purge', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) as string })
  await follow()
  expect([dropped, cache.told]).toEqual([[], []])
})
