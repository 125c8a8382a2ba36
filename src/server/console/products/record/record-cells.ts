import { parseItems, listCell } from '../../../catalog/own-files/own-cells.ts'
import { kindOfField } from './record-sections.ts'

/** What a form shows of a cell: an item in each line, and `yes` or nothing for a box to tick. */
export function shownCell(field: string, cell: string): string {
  const kind = kindOfField(field)
  if (kind === 'yes') return cell === 'yes' ? 'yes' : ''
  return kind === 'lines' ? parseItems(cell).join('\n') : cell
}

/** The cell that a form's text stands for. */
export function typedCell(field: string, text: string): string {
  const kind = kindOfField(field)
  if (kind === 'yes') return text === 'yes' ? 'yes' : 'no'
  if (kind === 'line') return text.trim()
  const plain = text.replaceAll('\r\n', '\n').trim()
  if (kind === 'long') return plain
  const items = plain.split('\n').map((item) => item.trim())
  // The place of an empty title or text says of which file it is.
  const isPlaced = /^(?:picture_texts|document_titles)_/.test(field)
  return listCell(isPlaced ? items : items.filter((item) => item !== '').map((item) => withoutGaps(field, item)))
}

/** A price such as `1 234,50`, perhaps after `10:`, without the gaps that people write in it. */
function withoutGaps(field: string, item: string): string {
  return field.startsWith('price_') ? item.replaceAll(/(?<=[\d:.,])[\s\u00a0\u202f]+(?=\d)/g, '') : item
}

/** Whether two texts of a form say the same. */
export function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
}
