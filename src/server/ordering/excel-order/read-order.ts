import { maxFileBytes, maxTextLength, type OrderFault } from '../../../contracts/calls/excel-to-cart.ts'
import {
  maxOrderRows,
  readOrderSheet,
  readOrderText,
  type UploadedOrderLine,
  type SheetRow,
} from '../../../domain/orders/order-rows.ts'
import type { WorkbookCell, WorkbookRow } from '../../platform/workbooks/workbook.ts'
import type { WorkbookReader } from './workbook-reader.ts'

/** An uploaded workbook or pasted text. */
export type UploadedOrder = { file?: File | undefined; rows?: string | undefined }
export type ReadOrder = { rows: UploadedOrderLine[] } | { fault: OrderFault }

/** Reads the rows of an order, or says why there are none (spec section 5: only .xlsx files). */
export async function readOrder(workbooks: WorkbookReader, { file, rows }: UploadedOrder): Promise<ReadOrder> {
  if (file && (file.size > 0 || file.name !== '')) return readFile(workbooks, file)
  if (rows === undefined || rows.trim() === '') return { fault: 'file_missing' }
  return rows.length > maxTextLength ? { fault: 'too_many_rows' } : limitedRows(readOrderText(rows))
}

async function readFile(workbooks: WorkbookReader, file: File): Promise<ReadOrder> {
  if (!/\.xlsx$/i.test(file.name)) return { fault: 'not_xlsx' }
  if (file.size > maxFileBytes) return { fault: 'file_too_large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fault = faultOfBeginning(bytes)
  if (fault) return { fault }
  const reply = await workbooks.read(bytes)
  if ('fault' in reply) return reply
  if (reply.rows.length === 0) return { fault: 'no_rows' }
  const rows = readOrderSheet(reply.rows.map(toTextCells))
  return rows ? limitedRows(rows) : { fault: 'no_header' }
}

function toTextCells({ row, cells }: WorkbookRow): SheetRow {
  return { row, cells: cells.map(cellText) }
}

/** Numbers are written out as people write them: 1E3 is 1000, and 2.0 is 2. */
function cellText(cell: WorkbookCell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'boolean' ? String(Number(cell)) : String(cell ?? '')
}

function limitedRows(rows: UploadedOrderLine[]): ReadOrder {
  if (rows.every(({ number }) => number === '')) return { fault: 'no_rows' }
  return rows.length > maxOrderRows ? { fault: 'too_many_rows' } : { rows }
}

/**
 * Checks the file signature. A workbook is a zip file. Old Excel files and password-protected ones are both OLE files;
 * the latter contain the name `EncryptedPackage`.
 */
function faultOfBeginning(bytes: Uint8Array): OrderFault | undefined {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (beginning.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return undefined
  const isOle = beginning.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  return isOle && beginning.includes('EncryptedPackage', 0, 'utf16le') ? 'encrypted_workbook' : 'not_xlsx'
}
