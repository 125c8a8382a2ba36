import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PublicDownloads } from '../../../src/server/platform/public-download.ts'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { fileWeb } from '../../../src/tools/import/file-web.ts'
import { fileZip } from '../../../src/tools/import/file-zip.ts'
import { photoLimits } from '../../../src/tools/import/photo-check.ts'
import { PhotoChecker } from '../../../src/tools/import/photo-checker.ts'
import { PhotoFiles } from '../../../src/tools/import/photo-files.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'

const limits = { bytes: 1024 * 1024, timeoutMs: 400, redirects: 2 }
const folder = mkdtempSync(path.join(tmpdir(), 'web-'))
const temporary = path.join(folder, 'temporary')
const pictures = path.join(folder, 'pictures')
let server: Server
let origin = ''
let jpeg = Buffer.alloc(0)
const asked: string[] = []

const odd: Readonly<Record<string, (response: ServerResponse) => void>> = {
  none: (response) => void response.writeHead(404).end(),
  '/page.jpg': (response) => void response.end('<html>no picture</html>'),
  '/large.jpg': (response) => void response.end(Buffer.alloc(1_200_000)),
  '/drip.jpg': (response) => void response.write('x'),
  '/same.jpg': (response) => void response.writeHead(304).end(),
  '/hints.jpg': ({ socket }) => void socket?.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(30)),
  '/switch.jpg': ({ socket }) =>
    void socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
}

beforeAll(async () => {
  mkdirSync(temporary)
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  server = createServer(({ url: address = '', headers }, response) => {
    asked.push(address)
    const url = address.replace(/\?.*/, '')
    const to = (location: string) => response.writeHead(302, { location }).end()
    if (url === '/good.jpg') {
      if (headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else response.setHeader('etag', '"v1"').end(jpeg)
    } else if (url === '/half.jpg') {
      response.setHeader('content-length', '5000').write(jpeg.subarray(0, 20), () => response.destroy())
    } else if (url === '/moved.jpg') to('/good.jpg')
    else if (url === '/loop.jpg') to('/loop.jpg')
    else if (url === '/inside.jpg') to('http://127.0.0.2/good.jpg')
    else if (url === '/file.jpg') to('file:///etc/passwd')
    else (odd[url] ?? odd['none'])?.(response)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Downloads that may reach the server of this test, and nothing else of its machine. */
const local = () => new PublicDownloads(limits, { refused: '127.0.0.2/31, 10.0.0.0/8' })

async function importRows(
  shop: TestDatabase,
  urls: readonly string[],
  { now = new Date('2026-02-01'), downloads = local(), waitingBytes = 1_000_000 } = {},
) {
  const kept = new Set((await shop.db.selectFrom('pictures').select('id').execute()).map(({ id }) => id))
  const files = new PhotoFiles(pictures)
  const places = { files, maxBytes: limits.bytes, memory: path.join(folder, 'memory'), temporary }
  const photos = fileWeb({ ...places, now, waitingBytes, isKept: (id) => kept.has(id) }, downloads)
  const rows = urls.map((photo, at) => ({ sku: `P-${at}`, name: `Part ${at}`, photo }))
  const picture = { urls: 'photo' }
  try {
    return await importText(shop, ['feed.json', JSON.stringify(rows)], { picture }, { photos, now })
  } finally {
    photos.close()
  }
}

const shown = (shop: TestDatabase) =>
  shop.db
    .selectFrom('product_pictures as pp')
    .innerJoin('products as p', 'p.id', 'pp.product_id')
    .select(['p.sku', 'pp.picture_id'])
    .orderBy('p.sku')
    .execute()

test('pictures are downloaded and rendered once, and asked for again after a week', async () => {
  await using shop = await freshDatabase()
  const urls = [`${origin}/good.jpg`, `${origin}/moved.jpg|${origin}/good.jpg`]
  expect(await importRows(shop, urls)).toMatchObject({ created: 2, left_out: 0, rejected: 0, error: null })
  const [first, second] = await shown(shop)
  expect([first?.sku, second?.sku]).toEqual(['P-0', 'P-1'])
  expect(second?.picture_id).toBe(first?.picture_id)
  expect(readdirSync(pictures).filter((name) => name.startsWith(first?.picture_id ?? '-'))).toHaveLength(10)
  const before = asked.length
  expect(await importRows(shop, urls, { now: new Date('2026-02-05') })).toMatchObject({ unchanged: 2, left_out: 0 })
  expect(asked.length).toBe(before)
  expect(await importRows(shop, urls, { now: new Date('2026-02-20') })).toMatchObject({ unchanged: 2, left_out: 0 })
  expect(asked.length).toBeGreaterThan(before)
})

test('downloaded files are deleted once they are made, and those that wait are bounded', async () => {
  await using shop = await freshDatabase()
  const urls = Array.from({ length: 4 }, (_, at) => `${origin}/good.jpg?${at}`)
  const report = await importRows(shop, urls, { waitingBytes: 1 })
  expect(readdirSync(temporary)).toEqual([])
  expect(report.unread.map(({ row, reason }) => `${row}: ${reason.replace(/^.*left out: /, '')}`)).toEqual(
    [3, 4, 5].map((row) => `${row}: the files before it take all the space that an import has.`),
  )
})

test('a picture that takes too long to look at is broken, and the next one is looked at', async () => {
  const file = path.join(folder, 'looked-at.jpg')
  writeFileSync(file, jpeg)
  const ms = { now: 1 }
  const checker = new PhotoChecker(() => ms.now)
  expect(await checker.check(file)).toEqual({ problem: 'broken' })
  ms.now = 30_000
  const both = await Promise.all([checker.check(path.join(folder, 'none.jpg')), checker.check(file)])
  expect(both).toMatchObject([{ problem: 'broken' }, { format: 'jpeg', width: 60, height: 40 }])
})

test('pictures that cannot be had are left out and reported, and their products kept', async () => {
  await using shop = await freshDatabase()
  const names = ['page', 'large', 'drip', 'half', 'missing', 'loop', 'inside', 'file', 'same', 'switch', 'hints']
  const urls = [...names.map((name) => `${origin}/${name}.jpg`), 'ftp://example.com/a.jpg', 'no address']
  urls.push('http://user:secret@example.com/a.jpg', `${origin}/none.jpg|${origin}/good.jpg`)
  const report = await importRows(shop, urls)
  expect(report).toMatchObject({ created: 15, rejected: 0, incomplete: 0, left_out: 15, error: null })
  expect(report.unread.map(({ row, reason }) => `${row}: ${reason.replace(/^.*left out: /, '')}`)).toEqual([
    '2: it cannot be decoded.',
    '3: it has more than 1 MB.',
    '4: it did not come within 0.4 s.',
    '5: it cannot be downloaded.',
    '6: the server answers with 404.',
    '7: it redirects too often.',
    '8: its address is not a public one.',
    '9: its address does not begin with https:// or http://.',
    '10: the server answers with 304.',
    '11: the server answers with 101.',
    '12: the server answers with 1xx.',
    '13: its address does not begin with https:// or http://.',
    '14: its address is none.',
    '15: its address has a password in it.',
    '16: the server answers with 404.',
  ])
  expect((await shown(shop)).map(({ sku }) => sku)).toEqual(['P-14'])
})

test.each([
  'http://127.0.0.1/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f.1/a.jpg',
  'http://0/a.jpg',
  'http://10.1.2.3/a.jpg',
  'http://169.254.169.254/latest/meta-data/',
  'https://192.168.1.1/a.jpg',
  'http://100.64.0.1/a.jpg',
  'http://[::1]/a.jpg',
  'http://[::ffff:127.0.0.1]/a.jpg',
  'http://[::ffff:a9fe:a9fe]/a.jpg',
  'http://[::127.0.0.1]/a.jpg',
  'http://[64:ff9b::7f00:1]/a.jpg',
  'http://[2002:7f00:1::]/a.jpg',
  'http://[fe80::1]/a.jpg',
  'http://[fd00::1]/a.jpg',
])('%s is not connected to', async (url) => {
  const downloads = new PublicDownloads(limits)
  expect(await downloads.download(url, path.join(temporary, 'x'))).toEqual({
    problem: 'its address is not a public one',
  })
  downloads.close()
})

test('a name is refused when one of its addresses is private, whenever it is asked for', async () => {
  const answers = [['93.184.216.34', '10.0.0.5'], ['10.0.0.5'], ['::1'], ['127.0.0.3']]
  const resolve = (
    _: string,
    __: { all: true },
    callback: (error: null, found: { address: string; family: number }[]) => void,
  ) => {
    const found = answers.shift() ?? []
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  const downloads = new PublicDownloads(limits, { resolve })
  for (let at = 0; at < 4; at += 1)
    expect(await downloads.download('http://rebinding.example/a.jpg', path.join(temporary, 'x'))).toEqual({
      problem: 'its address is not a public one',
    })
  expect(answers).toEqual([])
  downloads.close()
})

test('the address that was checked is the one that is connected to', async () => {
  const { port } = new URL(origin)
  let count = 0
  const resolve = (
    _: string,
    __: { all: true },
    callback: (error: null, found: { address: string; family: number }[]) => void,
  ) => {
    count += 1
    callback(null, [{ address: count === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  }
  const downloads = new PublicDownloads(limits, { refused: '127.0.0.2/31', resolve })
  const target = path.join(temporary, 'y')
  expect(await downloads.download(`http://changing.example:${port}/good.jpg`, target)).toEqual({ etag: '"v1"' })
  expect(count).toBe(1)
  downloads.close()
})

test('a server that lets downloads wait is not asked for ever', async () => {
  await using shop = await freshDatabase()
  const before = asked.length
  const report = await importRows(
    shop,
    Array.from({ length: 9 }, (_, at) => `${origin}/drip.jpg?${at}`),
    { downloads: new PublicDownloads({ ...limits, timeoutMs: 100 }, { refused: '10.0.0.0/8' }) },
  )
  expect(report).toMatchObject({ created: 9, left_out: 9 })
  expect(asked.length - before).toBe(5)
  expect(report.unread.at(-1)?.reason).toContain('its server has not answered several times')
})

test('photographs are read from a .zip file by their names in it', async () => {
  await using shop = await freshDatabase()
  const zip = path.join(folder, 'photos.zip')
  writeFileSync(zip, writeZip({ 'a/front.jpg': jpeg, 'torn.jpg': jpeg.subarray(0, 100), 'text.jpg': 'x' }))
  const into = { files: new PhotoFiles(pictures), maxBytes: photoLimits.bytes, temporary }
  const photos = await fileZip(zip, into)
  const rows = ['a/front.jpg', 'torn.jpg', 'text.jpg', '../x.jpg', 'front.jpg', '__proto__']
  const feed = JSON.stringify(rows.map((photo, at) => ({ sku: `P-${at}`, name: `Part ${at}`, photo })))
  const report = await importText(shop, ['feed.json', feed], { picture: { files: 'photo' } }, { photos })
  photos.close()
  expect(report).toMatchObject({ created: 1, rejected: 5, error: null })
  expect(await shown(shop)).toHaveLength(1)
  const broken = path.join(folder, 'broken.zip')
  writeFileSync(broken, 'no zip')
  await expect(fileZip(broken, into)).rejects.toThrow('broken or not whole')
})
