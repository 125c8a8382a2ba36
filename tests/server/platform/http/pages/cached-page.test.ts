import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptedEncodings } from '../../../../../src/server/platform/http/answers/compress.ts'
import {
  createCachedPage,
  storeSmallest,
  variantOf,
  type CachedPage,
} from '../../../../../src/server/platform/http/pages/cached-page.ts'

const text = 'spare part '.repeat(500)
const browser = acceptedEncodings('gzip, deflate, br, zstd')
const olderBrowser = acceptedEncodings('gzip, deflate, br')

function stored(body: string, accepted?: typeof browser): Promise<CachedPage> {
  const caching = { maxAge: 60, staleWhileRevalidate: 0, tags: new Set<string>() }
  return createCachedPage({
    status: 200,
    contentType: 'text/html',
    headers: [],
    body: Buffer.from(body),
    caching,
    now: 0,
    accepted,
  })
}

const bytesOf = ({ variants }: CachedPage): number =>
  [...variants.values()].reduce((sum, { body }) => sum + body.length, 0)

test('a thousand concurrent requests for another encoding wait for the same compression', async () => {
  const page = await stored(text)
  for (const header of ['gzip', undefined, 'zstd']) {
    const accepted = acceptedEncodings(header)
    const variants = await Promise.all(Array.from({ length: 1_000 }, () => variantOf(page, accepted)))
    expect(new Set(variants).size).toBe(1)
  }
  expect(page.making.size).toBe(0)
})

describe('how a page is stored', () => {
  test('as zstd for a first reader who accepts it, and made for all others from that', async () => {
    const page = await stored(text, browser)
    expect([...page.variants.keys()]).toEqual(['zstd'])
    expect(zstdDecompressSync((await variantOf(page, browser)).body).toString()).toBe(text)
    expect(brotliDecompressSync((await variantOf(page, olderBrowser)).body).toString()).toBe(text)
    expect((await variantOf(page, acceptedEncodings(undefined))).body.toString()).toBe(text)
    expect(page.bytes).toBe(bytesOf(page))
  })

  test('as brotli when nobody waits for it, or the first reader does not accept zstd', async () => {
    for (const page of [await stored(text), await stored(text, olderBrowser)])
      expect([...page.variants.keys()]).toEqual(['br'])
  })

  test('as it is when it is short', async () => {
    const page = await stored('short', browser)
    await storeSmallest(page)
    expect([...page.variants.keys()]).toEqual(['identity'])
    expect((await variantOf(page, browser)).body.toString()).toBe('short')
  })

  test('once it is popular, as brotli alone, which browsers then get', async () => {
    const page = await stored(text, browser)
    await storeSmallest(page)
    expect([...page.variants.keys()]).toEqual(['br'])
    expect(page.bytes).toBe(bytesOf(page))
    const { body, headers } = await variantOf(page, browser)
    expect(brotliDecompressSync(body).toString()).toBe(text)
    expect(headers).toContain('br')
  })
})
