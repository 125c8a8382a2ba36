import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byteRange } from '../../../../src/server/platform/http/static/byte-range.ts'
import { documentsStep } from '../../../../src/server/platform/http/static/documents.ts'
import { picturesStep } from '../../../../src/server/platform/http/static/pictures.ts'
import { staticFiles } from '../../../../src/server/platform/http/static/static-files.ts'
import { serveHttp } from '../../../support/http-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9"/>'.repeat(50)}</svg>`
const picture = Buffer.from(Array.from({ length: 256 }, (_, index) => index))

beforeAll(() => {
  for (const name of ['client/_astro', 'pictures/ab', 'documents']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'client/_astro/a.AbCd.js'), 'let plain')
  writeFileSync(join(folder, 'client/_astro/a.AbCd.js.br'), brotliCompressSync('let plain'))
  writeFileSync(join(folder, 'client/robots.txt'), 'all welcome')
  writeFileSync(join(folder, 'pictures/ab/x-3.avif'), picture)
  writeFileSync(join(folder, 'pictures/part-size-0a1b2c.svg'), drawing)
  writeFileSync(join(folder, 'documents/doc-0123456789abcdef.pdf'), picture)
  writeFileSync(join(folder, 'documents/other.pdf'), 'secret')
  writeFileSync(join(folder, 'secret.png'), 'secret')
  writeFileSync(join(folder, 'pictures/.hidden.png'), 'secret')
})
afterAll(() => rmSync(folder, { recursive: true }))

const serveFiles = () =>
  serveHttp({
    direct: [staticFiles(join(folder, 'client'), [])],
    steps: [picturesStep(join(folder, 'pictures'), []), documentsStep(join(folder, 'documents'), [])],
    render: async () => new Response('page', { status: 404 }),
  })

describe('built files', () => {
  test('hashed ones are cached forever, others for an hour', async () => {
    await using shop = await serveFiles()
    expect((await shop.ask('/_astro/a.AbCd.js')).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await shop.ask('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('the compressed copy is served to clients that accept it and has no URL of its own', async () => {
    await using shop = await serveFiles()
    const brotli = await shop.ask('/_astro/a.AbCd.js?v=1', { headers: { 'accept-encoding': 'gzip, br, zstd' } })
    expect(brotli).toMatchObject({
      headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' },
      body: brotliCompressSync('let plain'),
    })
    expect((await shop.ask('/_astro/a.AbCd.js', { headers: { 'accept-encoding': 'gzip' } })).text).toBe('let plain')
    expect((await shop.ask('/_astro/a.AbCd.js.br')).status).toBe(404)
  })

  test('unchanged ones are a 304', async () => {
    await using shop = await serveFiles()
    const { headers } = await shop.ask('/robots.txt')
    const again = await shop.ask('/robots.txt', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect(again).toMatchObject({
      status: 304,
      text: '',
      headers: { etag: headers.etag, 'cache-control': 'public, max-age=3600' },
    })
  })

  test.each(['/../secret.png', '/_astro/../../secret.png', '/_astro/%2e%2e/%2e%2e/secret.png', '/_astro', '/toString'])(
    '%s is not a file',
    async (path) => {
      await using shop = await serveFiles()
      expect((await shop.ask(path)).status).toBe(404)
    },
  )
})

describe('pictures', () => {
  test('are immutable and revalidated by entity tag', async () => {
    await using shop = await serveFiles()
    const { status, headers, body } = await shop.ask('/pictures/ab/x-3.avif')
    expect({ status, body }).toEqual({ status: 200, body: picture })
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    })
    expect((await shop.ask('/pictures/ab/x-3.avif', { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(
      304,
    )
    expect(await shop.ask('/pictures/ab/x-3.avif', { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '256' },
    })
  })

  test('a drawing is compressed as the client accepts it, and runs nothing', async () => {
    await using shop = await serveFiles()
    const plain = await shop.ask('/pictures/part-size-0a1b2c.svg')
    expect(plain).toMatchObject({
      status: 200,
      text: drawing,
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'") as string,
        vary: 'Accept-Encoding',
      },
    })
    const small = await shop.ask('/pictures/part-size-0a1b2c.svg', { headers: { 'accept-encoding': 'br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(small.body).toString()).toBe(drawing)
    const etag = small.headers.etag ?? ''
    expect(etag).not.toBe(plain.headers.etag)
    const again = { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } }
    expect((await shop.ask('/pictures/part-size-0a1b2c.svg', again)).status).toBe(304)
  })

  test('a range is a partial response', async () => {
    await using shop = await serveFiles()
    const part = await shop.ask('/pictures/ab/x-3.avif', { headers: { range: 'bytes=10-19' } })
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 10-19/256', 'content-length': '10' },
      body: picture.subarray(10, 20),
    })
    expect(await shop.ask('/pictures/ab/x-3.avif', { headers: { range: 'bytes=300-' } })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */256' },
    })
  })

  test.each([
    '/pictures/../secret.png',
    '/pictures/%2e%2e/secret.png',
    '/pictures/.hidden.png',
    '/pictures/ab',
    '/pictures/',
    '/pictures/none.avif',
  ])('%s is not found', async (path) => {
    await using shop = await serveFiles()
    expect((await shop.ask(path)).status).toBe(404)
  })

  test('an escaped way out of the folder is refused', async () => {
    await using shop = await serveFiles()
    expect((await shop.ask('/pictures/%2e%2e%2fsecret.png')).status).toBe(400)
  })

  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=90-900', { start: 90, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'unsatisfiable'],
    ['bytes=-', undefined],
    ['bytes=0-1,4-5', undefined],
    ['lines=1-2', undefined],
    [undefined, undefined],
  ])('of 100 bytes, %s is %j', (header, range) => expect(byteRange(header, 100)).toEqual(range))
})

describe('documents of products', () => {
  test('are immutable, shown by the browser and served in part', async () => {
    await using shop = await serveFiles()
    const whole = await shop.ask('/documents/doc-0123456789abcdef.pdf')
    expect(whole).toMatchObject({
      status: 200,
      body: picture,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'inline',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
    expect(whole.headers['content-security-policy']).toContain("default-src 'none'")
    const part = await shop.ask('/documents/doc-0123456789abcdef.pdf', { headers: { range: 'bytes=0-3' } })
    expect(part).toMatchObject({ status: 206, body: picture.subarray(0, 4) })
  })

  test.each(['/documents/other.pdf', '/documents/../secret.png', '/documents/', '/documents/doc-0123456789abcde0.pdf'])(
    'nothing else of the folder has an address: %s',
    async (address) => {
      await using shop = await serveFiles()
      expect((await shop.ask(address)).status).toBe(404)
    },
  )
})
