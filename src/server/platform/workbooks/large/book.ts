import { posix } from 'node:path'
import type { ZipEntry, ZipFile } from '../../zip-file.ts'
import { WorkbookError } from '../workbook.ts'
import { isDateFormat } from './date-formats.ts'
import { PackedTexts } from './packed-texts.ts'
import { readXml } from './xml-stream.ts'

/** What cells of a sheet refer to. */
export type Book = {
  sheet: ZipEntry
  strings: PackedTexts
  /** Whether numbers in a style are dates, by the number of the style. */
  dateStyles: readonly boolean[]
  isSince1904: boolean
}
export type BookLimits = {
  /** Bytes of the parts that are held in memory, except the texts. */
  partBytes: number
  /** Characters and number of texts that cells share. */
  characters: number
  strings: number
}
type Entries = ReadonlyMap<string, ZipEntry>

/** Reads everything but the first visible sheet itself. Throws WorkbookError. */
export async function readBook(zip: ZipFile, entries: Entries, limits: BookLimits): Promise<Book> {
  const small = (path: string): ZipEntry | undefined => {
    const entry = entries.get(path.toLowerCase())
    if (entry && entry.uncompressedSize > limits.partBytes) throw new WorkbookError('workbook_too_large')
    return entry
  }
  const [bookPart, relations] = [small('xl/workbook.xml'), small('xl/_rels/workbook.xml.rels')]
  if (!bookPart || !relations) throw new WorkbookError('not_xlsx')
  const targets = await targetsIn(zip, relations)
  const { relation, isSince1904 } = await firstSheet(zip, bookPart)
  const sheet = entries.get(targets.byId.get(relation)?.toLowerCase() ?? '')
  if (!sheet) throw new WorkbookError('unreadable_workbook')
  const styles = small(targets.byKind.get('styles') ?? '')
  const strings = entries.get(targets.byKind.get('sharedStrings')?.toLowerCase() ?? '')
  return {
    sheet,
    isSince1904,
    dateStyles: styles ? await dateStylesIn(zip, styles) : [],
    strings: strings ? await stringsIn(zip, strings, limits) : new PackedTexts(),
  }
}

/** The paths of parts, by the ids of their relations and by what they are. */
async function targetsIn(zip: ZipFile, part: ZipEntry) {
  const [byId, byKind] = [new Map<string, string>(), new Map<string, string>()]
  await readXml(zip, part, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const path = posix.normalize(Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
      byId.set(Id, path)
      byKind.set(Type.slice(Type.lastIndexOf('/') + 1), path)
    },
  })
  return { byId, byKind }
}

async function firstSheet(zip: ZipFile, part: ZipEntry) {
  let [first, visible]: (string | undefined)[] = []
  let isSince1904 = false
  await readXml(zip, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') isSince1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet' || !attributes['name']) return
      const relation = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? ''
      first ??= relation
      if (!/^(?:hidden|veryHidden)$/.test(attributes['state'] ?? '')) visible ??= relation
    },
  })
  const relation = visible ?? first
  if (relation === undefined) throw new WorkbookError('not_xlsx')
  return { relation, isSince1904 }
}

async function dateStylesIn(zip: ZipFile, part: ZipEntry): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const formats: { own: number | undefined; base: number | undefined }[] = []
  const bases: (number | undefined)[] = []
  let list: typeof formats | typeof bases | undefined
  await readXml(zip, part, {
    open: (name, { numFmtId, formatCode = '', xfId }) => {
      const own = numFmtId === undefined ? undefined : Number(numFmtId)
      if (name === 'numFmt' && own !== undefined) codes.set(own, formatCode)
      else if (name === 'cellStyleXfs') list = bases
      else if (name === 'cellXfs') list = formats
      else if (name === 'xf' && list === bases) bases.push(own)
      else if (name === 'xf' && list === formats)
        formats.push({ own, base: xfId === undefined ? undefined : Number(xfId) })
    },
    close: (name) => {
      if (name === 'cellStyleXfs' || name === 'cellXfs') list = undefined
    },
  })
  return formats.map(({ own, base }) => {
    const id = own ?? (base === undefined ? undefined : bases[base])
    return id !== undefined && isDateFormat(id, codes.get(id))
  })
}

async function stringsIn(zip: ZipFile, part: ZipEntry, { characters, strings: max }: BookLimits): Promise<PackedTexts> {
  const strings = new PackedTexts()
  const item = new RichText()
  let left = characters
  await readXml(zip, part, {
    open: (name) => item.open(name, 'si'),
    text: (text) => {
      item.add(text)
      if (item.text.length > left) throw new WorkbookError('workbook_too_large')
    },
    close: (name) => {
      if (!item.close(name, 'si')) return
      left -= item.text.length
      if (strings.length >= max) throw new WorkbookError('workbook_too_large')
      strings.add(unescaped(item.text))
    },
  })
  return strings
}

/** The text of an element whose parts may be written in different fonts; how it is pronounced is left out. */
export class RichText {
  text = ''
  #isOpen = false
  #isText = false
  #isRich = false
  #isSpoken = false

  open(name: string, item: string): void {
    if (name === item) {
      this.#isOpen = true
      this.text = ''
    } else if (name === 't') {
      this.#isText = true
      if (!this.#isRich && !this.#isSpoken) this.text = ''
    } else if (name === 'r') this.#isRich = true
    else if (name === 'rPh') this.#isSpoken = true
  }

  add(text: string): void {
    if (this.#isOpen && this.#isText && !this.#isSpoken) this.text += text
  }

  /** @returns whether the item has ended. */
  close(name: string, item: string): boolean {
    if (name === 't') this.#isText = false
    else if (name === 'r') this.#isRich = false
    else if (name === 'rPh') this.#isSpoken = false
    if (name !== item) return false
    this.#isOpen = false
    return true
  }
}

/** Characters that XML cannot have are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
