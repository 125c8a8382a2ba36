import { openZip, zipEntries, type ZipEntry, type ZipFile } from '../../zip-file.ts'
import { WorkbookError, type WorkbookRow } from '../workbook.ts'
import { readBook, type BookLimits } from './book.ts'
import { SheetRows } from './sheet-rows.ts'
import { xmlPieces } from './xml-stream.ts'

export type LargeLimits = BookLimits & {
  /** Files in the zip. */
  files: number
  /** Bytes that all XML files unpack to; how many times smaller than itself one of more than 16 MB may be packed. */
  unpackedBytes: number
  ratio: number
}

const freeBytes = 16 * 1024 * 1024

/** What the XML files of an .xlsx unpack to, in bytes, by its central directory. Throws WorkbookError. */
export async function unpackedSize(file: string, limits: LargeLimits): Promise<number> {
  const zip = await openWorkbookZip(file)
  try {
    return sumOf([...(await entriesOf(zip, limits)).values()])
  } finally {
    zip.close()
  }
}

/**
 * The rows of the first visible sheet that are not empty, read from the file a piece at a time, so that only the texts
 * that cells share are in memory. Throws WorkbookError.
 */
export async function* largeSheet(file: string, limits: LargeLimits): AsyncGenerator<WorkbookRow> {
  const zip = await openWorkbookZip(file)
  try {
    const book = await readBook(zip, await entriesOf(zip, limits), limits)
    const rows = new SheetRows(book)
    for await (const _ of xmlPieces(zip, book.sheet, rows)) yield* rows.taken()
  } catch (error) {
    if (error instanceof TypeError || error instanceof WorkbookError) throw error
    throw new WorkbookError('unreadable_workbook')
  } finally {
    zip.close()
  }
}

function openWorkbookZip(file: string): Promise<ZipFile> {
  return openZip(file).catch(() => {
    throw new WorkbookError('not_xlsx')
  })
}

/** The XML files by their names in small letters. */
async function entriesOf(zip: ZipFile, { files, unpackedBytes, ratio }: LargeLimits): Promise<Map<string, ZipEntry>> {
  const all = await zipEntries(zip, files).catch(() => {
    throw new WorkbookError('not_xlsx')
  })
  if (!all) throw new WorkbookError('workbook_too_large')
  if (all.some((entry) => entry.isEncrypted())) throw new WorkbookError('encrypted_workbook')
  const entries = new Map(all.map((entry) => [entry.fileName.toLowerCase(), entry]))
  if (entries.size < all.length) throw new WorkbookError('unreadable_workbook')
  const xml = [...entries].filter(([name]) => /\.(?:xml|rels)$/.test(name))
  const isBomb = ({ uncompressedSize: size, compressedSize: packed }: ZipEntry) =>
    size > freeBytes && size > packed * ratio
  const parts = xml.map(([, entry]) => entry)
  if (parts.some(isBomb) || sumOf(parts) > unpackedBytes) throw new WorkbookError('workbook_too_large')
  return new Map(xml)
}

function sumOf(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}
