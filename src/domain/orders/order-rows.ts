import { maxQuantity } from '../cart/cart-lines.ts'
import { unescapeFormula } from '../formula-injection.ts'

/** A row of an uploaded sheet: its row number in the spreadsheet, and its cells as text. */
export type SheetRow = { row: number; cells: readonly string[] }

/**
 * One requested part: its number as written, empty where a row has a quantity alone, and the quantity, `null` when that
 * is not a whole number above 0. `asked` is the quantity as written.
 */
export type UploadedOrderLine = { row: number; number: string; quantity: number | null; asked: string }

export const maxOrderRows = 5_000
const headerWithin = 20
/** Characters of a line beyond this are ignored. */
const maxLineLength = 300
const maxNumberLength = 64
const maxReadQuantity = 999_999

/** Column names in both languages, most certain first, as returned by `plainWord`. */
const numberWords = [
  'sku',
  'artikelnummer',
  'artikelnr',
  'artnr',
  'artno',
  'articlenumber',
  'articleno',
  'itemnumber',
  'itemno',
  'partnumber',
  'partnr',
  'partno',
  'reservdelsnummer',
  'reservdelsnr',
  'produktnummer',
  'produktnr',
  'productnumber',
  'productno',
  'productcode',
  'beställningsnummer',
  'bestnr',
  'delnummer',
  'delnr',
  'pn',
  'mpn',
  'artikel',
  'article',
  'item',
  'part',
  'produkt',
  'product',
]
const quantityWords = [
  'quantity',
  'qty',
  'antal',
  'orderquantity',
  'orderqty',
  'beställtantal',
  'kvantitet',
  'pieces',
  'pcs',
  'stycken',
  'styck',
  'stk',
  'st',
  'units',
  'count',
  'amount',
]

type Header = { at: number; number: number; quantity: number }

/**
 * Reads an order from a sheet: the rows below the header. The header must name a part number and a quantity column
 * within the first 20 rows, else the result is undefined. Rows without a quantity are skipped, and so is one without a
 * part number whose quantity is the sum of those above it.
 */
export function readOrderSheet(rows: readonly SheetRow[]): UploadedOrderLine[] | undefined {
  const header = findHeader(rows)
  if (!header) return undefined
  const { at, number, quantity } = header
  return withoutTotals(
    rows.slice(at + 1).flatMap(({ row, cells }) => uploadedLine(row, cells[number], cells[quantity])),
  )
}

/**
 * Reads an order from pasted text, one part per line: number and quantity separated by a tab, semicolon, comma or
 * space, "2 x ABC-1" or "2 ABC-1"; without a quantity, 1, and 0 is none. Copied columns with a header are read like a
 * sheet.
 */
export function readOrderText(text: string): UploadedOrderLine[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ row: at + 1, cells: cellsOf(line.slice(0, maxLineLength)) }))
  const written = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  return (
    readOrderSheet(written) ??
    withoutTotals(
      written.flatMap(({ row, cells }) => {
        const [number, ...rest] = isQuantityFirst(cells) ? cells.slice(0, 2).toReversed() : cells
        const quantity = rest.find((cell) => readQuantity(cell) !== null) ?? rest.findLast((cell) => cell !== '')
        return uploadedLine(row, number, quantity ?? '1', { isZeroKept: true })
      }),
    )
  )
}

/** Formats items as text that `readOrderText` can read back. */
export function formatOrderText(items: readonly { sku: string; quantity: number }[]): string {
  return items.map(({ sku, quantity }) => `${sku}\t${quantity}`).join('\n')
}

/**
 * Parses a quantity: a whole number, with optional spaces between groups and an optional unit. Null for anything else,
 * and for "1.000", which is ambiguous (one or a thousand).
 */
export function readQuantity(text: string): number | null {
  if (text.length > maxNumberLength) return null
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^[x×]\s*|\s*(?:[x×]|styck(?:en)?|stk?|pcs?|pieces?|ea|units?)\.?$/gu, '')
  const digits = /^(\d{1,3}(?: \d{3})+|\d+)(?:[.,]0{1,2})?$/.exec(bare)?.[1]?.replaceAll(' ', '')
  const value = Number(digits ?? Number.NaN)
  return value <= maxReadQuantity ? value : null
}

/** A sheet may list all parts with 0 for those that are not wanted; somebody who writes "ABC-1 0" is told of it. */
function uploadedLine(row: number, number = '', asked = '', { isZeroKept = false } = {}): UploadedOrderLine[] {
  const [written, wanted] = [unescapeFormula(number.trim()).slice(0, maxNumberLength), asked.trim()]
  const quantity = readQuantity(wanted)
  const isLeftOut = written === '' ? !quantity : wanted === '' || (quantity === 0 && !isZeroKept)
  return isLeftOut
    ? []
    : [{ row, number: written, quantity: quantity === 0 ? null : quantity, asked: wanted.slice(0, maxNumberLength) }]
}

/** Leaves out the total below an order: a quantity without a part number that is the sum of at least two above it. */
function withoutTotals(lines: readonly UploadedOrderLine[]): UploadedOrderLine[] {
  let [sum, count] = [0, 0]
  return lines.filter(({ number, quantity }) => {
    if (number === '' && quantity === sum && count > 1) return false
    sum += quantity ?? 0
    count += 1
    return true
  })
}

function findHeader(rows: readonly SheetRow[]): Header | undefined {
  for (const [at, { cells }] of rows.slice(0, headerWithin).entries()) {
    const words = cells.map(plainWord)
    const [number, quantity] = [columnOf(words, numberWords), columnOf(words, quantityWords)]
    if (number >= 0 && quantity >= 0) return { at, number, quantity }
  }
  return undefined
}

function columnOf(words: readonly string[], names: readonly string[]): number {
  const name = names.find((each) => words.includes(each))
  return name === undefined ? -1 : words.indexOf(name)
}

/** Normalizes a column name: "Art. nr (obligatoriskt)" becomes "artnr". */
function plainWord(cell: string): string {
  return cell
    .slice(0, maxLineLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** "ABC-1 2,5" asks for two and a half, and not for five of "ABC-1 2". */
function isPartOfUnit(line: string): boolean {
  return /^ *[^\s,;]*\d[^\s,;]* +\d{1,2},5 *$/.test(line)
}

/** Splits a pasted line at tabs, else at semicolons, else at commas. */
function cellsOf(line: string): string[] {
  const mark = isPartOfUnit(line) ? undefined : ['\t', ';', ','].find((each) => line.includes(each))
  return mark === undefined
    ? wordsOf(line.trim().replace(/\s+/g, ' '))
    : line.split(mark).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      )
}

/** The first of two cells is a quantity; the second can only be a part number, as it has a digit and no spaces. */
function isQuantityFirst([first = '', second = '', ...more]: readonly string[]): boolean {
  if (more.some((cell) => cell !== '') || !/^\d{1,3}$/.test(first) || !/^\S*\d\S*$/.test(second)) return false
  return (readQuantity(second) ?? Infinity) > maxQuantity
}

/**
 * Splits a line without separators: the quantity is at the end, or at the start when followed by an x, a unit or
 * something that can only be a part number.
 */
function wordsOf(line: string): string[] {
  const [, part, wrong] = /^(\S*\d\S*) ([-−]\d{1,6}|\d{1,2}[.,]5)$/.exec(line) ?? []
  if (part !== undefined && wrong !== undefined) return [part, wrong]
  const [, first, after] = /^(\d{1,6} ?(?:x|×|st|pcs))\.? +(\S.*)$/i.exec(line) ?? []
  if (first !== undefined && after !== undefined) return [after, first]
  const words = line.split(' ')
  if (isQuantityFirst(words)) return words
  const [, before, last] = /^(\S.*?) +((?:[x×] ?)?\d{1,6}(?: ?(?:x|×|st|stk|pcs)\.?)?)$/i.exec(line) ?? []
  return before !== undefined && last !== undefined ? [before, last] : [line]
}
