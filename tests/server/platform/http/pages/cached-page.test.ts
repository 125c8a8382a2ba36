import { expect, test } from 'vitest'
import { createCachedPage, variantOf } from '../../../../../src/server/platform/http/pages/cached-page.ts'

test('a thousand concurrent requests for another encoding wait for the same compression', async () => {
  const caching = { maxAge: 60, staleWhileRevalidate: 0, tags: new Set<string>() }
  const page = await createCachedPage({
    status: 200,
    contentType: 'text/html',
    headers: [],
    body: Buffer.from('spare part '.repeat(500)),
    caching,
    now: 0,
  })
  for (const encoding of ['gzip', 'identity'] as const) {
    const variants = await Promise.all(Array.from({ length: 1_000 }, () => variantOf(page, encoding)))
    expect(new Set(variants).size).toBe(1)
  }
  expect(page.making.size).toBe(0)
})
