import type { ColumnRow } from './column-row.ts'
import type { ProductColumns } from './product-columns.ts'
import { brandTerms, categoryTerms } from './terms.ts'

/** Tells whether the columns say of the products with these numbers what the database does, in `rows`. */
export function hasSameFacts(columns: ProductColumns, seqs: readonly number[], rows: readonly ColumnRow[]): boolean {
  const known = new Map(rows.map((row) => [row.seq, row]))
  return seqs.every((seq) => {
    const row = known.get(seq)
    return row ? isSame(columns, row) : columns.isListed[seq] !== 1
  })
}

function isSame(columns: ProductColumns, row: ColumnRow): boolean {
  const { seq } = row
  const numbers = numbersOf(row)
  const own = [...columns.ownPrices].flatMap(([currency, prices]) =>
    prices.has(seq) ? [`${currency} ${prices.get(seq)}`] : [],
  )
  const ownOfRow = row.ownPrices.map(([currency, price]) => `${currency} ${price}`)
  return (
    columns.isListed[seq] === 1 &&
    numbersIn(columns, seq).every((number, at) => Object.is(number, numbers[at])) &&
    columns.vatClasses[columns.vatClass[seq] ?? 0] === row.vatClass &&
    columns.mainCategoryOf(seq) === row.mainCategory &&
    isSameList(own, ownOfRow) &&
    isSameList(termsIn(columns, seq), termsOf(row))
  )
}

function numbersIn(columns: ProductColumns, seq: number): (number | undefined)[] {
  const { stock, readyDay, waitDays, grams, price, popularity, publishedAt, versions } = columns
  return [stock, readyDay, waitDays, grams, price, popularity, publishedAt, versions].map((each) => each[seq])
}

function numbersOf(row: ColumnRow): number[] {
  const { stock, readyDay, waitDays, grams, price, popularity, publishedAt, version } = row
  return [stock, readyDay, waitDays, grams, price ?? Number.NaN, popularity, publishedAt, version]
}

function termsIn(columns: ProductColumns, seq: number): string[] {
  return [...columns.termsOf(seq)].map((term) => {
    const { facet, value } = columns.terms.all[term] ?? { facet: '', value: '' }
    return `${facet} ${value}`
  })
}

function termsOf({ brand, categories, attributes }: ColumnRow): string[] {
  const found = [
    ...(brand === null ? [] : [`${brandTerms} ${brand}`]),
    ...categories.map((id) => `${categoryTerms} ${id}`),
    ...attributes.map(([attribute, value]) => `${attribute} ${value}`),
  ]
  return [...new Set(found)]
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n')
}
