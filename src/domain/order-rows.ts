/** A row of an uploaded sheet: its number as the spreadsheet shows it, and its cells as text. */
export type SheetRow = { row: number; cells: readonly string[] }

/**
 * What somebody wants of one part: its number as written, how many, and `null` where that is no whole number above 0.
 */
export type OrderRow = { row: number; number: string; quantity: number | null; asked: string }

export const mostOrderRows = 5_000
const headerWithin = 20
/** What comes after so many characters of a line belongs to no order. */
const longestLine = 300
const longestNumber = 64
const largestQuantity = 999_999

/** Names of the columns in both languages, the surest first, as `plainWord` leaves them. */
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
 * The order in a sheet: the rows below the header, which must name a part number and a quantity within the first 20
 * rows;
 * `undefined` where none does. Rows without a part number or without a quantity order nothing and are left out.
 */
export function readOrderSheet(rows: readonly SheetRow[]): OrderRow[] | undefined {
  const header = findHeader(rows)
  if (!header) return undefined
  return rows
    .slice(header.at + 1)
    .flatMap(({ row, cells }) => orderRow(row, cells[header.number], cells[header.quantity]))
}

/**
 * The order in pasted text, a part to a line: number and quantity parted by a tab, semicolon, comma or space, "2 x
 * ABC-1" as well, one piece where no quantity stands. Copied columns with a header are read as a sheet is.
 */
export function readOrderText(text: string): OrderRow[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ row: at + 1, cells: cellsOf(line.slice(0, longestLine)) }))
  const written = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  return (
    readOrderSheet(written) ??
    written.flatMap(({ row, cells }) => {
      const [number, ...rest] = cells
      const quantity = rest.find((cell) => readQuantity(cell) !== null) ?? rest.findLast((cell) => cell !== '')
      return orderRow(row, number, quantity ?? '1')
    })
  )
}

/** Text that `readOrderText` reads back as these parts. */
export function formatOrderText(items: readonly { sku: string; quantity: number }[]): string {
  return items.map(({ sku, quantity }) => `${sku}\t${quantity}`).join('\n')
}

/**
 * How many pieces a cell asks for: a whole number, grouped by spaces or followed by a unit if it likes. Null for
 * anything else, and for "1.000", of which nobody can say whether it is one or a thousand.
 */
export function readQuantity(text: string): number | null {
  if (text.length > longestNumber) return null
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^[x×]\s*|\s*(?:[x×]|styck(?:en)?|stk?|pcs?|pieces?|ea|units?)\.?$/gu, '')
  const digits = /^(\d{1,3}(?: \d{3})+|\d+)(?:[.,]0{1,2})?$/.exec(bare)?.[1]?.replaceAll(' ', '')
  const value = Number(digits ?? Number.NaN)
  return value <= largestQuantity ? value : null
}

function orderRow(row: number, number = '', asked = ''): OrderRow[] {
  const [written, wanted] = [number.trim().slice(0, longestNumber), asked.trim()]
  const quantity = readQuantity(wanted)
  return written === '' || wanted === '' || quantity === 0
    ? []
    : [{ row, number: written, quantity, asked: wanted.slice(0, longestNumber) }]
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

/** "Art. nr (obligatoriskt)" is "artnr". */
function plainWord(cell: string): string {
  return cell
    .slice(0, longestLine)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The columns of a pasted line, by the first of these marks that it has. */
function cellsOf(line: string): string[] {
  const mark = ['\t', ';', ','].find((each) => line.includes(each))
  return mark === undefined
    ? wordsOf(line.trim().replace(/\s+/g, ' '))
    : line.split(mark).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      )
}

/** A line without columns: the quantity stands at its end, or first with an x or a unit after it. */
function wordsOf(line: string): string[] {
  const [, first, after] = /^(\d{1,6} ?(?:x|×|st|pcs))\.? +(\S.*)$/i.exec(line) ?? []
  if (first !== undefined && after !== undefined) return [after, first]
  const [, before, last] = /^(\S.*?) +((?:[x×] ?)?\d{1,6}(?: ?(?:x|×|st|stk|pcs)\.?)?)$/i.exec(line) ?? []
  return before !== undefined && last !== undefined ? [before, last] : [line]
}
