import {
  addTo,
  countCommon,
  countListed,
  emptyBitmap,
  intersection,
  isIn,
  listCommon,
  membersOf,
  removeFrom,
  union,
  type Bitmap,
} from '../../platform/sets/bitmap.ts'
import type { OwnCurrencyPrices } from '../columns/own-currency-prices.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import { countAllFacets, countAllTerms, countFacet, countsWithTerm, isFasterBySets } from './count-terms.ts'

/** Choices within a facet, of which a product must have one. */
export type TermChoice = { facet: string; terms: readonly number[] }
/** Prices as `Conditions.priceOf` returns them, fractions included; both ends are part of the range. */
export type PriceRange = { from: number; to: number }

/** What a product must meet to be listed. Choices of one facet widen each other; the conditions narrow. */
export type Conditions = {
  /** Products to choose from, by `seq`, each once. */
  scope: Uint32Array
  /** The term of which the scope lists all products, if it does so. */
  term?: number | undefined
  choices: readonly TermChoice[]
  inStock: boolean
  /** The products in stock that have a price for the shopper. */
  sold: Bitmap
  /** Whether a product meets the wanted day of delivery; every product does without it. */
  arrives?: ((seq: number) => boolean) | undefined
  /** The limits for each VAT class, in the order of `ProductColumns.vatClasses`. */
  prices?: readonly PriceRange[] | undefined
  /** A product's price in the shopper's currency (minor units, home VAT); without it the two below tell. */
  priceOf?: ((seq: number) => number | undefined) | undefined
  /** What the prices of the columns are multiplied by; 1 without it. */
  rate?: number | undefined
  /** Prices that count instead of these. */
  ownPrices?: OwnCurrencyPrices | undefined
}

/**
 * `counts` tells for each term how many products a shopper would see who chose it: those that meet all conditions but
 * the ones of the term's own facet. `inStock` is the same for the condition of that name, and `priced` are all products
 * that meet the conditions other than the price.
 */
export type Selection = { hits: Uint32Array; counts: Uint32Array; inStock: number; priced: Uint32Array }

const stockBit = 1
const priceBit = 2
const arrivalBit = 4
const firstFacetBit = 8
/** Beside the numbers of facets: what a product counts for. */
const everyFacet = -1
const noFacet = -2

/** Of fewer hits of a search, sorting costs what it saves. */
const minSorted = 1_000
/** From this share of the catalogue on, sets are faster than a pass over the scope. */
const minShareOfSets = 1 / 32

/** Selects and counts, in the order of the scope. */
export function selectProducts(columns: ProductColumns, conditions: Conditions): Selection {
  const { scope, term } = conditions
  if (term !== undefined && isWhole(conditions)) return selectAll(columns, conditions, term)
  const isLarge = scope.length > columns.size * minShareOfSets
  if (term !== undefined && isLarge) return selectBySets(columns, conditions, term)
  const isSimple = conditions.choices.length === 0 && !conditions.arrives
  return isSimple ? selectByLists(columns, conditions) : selectInOnePass(columns, conditions)
}

/** Whether no product of the scope is left out but for its stock. */
function isWhole({ choices, arrives, prices }: Conditions): boolean {
  return choices.length === 0 && !arrives && !prices
}

/** Selects and counts all products with a term, or those of them in stock: all are listed, so nothing else is asked. */
export function selectAll(columns: ProductColumns, { scope, inStock, sold }: Conditions, term: number): Selection {
  const known = countsWithTerm(columns, term, inStock)
  if (!inStock) return { hits: scope, counts: known, inStock: countListed(scope, sold), priced: scope }
  const hits = listCommon(scope, sold)
  const counts = new Uint32Array(columns.terms.all.length)
  counts.set(known)
  // They have a price in one currency only, or for one buyer.
  if (sold !== columns.sold)
    countAllTerms(
      columns,
      counts,
      hits.filter((seq) => !isIn(columns.sold, seq)),
    )
  return { hits, counts, inStock: hits.length, priced: hits }
}

/** Selects and counts by stock and price, in loops so short that the processor reads of many products at a time. */
export function selectByLists(columns: ProductColumns, conditions: Conditions): Selection {
  const { scope, term, inStock, sold } = conditions
  const all = term === undefined ? listed(columns, scope) : scope
  const inRange = conditions.prices ? listPriced(columns, all, conditions) : all
  const hits = inStock ? listCommon(inRange, sold) : inRange
  const counts = new Uint32Array(columns.terms.all.length)
  const isSorted = term !== undefined || hits.length < minSorted
  // Counts are the same in any order, and what is read of products that follow one another is nearer in memory.
  countAllTerms(columns, counts, isSorted ? hits : hits.toSorted())
  const priced = inStock ? listCommon(all, sold) : all
  return { hits, counts, inStock: inStock ? hits.length : countListed(inRange, sold), priced }
}

function listed({ isListed }: ProductColumns, seqs: Uint32Array): Uint32Array {
  const all = new Uint32Array(seqs.length + 1)
  let length = 0
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number
    all[length] = seq
    length += Number(isListed[seq] === 1)
  }
  return all.subarray(0, length)
}

/** Lists the products of a list whose price is within the range, in their order. */
function listPriced(columns: ProductColumns, seqs: Uint32Array, conditions: Conditions): Uint32Array {
  const { price, vatClass } = columns
  const { priceOf, ownPrices, rate = 1 } = conditions
  const isWithin = priceTest(columns, conditions)
  if (priceOf) return seqs.filter(isWithin)
  const { from, to } = limitsOf(conditions)
  const own = ownPrices?.seqs ?? emptyBitmap(0)
  const listed = new Uint32Array(seqs.length + 1)
  let length = 0
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number
    listed[length] = seq
    const converted = (price[seq] as number) * rate
    const of = vatClass[seq] as number
    length += isIn(own, seq)
      ? Number(isWithin(seq))
      : Number(converted >= (from[of] as number)) & Number(converted <= (to[of] as number))
  }
  return listed.subarray(0, length)
}

function limitsOf({ prices = [] }: Conditions): { from: Float64Array; to: Float64Array } {
  return { from: Float64Array.from(prices, (each) => each.from), to: Float64Array.from(prices, (each) => each.to) }
}

/** Selects and counts in one pass over the scope. */
export function selectInOnePass(columns: ProductColumns, conditions: Conditions): Selection {
  const { scope } = conditions
  const { isListed, terms } = columns
  const { metBy, facetWithBit, every } = conditionBits(columns, conditions)
  const counts = new Uint32Array(terms.all.length)
  const [hits, priced] = [new Uint32Array(scope.length), new Uint32Array(scope.length)]
  let [hit, withPrice, stocked] = [0, 0, 0]
  for (const seq of scope) {
    if (isListed[seq] !== 1) continue
    const missing = every & ~metBy(seq)
    const counted = missing === 0 ? everyFacet : (facetWithBit.get(missing) ?? noFacet)
    if (counted !== noFacet) countTerms(columns, counts, seq, counted)
    if (missing === 0) hits[hit++] = seq
    if ((missing & ~priceBit) === 0) priced[withPrice++] = seq
    if ((missing & ~stockBit) === 0) stocked += Number(isIn(conditions.sold, seq))
  }
  const all = hit === scope.length ? scope : hits.slice(0, hit)
  return { hits: all, counts, inStock: stocked, priced: withPrice === hit ? all : priced.slice(0, withPrice) }
}

/**
 * Selects and counts among all products with a term: conditions are sets, and counts are those of common members.
 * Categories, which no facet lists, may be left out of the counts.
 */
export function selectBySets(columns: ProductColumns, conditions: Conditions, term: number): Selection {
  const { arrives } = conditions
  const all = arrives ? meetingOf(columns, conditions.scope, arrives) : columns.bitmapOf(term)
  const chosen = conditions.choices.map(({ terms }) => union(terms.map((each) => columns.bitmapOf(each))))
  const stocked = conditions.inStock ? [conditions.sold] : []
  const meeting = (sets: readonly Bitmap[]) => sets.reduce(intersection, all)
  const priced = meeting([...chosen, ...stocked])
  const anyStock = conditions.inStock ? meeting(chosen) : priced
  const without = chosen.map((_, at) => meeting([...chosen.toSpliced(at, 1), ...stocked]))
  const inRange = conditions.prices && pricedIn(columns, union([priced, anyStock, ...without]), conditions)
  const withPrice = (set: Bitmap) => (inRange ? intersection(set, inRange) : set)
  const pricedMembers = membersOf(priced)
  const hits = inRange ? membersOf(withPrice(priced)) : pricedMembers
  const counts = new Uint32Array(columns.terms.all.length)
  if (isFasterBySets(columns, hits)) countAllFacets(columns, counts, withPrice(priced))
  else countAllTerms(columns, counts, hits)
  for (const [at, { facet }] of conditions.choices.entries())
    countFacet(columns, counts, facet, withPrice(without[at] ?? priced))
  return { hits, counts, inStock: countCommon(withPrice(anyStock), conditions.sold), priced: pricedMembers }
}

function meetingOf({ size }: ProductColumns, seqs: Uint32Array, meets: (seq: number) => boolean): Bitmap {
  const set = emptyBitmap(size)
  for (const seq of seqs) if (meets(seq)) addTo(set, seq)
  return set
}

/**
 * The products of a set whose converted price is within the range: half a million take a few milliseconds. It has no
 * branch for the range, which would be predicted wrongly half of the time.
 */
function convertedIn({ price, vatClass }: ProductColumns, set: Bitmap, conditions: Conditions): Bitmap {
  const { rate = 1 } = conditions
  const { from, to } = limitsOf(conditions)
  const within = new Int32Array(set.length)
  for (let at = 0; at < set.length; at += 1) {
    let found = 0
    for (let word = set[at] as number; word !== 0; word &= word - 1) {
      const bit = word & -word
      const seq = (at << 5) + 31 - Math.clz32(bit)
      const converted = (price[seq] as number) * rate
      const of = vatClass[seq] as number
      found |= bit & -(Number(converted >= (from[of] as number)) & Number(converted <= (to[of] as number)))
    }
    within[at] = found
  }
  return within
}

/** The products of a set whose price is within the range; one by one where it is not the converted one. */
function pricedIn(columns: ProductColumns, set: Bitmap, conditions: Conditions): Bitmap {
  const { priceOf, ownPrices } = conditions
  const isWithin = priceTest(columns, conditions)
  if (priceOf) return meetingOf(columns, membersOf(set), isWithin)
  const within = convertedIn(columns, set, conditions)
  for (const seq of ownPrices ? membersOf(intersection(set, ownPrices.seqs)) : [])
    if (isWithin(seq)) addTo(within, seq)
    else removeFrom(within, seq)
  return within
}

/** Counts a product for its terms, or for those of one facet. */
function countTerms(
  { pool, start, length, terms: { facetOf } }: ProductColumns,
  counts: Uint32Array,
  seq: number,
  facet: number,
): void {
  const begin = start[seq] ?? 0
  const end = begin + (length[seq] ?? 0)
  for (let at = begin; at < end; at += 1) {
    const term = pool[at] ?? 0
    if (facet === everyFacet || facetOf[term] === facet) counts[term] = (counts[term] ?? 0) + 1
  }
}

/** Gives each condition a bit; `metBy` returns the bits of the conditions that a product meets. */
function conditionBits(columns: ProductColumns, conditions: Conditions) {
  const { pool, start, length, terms } = columns
  const bitOf = new Uint32Array(terms.all.length)
  const facetWithBit = new Map<number, number>()
  let every = stockBit | priceBit | arrivalBit
  for (const [at, { facet, terms: chosen }] of conditions.choices.entries()) {
    const bit = firstFacetBit << at
    every |= bit
    facetWithBit.set(bit, terms.facetNumber(facet) ?? noFacet)
    for (const term of chosen) bitOf[term] = bit
  }
  const meetsPrice = priceTest(columns, conditions)
  const { arrives } = conditions
  const metBy = (seq: number): number => {
    let met = (!conditions.inStock || isIn(conditions.sold, seq) ? stockBit : 0) | (meetsPrice(seq) ? priceBit : 0)
    if (!arrives || arrives(seq)) met |= arrivalBit
    if (facetWithBit.size === 0) return met
    const begin = start[seq] ?? 0
    const end = begin + (length[seq] ?? 0)
    for (let at = begin; at < end; at += 1) met |= bitOf[pool[at] ?? 0] ?? 0
    return met
  }
  return { metBy, facetWithBit, every }
}

/** Tells whether a product's price is within the range; without a price it is not. */
function priceTest(
  { price, vatClass }: ProductColumns,
  { prices, priceOf, rate = 1, ownPrices }: Conditions,
): (seq: number) => boolean {
  if (!prices) return () => true
  return (seq) => {
    const { from, to } = prices[vatClass[seq] ?? 0] ?? { from: 0, to: 0 }
    const own = (priceOf ? priceOf(seq) : ownPrices?.get(seq)) ?? (price[seq] ?? Number.NaN) * rate
    return own >= from && own <= to
  }
}
