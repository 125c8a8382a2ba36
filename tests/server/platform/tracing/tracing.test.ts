import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { traced } from '../../../../src/server/platform/diagnostics.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { startTracing } from '../../../../src/server/platform/tracing/start-tracing.ts'
import { serveHttp } from '../../../support/http-shop.ts'
import { freshDatabase } from '../../../support/test-database.ts'

type Value = { stringValue?: string; intValue?: string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Sent = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] }
type Asked = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server that keeps what it was asked, and answers with `status`. */
async function listener(status = 200) {
  const asked: Asked[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (text: string) => (body += text))
    req.once('end', () => {
      asked.push({ path: req.url ?? '', headers: req.headers, body })
      res.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked, [Symbol.dispose]: () => void server.close().closeAllConnections() }
}

const spansOf = (asked: readonly Asked[]): Span[] =>
  asked
    .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
const valuesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

function settings(endpoint: string, more: Record<string, string> = {}) {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' }
  return parseEnv({ NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...headers, ...more })
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callersSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callersSpan}-01`

test('a request, its statements and its outgoing requests are one trace, which the caller began', async () => {
  using collector = await listener()
  using provider = await listener(402)
  await using database = await freshDatabase()
  const log = { warn: vi.fn() }
  const stop = startTracing(settings(collector.origin, { TRUST_PROXY_HOPS: '1' }), '1.2.3', log)
  await using shop = await serveHttp({
    render: async ({ url }) => {
      if (url.endsWith('/readyz')) return new Response('ready')
      await database.db.selectFrom('settings').select('key').where('key', '=', 'secret-key').execute()
      await fetch(`${provider.origin}/secret-path?token=secret`).then((answer) => answer.text())
      await new Promise((resolve) =>
        get(`${provider.origin}/secret-path`, (answer) => answer.resume().once('end', resolve)),
      )
      return new Response('done')
    },
  })
  const headers = { traceparent, 'user-agent': 'secret-agent', 'x-forwarded-for': '192.0.2.77' }
  await shop.ask('/sv/logga-in?token=secret', { headers })
  await shop.ask('/readyz')
  await traced(
    () => ({ kind: 'job', name: 'outbox' }),
    () => database.db.insertInto('settings').values({ key: 'a', value: '' }).execute(),
  )
  await stop()

  const spans = spansOf(collector.asked)
  const request = spans.find(({ kind }) => kind === 2)
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(1)
  expect(request).toMatchObject({ traceId, parentSpanId: callersSpan, name: 'GET login', status: {} })
  expect(request && valuesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': 'login',
    'http.response.status_code': 200,
  })
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(parts.map(({ name, status }) => [name, status.code])).toEqual([
    ['database read', undefined],
    ['GET 127.0.0.1', 2],
    ['GET 127.0.0.1', 2],
  ])
  expect(parts.every((span) => span.traceId === traceId)).toBe(true)
  const handedOn = provider.asked.map((asked) => asked.headers['traceparent'])
  expect(handedOn).toEqual(parts.slice(1).map(({ spanId }) => `00-${traceId}-${spanId}-01`))
  const job = spans.find(({ name }) => name === 'job outbox')
  expect(job?.traceId).not.toBe(traceId)
  expect(spans.find(({ parentSpanId }) => parentSpanId === job?.spanId)).toMatchObject({ name: 'database write' })
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    expect(BigInt(start)).toBeLessThanOrEqual(BigInt(end))
    expect(Math.abs(Number(BigInt(end) / 1_000_000n) - Date.now())).toBeLessThan(600_000)
  }

  expect(collector.asked.map(({ path }) => path)).toEqual(collector.asked.map(() => '/v1/traces'))
  expect(collector.asked[0]?.headers).toMatchObject({ 'api-key': 'a b', 'content-type': 'application/json' })
  expect(collector.asked[0]?.headers).not.toHaveProperty('traceparent')
  expect(collector.asked.map(({ body }) => body).join('')).not.toMatch(/secret|192\.0\.2|readyz/)
  expect(log.warn).not.toHaveBeenCalled()
})

test.each([
  ['without a proxy, whoever sends it', traceparent, {}],
  ['that is none', '00-00000000000000000000000000000000-b7ad6b7169203331-01', { TRUST_PROXY_HOPS: '1' }],
  ['that is too long', `${traceparent}-extra`, { TRUST_PROXY_HOPS: '1' }],
])('a traceparent %s does not count', async (_, sent, more: Record<string, string>) => {
  using collector = await listener()
  const stop = startTracing(settings(collector.origin, more), '1', { warn: vi.fn() })
  await using shop = await serveHttp({ render: async () => new Response('done') })
  await shop.ask('/sv', { headers: { traceparent: sent } })
  await stop()
  const [span] = spansOf(collector.asked)
  expect(span?.name).toBe('GET home')
  expect(span?.traceId).not.toMatch(/^(?:0af7|0000)/)
  expect(span).not.toHaveProperty('parentSpanId')
})

test('what a sampler or the caller leaves out is not sent', async () => {
  using collector = await listener()
  const env = settings(collector.origin, { TRUST_PROXY_HOPS: '1', OTEL_TRACES_SAMPLER_ARG: '0' })
  const stop = startTracing(env, '1', { warn: vi.fn() })
  await using shop = await serveHttp({ render: async () => new Response('done') })
  await shop.ask('/sv')
  await shop.ask('/en', { headers: { traceparent: traceparent.replace(/01$/, '00') } })
  await shop.ask('/en/login', { headers: { traceparent } })
  await stop()
  expect(spansOf(collector.asked).map(({ name }) => name)).toEqual(['GET login'])
})

test('a collector that fails is told once, and the shop answers as before', async () => {
  using collector = await listener(500)
  const log = { warn: vi.fn() }
  const stop = startTracing(settings(collector.origin), '1', log)
  await using shop = await serveHttp({ render: async () => new Response('done') })
  for (let batch = 1; batch <= 2; batch += 1) {
    expect((await shop.ask('/sv')).status).toBe(200)
    await vi.waitFor(() => expect(collector.asked).toHaveLength(batch), { timeout: 60_000 })
  }
  await stop()
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ why: 'status 500' }, 'spans could not be sent')
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac: d'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('%s=%s ends the start with a sentence', (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(`${name} must be`)
})
