import type { Sort } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Currency, CurrencyCode } from '../../../domain/money/currencies.ts'
import { withPlainAmounts } from './amount-notation.ts'

/**
 * What a text asks for besides parts: the order of the list, and a range of prices as addresses have it, with its
 * currency where the shop shows another one; `rest` is the text without it.
 */
export type QueryOrder = { rest: string; sort?: Sort; price?: string; currency?: CurrencyCode }

const orderWords: readonly (readonly [Sort, string])[] = [
  ['price_up', 'billig(?:t|a|are|ast|aste)?|l[åa]gsta? pris(?:et)?|cheap(?:er|est)?|low(?:est)? price|inexpensive'],
  ['price_down', 'dyrast|dyraste|h[öo]gsta pris(?:et)?|most expensive|highest price'],
  ['newest', 'nyast|nyaste|newest'],
]
const crowns = 'kr|kronor|kroner|:-'
/** What amounts of a currency are written with, beside its code. */
const names: Readonly<Record<CurrencyCode, string>> = {
  SEK: crowns,
  NOK: crowns,
  DKK: crowns,
  EUR: '€|euros?',
  GBP: '£|pounds?|pund',
  USD: '\\$|dollars?',
}
const below = 'under|mindre än|billigare än|below|less than|cheaper than'
const atMost = 'max|maximalt|högst|upp till|till|för|at most|up to|to|for'
const above = 'över|mer än|minst|från|above|over|more than|at least|from'
const number = '(\\d{1,3}(?:[ \\u00a0\\u202f.,]\\d{3})+|\\d{1,7})(?:[.,](\\d{1,2}))?'
const [start, end] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
const regex = (source: string): RegExp => new RegExp(source, 'iu')
const orders = orderWords.map(([sort, words]) => ({ sort, pattern: regex(`${start}(?:${words})${end}`) }))
/** These ask for the lowest price, too, where no part has them in its name: "Budget" may be a series. */
const perhapsCheap = new RegExp(`${start}(?:budget|prisv[äa]r(?:d|da|t)|affordable)${end}`, 'giu')

/** The words of a text that ask for the lowest price unless they are in names of parts, as they are written. */
export function perhapsCheapWords(text: string): string[] {
  return text.match(perhapsCheap) ?? []
}

/**
 * Reads what a search text asks for besides parts, such as "billigaste ssd under 1 000 kr"; prices in the currency that
 * the shop shows, or else in the first of the others, and "under 300" without one at the end alone. Undefined where the
 * text is only about parts, or about nothing else. `cheap`: its words that ask for the lowest price besides "cheap".
 */
export function readQueryOrder(
  text: string,
  currency: Currency,
  others: readonly Currency[] = [],
  cheap: readonly string[] = [],
): QueryOrder | undefined {
  // "cheaper than 500 kr" is a price, "cheaper" alone an order.
  const priced = withoutPrice(withPlainAmounts(text), currency, others)
  const ordered = withoutOrder(priced.rest, cheap)
  const rest = ordered.rest.replace(/\s+/g, ' ').trim()
  if (rest === '' || (ordered.sort === undefined && priced.price === undefined)) return undefined
  return {
    rest,
    ...(ordered.sort === undefined ? {} : { sort: ordered.sort }),
    ...(priced.price === undefined ? {} : { price: priced.price }),
    ...(priced.currency === undefined ? {} : { currency: priced.currency }),
  }
}

function withoutOrder(text: string, cheap: readonly string[]): { rest: string; sort: Sort | undefined } {
  for (const { sort, pattern } of orders) {
    const rest = text.replace(pattern, ' ')
    if (rest !== text) return { rest, sort }
  }
  const rest = text.replace(perhapsCheap, (word) => (cheap.includes(word) ? ' ' : word))
  return { rest, sort: rest === text ? undefined : 'price_up' }
}

type Priced = { rest: string; price?: string; currency?: CurrencyCode }

function withoutPrice(text: string, currency: Currency, others: readonly Currency[]): Priced {
  if (!/\d/.test(text)) return { rest: text }
  const shown = pricedWith([...patternsOf(currency), bare], text)
  if (shown) return shown
  for (const other of others) {
    const priced = pricedWith(patternsOf(other), text)
    if (priced) return { ...priced, currency: other.code }
  }
  return { rest: text }
}

function pricedWith(patterns: readonly PricePattern[], text: string): Priced | undefined {
  for (const { pattern, range } of patterns) {
    const found = pattern.exec(text)
    if (found) return { rest: text.replace(pattern, ' '), price: range(found.slice(1)) }
  }
  return undefined
}

type Found = readonly (string | undefined)[]
type PricePattern = { pattern: RegExp; range: (found: Found) => string }

/** "under 300" at the end. */
const bare: PricePattern = {
  pattern: regex(`${start}(?:${below})\\s+${number}\\s*$`),
  range: (found) => `..${amountAt(found, 0)}`,
}

const compiled = new Map<string, PricePattern[]>()

function patternsOf(currency: Currency): PricePattern[] {
  const known = compiled.get(currency.code)
  if (known) return known
  const name = `(?:${currency.code}|${names[currency.code]})`
  const price = `(?:${name}\\s*${number}|${number}\\s*${name}${end})`
  const first = `${start}(?:mellan |between )?${number}\\s*(?:-|–|till|och|to|and)\\s*`
  const made: PricePattern[] = [
    { pattern: regex(`${first}${price}`), range: (found) => `${amountAt(found, 0)}..${lastAmount(found.slice(2))}` },
    { pattern: regex(`${start}(?:${below}|${atMost})\\s+${price}`), range: (found) => `..${lastAmount(found)}` },
    { pattern: regex(`${start}(?:${above})\\s+${price}`), range: (found) => `${lastAmount(found)}..` },
  ]
  compiled.set(currency.code, made)
  return made
}

/** The amount of the pair of whole units and decimals that was found: behind the currency, or in front of it. */
function lastAmount(found: Found): string {
  return found[0] === undefined ? amountAt(found, 2) : amountAt(found, 0)
}

function amountAt(found: Found, at: number): string {
  const [whole, decimals] = [found[at]?.replace(/\D/g, '') ?? '', found[at + 1]]
  return decimals === undefined ? whole : `${whole}.${decimals}`
}
