import { toMinor } from '../../../domain/money/money.ts'
import { RowProblem } from '../import/feeds/feed-row.ts'

/** Writes a list into a cell; a "|" in an item is written "\|". */
export function listCell(items: readonly string[]): string {
  return items.map((item) => item.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
}

export function parseItems(cell: string): string[] {
  if (cell.trim() === '') return []
  const items = ['']
  for (const [piece] of cell.matchAll(/\\.|\||[^\\|]+|\\$/gs)) {
    const last = items.length - 1
    if (piece === '|') items.push('')
    else items[last] += /^\\./s.test(piece) ? piece.slice(1) : piece
  }
  return items.map((item) => item.trim())
}

/** A whole number from a cell; throws RowProblem. */
export function parseInteger(cell: string, column: string, max: number): number {
  const value = Number(cell.trim())
  if (!/^\d{1,12}$/.test(cell.trim()) || value > max)
    throw new RowProblem(column, 'not_whole', { text: cell.slice(0, 40), most: max })
  return value
}

/** An amount such as 149.00 or 149,5 in minor units; throws RowProblem. */
export function parseAmount(text: string, column: string): number {
  if (!/^\d{1,8}(?:[.,]\d{1,2})?$/.test(text.trim()))
    throw new RowProblem(column, 'not_price', { text: text.slice(0, 40) })
  return toMinor(Number(text.trim().replace(',', '.')))
}

/** Yes or no from a cell, in English or Swedish; throws RowProblem. */
export function parseYes(cell: string, column: string): boolean {
  const word = cell.trim().toLowerCase()
  if (['yes', 'ja', '1', 'true'].includes(word)) return true
  if (['no', 'nej', '0', 'false', ''].includes(word)) return false
  throw new RowProblem(column, 'not_yes_no', { text: cell.slice(0, 40) })
}

/** One of some words from a cell; throws RowProblem. */
export function oneOf<const Word extends string>(cell: string, column: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === cell.trim())
  if (found === undefined)
    throw new RowProblem(column, 'not_one_of', { text: cell.slice(0, 40), choices: words.join(', ') })
  return found
}
