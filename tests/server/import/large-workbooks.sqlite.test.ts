import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largeSheet, type LargeLimits } from '../../../src/server/platform/workbooks/large/large-sheet.ts'
import { sheetRows } from '../../../src/server/platform/workbooks/sheet-rows.ts'
import type { WorkbookCell, WorkbookRow } from '../../../src/server/platform/workbooks/workbook.ts'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { freshDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'

const mebibyte = 1024 * 1024
const large: LargeLimits = {
  files: 50,
  unpackedBytes: 64 * mebibyte,
  ratio: 250,
  partBytes: mebibyte,
  characters: 100_000,
  strings: 10_000,
}
const whole = {
  rows: Infinity,
  columns: Infinity,
  cellLength: Infinity,
  files: 50,
  unpackedBytes: 64 * mebibyte,
  partBytes: 64 * mebibyte,
  xmlBytes: 64 * mebibyte,
  ratio: Infinity,
  acceptsMacrosAndLinks: true,
  memoryMb: 192,
  timeoutMs: 60_000,
}
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relations = (parts: readonly (readonly [id: string, kind: string, target: string])[]) => {
  const each = parts.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}">${each.join('')}</Relationships>`
}

const sheetOf = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

type Parts = { rows: string; strings?: string; formats?: readonly string[]; properties?: string; sheets?: string }

function workbook({ rows, strings = '', formats = [], properties = '', sheets }: Parts): Buffer {
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
  const xfs = [0, 14, 22, 46, 4, ...formats.map((_, at) => 164 + at)].map((id) => `<xf numFmtId="${id}" xfId="0"/>`)
  const styles = `<numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>`
  return writeZip({
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'worksheet', 'worksheets/sheet2.xml'],
      ['r3', 'styles', 'styles.xml'],
      ['r4', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>` +
      `${sheets ?? '<sheet name="A" sheetId="1" r:id="r1"/>'}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}<cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
    'xl/worksheets/sheet1.xml': sheetOf(rows),
    'xl/worksheets/sheet2.xml': sheetOf('<row r="1"><c r="A1"><v>2</v></c></row>'),
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

async function read(bytes: Buffer, limits = large): Promise<WorkbookRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-workbook-'))
  try {
    const file = path.join(folder, 'a.xlsx')
    writeFileSync(file, bytes)
    return await Array.fromAsync(largeSheet(file, limits))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Rows without the empty cells at their ends, of which one reader makes more than the other. */
function plain(rows: readonly WorkbookRow[]): [row: number, cells: WorkbookCell[]][] {
  return rows.map(({ row, cells }) => {
    const kept = cells.map((cell) => (cell === '' ? null : cell))
    while (kept.at(-1) === null) kept.pop()
    return [row, kept]
  })
}

async function expectTheSame(parts: Parts): Promise<void> {
  const bytes = workbook(parts)
  expect(plain(await read(bytes))).toEqual(plain(await sheetRows(new Uint8Array(bytes), whole)))
}

const strings =
  '<si><t> plain &amp; simple </t></si><si><r><t>rich</t></r><r><rPr/><t xml:space="preserve"> text</t></r></si>' +
  '<si><t>語</t><rPh><t>ご</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si><si><t></t></si><si/>'

test('a workbook that is read row by row has the same cells as one that is read as a whole', async () => {
  const shared = [0, 1, 2, 3, 4].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
  const kinds = [
    '<c r="A3" t="b"><v>1</v></c><c r="B3" t="b"><v>0</v></c><c r="C3" t="e"><v>#N/A</v></c>',
    '<c r="D3" t="str"><f>A1&amp;B1</f><v> sum </v></c><c r="F3" t="d"><v>2026-11-25T10:00:00Z</v></c>',
    '<c r="AB3"><v>1.5E3</v></c><c r="AC3"/><c r="AD3" t="inlineStr"><is><t>in</t></is></c>',
    '<c r="AE3" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
  ]
  const dates = [0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45999.25</v></c>`).join('')
  const rows =
    `<row r="1">${shared}</row><row/><row r="3">${kinds.join('')}</row>` +
    `<row r="9">${dates}</row><row>${dates}</row>`
  await expectTheSame({ rows, strings })
  await expectTheSame({ rows, strings, properties: '<workbookPr date1904="1"/>' })
  const sheets =
    '<sheet name="H" sheetId="1" state="hidden" r:id="r1"/><sheet name="V" sheetId="2" r:id="r2"/>' +
    '<sheet name="W" sheetId="3" state="veryHidden" r:id="r1"/>'
  await expectTheSame({ rows, strings, sheets })
  expect(plain(await read(workbook({ rows, strings, sheets })))).toEqual([[1, [2]]])
})

test('formats of numbers are dates in both readers or in neither', async () => {
  const pieces = [
    'yyyy',
    'mm',
    'dd',
    'h',
    '[h]',
    ':',
    'ss.00',
    '0.00',
    '#,##0',
    '%',
    '"kg"',
    ' ',
    '-',
    ';@',
    '[Red]',
    '\\m',
    'E+00',
  ]
  const format = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(format, { minLength: 1, maxLength: 30 }), async (formats) => {
      const cells = formats.map((_, at) => `<c s="${5 + at}"><v>${40_000 + at}.5</v></c>`)
      await expectTheSame({ rows: `<row>${cells.join('')}</row>`, formats })
    }),
    { numRuns: 40 },
  )
})

test('shared texts are found by their numbers, whatever is in them', async () => {
  const texts = Array.from({ length: 300 }, (_, at) => ['plain', 'åäö語', '_x0000_', '😀', ''][at % 5] + String(at))
  const items = texts.map((text) => `<si><t>${text}</t></si>`).join('')
  const cells = texts.map((_, at) => `<c t="s"><v>${(at * 7) % 300}</v></c>`).join('')
  await expectTheSame({ rows: `<row>${cells}</row>`, strings: items })
  for (const index of ['300', '320', '-1', '1.5', 'x'])
    await expect(read(workbook({ rows: `<row><c t="s"><v>${index}</v></c></row>`, strings: items }))).rejects.toThrow(
      'unreadable_workbook',
    )
})

const row = '<row r="1"><c r="A1"><v>1</v></c></row>'

test.each<[what: string, parts: Parts, fault: string, limits?: Partial<LargeLimits>]>([
  ['a shared text that is not there', { rows: '<row><c t="s"><v>7</v></c></row>' }, 'unreadable_workbook'],
  ['rows in the wrong order', { rows: `${row}${row}` }, 'unreadable_workbook'],
  ['cells in the wrong order', { rows: '<row><c r="B1"/><c r="A1"/></row>' }, 'unreadable_workbook'],
  ['a column that no sheet has', { rows: '<row><c r="ZZZ1"/></row>' }, 'unreadable_workbook'],
  ['a number that is none', { rows: '<row><c><v>1,5</v></c></row>' }, 'unreadable_workbook'],
  ['elements in each other', { rows: '<a>'.repeat(200) + '</a>'.repeat(200) }, 'unreadable_workbook'],
  ['XML that does not end', { rows: '<row><c>' }, 'unreadable_workbook'],
  ['an entity', { rows: '<row><c t="str"><v>&boom;</v></c></row>' }, 'unreadable_workbook'],
  ['a document type', { rows: '<!DOCTYPE a><row/>' }, 'unreadable_workbook'],
  ['a cell without end', { rows: `<row><c t="str"><v>${'x'.repeat(1_100_000)}</v></c></row>` }, 'workbook_too_large'],
  ['too many texts', { rows: row, strings: '<si><t>a</t></si>'.repeat(11) }, 'workbook_too_large', { strings: 10 }],
  ['too long texts', { rows: row, strings }, 'workbook_too_large', { characters: 20 }],
  [
    'one long text that does not end',
    { rows: row, strings: `<si><t>${'x'.repeat(200)}` },
    'workbook_too_large',
    { characters: 20 },
  ],
  ['too many bytes', { rows: row }, 'workbook_too_large', { unpackedBytes: 100 }],
  ['a large part in memory', { rows: row }, 'workbook_too_large', { partBytes: 10 }],
  ['no visible part', { rows: row, sheets: '<sheet name="A" sheetId="1" r:id="r9"/>' }, 'unreadable_workbook'],
])('%s is refused', async (_what, parts, fault, limits = {}) => {
  await expect(read(workbook(parts), { ...large, ...limits })).rejects.toMatchObject({ code: fault })
})

test('a file that is packed to less than a 250th is refused before it is unpacked', async () => {
  const bomb = workbook({ rows: `${row}${' '.repeat(20 * mebibyte)}` })
  await expect(read(bomb)).rejects.toMatchObject({ code: 'workbook_too_large' })
})

test('a workbook of more than 48 MB is imported, and its rows are numbered as in the spreadsheet', async () => {
  await using shop = await freshDatabase()
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rowOf = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`
  // Packed to about a hundredth, which takes much less time than random bytes to their full length.
  const longText = () => randomBytes(1_500).toString('base64').repeat(110)
  const fillers = Array.from({ length: 240 }, (_, at) => rowOf([`X-${at}`, longText()]))
  const rows = [rowOf(['sku', 'name']), ...fillers, rowOf(['P-0', 'Fan']), rowOf(['P-1', 'Lamp'])]
  const report = await importText(shop, ['feed.xlsx', workbook({ rows: rows.join('') })])
  expect(report).toMatchObject({ error: null, rows: 242, created: 2, rejected: 240 })
  expect(report.rejections[0]).toMatchObject({ row: 2, column: 'name', code: 'text_long' })
  expect(report.rejections.at(-1)).toMatchObject({ row: 241 })
})
