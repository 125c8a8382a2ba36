import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile, type Profile } from '../../../src/server/catalog/import/profile/profile.ts'
import { fileFolder } from '../../../src/tools/import/file-folder.ts'
import { PhotoFiles } from '../../../src/tools/import/photo-files.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'photos-'))
const inPhotos = (name: string): string => path.join(folder, 'photos', name)

const profile = parseProfile(
  {
    name: 'photographed',
    id: ['sku'],
    sku: { column: 'sku' },
    texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
    category: { en: ['Photographed'], sv: ['Fotograferade'] },
    picture: { files: 'photos' },
  },
  'photographed.json',
)

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#357' } })

beforeAll(async () => {
  mkdirSync(inPhotos('inner'), { recursive: true })
  await plain(900, 600).jpeg().toFile(inPhotos('front.jpg'))
  await plain(300, 700).png().toFile(inPhotos('inner/back.png'))
  await plain(40, 40).webp().toFile(inPhotos('small.jpg'))
  await plain(40, 40).jpeg().toFile(path.join(folder, 'outside.jpg'))
  symlinkSync(path.join(folder, 'outside.jpg'), inPhotos('link.jpg'))
  const whole = await plain(800, 800).jpeg().toBuffer()
  writeFileSync(inPhotos('torn.jpg'), whole.subarray(0, whole.length / 2))
  writeFileSync(inPhotos('drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  writeFileSync(inPhotos('text.jpg'), 'no picture')
})
afterAll(() => rmSync(folder, { recursive: true }))

function importRows(shop: TestDatabase, rows: readonly (readonly [sku: string, photos: string])[], dryRun = false) {
  const file = path.join(folder, 'feed.json')
  writeFileSync(file, JSON.stringify(rows.map(([sku, photos]) => ({ sku, name: `Part ${sku}`, photos }))))
  return importFile(shop, file, profile, dryRun)
}

function importFile(shop: TestDatabase, file: string, read: Profile, dryRun = false) {
  return importFeed(file, read, {
    db: shop.db,
    kind: shop.kind,
    now: new Date('2026-02-01T00:00:00.000Z'),
    dryRun,
    onProgress: () => {},
    drawings: { idOf: () => undefined, make: async () => [] },
    photos: fileFolder(path.join(folder, 'photos'), new PhotoFiles(path.join(folder, 'pictures'))),
    productPath: (_, slug) => slug,
  })
}

async function picturesOf(shop: TestDatabase, sku: string): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('product_pictures as pp')
    .innerJoin('products as p', 'p.id', 'pp.product_id')
    .select('pp.picture_id')
    .where('p.sku', '=', sku)
    .orderBy('pp.position')
    .execute()
  return rows.map((row) => row.picture_id)
}

test('each photograph has the text of its place, in both languages', async () => {
  await using shop = await freshDatabase()
  const file = path.join(folder, 'texts.json')
  const row = { sku: 'P-1', name: 'Part', photos: 'front.jpg|front.jpg|inner/back.png', en: 'Front||Back', sv: '' }
  writeFileSync(file, JSON.stringify([row, { ...row, sku: 'P-2', sv: 'x'.repeat(201) }]))
  const alt = { en: 'en', sv: 'sv' }
  const report = await importFile(shop, file, { ...profile, picture: { files: 'photos', separator: '|', alt } })
  expect(report.rejections).toMatchObject([{ column: 'sv' }])
  const rows = await shop.db.selectFrom('product_pictures').select(['alt_en', 'alt_sv']).orderBy('position').execute()
  expect(rows).toEqual([
    { alt_en: 'Front', alt_sv: '' },
    { alt_en: 'Back', alt_sv: '' },
  ])
})

test('photographs are rendered in every size and format, and shown in the order of the row', async () => {
  await using shop = await freshDatabase()
  expect(
    await importRows(shop, [
      ['A', 'inner/back.png|front.jpg'],
      ['B', 'front.jpg'],
      ['C', ''],
    ]),
  ).toMatchObject({
    created: 3,
    rejected: 0,
    error: null,
  })
  const [back = '', front = ''] = await picturesOf(shop, 'A')
  expect(await picturesOf(shop, 'B')).toEqual([front])
  expect(await picturesOf(shop, 'C')).toEqual([])
  expect(await shop.db.selectFrom('pictures').selectAll().where('id', '=', front).execute()).toEqual([
    { id: front, width: 900, height: 600 },
  ])
  const files = readdirSync(path.join(folder, 'pictures'))
  for (const id of [back, front]) {
    expect(files.filter((name) => name.startsWith(id))).toHaveLength(10)
    const large = sharp(path.join(folder, 'pictures', `${id}-1.webp`))
    expect(await large.metadata()).toMatchObject({ format: 'webp', width: 1200, height: 1200 })
  }
})

test('importing the same photographs again renders and changes nothing', async () => {
  await using shop = await freshDatabase()
  await importRows(shop, [['A', 'front.jpg']])
  const [id = ''] = await picturesOf(shop, 'A')
  const rendered = path.join(folder, 'pictures', `${id}-4.avif`)
  const before = statSync(rendered).mtimeMs
  expect(await importRows(shop, [['A', 'front.jpg']])).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  expect(statSync(rendered).mtimeMs).toBe(before)
})

test.each([
  ['torn.jpg', 'it cannot be decoded'],
  ['text.jpg', 'it cannot be decoded'],
  ['drawing.png', 'it is no JPEG, PNG, WebP or AVIF'],
  ['missing.jpg', 'there is no such file in the folder'],
  ['../outside.jpg', 'there is no such file in the folder'],
  ['/etc/hostname', 'there is no such file in the folder'],
  ['link.jpg', 'there is no such file in the folder'],
  ['inner', 'there is no such file in the folder'],
])(
  'the photograph %s rejects its row alone: %s',
  async (name, why) => {
    await using shop = await freshDatabase()
    const report = await importRows(
      shop,
      [
        ['A', `small.jpg|${name}`],
        ['B', 'small.jpg'],
      ],
      true,
    )
    expect(report).toMatchObject({ created: 1, rejected: 1, error: null })
    expect(report.rejections[0]).toMatchObject({
      column: 'photos',
      reason: `The photograph "${name}" cannot be used: ${why}.`,
    })
  },
  60_000,
)

test('a row with more than twelve photographs is rejected, and a feed without its folder is refused', async () => {
  await using shop = await freshDatabase()
  const many = Array.from({ length: 13 }, (_, at) => `${at}.jpg`).join('|')
  expect(
    (
      await importRows(
        shop,
        [
          ['A', many],
          ['B', 'small.jpg'],
        ],
        true,
      )
    ).rejections[0]?.reason,
  ).toBe('The row names 13 photographs; at most 12 are allowed.')
  const refused = await importFeed(path.join(folder, 'feed.json'), profile, {
    db: shop.db,
    kind: shop.kind,
    now: new Date(),
    dryRun: true,
    onProgress: () => {},
    drawings: { idOf: () => undefined, make: async () => [] },
    productPath: (_, slug) => slug,
  })
  expect(refused.error).toBe('The profile reads photographs: name their folder with --pictures.')
})
