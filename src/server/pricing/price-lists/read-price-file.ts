import { setImmediate as turn } from 'node:timers/promises'
import { unescapeFormula } from '../../../domain/formula-injection.ts'
import {
  cellsOfText,
  headOf,
  maxPriceRows,
  readPriceRow,
  type PriceListRow,
  type PriceRowFault,
  type WrittenRow,
} from '../../../domain/lists/price-list-rows.ts'
import { readWorkbook } from '../../platform/workbooks/read-workbook.ts'
import type { WorkbookCell, WorkbookLimits } from '../../platform/workbooks/workbook.ts'
import { PriceListError } from './price-list-error.ts'

const mebibyte = 1024 * 1024
/** The largest file, in bytes, and the longest pasted text, in characters. */
const maxPriceBytes = 6 * mebibyte
const rowsOfTurn = 1_000
const shownText = 80

/** No price list has its columns further right. What becomes a hundred times smaller was made to be a bomb. */
const limits: WorkbookLimits = {
  rows: maxPriceRows + 1,
  columns: 30,
  cellLength: 200,
  files: 300,
  unpackedBytes: 128 * mebibyte,
  partBytes: 64 * mebibyte,
  xmlBytes: 96 * mebibyte,
  ratio: 100,
  acceptsMacrosAndLinks: false,
  memoryMb: 512,
  timeoutMs: 20_000,
}

/** Reads the rows of pasted text. Throws PriceListError for the first row that is wrong. */
export async function readPriceText(text: string): Promise<PriceListRow[]> {
  if (text.length > maxPriceBytes) throw tooMany()
  return rowsFrom(cellsOfText(text))
}

/** Reads the rows of a .csv or .xlsx file by its content, whatever its name. Throws PriceListError. */
export async function readPriceFile(file: Blob): Promise<PriceListRow[]> {
  if (file.size > maxPriceBytes) throw tooMany()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return readPriceText(textOf(bytes))
  const reply = await readWorkbook(bytes, limits)
  if ('fault' in reply) {
    if (reply.fault === 'too_many_rows') throw tooMany()
    throw new PriceListError('price_list_file', `The file cannot be read (${reply.fault}).`)
  }
  return rowsFrom(reply.rows.map(({ row, cells }) => ({ row, cells: cells.map(cellText) })))
}

function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new PriceListError('price_list_file', 'The file is no text and no workbook.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Spreadsheets of older programs.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellText(cell: WorkbookCell): string {
  if (typeof cell === 'number') return numberText(cell)
  return cell instanceof Date || typeof cell === 'boolean' ? '' : (cell ?? '').trim()
}

/** A price as spreadsheets compute it, 12.340000000000002, is 12.34; one with more decimals is none. */
function numberText(value: number): string {
  return String(Number(value.toPrecision(13)))
}

async function rowsFrom(written: Iterable<WrittenRow>): Promise<PriceListRow[]> {
  const rows: PriceListRow[] = []
  let columns: ReturnType<typeof headOf>
  let count = 0
  for (const { row, cells } of written) {
    if (cells.every((cell) => cell === '')) continue
    count += 1
    if (count === 1) columns = headOf(cells)
    if (count === 1 && columns) continue
    if (count % rowsOfTurn === 0) await turn()
    const read = readPriceRow({ row, cells: cells.map(unescapeFormula) }, columns)
    if ('fault' in read) throw faultOf(read)
    rows.push(read)
    if (rows.length > maxPriceRows) throw tooMany()
  }
  return rows
}

function faultOf({ row, fault, text }: PriceRowFault): PriceListError {
  const values = { row, text: text.slice(0, shownText) }
  return new PriceListError(`price_list_row_${fault}`, `Row ${row}: "${values.text}" cannot be read.`, values)
}

function tooMany(): PriceListError {
  return new PriceListError('price_list_too_many', `At most ${maxPriceRows} prices are read at once.`, {
    most: maxPriceRows,
  })
}
