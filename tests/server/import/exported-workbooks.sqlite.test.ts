import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readFeed } from '../../../src/server/catalog/import/feeds/read-feed.ts'
import { unpackedSize } from '../../../src/server/platform/workbooks/large/large-sheet.ts'
import { streamWorkbook } from '../../../src/server/platform/workbooks/stream-workbook.ts'

const columns = ['id', 'article_number', 'name', 'maybe']
const count = 30_000
const rowOf = (at: number) => [`id-${at}`, `00${at}`, `"Ö & <${at}>`, at % 3 === 0 ? null : 'x'.repeat(at % 90)]
const limits = { files: 50, unpackedBytes: 1e9, ratio: 250, partBytes: 1e6, characters: 1e6, strings: 1e6 }

async function* rows() {
  yield columns
  for (let at = 0; at < count; at += 1) yield rowOf(at)
}

test('a workbook of many rows, as exports are written, is read back row by row with every cell', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'own-products.xlsx')
  await pipeline(Readable.from(streamWorkbook('Export', rows())), createWriteStream(file))
  // Above this a workbook is read row by row.
  expect(await unpackedSize(file, limits)).toBeGreaterThan(8 * 1024 * 1024)
  expect(statSync(file).size).toBeLessThan(4 * 1024 * 1024)
  const feed = await readFeed(file, { numbers: { decimal: '.' } }, () => {})
  let at = 0
  for await (const row of feed.rows) {
    if ('broken' in row) throw new Error(`Row ${row.row} is broken.`)
    const cells = columns.map((column) => row.get(column))
    if (
      cells.join('|') !==
      rowOf(at)
        .map((cell) => cell ?? '')
        .join('|')
    )
      expect(cells).toEqual(rowOf(at))
    at += 1
  }
  expect(at).toBe(count)
})
