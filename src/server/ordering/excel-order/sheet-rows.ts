import type { SheetRow } from '../../../domain/order-rows.ts'
import { readXml } from './read-xml.ts'
import { longestCell } from './shared-strings.ts'
import { WorkbookFault } from './workbook-fault.ts'

/** Columns that are read; orders use fewer. */
const mostColumns = 50

type Cell = { column: number; type: string; text: string }

/** Reads the rows of a sheet that contain text, including their empty cells. Formulas have their last stored value. */
export function sheetRows(xml: string, strings: readonly string[], mostRows: number): SheetRow[] {
  const rows: SheetRow[] = []
  let number = 0
  let cells: string[] = []
  let cell: Cell | undefined
  let isValue = false

  function endCell({ column, type, text }: Cell): void {
    if (column < mostColumns) cells[column] = valueOf(type, text, strings).slice(0, longestCell).trim()
  }

  function endRow(): void {
    if (!cells.some((text) => text !== '')) return
    if (rows.length >= mostRows) throw new WorkbookFault('too_many_rows')
    rows.push({ row: number, cells: Array.from(cells, (text) => text ?? '') })
  }

  readXml(xml, {
    open: (name, attributes) => {
      isValue = name === 'v' || name === 't'
      if (name === 'row') {
        number = Number(attributes()['r'] ?? number + 1)
        cells = []
      } else if (name === 'c') {
        const { r, t = 'n' } = attributes()
        cell = { column: columnOf(r) ?? (cell?.column ?? -1) + 1, type: t, text: '' }
      }
    },
    text: (text) => {
      if (isValue && cell && cell.text.length < longestCell) cell.text += text
    },
    close: (name) => {
      isValue = false
      if (name === 'c' && cell) endCell(cell)
      if (name !== 'row') return
      endRow()
      cell = undefined
    },
  })
  return rows
}

/** Returns the text of a cell. Numbers are written in plain notation: 1E3 is 1000, 2.0 is 2. */
function valueOf(type: string, text: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type !== 'n' || text.trim() === '') return type === 'e' ? '' : text
  const number = Number(text)
  return Number.isNaN(number) ? text : String(number)
}

/** Returns the zero-based column of a cell reference (`AB12` is 27); undefined without one. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
