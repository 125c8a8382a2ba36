import { expect, test } from 'vitest'
import { fileReason } from '../../../src/domain/products/file-reasons.ts'
import { emptyReport } from '../../../src/server/catalog/import/feed-report.ts'
import { importsScreen } from '../../../src/server/console/imports/imports-page.ts'
import { recordImport } from '../../../src/tools/import/record-import.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn } from './at-console.ts'
import { done, imported, pageOf, uploaded } from './import-screens.ts'

test('taking an import back says how many of its products were changed after it and stay', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const feed = (price: number, rows: readonly string[]) =>
    ['article;name;category;price;stock', ...rows.map((row) => `${row};Vases;${price};1`), ''].join('\n')
  const first = await imported(
    shop,
    who,
    await uploaded(shop, who, feed(10, ['V-1;One', 'V-2;Two', 'V-3;Three']), 'a.csv'),
  )
  expect(first.undo).toEqual({ written: 3, changedSince: 0 })
  await imported(shop, who, await uploaded(shop, who, feed(20, ['V-1;One', 'V-2;Two']), 'a.csv'))
  const later = await pageOf(shop, who, first.id)
  expect(later.undo).toEqual({ written: 3, changedSince: 2 })
  const undone = await done(shop, who, first.id, { action: 'undo', version: later.version })
  expect(undone.notes.at(-1)).toMatchObject({ undone: { removed: 1, restored: 0, kept: 2 } })
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
