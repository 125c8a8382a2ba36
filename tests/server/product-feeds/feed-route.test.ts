import { once } from 'node:events'
import { rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { feedFile } from '../../../src/server/catalog/product-feeds/feed-files.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { entriesOf, runJob, serveFeeds, setFeeds, swedishFeed } from './feed-shop.ts'

const address = '/feeds/google-sv-SE.xml'
const gzip = { 'Accept-Encoding': 'gzip' }

async function withFeed() {
  const shop = await fixtureShop()
  await setFeeds(shop, swedishFeed)
  await runJob(shop)
  return shop
}

test('a feed is answered as it is kept, and unpacked to a client that takes no gzip', async () => {
  await using shop = await withFeed()
  await using server = await serveFeeds(shop)
  const packed = await server.ask(address, { headers: gzip })
  const { size } = statSync(feedFile(shop.env, swedishFeed))
  expect(packed).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(size),
      'cache-control': 'public, max-age=3600, no-transform',
      'x-robots-tag': 'noindex',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+-gzip"$/) as string,
    },
  })
  const plain = await server.ask(address)
  expect(plain.status).toBe(200)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.etag).not.toBe(packed.headers.etag)
  expect(plain.text).toBe(gunzipSync(packed.body).toString())
  expect(entriesOf(plain.text).has('BAT')).toBe(true)
})

test('a client that has it is answered 304, until it is written again', async () => {
  await using shop = await withFeed()
  await using server = await serveFeeds(shop)
  for (const headers of [gzip, {}]) {
    const { etag = '' } = (await server.ask(address, { headers })).headers
    const again = await server.ask(address, { headers: { ...headers, 'If-None-Match': `"other", W/${etag}` } })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
    expect((await server.ask(address, { headers: { ...headers, 'If-None-Match': '"other"' } })).status).toBe(200)
    utimesSync(feedFile(shop.env, swedishFeed), new Date(), new Date(Date.now() + 5_000))
    expect((await server.ask(address, { headers: { ...headers, 'If-None-Match': etag } })).status).toBe(200)
  }
})

test('HEAD has the headers alone, a range is answered whole, and nothing is posted', async () => {
  await using shop = await withFeed()
  await using server = await serveFeeds(shop)
  const head = await server.ask(address, { method: 'HEAD', headers: gzip })
  const whole = await server.ask(address, { headers: { ...gzip, Range: 'bytes=5-9' } })
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(whole.body.length) } })
  expect(whole.status).toBe(200)
  expect((await server.ask(address, { method: 'POST', headers: { Origin: 'http://shop.test' } })).status).toBe(405)
})

test('there is none while it is off, not written, or in another currency', async () => {
  await using shop = await fixtureShop()
  await using server = await serveFeeds(shop)
  const status = async (path = address) => (await server.ask(path)).status
  expect(await status()).toBe(404)
  await setFeeds(shop, swedishFeed)
  expect(await status()).toBe(404)
  await runJob(shop)
  expect(await status()).toBe(200)
  await setFeeds(shop, { ...swedishFeed, currency: 'EUR' })
  expect(await status()).toBe(404)
  await runJob(shop)
  expect(await status()).toBe(200)
  await setFeeds(shop, { ...swedishFeed, language: 'en' })
  expect(await status()).toBe(404)
})

test('a file that cannot be opened is an error of the shop, not an address where nothing is', async () => {
  await using shop = await withFeed()
  await using server = await serveFeeds(shop)
  const file = feedFile(shop.env, swedishFeed)
  rmSync(file)
  symlinkSync(file, file)
  expect((await server.ask(address)).status).toBe(500)
  rmSync(file)
  expect((await server.ask(address)).status).toBe(404)
})

test.each([
  '/feeds/',
  '/feeds/google-sv-SE',
  '/feeds/google-sv-SE.xml.gz',
  '/feeds/google-sv-SE-SEK.xml',
  '/feeds/google-sv-se.xml',
  '/feeds/google-sv-NO.xml',
  '/feeds/../shop.db.xml',
  '/feeds/..%2Fshop.db.xml',
  '/feeds/google-sv-SE.xml/',
  '/feeds/%67oogle-sv-SE.xml',
  '/feeds/google-sv-SE.xml%00',
  '/feeds/__proto__.xml',
  `/feeds/${'a'.repeat(5_000)}.xml`,
])('nothing is at %s', async (path) => {
  await using shop = await withFeed()
  await using server = await serveFeeds(shop)
  writeFileSync(`${shop.env.SHOP_DATA}/google-sv-NO.xml`, 'secret')
  const { status, text } = await server.ask(path, { headers: gzip })
  expect([400, 404]).toContain(status === 200 && text === 'nothing' ? 404 : status)
  expect(text).not.toContain('secret')
})

test('an answer that has begun stays whole while the feed is written again', async () => {
  await using shop = await withFeed()
  const file = feedFile(shop.env, swedishFeed)
  const old = `<old>${Array.from({ length: 300_000 }, (_, at) => (at * 7_919) % 104_729).join(' ')}</old>`
  writeFileSync(file, gzipSync(old))
  await using server = await serveFeeds(shop)
  const sent = request({ port: server.port, host: '127.0.0.1', path: address, agent: false })
  sent.end()
  const [response] = await once(sent, 'response')
  await shop.db.updateTable('product_feeds').set({ is_wanted: 1 }).execute()
  await runJob(shop)
  expect(Buffer.concat(await response.toArray()).toString()).toBe(old)
  expect((await server.ask(address)).text).toContain('<rss')
})

/** The most memory of this process within some time, in which a server that heeds nobody would unpack all. */
async function mostMemory(ms: number): Promise<number> {
  let most = 0
  for (const end = Date.now() + ms; Date.now() < end; await setTimeout(20))
    most = Math.max(most, process.memoryUsage().rss)
  return most
}

test('one network gets no more than its share of answers at once, and leaves its places when it goes', async () => {
  await using shop = await withFeed()
  writeFileSync(feedFile(shop.env, swedishFeed), gzipSync(Buffer.alloc(200_000_000)))
  await using server = await serveFeeds(shop, { REQUESTS_AT_ONCE: 4, REQUESTS_PER_NETWORK: 2 })
  const { rss: before } = process.memoryUsage()
  const sent = Array.from({ length: 30 }, () => {
    const each = request({ port: server.port, host: '127.0.0.1', path: address, agent: false })
    each.on('error', () => {})
    each.end()
    return each
  })
  const statuses = await Promise.all(
    sent.map(async (each) => {
      const [response] = await once(each, 'response')
      response.on('error', () => {})
      return response.statusCode
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 503)).toHaveLength(28)
  expect((await mostMemory(1_000)) - before).toBeLessThan(100_000_000)
  expect((await server.ask(address, { method: 'HEAD' })).status).toBe(200)
  for (const each of sent) each.destroy()
  const next = request({ port: server.port, host: '127.0.0.1', path: address, agent: false })
  next.end()
  const [response] = await once(next, 'response')
  expect(response.statusCode).toBe(200)
  next.on('error', () => {})
  response.on('error', () => {})
  next.destroy()
})
