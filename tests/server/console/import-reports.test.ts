import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileReason } from '../../../src/domain/products/file-reasons.ts'
import { emptyReport } from '../../../src/server/catalog/import/feed-report.ts'
import { uploadsFolder } from '../../../src/server/catalog/import/runs/upload-folder.ts'
import { importsScreen } from '../../../src/server/console/imports/imports-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { recordImport } from '../../../src/tools/import/record-import.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'
import { done, formOf, imported, pageOf, upload, uploaded } from './import-screens.ts'

test('taking an import back says how many of its products were changed after it and stay', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const feed = (price: number, rows: readonly string[]) =>
    ['article;name;category;price;stock', ...rows.map((row) => `${row};Vases;${price};1`), ''].join('\n')
  const first = await imported(
    shop,
    who,
    await uploaded(shop, who, feed(10, ['V-1;One', 'V-2;Two', 'V-3;Three']), 'Lista för maj.csv'),
  )
  expect(first.undo).toEqual({ created: 3, changed: 0, changedSince: 0, kept: [] })
  await imported(shop, who, await uploaded(shop, who, feed(20, ['V-1;One', 'V-2;Two']), 'Lista för maj.csv'))
  const later = await pageOf(shop, who, first.id)
  const kept = ['V-1', 'V-2'].map((sku) => ({ sku, at: expect.any(String), import: 'Lista för maj.csv', actor: '' }))
  expect(later.undo).toEqual({ created: 3, changed: 0, changedSince: 2, kept })
  const undone = await done(shop, who, first.id, { action: 'undo', version: later.version })
  expect(undone.notes.at(-1)).toMatchObject({ undone: { removed: 1, restored: 0, kept: 2 }, keptProducts: kept })
})

test('the first rows say that their article numbers belong to products of another file', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const text = 'article;name;category;price;stock\nV-1;One;Vases;10;1\nV-2;Two;Vases;10;1\n'
  await imported(shop, who, await uploaded(shop, who, text, 'january.csv'))
  const rowsOf = async (name: string) => (await pageOf(shop, who, await uploaded(shop, who, text, name))).draft?.rows
  expect(await rowsOf('january.csv')).toMatchObject([{ sku: 'V-1' }, { sku: 'V-2' }])
  const taken = (sku: string) => ({ column: 'article', reason: { code: 'sku_taken', values: { sku } } })
  expect(await rowsOf('february.csv')).toMatchObject([taken('V-1'), taken('V-2')])
})

test('taking an import back names who changed a product after it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'owner')
  const text = 'article;name;category;price;stock\nV-1;One;Vases;10;1\nV-2;Two;Vases;10;1\n'
  const first = await imported(shop, who, await uploaded(shop, who, text, 'a.csv'))
  const form = { action: 'texts', 'field:name_sv': 'Vas ett', 'was:field:name_sv': 'One' }
  clock.advance(60)
  expect((await outcome(shop, who, productScreen, { params: { sku: 'V-1' }, form })).status).toBe(303)
  const { actor } = await shop.db
    .selectFrom('audit_log')
    .select('actor')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(actor).not.toBe('')
  // What somebody else does for the product without changing it.
  clock.advance(60)
  const other = await signedIn(shop, 'manager')
  const level = { action: 'level', sku: 'V-1', level: '2' }
  expect((await outcome(shop, other, todayScreen, { form: level })).status).toBe(303)
  const kept = [{ sku: 'V-1', at: expect.any(String), import: '', actor }]
  const later = await pageOf(shop, who, first.id)
  expect(later.undo).toMatchObject({ changedSince: 1, kept })
  const undone = await done(shop, who, first.id, { action: 'undo', version: later.version })
  expect(undone.notes.at(-1)).toMatchObject({ undone: { removed: 1, kept: 1 }, keptProducts: kept })
})

test('what a file lacks and the import left as it was is no product that changed after it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const feed = (price: number, rows: readonly string[]) =>
    ['article;name;category;price;stock', ...rows.map((row) => `${row};Vases;${price};1`), ''].join('\n')
  await imported(shop, who, await uploaded(shop, who, feed(10, ['V-1;One', 'V-2;Two', 'V-3;Three']), 'a.csv'))
  const later = await imported(shop, who, await uploaded(shop, who, feed(20, ['V-1;One']), 'a.csv'))
  expect(later.counts).toMatchObject({ changed: 1, vanished: 2 })
  expect(later.undo).toEqual({ created: 0, changed: 1, changedSince: 0, kept: [] })
})

test('products that an import hid are among those that taking it back changes', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const feed = (price: number, rows: readonly string[]) =>
    ['article;name;category;price;stock', ...rows.map((row) => `${row};Vases;${price};1`), ''].join('\n')
  const hide = { missing: 'hide', max_missing: '100', profile: 'vases' }
  await imported(shop, who, await uploaded(shop, who, feed(10, ['V-1;One', 'V-2;Two', 'V-3;Three']), 'a.csv'), hide)
  const later = await imported(shop, who, await uploaded(shop, who, feed(20, ['V-1;One']), 'a.csv'), hide)
  expect(later.counts).toMatchObject({ changed: 1, vanished: 2 })
  expect(later.undo).toEqual({ created: 0, changed: 3, changedSince: 0, kept: [] })
  const undone = await done(shop, who, later.id, { action: 'undo', version: later.version })
  expect(undone.notes.at(-1)).toMatchObject({ undone: { removed: 0, restored: 3, kept: 0 } })
})

test('an import of many files is listed by its first one, and counts parts without a price once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const reports = Array.from({ length: 16 }, (_, at) => ({
    ...emptyReport(`parts-of-kind-${at}-of-our-supplier.csv`, false),
    notes: at < 2 ? [fileReason('note_unpriced', { count: 10 + at })] : [],
  }))
  await recordImport(shop.db, { reports, source: undefined, run: {}, now: shop.now() })
  const [row] = (await contentOf(shop, who, importsScreen)).rows
  expect(row?.cells['file']).toMatchObject({ text: 'parts-of-kind-0-of-our-supplier.csv', second: 'and 15 more files' })
  const page = await pageOf(shop, who, row?.id ?? '')
  expect(page.files).toEqual(reports.map(({ file }) => file))
  expect(page.notes).toMatchObject([{ code: 'note_unpriced', values: { count: 21 } }])
})

test('pictures and documents come as a .zip with the file, and are told of where none came', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const rows = [
    'sku;name;category;price;photo;manual',
    'Z-1;Lamp;Lamps;10;front.jpg;sheet.pdf',
    'Z-2;Bulb;Lamps;5;;',
    '',
  ]
  const [text, named] = [rows.join('\n'), { 'role:5': 'document_files' }]
  const without = await pageOf(shop, who, await uploaded(shop, who, text, 'lit.csv'))
  expect(without.draft?.columns[4]?.role).toBe('picture_files')
  expect(without.draft?.rows).toMatchObject([{ sku: 'Z-1', name: 'Lamp' }, { sku: 'Z-2' }])
  const refused = await done(shop, who, without.id, { ...formOf(without, named), action: 'check' })
  expect(refused.problem).toMatchObject({ reasons: [{ code: 'needs_pictures' }] })
  const colour = { width: 40, height: 40, channels: 3 as const, background: '#25a' }
  const photo = await sharp({ create: colour }).jpeg().toBuffer()
  const sheet = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
  const zip = new Uint8Array(writeZip({ 'front.jpg': photo, 'sheet.pdf': sheet }))
  const report = await imported(shop, who, await uploaded(shop, who, text, 'lit.csv', zip), named)
  expect(report).toMatchObject({ state: 'imported', counts: { created: 2, rejected: 0 } })
  const linked = async (table: 'product_pictures' | 'product_documents') =>
    shop.db
      .selectFrom(table)
      .innerJoin('products as p', 'p.id', `${table}.product_id`)
      .select('sku')
      .where('sku', 'like', 'Z-%')
      .execute()
  expect([await linked('product_pictures'), await linked('product_documents')]).toEqual([
    [{ sku: 'Z-1' }],
    [{ sku: 'Z-1' }],
  ])
  expect(existsSync(path.join(uploadsFolder(shop.env.SHOP_DATA), report.id))).toBe(false)
  const noZip = new Uint8Array(Buffer.from('no zip'))
  expect((await upload(shop, who, text, 'lit.csv', noZip)).fault).toMatch(/no \.zip/)
})
