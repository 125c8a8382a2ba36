import type { ProductCard } from '../../../src/contracts/catalog-pages/product-lists.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import type { Asked } from './compare-lists.ts'
import { priceOf, type Catalogue } from './filter-oracle.ts'

/** A listed product: as it was imported, and as its card shows it. */
type Listed = { record: ProductRecord; card: ProductCard }
/** What a list is ordered by; of equal length for all its products. Undefined comes last in both directions. */
type Keys = readonly (number | string | undefined)[]

const stocks = ['out_of_stock', 'incoming', 'few_left', 'in_stock']
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)
const known = new Set(['form', 'energy', 'cells', 'memo'])

/** The order that a query asks for, as its links spell it: the usual one instead of an unknown one. */
export function sortIn({ sort = 'popular' }: { sort?: string }): string {
  const [attribute = '', direction] = sort.split(':')
  return direction === undefined || known.has(attribute) ? sort : 'popular'
}

/** The smallest value of an attribute, or the largest: numbers stand before texts, which are as their letters. */
function valueOf(record: ProductRecord, attribute: string, isLargest: boolean): number | string | undefined {
  const values = record.attributes.filter((fact) => fact.attribute_id === attribute).map((fact) => fact.value)
  const numbers = values.filter(isNumber).map(Number)
  const texts = values.filter((value) => !isNumber(value)).toSorted()
  if (isLargest) return texts.at(-1) ?? (numbers.length > 0 ? Math.max(...numbers) : undefined)
  return numbers.length > 0 ? Math.min(...numbers) : texts[0]
}

function keysOf(catalogue: Catalogue, { context }: Asked, sort: string, { record, card }: Listed): Keys {
  const [attribute = '', direction] = sort.split(':')
  const popular = -record.popularity
  if (direction !== undefined) return [valueOf(record, attribute, direction === 'desc'), popular]
  if (sort === 'price_up' || sort === 'price_down') return [priceOf(catalogue, record, context)?.exact]
  if (sort === 'newest') return [-Date.parse(record.published_at)]
  if (sort.startsWith('name')) return [record.texts.sv.name]
  const stock = stocks.indexOf(card.stock_status)
  if (sort.startsWith('stock')) return [stock < 0 ? undefined : stock, popular]
  const isSold = stock >= stocks.indexOf('few_left') && priceOf(catalogue, record, context) !== undefined
  return [isSold ? 0 : 1, popular]
}

function compareKeys(one: Keys, other: Keys, isDescending: boolean): number {
  for (const [at, first] of one.entries()) {
    const second = other[at]
    const sign = at === 0 && isDescending ? -1 : 1
    if (first === second) continue
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1
    if (typeof first === typeof second) return first < second ? -sign : sign
    return typeof first === 'number' ? -sign : sign
  }
  return 0
}

/** Neighbours that stand in the wrong order, by what they are ordered by. */
export function misplaced(catalogue: Catalogue, asked: Asked, listed: readonly Listed[]): (readonly Keys[])[] {
  const sort = sortIn(asked.query)
  const isDescending = /(_down|:desc)$/.test(sort)
  const keys = listed.map((each) => keysOf(catalogue, asked, sort, each))
  return keys.slice(1).flatMap((key, at) => {
    const before = keys[at] ?? key
    return compareKeys(before, key, isDescending) > 0 ? [[before, key]] : []
  })
}
