import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLanes, laneOf } from '../../../../src/server/platform/http/lanes.ts'
import { serveHttp } from '../../../support/http-shop.ts'

const attacker = { 'x-forwarded-for': '203.0.113.7' }
const neighbour = { 'x-forwarded-for': '198.51.100.9' }

const shortly = { pages: 20, writes: 20 }

/** A fake Astro whose pages are never finished until `finish`, except for the login. */
function slowPages() {
  const finished = Promise.withResolvers<void>()
  const started: string[] = []
  const render = async (request: Request) => {
    const { pathname } = new URL(request.url)
    started.push(pathname)
    if (!/login|healthy/.test(pathname)) await finished.promise
    return new Response(`<p>${pathname}`, {
      headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60' },
    })
  }
  return { render, started, finish: () => finished.resolve() }
}

const lanes = () => createLanes({ REQUESTS_AT_ONCE: 32, REQUESTS_PER_NETWORK: 8 }, { longest: shortly })

describe('a client that requests more pages than can be rendered', () => {
  test('gets an early 503 for the ninth, while its login, cached pages and other networks are answered', async () => {
    const slow = slowPages()
    await using shop = await serveHttp({ hops: 1, lanes: lanes(), render: slow.render })
    await shop.ask('/public/healthy')
    const eight = Array.from({ length: 8 }, (_, at) => shop.ask(`/en/checkout/${at}`, { headers: attacker }))
    while (slow.started.length < 9) await delay(1)
    const ninth = await shop.ask('/api/my-ninth', { headers: attacker })
    expect(ninth).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(JSON.parse(ninth.text)).toMatchObject({ code: 'try_again' })
    expect(await shop.ask('/public/healthy', { headers: attacker })).toMatchObject({ status: 200 })
    expect(await shop.ask('/en/login', { headers: attacker })).toMatchObject({ status: 200 })
    expect(await shop.ask('/api/auth/login', { method: 'POST', headers: attacker, body: '{}' })).toMatchObject({
      status: 200,
    })
    const other = shop.ask('/en/checkout/other', { headers: neighbour })
    while (slow.started.at(-1) !== '/en/checkout/other') await delay(1)
    slow.finish()
    expect((await Promise.all([...eight, other])).map(({ status }) => status)).toEqual(Array(9).fill(200))
  })

  test.each([
    ['/en/checkout/9', 'GET', 'en', 'The shop is busy right now', 'This page reloads automatically'],
    ['/sv/checkout/9', 'POST', 'sv', 'Butiken är hårt belastad just nu', 'Inget har gått förlorat'],
  ])('gets a message in its own language why %s waits (%s)', async (path, method, language, title, help) => {
    const slow = slowPages()
    await using shop = await serveHttp({
      hops: 1,
      lanes: createLanes({ REQUESTS_AT_ONCE: 1, REQUESTS_PER_NETWORK: 1 }, { longest: shortly }),
      render: slow.render,
    })
    const first = shop.ask('/en/x', { method, headers: attacker })
    while (slow.started.length < 1) await delay(1)
    const refused = await shop.ask(path, { method, headers: attacker })
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'x-frame-options': 'DENY' },
    })
    expect(refused.text).toContain(`<html lang="${language}">`)
    expect(refused.text).toContain(title)
    expect(refused.text).toContain(help)
    expect(refused.text.includes('http-equiv="refresh"')).toBe(method === 'GET')
    slow.finish()
    await first
  })

  test('is refused a public page too, which is neither stored as refused nor refused to others', async () => {
    const slow = slowPages()
    await using shop = await serveHttp({
      hops: 1,
      lanes: createLanes({ REQUESTS_AT_ONCE: 2, REQUESTS_PER_NETWORK: 1 }, { longest: shortly }),
      render: slow.render,
    })
    const first = shop.ask('/en/x', { headers: attacker })
    while (slow.started.length < 1) await delay(1)
    expect(await shop.ask('/public/healthy', { headers: attacker })).toMatchObject({ status: 503 })
    expect(await shop.ask('/public/healthy', { headers: neighbour })).toMatchObject({ status: 200 })
    expect(await shop.ask('/public/healthy', { headers: attacker })).toMatchObject({ status: 200 })
    slow.finish()
    await first
  })

  test('frees its slots by leaving: they go to the next', async () => {
    const slow = slowPages()
    await using shop = await serveHttp({
      lanes: createLanes({ REQUESTS_AT_ONCE: 1, REQUESTS_PER_NETWORK: 1 }),
      render: slow.render,
    })
    const first = shop.ask('/en/x')
    while (slow.started.length < 1) await delay(1)
    const leaving = await opened(shop.port)
    leaving.write('GET /en/left HTTP/1.1\r\nHost: a\r\n\r\n')
    await delay(20)
    leaving.destroy()
    await delay(20)
    slow.finish()
    expect(await first).toMatchObject({ status: 200 })
    expect(await shop.ask('/en/next')).toMatchObject({ status: 200 })
    expect(slow.started).toEqual(['/en/x', '/en/next'])
  })
})

describe('slow senders of large bodies', () => {
  test('use separate slots, so that short posts still arrive', async () => {
    await using shop = await serveHttp({
      lanes: createLanes({ REQUESTS_AT_ONCE: 2, REQUESTS_PER_NETWORK: 2 }, { longest: shortly }),
    })
    const slow = await Promise.all([1, 2].map(() => opened(shop.port)))
    for (const each of slow) each.write('POST /api/sync-cart HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n{')
    await expect
      .poll(() => shop.ask('/api/sync-cart', { method: 'POST', body: Buffer.alloc(500_000) }))
      .toMatchObject({ status: 503 })
    expect(await shop.ask('/api/sync-cart', { method: 'POST', body: '{}' })).toMatchObject({ status: 200 })
    for (const each of slow) each.destroy()
  })
})

describe('connections', () => {
  test('over the share of a network get a message and are closed', async () => {
    await using shop = await serveHttp({ connections: { all: 1_000, perNetwork: 3 } })
    const held = await Promise.all([1, 2, 3].map(() => opened(shop.port)))
    const fourth = await opened(shop.port)
    expect(await textOf(fourth)).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n/)
    held[0]?.destroy()
    await expect.poll(() => shop.ask('/x')).toMatchObject({ status: 200 })
    for (const each of held) each.destroy()
  })

  test("behind a proxy count as the proxy's, and only their total is limited", async () => {
    await using shop = await serveHttp({ hops: 1, connections: { all: 1_000, perNetwork: 2 } })
    const held = await Promise.all([1, 2, 3].map(() => opened(shop.port)))
    expect(await shop.ask('/x')).toMatchObject({ status: 200 })
    for (const each of held) each.destroy()
  })

  test('over the total are refused, health checks of this machine excepted', async () => {
    await using shop = await serveHttp({ connections: { all: 10, perNetwork: 1_000 } })
    const held = await Promise.all(Array.from({ length: 60 }, () => opened(shop.port)))
    expect(await textOf(await opened(shop.port))).toMatch(/^HTTP\/1\.1 503 /)
    for (const each of held) each.destroy()
  })

  test('that send requests without reading an answer are closed, and a few pipelined ones are answered', async () => {
    const body = Buffer.alloc(60_000, 'x')
    await using shop = await serveHttp({
      render: async () =>
        new Response(body, { headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60' } }),
    })
    for (const warm of ['gzip', 'identity']) await shop.ask('/public/x', { headers: { 'accept-encoding': warm } })
    const one = 'GET /public/x HTTP/1.1\r\nHost: a\r\n\r\n'
    const stacks = Error.stackTraceLimit
    const greedy = await opened(shop.port)
    const another = await opened(shop.port)
    for (const each of [greedy, another]) each.pause().write(one.repeat(60))
    await expect
      .poll(() => new Promise((resolve) => shop.server.getConnections((_, count) => resolve(count))), {
        timeout: 60_000,
      })
      .toBe(0)
    const modest = await opened(shop.port)
    modest.write(one.repeat(2) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect((await textOf(modest)).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
    expect(Error.stackTraceLimit).toBe(stacks)
    for (const each of [greedy, another]) each.destroy()
  })

  test('stay open while the shop works on a form with files that has arrived', async () => {
    const sockets: Socket[] = []
    const patience: (number | undefined)[] = []
    await using shop = await serveHttp({
      render: async (request) => {
        patience.push(sockets[0]?.timeout)
        await request.text()
        patience.push(sockets[0]?.timeout)
        return new Response('taken', { headers: { 'Content-Type': 'text/plain' } })
      },
    })
    shop.server.on('connection', (socket) => sockets.push(socket))
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { text } = await shop.ask('/console/pictures/new', { method: 'POST', headers, body: 'x'.repeat(100_000) })
    expect([text, ...patience]).toEqual(['taken', 20_000, 600_000])
  })

  test('stay open while an answer takes longer than a client may stop reading, but not for ever', async () => {
    const never = Promise.withResolvers<Response>()
    await using shop = await serveHttp({
      stalledMs: 500,
      render: async (request) => {
        if (new URL(request.url).pathname.endsWith('/never')) return never.promise
        await delay(1_500)
        return new Response('made', { headers: { 'Content-Type': 'text/plain' } })
      },
    })
    expect((await shop.ask('/slow')).text).toBe('made')
    await expect(shop.ask('/never')).rejects.toThrow()
    never.resolve(new Response('late'))
  })

  test('whose client stops reading are closed, and those that continue are not', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'x')
    await using shop = await serveHttp({
      stalledMs: 1_000,
      render: async () => new Response(body, { headers: { 'Content-Type': 'image/png' } }),
    })
    const stuck = await opened(shop.port)
    stuck.pause().write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n')
    const reading = await opened(shop.port)
    reading.write('GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let bytes = 0
    for await (const chunk of reading) {
      bytes += (chunk as Buffer).length
      if (bytes < 2_000_000) await delay(10)
    }
    expect(bytes).toBeGreaterThan(body.length)
    await expect
      .poll(() => new Promise((resolve) => shop.server.getConnections((_, count) => resolve(count))), {
        timeout: 60_000,
      })
      .toBe(0)
    stuck.destroy()
  })
})

test.each([
  ['GET', '/en/login', 'login'],
  ['POST', '/sv/logga-in', 'login'],
  ['POST', '/api/auth/refresh', 'login'],
  ['POST', '/api/order-auth/login', 'login'],
  ['GET', '/en/checkout/x', 'pages'],
  ['POST', '/en/checkout/x', 'writes'],
  ['POST', '/api/sync-cart', 'writes'],
  ['GET', '/api/products', 'pages'],
  ['POST', '/api/payments/stripe/webhook', 'payments'],
  ['GET', '/api/payments/stripe/return', 'writes'],
] as const)('%s %s uses a slot of %s', (method, path, lane) => expect(laneOf({ method } as never, path)).toBe(lane))

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket.setEncoding('utf8')) text += part
  return text
}
