import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { healthStep, cachedCheck } from '../../../../../src/server/platform/http/server/health.ts'
import { createDrain } from '../../../../../src/server/platform/http/server/shutdown.ts'
import { serveHttp, silentLog } from '../../../../support/http-shop.ts'

describe('health', () => {
  test.each([
    [false, undefined, 200, 'ready', 200, 'serving'],
    [false, 'disk full', 503, 'disk full', 200, 'serving'],
    [true, undefined, 503, 'draining', 503, 'draining'],
  ])(
    'draining %s, fault %s: /readyz is %i (%s), /servez %i',
    async (isDraining, fault, status, text, serving, servingText) => {
      await using shop = await serveHttp({
        steps: [healthStep({ isDraining: () => isDraining, fault: async () => fault })],
      })
      expect(await shop.ask('/readyz')).toMatchObject({
        status,
        text: `${text}\n`,
        headers: { 'cache-control': 'no-store' },
      })
      expect(await shop.ask('/servez')).toMatchObject({
        status: serving,
        text: `${servingText}\n`,
        headers: { 'cache-control': 'no-store' },
      })
      expect(await shop.ask('/healthz')).toMatchObject({ status: 200, text: 'alive\n' })
    },
  )

  test('a process that reads the products is not ready, and serves', async () => {
    let isStarting = true
    const readiness = { isDraining: () => false, isStarting: () => isStarting, fault: async () => undefined }
    await using shop = await serveHttp({ steps: [healthStep(readiness)] })
    expect(await shop.ask('/readyz')).toMatchObject({ status: 503, text: 'starting\n' })
    expect((await shop.ask('/servez')).status).toBe(200)
    isStarting = false
    expect((await shop.ask('/readyz')).status).toBe(200)
  })

  test('the database is checked once a second, and a change is logged once', async () => {
    const faults = [undefined, 'disk full', 'disk full', undefined]
    const said: string[] = []
    const log = {
      error: (_: unknown, text?: string) => said.push(String(text)),
      info: (_: unknown, text?: string) => said.push(String(text)),
    }
    let [asked, at] = [0, 10_000]
    const fault = cachedCheck(
      async () => faults[asked++],
      log as unknown as Parameters<typeof cachedCheck>[1],
      () => at,
    )
    const seen: (string | undefined)[] = []
    for (; at < 14_000; at += 250) seen.push(await fault())
    expect(asked).toBe(4)
    expect(seen.filter((each) => each === 'disk full')).toHaveLength(8)
    expect(said).toEqual(['not ready', 'ready again'])
  })
})

describe('drain', () => {
  test('a running request is completed, new ones are refused, then the services close', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const render = vi.fn(() => promise)
    const shop = await serveHttp({ render })
    const close = vi.fn(async () => {})
    const drain = createDrain({ server: shop.server, log: silentLog, close })
    const running = shop.ask('/slow')
    await vi.waitFor(() => expect(render).toHaveBeenCalled())
    const stopped = drain.stop('test')
    expect(drain.isDraining()).toBe(true)
    await vi.waitFor(() => expect(shop.server.listening).toBe(false))
    await expect(shop.ask('/late')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
    expect(close).not.toHaveBeenCalled()
    resolve(new Response('finished'))
    expect((await running).text).toBe('finished')
    await stopped
    expect(close).toHaveBeenCalledOnce()
  })

  test('with a delay, a balancer is told before requests are refused', async () => {
    const shop = await serveHttp({})
    const stopped = createDrain({ server: shop.server, log: silentLog, close: async () => {}, delayMs: 200 }).stop(
      'test',
    )
    expect((await shop.ask('/x')).status).toBe(200)
    await stopped
    await expect(shop.ask('/x')).rejects.toThrow()
  })

  test('a request that waits unread on a kept connection is answered', async () => {
    const shop = await serveHttp({})
    const client = connect(shop.port, '127.0.0.1')
    const answered = async (): Promise<string> => {
      client.write('GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const [bytes]: [Buffer] = (await once(client, 'data')) as [Buffer]
      return bytes.toString('latin1').slice(0, 15)
    }
    await once(client, 'connect')
    expect(await answered()).toBe('HTTP/1.1 200 OK')
    const drain = createDrain({ server: shop.server, log: silentLog, close: async () => {}, delayMs: 1 })
    const stopped = drain.stop('test')
    const last = answered()
    // The event loop comes to the end of the delay before it reads the request.
    for (const until = performance.now() + 20; performance.now() < until;);
    expect(await last).toBe('HTTP/1.1 200 OK')
    await stopped
  })

  test('a request that never ends is aborted', async () => {
    const render = vi.fn(() => new Promise<Response>(() => {}))
    const shop = await serveHttp({ render })
    const running = shop.ask('/endless')
    const cut = expect(running).rejects.toThrow('socket hang up')
    await vi.waitFor(() => expect(render).toHaveBeenCalled())
    await createDrain({ server: shop.server, log: silentLog, close: async () => {}, maxMs: 50 }).stop('test')
    await cut
  })

  test('a worker that leaves gives running requests more time', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const render = vi.fn(() => promise)
    const shop = await serveHttp({ render })
    const running = shop.ask('/slow')
    await vi.waitFor(() => expect(render).toHaveBeenCalled())
    const limits = { maxMs: 1, silentMs: 1, maxLeavingMs: 60_000 }
    const drain = createDrain({ server: shop.server, log: silentLog, close: async () => {}, ...limits })
    const left = drain.leave('test')
    const swept = vi.spyOn(shop.server, 'closeIdleConnections')
    await vi.waitFor(() => expect(swept.mock.calls.length).toBeGreaterThan(1))
    resolve(new Response('finished'))
    expect((await running).text).toBe('finished')
    await left
  })
})
