import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { followInvalidations } from '../../../../src/server/jobs/follow-invalidations.ts'
import { createPurge } from '../../../../src/server/platform/http/pages/purge-cdn.ts'
import { shopCommands } from '../../../tools/shop-commands.ts'

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

/** The commands beside a running shop, which follows what they write and notifies the cache in front. */
async function commandsBesideShop(cache: Awaited<ReturnType<typeof cacheInFront>>) {
  const dropped: string[] = []
  const purge = createPurge({ PURGE_URL: cache.url, PURGE_TOKEN: 'sixteen-letters-' }, { error: () => {} })
  const commands = await shopCommands({ invalidate: (tags) => (dropped.push(...tags), purge(tags)) })
  return { commands, dropped, follow: await followInvalidations(commands.shop) }
}

test('tags that an operator names are dropped by the running shop and by the cache in front of it', async () => {
  await using cache = await cacheInFront()
  const { commands, dropped, follow } = await commandsBesideShop(cache)
  await using _ = commands
  const { code, out } = await commands.run('purge', 'tags', 'product:fan', 'deal')
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
  const { commands, dropped, follow } = await commandsBesideShop(cache)
  await using _ = commands
  expect(await commands.json('purge', 'all')).toEqual({ tags: ['layout', 'catalog', 'openapi'] })
  await follow()
  expect(dropped).toEqual(['layout', 'catalog', 'openapi'])
  await expect.poll(() => cache.told[0]?.tags).toBe('layout|catalog|openapi')
})

test.each([
  [['tags'], 'Name at least one tag.'],
  [['tags', 'layout', 'a|.*'], '"a|.*" is no tag.'],
] as const)('%j is rejected, and nothing is dropped', async (args, sentence) => {
  await using cache = await cacheInFront()
  const { commands, dropped, follow } = await commandsBesideShop(cache)
  await using _ = commands
  expect(await commands.run('purge', ...args)).toMatchObject({
    code: 2,
    err: expect.stringContaining(sentence) as string,
  })
  await follow()
  expect([dropped, cache.told]).toEqual([[], []])
})
