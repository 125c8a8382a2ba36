import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `P-${from + at};Part number ${from + at} åäö`).join('\n')
const csv = `sku;name\n${rows(1, 400)}\n`

test('a feed is read from .gz and .zip in every format, and again changes nothing', async () => {
  await using shop = await freshDatabase()
  expect(await importText(shop, ['feed.csv.gz', gzipSync(csv)])).toMatchObject({ created: 400, error: null })
  const zip = writeZip({ 'notes.txt': 'look here', '__MACOSX/feed.csv': 'x', 'inner/feed.csv': csv })
  expect(await importText(shop, ['feed.zip', zip])).toMatchObject({ unchanged: 400, rejected: 0, error: null })
  const json = JSON.stringify([{ sku: 'P-1', name: 'Part number 1 åäö' }])
  expect(await importText(shop, ['feed.json.gz', gzipSync(json)])).toMatchObject({ unchanged: 1, error: null })
  expect((await product(shop, 'P-1')).texts[0]?.name).toBe('Part number 1 åäö')
  const parts = writeZip({ 'feed.csv': Buffer.from('sku;name\nP-1;Bl\u00e5tt\n', 'latin1') })
  const report = await importText(shop, ['feed.zip', parts])
  expect(report).toMatchObject({ changed: 1, notes: [{ code: 'note_windows' }, { code: 'note_unpriced' }] })
  expect((await product(shop, 'P-1')).texts[0]?.name).toBe('Blått')
})

const packed = gzipSync(csv)
const zipped = writeZip({ 'feed.csv': csv })
/** A zip whose entry says something else than its bytes; `at` counts in the central directory's entry. */
const zipSaying = (at: number, value: number) => {
  const zip = Buffer.from(zipped)
  zip.writeUInt32LE(value, zip.indexOf('PK\u0001\u0002', 'latin1') + at)
  return zip
}
const damaged = (file: Buffer, at: number) => {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

test.each([
  ['half a .gz', 'feed.csv.gz', packed.subarray(0, packed.length / 2), 'broken or not whole'],
  ['a .gz with another checksum', 'feed.csv.gz', damaged(packed, packed.length - 6), 'broken or not whole'],
  ['a .gz that is none', 'feed.csv.gz', Buffer.from(csv), 'broken or not whole'],
  ['a .gz without a format', 'feed.gz', packed, 'The feed must be a .csv'],
  ['half a .zip', 'feed.zip', zipped.subarray(0, zipped.length / 2), 'broken or not whole'],
  ['a .zip with damaged bytes', 'feed.zip', damaged(zipped, 200), 'broken or not whole'],
  ['a .zip with another checksum', 'feed.zip', zipSaying(16, 12_345), 'broken or not whole'],
  ['a .zip with more than it says', 'feed.zip', zipSaying(24, 100), 'broken or not whole'],
  ['a .zip that says too much', 'feed.zip', zipSaying(24, 4_000_000_000), 'more than 250 times its size'],
  ['a .zip with a path out of it', 'feed.zip', writeZip({ '../feed.csv': csv }), 'broken or not whole'],
  ['a .zip without a feed', 'feed.zip', writeZip({ 'feed.exe': csv }), 'has no .csv, .xlsx, .json or .xml file'],
  ['a .zip in a .zip', 'feed.zip', writeZip({ 'feed.zip': zipped }), 'has no .csv, .xlsx, .json or .xml file'],
  ['two feeds', 'feed.zip', writeZip({ 'a.csv': csv, 'b.json': '[]' }), 'has 2 feeds in it (a.csv, b.json)'],
  ['an empty .gz', 'feed.csv.gz', Buffer.alloc(0), 'broken or not whole'],
])('%s is refused as a whole', async (_, name, file, sentence) => {
  await using shop = await freshDatabase()
  expect((await importText(shop, [name, file])).error).toContain(sentence)
  expect(await shop.db.selectFrom('products').select('id').execute()).toEqual([])
})

test('a packed file that unpacks to far too much is refused early, whatever it says', async () => {
  await using shop = await freshDatabase()
  const much = Buffer.alloc(30 * 1024 * 1024, 'a')
  const zip = writeZip({ 'feed.csv': much })
  expect((await importText(shop, ['feed.csv.gz', gzipSync(much)])).error).toContain('more than 250 times')
  expect((await importText(shop, ['feed.zip', zip])).error).toContain('more than 250 times')
  const lying = Buffer.from(zip)
  lying.writeUInt32LE(1_000_000, lying.indexOf('PK\u0001\u0002', 'latin1') + 24)
  expect((await importText(shop, ['feed.zip', lying])).error).toContain('broken or not whole')
  expect(zip.length).toBeLessThan(much.length / 500)
})

test('a profile says the encoding and the delimiter that cannot be detected', async () => {
  await using shop = await freshDatabase()
  const polish = Buffer.concat([Buffer.from('sku^name\nP-1^'), Buffer.from([0xb3, 0xf3, 0xbf])])
  const given = { encoding: 'iso-8859-2', delimiter: '^' }
  expect(await importText(shop, ['feed.csv', polish], given)).toMatchObject({ created: 1, error: null })
  expect((await product(shop, 'P-1')).texts[0]?.name).toBe('łóż')
  expect((await importText(shop, ['feed.csv', polish], { ...given, encoding: 'utf-8' })).error).toContain(
    'bytes that are not utf-8',
  )
  await expect(importText(shop, ['feed.csv', polish], { encoding: 'no-such' })).rejects.toThrow('must be an encoding')
  const big = Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()
  const report = await importText(shop, ['feed.csv', big])
  expect(report).toMatchObject({ created: 399, changed: 1, error: null })
  expect(report.notes).toContainEqual({ code: 'note_utf16', values: {}, reason: 'The file was read as UTF-16.' })
})

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relation = (type: string, target: string) =>
  `<Relationships xmlns="${relations}">` +
  `<Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`

/** A workbook with one sheet, whose rows have the texts of `cells`, and below them the text that its cells share. */
function workbookOf(cells: readonly (readonly string[])[], shared = { text: '', rows: 0 }): Buffer {
  const rows = cells.map(
    (texts) => `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
  )
  rows.push('<row><c t="s"><v>0</v></c></row>'.repeat(shared.rows))
  const book = `<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets>`
  return writeZip({
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${office}">${book}</workbook>`,
    'xl/sharedStrings.xml': `<sst xmlns="${sheets}"><si><t>${shared.text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheets}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}

test('a packed workbook that is too large, or repeats a long text, is refused; others are read', async () => {
  await using shop = await freshDatabase()
  const header = ['sku', 'name']
  const small = workbookOf([header, ['P-1', 'Fan'], ['P-2', 'Lamp']])
  expect(await importText(shop, ['feed.xlsx.gz', gzipSync(small)])).toMatchObject({ created: 2, error: null })
  const long = Array.from({ length: 20_000 }, (_, at) => [
    `P-${at}`,
    `Part number ${at} of a catalogue`.padEnd(2_500, '.'),
  ])
  const shared = { text: 'x'.repeat(100_000), rows: 1_000 }
  for (const bytes of [workbookOf([header, ...long]), workbookOf([header], shared)])
    expect(await importText(shop, ['feed.xlsx.gz', gzipSync(bytes)])).toMatchObject({
      created: 0,
      error:
        'The workbook is too large: it unpacks to more than 48 MB, or takes more than 192 MB of memory or 60 s to ' +
        'read. Save it as CSV.',
    })
  const { count } = await shop.db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
})
