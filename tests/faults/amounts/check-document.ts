import { twoDecimals } from '../amounts-oracle/displayed.ts'
import { sum, withoutVat, type Minor } from '../amounts-oracle/exact.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { vatRate } from '../amounts-oracle/unit-prices.ts'
import { describe } from './check-sync.ts'
import type { SampleOrder } from './order-trip.ts'
import { moneyIn } from './shown-money.ts'
import type { Tally } from './tally.ts'

export type OrderDocument = { name: string; words: string }
type RateRow = { rate: bigint; net: Minor; vat: Minor }

/** An invoice or receipt, with two decimals throughout: lines with their shares, VAT by rate, and the total. */
export function checkDocument(
  tally: Tally,
  facts: ShopFacts,
  order: SampleOrder,
  { name, words }: OrderDocument,
): void {
  const { cart, expected, totals, isReversed } = order
  const at = (): string => `${name}: ${isReversed ? 'reverse charge, ' : ''}${describe(cart)}`
  const rows = words.split('\n').map((row) => row.trim())
  for (const [index, line] of expected.lines.entries()) {
    const before = expected.lines.slice(0, index).filter(({ part }) => part.sku === line.part.sku).length
    const share = expected.shares[index] ?? { inc: 0n, ex: 0n }
    const own = isReversed ? 'ex' : 'inc'
    const wanted = [
      `${line.quantity}`,
      twoDecimals(line.each[own]),
      twoDecimals(line.total[own]),
      ...(share[own] > 0n ? [twoDecimals(share[own])] : []),
    ]
    tally.check(
      'document: line',
      wanted,
      lineIn(rows, line.part.sku, cart.language, before),
      () => `${line.part.sku} of ${at()}`,
    )
  }
  const total = rows[rows.findIndex((row) => /^(Att betala|Betalt|To pay|Paid)$/.test(row)) + 1] ?? 'nothing'
  tally.check('document: total', twoDecimals(totals.total), moneyIn(total, cart.language), at)
  if (isReversed) return
  const given = ratesIn(rows, cart.language)
  // A rate of 0 % may be left out.
  const isLeftOut = !given.some((row) => row.startsWith('0 %'))
  const wanted = ratesOf(facts, order)
    .filter(({ rate }) => rate > 0n || !isLeftOut)
    .map(({ rate, net, vat }) => `${Number(rate) / 100} %: ${twoDecimals(net)} ${twoDecimals(vat)}`)
  tally.check('document: VAT by rate', wanted, given, at)
}

/**
 * Quantity, unit price, amount and discount share, which follow the part's number and name; `before` lines have the
 * same part.
 */
function lineIn(rows: readonly string[], sku: string, language: 'en' | 'sv', before: number): string[] {
  const starts = [...rows.keys()].filter((at) => rows[at] === sku)
  const start = starts.length > 1 ? starts[Math.min(starts.length - 1, before)] : starts[0]
  if (start === undefined) return []
  // A name may end in a number; the quantity is the one before a price.
  const isPrice = (row = ''): boolean => /\d[.,]\d\d\b/.test(row)
  const from = rows.findIndex((row, at) => at > start + 1 && /^\d+$/.test(row) && isPrice(rows[at + 1]))
  const [quantity = '', each = '', rate = '', total = '', label = '', share = ''] = rows.slice(from, from + 6)
  if (!rate.includes('%')) return [quantity, moneyIn(each, language), moneyIn(rate, language)]
  return [
    quantity,
    moneyIn(each, language),
    moneyIn(total, language),
    ...(/^(Rabatt|Discount)$/.test(label) ? [moneyIn(share, language)] : []),
  ]
}

/** "of which VAT 25 % on …" and its amount, highest rate first. */
function ratesIn(rows: readonly string[], language: 'en' | 'sv'): string[] {
  return rows.flatMap((row, at) => {
    const found = /(?:moms|VAT) ([\d.,]+) % (?:på|on|of) (.+)$/.exec(row)
    if (found === null) return []
    const [, rate = '', net = ''] = found
    return [`${rate.replace(',', '.')} %: ${moneyIn(net, language)} ${moneyIn(rows[at + 1] ?? '', language)}`]
  })
}

function ratesOf(facts: ShopFacts, { cart, expected, totals }: SampleOrder): RateRow[] {
  const standard = vatRate(facts, cart.market.country, 'standard')
  const goods = expected.lines.map(({ vat, total }, at) => {
    const share = expected.shares[at] ?? { inc: 0n, ex: 0n }
    return { rate: vat, inc: total.inc - share.inc, ex: total.ex - share.ex }
  })
  const delivery = { rate: standard, inc: totals.delivery.inc, ex: withoutVat(totals.delivery.inc, standard) }
  return [...Map.groupBy([...goods, delivery], ({ rate }) => rate)]
    .map(([rate, own]) => ({ rate, net: sum(own.map(({ ex }) => ex)), vat: sum(own.map(({ inc, ex }) => inc - ex)) }))
    .filter(({ net }) => net > 0n)
    .toSorted((one, two) => Number(two.rate - one.rate))
}
