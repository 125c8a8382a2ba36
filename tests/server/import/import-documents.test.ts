import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import { importOwnFile } from '../../../src/server/catalog/own-files/import-own.ts'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { PublicDownloads } from '../../../src/server/platform/public-download.ts'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { DocumentFiles, maxDocumentBytes } from '../../../src/tools/import/document-files.ts'
import { fileFolder } from '../../../src/tools/import/file-folder.ts'
import { fileWeb } from '../../../src/tools/import/file-web.ts'
import { fileZip } from '../../../src/tools/import/file-zip.ts'
import { shownOf } from '../../support/page-answer.ts'
import { freshDatabase, type TestDatabase } from '../../support/test-database.ts'
import { shopCommands, type ShopCommands } from '../../tools/shop-commands.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { importText } from './import-with.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'documents-'))
const kept = path.join(folder, 'kept')
const pdf = (text: string, size = 0): Buffer => Buffer.from(`%PDF-1.7\n${text}${' '.repeat(size)}\n%%EOF\n`)
let server: Server
let origin = ''

beforeAll(async () => {
  mkdirSync(path.join(folder, 'given'))
  const put = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, 'given', name), content)
  put('guide_one.pdf', pdf('guide'))
  put('sheet.pdf', pdf('sheet'))
  put('torn.pdf', pdf('torn').subarray(0, 12))
  put('page.pdf', '<html><script>alert(1)</script>%%EOF')
  put('large.pdf', pdf('large', maxDocumentBytes))
  writeFileSync(path.join(folder, 'outside.pdf'), pdf('outside'))
  symlinkSync(path.join(folder, 'outside.pdf'), path.join(folder, 'given', 'link.pdf'))
  server = createServer(({ url }, response) => {
    if (url === '/User%20guide%202.pdf?v=3') response.end(pdf('guide'))
    else if (url === '/inside.pdf') response.writeHead(302, { location: 'http://127.0.0.2/a.pdf' }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => rmSync(kept, { recursive: true, force: true }))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

type Row = { sku: string; docs: string; en?: string; sv?: string }
const setting = { files: 'docs', title: { en: 'en', sv: 'sv' } }
const given = () => fileFolder(path.join(folder, 'given'), new DocumentFiles(kept))

function importRows(
  shop: Pick<TestDatabase, 'db' | 'kind'>,
  rows: readonly Row[],
  { documents = given(), profile = { documents: setting } as Record<string, unknown>, run = {} } = {},
) {
  const feed = rows.map((row) => ({ name: `Part ${row.sku}`, en: '', sv: '', ...row }))
  return importText(shop, ['feed.json', JSON.stringify(feed)], profile, { documents, run })
}

const shown = (shop: Pick<TestDatabase, 'db'>) =>
  shop.db
    .selectFrom('product_documents as pd')
    .innerJoin('products as p', 'p.id', 'pd.product_id')
    .innerJoin('document_files as file', 'file.id', 'pd.document_id')
    .select(['p.sku', 'pd.title_en', 'pd.title_sv', 'file.bytes'])
    .orderBy('p.sku')
    .orderBy('pd.position')
    .execute()

test('documents of a folder are kept once, in the order of the row, and called by title or file', async () => {
  await using shop = await freshDatabase()
  const rows = [
    { sku: 'A', docs: 'guide_one.pdf|sheet.pdf|sheet.pdf', en: '|Datasheet', sv: '|Datablad' },
    { sku: 'B', docs: 'sheet.pdf', sv: 'Blad' },
    { sku: 'C', docs: '' },
  ]
  expect(await importRows(shop, rows)).toMatchObject({ created: 3, left_out: 0, error: null })
  const [guide, sheet] = [pdf('guide').length, pdf('sheet').length]
  expect(await shown(shop)).toEqual([
    { sku: 'A', title_en: 'guide one', title_sv: '', bytes: guide },
    { sku: 'A', title_en: 'Datasheet', title_sv: 'Datablad', bytes: sheet },
    { sku: 'B', title_en: '', title_sv: 'Blad', bytes: sheet },
  ])
  expect(readdirSync(kept)).toHaveLength(2)
  const [first = ''] = readdirSync(kept)
  expect(readFileSync(path.join(kept, first)).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await importRows(shop, rows)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
})

test('what is no whole PDF, too large or outside the folder is left out, and its product kept', async () => {
  await using shop = await freshDatabase()
  const names = ['torn.pdf', 'page.pdf', 'large.pdf', 'link.pdf', '../outside.pdf', 'none.pdf']
  const report = await importRows(shop, [
    ...names.map((docs, at) => ({ sku: `D-${at}`, docs })),
    { sku: 'many', docs: Array.from({ length: 11 }, (_, at) => `${at}.pdf`).join('|') },
  ])
  expect(report).toMatchObject({ created: 7, rejected: 0, error: null })
  const reasons = report.unread.map(({ reason }) => reason.replace(/^.*left out: /, ''))
  expect(reasons.slice(0, 6)).toEqual([
    'it is no whole PDF file.',
    'it is no whole PDF file.',
    'it has 21 MB, more than 20.',
    'there is no such file in the folder.',
    'there is no such file in the folder.',
    'there is no such file in the folder.',
  ])
  expect(reasons.at(-1)).toBe('Only the first 10 of 11 documents are taken.')
  expect(await shown(shop)).toEqual([])
})

test('documents are read from a .zip file, and from public addresses alone', async () => {
  await using shop = await freshDatabase()
  const zip = path.join(folder, 'given.zip')
  writeFileSync(zip, writeZip({ 'a/sheet.pdf': pdf('sheet'), 'text.pdf': 'x' }))
  const into = { files: new DocumentFiles(kept), maxBytes: maxDocumentBytes, temporary: folder }
  const unpacked = await fileZip(zip, into)
  const packed = [{ sku: 'Z', docs: 'a/sheet.pdf|text.pdf|../x.pdf' }]
  expect(await importRows(shop, packed, { documents: unpacked })).toMatchObject({ created: 1, left_out: 1 })
  unpacked.close()
  const limits = { bytes: 10_000, timeoutMs: 400, redirects: 2 }
  const web = fileWeb(
    { ...into, memory: path.join(folder, 'memory'), now: new Date('2026-02-01'), isKept: () => false },
    new PublicDownloads(limits, { refused: '127.0.0.2/31' }),
  )
  const docs = `${origin}/User%20guide%202.pdf?v=3|${origin}/inside.pdf|file:///etc/passwd`
  const profile = { documents: { urls: ['docs'] } }
  const report = await importRows(shop, [{ sku: 'W', docs }], { documents: web, profile })
  web.close()
  expect(report).toMatchObject({ created: 1, left_out: 1 })
  expect(report.unread[0]?.reason).toContain('its address is not a public one')
  expect((await shown(shop)).map(({ sku, title_en: title }) => [sku, title])).toEqual([
    ['W', 'User guide 2'],
    ['Z', 'sheet'],
  ])
})

test('a .zip file that unpacks to much more than it is does not fill the disk', async () => {
  const zip = path.join(folder, 'bomb.zip')
  const large = pdf('large', 1_000_000)
  writeFileSync(zip, writeZip({ 'none.pdf': ' '.repeat(1_000_000), 'a.pdf': large, 'b.pdf': large, 'c.pdf': large }))
  const temporary = mkdtempSync(path.join(folder, 'bomb-'))
  const into = { files: new DocumentFiles(kept), maxBytes: maxDocumentBytes, temporary, freeBytes: 2_500_000 }
  const unpacked = await fileZip(zip, into)
  expect(await unpacked.check('none.pdf')).toEqual({ problem: 'it is no whole PDF file' })
  expect(readdirSync(temporary)).toEqual([])
  for (const name of ['a.pdf', 'b.pdf']) expect(await unpacked.check(name)).toHaveProperty('id')
  expect(await unpacked.check('c.pdf')).toEqual({ problem: 'the .zip file unpacks to too much' })
  expect(readdirSync(temporary)).toHaveLength(2)
  unpacked.close()
})

test('an import without documents keeps them, an empty cell drops them, and undoing restores them', async () => {
  await using shop = await freshDatabase()
  const row = { sku: 'A', docs: 'sheet.pdf', en: 'Sheet' }
  await importRows(shop, [row])
  const before = await shown(shop)
  const cheaper = { sku: 'A', docs: '', name: 'Renamed' }
  expect(await importRows(shop, [cheaper], { profile: {} })).toMatchObject({ changed: 1 })
  expect(await shown(shop)).toEqual(before)
  const run = {}
  expect(await importRows(shop, [cheaper], { run })).toMatchObject({ changed: 1 })
  expect(await shown(shop)).toEqual([])
  const [last] = await shop.db.selectFrom('catalog_imports').select('run').orderBy('number', 'desc').limit(1).execute()
  await undoRun({ db: shop.db, kind: shop.kind, now: new Date('2026-02-02') }, last?.run ?? 0)
  expect(await shown(shop)).toEqual(before)
})

test("a product page has links to its documents in the reader's language", async () => {
  await using shop = await fixtureShop()
  await shop.db.insertInto('document_files').values({ id: 'doc-0123456789abcdef', bytes: 1_250_000 }).execute()
  await shop.db
    .insertInto('product_documents')
    .values({ product_id: 'bat', document_id: 'doc-0123456789abcdef', position: 0, title_en: 'Guide', title_sv: '' })
    .execute()
  expect(shownOf(await productPage(shop, swedish(), 'bat-del'))?.page.documents).toEqual([
    { title: 'Guide', url: '/documents/doc-0123456789abcdef.pdf', bytes: 1_250_000 },
  ])
})

test('documents are exported, and their titles and order read back', async () => {
  await using commands = await shopCommands()
  await importRows(commands.shop, [{ sku: 'A', docs: 'sheet.pdf|guide_one.pdf', sv: 'Blad | ett|' }])
  const file = commands.file('own-products.csv')
  expect(await commands.run('export', 'products', file)).toMatchObject({ code: 0 })
  const text = commands.read('own-products.csv').toString()
  const [, ids = ''] = /(doc-[0-9a-f]{16}\|doc-[0-9a-f]{16})/.exec(text) ?? []
  expect(ids).not.toBe('')
  const before = await shown(commands.shop)
  expect(before.map(({ title_sv: title }) => title)).toEqual(['Blad', 'ett'])
  const turned = ids.split('|').toReversed().join('|')
  writeFileSync(file, text.replace(ids, turned).replace('Blad|ett', 'ett|Nytt'))
  expect(await importOwn(commands, file)).toMatchObject({ changed: 1, rejected: 0, error: null })
  expect((await shown(commands.shop)).map(({ bytes, title_sv: title }) => [bytes, title])).toEqual([
    [pdf('guide').length, 'ett'],
    [pdf('sheet').length, 'Nytt'],
  ])
  writeFileSync(file, text.replace(ids, 'doc-0000000000000000'))
  expect((await importOwn(commands, file)).rejections[0]?.reason).toContain('The shop has no document "doc-0000')
})

function importOwn({ shop }: ShopCommands, file: string) {
  const options = { db: shop.db, kind: shop.kind, now: new Date('2026-02-03'), dryRun: false, onProgress: () => {} }
  return importOwnFile(file, { name: 'own-products' }, { ...options, productPath: (_, slug) => slug })
}
