import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ClientErrors } from '../../../../src/contracts/calls/client-errors.ts'
import { recordClientError } from '../../../../src/server/platform/client-errors/record-client-error.ts'
import { redacted } from '../../../../src/server/platform/client-errors/redact.ts'
import { createLog } from '../../../../src/server/platform/log.ts'
import { freshShop } from '../../../support/test-shop.ts'
import { call } from '../../call.ts'
import { swedish } from '../../ordering/checkout/buyer.ts'

function linesOf() {
  const lines: string[] = []
  const log = createLog(
    { LOG_LEVEL: 'warn' },
    new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  return { lines, log }
}

describe('spec 8: an unhandled client error is posted to the error endpoint', () => {
  test('and logged, redacted [7.captuerr.answer]', async () => {
    const { lines, log } = linesOf()
    await using shop = await freshShop({ log })
    const body = {
      error: 'No cart for anna.lind@example.com',
      level: 'error',
      userAgent: 'Browser 1',
      stack: 'Error\n  at https://shop.example/_astro/page.Dk3_9aXq.js?login=abc:1:234\n  token=s3cr3t Bearer abc.def',
      url: 'https://shop.example/sv/checkout/0198f1c2-aaaa-7bbb-8ccc-000000000001?token=abc#x',
    }
    expect((await call(shop, ClientErrors, recordClientError, { body, shopping: swedish() })).status).toBe(200)
    const report = (JSON.parse(lines[0] ?? '{}') as { client_error: typeof body }).client_error
    expect(report).toEqual({
      error: 'No cart for [e-mail]',
      level: 'error',
      userAgent: 'Browser 1',
      stack: 'Error\n  at https://shop.example/_astro/page.Dk3_9aXq.js\n  token=[secret] Bearer [secret]',
      url: 'https://shop.example/sv/checkout/[id]',
    })
  })

  test('at most thirty a minute from one address', async () => {
    const { lines, log } = linesOf()
    await using shop = await freshShop({ log })
    for (let count = 0; count < 40; count += 1)
      await call(shop, ClientErrors, recordClientError, { body: { error: 'x' }, shopping: swedish() })
    expect(lines).toHaveLength(30)
    await call(shop, ClientErrors, recordClientError, {
      body: { error: 'x' },
      shopping: swedish(),
      clientAddress: '192.0.2.1',
    })
    expect(lines).toHaveLength(31)
  })

  test('reports above the size limit are rejected', async () => {
    await using shop = await freshShop()
    for (const body of [
      { error: 'x'.repeat(2_001) },
      { error: 'x', stack: 'x'.repeat(8_001) },
      { error: 'x', url: 'x'.repeat(2_001) },
      {},
    ]) {
      expect((await call(shop, ClientErrors, recordClientError, { body, shopping: swedish() })).status).toBe(422)
    }
  })
})

test.each([
  ['?login=eyJhbGciOi&q=battery', '?login=[secret]&q=[secret]'],
  ['mail to a%40b.se', 'mail to [e-mail]'],
  ['a@b.se+c@d.se,e@f.se', '[e-mail][e-mail],[e-mail]'],
  ['https://a.example/https://b.example/x?y=1', 'https://a.example/https://b.example/x'],
  ['access_token=abc', 'access_token=[secret]'],
  ['Authorization: Basic YWJjOmRlZg==', 'Authorization: Basic [secret]'],
  ['kept Hk3sLq9dPz7VbN2mXc5RtYw8', 'kept [secret]'],
  ['/en/product/battery-for-dell-latitude-7490-f3ygt', '/en/product/battery-for-dell-latitude-7490-f3ygt'],
  [
    "TypeError: Cannot read properties of undefined (reading 'lines')",
    "TypeError: Cannot read properties of undefined (reading 'lines')",
  ],
])('%j is logged as %j', (text, expected) => expect(redacted(text)).toBe(expected))
