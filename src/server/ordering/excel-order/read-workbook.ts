import { posix } from 'node:path'
import type { SheetRow } from '../../../domain/order-rows.ts'
import { readXml } from './read-xml.ts'
import { sharedStrings } from './shared-strings.ts'
import { sheetRows } from './sheet-rows.ts'
import { openWorkbook, type ReadPart } from './workbook-archive.ts'
import { WorkbookFault } from './workbook-fault.ts'

type Relation = { id: string; type: string; path: string }

/**
 * Reads the rows of a workbook's first visible sheet. Throws WorkbookFault, or an error of the zip library if the file
 * is damaged.
 */
export async function readWorkbook(bytes: Uint8Array, mostRows: number): Promise<SheetRow[]> {
  const readPart = await openWorkbook(bytes)
  const workbook = (await relationsOf(readPart, '')).find(({ type }) => type === 'officeDocument')?.path ?? ''
  const book = await readPart(workbook)
  if (book === undefined) throw new WorkbookFault('not_xlsx')
  if (/macroEnabled/i.test((await readPart('[Content_Types].xml')) ?? '')) throw new WorkbookFault('macros')
  const relations = await relationsOf(readPart, workbook)
  const sheet = await readPart(relations.find(({ id }) => id === firstSheetId(book))?.path ?? '')
  if (sheet === undefined) throw new WorkbookFault('unreadable_workbook')
  const strings = await readPart(relations.find(({ type }) => type === 'sharedStrings')?.path ?? '')
  return sheetRows(sheet, strings === undefined ? [] : sharedStrings(strings), mostRows)
}

/** Reads the relations of a part; '' is the whole workbook. External links are left out. */
async function relationsOf(readPart: ReadPart, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const relations: Relation[] = []
  readXml((await readPart(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))) ?? '<none/>', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes()
      if (mode !== 'External')
        relations.push({ id, type: posix.basename(type), path: posix.resolve('/', folder, target).slice(1) })
    },
  })
  return relations
}

function firstSheetId(book: string): string | undefined {
  const ids: string[] = []
  readXml(book, {
    open: (name, attributes) => {
      if (name !== 'sheet') return
      const named = attributes()
      const id = Object.entries(named).find(([key]) => /(?:^|:)id$/.test(key))?.[1]
      if (id !== undefined && (named['state'] ?? 'visible') === 'visible') ids.push(id)
    },
  })
  return ids[0]
}
