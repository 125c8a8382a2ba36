import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { cspReports } from '../../../../src/server/platform/client-errors/csp-reports.ts'
import { listen } from '../../../../src/server/platform/diagnostics.ts'
import { createRateLimits } from '../../../../src/server/platform/http/limits/rate-limit.ts'
import { serveHttp } from '../../../support/http-shop.ts'
import { freshDatabase } from '../../../support/test-database.ts'

type Logged = { csp_report: { directive: string; blocked: string; page: string; source: string; line: number } }

/** A server that takes reports, and what it has logged. */
async function collector() {
  const lines: Logged[] = []
  const output = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const data = await freshDatabase()
  const limits = createRateLimits({ db: data.db, now: () => new Date() }, { CARTS_PER_NETWORK: 0 })
  const shop = await serveHttp({ hops: 1, steps: [cspReports({ limits, log: pino({}, output) }, [])] })
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    shop.ask('/csp-report', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report', 'sec-fetch-site': 'same-origin', ...headers },
      body,
    })
  const close = async (): Promise<void> => {
    await shop[Symbol.asyncDispose]()
    await data.close()
  }
  return { lines, post, [Symbol.asyncDispose]: close }
}

const report = (changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://shop.example/sv/sok?q=anna@example.se',
      'blocked-uri': 'https://evil.example/x.js?stolen=1',
      'effective-directive': 'script-src-elem',
      'source-file': 'https://shop.example/sv/sok',
      'line-number': 7,
      'script-sample': 'a secret',
      ...changes,
    },
  })

test('a report is logged without queries and secrets, and told to who measures', async () => {
  await using shop = await collector()
  const told: string[] = []
  const stop = listen('forbidden', ({ directive }) => told.push(directive))
  const answer = await shop.post(report())
  expect([answer.status, answer.text]).toEqual([204, ''])
  await shop.post(report({ 'effective-directive': undefined, 'violated-directive': "img-src 'self'" }))
  await shop.post(report({ 'effective-directive': 'x'.repeat(50), 'line-number': 'many' }))
  stop()
  expect(shop.lines[0]?.csp_report).toEqual({
    directive: 'script-src-elem',
    blocked: 'https://evil.example/x.js',
    page: 'https://shop.example/sv/sok',
    source: 'https://shop.example/sv/sok',
    line: 7,
  })
  expect(told).toEqual(['script-src-elem', 'img-src', 'other'])
  expect(JSON.stringify(shop.lines)).not.toMatch(/anna|stolen|secret/)
})

test('what is no report, comes from an extension or from another site, or is too large, is not logged', async () => {
  await using shop = await collector()
  for (const body of ['', '{', '[]', 'null', '{"csp-report":1}', '{"csp-report":null}', '"x"', '[['.repeat(5_000)])
    expect((await shop.post(body)).status).toBe(204)
  await shop.post(report({ 'source-file': 'moz-extension://abc/x.js' }))
  await shop.post(report({ 'blocked-uri': 'chrome-extension://abc' }))
  expect((await shop.post(report(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await shop.post(Buffer.alloc(17 * 1024, 'x'))).status).toBe(413)
  expect(shop.lines).toEqual([])
})

test('reports are limited for each network and for all together', async () => {
  await using shop = await collector()
  for (let count = 0; count < 30; count += 1)
    expect((await shop.post(report(), { 'x-forwarded-for': '192.0.2.1' })).status).toBe(204)
  expect(shop.lines).toHaveLength(20)
  for (let count = 0; count < 150; count += 1) await shop.post(report(), { 'x-forwarded-for': `198.51.100.${count}` })
  expect(shop.lines).toHaveLength(120)
})
