import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { checkedParts } from './checked-parts.ts'
import { withFormulaTexts } from './formula-texts.ts'
import { WorkbookError, type WorkbookCell, type WorkbookLimits, type WorkbookRow } from './workbook.ts'

const workbookPath = 'xl/workbook.xml'
/** Of all cells: a text that many cells share is one here, and one for each cell where the rows are handed over. */
const maxCharacters = 64 * 1024 * 1024

/**
 * The rows of the first visible sheet that are not empty. Throws WorkbookError, or another error where the file is
 * broken. read-excel-file is given a new zip of the checked parts, so that it can read nothing that was not checked.
 */
export async function sheetRows(bytes: Uint8Array, limits: WorkbookLimits): Promise<WorkbookRow[]> {
  const parts = await checkedParts(bytes, limits)
  const book = parts[workbookPath]
  if (book === undefined) throw new WorkbookError('not_xlsx')
  const zip = zipSync(limits.readsFormulas ? withFormulas(parts) : parts, { level: 0 })
  const sheet = await readSheet(new Blob([zip]), firstVisibleSheet(Buffer.from(book).toString()))
  const rows: WorkbookRow[] = []
  let characters = 0
  for (const [at, found] of sheet.entries()) {
    const cells = found.slice(0, limits.columns).map((cell) => shortened(cell, limits.cellLength))
    if (cells.every((cell) => cell === null || cell === '')) continue
    if (rows.length >= limits.rows) throw new WorkbookError('too_many_rows')
    for (const cell of cells) if (typeof cell === 'string') characters += cell.length
    if (characters > maxCharacters) throw new WorkbookError('workbook_too_large')
    rows.push({ row: at + 1, cells })
  }
  return rows
}

function withFormulas(parts: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => {
      const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(name)
      return [name, isSheet ? Buffer.from(withFormulaTexts(Buffer.from(bytes).toString())) : bytes]
    }),
  )
}

function shortened(cell: unknown, length: number): WorkbookCell {
  if (typeof cell === 'string') return cell.trim().slice(0, length)
  return typeof cell === 'number' || typeof cell === 'boolean' || cell instanceof Date ? cell : null
}

/** Its number from 1 on; read-excel-file counts the sheets that have a name and does not tell which are hidden. */
function firstVisibleSheet(book: string): number {
  const sheets = (book.match(/<(?:\w+:)?sheet\s[^<>]*>/g) ?? []).filter((tag) => /\sname=["'][^"']/.test(tag))
  return Math.max(1, 1 + sheets.findIndex((tag) => !/\sstate=["'](?:hidden|veryHidden)["']/.test(tag)))
}
