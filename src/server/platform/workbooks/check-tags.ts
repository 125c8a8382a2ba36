import { columnOf } from './cell-places.ts'
import { WorkbookError } from './workbook.ts'

/** In characters. No tag or text of a workbook is as long; read-excel-file takes a minute for a tag of 5 MB. */
const maxPiece = 1024 * 1024
/** The last cell that a sheet can have is XFD1048576. */
const [lastColumn, lastRow] = [16_384, 1_048_576]

const rowOrCell = /^<(?:[^\s/>:]*:)?(row|c)\s/
/** The attribute `r`, with any prefix: read-excel-file leaves prefixes out. A name space may be called `r`. */
const place = /[\s:](?<!\sxmlns:)r=(?:"([^"]*)"|'([^']*)')/g

/**
 * Checks the tags of a part of a workbook as read-excel-file finds them. Throws WorkbookError for a tag or a text that
 * is too long, and for rows and cells beyond the last one: all before them would be made. Any part may be a sheet.
 */
export function checkTags(xml: string): void {
  let from = xml.indexOf('<')
  if ((from === -1 ? xml.length : from) > maxPiece) throw new WorkbookError('unreadable_workbook')
  while (from !== -1) {
    const end = endOfTag(xml, from)
    const next = xml.indexOf('<', end)
    const isLong = end - from > maxPiece || (next === -1 ? xml.length : next) - end > maxPiece
    if (isLong || isBeyond(xml.slice(from, end))) throw new WorkbookError('unreadable_workbook')
    from = next
  }
}

const sections: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/** A tag ends with the first `>` that is not in quotes; `<` may be in these. */
function endOfTag(xml: string, from: number): number {
  const section = sections.find(([begin]) => xml.startsWith(begin, from))
  if (section) {
    const end = xml.indexOf(section[1], from)
    return end === -1 ? xml.length : end + section[1].length
  }
  for (let at = from + 1; at < xml.length; at += 1) {
    const letter = xml[at]
    if (letter === '>') return at + 1
    if (letter !== '"' && letter !== "'") continue
    const close = xml.indexOf(letter, at + 1)
    if (close !== -1) at = close
  }
  return xml.length
}

function isBeyond(tag: string): boolean {
  const [, kind] = rowOrCell.exec(tag) ?? []
  if (kind === undefined) return false
  return [...tag.matchAll(place)].some(([, double, single]) => !isPlace(kind, double ?? single ?? ''))
}

function isPlace(kind: string, written: string): boolean {
  const [, letters = '', row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(written) ?? []
  return (
    row !== undefined &&
    Number(row) <= lastRow &&
    (kind === 'row') === (letters === '') &&
    columnOf(letters) <= lastColumn
  )
}
