import { WorkbookError, type WorkbookCell, type WorkbookRow } from '../workbook.ts'
import { RichText, unescaped, type Book } from './book.ts'
import { dateOf } from './date-formats.ts'
import type { XmlHandlers } from './xml-stream.ts'

/** The most columns that a sheet can have. */
const maxColumns = 16_384
/** Characters of one cell; a spreadsheet allows 32,767. */
const maxCellLength = 1_000_000

type Cell = { column: number; type: string; style: string | undefined; value: string | undefined; inline?: string }

/** Makes rows of the events of a sheet's XML. Cells say their place or follow each other. */
export class SheetRows implements XmlHandlers {
  readonly #book: Book
  readonly #inline = new RichText()
  #rows: WorkbookRow[] = []
  #row = 0
  #cells: WorkbookCell[] | undefined
  #cell: Cell | undefined
  #isValue = false

  /** What cells say, by their type. Formulas count by the value they had last, errors are empty. */
  readonly #kinds: Readonly<Record<string, (cell: Cell) => WorkbookCell>> = {
    str: ({ value }) => (value ? value.trim() : null),
    inlineStr: ({ inline }) => inline?.trim() ?? null,
    s: ({ value }) => this.#shared(value),
    b: ({ value }) => (value ? value === '1' : null),
    d: ({ value }) => (value ? requireDate(new Date(value)) : null),
    n: ({ value, style }) => (value ? this.#number(Number(value), style) : null),
    e: () => null,
  }

  constructor(book: Book) {
    this.#book = book
  }

  /** The rows that have ended since this was called last, without empty ones. */
  taken(): WorkbookRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r'])
    else if (name === 'c' && this.#cells) this.#openCell(this.#cells, attributes)
    else if (name === 'v' && this.#cell) {
      this.#isValue = true
      this.#cell.value = ''
    } else if (this.#cell) this.#inline.open(name, 'is')
  }

  text(text: string): void {
    if (!this.#cell) return
    if (this.#isValue) this.#cell.value += text
    else this.#inline.add(text)
    if ((this.#cell.value?.length ?? 0) + this.#inline.text.length > maxCellLength)
      throw new WorkbookError('workbook_too_large')
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (this.#cell && this.#inline.close(name, 'is')) this.#cell.inline = unescaped(this.#inline.text)
  }

  #openRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number)
    if (!Number.isSafeInteger(row) || row <= this.#row) throw new WorkbookError('unreadable_workbook')
    this.#row = row
    this.#cells = []
  }

  #openCell(cells: readonly WorkbookCell[], { r, t = 'n', s }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? cells.length + 1 : columnOf(r)
    if (column <= cells.length || column > maxColumns) throw new WorkbookError('unreadable_workbook')
    this.#cell = { column, type: t, style: s, value: undefined }
    this.#inline.text = ''
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell || !this.#cells) return
    while (this.#cells.length < cell.column - 1) this.#cells.push(null)
    this.#cells.push(this.#valueOf(cell))
  }

  #closeRow(): void {
    const cells = this.#cells
    this.#cells = undefined
    if (cells?.some((cell) => cell !== null && cell !== '')) this.#rows.push({ row: this.#row, cells })
  }

  #valueOf(cell: Cell): WorkbookCell {
    const read = Object.hasOwn(this.#kinds, cell.type) ? this.#kinds[cell.type] : undefined
    if (!read) throw new WorkbookError('unreadable_workbook')
    return read(cell)
  }

  #shared(index: string | undefined): string | null {
    if (!index) return null
    const text = this.#book.strings.at(Number(index))
    if (text === undefined) throw new WorkbookError('unreadable_workbook')
    return text.trim()
  }

  #number(value: number, style: string | undefined): WorkbookCell {
    if (Number.isNaN(value)) throw new WorkbookError('unreadable_workbook')
    const isDate = style !== undefined && this.#book.dateStyles[Number(style)] === true
    return isDate ? requireDate(dateOf(value, this.#book.isSince1904)) : value
  }
}

function requireDate(date: Date): Date {
  if (Number.isNaN(date.getTime())) throw new WorkbookError('unreadable_workbook')
  return date
}

/** The column of `AB7` is 28. */
function columnOf(place: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place)?.[1]
  if (letters === undefined) throw new WorkbookError('unreadable_workbook')
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}
