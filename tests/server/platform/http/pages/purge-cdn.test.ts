import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createPurge } from '../../../../../src/server/platform/http/pages/purge-cdn.ts'

/** A fake cache in front that records its requests. */
async function pretendedCache(answers: number[] = []) {
  const told: { method: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer((req, res) => {
    told.push({ method: req.method, headers: req.headers })
    res.writeHead(answers.shift() ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { told, url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() }
}

test('tags are banned at once and again later, with the secret, a hundred at a time', async () => {
  await using cache = await pretendedCache()
  const purge = createPurge({ PURGE_URL: cache.url, PURGE_TOKEN: 'sixteen-letters-' }, { error: () => {} })
  purge(['layout', 'product:1', 'layout', 'odd tag|.*', ...Array.from({ length: 120 }, (_, at) => `category:${at}`)])
  await expect.poll(() => cache.told.length, { timeout: 60_000 }).toBe(4)
  expect(cache.told[0]).toMatchObject({ method: 'PURGE', headers: { authorization: 'Bearer sixteen-letters-' } })
  const tags = cache.told.slice(0, 2).flatMap(({ headers }) => String(headers['x-ban-tags']).split('|'))
  expect(tags).toHaveLength(123)
  expect(tags.slice(0, 3)).toEqual(['layout', 'product:1', 'odd.tag...'])
})

test('a failing cache is called again', async () => {
  await using cache = await pretendedCache([503, 503])
  createPurge({ PURGE_URL: cache.url, PURGE_TOKEN: undefined }, { error: () => {} })(['layout'])
  await expect.poll(() => cache.told.length, { timeout: 60_000 }).toBe(4)
})

test('without a URL nothing is sent', () =>
  expect(
    createPurge({ PURGE_URL: undefined, PURGE_TOKEN: undefined }, { error: () => {} })(['layout']),
  ).toBeUndefined())
