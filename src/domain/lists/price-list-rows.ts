import type { Minor } from '../money/money.ts'
import { typedAmount } from '../money/typed-amounts.ts'

/** A row of a price list as somebody wrote it: an article, from how many units on, and the price without VAT. */
export type PriceListRow = { row: number; sku: string; quantity: number; amount: Minor }
/** A row that cannot be used, with the text that is wrong. */
export type PriceRowFault = { row: number; fault: 'sku' | 'quantity' | 'amount'; text: string }
export type WrittenRow = { row: number; cells: readonly string[] }

/** How many rows are read at most. */
export const maxPriceRows = 100_000
/** The most units from which a price can count: no order has more. */
const maxFromQuantity = 5_000
/** The most that a list may ask for one unit, in minor units. */
const maxAgreed: Minor = 1_000_000_000
const maxSkuLength = 80

const skuWords = ['sku', 'artikelnummer', 'artikelnr', 'artnr', 'artikel', 'articlenumber', 'article', 'partnumber']
const quantityWords = ['from', 'fromquantity', 'quantity', 'minquantity', 'från', 'frånantal', 'antal', 'minstaantal']
const priceWords = ['price', 'netprice', 'net', 'agreedprice', 'pris', 'nettopris', 'netto', 'avtalspris']
const withoutVatWords = ['exvat', 'exclvat', 'excludingvat', 'exmoms', 'exklmoms', 'exklusivemoms']

type Columns = { sku: number; quantity: number; price: number }
/** Without a head: the article, the price, and from how many units on. */
const usual: Columns = { sku: 0, price: 1, quantity: 2 }

/** Cuts pasted text into rows of cells, at the first of these that it has: tabs, semicolons, commas, spaces. */
export function* cellsOfText(text: string): Generator<WrittenRow, void> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const separator = lines.some((line) => line.includes('\t'))
    ? '\t'
    : lines.some((line) => line.includes(';'))
      ? ';'
      : /,(?=\D)|,(?=\S*,)/.test(lines.find((line) => line.trim() !== '') ?? '')
        ? ','
        : ' '
  for (const [at, line] of lines.entries()) yield { row: at + 1, cells: cellsOfLine(line.trim(), separator) }
}

function cellsOfLine(line: string, separator: string): string[] {
  if (separator === ' ') return line.split(/\s+/)
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const character of line) {
    if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** Finds the columns by their head; undefined where the row is no head. */
export function headOf(cells: readonly string[]): Columns | undefined {
  const words = cells.map((cell) => cell.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
  const find = (known: readonly string[]) => words.findIndex((word) => known.some((each) => word === each))
  const found = { sku: find(skuWords), price: findPrice(words), quantity: find(quantityWords) }
  return found.sku >= 0 && found.price >= 0 ? found : undefined
}

/** The head of a price may say that it is without VAT, as in `Net price ex VAT`; one with VAT is none. */
function findPrice(words: readonly string[]): number {
  const heads = priceWords.flatMap((word) => withoutVatWords.map((each) => word + each))
  return words.findIndex((word) => priceWords.includes(word) || heads.some((head) => word.startsWith(head)))
}

/** Reads one row that is not empty. */
export function readPriceRow({ row, cells }: WrittenRow, columns: Columns = usual): PriceListRow | PriceRowFault {
  const cell = (at: number) => cells[at] ?? ''
  const [sku, price, from] = [cell(columns.sku), cell(columns.price), cell(columns.quantity)]
  const wrong = (fault: PriceRowFault['fault'], text: string) => ({ row, fault, text: text.slice(0, maxSkuLength) })
  if (sku === '' || sku.length > maxSkuLength) return wrong('sku', sku)
  const quantity = from === '' ? 1 : quantityOf(from)
  if (quantity === undefined) return wrong('quantity', from)
  const amount = priceOf(price)
  return amount === undefined ? wrong('amount', price) : { row, sku, quantity, amount }
}

/** A price in minor units; undefined for anything else, for nothing and for more than any part costs. */
export function priceOf(text: string): Minor | undefined {
  const amount = typedAmount(text)
  return amount === undefined || amount < 1 || amount > maxAgreed ? undefined : amount
}

/** A whole number of units from which a price counts; undefined for anything else. */
export function quantityOf(text: string): number | undefined {
  const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return quantity >= 1 && quantity <= maxFromQuantity ? quantity : undefined
}
