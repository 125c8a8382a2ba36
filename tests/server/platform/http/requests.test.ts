import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../../src/server/platform/http/answers/problem.ts'
import type { RenderContext } from '../../../../src/server/platform/http/pages/pages.ts'
import { serveHttp, testOrigin } from '../../../support/http-shop.ts'

const kibibyte = 1024
/** A fake Astro that returns the length of the received body. */
const bodyLength = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength))

describe('body limits', () => {
  test.each([
    ['/api/anything', 64 * kibibyte],
    ['/api/sync-cart', 1024 * kibibyte],
    ['/api/sync-coupons', 1024 * kibibyte],
    ['/excel-to-cart', 2048 * kibibyte],
    ['/api/sync-cart/', 1024 * kibibyte],
  ])('%s accepts %i bytes and not one more', async (path, limit) => {
    await using shop = await serveHttp({ render: bodyLength })
    expect((await shop.ask(path, { method: 'POST', body: Buffer.alloc(limit) })).text).toBe(String(limit))
    const refused = await shop.ask(path, { method: 'POST', body: Buffer.alloc(limit + 1) })
    expect(refused).toMatchObject({
      status: 413,
      headers: { 'content-type': 'application/problem+json', connection: 'close' },
    })
    expect(JSON.parse(refused.text)).toMatchObject({
      status: 413,
      code: 'body_too_large',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test("the console takes long texts and a logo, and says in the reader's language what is too large", async () => {
    await using shop = await serveHttp({ render: bodyLength })
    const post = (path: string, bytes: number) =>
      shop.ask(path, { method: 'POST', body: Buffer.alloc(bytes), headers: { 'accept-language': 'sv-SE,en;q=0.5' } })
    expect((await post('/console/brands/new', 1024 * kibibyte)).status).toBe(200)
    expect((await post('/console/settings/brand', 2048 * kibibyte + 500)).status).toBe(200)
    expect((await post('/console/sign-in', 64 * kibibyte + 1)).status).toBe(413)
    const { status, headers, text } = await post('/console/brands/new', 1024 * kibibyte + 1)
    expect([status, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(text).toContain('Formuläret är för stort')
  })

  test('of a stranger to the console a long form is refused before it is read, in words', async () => {
    const asked: string[] = []
    const isStaff = async (cookies: string) => asked.push(cookies) > 0 && cookies === 'staff_session=known'
    await using shop = await serveHttp({ render: bodyLength, isStaff })
    const post = (path: string, bytes: number, cookie = '') =>
      shop.ask(path, { method: 'POST', body: Buffer.alloc(bytes), headers: { cookie, 'accept-language': 'en' } })
    expect((await post('/console/brands/new', 64 * kibibyte)).status).toBe(200)
    expect(asked).toEqual([])
    expect((await post('/console/price-lists/x', 4096 * kibibyte, 'staff_session=known')).status).toBe(200)
    const refused = await post('/console/brands/new', 64 * kibibyte + 1, 'staff_session=other')
    expect(refused).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(refused.text).toContain('You are no longer signed in')
    expect(refused.text).toContain('<a href="/console/sign-in" target="_blank"')
    const unread = 'POST /console/brands/new HTTP/1.1\r\nHost: a\r\n'
    const chunks = `${unread}Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`
    const heads = [`${unread}Content-Length: 900000\r\nExpect: 100-continue\r\n\r\n`, chunks]
    const answers = await Promise.all(heads.map(async (head) => (await talk(shop.port, head)).answer))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('a declared length is rejected before the body is sent', async () => {
    await using shop = await serveHttp({ render: bodyLength })
    const { answer } = await talk(
      shop.port,
      `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 200000000\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('who sends on after the refusal reads it, and is not reset', async () => {
    await using shop = await serveHttp({ render: bodyLength })
    const length = 4 * 1024 * kibibyte
    const socket = connect(shop.port, '127.0.0.1')
    const errors: Error[] = []
    socket.on('error', (error) => errors.push(error))
    socket.write(`POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(100)}`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
    for (let sent = 100; sent < length; sent += kibibyte)
      if (!socket.write(Buffer.alloc(Math.min(kibibyte, length - sent)))) await once(socket, 'drain')
    await once(socket, 'end')
    expect(errors).toEqual([])
  })

  test('endless chunks are rejected while they arrive', async () => {
    await using shop = await serveHttp({ render: bodyLength })
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const { answer } = await talk(
      shop.port,
      `POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('a sender who leaves in the middle is no error of the shop', async () => {
    const lines: unknown[] = []
    const written = new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    await using shop = await serveHttp({ render: bodyLength, log: pino({ level: 'info' }, written) })
    const socket = connect(shop.port, '127.0.0.1')
    socket.write('POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc', () => socket.destroy())
    await expect.poll(() => lines).toMatchObject([{ level: 30, msg: 'request', aborted: true }])
  })
})

describe('other sites', () => {
  test.each<[number, Record<string, string>]>([
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site', origin: testOrigin }],
    [403, { origin: 'http://evil.example' }],
    [403, { origin: 'null' }],
    [200, { 'sec-fetch-site': 'same-origin' }],
    [200, { origin: testOrigin }],
    [200, {}],
  ])('%i for a post with %j', async (status, headers) => {
    await using shop = await serveHttp({})
    const answer = await shop.ask('/api/x', { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(status)
    if (status === 403) expect(JSON.parse(answer.text)).toMatchObject({ code: 'cross_site' })
  })

  test('reading is allowed, and webhooks are verified', async () => {
    await using shop = await serveHttp({})
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await shop.ask('/x', { headers })).status).toBe(200)
    expect((await shop.ask('/api/payments/stripe/webhook', { method: 'POST', headers, body: '{}' })).status).toBe(200)
    expect((await shop.ask('/api/payments/stripe/webhook/more', { method: 'POST', headers, body: '{}' })).status).toBe(
      403,
    )
  })
})

describe('method and URL', () => {
  test.each([
    ['/%', 400, 'bad_url'],
    ['/%ff', 400, 'bad_url'],
    ['/a%00b', 400, 'bad_url'],
    ['/a%5cb', 400, 'bad_url'],
    ['/a/..%2f..%2fconsole%2fsign-in', 400, 'bad_url'],
    ['/a/..%252fb', 400, 'bad_url'],
    ['/a/%25252e%2e', 400, 'bad_url'],
    [`/${'a'.repeat(9000)}`, 414, 'url_too_long'],
  ])('%s is a %i', async (path, status, code) => {
    await using shop = await serveHttp({})
    const answer = await shop.ask(path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ code })
  })

  test.each(['/data', '/file'])(
    'a HEAD of %s has the headers of its GET, and no body is made for nothing',
    async (path) => {
      let cancelled = 0
      const file = () =>
        new ReadableStream({ pull: (out) => out.enqueue(Buffer.from('x')), cancel: () => void cancelled++ })
      await using shop = await serveHttp({
        render: async ({ method, url }) => {
          if (method !== 'GET') return new Response(null)
          const isData = url.endsWith('/data')
          return new Response(isData ? JSON.stringify({ text: 'x'.repeat(2_000) }) : file(), {
            headers: { 'Content-Type': isData ? 'application/json' : 'application/pdf' },
          })
        },
      })
      const headers = { 'accept-encoding': 'gzip' }
      const head = await shop.ask(path, { method: 'HEAD', headers })
      expect([head.text, head.headers['content-type']]).toEqual([
        '',
        path === '/data' ? 'application/json' : 'application/pdf',
      ])
      expect(cancelled).toBe(path === '/data' ? 0 : 1)
      if (path === '/file') return
      const got = await shop.ask(path, { headers })
      for (const name of ['content-length', 'content-encoding', 'vary', 'cache-control'])
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
    },
  )

  test('an unknown method is a 405 that lists the known ones', async () => {
    await using shop = await serveHttp({})
    const answer = await shop.ask('/x', { method: 'PROPFIND' })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } })
  })

  test.each(['/a?q=100%', '//evil.example/x', '/x?b=%00'])('%s stays on our origin', async (path) => {
    await using shop = await serveHttp({ render: async (request) => new Response(new URL(request.url).origin) })
    expect(
      (await shop.ask(path, { headers: { host: 'foreign.local', 'x-forwarded-host': 'evil.example' } })).text,
    ).toBe(testOrigin)
  })
})

describe('request data for pages', () => {
  test.each([
    [0, '127.0.0.1'],
    [1, '3.3.3.3'],
    [2, '2.2.2.2'],
    [9, '1.1.1.1'],
  ])('with %i trusted proxies the client address is %s', async (hops, address) => {
    await using shop = await serveHttp({
      hops,
      render: async (_: Request, { clientAddress }: RenderContext) => new Response(clientAddress),
    })
    expect((await shop.ask('/x', { headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' } })).text).toBe(address)
  })

  test('a request id is always ours and in the answer', async () => {
    await using shop = await serveHttp({
      render: async (_: Request, { requestId }: RenderContext) => new Response(requestId),
    })
    const { text, headers } = await shop.ask('/x', { headers: { 'x-request-id': 'mine' } })
    expect(text).toBe(headers['x-request-id'])
    expect(text).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })
})

describe('errors', () => {
  test('an error is a 500 that reveals only its request id', async () => {
    await using shop = await serveHttp({ render: async () => Promise.reject(new Error('the secret of the database')) })
    const { status, text, headers } = await shop.ask('/x')
    expect(status).toBe(500)
    expect(JSON.parse(text)).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      request_id: headers['x-request-id'],
    })
  })

  test('a problem keeps its status, code and headers', async () => {
    await using shop = await serveHttp({
      render: async () => Promise.reject(new ProblemError(503, 'database_away', { headers: { 'Retry-After': '1' } })),
    })
    expect(await shop.ask('/x')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })

  test('every answer carries the security headers', async () => {
    await using shop = await serveHttp({})
    for (const path of ['/x', '/%']) {
      expect((await shop.ask(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
    }
  })
})

/** Sends raw bytes and collects the answer until the server closes. */
async function talk(port: number, text: string): Promise<{ answer: string }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return { answer }
}
